"""A softmax attention layer at a learning rate at which it fails, and what each protection does about it.

The layer learns a teacher of the same shape by gradient descent with momentum.  Tokens have a common mean, so that the
expected representation has rank one and its direction beta_1 is that mean.  Learning rate and batch were chosen
on `DESIGN` seeds, detector and clipping have their usual settings; what is reported runs on `HELD_OUT` seeds.  A run
fails if its final loss on all data is above `FAILED`, or not finite.
"""
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from numerics.detection import Detector, norm
from numerics.smoothing import smooth
from numerics.softmax_attention import attend, gradients, loss

WIDTH, TOKENS, SAMPLES, BATCH = 16, 8, 256, 64
MOMENTUM, LEARNING_RATE, STEPS = 0.9, 1.0, 400
FAILED = 0.01
DESIGN, HELD_OUT = tuple(range(8)), tuple(range(100, 124))
FEW = HELD_OUT[:8]
EVERY = 5      # steps between records


@dataclass(frozen=True)
class Protection:
    """What is done at each step.

    clip        the norm to which the gradient is cut, or None
    policy      how the matrices are smoothed at a spike, or None
    guard       whether smoothing is guarded
    skip        whether a spiking gradient is left out; "recompute": taken again after smoothing
    reset       whether the momentum is zeroed at a spike
    rescue      steps at which the matrices are smoothed without a spike
    start       the step from which on spikes are acted upon
    threshold, average   of the detector; the average is one of "norm" or "vector"
    count       whether to count spikes although nothing is done at them
    """
    clip: float | None = None
    policy: str | None = None
    guard: bool = True
    skip: bool | str = False
    reset: bool = False
    rescue: tuple[int, ...] = ()
    start: int = 0
    threshold: float = 3.0
    average: str = "norm"
    count: bool = False

    @property
    def watches(self):
        return bool(self.policy or self.skip or self.reset or self.count)


NOTHING = Protection()
SMOOTHING = Protection(policy="logarithmic", skip=True, reset=True)
PROTECTIONS = {
    "nothing": NOTHING,
    "clipping at 1": Protection(clip=1.0),
    "logarithmic": SMOOTHING,
    "softplus": replace(SMOOTHING, policy="softplus"),
    "softmax": replace(SMOOTHING, policy="softmax"),
    "clip": replace(SMOOTHING, policy="clip"),
    "logarithmic, unguarded": replace(SMOOTHING, guard=False),
    "softplus, unguarded": replace(SMOOTHING, policy="softplus", guard=False),
    "softmax, unguarded": replace(SMOOTHING, policy="softmax", guard=False),
    "skip": Protection(skip=True),
    "reset": Protection(reset=True),
    "skip and reset": Protection(skip=True, reset=True),
    "smoothing alone": Protection(policy="logarithmic"),
}
"""Names without "unguarded" are guarded; "skip", "reset" and both are the controls that do not smooth."""


@dataclass(frozen=True)
class Runs:
    """Training of one run for each seed; arrays over (seeds, records) unless said otherwise.

    final            loss on all data at the end, (seeds,); inf where the run overflowed
    spikes           steps at which something was done, (seeds,)
    losses, gradient_norms
    stable_ranks     (seeds, records, 3): query, key, value
    alignment        |u_1(W_K) . beta_1|, with u_1 the key matrix's top singular vector on the input side
    spectra          (seeds, records, width): the singular values of the key matrix
    """
    seeds: tuple[int, ...]
    final: np.ndarray
    spikes: np.ndarray
    losses: np.ndarray
    gradient_norms: np.ndarray
    stable_ranks: np.ndarray
    alignment: np.ndarray
    spectra: np.ndarray

    @property
    def failed(self):
        """Which runs failed, (seeds,)."""
        return ~(self.final <= FAILED)

    @property
    def successes(self):
        return int(np.sum(~self.failed))


def problem(seeds):
    """(start, tokens, answers, batches, mean direction): the same for every protection."""
    start, tokens, teachers, means, orders = [], [], [], [], []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        mean = rng.standard_normal(WIDTH)
        means.append(mean/np.linalg.norm(mean))
        tokens.append(0.7*rng.standard_normal((SAMPLES, TOKENS, WIDTH)) + 1.5*means[-1])
        teachers.append(rng.standard_normal((3, WIDTH, WIDTH))*np.array((1.5, 1.5, 1.0))[:, None, None]/np.sqrt(WIDTH))
        start.append(rng.standard_normal((3, WIDTH, WIDTH))/np.sqrt(WIDTH))
        orders.append(rng.integers(0, SAMPLES, (STEPS, BATCH)))
    X, orders = np.array(tokens), np.array(orders)
    return np.array(start), X, attend(np.array(teachers), X)[0], orders, np.array(means)


