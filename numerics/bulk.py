"""Millions of orbits of the plane map at once, by kernels compiled from `maps.product_map` itself.

An orbit never reads another, so neither the number of threads nor the size of a block changes a reproducible result.
"""
from math import prod

import numpy as np

from numerics import threads
from numerics.arguments import common_shape, flat, positive, reals, whole, without_nan
from numerics.compiled import compiled
from numerics.maps import product_map

BLOCK = 512     # points of a block: its coordinates and parameters stay in the first-level cache
INSIDE = -1     # in an array of escape times: still inside after the last step
PERIODIC = -2   # while an orbit is followed: inside for ever
TILE = 128      # points that are stopped together once all are decided
LAP = 48        # steps between two looks at whether an orbit has come back; a multiple of STRIDE and of short periods
STRIDE = 4      # steps between two looks at whether a point has left
PASS = 4        # steps between one load and one store of a point
ALONE = 2**23   # steps that take less time than it takes to start a thread
PART = 2**29    # steps of one thread between two looks at Ctrl-C


def iterate(a, b, mu, steps, fast=False, out=None):
    """The points reached from (a, b) after `steps` steps of the plane map at mu: a pair of float64 arrays.

    a, b, mu   real numbers or arrays of any shapes that broadcast; the results have the common shape
    steps      an integer, 0 or more
    fast       False: reproducible, every operation rounded as NumPy rounds it, so that the result is bitwise that of
               ``for _ in range(steps): a, b = maps.product_map(a, b, mu)`` on any machine.
               True: products and sums are fused into one rounding; a chaotic orbit then differs after about 40 steps.
    out        a pair of C-contiguous float64 arrays of the common shape to write to; ``out=(a, b)`` works in place

    Guarantee: numerical only.  An orbit that escapes overflows to inf and then becomes NaN; a start or parameter that
    is NaN or infinite gives what IEEE arithmetic gives.  In a chaotic regime an orbit of float64 has no correct digit
    left after about 42 steps, though every point is correctly rounded from the one before: for true orbits use
    `certify.orbit`.

    Raises ValueError, naming the argument, for shapes that do not broadcast, negative steps and an unusable `out`.
    Source: large-step paper, (1), (8).
    """
    a, b, mu = reals("a", a), reals("b", b), reals("mu", mu)
    steps = whole("steps", steps, least=0)
    shape = common_shape(a=a, b=b, mu=mu)
    x, y = [aligned(prod(shape)).reshape(shape) for _ in range(2)] if out is None else _checked_out(out, shape, a, b, mu)
    advance = _advance_fast if fast else _advance
    rows = [array.reshape(-1) if array.size == 1 else flat(array, shape) for array in (a, b, mu)]
    outs, in_place = (x.reshape(-1), y.reshape(-1)), x is a and y is b

    def work(part):
        advance(*(row if row.size == 1 else row[part] for row in rows), steps, *(row[part] for row in outs),
                in_place)

    threads.share(work, _parts(x.size, steps))
    return x, y


def escape_time(a, b, mu, max_steps, radius, fast=False):
    """The first step k, 0 <= k <= max_steps, at which |a_k| + |b_k| is not below `radius`; -1 where there is none.

    a, b, mu    real numbers or arrays of any shapes that broadcast, without NaN; the result, int32, has the common shape
    max_steps   an integer, 0 or more, below 2**31 - 1
    radius      a number above 0.  |a| + |b| < radius does not hold of inf or NaN, so an orbit that overflows counts as
                escaped at the step where it leaves, however large the radius; with ``radius=inf`` at the overflow.
    fast        as in `iterate`

    Guarantee: numerical only; a point within rounding of the basin boundary may be counted on either side of it.
    Raises ValueError, naming the argument, for bad shapes, NaN, negative max_steps and a radius that is not positive.
    """
    a, b, mu = without_nan("a", a), without_nan("b", b), without_nan("mu", mu)
    max_steps, radius = whole("max_steps", max_steps, least=0, most=2**31 - 2), positive("radius", radius)
    shape = common_shape(a=a, b=b, mu=mu)
    rows = [array.reshape(-1) if array.size == 1 else flat(array, shape) for array in (a, b, mu)]
    times = np.empty(shape, np.int32)
    escape = escape_kernel(fast)

    def work(part):
        escape(*(row if row.size == 1 else row[part] for row in rows), max_steps, radius, times.reshape(-1)[part])

    threads.share(work, _parts(times.size, max_steps))
    return times


