"""The lazy transformer at small sizes: positive definiteness, drift against width, rate against depth, steps against
time.

Inputs are unit tokens in random directions, targets Gaussian. Every run is seeded. Source: paper `scaling_law`,
Sections 5.1, 5.2 and B.6.
"""
from dataclasses import dataclass

import numpy as np

from numerics.lazy_kernels import feed_forward_kernel, tangent_kernel
from numerics.lazy_transformer import gradient_flow, initial


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
    """Against the width: relative change of the tangent kernel, and the root mean square move of a hidden unit's
    weights, both means over seeds after the same flow time; slopes of their logarithms in log m.
    """
    widths: np.ndarray
    kernel: np.ndarray
    unit: np.ndarray
    kernel_slope: float
    unit_slope: float


def drift(widths=(128, 256, 512, 1024, 2048), seeds=2, n=4, length=4, d=6, time=4.0, steps=40):
    """Train to the flow time `time` at each width (SCAL-56)."""
    kernel, unit = np.empty((2, len(widths), seeds))
    for i, width in enumerate(widths):
        for seed in range(seeds):
            rng = np.random.default_rng(seed)
            X, Y = unit_tokens(rng, n, length, d), rng.standard_normal((n, length, d))
            model = initial(rng, 1, d, width)
            before, trained = tangent_kernel(model, X), gradient_flow(model, X, Y, time, steps).model
            kernel[i, seed] = np.linalg.norm(tangent_kernel(trained, X) - before)/np.linalg.norm(before)
            unit[i, seed] = np.linalg.norm(trained.W - model.W)/np.sqrt(width)
    kernel, unit = kernel.mean(1), unit.mean(1)
    return Drift(np.array(widths), kernel, unit, slope(widths, kernel), slope(widths, unit))


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
    """The least eigenvalue of the tangent kernel at the start against depth (SCAL-23, SCAL-24)."""
    found = np.empty((2, len(depths), seeds))
    for i, depth in enumerate(depths):
        for seed in range(seeds):
            for row, omega in enumerate((1/depth, 0.25)):
                rng = np.random.default_rng(seed)
                X, model = unit_tokens(rng, n, length, d), initial(rng, depth, d, width, omega=omega)
                found[row, i, seed] = np.linalg.eigvalsh(tangent_kernel(model, X))[0]
    scaled, fixed = found.mean(2)
    return RateInDepth(np.array(depths), scaled, fixed, slope(depths, scaled), slope(depths, fixed))


def rate_against_eigenvalue(seeds=3, n=3, length=3, d=6, width=512, time=160.0, steps=500):
    """(predicted, measured) late decay rates of the loss: 4 lambda_min/n of the final kernel, and the slope of -log L.

    Shape (seeds, 2).  At late times only the slowest direction is left, and the flow is linear.
    """
    rows = []
    for seed in range(seeds):
        rng = np.random.default_rng(seed)
        X, Y = unit_tokens(rng, n, length, d), rng.standard_normal((n, length, d))
        run = gradient_flow(initial(rng, 1, d, width), X, Y, time, steps)
        late = slice(3*steps//4, None)
        measured = -np.polyfit(run.times[late], np.log(run.losses[late]), 1)[0]
        rows.append((4*np.linalg.eigvalsh(tangent_kernel(run.model, X))[0]/n, measured))
    return np.array(rows)


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

    H is the infinite-width kernel of ReLU on n unit vectors; the loss starts in its slowest direction.
    """
    x = unit_tokens(np.random.default_rng(seed), n, 1, d)[:, 0]
    values = np.linalg.eigvalsh(relu_kernel(x @ x.T))
    step = n/(4*epsilon**2*values[-1])
    residual, count = 1.0, 0
    while residual**2 > reduction:
        residual -= 2*epsilon**2/n*values[0]*step*residual
        count += 1
    return Steps(n, epsilon, float(values[-1]/values[0]), count, count*step)


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
