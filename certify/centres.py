"""Superstable parameters of the balanced map in compiled intervals: every solution of F_mu^p(c) = c, isolated.

c is the one critical point with a free orbit; each solution of exact period p is the *centre* of one hyperbolic
component.
"""
import numpy as np
from numba import njit

from certify.kneading import critical_point
from certify.rounding import Interval, common, compiled, inside, middle, partials, point
from numerics import maps

FINEST = 2.0**-46          # the narrowest parameter interval that is still bisected


F, turning = compiled(maps.balanced_map), compiled(critical_point)
(F_e, F_mu), = partials(maps.balanced_map, "e mu")
(turning_mu,), = partials(critical_point, "mu")


@njit
def centred(x, mu):
    """F_mu(x) by the mean-value form in x."""
    middle_x = point(middle(x))
    return F(middle_x, mu) + F_e(x, mu)*(x - middle_x)


@njit
def displacement(mu, period):
    """Enclosures of G = F_mu^period(c) - c and dG/dmu over `mu`, and of G at its middle.

    The orbit of the middle is carried beside the orbit of the whole, which is then middle + slope*(mu - middle).
    """
    centre = point(middle(mu))
    offset = mu - centre
    x, x_mu, x_centre = turning(mu), turning_mu(mu), turning(centre)
    for _ in range(period):
        x_mu = F_e(x, mu)*x_mu + F_mu(x, mu)
        x_centre = centred(x_centre, centre)
        x = common(x_centre + x_mu*offset, Interval(-mu.high, 2.0))   # F_mu maps [-mu, 2] to itself
    slope = x_mu - turning_mu(mu)
    at_centre = x_centre - turning(centre)
    return at_centre + slope*offset, slope, at_centre


@njit
def side(mu, period):
    """The sign of G at one parameter, 0 if undecided."""
    value, _, _ = displacement(point(mu), period)
    if value.low > 0.0:
        return 1
    if value.high < 0.0:
        return -1
    return 0


@njit
def refined(mu, period):
    """`mu` (an interval where G is monotone and has a zero), narrowed by Newton's method around that zero."""
    for _ in range(8):
        _, slope, at_centre = displacement(mu, period)
        if not (slope.low > 0.0 or slope.high < 0.0):
            break
        better = common(mu, point(middle(mu)) - at_centre/slope)
        if not better.high - better.low < 0.5*(mu.high - mu.low):
            break
        mu = better
    return mu


@njit
def isolate(period, low, high, centres):
    """All zeros of G = F_mu^period(c) - c in [low, high]: rows (low, high) of `centres`, each with exactly one.

    Returns (number found, boxes, boxes undecided).  A subinterval is dropped because G has no zero there, or
    G is monotone there and keeps its sign; it is kept as a zero where G is monotone and Newton's image lies inside, or
    where G changes sign; else it is bisected, and given up as undecided below `FINEST` or when `centres` is full.
    """
    stack = np.empty((256, 2))
    stack[0] = low, high
    depth, found, boxes, undecided = 1, 0, 0, 0
    while depth > 0 and found < len(centres):
        depth -= 1
        a, b = stack[depth]
        boxes += 1
        mu = Interval(a, b)
        value, slope, at_centre = displacement(mu, period)
        if value.low > 0.0 or value.high < 0.0:
            continue
        if slope.low > 0.0 or slope.high < 0.0:
            newton = point(middle(mu)) - at_centre/slope
            if newton.low > b or newton.high < a:
                continue
            left, right = 0, 0
            if not inside(newton, mu):
                left, right = side(a, period), side(b, period)
                if left*right > 0:
                    continue
            if left*right < 0 or inside(newton, mu):
                zero = refined(common(newton, mu), period)
                centres[found] = zero.low, zero.high
                found += 1
                continue
        if b - a < FINEST:
            undecided += 1
            continue
        cut = middle(mu) + (b - a)/64.0     # off the middle: a zero is not likely to lie on a cut
        stack[depth] = cut, b
        stack[depth + 1] = a, cut
        depth += 2
    return found, boxes, undecided + depth


@njit
def divides(low, high, period, divisor):
    """1 if the one zero of G_period in [low, high] is one of G_divisor, -1 if it is not, 0 if undecided.

    A zero of G_divisor, proved by a change of sign, is one of G_period, and the only one where G_period is monotone.
    """
    value, _, _ = displacement(Interval(low, high), divisor)
    if value.low > 0.0 or value.high < 0.0:
        return -1
    for _ in range(4):
        _, slope, _ = displacement(Interval(low, high), period)
        if not (slope.low > 0.0 or slope.high < 0.0):
            break
        if side(low, divisor)*side(high, divisor) < 0:
            return 1
        low, high = low - (high - low), high + (high - low)
    return 0
