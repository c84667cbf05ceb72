"""The causal transformer of the scaling-law paper at small sizes: outputs, loss, exact gradient, training.

With token matrices Lambda (L x d) of one sequence, layer nu = 1 .. N computes, row by row,

    scores    sigma = softmax(kappa Lambda U Lambda' + mask)                 (L x L), the mask is causal
    attention o = sigma Lambda                                               (L x d)
    update    mu = (omega/sqrt m) ReLU(o W) A                                (L x d), W: d x m, A: m x d
    residual  Lambda <- Lambda + mu

and the output is F = eps (Lambda_0 + sum of the mu) = eps Lambda_N. The loss is (1/n) |F - Y|^2. Shapes: inputs X and
targets Y are (n, L, d), with positions E already added to X; a cotangent has the shape of what it belongs to. The
display of the token's hidden state is lost in the text; the residual is read off "Model Output". Bad input is a
ValueError that names the argument. Numerical only (float64). Source: paper `scaling_law`, Sections 3.2, 4.1.
"""
from dataclasses import dataclass, replace

import numpy as np

from numerics.arguments import finite, positive, reals, whole, without_nan


def positive_finite(name, x):
    """`x` as a float; ValueError unless it is one finite number above 0."""
    if not positive(name, x) < np.inf:
        raise ValueError(f"{name} = {x!r}: write one finite number above 0")
    return float(x)


@dataclass(frozen=True)
class Transformer:
    """Parameters U (N, d, d), W (N, d, m), A (N, m, d), and the scales omega, kappa, epsilon, all positive.

    ValueError unless the shapes fit each other, none of N, d, m is 0, and the scales are finite and above 0.
    """
    U: np.ndarray
    W: np.ndarray
    A: np.ndarray
    omega: float
    kappa: float
    epsilon: float = 1.0

    def __post_init__(self):
        for name in "UWA":
            object.__setattr__(self, name, reals(name, getattr(self, name)))
        if self.W.ndim != 3 or 0 in self.W.shape:
            raise ValueError(f"W has shape {self.W.shape}: write (layers, dimension, width), none of them 0")
        for name, shape in (("U", (self.depth, self.dimension, self.dimension)),
                            ("A", (self.depth, self.width, self.dimension))):
            if getattr(self, name).shape != shape:
                raise ValueError(f"{name} has shape {getattr(self, name).shape}: W asks for {shape}")
        for name in ("omega", "kappa", "epsilon"):
            positive_finite(name, getattr(self, name))

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
                       rng.choice([-1.0, 1.0], (depth, m, d)), 1/depth if omega is None else omega,
                       m**-0.5 if kappa is None else kappa, epsilon)


def sequences(model, X):
    """`X` as float64 (n, L, d); ValueError unless n and L are at least 1 and d is the model's."""
    X = finite("X", X)
    if X.ndim != 3 or 0 in X.shape or X.shape[2] != model.dimension:
        raise ValueError(f"X has shape {X.shape}: write (sequences, tokens, {model.dimension}), none of them 0")
    return X


def targets(X, Y):
    """`Y` as float64; ValueError unless it has the shape of the sequences X."""
    Y = finite("Y", Y)
    if Y.shape != np.shape(X):
        raise ValueError(f"Y has shape {Y.shape}: write one target for each entry of X, {np.shape(X)}")
    return Y


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
    if context is not None and length > whole("context", context, 1):
        raise ValueError(f"the sequences have {length} tokens, the mask allows {context}: "
                         "shorten them or widen the context")
    return np.where(np.tri(length, dtype=bool), 0.0, -np.inf)


def checked_mask(mask, length):
    """`mask` (L, L) as float64, the causal one for None; ValueError unless it fits and every token sees one."""
    if mask is None:
        return causal_mask(length)
    mask = without_nan("mask", mask)
    if mask.shape != (length, length):
        raise ValueError(f"the mask has shape {mask.shape}, the sequences {length} tokens: they must agree")
    if (mask == np.inf).any() or not np.isfinite(mask).any(1).all():
        raise ValueError("the mask holds inf, or a row of -inf alone: write 0 for what a token sees, -inf for the "
                         "rest, and let every token see at least one")
    return mask


def layers(model, X, mask=None):
    """The values of every layer; `mask` (L, L) replaces the causal one."""
    state = sequences(model, X)
    mask = checked_mask(mask, state.shape[1])
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
    if prefix.ndim != 2 or 0 in prefix.shape or prefix.shape[1] != model.dimension:
        raise ValueError(f"prefix has shape {prefix.shape}: write (tokens, {model.dimension}), at least one token")
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
    return float(((output(model, X, mask) - targets(X, Y))**2).sum()/len(X))


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
    residual = model.epsilon*(found[-1].inputs + found[-1].update) - targets(X, Y)
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
    """Gradient descent with a positive step; the flow time of k steps is k * step.

    ValueError where the loss overflows: the step is beyond the stable n/(epsilon^2 lambda_max).
    """
    return _train(model, X, Y, positive_finite("step", step), whole("steps", steps, 0),
                  lambda model, step: model.moved(gradient(model, X, Y), -step))


def gradient_flow(model, X, Y, time, steps):
    """Gradient flow up to the flow time `time` by the classical Runge-Kutta method in `steps` steps.

    ValueError where the loss overflows: the steps are too few for this time.
    """
    steps = whole("steps", steps, 1)
    return _train(model, X, Y, positive_finite("time", time)/steps, steps,
                  lambda model, step: _runge_kutta(model, X, Y, step))


def _train(model, X, Y, step, steps, advance):
    losses = [loss(model, X, Y)]
    with np.errstate(over="ignore", invalid="ignore"):
        for k in range(1, steps + 1):
            model = advance(model, step)
            losses.append(loss(model, X, Y))
            if not np.isfinite(losses[-1]):
                raise ValueError(f"step = {step:g}: the loss overflows at step {k}; write a smaller step (more steps)")
    return Training(np.array(losses), step*np.arange(steps + 1), model)


def _runge_kutta(model, X, Y, step):
    first = gradient(model, X, Y)
    second = gradient(model.moved(first, -step/2), X, Y)
    third = gradient(model.moved(second, -step/2), X, Y)
    fourth = gradient(model.moved(third, -step), X, Y)
    mean = [(a + 2*b + 2*c + d)/6 for a, b, c, d in zip(first, second, third, fourth)]
    return model.moved(mean, -step)
