"""The tangent kernel of queries and keys against that of their product U = Q K', for random features.

Numerical only. Source: paper `scaling_law`, B.5 (SCAL-30).
"""
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Sandwich:
    """Over random trials (trials,): the least eigenvalues of H^QK - lower H^U and of upper H^U - H^QK, relative to the
    largest of H^QK, with lower = s_min(Q)^2 + s_min(K)^2 and upper = |Q|^2 + |K|^2; and upper/d.
    """
    above: np.ndarray
    below: np.ndarray
    factor: np.ndarray


def sandwich(trials=200, d=6, outputs=20, seed=0):
    """Gaussian Q, K (d, d) and gradients g_p of `outputs` outputs in U (d, d): both kernels from the chain rule."""
    rng, rows = np.random.default_rng(seed), []
    for _ in range(trials):
        Q, K = rng.standard_normal((2, d, d))
        g = rng.standard_normal((outputs, d, d))
        single, factors = gram(g), gram(g @ K) + gram(g.swapaxes(1, 2) @ Q)
        values = [np.linalg.svd(x, compute_uv=False) for x in (Q, K)]
        lower, upper = (sum(v[end]**2 for v in values) for end in (-1, 0))
        scale = np.linalg.norm(factors, 2)
        rows.append([np.linalg.eigvalsh(factors - lower*single)[0]/scale,
                     np.linalg.eigvalsh(upper*single - factors)[0]/scale, upper/d])
    return Sandwich(*np.array(rows).T)


def gram(features):
    """The inner products of matrices (p, d, d)."""
    flat = features.reshape(len(features), -1)
    return flat @ flat.T
