"""Training of linear self-attention: one prompt, with or without projection; many prompts, full or in mini-batches.

Gradient descent at a constant learning rate from a given start; every iterate is returned.  Where training diverges the
iterates become inf and then NaN, without a warning: `escape_step` says when.  Starts are checked, iterates are not.

Shapes: `...` is any leading shape (seeds), n the number of prompts, d the dimension.  Numerical only (float64).
"""
import numpy as np

from numerics.attention import gradient, hessian


def unconstrained(U, data):
    """No projection."""
    return U


def _check(start, rate, steps):
    if np.isnan(start).any():
        raise ValueError("the start contains NaN")
    if not (np.asarray(rate) > 0).all():
        raise ValueError(f"learning rate {rate}: write a positive number")
    if steps < 0:
        raise ValueError(f"steps = {steps}: write a number >= 0")


def train(start, data, rate, steps, project=unconstrained):
    """Gradient descent on the mean loss of all n prompts: the iterates, shape (steps + 1, ..., d+1, d+1).

    start    (..., d+1, d+1)
    rate     scalar or (...)
    project  (U, data) -> U, applied after every step: `attention_sectors.onto_sector`, `frozen_column`, or none

    Overflow gives inf and NaN.  Raises ValueError for a NaN start, a rate that is not positive, negative steps.
    """
    return _descend(start, rate, steps, lambda: data, lambda U: project(U, data))


def sample_batches(rng, shape, count, size):
    """Indices of mini-batches drawn without replacement from `count` prompts, shape (*shape, size).

    Raises ValueError for size 0 or size > count.
    """
    if not 1 <= size <= count:
        raise ValueError(f"batch size {size}: write a number from 1 to {count}")
    if size == count:
        return np.broadcast_to(np.arange(count), (*shape, count))
    if size == 1:
        return rng.integers(count, size=(*shape, 1))
    return np.argpartition(rng.random((*shape, count)), size, axis=-1)[..., :size]


def train_batches(rng, start, data, rate, steps, size):
    """Mini-batch gradient descent, every leading index with batches of its own: iterates (steps + 1, ..., d+1, d+1).

    rng    np.random.Generator        size   batch size, drawn without replacement; n is full-batch training
    start  (..., d+1, d+1)            data   `Prompts` (..., n), leading shape broadcast against that of `start`
    rate   scalar or (...)

    Overflow gives inf and NaN.  Raises ValueError for a NaN start, a rate that is not positive, negative steps, a batch
    size that is not between 1 and n.
    """
    if not 1 <= size <= data.count:
        raise ValueError(f"batch size {size}: write a number from 1 to {data.count}")

    def batch():
        return data if size == data.count else data.take(sample_batches(rng, start.shape[:-2], data.count, size))
    return _descend(start, rate, steps, batch, lambda U: U)


def _descend(start, rate, steps, next_batch, project):
    _check(start, rate, steps)
    rate = np.asarray(rate, dtype=float)[..., None, None]
    iterates = np.empty((steps + 1, *start.shape))
    iterates[0] = start
    with np.errstate(over="ignore", invalid="ignore"):
        for k in range(steps):
            iterates[k + 1] = project(iterates[k] - rate*gradient(iterates[k], next_batch()))
    return iterates


def descend(start, data, steps, fraction=0.3, every=200):
    """An approximate minimum of the mean loss by small-step gradient descent: the last iterate, shape (..., d+1, d+1).

    The rate is `fraction`/|largest Hessian eigenvalue|, renewed `every` so many steps: well below the threshold 2.
    """
    _check(start, fraction, steps)
    U = np.array(start, dtype=float)
    for k in range(steps):
        if k % every == 0:
            rate = fraction/np.abs(np.linalg.eigvalsh(hessian(U, data))).max(-1)[..., None, None]
        U = U - rate*gradient(U, data)
    return U


def escape_step(iterates, bound=1e6):
    """The first step at which an entry exceeds `bound` or is not finite, shape (...); -1 where none does.

    iterates (steps + 1, ..., d+1, d+1)
    """
    escaped = ~(np.abs(iterates) <= bound).all((-1, -2))
    return np.where(escaped.any(0), escaped.argmax(0), -1)
