"""Experiment I.1: is one-prompt training the product map?

Appendix I.1 trains the full layer and projects every step back onto the active scalar sector; with the projection the
agreement holds by construction.  Here the same start is also trained without projection, with the last column frozen
(the reading of Proposition 2.1 that is exact) and in an eigenvector sector (exact under full gradient descent).

Under-specified in the paper: the split of A_0 B_0 = 0.9775 mu into its factors, and the seed.  Taken here: A_0 = 1.15
sqrt(mu), B_0 = 0.85 sqrt(mu), whose product is that; 50 prompts beside the one that is drawn.  A balanced split
changes the sizes of the discrepancies, not the finding: `discrepancies(split=...)`.
"""
from dataclasses import dataclass

import numpy as np

from numerics import maps
from numerics.attention import gradient, residuals, sample_prompts
from numerics.attention_sectors import (coordinates, eigenmodes, eigenvector_point, eigenvector_rate, frozen_column,
                                        mode_coordinates, onto_sector, rate_for, sector_point, single, transverse_part)
from numerics.attention_training import escape_step, train, unconstrained

SPLIT = (1.15, 0.85)
PROJECTIONS = {"projected": onto_sector, "frozen": frozen_column, "unconstrained": unconstrained}


@dataclass(frozen=True)
class Reduction:
    """Orbits (A, B) of several prompts at one mu; arrays (2, steps + 1) and (2, steps + 1, prompts)."""
    seed: int
    mu: float
    start: tuple
    reduced: np.ndarray
    projected: np.ndarray
    frozen: np.ndarray
    unconstrained: np.ndarray
    escaped: np.ndarray
    """(prompts,): step at which unconstrained training exceeds 1e8, or -1."""

    def discrepancy(self, name):
        """Distance in the (A, B) plane from the reduced orbit, (steps + 1, prompts); `name` as in `PROJECTIONS`."""
        orbit = getattr(self, name)
        with np.errstate(over="ignore", invalid="ignore"):
            return np.hypot(*(orbit - self.reduced[..., None]))


def reduced_orbit(start, mu, steps):
    """The orbit of the product map, shape (2, steps + 1)."""
    orbit = np.empty((2, steps + 1))
    orbit[:, 0] = start
    for k in range(steps):
        orbit[:, k + 1] = maps.product_map(*orbit[:, k], mu)
    return orbit


def reduction(mu, seed=0, prompts=1, steps=300, split=SPLIT, dimension=3, examples=20):
    """Train `prompts` prompts at the effective step mu in all three ways from one start of the sector."""
    data = sample_prompts(np.random.default_rng(seed), (prompts, 1), dimension, examples)
    start = tuple(x*np.sqrt(mu) for x in split)
    rate = rate_for(data, mu)[:, 0]
    U = sector_point(data, rate, start)
    orbits, escaped = {}, None
    for name, project in PROJECTIONS.items():
        iterates = train(U, data, rate, steps, project)
        with np.errstate(over="ignore", invalid="ignore"):
            orbits[name] = np.array(coordinates(iterates, data, rate))
        if name == "unconstrained":
            escaped = escape_step(iterates, 1e8)
    return Reduction(seed, mu, start, reduced_orbit(start, mu, steps), **orbits, escaped=escaped)


@dataclass(frozen=True)
class Discrepancies:
    """What LST-I1a and LST-I1b are about, at one mu."""
    mu: float
    projected_median: float
    projected_worst: float
    frozen_worst: float
    unconstrained_second_step: float
    """Median over prompts of the distance from the reduced orbit after two unconstrained steps."""
    diverged: int
    """Prompts whose unconstrained training diverges although the reduced orbit stays bounded."""
    prompts: int


def discrepancies(mu, seed=0, prompts=50, steps=300, split=SPLIT):
    """Largest distance along the orbit from the reduced map, with and without projection (LST-I1a, I1b)."""
    run = reduction(mu, seed, prompts, steps, split)
    projected = run.discrepancy("projected").max(0)
    return Discrepancies(mu, float(np.median(projected)), float(projected.max()),
                         float(run.discrepancy("frozen").max()),
                         float(np.median(run.discrepancy("unconstrained")[2])),
                         int((run.escaped >= 0).sum()), prompts)


