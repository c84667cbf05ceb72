"""Experiment I.2: the balanced line's bifurcation diagram, its exponents, and which thresholds leave a trace in it.

The paper's set-up is complete: 1400 steps mu in [0, 2.2], r_0 = 0.4 sqrt(mu) + 0.15, 2500 steps of burn-in, 600
recorded.  "Saturation" is taken here as |e| > 1000 or overflow.
"""
from dataclasses import dataclass

import numpy as np

from numerics import maps
from numerics.algebra import derivative
from numerics.bifurcation import diagram as sweep


@dataclass(frozen=True)
class Diagram:
    """Recorded errors e, (keep, columns), NaN in divergent columns; arrays (columns,).

    divergent      the column saturates
    longitudinal   mean of log|F_mu'(e)| over the recorded steps
    transverse     mean of log|1 + e|
    period         least period up to 64, 0 where none is seen: see `periods`
    """
    mu: np.ndarray
    errors: np.ndarray
    divergent: np.ndarray
    longitudinal: np.ndarray
    transverse: np.ndarray
    period: np.ndarray


def diagram(columns=1400, low=0.0, high=2.2, burn=2500, keep=600):
    """The paper's sweep of mu; exponents and periods of every column."""
    mu = np.linspace(low, high, columns)
    r = 0.4*np.sqrt(mu) + 0.15
    swept = sweep(mu, r**2 - mu, burn, keep)
    errors = swept.errors.T
    with np.errstate(invalid="ignore", divide="ignore"):
        longitudinal = np.log(np.abs(derivative(maps.balanced_map, errors, mu))).mean(0)
        transverse = np.log(np.abs(maps.imbalance_multiplier(errors))).mean(0)
    return Diagram(mu, errors, swept.divergent, longitudinal, transverse, periods(errors))


def periods(errors, most=64, tolerance=1e-9, separation=1e-6):
    """The least p <= most with |e_(k+p) - e_k| < tolerance throughout, (columns,); 0 where there is none.

    Column by column; 0, not a wrong period, also where an orbit still approaches its cycle: where it repeats after p
    steps but comes within `separation` of repeating earlier (an alternating approach to a fixed point is not a
    two-cycle).
    """
    found = np.zeros(errors.shape[1], dtype=int)
    closest = np.full(errors.shape[1], np.inf)
    for p in range(1, most + 1):
        with np.errstate(invalid="ignore"):
            defect = np.abs(errors[p:] - errors[:-p]).max(0)
        found[(found == 0) & (defect < tolerance) & (closest > separation)] = p
        closest = np.minimum(closest, defect)
    return found


@dataclass(frozen=True)
class Boundaries:
    """Regime boundaries seen on the grid (LST-I2a, I2b), beside 1, sqrt 5 - 1, 2 and 2 sqrt 2 - 2.

    spacing is the grid's.  `tail_near_monotone` is the largest recorded |e| for 0.70 <= mu <= 0.95: the threshold
    2 sqrt 2 - 2 = 0.828... lies in the middle and leaves no trace.  `ratio_below` and `ratio_above` are the largest
    |F(e)/e| over the invariant interval 0.005 below and above it: 1 and more than 1, which is where it does show.
    """
    spacing: float
    first_two_cycle: float
    last_two_cycle: float
    last_bounded: float
    first_divergent: float
    exceptions: int
    tail_near_monotone: float
    ratio_below: float
    ratio_above: float


def boundaries(found=None):
    """Read the boundaries off a `Diagram` (default: the paper's)."""
    found = diagram() if found is None else found
    mu = found.mu
    two = mu[(found.period == 2) & (mu < 1.5)]
    between = (mu > two.min()) & (mu < two.max())
    bounded = mu[~found.divergent]
    near = (mu >= 0.70) & (mu <= 0.95)
    threshold = 2*np.sqrt(2) - 2
    below, above = (worst_ratio(threshold + shift) for shift in (-0.005, 0.005))
    exceptions = int((found.period[between] != 2).sum() + found.divergent[mu <= bounded.max()].sum())
    return Boundaries(mu[1] - mu[0], two.min(), two.max(), bounded.max(), mu[found.divergent].min(), exceptions,
                      float(np.abs(found.errors[:, near]).max()), below, above)


def worst_ratio(mu, points=200_001):
    """The largest |F_mu(e)/e| over a grid of the invariant interval [-mu, 2]."""
    return float(np.abs(maps.balanced_ratio(np.linspace(-mu, 2, points), mu)).max())


def survivors(mu=2.05, count=400_000, steps=40, seed=0):
    """Starts uniform in [-mu, 2] whose balanced orbit is still there after k steps, (steps + 1,) counts (LST-I2c).

    For mu > 2 they decay geometrically: almost every start escapes, a Cantor set does not (the fixed point 0 is in it).
    """
    e = np.random.default_rng(seed).uniform(-mu, 2, count)
    alive = np.ones(count, dtype=bool)
    counts = [count]
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(steps):
            e = maps.balanced_map(e, mu)
            alive &= (e >= -mu) & (e <= 2)
            counts.append(int(alive.sum()))
    return np.array(counts)
