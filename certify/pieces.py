"""Pieces of a branch and bound: how one box is settled, reduced or cut.  The trusted part of `certify.inequality`.

A piece answers `examine()` with one of
    ("settled", form, margin)      the statement holds on the piece
    ("face", piece)                it holds if it holds on this face
    ("cut", pieces)                it holds if it holds on these, which cover the piece
    ("refuted", witness, value)    it fails at an exact point
    ("stuck", reason)              too small to go on
"""
from fractions import Fraction
from itertools import combinations

from flint import arb

from certify.balls import at, ball, fraction, hull, sign
from certify.bernstein import Patch
from certify.elementary import NotExact
from certify.polynomials import NotPolynomial, generators
from certify.progress import ENOUGH, Tally
from numerics.algebra import Dual, jacobian

FINEST = 80    # a polynomial's piece narrower than 2^-FINEST, relative to 1 + |x|, is not cut again
REACH = 4      # widths of a piece within which a contact is tried


def settle(problem, boxes, budget):
    """Work depth first on `boxes`, pairs (depth, box), for at most `budget` pieces; the `Tally`."""
    return at(problem.bits, _settle, problem, boxes, budget)


def _settle(problem, boxes, budget):
    tally = Tally()
    stack = [(depth, box, None) for depth, box in boxes]
    try:
        while stack and tally.boxes < budget and len(tally.stuck) < ENOUGH:
            depth, box, piece = stack[-1]
            tally.boxes += 1
            answer = (piece or problem.piece(box)).examine()
            if answer[0] == "settled":
                tally.settle(depth, *answer[1:])
                stack.pop()
            elif answer[0] == "face":
                stack[-1:] = [(depth, answer[1].box, answer[1])]
            elif answer[0] == "cut":
                stack[-1:] = [(depth + 1, part.box, part) for part in answer[1]]
            elif answer[0] == "stuck":
                tally.stuck.append((depth, box, answer[1]))
                stack.pop()
            else:
                tally.refutation = answer[1:]
                break
    except KeyboardInterrupt:
        tally.interrupted = True
    tally.open = [(depth, box) for depth, box, _ in stack]
    return tally


def value_at(f, point, bits):
    """f at an exact point: a Fraction where f is rational there, otherwise a ball; None where f is undefined."""
    try:
        return Fraction(f(*point))
    except (NotExact, TypeError):
        return at(4*bits, lambda: f(*[ball(x) for x in point]))
    except ZeroDivisionError:
        return None


def feasible(problem, point):
    """Are all hypotheses proved at an exact point?"""
    values = [value_at(g, point, problem.bits) for g in problem.where]
    return all(value is not None and value >= 0 for value in values)


def refutes(problem, point):
    """The value at an exact point if it proves the statement false there, else None."""
    value = value_at(problem.f, point, problem.bits)
    if value is None or not (value < 0 or problem.strict and value == 0):
        return None
    if any(point[i] == v for i, v, _ in problem.contacts) and not value < 0:
        return None
    return value if feasible(problem, point) else None


def excluded(problem, box):
    """Is some hypothesis proved to fail on the whole box?"""
    if not problem.where:
        return False
    balls = [hull(*pair) for pair in box]
    return any(g(*balls) < 0 for g in problem.where)


def narrow(box, bits):
    """Is every side shorter than 2^-bits, relative to 1 + |x|?"""
    return all((high - low)*2**bits <= 1 + abs(low) for low, high in box)


STUCK = "the boxes became too narrow: equality may hold there, or `bits` is too small"


class BernsteinPiece:
    """A polynomial inequality on a box, in exact integers."""
    __slots__ = "problem", "patch", "box"

    def __init__(self, problem, box, patch=None):
        self.problem, self.box, self.patch = problem, box, patch or Patch.of(problem.f, box)

    def examine(self):
        problem, patch = self.problem, self.patch
        if excluded(problem, self.box):
            return "settled", "outside", None
        lower = patch.lower()
        if lower > 0 or lower == 0 and not problem.strict:
            return "settled", "bernstein", lower
        for vertex, value in patch.vertices() if problem.where else (patch.least_vertex(),):
            if (value < 0 or problem.strict and value == 0) and (value := refutes(problem, vertex)) is not None:
                return "refuted", vertex, value
        if not problem.where and (face := patch.monotone_face()) is not None:
            return "face", BernsteinPiece(problem, face.box, face)
        if narrow(self.box, FINEST):
            return "stuck", STUCK
        return "cut", [BernsteinPiece(problem, half.box, half) for half in patch.halves(patch.restless_axis())]


