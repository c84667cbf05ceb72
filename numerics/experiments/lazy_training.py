"""The lazy transformer at small sizes: positive definiteness, drift against width, rate against depth, steps against
time.

Inputs are unit tokens in random directions, targets Gaussian. Every run is seeded. Source: paper `scaling_law`,
Sections 5.1, 5.2 and B.6.
"""
from dataclasses import dataclass

import numpy as np

from numerics.arguments import whole
from numerics.lazy_kernels import feed_forward_kernel, tangent_kernel
from numerics.lazy_transformer import gradient_descent, gradient_flow, initial, layers, output, positive_finite


def unit_tokens(rng, n, length, d):
    """n sequences of unit tokens, (n, length, d)."""
    X = rng.standard_normal((n, length, d))
    return X/np.linalg.norm(X, axis=-1, keepdims=True)


@dataclass(frozen=True)
class LeastEigenvalues:
    """Over seeds, the least eigenvalue of the first layer's kernel: distinct prefixes, two sequences that share their
    first token, and no mask.
    """
    distinct: np.ndarray
    shared: np.ndarray
    unmasked: np.ndarray


def positive_definiteness(seeds=6, n=8, length=4, d=8, width=4096):
    """Least eigenvalues of H' (over omega^2) at the start, shape (seeds,) each (SCAL-40, SCAL-54)."""
    rows = []
    for seed in range(seeds):
        rng = np.random.default_rng(seed)
        X, model = unit_tokens(rng, n, length, d), initial(rng, 1, d, width)
        shared = X.copy()
        shared[1, 0] = shared[0, 0]
        kernels = (feed_forward_kernel(model, X), feed_forward_kernel(model, shared),
                   feed_forward_kernel(model, X, 0, np.zeros((length, length))))
        rows.append([np.linalg.eigvalsh(kernel)[0] for kernel in kernels])
    return LeastEigenvalues(*np.array(rows).T)


@dataclass(frozen=True)
class Drift:
    """Against the width, after the same flow time, means over seeds: the root mean square move of a hidden unit's
    weights, the share of (token, unit) pairs whose activity flips, and the relative change of the tangent kernel;
    slopes of their logarithms in log m.

    The first two are what the lazy bounds control, of the order m^(-1/2). The kernel itself moves less, like m^(-3/4):
    to first order a flip changes it by 1/m with a random sign, so the m^(1/2) units that flip add up to m^(1/4)/m.
    """
    widths: np.ndarray
    unit: np.ndarray
    flips: np.ndarray
    kernel: np.ndarray
    unit_slope: float
    flip_slope: float
    kernel_slope: float


def drift(widths=(128, 256, 512, 1024, 2048, 4096), seeds=6, n=4, length=4, d=6, time=4.0, steps=20):
    """Train to the flow time `time` at each width (SCAL-56)."""
    rows = []
    for width in widths:
        per_seed = []
        for seed in range(seeds):
            rng = np.random.default_rng(seed)
            X, Y = unit_tokens(rng, n, length, d), rng.standard_normal((n, length, d))
            model = initial(rng, 1, d, width)
            trained, before = gradient_flow(model, X, Y, time, steps).model, tangent_kernel(model, X)
            flipped = layers(trained, X)[0].active != layers(model, X)[0].active
            per_seed.append((np.linalg.norm(trained.W - model.W)/np.sqrt(width), flipped.mean(),
                             np.linalg.norm(tangent_kernel(trained, X) - before)/np.linalg.norm(before)))
        rows.append(np.mean(per_seed, axis=0))
    columns = np.array(rows).T
    return Drift(np.array(widths), *columns, *(slope(widths, column) for column in columns))


def slope(x, y):
    return float(np.polyfit(np.log(x), np.log(y), 1)[0])


@dataclass(frozen=True)
class RateInDepth:
    """Least eigenvalue of the tangent kernel, the rate of the slowest direction, against the depth; means over seeds.

    `scaled` has omega = 1/depth, `fixed` omega = 1/4; the slopes are those of the logarithms.
    """
    depths: np.ndarray
    scaled: np.ndarray
    fixed: np.ndarray
    scaled_slope: float
    fixed_slope: float


