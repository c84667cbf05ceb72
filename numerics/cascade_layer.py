"""The cascade transformer: its states on a batch of graphs, and the gradient of any loss by hand-written reverse mode.

The state z_0 is the root's embedding u_r; layer c = 0 ... hops-1 computes, with one logit per vertex,

    attention  a_i = softmax over edges i = (s, t) of beta_c <z_c, u_s>,  o = sum of a_i u_t
    mixing     y = z_c + alpha_c o                                (y = alpha_c o without residual)
    MLP        y <- y + eta U relu(a U^T y + b)                   (left out without MLP)
    norm       z_{c+1} = y/|y|

This is the paper's layer on its invariant manifold: beta = gamma/sqrt d, and the MLP acts through U with hidden units
indexed by the vertices. With `full_scores`, beta_c is a matrix (d, d) and the logit is z_c^T beta_c u_s. States are
(B, d); for U = I they are per-vertex values, d = n. Complex parameters are carried through (for complex steps; ReLU
switches on the real part). Numerical only. Source: paper `superposition`, Section 3, A.1.
"""
from dataclasses import dataclass

import numpy as np

from numerics.arguments import finite, whole

START = {"beta": 0.1, "alpha": 1.0, "a": 0.5, "b": -0.05, "eta": -0.1}


@dataclass(frozen=True)
class Architecture:
    """What a cascade is made of.

    hops         number of layers
    embedding    U (d, n) with unit columns, or None for U = I
    shared_mlp   one (a, b, eta) for all layers, or one for each
    full_scores  a matrix beta_c (d, d) for each layer, or a number
    """
    hops: int
    residual: bool = True
    mlp: bool = True
    shared_mlp: bool = True
    full_scores: bool = False
    embedding: np.ndarray | None = None

    def __post_init__(self):
        whole("hops", self.hops, 1)
        if self.embedding is not None:
            U = finite("embedding", self.embedding)
            if U.ndim != 2 or not np.allclose((U**2).sum(0), 1):
                raise ValueError(f"embedding has shape {U.shape}: write (d, n) with columns of norm 1")

    def nodes(self, z):
        """U^T z: the overlaps with all vertices, (..., d) -> (..., n)."""
        return z if self.embedding is None else z @ self.embedding

    def state(self, x):
        """U x: (..., n) -> (..., d)."""
        return x if self.embedding is None else x @ self.embedding.T

    def parameters(self, n, **start):
        """Parameters at the start: every one equal to `start` (default START); full scores are beta times I - J/n
        in the embedding (their row sums do not act on the softmax), so that beta = 0 is uniform attention.
        """
        unknown = set(start) - set(START)
        if unknown:
            raise ValueError(f"start: {sorted(unknown)} unknown; write some of {sorted(START)}")
        start = START | start
        found = {"beta": np.full(self.hops, float(start["beta"])), "alpha": np.full(self.hops, float(start["alpha"]))}
        if self.full_scores:
            d = n if self.embedding is None else len(self.embedding)
            found["beta"] = found["beta"][:, None, None]*(np.eye(d) - np.ones((d, d))/d)
        if self.mlp:
            count = 1 if self.shared_mlp else self.hops
            found |= {name: np.full(count, float(start[name])) for name in ("a", "b", "eta")}
        return found


def identity_embedding(n, d=None):
    """U = I in d >= n dimensions (None, as the further coordinates stay 0).  ValueError for d < n."""
    n = whole("n", n, 2)
    if d is not None and whole("d", d, 1) < n:
        raise ValueError(f"d = {d}: U = I needs d >= n = {n}; write random_embedding(rng, n, d) instead")


def random_embedding(rng, n, d):
    """n independent uniform unit vectors in R^d as columns (d, n); d may be below n."""
    U = rng.standard_normal((whole("d", d, 1), whole("n", n, 2)))
    return U/np.linalg.norm(U, axis=0)


def relu(x):
    return np.where(x.real > 0, x, 0)


def normalised(y):
    """(y/|y|, |y|) along the last axis, by the holomorphic sum of squares."""
    norm = np.sqrt((y*y).sum(-1, keepdims=True))
    if not norm.real.all():
        raise ValueError("a state is 0 before its normalisation: write residual=True, or another start")
    return y/norm, norm


