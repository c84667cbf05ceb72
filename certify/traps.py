"""Traps of the plane map in the modes s = a + b, w = a - b: sets from which the fate of every orbit is proved.

Coordinates: e = (s^2 - w^2)/4 - mu, v = w^2, u = s^2.  Three traps, each in the coordinates (e, v):

settles   0 < mu < 1, convergence to a point of the zero-error curve e = 0 inside its attracting segment v < 2 - 2 mu.
          If |e| <= h and v is in [v1, v2], and if for some r < 1 and k >= exp(2h/((1-h)(1-r))) the ratio M(e, v) = e+/e
          has |M| <= r wherever |e| <= h and v1/k <= v <= v2 k, then by induction |e_n| <= r^n h, and v_n stays in
          [v1/k, v2 k] because |log(1+e_n)| <= |e_n|/(1-h).  So e_n -> 0, s_n and w_n converge, and v_oo < 2 - 2 mu, as
          |1 - 2 mu - v_oo| <= r.
cycle     convergence to an attracting cycle of the balanced line: see `cycle_trap`.
escapes   |mu| < 2, |z| -> infinity: e > 4 and v < (e - 2)(e + mu)/4, or its mirror image e < -4 and
          u < (-e - 2)(-e - mu)/4.  Source: the exterior lemma of the basin theorem (ledger), with proof.
"""
from dataclasses import dataclass
from fractions import Fraction

from flint import arb
from numba import njit

from certify.balls import at, ball, fraction, hull
from certify.rounding import Interval, compiled, point, square
from numerics.algebra import jacobian
from numerics.maps import balanced_map, balanced_ratio, squares_error

SETTLES, CYCLE, ESCAPES = 0, 1, 2     # the target of a proof
SMALLEST = 48   # boxes of a cycle trap are tried down to the size 2^-SMALLEST, above the rounding of the search


def modes_error(s, w, mu):
    """e as a function of the two modes."""
    return squares_error(s**2, w**2, mu)


def error_square_map(e, v, mu):
    """The plane map in (e, v): the imbalance enters through its square alone."""
    return e*(balanced_ratio(e, mu) - v), (1 + e)**2*v


error, ratio = compiled(modes_error), compiled(balanced_ratio)


# --- the balanced cycle, in balls -----------------------------------------------------------------------------------

@dataclass(frozen=True)
class CycleTrap:
    """boxes: per point of the cycle (e_low, e_high, v_high), exact; all orbits from v <= v_high there converge to it.

    period: of the cycle in e;  contraction: a proved bound, below 1, for the return map on every box.
    """
    period: int
    boxes: tuple
    contraction: Fraction


def cycle_trap(mu, longest=64, bits=128):
    """A trap around the attracting cycle of F_mu on the balanced line, or None if none is found and proved.

    mu: a Fraction.  Guarantee (certified): each box maps into itself under `period` steps of (e, v) -> (e+, v+), as a
    contraction in the norm that has the box as its unit ball; by Banach its orbits converge to the one fixed point
    there, whose v is 0, as v = 0 is invariant.  The boxes are disjoint, hence the period is exact.
    """
    cycle = _search(float(mu), longest)
    if cycle is None:
        return None
    boxes, rates = [], []
    for e in cycle:
        for size in range(3, SMALLEST):
            proved = at(bits, _contraction, e, Fraction(1, 2**size), len(cycle), mu)
            if proved:
                boxes.append(proved[0])
                rates.append(proved[1])
                break
        else:
            return None
    ordered = sorted(boxes)
    if any(before[1] >= after[0] for before, after in zip(ordered, ordered[1:])):
        return None
    return CycleTrap(len(cycle), tuple(boxes), max(rates))


def _search(mu, longest):
    """Plain doubles: the points of the cycle that the critical orbit approaches, as Fractions, or None."""
    e = (1 - 2*mu)/3
    for _ in range(20000):
        e = balanced_map(e, mu)
    points = [e]
    while len(points) <= longest:
        e = balanced_map(e, mu)
        if abs(e - points[0]) < 1e-9:
            return [Fraction(x) for x in points]
        points.append(e)
    return None


