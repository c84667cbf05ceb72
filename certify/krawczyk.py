"""One root of a system of equations in a box, proved to exist and to be unique, or proved absent.

Krawczyk's operator K(X) = m - Y F(m) + (I - Y F'(X)) (X - m), Y near F'(m)^-1: every root in X lies in K(X); if K(X)
lies in the interior of X there is exactly one.  A root on the boundary of the box is found by working on a slightly
larger box.
Source: Krawczyk (1969); Rump (2010), epsilon-inflation.  Guarantee: certified.
"""
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

from flint import arb, arb_mat

from certify.balls import BadInput, at, ball, endpoints, exact, hull
from certify.outcomes import Outcome, Undecided
from certify.pieces import value_at
from certify.polynomials import refuse_floats
from numerics.algebra import jacobian


@dataclass(frozen=True)
class UniqueRoot(Outcome):
    """Exactly one root in the box asked about; it lies in `enclosure`, pairs of Fractions, and is simple."""
    enclosure: tuple
    steps: int
    bits: int
    status: str = field(default="unique", init=False)

    def balls(self):
        """The enclosure at the working precision."""
        return tuple(hull(*pair) for pair in self.enclosure)


@dataclass(frozen=True)
class NoRoot(Outcome):
    """No root in the box."""
    steps: int
    bits: int
    status: str = field(default="none", init=False)


def krawczyk(F, box, *, bits=128, steps=60):
    """The root of the system `F` in `box`: `UniqueRoot`, `NoRoot` or `Undecided`.

    F     a formula of n arguments that returns a tuple of n values (or one value, n = 1)
    box   n pairs (low, high) of exact numbers; the box is closed
    A box with several roots, or with a multiple one, is `Undecided`: cut it.  Raises BadInput.
    """
    pairs = []
    for i, pair in enumerate(box):
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise BadInput(f"box[{i}] = {pair!r}: write a pair (low, high)")
        pairs.append(tuple(exact(end, f"box[{i}]") for end in pair))
        if pairs[-1][0] > pairs[-1][1]:
            raise BadInput(f"box[{i}] = {pair!r} is empty: write (low, high) with low <= high")
    refuse_floats(F, len(pairs), getattr(F, "__name__", "F"))
    if isinstance(steps, bool) or not isinstance(steps, int) or steps < 1:
        raise BadInput(f"steps = {steps!r}: an integer, 1 or more")
    return at(bits, _krawczyk, F, tuple(pairs), bits, steps)


def _krawczyk(F, box, bits, steps):
    n = len(box)

    def values(x):
        y = F(*x)
        y = y if isinstance(y, tuple) else (y,)
        if len(y) != n:
            raise BadInput(f"F returns {len(y)} values at a point of {n} coordinates: as many equations as unknowns")
        return [v if isinstance(v, arb) else ball(v) for v in y]

    inflated = [(low - (high - low + Fraction(1, 2**(bits//4)))/64, high + (high - low + Fraction(1, 2**(bits//4)))/64)
                for low, high in box]
    x = [hull(*pair) for pair in inflated]
    unique = False
    for step in range(1, steps + 1):
        if not unique and any(v != 0 for v in values([hull(*pair) for pair in box])):
            return NoRoot(step, bits)
        image = _operator(F, values, x)
        if image is None:
            return Undecided("the Jacobian at the middle is singular, or F is not finite on the box", box, bits=bits)
        if any(not a.overlaps(b) for a, b in zip(image, x)):
            return NoRoot(step, bits) if not unique else Undecided("precision is spent", box, bits=bits)
        if all(a.contains_interior(b) for a, b in zip(x, image)):
            unique = True
        narrower = [a.intersection(b) for a, b in zip(x, image)]
        outside = any(y < ball(low) or y > ball(high) for y, (low, high) in zip(narrower, box))
        if outside:
            return NoRoot(step, bits)
        stalled = all(b.rad()*10 > a.rad()*9 for a, b in zip(x, narrower))
        x = narrower
        if stalled:
            break
    if not unique:
        return Undecided("K(X) does not fall inside X: several roots, a multiple root, or a box too large; cut it",
                         tuple(endpoints(y) for y in x), bits=bits)
    return _placed(F, x, box, step, bits)


def _operator(F, values, x):
    """K(X) as a list of balls; None where it is not defined."""
    n = len(x)
    middle = [y.mid() for y in x]
    slopes = arb_mat([list(map(_ball, row)) for row in jacobian(F, x)])
    try:
        inverse = arb_mat([list(map(_ball, row)) for row in jacobian(F, middle)]).inv()
    except ZeroDivisionError:
        return None
    near = arb_mat([[inverse[i, j].mid() for j in range(n)] for i in range(n)])
    identity = arb_mat([[int(i == j) for j in range(n)] for i in range(n)])
    shift = arb_mat([[y - m] for y, m in zip(x, middle)])
    newton = arb_mat([[m] for m in middle]) - near*arb_mat([[v] for v in values(middle)])
    image = newton + (identity - near*slopes)*shift
    result = [image[i, 0] for i in range(n)]
    return result if all(y.is_finite() for y in result) else None


def _ball(value):
    return value if isinstance(value, arb) else ball(value)


def _placed(F, x, box, steps, bits):
    """The unique root of the enlarged box lies in `x`: is it in the box?  On the boundary it must be named exactly."""
    enclosure = tuple(endpoints(y) for y in x)
    if all(low <= a and b <= high for (a, b), (low, high) in zip(enclosure, box)):
        return UniqueRoot(enclosure, steps, bits)
    choices = []
    for (a, b), (low, high) in zip(enclosure, box):
        simple = ((a + b)/2).limit_denominator(10**6)
        choices.append([end for end in {low, high, simple} if a <= end <= b and low <= end <= high])
    for point in product(*choices):
        components = [value_at(lambda *y, i=i: _component(F, y, i), point, bits) for i in range(len(box))]
        if all(isinstance(c, Fraction) and c == 0 for c in components):
            return UniqueRoot(tuple((c, c) for c in point), steps, bits)
    return Undecided("one root lies within rounding of the boundary of the box; inside or outside is undecided",
                     enclosure, bits=bits)


def _component(F, point, i):
    y = F(*point)
    return y[i] if isinstance(y, tuple) else y
