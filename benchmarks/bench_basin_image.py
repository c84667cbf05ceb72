"""Basin images of 4000^2 starts, at most 500 steps: compiled from `maps.product_map`, beside C and NumPy.

C keeps 32 pixels in registers and stops them together.  NumPy, whose image is smaller and scaled up, drops the starts
that are out.  An argument sets the pixels of a side.
"""
from ctypes import c_double, c_int, c_long
import sys

import numpy as np

from compare import c_library, doubles, int32s, shortest, show
from numerics import maps, threads
from numerics.basin_image import basin_image

PIXELS, STEPS, RADIUS, REACH, SMALL = 4000, 500, 1000.0, 2.6, 300


def numpy_image(grid, mu):
    x, y = np.meshgrid(grid, grid)
    times, part = np.full(x.size, -1), np.arange(x.size)
    x, y = x.ravel(), y.ravel()
    for k in range(STEPS + 1):
        inside = np.abs(x) + np.abs(y) < RADIUS
        times[part[~inside]] = k
        part, x, y = part[inside], x[inside], y[inside]
        x, y = maps.product_map(x, y, mu)
    return times


def compare(library, grid, mu, count, rounds):
    def ours(fast):
        def call(_):
            with threads.limited(count):
                basin_image(mu, grid, grid, STEPS, RADIUS, fast)
        return call

    def limit(times):
        library.escape(times, grid, grid, grid.size, mu, STEPS, RADIUS, count)

    def blank():
        return np.empty((grid.size, grid.size), np.int32)

    methods = {} if isinstance(library, str) else {f"C, {count}": (blank, limit)}
    methods[f"fast, {count}"] = blank, ours(True)
    methods[f"reproducible, {count}"] = blank, ours(False)
    seconds = shortest(methods, rounds)
    if count == 1:
        few = np.linspace(-REACH, REACH, SMALL)
        taken = shortest({"NumPy": (lambda: few, lambda few: numpy_image(few, mu))}, 1)
        seconds["NumPy (scaled up)"] = taken["NumPy"]*(grid.size/SMALL)**2
    image = basin_image(mu, grid, grid, STEPS, RADIUS)
    print(f"\n{grid.size}^2 pixels, {STEPS} steps, mu = {mu}, {image.escaped.mean():.0%} escape, threads: {count}")
    show(seconds, f"C, {count}", grid.size**2, "pixels/s")
    if not isinstance(library, str):
        times = blank()
        limit(times)
        print(f"pixels on which C, which fuses products and sums, differs: {np.mean(times != image.times):.1e}")


def main():
    pixels = int(sys.argv[1]) if len(sys.argv) > 1 else PIXELS
    grid = np.linspace(-REACH, REACH, pixels//32*32)
    library = c_library("basin_image")
    if isinstance(library, str):
        print(f"C skipped: {library}")
    else:
        library.escape.argtypes = [int32s, doubles, doubles, c_long, c_double, c_int, c_double, c_int]
        library.escape.restype = None
    for mu in (0.6, 1.5):
        for count in (1, 2):
            compare(library, grid, mu, count, 3)


if __name__ == "__main__":
    main()
