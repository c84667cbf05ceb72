"""V = log|4 - R| - A log v - B log u climbs along every orbit off the axes and the ellipse: the reason for the basins.

V(Phi(z)) - V(z) = log q_mu(e) - 2 A log|1 + e| - 2 B log|1 - e| >= 0, with equality only at e = 0: the identities of
the normal form and weighted AM-GM (A = (2 + mu)/4, B = (2 - mu)/4).  So interior orbits have nowhere to recur
(LST-N0, N1, N2).
"""
from dataclasses import dataclass

import numpy as np

from numerics import maps
from numerics.experiments.portraits import attracting_cycle, orbits, sample_interior


def height(a, b, mu):
    """V at (a, b), |mu| < 2: +inf on the two axes a = b and a = -b, -inf on the ellipse.  Broadcasts."""
    s, w = a + b, a - b
    A, B = maps.amgm_weights(mu)
    with np.errstate(divide="ignore"):
        return np.log(np.abs(4 - maps.ellipse(s, w, mu))) - A*np.log(w**2) - B*np.log(s**2)


def ascent(e, mu):
    """The exact increase of V in one step, as a function of the error e: >= 0, and 0 only at e = 0.  Broadcasts."""
    A, B = maps.amgm_weights(mu)
    with np.errstate(divide="ignore"):
        return (np.log(maps.growth(e, mu)) - 2*A*np.log(np.abs(maps.imbalance_multiplier(e)))
                - 2*B*np.log(np.abs(maps.symmetric_multiplier(e))))


@dataclass(frozen=True)
class Climb:
    """V along random interior orbits at one mu.

    orbits    (steps + 1, 2, count)
    heights   (steps + 1, count)
    largest_fall    the largest decrease of V in one step: rounding only
    mismatch        largest |V(z+) - V(z) - ascent(e)| while |w| > 1e-3, where float64 resolves V
    cycle           the attracting balanced cycle, None at mu < 1 or where none of period <= 64 is found
    rate            the mean climb per step on it, -2 A (transverse exponent); None without a cycle
    """
    seed: int
    mu: float
    orbits: np.ndarray
    heights: np.ndarray
    largest_fall: float
    mismatch: float
    cycle: object
    rate: object


def climb(mu, count=12, steps=60, seed=0):
    """V along `count` orbits whose starts are uniform in the ellipse."""
    path = orbits(sample_interior(np.random.default_rng(seed), count, mu), mu, steps)
    heights = height(path[:, 0], path[:, 1], mu)
    e = maps.error(path[:-1, 0], path[:-1, 1], mu)
    resolved = np.abs(path[1:, 0] - path[1:, 1]) > 1e-3
    with np.errstate(invalid="ignore"):
        steps_up = np.diff(heights, axis=0)
    cycle = attracting_cycle(mu) if mu > 1 else None
    rate = None
    if cycle is not None:
        rate = -2*maps.amgm_weights(mu)[0]*np.log(abs(cycle.transverse))/cycle.period
    return Climb(seed, mu, path, heights, float(-steps_up[resolved].min()),
                 float(np.abs(steps_up - ascent(e, mu))[resolved].max()), cycle, rate)
