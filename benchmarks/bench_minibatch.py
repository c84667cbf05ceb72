"""Batch parameters without replacement from 64 examples, all batch sizes of the paper: beside C and NumPy.

C runs the same algorithm and must give the same numbers.  NumPy's runs are shorter and scaled up: `permuted` shuffles a
row of examples for each batch, `choice` is called once for each batch.  Speeds are over C with as many threads.
"""
from ctypes import c_int, c_long, c_uint64

import numpy as np

from compare import c_library, doubles, shortest, show
from numerics import threads
from numerics.minibatch import batch_parameters

EXAMPLES, SIZES, STEPS, RUNS, SEED = 64, (1, 2, 4, 8, 16, 32, 63), 1500, 150, 1


def by_permuted(rng, values, samples):
    for size in SIZES:
        rng.permuted(np.broadcast_to(values, (samples, EXAMPLES)), axis=1)[:, :size].mean(1)


def by_choice(rng, values, samples):
    for size in SIZES:
        for _ in range(samples):
            values[rng.choice(EXAMPLES, size, replace=False)].mean()


def main():
    values = np.random.default_rng(0).uniform(0.5, 1.5, EXAMPLES)
    rng, samples = np.random.default_rng(1), STEPS*RUNS
    key = int(np.random.SeedSequence(SEED).generate_state(1, np.uint64)[0])
    library = c_library("minibatch")

    def limit(count, sizes=SIZES):
        found = np.empty((len(sizes), samples))
        for row, size in zip(found, sizes):
            library.means(row, samples, values, EXAMPLES, size, key, count)
        return found

    def ours(count):
        with threads.limited(count):
            return [batch_parameters(values, size, (STEPS, RUNS), SEED) for size in SIZES]

    if isinstance(library, str):
        print(f"C skipped: {library}")
    else:
        library.means.argtypes = [doubles, c_long, doubles, c_int, c_int, c_uint64, c_int]
        library.means.restype = None
        difference = np.abs(limit(1) - np.reshape(ours(1), (len(SIZES), -1))).max()
        print(f"largest difference of a mean from C's: {difference:.1e}")

    for count in (1, 2):
        methods = {} if isinstance(library, str) else {f"C, {count}": (tuple, lambda _: limit(count))}
        methods[f"compiled, {count}"] = tuple, lambda _: ours(count)
        seconds = shortest(methods, 40)
        if count == 1:
            scaled = {"Generator.permuted (scaled up)": (by_permuted, samples//30),
                      "Generator.choice (scaled up)": (by_choice, samples//3000)}
            for name, (method, few) in scaled.items():
                taken = shortest({name: (tuple, lambda _: method(rng, values, few))}, 3)
                seconds[name] = taken[name]*samples/few
            against = seconds["Generator.permuted (scaled up)"]/seconds["compiled, 1"]
            print(f"compiled over Generator.permuted, one thread each: {against:.1f}")
        print(f"\n{len(SIZES)} sizes, {STEPS} steps, {RUNS} runs, threads: {count}")
        show(seconds, f"C, {count}", len(SIZES)*samples, "batches/s")


if __name__ == "__main__":
    main()
