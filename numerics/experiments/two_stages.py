"""A noisy kernel regression that shows both stages: exponential decay to a floor, the floor against N, its breakdown.

The kernel (1 + <x, y>)^2 on the sphere of R^3 has rank 9; the target lies in its span, the labels carry Gaussian
noise of variance xi^2, and kernel gradient flow on the mean squared loss is solved exactly in the eigenbasis. The
excess risk is measured against a fresh sample. Source: paper `scaling_law`, Theorem 6.1 and Section 6.2 (displays
lost; Stage I and II).
"""
from dataclasses import dataclass

import numpy as np

from numerics.arguments import finite

RANK = 9


@dataclass(frozen=True)
class Regression:
    """Excess risks (times, seeds) of kernel gradient flow on N examples with noise xi."""
    N: int
    xi: float
    times: np.ndarray
    risks: np.ndarray


def features(x):
    """All products of two of (1, x1, x2, x3), weighted so that their inner product is (1 + <x, y>)^2."""
    one = np.concatenate([np.ones((len(x), 1)), x], axis=1)
    i, j = np.triu_indices(4)
    return one[:, i]*one[:, j]*np.where(i == j, 1, np.sqrt(2))


def sphere(rng, n):
    x = rng.standard_normal((n, 3))
    return x/np.linalg.norm(x, axis=1, keepdims=True)


def regression(N, xi, times, seeds=20, fresh=2000, first=0):
    """Flow from zero on N noisy examples, at the flow times `times` (T,); returns the excess risks on fresh points.

    Seeds from `first` on. ValueError unless N exceeds the rank, xi >= 0 and the times are finite and not negative.
    """
    if not N > RANK or not xi >= 0:
        raise ValueError(f"N = {N}, xi = {xi}: write more than {RANK} examples and a noise of 0 or more")
    times, risks = finite("times", times), []
    if times.ndim != 1 or (times < 0).any():
        raise ValueError("times: write a list of flow times, each 0 or more")
    for seed in range(first, first + seeds):
        rng = np.random.default_rng(seed)
        train, test = features(sphere(rng, N)), features(sphere(rng, fresh))
        target = rng.standard_normal(train.shape[1])
        target /= np.sqrt(((test @ target)**2).mean())
        labels = train @ target + xi*rng.standard_normal(N)
        values, vectors = np.linalg.eigh(train.T @ train/N)
        kept = values > 1e-9*values[-1]
        values, vectors = values[kept], vectors[:, kept]
        fitted = vectors @ ((1 - np.exp(-2*np.outer(values, times)))/values[:, None]
                            * (vectors.T @ (train.T @ labels/N))[:, None])
        risks.append((((test @ fitted) - (test @ target)[:, None])**2).mean(0))
    return Regression(N, xi, times, np.array(risks).T)


@dataclass(frozen=True)
class Stages:
    """At one N and xi: the decay of the mean risk before the floor, the floor, and xi^2 * 9/N.

    rate is that of the slowest direction, fitted to log risk where it is between the two given multiples of the floor;
    `curvature` the share of its variance that the straight line leaves.
    """
    rate: float
    curvature: float
    floor: float
    predicted: float


def stages(N=2000, xi=0.01, last=80.0):
    """Both stages of one run: exponential decay in time, then a floor."""
    run = regression(N, xi, np.linspace(0, last, 401))
    risk = run.risks.mean(1)
    floor = risk[-1]
    early = (risk < 0.1) & (risk > 30*floor)
    fit = np.polyfit(run.times[early], np.log(risk[early]), 1)
    left = np.log(risk[early]) - np.polyval(fit, run.times[early])
    return Stages(float(-fit[0]), float(left.var()/np.log(risk[early]).var()), float(floor), xi**2*RANK/N)


@dataclass(frozen=True)
class Floors:
    """The floor at late times against N, with constant noise and with noise c sqrt N; slopes of the logarithms."""
    sizes: np.ndarray
    constant: np.ndarray
    growing: np.ndarray
    constant_slope: float
    growing_slope: float


def floors(sizes=(100, 200, 400, 800, 1600), xi=0.3, seeds=40):
    """Late risk against N, with noise xi and, from other seeds, with noise xi sqrt(N/100): the breakdown (SCAL-17)."""
    late = [1e4]
    constant = np.array([regression(N, xi, late, seeds).risks.mean() for N in sizes])
    growing = np.array([regression(N, xi*np.sqrt(N/100), late, seeds, first=seeds).risks.mean() for N in sizes])
    slopes = [float(np.polyfit(np.log(sizes), np.log(y), 1)[0]) for y in (constant, growing)]
    return Floors(np.array(sizes), constant, growing, *slopes)