def _parts(points, steps):
    """Slices of the points for `threads.share`: one where the work is small, otherwise even shares for all threads."""
    work = points*max(steps, 1)
    if work < ALONE:
        return threads.slices(points, max(points, 1))
    shares = threads.count()*-(-work//(threads.count()*PART))
    return threads.slices(points, -(-points//shares))


def _checked_out(out, shape, a, b, mu):
    if not (isinstance(out, tuple) and len(out) == 2):
        raise ValueError(f"out is a {type(out).__name__}: write a pair of float64 arrays, out=(x, y)")
    for name, array in zip(("out[0]", "out[1]"), out):
        if not isinstance(array, np.ndarray) or array.dtype != np.float64 or not array.flags.c_contiguous \
                or not array.flags.writeable or array.shape != shape:
            raise ValueError(f"{name} must be a writeable C-contiguous float64 array of shape {shape}")
    x, y = out
    clashes = [(x, y), (x, b), (x, mu), (y, a), (y, mu)] + [pair for pair in ((x, a), (y, b)) if pair[0] is not pair[1]]
    if any(np.may_share_memory(*pair) for pair in clashes):
        raise ValueError("out overlaps an argument: write out=(a, b) to work in place, or separate arrays")
    return x, y


# --- kernels ------------------------------------------------------------------------------------------------------

def _advance_points(a, b, mu, steps, a_out, b_out, in_place):
    """Write to (a_out, b_out) the points that (a, b) reach; in place, they begin there.

    A row a, b or mu is as long as the results, or one number that stands for as many.  Blocks begin where `a_out` is
    aligned, so the first may be shorter.
    """
    constant = aligned(BLOCK)
    constant[:] = mu[0]
    ahead = -a_out.ctypes.data % 64//8
    for start in range(ahead - BLOCK, a_out.size, BLOCK):
        low, high = max(start, 0), min(start + BLOCK, a_out.size)
        x, y = a_out[low:high], b_out[low:high]
        if not in_place:
            _load(a, low, high, x)
            _load(b, low, high, y)
        m = mu[low:high] if mu.size > 1 else constant[:high - low]
        for _ in range(steps//PASS):
            for j in range(x.size):
                p, q, parameter = x[j], y[j], m[j]
                for _ in range(PASS):
                    p, q = product_map(p, q, parameter)
                x[j], y[j] = p, q
        for _ in range(steps % PASS):
            for j in range(x.size):
                x[j], y[j] = product_map(x[j], y[j], m[j])


def _load(row, low, high, block):
    """Copy row[low:high] into the block; a row of one number stands for as many as are wanted."""
    source = row[low:high]
    for j in range(block.size):
        block[j] = row[0] if row.size == 1 else source[j]


def aligned(size):
    """An uninitialised float64 row that begins at a multiple of 64 bytes, the width of the widest vectors."""
    row = np.empty(size + 8)
    skip = -row.ctypes.data % 64//8
    return row[skip:skip + size]


def _escape_points(a, b, mu, max_steps, radius, times):
    """Kernel of `escape_time` and of basin images, on rows of equal length (mu may be one number); `times` is written.

    The points of a tile take STRIDE steps between a load and a store, and only how far they got is kept.  Where one of
    them left, the tile takes these steps again and counts (`_count_exits`).  A point that has left waits at the origin,
    which the map fixes; a tile stops when all of its points have, or will never leave (`_retire_periodic`).
    """
    x, y, x_before, y_before, far, constant = (
        aligned(TILE), aligned(TILE), aligned(TILE), aligned(TILE), aligned(TILE), aligned(TILE))
    x_lap, y_lap = aligned(TILE), aligned(TILE)
    constant[:] = mu[0]
    for low in range(0, times.size, TILE):
        high = min(low + TILE, times.size)
        time = times[low:high]
        m = constant[:time.size] if mu.size == 1 else mu[low:high]
        _load(a, low, high, x[:time.size])
        _load(b, low, high, y[:time.size])
        inside = 0
        x_lap[:] = np.nan
        for j in range(time.size):
            time[j] = INSIDE if abs(x[j]) + abs(y[j]) < radius else 0
            inside += time[j] == INSIDE
            x[j], y[j] = (x[j], y[j]) if time[j] == INSIDE else (0.0, 0.0)
        for step in range(0, max_steps, STRIDE):
            if step % LAP == 0:
                inside -= _retire_periodic(x, y, x_lap, y_lap, time)
            if inside == 0:
                break
            for j in range(time.size):
                p, q, parameter, farthest = x[j], y[j], m[j], 0.0
                x_before[j], y_before[j] = p, q
                for _ in range(STRIDE):
                    p, q = product_map(p, q, parameter)
                    distance = abs(p) + abs(q)
                    farthest = farthest if farthest > distance else distance
                x[j], y[j], far[j] = p, q, farthest
            left = 0
            for j in range(time.size):
                left += 0 if far[j] < radius else 1
            if left > 0:
                _count_exits(x_before, y_before, m, step, max_steps, radius, x, y, time)
                inside -= left
        for j in range(time.size):
            time[j] = INSIDE if time[j] == PERIODIC else time[j]


def _retire_periodic(x, y, x_lap, y_lap, time):
    """Decide the points that are at the very floats where they were a lap ago, and so will be for ever: how many."""
    retired = 0
    for j in range(time.size):
        returns = (time[j] == INSIDE) & (x[j] == x_lap[j]) & (y[j] == y_lap[j])
        time[j] = PERIODIC if returns else time[j]
        x[j], y[j] = (0.0, 0.0) if returns else (x[j], y[j])
        x_lap[j], y_lap[j] = x[j], y[j]
        retired += returns
    return retired


def _count_exits(x_before, y_before, mu, step, max_steps, radius, x, y, time):
    """Write the times of the points that leave in the STRIDE steps from (x_before, y_before), and move them to the
    origin.
    """
    for j in range(time.size):
        p, q, inside, count = x_before[j], y_before[j], 1.0, 0.0
        for _ in range(STRIDE):
            p, q = product_map(p, q, mu[j])
            inside = inside if abs(p) + abs(q) < radius else 0.0
            count += inside
        if inside == 0.0:
            exit_step = step + 1 + int(count)
            time[j] = exit_step if exit_step <= max_steps else INSIDE
            x[j], y[j] = 0.0, 0.0


_advance = compiled(_advance_points, PASS=2)
_advance_fast = compiled(_advance_points, contract=True, PASS=5)
_escape = compiled(_escape_points, STRIDE=3)
_escape_fast = compiled(_escape_points, contract=True)


def escape_kernel(fast):
    """The kernel ``(a, b, mu, max_steps, radius, times)`` of `escape_time` and of basin images."""
    return _escape_fast if fast else _escape
