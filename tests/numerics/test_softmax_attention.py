import numpy as np
import pytest

from numerics.softmax_attention import attend, gradients, loss


@pytest.fixture
def problem():
    rng = np.random.default_rng(3)
    return rng.standard_normal((2, 3, 4, 4)), rng.standard_normal((2, 5, 3, 4)), rng.standard_normal((2, 5, 3, 4))


def test_output_is_the_layer_written_with_loops(problem):
    W, X, _ = problem
    found = attend(W, X)[0]
    for run in range(2):
        for sample in range(5):
            for t in range(3):
                query = X[run, sample, t] @ W[run, 0]
                powers = [np.exp(query @ (X[run, sample, s] @ W[run, 1])/2) for s in range(3)]
                mean = sum(p*(X[run, sample, s] @ W[run, 2]) for s, p in enumerate(powers))/sum(powers)
                np.testing.assert_allclose(found[run, sample, t], mean, rtol=1e-12)


def test_gradients_equal_the_complex_step(problem):
    W, X, Y = problem
    value, found = gradients(W, X, Y)
    np.testing.assert_allclose(value, loss(W, X, Y), rtol=1e-14)
    checked = 0
    for index in np.ndindex(3, 4, 4):
        moved = W.astype(complex)
        moved[(slice(None), *index)] += 1e-30j
        np.testing.assert_allclose(loss(moved, X, Y).imag/1e-30, found[(slice(None), *index)], rtol=1e-11, atol=1e-14)
        checked += 2
    assert checked == 96
