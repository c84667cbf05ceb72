"""A basin image of 4000 x 4000 pixels and 500 steps: compiled here and in C at the widest vectors, in one run.

At mu = 0.7 most interior orbits come back to the very same floats, which is noticed here and not in C; at mu = 1.5,
where the dynamics is chaotic, nothing is saved and all 500 steps are taken.
"""
import ctypes
import time

import numpy as np

from benchmarks.c_library import compiled_c, pointer
from numerics import threads
from numerics.basin_image import basin_image

PIXELS, STEPS, RADIUS, ROUNDS = 4000, 500, 1000.0, 3


def best(run):
    times = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        result = run()
        times.append(time.perf_counter() - begin)
    return min(times), result


def main():
    library, why = compiled_c("basin_image")
    axis = np.linspace(-3, 3, PIXELS)
    basin_image(0.7, axis[:64], axis[:64])
    basin_image(0.7, axis[:64], axis[:64], fast=True)
    for mu, count in ((0.7, 1), (0.7, 2), (1.5, 1), (1.5, 2)):
        if count == 1:
            print(f"{PIXELS} x {PIXELS} pixels, {STEPS} steps, mu = {mu}, best of {ROUNDS}")
        with threads.limited(count):
            here, image = best(lambda: basin_image(mu, axis, axis, STEPS, RADIUS))
            fast, _ = best(lambda: basin_image(mu, axis, axis, STEPS, RADIUS, fast=True))
            if library is None:
                print(f"{count} threads: {here:.2f} s, fast {fast:.2f} s; C skipped: {why}")
                continue
            times = np.empty((PIXELS, PIXELS), np.int32)
            c, _ = best(lambda: library.escape(pointer(times), pointer(axis), pointer(axis), ctypes.c_long(PIXELS),
                                               ctypes.c_double(mu), STEPS, ctypes.c_double(RADIUS), count))
            same = (times == image.times).mean()
            print(f"{count} thread{'s'*(count > 1)}: C {c:.2f} s; compiled {here:.2f} s = {here/c:.2f} x C; fast {fast:.2f} s = "
                  f"{fast/c:.2f} x C; the same time in {100*same:.3f} % of the pixels (C fuses)")


if __name__ == "__main__":
    main()
