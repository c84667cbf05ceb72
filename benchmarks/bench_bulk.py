"""10^6 points x 100 steps of the plane map: compiled here, in C at the widest vectors, and in NumPy, in one run."""
import ctypes
import time

import numpy as np

from benchmarks.c_library import compiled_c, pointer
from numerics import threads
from numerics.bulk import iterate
from numerics.maps import product_map

POINTS, STEPS, MU, ROUNDS = 10**6, 100, 1.3, 7


def starts():
    rng = np.random.default_rng(0)
    return rng.uniform(-0.7, 0.7, POINTS), rng.uniform(-0.7, 0.7, POINTS)   # inside the ellipse


def best(run):
    """The least of several times; each on fresh copies of the starts."""
    times = []
    for _ in range(ROUNDS):
        a, b = starts()
        begin = time.perf_counter()
        run(a, b)
        times.append(time.perf_counter() - begin)
    return min(times)


def numpy_in_place(a, b):
    e, p = np.empty_like(a), np.empty_like(a)
    for _ in range(STEPS):
        np.multiply(a, b, out=e)
        e -= MU
        np.multiply(e, b, out=p)
        np.subtract(a, p, out=p)
        e *= a
        b -= e
        a[:] = p


def main():
    library, why = compiled_c("bulk")
    print(f"{POINTS} points x {STEPS} steps, best of {ROUNDS}")
    print(f"{'':24} {'seconds':>9} {'Gstep/s':>9} {'of C':>7}")
    slow = best(numpy_in_place)
    for count in (1, 2):
        with threads.limited(count):
            rows = {"compiled": lambda a, b: iterate(a, b, MU, STEPS, out=(a, b)),
                    "compiled, fast": lambda a, b: iterate(a, b, MU, STEPS, fast=True, out=(a, b))}
            for run in rows.values():
                run(*starts())
            c = best(lambda a, b: library.iterate(pointer(a), pointer(b), ctypes.c_long(POINTS), ctypes.c_double(MU), STEPS,
                                                  count)) if library else float("nan")
            for name, seconds in [("C", c), *((n, best(r)) for n, r in rows.items())]:
                print(f"{name + f', {count} thread' + 's'*(count > 1):24} {seconds:9.4f} {POINTS*STEPS/seconds/1e9:9.2f} "
                      f"{c/seconds:7.2f}")
    print(f"{'NumPy in place':24} {slow:9.4f} {POINTS*STEPS/slow/1e9:9.2f}")
    if why:
        print(f"C skipped: {why}")
    a, b = starts()
    x, y = iterate(a, b, MU, 5)
    for _ in range(5):
        a, b = product_map(a, b, MU)
    print("bitwise equal to NumPy after 5 steps:", np.array_equal(x, a) and np.array_equal(y, b))


if __name__ == "__main__":
    main()
