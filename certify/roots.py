"""Every real root of a function on an interval, each proved unique, or a named interval where that is undecided.

Polynomials: square-free factors (FLINT) give the multiplicities; each root is enclosed by an exact change of sign, and
Sturm's theorem, counted in rationals, says that none is missing.  Other functions: bisection and the sign of the
derivative in balls, with ends shared by two pieces chosen where the sign of f is proved.  Systems: `krawczyk`.

Source: Sturm; Moore.  Guarantee: exact for polynomials, certified otherwise.
"""
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, arb_poly, fmpq, fmpq_poly

from certify.balls import BadInput, at, ball, exact, hull, sign
from certify.krawczyk import krawczyk   # noqa: F401  (certify.roots.krawczyk)
from certify.pieces import value_at
from certify.polynomials import polynomial, refuse_floats
from numerics.algebra import derivative


@dataclass(frozen=True)
class Root:
    """Exactly one root in [low, high], of that multiplicity; low = high where it is known exactly."""
    low: Fraction
    high: Fraction
    multiplicity: int = 1

    def ball(self):
        """The enclosure at the working precision."""
        return hull(self.low, self.high)


@dataclass(frozen=True)
class Roots:
    """All roots, in order: those proved, and the intervals (low, high, reason) in which more may lie."""
    roots: tuple
    undecided: tuple
    pieces: int

    @property
    def complete(self):
        return not self.undecided

    def __len__(self):
        return len(self.roots)

    def __iter__(self):
        return iter(self.roots)


def isolate(f, interval, *, digits=30, bits=None, budget=20_000):
    """The roots of the formula `f` of one argument on `interval` = (low, high), ends included.

    digits  each root is enclosed to 10^-digits     bits  working precision (default: from digits)
    budget  most pieces to examine; when it is spent, what is left is undecided
    Returns `Roots`.  Raises BadInput.
    """
    if not isinstance(interval, (tuple, list)) or len(interval) != 2:
        raise BadInput(f"interval = {interval!r}: write a pair (low, high)")
    low, high = (exact(end, "interval") for end in interval)
    if low > high:
        raise BadInput(f"interval = {interval!r} is empty: write (low, high) with low <= high")
    for name, value in (("digits", digits), ("budget", budget)):
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise BadInput(f"{name} = {value!r}: an integer, 1 or more")
    refuse_floats(f, 1, getattr(f, "__name__", "f"))
    width = Fraction(1, 10**digits)
    p = polynomial(f, 1)
    if p is None:
        bits = bits or int(digits*3.33) + 64
        return at(bits, _isolate_function, f, low, high, width, budget, bits)
    coefficients = [Fraction(0)]*(p.degree(0) + 1)
    for (k,), c in p.terms:
        coefficients[k] = c
    if not any(coefficients):
        raise BadInput("f is identically 0: every point is a root")
    return _isolate_polynomial(fmpq_poly([fmpq(*c.as_integer_ratio()) for c in coefficients]), low, high, width, budget)


# --- polynomials --------------------------------------------------------------------------------------------------

def _isolate_polynomial(p, low, high, width, budget):
    roots, undecided, pieces = [], [], 0
    _, parts = p.factor_squarefree()
    for part, multiplicity in parts:
        chain = sturm_chain(part)
        found = []
        for end in {low, high}:
            if _sign(part, end) == 0:
                found.append(Root(end, end, int(multiplicity)))
        stack = [(low, high)] if low < high else []
        while stack:
            left, right = stack.pop()
            if pieces >= budget:
                undecided += [(a, b, f"the budget of {budget} pieces is spent") for a, b in stack + [(left, right)]]
                break
            pieces += 1
            count = _changes(chain, left) - _changes(chain, right) - (_sign(part, right) == 0)   # inside
            if count == 0:
                continue
            if count == 1 and _sign(part, left)*_sign(part, right) < 0:
                found.append(_narrow(part, left, right, width, int(multiplicity)))
                continue
            middle = (left + right)/2
            if _sign(part, middle) == 0:
                found.append(Root(middle, middle, int(multiplicity)))
            stack += [(left, middle), (middle, right)]
        roots += found
    roots.sort(key=lambda root: root.low)
    return Roots(tuple(_separate(p, roots, width)), tuple(_merged(undecided)), pieces)


def sturm_chain(p):
    """The Sturm chain of a square-free polynomial over Q, each remainder scaled by a positive number."""
    chain = [p, p.derivative()]
    while chain[-1].degree() > 0:
        remainder = -(chain[-2] % chain[-1])
        leading = abs(Fraction(int(remainder.leading_coefficient().p), int(remainder.leading_coefficient().q)))
        chain.append(remainder/fmpq(*leading.as_integer_ratio()))
    return [q for q in chain if q != 0]


