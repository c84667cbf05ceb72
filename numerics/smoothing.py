"""Parametric singularity smoothing: the largest singular values of a weight matrix are lowered, its vectors are kept.

"Dispelling the Curse of Singularities in Neural Network Optimizations", Sections 3.1 and C.1.  The four formulas of C.1
are lost; the ones here are the usual functions of these names.  Unguarded, they can lower the stable rank
(SING-31 to SING-34).  The guard makes what the paper promises true, for every policy whatever (SING-35):

    the order of the singular values is kept, sigma_1 and the Frobenius norm do not grow, the stable rank does not fall.

Matrices are NumPy arrays or anything with ``__array__``.  Numerical only: the promises hold up to rounding.
"""
from dataclasses import dataclass, field
from math import floor

import numpy as np

from numerics.detection import Detector, norm
from numerics.truncated import checked_matrix, checked_rank, dominant, power_iteration

__all__ = ["Action", "Detector", "POLICIES", "Smoothed", "Smoother", "clip_at", "guarded", "power_iteration", "smooth",
           "stable_rank"]


def stable_rank(W):
    """||W||_F^2 / sigma_1^2, between 1 and the rank.  Scale-free.  ValueError for W = 0, where it is undefined."""
    W = checked_matrix(W)
    if not W.any():
        raise ValueError("the stable rank of the zero matrix is undefined: check W.any() first")
    return float(_energy(W/np.abs(W).max())/(dominant(W, 1).values[0]/np.abs(W).max())**2)


def _energy(W):
    return np.sum(np.square(W, dtype=float))


# --- policies: functions of the dominant singular values (descending) and of the one that follows them --------------

def logarithmic(values, following=0):
    """log(1 + sigma)."""
    return np.log1p(values)


def softplus(values, following=0):
    """log(1 + exp sigma), which is above sigma: under the guard it does nothing."""
    return np.logaddexp(0, values)


def softmax(values, following=0):
    """exp(sigma_i)/sum_j exp(sigma_j) over the dominant block."""
    powers = np.exp(values - values[0])
    return powers/powers.sum()


def clip_at(threshold):
    """The policy min(sigma, threshold) for a threshold > 0."""
    if not 0 < threshold < np.inf:
        raise ValueError(f"threshold = {threshold!r}: a clip is a finite number above 0")
    return lambda values, following=0: np.minimum(values, threshold)


def clip(values, following=0):
    """min(sigma, c) at the smallest c > 0 that keeps the order: the following value, or the smallest dominant one."""
    return np.minimum(values, following if following > 0 else values[values > 0][-1])


POLICIES = {"logarithmic": logarithmic, "softplus": softplus, "softmax": softmax, "clip": clip}


def policy_named(policy):
    """The policy of this name, or a callable as it is; ValueError otherwise."""
    if callable(policy):
        return policy
    if policy not in POLICIES:
        raise ValueError(f"unknown policy {policy!r}: write one of {', '.join(POLICIES)}, or a function of "
                         "(dominant values, following value)")
    return POLICIES[policy]


def guarded(values, smoothed, following):
    """The smoothed values that the guard allows.

        g_i = max(following, max_{j >= i} min(smoothed_j, values_j)),    sigma*_i = max(g_i, values_i g_1/values_1)

    Then following <= sigma*_i <= values_i, sigma* descends, and sigma*_i/sigma*_1 >= values_i/values_1, so that the
    stable rank does not fall.  `values` descend, values_1 > 0, values >= following >= 0.  Where f increases and f(x)/x
    decreases this is max(min(f(sigma_i), sigma_i), following).  Exact on arrays of Fractions.
    """
    lowered = np.minimum(smoothed, values)
    g = np.maximum(np.maximum.accumulate(lowered[::-1])[::-1], following)
    return np.maximum(g, values*g[0]/values[0])


@dataclass(frozen=True)
class Smoothed:
    """What `smooth` did.  Arrays have one entry for each of the `rank` dominant singular values.

    matrix              the smoothed matrix, shape and (floating) type of W
    before, after       the dominant singular values
    following           the first value left alone; 0 where there is none
    stable_rank_before, stable_rank_after   nan for W = 0
    reason              what was done, or why nothing was
    """
    matrix: np.ndarray
    rank: int
    before: np.ndarray
    after: np.ndarray
    following: float
    stable_rank_before: float
    stable_rank_after: float
    reason: str

    @property
    def changed(self):
        return bool((self.before != self.after).any())


def smooth(W, policy="logarithmic", rank=None, *, guard=True):
    """W with its `rank` largest singular values replaced by what the policy makes of them; singular vectors are kept.

    policy   "logarithmic", "softplus", "softmax", "clip", or f(dominant values descending, following value) -> values
    rank     1 <= rank <= min(W.shape); None: floor(stable_rank(W)), as in Section 3.1
    guard    False: the paper's own form, sigma* = f(sigma), without any promise

    Returns a `Smoothed`.  Singular values at the level of rounding count as 0.  W = 0 is returned as it is.
    ValueError for entries that are not finite, a rank out of range, an unknown policy, and a policy that returns
    something else than numbers >= 0 that are not all 0.
    """
    W = checked_matrix(W)
    f = policy_named(policy)
    rank = rank if rank is None else checked_rank(rank, W)
    if not W.any():
        none = np.zeros(0)
        return Smoothed(W.copy(), 0, none, none, 0.0, np.nan, np.nan, "the matrix is zero: nothing to smooth")

    scale = np.abs(W).max()
    k = whole(stable_rank(W), min(W.shape)) if rank is None else rank
    top = dominant(W, min(k + 1, min(W.shape)))
    values = np.where(top.values > max(W.shape)*np.finfo(W.dtype).eps*top.values[0], top.values, 0)
    before, following = values[:k], float(values[k]) if k < min(W.shape) else 0.0
    after = _applied(f, before, following)
    after = guarded(before, after, following) if guard else after

    change = (top.left[:, :k]*(after - before)) @ top.right[:k]
    energy, largest = _energy(W/scale), before[0]/scale
    moved = energy - np.sum((before/scale)**2) + np.sum((after/scale)**2)
    peak = max(after.max(), following)/scale
    done = f"{np.count_nonzero(after != before)} of {k} dominant singular values changed"
    return Smoothed((W + change).astype(W.dtype, copy=False), k, before, after, following, float(energy/largest**2),
                    float(moved/peak**2), done)