class Watch:
    """The detectors of one run's three matrices, or one average of gradient vectors with the paper's own rule."""

    def __init__(self, protection):
        self.by_vector = protection.average == "vector"
        self.threshold = protection.threshold
        self.detectors = [Detector(protection.threshold) for _ in range(3)]
        self.sum, self.weight, self.seen = 0.0, 0.0, 0

    def spiked(self, gradient):
        if not self.by_vector:
            return any([detector.observe(norm(g)).spike for detector, g in zip(self.detectors, gradient)])
        size = norm(gradient)
        spike = self.seen >= 10 and not size < self.threshold*norm(self.sum/self.weight)
        self.sum, self.weight, self.seen = 0.9*self.sum + 0.1*gradient, 0.9*self.weight + 0.1, self.seen + 1
        return spike


@lru_cache(maxsize=64)
def train(protection=NOTHING, seeds=HELD_OUT, learning_rate=LEARNING_RATE, steps=STEPS):
    """`Runs` of gradient descent with momentum under a protection; at most `STEPS` steps.  Kept, not to be changed."""
    W, X, Y, orders, means = problem(seeds)
    n, each = len(seeds), np.arange(len(seeds))[:, None]
    momentum, alive, spikes = np.zeros_like(W), np.ones(n, bool), np.zeros(n, int)
    watches = [Watch(protection) for _ in seeds]
    records = []
    with np.errstate(all="ignore"):
        for step in range(steps):
            value, G = gradients(W, X[each, orders[:, step]], Y[each, orders[:, step]])
            alive &= np.isfinite(value) & np.isfinite(G).all((1, 2, 3)) & (value < 1e8)
            W[~alive], G[~alive], momentum[~alive] = 0, 0, 0
            if step % EVERY == 0:
                records.append(_record(W, value, G, means, alive))
            if protection.clip is not None and step >= protection.start:
                size = np.sqrt(np.sum(G**2, axis=(1, 2, 3), keepdims=True))
                G = G*np.minimum(1, protection.clip/np.maximum(size, 1e-300))
            hit = np.array([protection.watches and watch.spiked(g) and step >= protection.start
                            for watch, g in zip(watches, G)]) & alive
            spikes += hit
            if protection.policy:
                for run in np.flatnonzero(hit | (alive if step in protection.rescue else False)):
                    W[run] = [smooth(M, protection.policy, guard=protection.guard).matrix for M in W[run]]
            if step in protection.rescue:
                momentum[:] = 0
            if protection.reset:
                momentum[hit] = 0
            if protection.skip == "recompute" and hit.any():
                G[hit] = gradients(W, X[each, orders[:, step]], Y[each, orders[:, step]])[1][hit]
            taken = ~hit if protection.skip is True else np.ones(n, bool)
            momentum[taken] = MOMENTUM*momentum[taken] + G[taken]
            W[taken] -= learning_rate*momentum[taken]
        final = np.where(alive, loss(W, X, Y), np.inf)
    return Runs(tuple(seeds), np.where(np.isfinite(final), final, np.inf), spikes,
                *(np.stack(part, axis=1) for part in zip(*records)))


def _record(W, value, G, means, alive):
    left, values, _ = np.linalg.svd(W)
    energy = np.sum(values**2, axis=-1)
    ranks = np.where(alive[:, None], energy/np.maximum(values[..., 0]**2, 1e-300), np.nan)
    aligned = np.abs(np.einsum("ni,ni->n", left[:, 1, :, 0], means))
    return (np.where(alive, value, np.inf), np.sqrt(np.sum(G**2, axis=(1, 2, 3))), ranks,
            np.where(alive, aligned, np.nan), values[:, 1])


def survey(seeds=HELD_OUT, learning_rate=LEARNING_RATE):
    """{name: Runs} of every protection."""
    return {name: train(protection, seeds, learning_rate) for name, protection in PROTECTIONS.items()}


HALF, FIVE = STEPS//2, tuple(range(STEPS//2, STEPS//2 + 5))
RESCUES = {
    "one forced": replace(SMOOTHING, rescue=(HALF,), start=STEPS),
    "five forced": replace(SMOOTHING, rescue=FIVE, start=STEPS),
    "watched": replace(SMOOTHING, start=HALF),
    "forced and watched": replace(SMOOTHING, rescue=FIVE, start=HALF),
    "momentum reset": Protection(skip=True, reset=True, rescue=(HALF,), start=HALF),
    "clipping": Protection(clip=1.0, start=HALF),
}
"""What is done from half way on: smoothings forced at given steps, the detector, a control that does not smooth."""


def rescues(seeds=HELD_OUT, ways=tuple(RESCUES)):
    """How many of the runs that fail unprotected end well if half way one of the `ways` begins."""
    failed = train(NOTHING, seeds).failed
    return {"failed": int(failed.sum())} | {
        name: int(np.sum(~train(RESCUES[name], seeds).failed & failed)) for name in ways}


def firing_rate(average, threshold, seeds=DESIGN, learning_rate=0.1):
    """The share of steps at which a detector would fire in healthy training, acting on nothing."""
    runs = train(Protection(count=True, average=average, threshold=threshold), seeds, learning_rate)
    return float(runs.spikes.mean()/STEPS)
