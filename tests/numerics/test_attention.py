import numpy as np
import pytest

from numerics.attention import answers, gradient, hessian, layer, loss, prompts, residuals, sample_prompts


@pytest.fixture
def rng():
    return np.random.default_rng(5)


def raw(rng, n=3, N=4, d=2):
    return (rng.normal(size=(n, N, d)), rng.normal(size=(n, N)), rng.normal(size=(n, d)), rng.normal(size=n))


@pytest.mark.parametrize("d, N", [(1, 1), (2, 3), (3, 10)])
def test_answer_is_the_layer_entry_and_the_quadratic_form(rng, d, N):
    covariates, labels, query, answer = raw(rng, 1, N, d)
    data = prompts(covariates, labels, query, answer)
    tokens = np.zeros((d + 1, N + 1))
    tokens[:d, :N], tokens[d, :N], tokens[:d, N] = covariates[0].T, labels[0], query[0]
    value, key_query = rng.normal(size=(2, d + 1, d + 1))
    U = np.column_stack([key_query[:, :d], value[-1]])
    found = answers(U, data)[0]
    assert found == pytest.approx(layer(tokens, value, key_query)[d, N], rel=1e-13)

    swap = np.zeros((d + 1, d + 1))
    swap[:d, d] = swap[d, :d] = query[0]
    H = np.kron(swap, tokens @ tokens.T/(2*N))
    u = U.ravel(order="F")
    assert found == pytest.approx(u @ H @ u, rel=1e-13)


def test_gradient_equals_complex_step(rng):
    data = sample_prompts(rng, (5, 7))
    U = rng.normal(size=(5, 4, 4))
    exact = gradient(U, data)
    checked = 0
    for i in range(4):
        for j in range(4):
            moved = U.astype(complex)
            moved[:, i, j] += 1e-30j
            np.testing.assert_allclose(loss(moved, data).imag/1e-30, exact[:, i, j], rtol=1e-12, atol=1e-13)
            checked += 5
    assert checked == 80


def test_hessian_is_symmetric_and_predicts_the_gradient(rng):
    data = sample_prompts(rng, (2, 6))
    U, direction = rng.normal(size=(2, 2, 4, 4))
    H = hessian(U, data)
    np.testing.assert_allclose(H, np.swapaxes(H, -1, -2), atol=1e-12*np.abs(H).max())
    step = 1e-5
    slope = (gradient(U + step*direction, data) - gradient(U - step*direction, data))/(2*step)
    expected = (H @ direction.reshape(2, 16, 1))[..., 0].reshape(2, 4, 4)
    np.testing.assert_allclose(slope, expected, rtol=1e-6, atol=1e-6)


def test_mean_over_prompts_is_the_mean_of_single_prompts(rng):
    data = sample_prompts(rng, (6,))
    U = rng.normal(size=(4, 4))
    singles = [data.take(np.array([i])) for i in range(6)]
    assert loss(U, data) == pytest.approx(np.mean([loss(U, one) for one in singles]))
    np.testing.assert_allclose(gradient(U, data), np.mean([gradient(U, one) for one in singles], axis=0), rtol=1e-12)


def test_noiseless_prompts_are_fitted_by_the_regressor_in_the_many_example_limit(rng):
    data = sample_prompts(rng, (1,), dimension=2, examples=200_000)
    U = np.zeros((3, 3))
    U[:2, :2], U[2, 2] = np.eye(2), 1     # answer = <sum_j x_j y_j / N, x_q>, close to <w, x_q>
    assert abs(residuals(U, data)[0]) < 0.05


@pytest.mark.parametrize("shape, dimension, examples", [((0,), 3, 5), ((2,), 0, 5), ((2,), 3, 0)])
def test_empty_prompts_are_refused(rng, shape, dimension, examples):
    with pytest.raises(ValueError, match="empty prompt"):
        sample_prompts(rng, shape, dimension, examples)
    with pytest.raises(ValueError, match="empty prompt"):
        prompts(np.zeros((*shape, examples, dimension)), np.zeros((*shape, examples)), np.zeros((*shape, dimension)),
                np.zeros(shape))


def test_bad_data_are_refused_by_name(rng):
    covariates, labels, query, answer = raw(rng)
    with pytest.raises(ValueError, match="labels"):
        prompts(covariates, labels[:, :-1], query, answer)
    with pytest.raises(ValueError, match="query"):
        prompts(covariates, labels, query[:, :-1], answer)
    with pytest.raises(ValueError, match="answer"):
        prompts(covariates, labels, query, answer[:-1])
    with pytest.raises(ValueError, match="covariates have shape"):
        prompts(covariates[0], labels, query, answer)
    labels[0, 0] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        prompts(covariates, labels, query, answer)
