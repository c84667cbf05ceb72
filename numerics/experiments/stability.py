"""Where the zero-error curve attracts: its normal multiplier 1 - 2 mu - w^2 in the (mu, w) plane, both signs of mu.

The curve ab = mu is normally attracting where 0 < 2 mu + w^2 < 2.  For mu > 0 that is the paper's 2 mu + w^2 < 2; for
mu < 0, which mini-batches reach, the curve itself exists only where w^2 >= -4 mu, and attracts somewhere exactly when
-1 < mu (LST-P3.1b).  The measurement: where random orbits from inside the ellipse do end.
"""
from dataclasses import dataclass

import numpy as np

from numerics import maps
from numerics.experiments.portraits import sample_interior


def multiplier(mu, w):
    """The normal multiplier at the point of ab = mu with imbalance w; NaN where there is none.  Broadcasts."""
    with np.errstate(invalid="ignore"):
        s = np.sqrt(w**2 + 4*mu)
    return maps.normal_multiplier((s + w)/2, (s - w)/2)


@dataclass(frozen=True)
class Ends:
    """Where orbits end: mu, w (count,), and the largest |normal multiplier| there, below 1 when all ends are stable."""
    seed: int
    mu: np.ndarray
    w: np.ndarray
    largest_multiplier: float


def ends(count=2000, steps=4000, seed=0, reach=0.98):
    """Orbits at random mu in (-reach, reach), from starts uniform in each one's ellipse; those that end at ab = mu."""
    rng = np.random.default_rng(seed)
    mu = rng.uniform(-reach, reach, count)
    point = sample_interior(rng, count, mu)
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(steps):
            point = maps.product_map(*point, mu)
    a, b = point
    settled = np.abs(maps.error(a, b, mu)) < 1e-9
    a, b = a[settled], b[settled]
    return Ends(seed, mu[settled], a - b, float(np.abs(maps.normal_multiplier(a, b)).max()))
