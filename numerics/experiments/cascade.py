"""Seeded runs beside the claims on trained cascades: ceilings, both losses, where training starts and ends.

Unless said otherwise: directed G(50, 0.04), three hops, graphs whose layers do not die out, Adam with a falling rate,
64 fresh graphs a step, cosines averaged over 2000 others. Source: paper `superposition`, Sections 4.1, 4.3, 5.4.
"""
from dataclasses import dataclass

import numpy as np

from numerics.arguments import whole
from numerics.cascade import (Architecture, adam, constant, end_to_end_loss, erdos_renyi, gradient_descent,
                              loss_and_gradient, node_loss, random_embedding, sample, superposition_loss, train)
from numerics.moebius import reduced_gradient

N, P, HOPS = 50, 0.04, 3
LOSSES = {"sup": superposition_loss, "node": node_loss(), "e2e": end_to_end_loss}


def fit(convention, loss, *, residual=True, mlp=True, embedding=None, hops=HOPS, n=N, p=P, optimizer=adam, rate=0.05,
        steps=400, **options):
    """One conditioned run of `numerics.cascade.train`; loss is "sup", "node" or "e2e"."""
    architecture = Architecture(hops, residual, mlp, embedding=embedding)
    return train(architecture, erdos_renyi(n, p), convention, LOSSES[loss], optimizer(rate), steps, condition=True,
                 **options)


def means(run):
    """Mean cosines (checkpoints, hops) of a run."""
    return np.array([evaluation.cosines.mean(1) for evaluation in run.evaluations])


# --- Section 4.1: without residual ---------------------------------------------------------------------------------

@dataclass(frozen=True)
class Ceilings:
    """Trained attention alone against sqrt(m_c/k_{c+1}) on the same graphs; each (hops,), c = 0, 1, 2.

    above: the share of graphs whose cosine exceeds their ceiling; error: the standard error of cosine - ceiling.
    """
    cosines: np.ndarray
    ceilings: np.ndarray
    above: np.ndarray
    error: np.ndarray


def without_residual(seed=0):
    """L_sup within c hops, no residual, no MLP (FS-S.1)."""
    last = fit("within", "sup", residual=False, mlp=False, seed=seed).evaluations[-1]
    excess = last.cosines - last.ceiling
    return Ceilings(last.cosines.mean(1), last.ceiling.mean(1), (excess > 0).mean(1),
                    excess.std(1)/np.sqrt(excess.shape[1]))


def exactly_without_residual(seed=0):
    """{loss: final cosines (hops,)} at exactly c hops, no residual, no MLP (FS-S.4)."""
    return {loss: means(fit("exactly", loss, residual=False, mlp=False, seed=seed))[-1] for loss in ("sup", "e2e")}


# --- within c hops: both losses ------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Trained:
    """The ends of runs with one loss; rows are seeds.

    cosines, selectivity, saturated (seeds, hops) as in `numerics.cascade.Evaluation`; A, B (seeds, 1), NaN without MLP
    """
    cosines: np.ndarray
    selectivity: np.ndarray
    saturated: np.ndarray
    A: np.ndarray
    B: np.ndarray


def trained(convention, loss, seeds=(0,), **options):
    """`Trained` over the seeds, with the options of `fit`."""
    runs = [fit(convention, loss, seed=seed, **options) for seed in seeds]
    last = [run.evaluations[-1] for run in runs]
    scalars = [run.moebius_scalars if options.get("mlp", True) else ([np.nan], [np.nan]) for run in runs]
    return Trained(*(np.array([getattr(e, name).mean(1) for e in last]) for name in
                     ("cosines", "selectivity", "saturated")), *(np.array(x) for x in zip(*scalars)))


def within(seeds=(0, 1, 2), rate=0.02, steps=1500, **options):
    """{loss: Trained} with residual and MLP within c hops (FS-S.2, S.5, S.6); other hops, n, p for FS-S.7."""
    return {loss: trained("within", loss, seeds, rate=rate, steps=steps, **options) for loss in ("sup", "e2e")}


@dataclass(frozen=True)
class Descent:
    """Plain gradient descent: mean cosines at the checkpoints (steps, hops), and A, B at the end (NaN without MLP)."""
    steps: tuple
    cosines: np.ndarray
    A: float
    B: float


def descent(loss, mlp=False, rate=0.3, steps=4000, checkpoints=(500, 1000, 2000), seed=0):
    """Gradient descent with a constant rate within c hops (FS-S.2, second part; with mlp=True, FS-S.5)."""
    run = fit("within", loss, mlp=mlp, optimizer=gradient_descent, rate=rate, steps=steps, seed=seed, schedule=constant,
              checkpoints=checkpoints)
    A, B = (float(x[0]) for x in run.moebius_scalars) if mlp else (np.nan, np.nan)
    return Descent((*checkpoints, steps), means(run), A, B)


# --- exactly c hops: the printed gap -------------------------------------------------------------------------------

@dataclass(frozen=True)
class Course:
    """A run's mean cosines (checkpoints, hops) after the given steps, and its parameters at the end."""
    steps: np.ndarray
    cosines: np.ndarray
    parameters: dict


