"""The attracting cycle of the balanced map F_mu, searched in plain doubles and proved in balls.

F_mu has one critical point with a free orbit, hence at most one attracting cycle, and the critical orbit converges to
it.
"""
from dataclasses import dataclass

from flint import arb

from certify.balls import at, ball, hull
from numerics.algebra import derivative, jacobian
from numerics.maps import balanced_map, imbalance_multiplier

STEPS = 100_000     # of the critical orbit, before a return is looked for
NEAR = 1e-3         # a return within it makes a period a candidate
CANDIDATES = 6      # of which so many are tried


@dataclass(frozen=True)
class AttractingCycle:
    """A proved attracting cycle: its exact period, its points, and its two multipliers, as balls.

    longitudinal   product of F_mu'(e_i), of absolute value below 1: attraction along the balanced line
    transverse     product of 1 + e_i: what the imbalance is multiplied by in one period
    """
    period: int
    points: tuple
    longitudinal: arb
    transverse: arb


def attracting_cycle(mu, longest=256):
    """The attracting cycle of F_mu as an `AttractingCycle`, or None: undecided (there may be none, or a longer one).

    mu: a Fraction in (0, 2].  longest: the longest period that is tried.
    Guarantee (certified): never a wrong period; near a flip the answer may be None.
    """
    for period, start in _candidates(mu, longest):
        bits = 160 + 8*period
        cycle = at(bits, proved_cycle, mu, period, start, arb(2)**(-bits//2))
        if cycle is not None:
            return cycle
    return None


def _candidates(mu, longest):
    """(period, a point near a cycle) in the order in which they are worth a proof."""
    if mu < 1:
        return [(1, arb(0))]
    if 1 < mu and (mu + 1)**2 < 5:
        return [(2, at(256, lambda: (1 - ball(mu) + (ball(mu)**2 + 2*ball(mu) - 3).sqrt())/2).mid())]
    e = (1 - 2*float(mu))/3
    for _ in range(STEPS):
        e = balanced_map(e, float(mu))
    x, returns = e, []
    for period in range(1, longest + 1):
        x = balanced_map(x, float(mu))
        if abs(x - e) < NEAR:
            returns.append((period, arb(e)))
    return returns[:CANDIDATES]


def closing(x, mu, period):
    """(F^period(x) - x, its multiplier): the first is 0 on periodic points."""
    y, multiplier = x, 1
    for _ in range(period):
        multiplier = jacobian(balanced_map, (y, mu))[0][0]*multiplier
        y = balanced_map(y, mu)
    return y - x, multiplier


def proved_cycle(mu, period, start, radius):
    """The attracting cycle of exactly `period` near the point `start`, proved at the working precision, or None.

    By the mean-value theorem: on X = [x - radius, x + radius] the multiplier m satisfies |m| < 1, and F^period(x) is
    within (1 - |m|) radius of x: a contraction of X into itself.  Exact period: the images of X before it are off X.
    """
    mu, x = ball(mu), start
    for _ in range(8):
        gap, multiplier = closing(x, mu, period)
        x = (x - gap/(multiplier - 1)).mid()
    gap, _ = closing(x, mu, period)
    points, longitudinal, transverse = [hull(x - radius, x + radius)], arb(1), arb(1)
    for _ in range(period):
        longitudinal *= derivative(balanced_map, points[-1], mu)
        transverse *= imbalance_multiplier(points[-1])
        points.append(balanced_map(points[-1], mu))
    contracting = abs(longitudinal) < 1 and abs(gap) < (1 - abs(longitudinal))*radius
    if not contracting or any(points[0].overlaps(y) for y in points[1:period]):
        return None
    return AttractingCycle(period, tuple(points[:period]), longitudinal, transverse)
