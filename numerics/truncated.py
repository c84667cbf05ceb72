"""The dominant singular values and vectors of a matrix, without its whole decomposition.

`power_iteration` is the method of the paper; `dominant` is a block Krylov method (Musco and Musco, NeurIPS 2015) with
full orthogonalisation and a residual test.  Numerical only.
"""
from dataclasses import dataclass

import numpy as np

SPARE = 2            # columns of the block beyond the rank asked for
LARGEST = 2/3        # a Krylov space above this share of the space is dearer than the whole decomposition
GROWTH = 1.25        # the residual is looked at each time the space has grown by this factor
TOLERANCE = 1e-9     # of the residual |W v - sigma u|, relative to sigma_1
GRAM = 1e-6          # below this share of sigma_1 the Gram matrix, which squares, has lost a singular value


def checked_matrix(W, name="W"):
    """`W` as a floating NumPy matrix, not copied where it is one; ValueError unless it is finite and nonempty."""
    W = np.asarray(W)
    if W.ndim != 2 or 0 in W.shape:
        raise ValueError(f"{name} has shape {W.shape}: write a matrix with at least one row and one column")
    if W.dtype.kind not in "fiub":
        raise ValueError(f"{name} has entries of type {W.dtype}: write real numbers")
    W = W if W.dtype in (np.float32, np.float64) else W.astype(float)
    if not np.isfinite(W).all():
        raise ValueError(f"{name} has entries that are nan or infinite: restore it from before the failure")
    return W


def checked_rank(rank, W, name="W"):
    """`rank` as an integer; ValueError unless it lies between 1 and the smaller side of W."""
    if isinstance(rank, bool) or not isinstance(rank, (int, np.integer)) or not 1 <= rank <= min(W.shape):
        raise ValueError(f"rank = {rank!r}: write an integer from 1 to {min(W.shape)}, the smaller side of {name}")
    return int(rank)


@dataclass(frozen=True)
class Dominant:
    """The largest singular triplets: W right[i] = values[i] left[:, i], up to `residual` (relative to sigma_1).

    values descend, shape (k,); left (m, k) and right (k, n) have orthonormal columns and rows.
    """
    values: np.ndarray
    left: np.ndarray
    right: np.ndarray
    residual: float


def dominant(W, rank, *, tolerance=TOLERANCE, seed=0):
    """The `rank` largest singular triplets of W, as a `Dominant`.  Every value is at most the true one.

    The Krylov space grows until the residuals meet the tolerance.  For matrices with a side of at most 64, and where
    that takes more than two thirds of the space, the whole decomposition is made instead: it is cheaper there.
    """
    W = checked_matrix(W)
    rank = checked_rank(rank, W)
    scale = np.abs(W).max() or 1
    A = W.astype(float)/scale
    if A.shape[0] > A.shape[1]:
        found = _dominant(A.T, rank, tolerance, seed)
        found = Dominant(found.values, found.right.T, found.left.T, found.residual)
    else:
        found = _dominant(A, rank, tolerance, seed)
    return Dominant(found.values*scale, found.left, found.right, found.residual)


def _dominant(A, rank, tolerance, seed):
    rows, block = A.shape[0], rank + SPARE
    most = int(LARGEST*rows) if rows > 64 else 0
    rng = np.random.default_rng(seed)
    basis, image, gram = np.empty((rows, most), order="F"), np.empty((most, A.shape[1])), np.empty((most, most))
    size, look_at = 0, 3*block
    new = A @ rng.standard_normal((A.shape[1], block))
    while size + block <= most:
        here = slice(size, size + block)
        basis[:, here] = _orthonormal(new, basis[:, :size], rng)
        image[here] = basis[:, here].T @ A
        size += block
        gram[here, :size] = image[here] @ image[:size].T
        if size >= look_at:
            found = _ritz(A, basis[:, :size], image[:size], gram[:size, :size], rank)
            if found.residual <= tolerance:
                return found
            look_at = int(GROWTH*size)
        new = A @ image[here].T
    left, values, right = np.linalg.svd(A, full_matrices=False)
    return Dominant(values[:rank], left[:, :rank], right[:rank], 0.0)


def _ritz(A, basis, image, gram, rank):
    """The best triplets whose left vectors lie in the span of the basis.

    image = basis^T A; gram is the lower triangle of image image^T.
    """
    squares, inner = np.linalg.eigh(gram)
    if squares[-rank] < GRAM**2*squares[-1]:
        inner = np.linalg.svd(image, full_matrices=False)[0][:, ::-1]
    inner = inner[:, -rank:]
    turn, values, right = np.linalg.svd(inner.T @ image, full_matrices=False)
    left = basis @ (inner @ turn)
    residuals = np.linalg.norm(A @ right.T - left*values, axis=0)
    return Dominant(values, left, right, float(residuals.max()/values[0]) if values[0] > 0 else 0.0)


def _orthonormal(block, basis, rng):
    """An orthonormal basis of the block's part orthogonal to `basis`; random directions replace what depends on it."""
    sound = 0
    while sound < 2:   # twice is enough, unless directions were replaced
        size = np.linalg.norm(block, axis=0)
        block = block/np.where(size > 0, size, 1)
        block = block - basis @ (basis.T @ block)
        block, triangle = np.linalg.qr(block)
        weak = np.abs(np.diag(triangle)) < 1e-10
        block[:, weak] = rng.standard_normal((len(block), weak.sum()))
        sound = 0 if weak.any() else sound + 1
    return block


@dataclass(frozen=True)
class TopSingular:
    """An estimate of sigma_1 from below with its unit vectors, and whether it settled within the budget."""
    value: float
    left: np.ndarray
    right: np.ndarray
    iterations: int
    converged: bool


def power_iteration(W, iterations=100, *, tolerance=1e-12, seed=0):
    """sigma_1 of W by the power method on W^T W, from a seeded random vector.

    The value never exceeds sigma_1 (SING-38), so a stable rank computed with it is never too small.  W = 0 gives 0.
    `converged`: two successive values agree to `tolerance`; a slow start near a lower singular value can deceive this.
    """
    W = checked_matrix(W)
    if isinstance(iterations, bool) or not isinstance(iterations, (int, np.integer)) or iterations < 1:
        raise ValueError(f"iterations = {iterations!r}: write an integer, 1 or more")
    scale = float(np.abs(W).max())
    rng = np.random.default_rng(seed)
    left, right = np.zeros(W.shape[0]), rng.standard_normal(W.shape[1])
    right /= np.linalg.norm(right)
    if scale == 0:
        return TopSingular(0.0, left, right, 0, True)
    A, value = W.astype(float)/scale, 0.0
    for done in range(1, iterations + 1):
        left = A @ right
        size = np.linalg.norm(left)
        if size == 0:   # the random vector lies in the kernel
            right = rng.standard_normal(W.shape[1])
            right /= np.linalg.norm(right)
            continue
        left /= size
        right = left @ A
        before, value = value, float(np.linalg.norm(right))
        right /= value
        if value - before <= tolerance*value:
            return TopSingular(value*scale, left, right, done, True)
    return TopSingular(value*scale, left, right, iterations, False)
