"""Arguments of simulations, checked: every ValueError names the argument and says what to write instead."""
from numbers import Integral

import numpy as np


def reals(name, x):
    """`x` as a float64 array of its own shape; ValueError unless it holds integers or floats."""
    array = np.asarray(x)
    if array.dtype.kind not in "iuf":
        raise ValueError(f"{name} holds {array.dtype}: write real numbers (integers or floats)")
    return array.astype(np.float64, copy=False)


def without_nan(name, x):
    """As `reals`, and ValueError where a number is NaN."""
    array = reals(name, x)
    if array.size and np.isnan(np.min(array)):
        raise ValueError(f"{name} contains NaN: every entry must be a number")
    return array


def finite(name, x):
    """As `reals`, and ValueError where a number is NaN or infinite."""
    array = without_nan(name, x)
    if not np.isfinite(array).all():
        raise ValueError(f"{name} contains inf: every entry must be finite")
    return array


def whole(name, n, least, most=2**53):
    """`n` as an int; ValueError unless it is an integer with least <= n <= most."""
    if isinstance(n, bool) or not isinstance(n, Integral) or not least <= n <= most:
        raise ValueError(f"{name} = {n!r}: write an integer, at least {least} and at most {most}")
    return int(n)


def positive(name, x):
    """`x` as a float; ValueError unless it is a number above 0 (inf is allowed)."""
    array = reals(name, x)
    if array.ndim or not array > 0:
        raise ValueError(f"{name} = {x!r}: write one number above 0")
    return float(array)


def common_shape(**arrays):
    """The shape to which all of the named arrays broadcast; ValueError, with every name and shape, where none is."""
    try:
        return np.broadcast_shapes(*(array.shape for array in arrays.values()))
    except ValueError:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in arrays.items())
        raise ValueError(f"these shapes do not broadcast: {shapes}") from None


def flat(array, shape):
    """`array` broadcast to `shape`, as one contiguous row."""
    return np.ascontiguousarray(np.broadcast_to(array, shape)).reshape(-1)