def _contraction(e, size, period, mu):
    """(box, rate) if the return map is proved to contract the box around (e, 0) into itself; else None.

    The height of the box in v is so small that v moves e by less than the contraction leaves.
    """
    mu, start = ball(mu), ball(e)
    (along, coupling), _ = return_derivative(start, arb(0), period, mu)
    slack = (1 - abs(along))/(1 + 2*abs(coupling))
    if not slack > 0:
        return None
    height = size*fraction(slack.mid())
    (p, q), (r, s) = return_derivative(hull(e - size, e + size), hull(0, height), period, mu)
    flatness = ball(height/size)
    rates = abs(p) + abs(q)*flatness, abs(r)/flatness + abs(s)
    image_e, image_v = start, arb(0)
    for _ in range(period):
        image_e, image_v = error_square_map(image_e, image_v, mu)
    if abs(image_e - start)/ball(size) + rates[0] < 1 and rates[1] < 1:
        return (e - size, e + size, height), max(fraction(rate.upper()) for rate in rates)
    return None


def return_derivative(e, v, period, mu):
    """The Jacobian of `period` steps in (e, v), enclosed over the box e, v of balls."""
    (p, q), (r, s) = (arb(1), arb(0)), (arb(0), arb(1))
    for _ in range(period):
        (a, b), (c, d) = jacobian(error_square_map, (e, v), mu)
        p, q, r, s = a*p + b*r, a*q + b*s, c*p + d*r, c*q + d*s
        e, v = error_square_map(e, v, mu)
    return (p, q), (r, s)


# --- the tests on a point, in balls -----------------------------------------------------------------------------------

def in_trap(s, w, mu, target, trap):
    """True if the point (s, w), exact or balls, is proved to lie in the trap, in balls at the working precision."""
    s, w, mu = ball(s), ball(w), ball(mu)
    e, u, v = modes_error(s, w, mu), s**2, w**2
    if target == CYCLE:
        return any(ball(low) < e and e < ball(high) and v < ball(top) for low, high, top in trap.boxes)
    if target == ESCAPES:
        return bool(e > 4 and v < (e - 2)*(e + mu)/4) or bool(e < -4 and u < (-e - 2)*(-e - mu)/4)
    size = abs(e).upper()
    rate = ((1 + abs(1 - 2*mu - v))/2).upper()
    if not (size < 1 and rate < 1):
        return False
    drift = (2*size/((1 - size)*(1 - rate))).exp()
    return bool(abs(balanced_ratio(arb(0, size), mu) - (v/drift).union(v*drift)) <= rate)


# --- the tests on a box of modes, in compiled intervals ---------------------------------------------------------------

@njit
def settles(s, w, mu):
    """The box lies in the trap of the attracting segment; h, r and k = 1/(1 - exponent) are chosen from the box."""
    e, v = error(s, w, mu), square(w)
    size = max(-e.low, e.high)
    normal = 1 - 2*mu - v
    rate = 0.5*(1.0 + max(-normal.low, normal.high))
    if not (size < 0.5 and rate < 1.0):
        return False
    exponent = 2*point(size)/((1 - point(size))*(1 - point(rate)))
    if not exponent.high < 1.0:
        return False
    drifted = Interval((v*(1 - exponent)).low, (v/(1 - exponent)).high)
    m = ratio(Interval(-size, size), mu) - drifted
    return -rate <= m.low and m.high <= rate


@njit
def in_cycle(s, w, mu, boxes):
    """The box lies in one of the boxes (e_low, e_high, v_high) of a cycle trap."""
    e, v = error(s, w, mu), square(w)
    for low, high, top in boxes:
        if low <= e.low and e.high <= high and v.high <= top:
            return True
    return False


@njit
def escapes(s, w, mu):
    """The box lies in the trap of infinity, on the one side or the other."""
    e, u, v = error(s, w, mu), square(s), square(w)
    if e.low > 4.0:
        return v.high < ((e - 2)*(e + mu)/4).low
    if e.high < -4.0:
        return u.high < ((-e - 2)*(-e - mu)/4).low
    return False
