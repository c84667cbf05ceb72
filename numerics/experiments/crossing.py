"""Experiment I.4: a single mini-batch step across the full batch's ellipse.

From the full-batch solution (sqrt mu, sqrt mu) a batch with parameter mu + xi lands outside the ellipse of mu exactly
when mu (xi^2 + 2 xi) > 2 (Corollary 6.4).  The corollary is exact, so the comparison is made sample by sample.

Under-specified in the paper: the population (`populations`).  Taken for the picture: truncated Cauchy noise of scale
0.3, truncation 2, one example raised to 2.4.  `excursions` compares six populations: exit fractions vary tenfold,
single-example runs diverge in all of them.
"""
from dataclasses import dataclass

import numpy as np

from numerics import maps
from numerics.experiments import populations
from numerics.minibatch import batch_parameters

MU = 0.6
CHOICES = ((0.05, 1.0), (0.1, 1.0), (0.1, 2.0), (0.2, 1.5), (0.3, 2.0), (0.5, 2.0))
"""(scale, truncation) of the six populations that are compared."""


def crosses(xi, mu):
    """Corollary 6.4: whether a batch of mu + xi takes (sqrt mu, sqrt mu) outside the ellipse of mu.  Broadcasts."""
    return mu*(xi**2 + 2*xi) > 2


@dataclass(frozen=True)
class Landings:
    """One step from the full-batch solution under many batches of one size; arrays (..., samples).

    points    (2, samples)    where the batches land
    outside   measured from the landing point: D_mu > 0
    predicted by Corollary 6.4 from xi alone
    """
    size: int
    xi: np.ndarray
    points: np.ndarray
    outside: np.ndarray
    predicted: np.ndarray

    @property
    def fraction(self):
        """The empirical exit fraction."""
        return float(self.outside.mean())

    @property
    def mismatches(self):
        """Samples on which the corollary and the landing point disagree."""
        return int((self.outside != self.predicted).sum())


def landings(values, size, samples=3000, seed=0, mu=MU):
    """`samples` independent batches of `size` from the population `values`, one step each."""
    nu = batch_parameters(values, size, samples, 1, seed=1000*seed + size)[0]
    root = np.sqrt(mu)
    a, b = maps.product_map(root, root, nu)
    outside = maps.separatrix(maps.error(a, b, mu), a - b, mu) > 0
    return Landings(size, nu - mu, np.array([a, b]), outside, crosses(nu - mu, mu))


def exit_fractions(samples=6000, sizes=(1, 8), mu=MU):
    """(population, size) -> `Landings`, over six populations: the corollary against the landing points (LST-I4a)."""
    found = {}
    for scale, truncation in CHOICES:
        values = populations.boosted(mu=mu, scale=scale, truncation=truncation)
        for size in sizes:
            found[(scale, truncation), size] = landings(values, size, samples, mu=mu)
    return found


@dataclass(frozen=True)
class Runs:
    """Mini-batch orbits of one size from a perturbed full-batch solution.

    path      (steps + 1, 2, runs)
    outside   (steps + 1, runs)       whether the point is outside the ellipse of mu; False once not finite
    diverged  (runs,)
    """
    size: int
    path: np.ndarray
    outside: np.ndarray
    diverged: np.ndarray


def batch_runs(values, size, runs=1, steps=500, seed=0, mu=MU, shift=1e-4):
    """`runs` orbits of `steps` mini-batch steps from (sqrt mu + shift, sqrt mu)."""
    nu = batch_parameters(values, size, steps, runs, seed=1000*seed + 500 + size).T
    path = np.empty((steps + 1, 2, runs))
    path[0, 0], path[0, 1] = np.sqrt(mu) + shift, np.sqrt(mu)
    with np.errstate(over="ignore", invalid="ignore"):
        for k in range(steps):
            path[k + 1] = maps.product_map(*path[k], nu[k])
        a, b = path[:, 0], path[:, 1]
        outside = maps.separatrix(maps.error(a, b, mu), a - b, mu) > 0
    return Runs(size, path, outside, ~(np.abs(path[-1]) < 1e6).all(0))


@dataclass(frozen=True)
class Excursions:
    """What LST-I4b is about, for one population and batch size."""
    scale: float
    truncation: float
    size: int
    exit_fraction: float
    diverged: int
    visited: int
    """Runs that are outside the ellipse at some step."""
    runs: int


def excursions(runs=20, steps=500, sizes=(1, 8), mu=MU):
    """Divergence and visits outside over the six populations (LST-I4b)."""
    rows = []
    for scale, truncation in CHOICES:
        values = populations.boosted(mu=mu, scale=scale, truncation=truncation)
        for size in sizes:
            orbits = batch_runs(values, size, runs, steps, mu=mu)
            rows.append(Excursions(scale, truncation, size, landings(values, size, mu=mu).fraction,
                                   int(orbits.diverged.sum()), int(orbits.outside.any(0).sum()), runs))
    return rows