def whole(rank, most):
    """floor of a stable rank, at least 1; rounding errors do not turn a whole number into the one below."""
    nearest = round(rank)
    return max(1, min(most, nearest if abs(rank - nearest) <= 1e-9*nearest else floor(rank)))


def _applied(f, before, following):
    after = np.asarray(f(before.copy(), following), dtype=float)
    if after.shape != before.shape or not np.isfinite(after).all() or not after.min() >= 0 < after.max():
        raise ValueError(f"the policy turns {before} into {after}: it must return as many finite numbers, 0 or more, "
                         "and not all 0")
    return after


# --- in a training loop ----------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Action:
    """What a `Smoother` found and did at one step.

    spikes     {name: Observation} of the matrices whose gradient spiked
    smoothed   {name: Smoothed}: the new matrices are `action.smoothed[name].matrix`
    skip       whether to leave this gradient out and to zero the momentum; true exactly if something spiked
    """
    step: int
    spikes: dict = field(default_factory=dict)
    smoothed: dict = field(default_factory=dict)

    @property
    def skip(self):
        return bool(self.spikes)

    def summary(self):
        if not self.smoothed:
            return f"step {self.step}: nothing done"
        why = "; ".join(f"{name}: {seen.reason}" for name, seen in self.spikes.items()) or "asked for"
        what = "; ".join(f"{name}: stable rank {done.stable_rank_before:.3g} -> {done.stable_rank_after:.3g}"
                         for name, done in self.smoothed.items())
        return f"step {self.step}: smoothed ({why}). {what}"


class Smoother:
    """Watches the gradients of named matrices and smooths all of them when one spikes.

        action = smoother.step(weights, gradients)      # dicts by name: NumPy arrays, or anything with __array__
        if action.skip:                                 # copy action.smoothed[name].matrix back, zero the momentum,
            ...                                         # and go on to the next batch

    policy, rank, guard   as for `smooth`; rank None: floor of the stable rank of each matrix
    detector options      threshold, rate, warmup, patience, as for `Detector`; one detector for each matrix

    Nothing is changed in place.  `log` has one line for each step at which something was done.
    """

    def __init__(self, policy="logarithmic", *, rank=None, guard=True, **detector_options):
        policy_named(policy)
        Detector(**detector_options)
        if rank is not None and (isinstance(rank, bool) or not isinstance(rank, (int, np.integer)) or rank < 1):
            raise ValueError(f"rank = {rank!r}: write an integer, 1 or more, or None for the floor of the stable rank")
        self.policy, self.rank, self.guard, self._options = policy, rank, guard, detector_options
        self.detectors: dict[str, Detector] = {}
        self.log: list[str] = []
        self.steps = 0

    def step(self, weights, gradients):
        """Judge one step's gradients; on a spike, smooth every matrix.  Returns an `Action`.

        ValueError where the names or, at first sight, the shapes differ, where a weight is no matrix or has no such
        rank, and where a matrix is not finite at first sight or when it is to be smoothed.
        """
        if weights.keys() != gradients.keys():
            raise ValueError(f"weights are named {sorted(weights)}, gradients {sorted(gradients)}: "
                             "give each weight its own")
        for name in weights.keys() - self.detectors.keys():
            self._admit(name, weights[name], gradients[name])
        self.steps += 1
        seen = {name: self.detectors[name].observe(norm(gradient)) for name, gradient in gradients.items()}
        spikes = {name: observation for name, observation in seen.items() if observation.spike}
        return self._smooth(weights, spikes) if spikes else Action(self.steps)

    def _admit(self, name, W, gradient):
        W = checked_matrix(W, name)
        if self.rank is not None:
            checked_rank(self.rank, W, name)
        if np.shape(gradient) != W.shape:
            raise ValueError(f"the gradient of {name} has shape {np.shape(gradient)}: its weight has {W.shape}")
        self.detectors[name] = Detector(**self._options)

    def rescue(self, weights):
        """Smooth every matrix now, without a spike: after a failure."""
        return self._smooth(weights, {})

    def _smooth(self, weights, spikes):
        matrices = {name: checked_matrix(W, name) for name, W in weights.items()}
        action = Action(self.steps, spikes, {name: smooth(W, self.policy, self.rank, guard=self.guard)
                                             for name, W in matrices.items()})
        self.log.append(action.summary())
        return action

    def summary(self):
        """How often, and what: one line, and one for each step at which something was done."""
        return "\n".join([f"{self.steps} steps, {len(self.log)} smoothings", *self.log])
