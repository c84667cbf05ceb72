"""Experiment I.3: orbits of the plane map inside and outside the Chebyshev ellipse.

Under-specified in the paper: the four starts, "picked by hand".  Taken here: `STARTS`, as multiples of the ellipse's
own coordinates, two inside and two outside, one of these near the first quadrant and one near the second.  The
finding does not depend on them: `basin.fates` samples thousands.

What the picture corrects: mu = 1.3 lies beyond sqrt 5 - 1, so the interior orbits do not settle onto the first
two-cycle; `attracting_cycle` finds what they do settle onto.  And no orbit spirals: `approach`.
"""
from dataclasses import dataclass

import numpy as np

from numerics import maps
from numerics.algebra import derivative

STARTS = ((0.80, 0.62), (0.86, 2.45), (1.15, 0.60), (1.20, -1.50))
"""(radius, angle) of `from_ellipse`: inside where radius < 1."""


def from_ellipse(radius, angle, mu):
    """(a, b) at `radius` times the point of the ellipse with parameter `angle`; there R = 4 radius^2.  Broadcasts."""
    s = 2*radius*np.sqrt(2 + mu)*np.cos(angle)
    w = 2*radius*np.sqrt(2 - mu)*np.sin(angle)
    return (s + w)/2, (s - w)/2


def sample_interior(rng, count, mu):
    """Points uniform in the ellipse, (2, count)."""
    return np.array(from_ellipse(np.sqrt(rng.random(count)), 2*np.pi*rng.random(count), mu))


def orbits(points, mu, steps):
    """Orbits of the plane map, (steps + 1, 2, ...), from points (2, ...); inf, then NaN, where they overflow."""
    path = np.empty((steps + 1, *np.shape(points)))
    path[0] = points
    with np.errstate(over="ignore", invalid="ignore"):
        for k in range(steps):
            path[k + 1] = maps.product_map(*path[k], mu)
    return path


@dataclass(frozen=True)
class Portrait:
    """Four orbits at one mu: orbits (steps + 1, 2, 4), and whether each starts inside the ellipse (4,)."""
    mu: float
    orbits: np.ndarray
    inside: np.ndarray


def portrait(mu, steps=200, starts=STARTS):
    """The orbits of `starts` for `steps` steps."""
    radius, angle = np.array(starts).T
    points = np.array(from_ellipse(radius, angle, mu))
    return Portrait(mu, orbits(points, mu, steps), radius < 1)


# --- the attracting cycle -----------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Cycle:
    """An attracting cycle of F_mu on the balanced line; numerical only (`certify.phase` certifies it)."""
    mu: float
    points: np.ndarray
    longitudinal: float
    transverse: float

    @property
    def period(self):
        return len(self.points)


def balanced_cycle_map(e, mu, period):
    """F_mu iterated `period` times."""
    for _ in range(period):
        e = maps.balanced_map(e, mu)
    return e


def attracting_cycle(mu, most=64, burn=100_000):
    """The attracting cycle that attracts the free critical point c = (1 - 2 mu)/3, or None up to period `most`.

    Newton's method on F^p(x) = x from the end of the critical orbit, p = 1, 2, ...: the first p whose root is within
    1e-6 of the orbit and has |multiplier| < 1.  Slow near a bifurcation, where the critical orbit has not yet arrived.
    """
    end = balanced_cycle_map((1 - 2*mu)/3, mu, burn)
    for period in range(1, most + 1):
        root = _newton(end, mu, period)
        if root is not None and abs(derivative(balanced_cycle_map, root, mu, period)) < 1:
            points = [root]
            for _ in range(period - 1):
                points.append(maps.balanced_map(points[-1], mu))
            points = np.array(points)
            return Cycle(mu, points, float(derivative(balanced_cycle_map, root, mu, period)),
                         float(np.prod(maps.imbalance_multiplier(points))))
    return None


def _newton(start, mu, period):
    """The root of F^p(x) = x within 1e-6 of `start`, or None."""
    root = start
    for _ in range(8):
        slope = derivative(balanced_cycle_map, root, mu, period)
        if slope == 1:
            return None
        root -= (balanced_cycle_map(root, mu, period) - root)/(slope - 1)
        if abs(root - start) > 1e-6:
            return None
    return root


# --- how interior orbits approach the zero-error curve -------------------------------------------------------------

@dataclass(frozen=True)
class Approach:
    """Approach of interior orbits to the zero-error curve at mu < 1 (LST-I3d); arrays (orbits,).

    ratio      last measured e+/e: real, equal to the normal multiplier 1 - 2 mu - w^2 at the limit
    predicted  that multiplier
    turning    largest angle, in radians, between the line through the limit and the orbit and the curve's normal, over
               the last decades of the approach: 0 in the limit, where a spiral would turn without end
    """
    ratio: np.ndarray
    predicted: np.ndarray
    turning: np.ndarray


def approach(mu=0.7, count=1000, seed=0, steps=400):
    """Random interior orbits: the direction in which each reaches its limit.

    The plane map is the identity minus a gradient, its Jacobian is symmetric, its multipliers are real at every point.
    """
    path = orbits(sample_interior(np.random.default_rng(seed), count, mu), mu, steps)
    limit = path[-1]
    e = maps.error(path[:, 0], path[:, 1], mu)
    clear = (np.abs(e) < 1e-3) & (np.abs(e) > 1e-6) & (np.abs(e[-1]) < 1e-12)
    clear[-1] = False
    offset, normal = path - limit, limit[::-1]
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = e[1:]/e[:-1]
        sine = (offset[:, 0]*normal[1] - offset[:, 1]*normal[0])/(
            np.linalg.norm(offset, axis=1)*np.linalg.norm(normal, axis=0))
    angle = np.where(clear, np.abs(np.arcsin(np.clip(sine, -1, 1))), 0).max(0)
    last = len(clear) - 1 - clear[::-1].argmax(0)
    seen = np.flatnonzero(clear.any(0))
    return Approach(ratios[last[seen], seen], maps.normal_multiplier(*limit)[seen], angle[seen])
