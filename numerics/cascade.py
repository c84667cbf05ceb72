"""Training and evaluation of cascade transformers on random graphs: the public entry.

    found = train(Architecture(hops=3), erdos_renyi(50, 0.04), "within", superposition_loss, adam(0.02), 500,
                  condition=True)
    found.evaluations[-1].cosines.mean(1)        # cos(z_c, z_c*) for c = 1, 2, 3

Every step draws a fresh batch of graphs. The same seed gives the same run. Numerical only. Another graph family is
another sampler (`numerics.graphs`), another loss another function (`numerics.cascade_losses`); docs/cascade.md shows
both. Source: paper `superposition`, Sections 3 and 5.
"""
from dataclasses import dataclass

import numpy as np

from numerics.arguments import whole
from numerics.cascade_layer import Architecture, gradient, identity_embedding, layers, random_embedding, states
from numerics.cascade_losses import (EXACTLY, WITHIN, cosines, end_to_end_loss, node_loss, superposition_loss, targets,
                                     weighted_loss)
from numerics.graphs import Graphs, erdos_renyi, from_adjacency, sample
from numerics.optimizers import adam, gradient_descent

__all__ = ["Architecture", "EXACTLY", "Evaluation", "Graphs", "Training", "WITHIN", "adam", "constant",
           "end_to_end_loss", "erdos_renyi", "evaluate", "falling", "from_adjacency", "gradient_descent",
           "identity_embedding", "loss_and_gradient", "node_loss", "random_embedding", "sample", "superposition_loss",
           "train", "weighted_loss"]


@dataclass(frozen=True)
class Evaluation:
    """One model on fresh graphs.

    step         the number of training steps before it
    cosines      cos(z_c, z_c*), (hops, B), c = 1 ... hops
    selectivity  S_c, the attention on edges from V_c to vertices at distance c + 1, (hops, B), c = 0 ... hops-1
    saturated    S_c at z_c* as beta tends to infinity: the share of those edges among all out of V_c, (hops, B)
    layer_sizes  vertices at exactly c hops, (hops + 1, B)
    drawn, dying graphs drawn, and those with an empty layer; they were left out if `conditioned`
    """
    step: int
    cosines: np.ndarray
    selectivity: np.ndarray
    saturated: np.ndarray
    layer_sizes: np.ndarray
    drawn: int
    dying: int
    conditioned: bool

    @property
    def ceiling(self):
        """sqrt(m_c/k_{c+1}) of each graph, within c hops: the paper's bound without residual, (hops, B)."""
        return np.sqrt(self.layer_sizes[1:]/np.cumsum(self.layer_sizes, 0)[1:])


@dataclass(frozen=True)
class Training:
    """A run: the parameters at the end, the batch losses (steps,), the evaluations at the checkpoints and at the end.

    drawn, dying    graphs drawn for training, and those with an empty layer; they were left out if `conditioned`
    """
    parameters: dict
    losses: np.ndarray
    evaluations: tuple
    drawn: int
    dying: int
    conditioned: bool

    @property
    def moebius_scalars(self):
        """(A, B) = (1 + eta a, eta b), one for each MLP; ValueError without MLP."""
        if "eta" not in self.parameters:
            raise ValueError("the architecture has no MLP: A and B are not defined")
        a, b, eta = (self.parameters[name] for name in ("a", "b", "eta"))
        return 1 + eta*a, eta*b


def evaluate(architecture, parameters, batch, convention, step=0):
    """The `Evaluation` of given parameters on a `Sample` of graphs."""
    goal = targets(architecture, batch, convention)
    graphs, found = batch.graphs, layers(architecture, parameters, batch.graphs)
    sets = np.concatenate([batch.layers[:1], goal.members[:-1]])
    frontier = [old*graphs.against(new.astype(float)) for old, new in zip(sets, batch.layers[1:])]
    selectivity = [(layer.weight*edges).sum(1) for layer, edges in zip(found, frontier)]
    saturated = [edges.sum(1)/np.maximum((old*graphs.out_degree).sum(1), 1) for edges, old in zip(frontier, sets)]
    return Evaluation(step, cosines(states(found), goal), np.array(selectivity), np.array(saturated),
                      batch.layers.sum(-1), batch.drawn, batch.dying, batch.conditioned)


def loss_and_gradient(architecture, parameters, batch, convention, loss):
    """The value of the loss on a `Sample` of graphs, and its gradient as a dict like the parameters."""
    found = layers(architecture, parameters, batch.graphs)
    value, cotangent = loss(states(found), targets(architecture, batch, convention))
    return value, gradient(architecture, parameters, batch.graphs, found, cotangent)


def constant(progress):
    """The learning rate throughout: the factor 1."""
    return 1.0


def falling(progress):
    """The learning rate in the first half, then linearly down to a fiftieth of it; progress runs from 0 to 1."""
    return min(1.0, 2*(1 - progress) + 0.02)


def train(architecture, sampler, convention, loss, optimizer, steps, *, batch=64, seed=0, condition=False, start=None,
          parameters=None, schedule=falling, checkpoints=(), fresh=2000):
    """Train on fresh graphs, `batch` of them a step, and evaluate on `fresh` others, the same at every checkpoint.

    sampler      (rng, count) -> Graphs, as `erdos_renyi(n, p)`;  convention: "within" or "exactly"
    loss         (states, targets) -> (value, derivatives)
    optimizer    a fresh one, from `adam(rate)` or `gradient_descent(rate)`
    condition    True leaves out graphs that have no vertex at some distance c <= hops; the result counts them
    start        numbers beta, alpha, a, b, eta that replace the defaults;  parameters: a dict of arrays instead
    schedule     factor of the learning rate from the progress in (0, 1]
    checkpoints  steps after which to evaluate, besides the last

    Raises ValueError naming the argument; FloatingPointError if training leaves the finite numbers.
    """
    steps, batch, fresh = whole("steps", steps, 0), whole("batch", batch, 1), whole("fresh", fresh, 1)
    wanted = {whole("checkpoints", at, 0, steps) for at in checkpoints} | {steps}
    rng, hops = np.random.default_rng(whole("seed", seed, 0)), architecture.hops
    test = sample(sampler, np.random.default_rng([seed, 1]), fresh, hops, condition)
    if parameters is None:
        parameters = architecture.parameters(test.graphs.n, **(start or {}))
    losses, evaluations, drawn, dying = [], [], 0, 0
    for step in range(steps + 1):
        if step in wanted:
            evaluations.append(evaluate(architecture, parameters, test, convention, step))
        if step == steps:
            break
        drawn_now = sample(sampler, rng, batch, hops, condition)
        drawn, dying = drawn + drawn_now.drawn, dying + drawn_now.dying
        value, slope = loss_and_gradient(architecture, parameters, drawn_now, convention, loss)
        if not np.isfinite(value):
            raise FloatingPointError(f"the loss is {value} after {step} steps: write a smaller learning rate")
        losses.append(value)
        parameters = optimizer(parameters, slope, step + 1, schedule((step + 1)/steps))
    return Training(parameters, np.array(losses), tuple(evaluations), drawn, dying, bool(condition))
