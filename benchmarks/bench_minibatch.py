"""Batch means without replacement, n = 64, seven batch sizes x 150 runs x 1500 steps: here, in C, and by NumPy."""
import ctypes
import time

import numpy as np

from benchmarks.c_library import compiled_c, pointer
from numerics import threads
from numerics.minibatch import batch_parameters

N, SIZES, RUNS, STEPS, ROUNDS = 64, (1, 2, 4, 8, 16, 32, 48), 150, 1500, 5


def best(run, rounds=ROUNDS):
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        run()
        times.append(time.perf_counter() - begin)
    return min(times)


def main():
    library, why = compiled_c("minibatch", "-fno-fast-math")
    values, out = np.random.default_rng(0).normal(0.6, 0.1, N), np.empty((RUNS, STEPS))
    rng = np.random.default_rng(1)
    with threads.limited(1):
        batch_parameters(values, 2, 2, 2)
        print(f"n = {N}, {RUNS} runs x {STEPS} steps; one thread, best of {ROUNDS}")
        print(f"{'batch':>5} {'here':>9} {'C':>9} {'of C':>6} {'permuted / here':>16}")
        here, c, numpy = 0.0, 0.0, 0.0
        for size in SIZES:
            mine = best(lambda: batch_parameters(values, size, STEPS, RUNS))
            theirs = float("nan") if library is None else best(lambda: library.means(
                pointer(values), N, size, STEPS, RUNS, ctypes.c_uint64(0), pointer(out)))
            tenth = np.broadcast_to(values, (RUNS*STEPS//10, N))
            slow = 10*best(lambda: rng.permuted(tenth, axis=1)[:, :size].mean(1), 1)
            here, c, numpy = here + mine, c + theirs, numpy + slow
            print(f"{size:5} {mine:9.4f} {theirs:9.4f} {mine/theirs:6.2f} {slow/mine:16.1f}")
        print(f"{'all':>5} {here:9.4f} {c:9.4f} {here/c:6.2f} {numpy/here:16.1f}")
    if why:
        print(f"C skipped: {why}")
    else:
        library.means(pointer(values), N, 8, STEPS, RUNS, ctypes.c_uint64(0), pointer(out))
        print("the same batches as C:", np.array_equal(out, batch_parameters(values, 8, STEPS, RUNS)))


if __name__ == "__main__":
    main()
