"""The causal transformer of the scaling-law paper at small sizes: outputs, loss, exact gradient, training.

With token matrices Lambda (L x d) of one sequence, layer nu = 1 .. N computes, row by row,

    scores    sigma = softmax(kappa Lambda U Lambda' + mask)                 (L x L), the mask is causal
    attention o = sigma Lambda                                               (L x d)
    update    mu = (omega/sqrt m) ReLU(o W) A                                (L x d), W: d x m, A: m x d
    residual  Lambda <- Lambda + mu

and the output is F = eps (Lambda_0 + sum of the mu) = eps Lambda_N. The loss is (1/n) |F - Y|^2. Shapes: inputs X and
targets Y are (n, L, d); a cotangent has the shape of what it belongs to. The display of the token's hidden state is
lost in the text; the residual is read off "Model Output". Numerical only (float64). Source: paper `scaling_law`,
Sections 3.2, 4.1.
"""
from dataclasses import dataclass, replace

import numpy as np

from numerics.arguments import finite, positive, whole


@dataclass(frozen=True)
class Transformer:
    """Parameters U (N, d, d), W (N, d, m), A (N, m, d), and the scales omega, kappa, epsilon, all positive."""
    U: np.ndarray
    W: np.ndarray
    A: np.ndarray
    omega: float
    kappa: float
    epsilon: float = 1.0

    @property
    def depth(self):
        return self.W.shape[0]

    @property
    def dimension(self):
        return self.W.shape[1]

    @property
    def width(self):
        return self.W.shape[2]

    def moved(self, direction, step):
        """The parameters after a step along the gradients (U, W, A) of `direction`."""
        return replace(self, **{name: getattr(self, name) + step*change for name, change in zip("UWA", direction)})

    def distance(self, other):
        """The Euclidean distance of the parameters from those of `other`."""
        return float(np.sqrt(sum(((getattr(self, n) - getattr(other, n))**2).sum() for n in "UWA")))


def initial(rng, depth, dimension, width, omega=None, kappa=None, epsilon=1.0):
    """Gaussian U and W, signs A: the start of Section 3.2.  By default omega = 1/depth and kappa = 1/sqrt(width)."""
    depth, d, m = whole("depth", depth, 1), whole("dimension", dimension, 1), whole("width", width, 1)
    return Transformer(rng.standard_normal((depth, d, d)), rng.standard_normal((depth, d, m)),
                       rng.choice([-1.0, 1.0], (depth, m, d)), positive("omega", omega or 1/depth),
                       positive("kappa", kappa or m**-0.5), positive("epsilon", epsilon))


def sequences(model, X):
    """`X` as float64 (n, L, d); ValueError unless n and L are at least 1 and d is the model's."""
    X = finite("X", X)
    if X.ndim != 3 or 0 in X.shape or X.shape[2] != model.dimension:
        raise ValueError(f"X has shape {X.shape}: write (sequences, tokens, {model.dimension}), none of them 0")
    return X


@dataclass(frozen=True)
class Layer:
    """One layer's values on all sequences: its inputs (n, L, d), scores (n, L, L), attention outputs (n, L, d), which
    hidden units are active (n, L, m), their values (n, L, m), and the update (n, L, d).
    """
    inputs: np.ndarray
    scores: np.ndarray
    attention: np.ndarray
    active: np.ndarray
    hidden: np.ndarray
    update: np.ndarray


def causal_mask(length, context=None):
    """(L, L): 0 where a token sees another, -inf where it does not; ValueError if L exceeds the context."""
    length = whole("length", length, 1)
    if context is not None and length > context:
        raise ValueError(f"the sequences have {length} tokens, the mask allows {context}: "
                         "shorten them or widen the context")
    return np.where(np.tri(length, dtype=bool), 0.0, -np.inf)


def layers(model, X, mask=None):
    """The values of every layer; `mask` (L, L) replaces the causal one."""
    state = sequences(model, X)
    length = state.shape[1]
    mask = causal_mask(length) if mask is None else mask
    if mask.shape != (length, length):
        raise ValueError(f"the mask has shape {mask.shape}, the sequences {length} tokens: they must agree")
    found = []
    for U, W, A in zip(model.U, model.W, model.A):
        logits = model.kappa*(state @ U @ state.swapaxes(1, 2)) + mask
        scores = np.exp(logits - logits.max(-1, keepdims=True))
        scores /= scores.sum(-1, keepdims=True)
        attention = scores @ state
        before = attention @ W
        hidden = np.maximum(before, 0)
        update = (model.omega*model.width**-0.5)*(hidden @ A)
        found.append(Layer(state, scores, attention, before > 0, hidden, update))
        state = state + update
    return found


def output(model, X, mask=None):
    """F (n, L, d)."""
    last = layers(model, X, mask)[-1]
    return model.epsilon*(last.inputs + last.update)


