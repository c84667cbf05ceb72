"""Linear self-attention on in-context regression prompts: prediction, loss and exact gradient.

A prompt holds N examples x_j with labels y_j = <w, x_j> and a query x_q with answer y_q = <w, x_q>.  With

    G = E E^T / 2N,    E = [[x_1 ... x_N, x_q], [y_1 ... y_N, 0]],

the layer's answer to the query is bilinear in the trainable matrix U = [P | q] (P its first d columns, q the last):

    answer(U) = u^T (X_q kron G) u = 2 <P x_q, G q>,        loss = (answer - y_q)^2 / 2        (Section 2, (5)).

Shapes: `...` is any leading shape (seeds), n the number of prompts over which the loss is averaged, d the dimension of
the covariates.  A single prompt is n = 1.  All of this module is numerical only (float64, or complex for the
complex-step check).  Source: paper `large_step`, Section 2 and Appendix B.
"""
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Prompts:
    """n regression prompts, as far as the loss sees them.

    gram    (..., n, d+1, d+1)   G
    query   (..., n, d)          x_q
    target  (..., n)             y_q
    """
    gram: np.ndarray
    query: np.ndarray
    target: np.ndarray

    @property
    def dimension(self):
        """d, the dimension of the covariates."""
        return self.query.shape[-1]

    @property
    def count(self):
        """n, the number of prompts over which the loss is averaged."""
        return self.query.shape[-2]

    @property
    def correlation(self):
        """g = G e_(d+1), shape (..., n, d+1): the empirical correlation of the covariates and labels with the label."""
        return self.gram[..., :, -1]

    @property
    def geometry(self):
        """kappa = |x_q|^2 |g|^2, shape (..., n).  It is 0 exactly when the query or every label is 0."""
        return (self.query**2).sum(-1)*(self.correlation**2).sum(-1)

    def take(self, indices):
        """The prompts `indices` (..., m) of each leading index: a mini-batch."""
        def pick(array, trailing):
            index = indices.reshape(indices.shape + (1,)*trailing)
            return np.take_along_axis(array, index, axis=array.ndim - trailing - 1)
        return Prompts(pick(self.gram, 2), pick(self.query, 1), pick(self.target, 0))


def prompts(covariates, labels, query, answer):
    """The `Prompts` of raw data.

    covariates  (..., n, N, d)    labels  (..., n, N)    query  (..., n, d)    answer  (..., n)

    Raises ValueError for an empty prompt (n, N or d is 0), for shapes that do not fit and for data that are not finite.
    """
    covariates, labels, query, answer = (np.asarray(x, dtype=float) for x in (covariates, labels, query, answer))
    if covariates.ndim < 3:
        raise ValueError(f"covariates have shape {covariates.shape}: write (..., n, N, d)")
    *lead, n, N, d = covariates.shape
    if 0 in covariates.shape:
        raise ValueError(f"empty prompt: covariates have shape {covariates.shape}; n, N and d must be at least 1")
    for name, array, shape in (("labels", labels, (*lead, n, N)), ("query", query, (*lead, n, d)),
                               ("answer", answer, (*lead, n))):
        if array.shape != shape:
            raise ValueError(f"{name} has shape {array.shape}: covariates {covariates.shape} ask for {shape}")
    if not all(np.isfinite(x).all() for x in (covariates, labels, query, answer)):
        raise ValueError("the prompt contains NaN or inf")

    tokens = np.zeros((*lead, n, N + 1, d + 1))
    tokens[..., :N, :d] = covariates
    tokens[..., :N, d] = labels
    tokens[..., N, :d] = query
    gram = np.swapaxes(tokens, -1, -2) @ tokens/(2*N)
    return Prompts(gram, query, answer)


def sample_prompts(rng, shape, dimension=3, examples=20, shared=False):
    """Gaussian prompts: covariates, query and regressor w are standard normal, labels noiseless.

    rng        np.random.Generator
    shape      (..., n)
    shared     True: the n prompts of a leading index share one regressor (the multi-prompt experiment)

    Raises ValueError for an empty prompt.
    """
    *lead, n = shape
    if min(n, dimension, examples) < 1:
        raise ValueError(f"empty prompt: n = {n}, d = {dimension}, N = {examples}; each must be at least 1")
    regressor = rng.normal(size=(*lead, 1 if shared else n, dimension, 1))
    covariates = rng.normal(size=(*lead, n, examples, dimension))
    query = rng.normal(size=(*lead, n, dimension))
    labels = (covariates @ regressor)[..., 0]
    answer = (query[..., None, :] @ regressor)[..., 0, 0]
    return prompts(covariates, labels, query, answer)


# --- prediction, loss, gradient -----------------------------------------------------------------------------------

def layer(tokens, value, key_query):
    """The linear self-attention layer E + W^PV E (E^T W^KQ E)/N.

    tokens  (d+1, N+1), the last column is the query with answer 0    value, key_query  (d+1, d+1)

    Its entry (d+1, N+1) is `answers` of U = [W^KQ without its last column | last row of W^PV]: no constant is lost.
    """
    length = tokens.shape[1] - 1
    return tokens + value @ tokens @ (tokens.T @ key_query @ tokens)/length


def _halves(U, data):
    """P x_q, G P x_q and G q, each (..., n, d+1)."""
    projected = data.query @ np.swapaxes(U[..., :, :-1], -1, -2)
    return (projected, (data.gram @ projected[..., None])[..., 0],
            (data.gram @ U[..., None, :, -1, None])[..., 0])


def answers(U, data):
    """The layer's answers 2 <P x_q, G q>, shape (..., n), at U of shape (..., d+1, d+1)."""
    projected, _, correlated = _halves(U, data)
    return 2*(projected*correlated).sum(-1)


def residuals(U, data):
    """answer - y_q, shape (..., n)."""
    return answers(U, data) - data.target


def loss(U, data):
    """The mean over the n prompts of (answer - y_q)^2 / 2, shape (...); analytic in U, so that complex steps apply."""
    return (residuals(U, data)**2).mean(-1)/2


def gradient(U, data):
    """The gradient of `loss` in U, shape (..., d+1, d+1): the mean of 2 E G U X_q, exact up to rounding (20)."""
    projected, answered, correlated = _halves(U, data)
    error = 2*(projected*correlated).sum(-1) - data.target
    weight = (2/data.count)*error[..., None]
    columns = np.swapaxes(weight*correlated, -1, -2) @ data.query
    last = (weight*answered).sum(-2)
    return np.concatenate([columns, last[..., None]], axis=-1)


def hessian(U, data):
    """The Hessian of `loss` in vec U (row by row), shape (..., D, D), D = (d+1)^2: complex steps of `gradient`."""
    size = U.shape[-1]**2
    step = 1e-30
    columns = []
    for k in range(size):
        shift = np.zeros(size, dtype=complex)
        shift[k] = step*1j
        moved = U + shift.reshape(U.shape[-2:])
        columns.append(gradient(moved, data).imag.reshape(*U.shape[:-2], size)/step)
    return np.stack(columns, axis=-1)