def course(convention, loss, steps=1200, every=50, rate=0.03, schedule=constant, **options):
    """The cosines every so many steps, with residual and without MLP unless told otherwise."""
    at = tuple(range(0, steps, whole("every", every, 1)))
    run = fit(convention, loss, **{"mlp": False, **options}, rate=rate, steps=steps, schedule=schedule, checkpoints=at)
    return Course(np.array((*at, steps)), means(run), run.parameters)


def printed_gap(seeds=(0, 1, 2), at=300, steps=1200, rate=0.03):
    """{loss: cos(z_3, z_3*) (seeds, 2)} after `at` and `steps` steps, exactly c hops, residual, no MLP (FS-S.3).

    The paper gives no rate; 0.03 is the one of 0.01, 0.02, 0.03, 0.05 at which step 300 meets its pair (0.69, 0.37).
    """
    return {loss: np.array([means(fit("exactly", loss, mlp=False, rate=rate, steps=steps, seed=seed, schedule=constant,
                                      checkpoints=(at,)))[:, -1] for seed in seeds]) for loss in ("sup", "e2e")}


def start_slopes(convention, loss, count=4000, residual=True, mlp=False, beta=0.1, seed=0):
    """-dL/d beta_c (hops,) at the start, over `count` graphs: where it is negative, descent turns attention away."""
    architecture = Architecture(HOPS, residual, mlp)
    batch = sample(erdos_renyi(N, P), np.random.default_rng(seed), count, HOPS, condition=True)
    parameters = architecture.parameters(N, beta=beta)
    return -loss_and_gradient(architecture, parameters, batch, convention, LOSSES[loss])[1]["beta"]


@dataclass(frozen=True)
class Starts:
    """Final cosines (hops,) of L_e2e at exactly c hops from three starts, and of L_sup from the first.

    small: beta = 0.1;  selective: beta = 6;  continued: from the end of the run `sup`
    """
    sup: np.ndarray
    small: np.ndarray
    selective: np.ndarray
    continued: np.ndarray


def end_to_end_starts(mlp=False, rate=0.03, steps=1200, seed=0):
    """Whether L_e2e stays low because of where it leads or because of where it starts (FS-E2E.10)."""
    options = dict(mlp=mlp, rate=rate, steps=steps, seed=seed)
    sup = fit("exactly", "sup", **options)
    runs = (sup, fit("exactly", "e2e", **options), fit("exactly", "e2e", **options, start={"beta": 6.0}),
            fit("exactly", "e2e", **options, parameters=sup.parameters))
    return Starts(*(means(run)[-1] for run in runs))


# --- baselines, embeddings, the reduced loss -----------------------------------------------------------------------

@dataclass(frozen=True)
class Untouched:
    """E k_c^(-1/2) = E cos(u_r, z_c*) within c hops, c = 1, 2, 3, and its standard error; dying: the share left out or,
    if not conditioned, kept.
    """
    mean: np.ndarray
    error: np.ndarray
    dying: float


def doing_nothing(condition, count=20_000, seed=0):
    """The cosines of the start with the targets (FS-S.8)."""
    drawn = sample(erdos_renyi(N, P), np.random.default_rng(seed), count, HOPS, condition)
    root = drawn.sizes[1:]**-0.5
    return Untouched(root.mean(1), root.std(1)/np.sqrt(count), drawn.dying/drawn.drawn)


def coherence(n=50, d=64, draws=200, seed=0):
    """max |<u_v, u_w>| over v != w, of `draws` random embeddings of n vertices in R^d, (draws,) (FS-C.3)."""
    rng, found = np.random.default_rng(seed), []
    for _ in range(draws):
        U = random_embedding(rng, n, d)
        found.append(np.abs(U.T @ U - np.eye(n)).max())
    return np.array(found)


def near_orthogonal(d, seed=0):
    """`Trained` with L_sup within c hops and a random embedding in R^d (Section 4.5)."""
    return trained("within", "sup", (seed,), embedding=random_embedding(np.random.default_rng(seed), N, d))


SCHEDULES = np.array([[[1, 2, 4], [1, 2, 4]], [[1, 3, 7], [2, 4, 8]]], float)
"""k and m at np = 2: the paper's m = k (np - 1), and the binary tree."""


def adam_on_the_reduced_loss(rate, seeds=3, steps=10_000, spread=None, schedules=SCHEDULES):
    """(A, B), each (schedules, seeds), after Adam at a constant rate on the reduced loss with alpha = 1 (FS-M.15).

    Starts: (a, b1', eta) = (0.5, -0.05, -0.1) with Gaussian noise of a fifth of their size; with `spread`, Gaussian
    around 0 with that deviation.  schedules: (schedules, 2, layers), rows k and m.
    """
    k, m = (schedules[:, i, None] for i in (0, 1))
    noise = np.random.default_rng(0).standard_normal((3, len(schedules), seeds))
    centre = np.array([0.5, -0.05, -0.1])[:, None, None]
    start = centre*(1 + 0.2*noise) if spread is None else spread*noise
    found, update = dict(zip(("a", "b", "eta"), start)), adam(rate)
    for step in range(1, steps + 1):
        slopes = reduced_gradient(found["a"], found["b"], found["eta"], 1.0, k, m)
        found = update(found, dict(zip(("a", "b", "eta"), slopes)), step)
    return 1 + found["eta"]*found["a"], found["eta"]*found["b"]