def rate_in_depth(depths=(1, 2, 4, 8), seeds=3, n=4, length=4, d=6, width=1024):
    """The least eigenvalue of the tangent kernel at the start against depth (SCAL-24)."""
    found = np.empty((2, len(depths), seeds))
    for i, depth in enumerate(depths):
        for seed in range(seeds):
            for row, omega in enumerate((1/depth, 0.25)):
                rng = np.random.default_rng(seed)
                X, model = unit_tokens(rng, n, length, d), initial(rng, depth, d, width, omega=omega)
                found[row, i, seed] = np.linalg.eigvalsh(tangent_kernel(model, X))[0]
    scaled, fixed = found.mean(2)
    return RateInDepth(np.array(depths), scaled, fixed, slope(depths, scaled), slope(depths, fixed))


@dataclass(frozen=True)
class Decays:
    """Runs from the slowest direction, each array of shape (2, depths, seeds), first omega = 1/depth, then omega = 1/4:
    the rate that the kernel at the start predicts, 4 lambda_min/n, the measured rate -log(L(t)/L(0))/t, both per unit
    of flow time, and the relative change of the kernel during the run.
    """
    depths: np.ndarray
    predicted: np.ndarray
    measured: np.ndarray
    drift: np.ndarray


def decays(depths=(1, 2, 4, 8), seeds=3):
    """The exponential rate of training against lambda and depth (SCAL-04, SCAL-23, SCAL-24)."""
    rows = [[[decay(depth, omega, seed) for seed in range(seeds)] for depth in depths] for omega in (None, 0.25)]
    return Decays(np.array(depths), *np.moveaxis(np.array(rows), -1, 0))


def decay(depth, omega=None, seed=0, n=2, length=3, d=6, width=512, size=0.01, reduction=10):
    """(predicted, measured, drift) as in `Decays`, from a residual of norm `size` in the slowest direction, until the
    loss should have fallen by the factor `reduction`, at the step n/(4 lambda_max).
    """
    if not 1 < reduction < np.inf:
        raise ValueError(f"reduction = {reduction!r}: write the factor by which the loss should fall, above 1")
    rng = np.random.default_rng(seed)
    X, model = unit_tokens(rng, n, length, d), initial(rng, depth, d, width, omega)
    kernel = tangent_kernel(model, X)
    values, vectors = np.linalg.eigh(kernel)
    Y = output(model, X) - size*vectors[:, 0].reshape(X.shape)
    steps = int(np.ceil(values[-1]/values[0]*np.log(reduction)))
    run = gradient_descent(model, X, Y, n/(4*values[-1]), steps)
    change = np.linalg.norm(tangent_kernel(run.model, X) - kernel)/np.linalg.norm(kernel)
    return 4*values[0]/n, np.log(run.losses[0]/run.losses[-1])/run.times[-1], change


@dataclass(frozen=True)
class Steps:
    """For one n and output scale: gradient steps that reduce the loss by 1e-6, and their flow time."""
    n: int
    epsilon: float
    condition: float
    steps: int
    time: float


def step_count(n, epsilon, d=10, reduction=1e-6, seed=0):
    """Full-batch descent on the mean loss with kernel eps^2 H at the step n/(4 eps^2 lambda_max) (SCAL-58).

    H is the infinite-width kernel of ReLU on n unit vectors; the residual starts in its slowest direction. ValueError
    unless n and d are at least 1, epsilon is positive and 0 < reduction < 1.
    """
    n, d, epsilon = whole("n", n, 1), whole("d", d, 1), positive_finite("epsilon", epsilon)
    if not 0 < reduction < 1:
        raise ValueError(f"reduction = {reduction!r}: write the share of the loss that is left, between 0 and 1")
    x = unit_tokens(np.random.default_rng(seed), n, 1, d)[:, 0]
    values = np.linalg.eigvalsh(relu_kernel(x @ x.T))
    step = n/(4*epsilon**2*values[-1])
    residual, count = 1.0, 0
    while residual**2 > reduction:
        residual -= step*2*epsilon**2/n*values[0]*residual
        count += 1
    return Steps(n, epsilon, float(values[-1]/values[0]), count, float(count*step))


def relu_kernel(gram):
    """rho (pi - arccos rho)/(2 pi), entry by entry: the kernel of the first layer's weights at infinite width."""
    rho = np.clip(gram, -1, 1)
    return rho*(np.pi - np.arccos(rho))/(2*np.pi)


def condition_numbers(sizes=(50, 100, 200, 400), d=10, seed=0):
    """Condition number of the infinite-width kernel on n random unit vectors, and the lower bound n/(2d) (SCAL-39)."""
    rows = []
    for n in sizes:
        x = unit_tokens(np.random.default_rng(seed), n, 1, d)[:, 0]
        values = np.linalg.eigvalsh(relu_kernel(x @ x.T))
        rows.append((n, values[-1]/values[0], n/(2*d)))
    return np.array(rows)