def _sign(p, x):
    """The exact sign of p at the Fraction x: from a ball where that decides, in rationals where it does not."""
    x = fmpq(*x.as_integer_ratio())
    guess = sign(at(256 + 2*p.degree(), lambda: arb_poly(p)(arb(x))))
    if guess:
        return guess
    value = p(x)
    return (value > 0) - (value < 0)


def _changes(chain, x):
    """Sign changes of the chain at x, zeros left out."""
    signs = [s for s in (_sign(q, x) for q in chain) if s]
    return sum(a != b for a, b in zip(signs, signs[1:]))


def _narrow(p, low, high, width, multiplicity):
    """Bisect an interval with a change of sign and one root down to `width`."""
    last = _sign(p, high)
    while high - low > width:
        middle = (low + high)/2
        here = _sign(p, middle)
        if here == 0:
            return Root(middle, middle, multiplicity)
        low, high = (low, middle) if here == last else (middle, high)
    return Root(low, high, multiplicity)


def _separate(p, roots, width):
    """Roots of different square-free parts may lie closer than `width`: bisect until no two enclosures meet."""
    parts = {int(m): part for part, m in p.factor_squarefree()[1]}
    while any(a.high >= b.low for a, b in zip(roots, roots[1:])):
        width = width/2**16
        roots = [root if root.low == root.high else
                 _narrow(parts[root.multiplicity], root.low, root.high, width, root.multiplicity) for root in roots]
        roots.sort(key=lambda root: root.low)
    return roots


# --- other functions ----------------------------------------------------------------------------------------------

MULTIPLE = "f and f' may both vanish here: a multiple root, or several close ones, or too few bits"


def _isolate_function(f, low, high, width, budget, bits):
    def end_sign(x):
        """The proved sign of f at an exact point; None if undecided."""
        value = value_at(f, (x,), bits)
        return None if value is None else sign(value if isinstance(value, arb) else ball(value))

    roots, undecided, pieces = [], [], 0
    signs = {low: end_sign(low), high: end_sign(high)}
    stack = [(low, high)]
    if low == high:
        stack = []
        if signs[low] == 0:
            roots = [Root(low, low)]
        elif signs[low] is None:
            undecided = [(low, high, "the sign of f at this point is undecided")]
    while stack:
        left, right = stack.pop()
        if pieces >= budget:
            undecided += [(a, b, f"the budget of {budget} pieces is spent") for a, b in stack + [(left, right)]]
            break
        pieces += 1
        x = hull(left, right)
        middle = (left + right)/2
        slope = derivative(f, x)
        slope = slope if isinstance(slope, arb) else ball(slope)
        centred = _ball(f(ball(middle))) + slope*(x - ball(middle))
        if _ball(f(x)) != 0 or centred != 0:
            continue
        if slope != 0:
            root = _monotone(f, left, right, signs, width, end_sign)
            if isinstance(root, Root):
                roots.append(root)
            elif root is not None:
                undecided.append(root)
            continue
        if right - left <= width*(1 + abs(left)):
            reason = MULTIPLE if x.is_finite() and _ball(f(x)).is_finite() else "f is not finite here"
            undecided.append((left, right, reason))
            continue
        cut = _cut(left, right, signs, end_sign)
        if cut is None:
            undecided.append((left, right, "the sign of f is undecided at every point tried: " + MULTIPLE))
            continue
        stack += [(cut, right), (left, cut)]
    return Roots(tuple(sorted(roots, key=lambda root: root.low)), tuple(_merged(undecided)), pieces)


def _ball(value):
    return value if isinstance(value, arb) else ball(value)


def _cut(left, right, signs, end_sign):
    """A point near the middle at which f is proved not to vanish, so that no root is shared by two pieces."""
    for k in (0, 1, -1, 2, -2, 3, -3):
        point = (left + right)/2 + k*(right - left)/16
        signs[point] = end_sign(point)
        if signs[point]:
            return point
    return None


def _monotone(f, left, right, signs, width, end_sign):
    """f' != 0 on [left, right]: at most one root.  A `Root`, None for no root, or an undecided triple."""
    first, last = signs[left], signs[right]
    if first == 0 or last == 0:
        end = left if first == 0 else right
        return Root(end, end)
    if first is None or last is None:
        end = left if first is None else right
        return left, right, f"at most one root, on this side of the end {end} or the other: give more bits"
    if first == last:
        return None
    while right - left > width:
        middle = (left + right)/2
        value = end_sign(middle)
        if value == 0:
            return Root(middle, middle)
        if value is None:
            break
        left, right = (middle, right) if value == first else (left, middle)
    return Root(left, right)


def _merged(pieces):
    """Undecided neighbours as one interval."""
    merged = []
    for low, high, reason in sorted(pieces):
        if merged and merged[-1][1] >= low and merged[-1][2] == reason:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]), reason)
        else:
            merged.append((low, high, reason))
    return merged