def token_output(model, prefix):
    """The output (d,) at the last token of one prefix (l, d), by vectors alone and without a mask.

    The matrix-to-vector reduction of A.1: equal to the row of `output` at that token, for any continuation.
    """
    prefix = finite("prefix", prefix)
    states = [np.array(token) for token in prefix]
    for U, W, A in zip(model.U, model.W, model.A):
        fresh = []
        for last, token in enumerate(states):
            seen = np.array(states[:last + 1])
            logits = model.kappa*(seen @ (U.T @ token))
            weights = np.exp(logits - logits.max())
            attention = weights @ seen/weights.sum()
            fresh.append(token + model.omega*model.width**-0.5*(np.maximum(attention @ W, 0) @ A))
        states = fresh
    return model.epsilon*states[-1]


def loss(model, X, Y, mask=None):
    """(1/n) |F - Y|^2."""
    return float(((output(model, X, mask) - Y)**2).sum()/len(X))


# --- derivatives ---------------------------------------------------------------------------------------------------

def output_slopes(model, nu, layer):
    """d mu_sk/d o_s: (n, L, d, d), axes k and then the coordinate of o."""
    gated = layer.active[..., None, :]*model.A[nu].T                       # (n, L, k, m)
    return (model.omega*model.width**-0.5)*(gated @ model.W[nu].T)


def attention_covariance(layer):
    """Cov of the visible tokens under the scores of s, (n, L, d, d): Lambda' (diag sigma - sigma sigma') Lambda."""
    mean = layer.attention
    second = np.einsum("nst,ntj,ntk->nsjk", layer.scores, layer.inputs, layer.inputs, optimize=True)
    return second - mean[..., :, None]*mean[..., None, :]


def layer_jacobian(model, nu, layer):
    """d mu_s/d Lambda_t, shape (n, L, d, L, d): through the values, the keys and, for t = s, the query."""
    U, tokens, scores = model.U[nu], layer.inputs, layer.scores
    d, length = model.dimension, tokens.shape[1]
    spread = scores[..., None]*(tokens[:, None] - layer.attention[:, :, None])      # sigma_st (Lambda_t - o_s)
    attention = np.einsum("nst,jk->nsjtk", scores, np.eye(d))
    attention = attention + model.kappa*np.einsum("nstj,nsk->nsjtk", spread, tokens @ U)
    here = np.arange(length)
    attention[:, here, :, here] += model.kappa*np.moveaxis(attention_covariance(layer) @ U.T, 1, 0)
    return np.einsum("nskj,nsjtl->nsktl", output_slopes(model, nu, layer), attention, optimize=True)


def parameter_gradient(model, nu, layer, cotangent):
    """Gradients (U, W, A) of the sum of cotangent * mu over layer nu, cotangent (n, L, d)."""
    scale = model.omega*model.width**-0.5
    back = layer.active*(cotangent @ model.A[nu].T)                        # (n, L, m)
    W = scale*np.einsum("nsj,nsm->jm", layer.attention, back, optimize=True)
    A = scale*np.einsum("nsm,nsk->mk", layer.hidden, cotangent, optimize=True)
    slopes = scale*(back @ model.W[nu].T)                                  # d/d o_s
    keys = np.einsum("nsjk,nsk->nsj", attention_covariance(layer), slopes)
    return model.kappa*np.einsum("nsj,nsk->jk", layer.inputs, keys), W, A


def gradient(model, X, Y, mask=None):
    """The exact gradient of the loss in (U, W, A); at a kink of ReLU the derivative there is taken as 0."""
    found = layers(model, X, mask)
    residual = model.epsilon*(found[-1].inputs + found[-1].update) - finite("Y", Y)
    cotangent = 2*model.epsilon/len(residual)*residual
    changes = []
    for nu in reversed(range(model.depth)):
        changes.append(parameter_gradient(model, nu, found[nu], cotangent))
        if nu:
            cotangent = cotangent + np.einsum("nsk,nsktl->ntl", cotangent, layer_jacobian(model, nu, found[nu]),
                                              optimize=True)
    return tuple(np.array(part) for part in zip(*reversed(changes)))


# --- training ------------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Training:
    """Losses (steps + 1,) from the start on, the flow time of each, and the parameters at the end."""
    losses: np.ndarray
    times: np.ndarray
    model: Transformer


def gradient_descent(model, X, Y, step, steps):
    """Gradient descent with a positive step; the flow time of k steps is k * step."""
    return _train(model, X, Y, positive("step", step), whole("steps", steps, 0),
                  lambda model, step: model.moved(gradient(model, X, Y), -step))


def gradient_flow(model, X, Y, time, steps):
    """Gradient flow up to the flow time `time` by the classical Runge-Kutta method in `steps` steps."""
    steps = whole("steps", steps, 1)
    return _train(model, X, Y, positive("time", time)/steps, steps, lambda model, step: _runge_kutta(model, X, Y, step))


def _train(model, X, Y, step, steps, advance):
    losses = [loss(model, X, Y)]
    for _ in range(steps):
        model = advance(model, step)
        losses.append(loss(model, X, Y))
    return Training(np.array(losses), step*np.arange(steps + 1), model)


def _runge_kutta(model, X, Y, step):
    first = gradient(model, X, Y)
    second = gradient(model.moved(first, -step/2), X, Y)
    third = gradient(model.moved(second, -step/2), X, Y)
    fourth = gradient(model.moved(third, -step), X, Y)
    mean = [(a + 2*b + 2*c + d)/6 for a, b, c, d in zip(first, second, third, fourth)]
    return model.moved(mean, -step)