@dataclass(frozen=True)
class Layer:
    """One layer's values: z (B, d) its input; per vertex (B, n) the overlaps before beta, the weight of each outgoing
    edge, the attention output o, and (with MLP) U^T y and the pre-activation; norm (B, 1) and output (B, d).
    """
    z: np.ndarray
    overlaps: np.ndarray
    weight: np.ndarray
    attention: np.ndarray
    before: np.ndarray | None
    hidden: np.ndarray | None
    norm: np.ndarray
    output: np.ndarray


def attention_weights(graphs, logits):
    """The softmax over the edges of each graph, as the weight (B, n) of one edge out of each vertex."""
    live = graphs.out_degree > 0
    top = np.where(live, logits.real, -np.inf).max(1, keepdims=True)
    weight = np.where(live, np.exp(np.where(live, logits - top, 0)), 0)
    return weight/(graphs.out_degree*weight).sum(1, keepdims=True)


def layers(architecture, parameters, graphs):
    """The values of all layers on the graphs."""
    n = graphs.n
    if architecture.embedding is not None and architecture.embedding.shape[1] != n:
        raise ValueError(f"embedding has {architecture.embedding.shape[1]} columns, the graphs n = {n} vertices")
    start = np.zeros((graphs.count, n))
    start[np.arange(graphs.count), graphs.root] = 1
    z, found = architecture.state(start), []
    for c in range(architecture.hops):
        beta, alpha = parameters["beta"][c], parameters["alpha"][c]
        overlaps = architecture.nodes(z @ beta if architecture.full_scores else z)
        weight = attention_weights(graphs, overlaps if architecture.full_scores else beta*overlaps)
        attention = graphs.along(weight)
        y = alpha*architecture.state(attention)
        if architecture.residual:
            y = z + y
        before = hidden = None
        if architecture.mlp:
            a, b, eta = mlp_scalars(parameters, c)
            before = architecture.nodes(y)
            hidden = a*before + b
            y = y + eta*architecture.state(relu(hidden))
        output, norm = normalised(y)
        found.append(Layer(z, overlaps, weight, attention, before, hidden, norm, output))
        z = output
    return found


def mlp_scalars(parameters, c):
    """(a, b, eta) of layer c."""
    i = min(c, len(parameters["a"]) - 1)
    return parameters["a"][i], parameters["b"][i], parameters["eta"][i]


def states(found):
    """z_1 ... z_hops, (hops, B, d)."""
    return np.array([layer.output for layer in found])


def gradient(architecture, parameters, graphs, found, cotangent):
    """The gradient of a loss in every parameter, given its derivatives `cotangent` (hops, B, d) in z_1 ... z_hops.

    `found` is what `layers` returned for these parameters and graphs.  At a kink of ReLU its slope is taken as 0.
    """
    total = {name: np.zeros_like(value) for name, value in parameters.items()}
    nodes, state = architecture.nodes, architecture.state
    back = np.zeros_like(found[-1].output)
    for c in reversed(range(architecture.hops)):
        layer = found[c]
        back = back + cotangent[c]
        back = (back - layer.output*(layer.output*back).sum(1, keepdims=True))/layer.norm
        if architecture.mlp:
            i = min(c, len(total["a"]) - 1)
            a, _, eta = mlp_scalars(parameters, c)
            along_nodes = nodes(back)
            total["eta"][i] += (along_nodes*relu(layer.hidden)).sum()
            inner = eta*along_nodes*(layer.hidden.real > 0)
            total["a"][i] += (inner*layer.before).sum()
            total["b"][i] += inner.sum()
            back = back + a*state(inner)
        along_nodes = nodes(back)
        total["alpha"][c] = (along_nodes*layer.attention).sum()
        weighted = layer.weight*graphs.against(parameters["alpha"][c]*along_nodes)
        logits = weighted - graphs.out_degree*layer.weight*weighted.sum(1, keepdims=True)
        skip = back if architecture.residual else 0
        if architecture.full_scores:
            keys = state(logits)
            total["beta"][c] = layer.z.T @ keys
            back = skip + keys @ parameters["beta"][c].T
        else:
            total["beta"][c] = (logits*layer.overlaps).sum()
            back = skip + parameters["beta"][c]*state(logits)
    return total
