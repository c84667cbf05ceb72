"""Targets of the cascade, and losses on its states.

A loss is any function (states, targets) -> (value, derivatives): states (hops, B, d) are z_1 ... z_hops, the value is
averaged over the B graphs, and the derivatives have the shape of the states. The paper's three are
`superposition_loss`, `end_to_end_loss` and `node_loss()`. Source: paper `superposition`, Section 3.
"""
from dataclasses import dataclass

import numpy as np

from numerics.arguments import finite, positive

WITHIN, EXACTLY = "within", "exactly"


def is_within(convention):
    """True for "within", False for "exactly", ValueError otherwise."""
    if convention not in (WITHIN, EXACTLY):
        raise ValueError(f"convention = {convention!r}: write {WITHIN!r} or {EXACTLY!r}")
    return convention == WITHIN


@dataclass(frozen=True)
class Targets:
    """V_1 ... V_hops as members (hops, B, n), and the unit vectors along the sums of their embeddings (hops, B, d).

    architecture: the embedding to which the vectors belong.
    """
    members: np.ndarray
    vectors: np.ndarray
    architecture: object


def targets(architecture, sample, convention):
    """The targets of a sample: V_c within c hops (Section 3), or at exactly c hops (A.1).

    ValueError for another convention, and for an empty V_c, which only "exactly" can have.
    """
    layers = sample.layers
    members = (np.logical_or.accumulate(layers) if is_within(convention) else layers)[1:]
    empty = ~members.any(-1)
    if empty.any():
        raise ValueError(f"condition: {int(empty.any(0).sum())} of {empty.shape[1]} graphs have no vertex at exactly "
                         f"c hops for some c; write condition=True, or convention={WITHIN!r}")
    vectors = architecture.state(members/np.sqrt(members.sum(-1, keepdims=True)))
    if architecture.embedding is not None:
        vectors = vectors/np.linalg.norm(vectors, axis=-1, keepdims=True)
    return Targets(members, vectors, architecture)


def cosines(states, targets):
    """cos(z_c, z_c*), (hops, B)."""
    return (states*targets.vectors).sum(-1)


def weighted_loss(weights):
    """The loss sum over c of weights[c] (1 - cos(z_c, z_c*)), for weights (hops,)."""
    weights = finite("weights", weights)
    if weights.ndim != 1:
        raise ValueError(f"weights has shape {weights.shape}: write one number per hop")

    def loss(states, targets):
        if len(weights) != len(states):
            raise ValueError(f"weights: {len(weights)} numbers for {len(states)} hops")
        value = (weights[:, None]*(1 - cosines(states, targets))).sum()/states.shape[1]
        return value, -weights[:, None, None]*targets.vectors/states.shape[1]
    return loss


def superposition_loss(states, targets):
    """L_sup: every state against its target."""
    return weighted_loss(np.ones(len(states)))(states, targets)


def end_to_end_loss(states, targets):
    """L_e2e: the last state alone."""
    return weighted_loss(np.eye(len(states))[-1])(states, targets)


def node_loss(scale=10.0):
    """L_node: the cross entropy of softmax(scale U^T z_c) with the uniform distribution on V_c, summed over c.

    The paper leaves the readout open; by symmetry it is a multiple of U^T, and `scale` is that multiple.
    """
    scale = positive("scale", scale)

    def loss(states, targets):
        logits = scale*targets.architecture.nodes(states)
        share = targets.members/targets.members.sum(-1, keepdims=True)
        exponentials = np.exp(logits)
        total = exponentials.sum(-1, keepdims=True)
        value = (np.log(total[..., 0]) - (share*logits).sum(-1)).sum()/states.shape[1]
        return value, scale*targets.architecture.state(exponentials/total - share)/states.shape[1]
    return loss
