"""Mini-batches: random batches and their parameters, one-step crossings, and the random transverse cocycle.

Batches come from xoshiro256++ (Blackman and Vigna, 2021), a stream of its own for every STREAM batches, seeded by
SplitMix64 with the seed and the number of the stream: so threads never change a result.  A draw among n multiplies 32
random bits by n and keeps the high word: no probability is off by more than 2^-32.
"""
from dataclasses import dataclass
from math import prod

import numpy as np

from numerics import maps, threads
from numerics.arguments import common_shape, finite, reals, whole
from numerics.compiled import compiled
from numerics.maps import random_cocycle

STREAM = 1024      # batches of one random stream
ALONE = 2**16      # draws that take less time than it takes to start a thread
LOW_WORD, HALF = np.uint64(2**32 - 1), np.uint64(32)


def batch_parameters(values, size, shape, seed, replacement=False):
    """The means of random batches of `size` of the `values`: float64, of the shape `shape` (an int or a tuple).

    values        (n,) finite numbers: the parameters of the single examples
    size          an integer, 1 or more; at most n without replacement
    seed          a non-negative integer, or a sequence of them
    replacement   False: the `size` examples of a batch differ; with size n every mean is the same, and nothing is drawn

    Batches are independent and uniform up to the quality of the generator; with size above n/2 the complement is drawn.
    Means are rounded: a few units in the last place of the sum of all |values|.
    Guarantee: numerical only; the same for any number of threads.  Raises ValueError naming the argument.
    Source: large-step paper, Section 6 (batch means nu = eta h_B).
    """
    values = finite("values", values)
    if values.ndim != 1 or not values.size:
        raise ValueError(f"values has shape {values.shape}: write a row of at least one number")
    size = _batch_size(size, values.size, replacement)
    means = np.empty(_shape(shape))
    if size == values.size and not replacement:
        means[...] = values.mean()
        return means
    row = np.ascontiguousarray(values)
    _share(_draw_means_again if replacement else _draw_means, row, size, seed, means.reshape(-1), means.size)
    return means


def batches(count, size, shape, seed, replacement=False):
    """The examples of random batches: integers from 0 to count - 1, shape (*shape, size), in no particular order.

    As `batch_parameters`, for the same seed the same batches.
    """
    count = whole("count", count, least=1, most=2**31)
    size = _batch_size(size, count, replacement)
    found = np.empty((*_shape(shape), size), np.int64)
    everyone = np.arange(count)
    if size == count and not replacement:
        found[...] = everyone
    else:
        rows = found.reshape(-1, size)
        _share(_draw_batches_again if replacement else _draw_batches, everyone, size, seed, rows, rows.shape[0])
    return found


@dataclass(frozen=True)
class Crossing:
    """One step from (sqrt mu, sqrt mu) of batches with parameters nu; arrays of the common shape of nu and mu.

    points      (2, ...) where they land
    outside     measured at the landing point: the separatrix coordinate D_mu is positive
    predicted   by Corollary 6.4 from xi = nu - mu alone: mu (xi^2 + 2 xi) > 2
    """
    points: np.ndarray
    outside: np.ndarray
    predicted: np.ndarray


def crossing(nu, mu):
    """Which batches take the full-batch solution out of the ellipse of mu in one step: a `Crossing`.  Broadcasts.

    nu, mu   finite numbers, 0 < mu < 2.  Guarantee: numerical only; within rounding of the threshold either answer.
    Raises ValueError naming the argument.  Source: large-step paper, Corollary 6.4.
    """
    nu, mu = finite("nu", nu), finite("mu", mu)
    if not ((mu > 0) & (mu < 2)).all():
        raise ValueError("mu must lie between 0 and 2, where there is an ellipse to cross")
    common_shape(nu=nu, mu=mu)
    root, xi = np.sqrt(mu), nu - mu
    a, b = maps.product_map(root, root, nu)
    return Crossing(np.array([a, b]), maps.separatrix(maps.error(a, b, mu), a - b, mu) > 0, exits(xi, mu))


def exits(xi, mu):
    """Corollary 6.4: whether a batch of mu + xi takes (sqrt mu, sqrt mu) outside the ellipse of mu.  Broadcasts."""
    return mu*(xi**2 + 2*xi) > 2


def transverse_cocycle(nu, start):
    """(growth, defect, end) of the cocycle (45): log|1 + d| and d of every step, and the last r.

    nu       (steps, ...) batch parameters, a row of them for each step
    start    r_0: broadcasts to (...)
    returns  growth, defect (steps, ...), end (...)

    r+ = r (1 + nu - r^2) and d = r^2 - nu.  Runs that overflow carry inf (or NaN) from there on; growth is -inf where an
    imbalance vanishes.  Guarantee: numerical only.  Raises ValueError naming the argument.
    Source: large-step paper, Theorem 6.5.
    """
    nu, start = reals("nu", nu), reals("start", start)
    if nu.ndim == 0:
        raise ValueError("nu is one number: write an array with a row for each step")
    if common_shape(nu=nu[:1], start=start[None])[1:] != nu.shape[1:]:
        raise ValueError(f"start has shape {start.shape}: it must broadcast to {nu.shape[1:]}, a row of nu")
    end = np.array(np.broadcast_to(start, nu.shape[1:]), order="C")
    multiplier = np.empty(nu.shape)
    rows = nu.shape[0], prod(nu.shape[1:])
    _multiply(np.ascontiguousarray(nu).reshape(rows), end.reshape(-1), multiplier.reshape(rows))
    with np.errstate(divide="ignore"):
        return np.log(np.abs(multiplier)), multiplier - 1, end


