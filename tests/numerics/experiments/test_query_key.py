"""The kernel of queries and keys lies between two multiples of that of their product, and not below it."""
import numpy as np

from numerics.experiments.query_key import gram, sandwich


def test_the_sandwich_holds_and_repeats():
    first, second = (sandwich(trials=40, d=4, outputs=10) for _ in range(2))
    assert np.array_equal(first.factor, second.factor) and len(first.above) == 40
    assert first.above.min() > -1e-12 and first.below.min() > -1e-12
    assert first.factor.min() > 1       # so H^QK <= H^U is not what the upper half says


def test_the_features_of_the_factors_are_those_of_differences():
    rng = np.random.default_rng(0)
    Q, K, g = rng.standard_normal((3, 3, 3))
    dQ, dK = rng.standard_normal((2, 3, 3))
    h = 1e-6
    moved = sum(sign*(g*((Q + sign*h*dQ) @ (K + sign*h*dK).T)).sum() for sign in (1, -1))/(2*h)
    assert np.isclose(moved, ((g @ K)*dQ).sum() + ((g.T @ Q)*dK).sum(), rtol=1e-8)
    assert np.isclose(gram(np.array([g]))[0, 0], (g**2).sum())