class BallPiece:
    """Any inequality on a box, in balls."""
    __slots__ = "problem", "box"

    def __init__(self, problem, box):
        self.problem, self.box = problem, box

    def examine(self):
        problem, box = self.problem, self.box
        if excluded(problem, box):
            return "settled", "outside", None
        if all(low == high for low, high in box):
            return self._point()
        x = [hull(*pair) for pair in box]
        if (margin := self._holds(problem.f(*x))) is not None:
            return "settled", "natural", margin
        middle = tuple((low + high)/2 for low, high in box)
        centred = _ball(problem.f(*[ball(m) for m in middle]))
        if centred <= 0 and (value := refutes(problem, middle)) is not None:
            return "refuted", middle, value
        slopes = (None,)*len(box)
        if problem.method != "natural":
            slopes = jacobian(problem.f, x)[0]
            for slope, side, m in zip(slopes, x, middle):
                centred = centred + _ball(slope)*(side - ball(m))
            if (margin := self._holds(centred)) is not None:
                return "settled", "mean value", margin
        if self._contact():
            return "settled", "contact", Fraction(0)
        if not problem.where and (face := self._face(slopes)) is not None:
            return "face", BallPiece(problem, face)
        if narrow(box, problem.bits//2):
            return "stuck", STUCK
        axis = _restless_axis(box, slopes)
        low, high = box[axis]
        return "cut", [BallPiece(problem, box[:axis] + (side,) + box[axis + 1:])
                       for side in ((low, middle[axis]), (middle[axis], high))]

    def _holds(self, value):
        """The proved margin, or None."""
        value = _ball(value)
        if value > 0 or not self.problem.strict and value >= 0:
            return fraction(value.lower()) if value.is_finite() else Fraction(0)
        return None

    def _point(self):
        point = tuple(low for low, _ in self.box)
        if (value := refutes(self.problem, point)) is not None:
            return "refuted", point, value
        value = value_at(self.problem.f, point, self.problem.bits)
        if value is None:
            return "stuck", f"f is not defined at {point}"
        if isinstance(value, Fraction):
            if value > 0 or value == 0 and not self.problem.strict:
                return "settled", "exact", value
        elif (margin := self._holds(value)) is not None:
            return "settled", "natural", margin
        if any(point[i] == v for i, v, _ in self.problem.contacts):
            return "settled", "contact", Fraction(0)
        return "stuck", f"the sign of f at {point} is not decided at {4*self.problem.bits} bits"

    def _face(self, slopes):
        """The face where f is least, if some derivative has one strict sign; None otherwise."""
        signs = [None if slope is None else sign(_ball(slope)) for slope in slopes]
        if not any(s for s, (low, high) in zip(signs, self.box) if low < high):
            return None
        return tuple((low, low) if s == 1 else (high, high) if s == -1 else (low, high)
                     for s, (low, high) in zip(signs, self.box))

    def _contact(self):
        """Does some set of contacts near the piece settle it?"""
        near = [(i, v, order) for i, v, order in self.problem.contacts
                if max(self.box[i][0] - v, v - self.box[i][1]) <= REACH*(self.box[i][1] - self.box[i][0])]
        for size in range(len(near), 0, -1):
            for chosen in combinations(near, size):
                if self._contact_settles(chosen):
                    return True
        return False

    def _contact_settles(self, chosen):
        """f = product of (x_i - v_i)^k_i / k_i! times a mixed derivative of order k at a point between: its sign."""
        side, box, ranks = 1, list(self.box), 0
        for i, v, order in chosen:
            low, high = box[i]
            if order % 2:
                if low < v < high:
                    return False
                side *= 1 if low >= v else -1
            box[i] = min(low, v), max(high, v)
        x = [hull(*pair) for pair in box]
        for i, _, order in chosen:
            for _ in range(order):
                ranks += 1
                x = _moving(x, i, ranks)
        jet = self.problem.f(*x)
        return _finite(jet) and bool(side*_highest(jet, ranks) > 0)


def _ball(value):
    """A formula may return a constant."""
    return value if isinstance(value, arb) else ball(value)


def contact_holds(f, count, contact):
    """Does f vanish to the order of the contact, identically?  Exact; False where it cannot be checked."""
    i, v, order = contact
    ring = generators(count)
    x = list(ring)
    x[i] = ring[0].constant(v)
    for rank in range(1, order):
        x = _moving(x, i, rank)
    try:
        jet = f(*x)
    except (NotPolynomial, NotExact):
        return False
    return all(part == 0 for part in _parts(jet))


def _moving(x, i, rank):
    """The point `x` with its i-th coordinate a dual number of the given rank."""
    return [*x[:i], Dual(x[i], (0*x[i] + 1,), rank), *x[i + 1:]]


def _parts(jet):
    """All derivatives in a nest of dual numbers."""
    if not isinstance(jet, Dual):
        return [jet]
    return _parts(jet.value) + [part for p in jet.gradient for part in _parts(p)]


def _highest(jet, rank):
    """The derivative by every rank of the nest."""
    if rank == 0:
        return jet
    return _highest(jet.gradient[0], rank - 1) if isinstance(jet, Dual) and jet.rank == rank else 0


def _finite(jet):
    return all(not isinstance(part, arb) or part.is_finite() for part in _parts(jet))


def _restless_axis(box, slopes):
    """The axis along which f varies most, by floats: to choose by, never to conclude from."""
    widths = [float(high - low) for low, high in box]
    effects = [width*float(_ball(slope).abs_upper()) if slope is not None and _ball(slope).is_finite() else None
               for width, slope in zip(widths, slopes)]
    if None in effects or not any(effects):
        effects = widths
    return effects.index(max(effects))
