"""The basins of the plane map: which starts escape and when, and which of the two symmetric limits the others reach.

Inside the Chebyshev ellipse every start outside a null set stays (LST-N1, N2), outside every start outside a null set
escapes (LST-N3).  The limits come in pairs exchanged by (a, b) -> (-a, -b): the two branches of the zero-error curve,
or two balanced cycles.  The sign of a + b at the end tells them apart.
"""
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from numerics import maps
from numerics.bulk import escape_time, iterate
from numerics.experiments.portraits import attracting_cycle, sample_interior


RADIUS = 1000


def follow(a, b, mu, steps):
    """(times, a_end, b_end) of starts (a, b), each in the shape of a.

    times  the first step at which |a| + |b| reaches RADIUS or is not a number, -1 where there is none within `steps`
    ends   the point after `steps` steps: inf or NaN where the orbit has overflowed
    """
    return escape_time(a, b, mu, steps, RADIUS), *iterate(a, b, mu, steps)


@dataclass(frozen=True)
class Basin:
    """One picture; arrays [i, j] for the start (a[j], b[i]).

    times   the step at which |a| + |b| reaches RADIUS; -1 where it does not within the budget
    side    +1 or -1: the sign of a + b after the last step, of the starts that stay; 0 elsewhere
    mismatches   pixels at least one pixel's width off the ellipse that stay although R > 4, or escape although R < 4
    """
    mu: float
    grid: np.ndarray
    times: np.ndarray
    side: np.ndarray
    mismatches: int


def basin(mu, pixels=900, reach=2.6, steps=600):
    """The picture of the square |a|, |b| <= reach at `pixels` squared starts, none of them on the axis a + b = 0."""
    grid = np.linspace(-reach, reach, pixels, endpoint=False) + 0.3*reach/pixels
    a, b = np.meshgrid(grid, grid)
    times, *end = follow(a, b, mu, steps)
    R = maps.ellipse(a + b, a - b, mu)
    side = np.where(times < 0, np.sign(end[0] + end[1]), 0).astype(np.int8)
    width = 8*reach*(grid[1] - grid[0])*(1/(2 + mu) + 1/(2 - mu))
    wrong = ((R > 4 + width) & (times < 0)) | ((R < 4 - width) & (times >= 0))
    return Basin(mu, grid, times, side, int(wrong.sum()))


@dataclass(frozen=True)
class Fates:
    """Random starts inside and outside the ellipse at one mu (LST-I3b, I3c).

    inside, outside   starts sampled
    stayed            inside starts that do not escape
    converged         inside starts whose error ends below 1e-8 (mu < 1: all but a null set)
    balanced          inside starts whose imbalance ends below 1e-8 (mu > 1: all but a null set)
    escaped           outside starts that escape
    slowest           the largest escape time among them
    """
    mu: float
    inside: int
    outside: int
    stayed: int
    converged: int
    balanced: int
    escaped: int
    slowest: int


def fates(mu, count=6000, steps=4000, seed=0, furthest=2):
    """`count` starts uniform in the ellipse and `count` uniform in the ring up to `furthest` times the ellipse."""
    rng = np.random.default_rng(seed)
    inner = sample_interior(rng, count, mu)
    ring = np.sqrt(rng.uniform(1, furthest**2, count))
    direction = sample_interior(rng, count, mu)
    R = maps.ellipse(direction[0] + direction[1], direction[0] - direction[1], mu)
    outer = direction*(2*ring/np.sqrt(R))

    stays, a, b = follow(*inner, mu, steps)
    times = escape_time(*outer, mu, steps, RADIUS)
    return Fates(mu, count, count, int((stays < 0).sum()), int((np.abs(maps.error(a, b, mu)) < 1e-8).sum()),
                 int((np.abs(a - b) < 1e-8).sum()), int((times >= 0).sum()), int(times.max()))


def exterior_exception(mu=Fraction(1, 2), e=2, v=1):
    """(R - 4, next e) of the exterior point with error e and w^2 = v: exact, (16/15, 0) at the defaults (LST-I3b).

    It lies outside the ellipse, lands on the zero-error curve in one step and rests there: it never escapes.
    """
    u = v + 4*(e + mu)
    return u/(2 + mu) + v/(2 - mu) - 4, maps.squares_error(*maps.squares_map(u, v, mu), mu)


def settling(mu, count=1500, steps=4000, seed=0, tolerance=1e-6):
    """(period, starts that settle, starts): how many of `count` interior starts end on the attracting balanced cycle.

    They settle when |w| and the distance of e from the cycle are both below `tolerance` after `steps` steps (LST-N5).
    Raises ValueError where no attracting cycle of period <= 64 is found.
    """
    cycle = attracting_cycle(mu)
    if cycle is None:
        raise ValueError(f"no attracting cycle of period <= 64 found at mu = {mu}: write a mu inside a periodic window")
    a, b = iterate(*sample_interior(np.random.default_rng(seed), count, mu), mu, steps)
    distance = np.abs(maps.error(a, b, mu)[:, None] - cycle.points).min(1)
    return cycle.period, int(((distance < tolerance) & (np.abs(a - b) < tolerance)).sum()), count


def divergence(mu, count=20_000, steps=20_000, reach=3.0, seed=0):
    """(starts that stay bounded, slowest escape) among `count` in the square |a|, |b| <= reach, mu >= 2 (LST-T3.7f)."""
    a, b = np.random.default_rng(seed).uniform(-reach, reach, (2, count))
    times = escape_time(a, b, mu, steps, RADIUS)
    return int((times < 0).sum()), int(times.max())
