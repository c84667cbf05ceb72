"""Kernels of the lazy transformer: the decomposition by layers beside the Gram matrix of the full Jacobian.

The two agree (`tests/numerics/test_lazy_kernels.py`); the Jacobian needs one backward pass and one row for each output.
The last row, the size the project promises to do in under ten seconds on two cores, has no Jacobian beside it: it would
take 1.6 GB.
"""
from time import perf_counter

import numpy as np

from numerics.lazy_kernels import tangent_features, tangent_kernel
from numerics.lazy_transformer import initial

SIZES = ((2, 4, 4, 256, 2), (4, 8, 4, 256, 3), (4, 8, 8, 512, 3), (16, 8, 8, 4096, 3))
LARGEST = 300*1024**2       # bytes of a Jacobian that is still formed


def seconds(run, repeats=3):
    times = []
    for _ in range(repeats):
        start = perf_counter()
        run()
        times.append(perf_counter() - start)
    return min(times)


def gram(model, X):
    features = tangent_features(model, X)
    return features @ features.T


def main():
    print(f"{'n':>4} {'L':>3} {'d':>3} {'m':>6} {'layers':>7} {'layer kernels':>14} {'Jacobian':>10} {'ratio':>7}")
    for n, length, d, m, depth in SIZES:
        rng = np.random.default_rng(0)
        model, X = initial(rng, depth, d, m), rng.standard_normal((n, length, d))
        size = 8*n*length*d*(model.U.size + model.W.size + model.A.size)
        ours = seconds(lambda: tangent_kernel(model, X))
        theirs = seconds(lambda: gram(model, X), 1) if size < LARGEST else None
        beside = f"{theirs:8.3f} s {theirs/ours:7.1f}" if theirs else f"{'-':>10} {'-':>7}"
        print(f"{n:4} {length:3} {d:3} {m:6} {depth:7} {ours:12.3f} s {beside}")


if __name__ == "__main__":
    main()