def _batch_size(size, count, replacement):
    if replacement:
        return whole("batch size", size, least=1)
    return whole("batch size", size, least=1, most=count)


def _shape(shape):
    sizes = tuple(shape) if np.iterable(shape) else (shape,)
    return tuple(whole("shape", n, least=0) for n in sizes)


def _share(kernel, items, size, seed, out, samples):
    """Let the threads fill `out`, one row for each sample, in parts of whole streams."""
    try:
        key = np.random.SeedSequence(seed if np.iterable(seed) else whole("seed", seed, least=0, most=2**128))
    except TypeError:
        raise ValueError(f"seed = {seed!r}: write a non-negative integer, or a sequence of them") from None
    key = key.generate_state(1, np.uint64)[0]
    streams = -(-samples//STREAM)
    shares = threads.count() if samples*size > ALONE else 1

    def work(part):
        kernel(items, size, key, part.start, out[part.start*STREAM:part.stop*STREAM])

    threads.share(work, threads.slices(streams, max(-(-streams//shares), 1)))


# --- kernels ------------------------------------------------------------------------------------------------------

def _mix(z):
    """The output function of SplitMix64."""
    z = (z ^ (z >> np.uint64(30)))*np.uint64(0xbf58476d1ce4e5b9)
    z = (z ^ (z >> np.uint64(27)))*np.uint64(0x94d049bb133111eb)
    return z ^ (z >> np.uint64(31))


def _seeded(key, stream):
    """The state at which a stream begins: four outputs of SplitMix64."""
    step = np.uint64(0x9e3779b97f4a7c15)
    z = _mix(key + step*np.uint64(stream + 1))
    return _mix(z + step), _mix(z + np.uint64(2)*step), _mix(z + np.uint64(3)*step), _mix(z + np.uint64(4)*step)


def _next(state):
    """(64 random bits, next state) of xoshiro256++."""
    s0, s1, s2, s3 = state
    word = _rotated(s0 + s3, np.uint64(23)) + s0
    shifted = s1 << np.uint64(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    return word, (s0, s1, s2 ^ shifted, _rotated(s3, np.uint64(45)))


def _rotated(x, n):
    return (x << n) | (x >> (np.uint64(64) - n))


def _below(bits, n):
    """32 random bits as a number from 0 to n - 1."""
    return (bits*np.uint64(n)) >> HALF


def _bring(items, i, bits):
    """Swap one of items[i:] to place i, and return it."""
    j = np.uint64(i) + _below(bits, items.size - i)
    chosen = items[j]
    items[j] = items[i]
    items[i] = chosen
    return chosen


def _choose(items, count, state):
    """Bring `count` random items to the front, by a partial Fisher-Yates shuffle: (their sum, next state).

    Whatever the order before, the choice is uniform: the items need not be put back.
    """
    subtotal = 0*items[0]
    for i in range(0, count, 2):
        word, state = _next(state)
        subtotal += _bring(items, i, word >> HALF)
        if i + 1 < count:
            subtotal += _bring(items, i + 1, word & LOW_WORD)
    return subtotal, state


def _fill_means(values, size, key, first, means):
    """Means of batches without replacement; `first` is the number of the first stream."""
    drawn = min(size, values.size - size)
    total = values.sum()
    items = values.copy()
    for low in range(0, means.size, STREAM):
        state = _seeded(key, first + low//STREAM)
        items[:] = values
        for k in range(low, min(low + STREAM, means.size)):
            subtotal, state = _choose(items, drawn, state)
            means[k] = (subtotal if drawn == size else total - subtotal)/size


def _fill_batches(everyone, size, key, first, rows):
    """Batches without replacement: the drawn ones, or those that are left when it is fewer to draw who stays out."""
    drawn = min(size, everyone.size - size)
    skip = 0 if drawn == size else drawn
    items = everyone.copy()
    for low in range(0, rows.shape[0], STREAM):
        state = _seeded(key, first + low//STREAM)
        items[:] = everyone
        for k in range(low, min(low + STREAM, rows.shape[0])):
            _, state = _choose(items, drawn, state)
            rows[k] = items[skip:skip + size]


def _fill_means_again(values, size, key, first, means):
    """Means of batches with replacement."""
    for low in range(0, means.size, STREAM):
        state = _seeded(key, first + low//STREAM)
        for k in range(low, min(low + STREAM, means.size)):
            subtotal = 0.0
            for i in range(0, size, 2):
                word, state = _next(state)
                subtotal += values[_below(word >> HALF, values.size)]
                if i + 1 < size:
                    subtotal += values[_below(word & LOW_WORD, values.size)]
            means[k] = subtotal/size


def _fill_batches_again(everyone, size, key, first, rows):
    """Batches with replacement."""
    for low in range(0, rows.shape[0], STREAM):
        state = _seeded(key, first + low//STREAM)
        for k in range(low, min(low + STREAM, rows.shape[0])):
            for i in range(0, size, 2):
                word, state = _next(state)
                rows[k, i] = everyone[_below(word >> HALF, everyone.size)]
                if i + 1 < size:
                    rows[k, i + 1] = everyone[_below(word & LOW_WORD, everyone.size)]


def _follow_multipliers(nu, r, multiplier):
    """Write the multiplier of every step of the runs r, which move on in place."""
    for k in range(nu.shape[0]):
        for j in range(r.size):
            r[j], multiplier[k, j] = random_cocycle(r[j], nu[k, j])


_draw_means, _draw_means_again = compiled(_fill_means), compiled(_fill_means_again)
_draw_batches, _draw_batches_again = compiled(_fill_batches), compiled(_fill_batches_again)
_multiply = compiled(_follow_multipliers)
