"""The plane map on 10^6 points for 100 steps: compiled from `maps.product_map`, beside C and NumPy.

C keeps six pairs of the widest vectors in registers for all steps: the limit of the machine.  NumPy works in place on
blocks that stay in the cache.  Speeds are over C with as many threads.
"""
from ctypes import c_double, c_int, c_long

import numpy as np

from compare import c_library, doubles, shortest, show
from numerics import bulk, threads

POINTS, STEPS, MU, BLOCK = 10**6, 100, 0.6, 8192


def numpy_in_place(a, b):
    e, p = np.empty((2, BLOCK))
    for start in range(0, POINTS, BLOCK):
        x, y = a[start:start + BLOCK], b[start:start + BLOCK]
        error, product = e[:x.size], p[:x.size]
        for _ in range(STEPS):
            np.multiply(x, y, out=error)
            error -= MU
            np.multiply(error, y, out=product)
            error *= x
            x -= product
            y -= error


def ours(count, fast):
    def call(points):
        with threads.limited(count):
            bulk.iterate(*points, MU, STEPS, fast=fast, out=points)
    return call


def main():
    start = np.random.default_rng(0).uniform(-1, 1, (2, POINTS))
    library = c_library("bulk")

    def fresh():
        a, b = bulk.aligned(POINTS), bulk.aligned(POINTS)
        a[:], b[:] = start
        return a, b

    def limit(count):
        return lambda points: library.iterate(*points, POINTS, MU, STEPS, count)

    if isinstance(library, str):
        print(f"C skipped: {library}")
    else:
        library.iterate.argtypes = [doubles, doubles, c_long, c_double, c_int, c_int]
        library.iterate.restype = None

    for count in (1, 2):
        methods = {} if isinstance(library, str) else {f"C, {count}": (fresh, limit(count))}
        methods[f"fast, {count}"] = fresh, ours(count, True)
        methods[f"reproducible, {count}"] = fresh, ours(count, False)
        if count == 1:
            methods["NumPy in place, 1"] = fresh, lambda points: numpy_in_place(*points)
        print(f"\n{POINTS} points, {STEPS} steps, mu = {MU}, threads: {count}")
        show(shortest(methods, 60), f"C, {count}", POINTS*STEPS, "steps/s")


if __name__ == "__main__":
    main()