@dataclass(frozen=True)
class Departure:
    """How the sector is left, for one prompt and several learning rates (LST-P2.1b).

    `transverse` is |U_(1..d, d+1)| after one step over eta |E|: constant in eta, equal to `predicted`.  `order` is the
    slope of its logarithm in log eta (paper: 2; true: 1).  `two_step` is the distance from the reduced orbit after two
    steps, in the unnormalised (a, b), and `two_step_order` its slope: 2.
    """
    rates: np.ndarray
    transverse: np.ndarray
    predicted: float
    order: float
    two_step: np.ndarray
    two_step_order: float


def departure(seed=0, mu=0.5, factors=(1e-1, 1e-2, 1e-3, 1e-4), split=SPLIT, dimension=3, examples=20):
    """One and two full steps from the sector at learning rates `factors` times the one of `mu`, from one start U.

    Exact: the transverse part after one step is -2 eta E P (G S), S = sum_i x_(q,i) u_i, P the projection onto the
    first d coordinates: first order in eta.
    """
    data = sample_prompts(np.random.default_rng(seed), (1, 1), dimension, examples)
    rate = rate_for(data, mu)[:, 0]
    U = sector_point(data, rate, tuple(x*np.sqrt(mu) for x in split))
    error = abs(float(residuals(U, data)[0, 0]))
    prompt = single(data)
    active = U[0, :, :-1] @ prompt.query[0]
    predicted = 2*float(np.linalg.norm((prompt.gram[0] @ active)[:-1]))

    rates = rate[0]*np.array(factors)
    transverse, two_step = [], []
    for eta in rates:
        full = U - eta*gradient(U, data)
        transverse.append(float(transverse_part(full)[0])/(eta*error))
        twice = full - eta*gradient(full, data)
        projected = onto_sector(full, data)
        projected = onto_sector(projected - eta*gradient(projected, data), data)
        A, B = (x - y for x, y in zip(coordinates(twice, data, rate), coordinates(projected, data, rate)))
        two_step.append(float(np.hypot(A, B)[0]))
    transverse, two_step = np.array(transverse), np.array(two_step)
    return Departure(rates, transverse, predicted, _slope(rates, transverse*rates), two_step, _slope(rates, two_step))


def _slope(x, y):
    return float(np.polyfit(np.log(x), np.log(y), 1)[0])


def flow_departure(mu=0.5, seed=0, prompts=50, factors=(1e-1, 1e-2, 1e-3), split=SPLIT, time=1):
    """Distance in (A, B) from the reduced flow after flow time `time` (in units of mu's rate), for ever smaller steps.

    Returns (factors, prompts).  It tends to a positive limit: gradient flow leaves the sector too (LST-P2.1b).
    """
    data = sample_prompts(np.random.default_rng(seed), (prompts, 1))
    unit = rate_for(data, mu)[:, 0]
    U = sector_point(data, unit, tuple(x*np.sqrt(mu) for x in split))
    distances = []
    for factor in factors:
        steps = round(time/factor)
        full, reduced = (coordinates(train(U, data, unit*factor, steps, project)[-1], data, unit)
                         for project in (unconstrained, onto_sector))
        distances.append(np.hypot(full[0] - reduced[0], full[1] - reduced[1]))
    return np.array(distances)


def eigenvector_discrepancy(mu=1.3, seed=0, prompts=50, steps=200, mode=-1, split=SPLIT):
    """Largest distance of full training in the sector of eigenvector `mode` (-1: the largest) from the product map.

    Returns (prompts,).  No projection is made (LST-P2.1c).  Sectors of smaller eigenvalues are invariant as well but
    transversely unstable at large steps: rounding grows, to NaN where training diverges.
    """
    data = sample_prompts(np.random.default_rng(seed), (prompts, 1))
    start = tuple(x*np.sqrt(mu) for x in split)
    rate = eigenvector_rate(data, mode, mu)
    iterates = train(eigenvector_point(data, mode, rate, start), data, rate, steps)
    eigenvalues = eigenmodes(data)[0]
    with np.errstate(over="ignore", invalid="ignore"):
        A, B = (x[..., mode]*eigenvalues[:, mode] for x in mode_coordinates(iterates, data, rate))
        reduced = reduced_orbit(start, mu, steps)[..., None]
        return np.hypot(A - reduced[0], B - reduced[1]).max(0)
