"""The layer kernels against the Gram matrix of the full Jacobian."""
import numpy as np
import pytest

from numerics.lazy_kernels import feed_forward_kernel, layer_kernels, tangent_features, tangent_kernel
from numerics.lazy_transformer import gradient, initial, output


@pytest.fixture(params=[(1, None), (3, None), (2, "all")], ids=["one layer", "three layers", "no mask"])
def case(request):
    depth, mask = request.param
    rng = np.random.default_rng(depth)
    model = initial(rng, depth, 4, 16, omega=0.7, kappa=0.5, epsilon=0.8)
    X, Y = rng.standard_normal((2, 3, 5, 4))
    return model, X, Y, np.zeros((5, 5)) if mask else None


def test_the_decomposition_is_the_gram_matrix_of_the_jacobian(case):
    model, X, _, mask = case
    features = tangent_features(model, X, mask)
    kernel = tangent_kernel(model, X, mask)
    assert features.shape == (3*5*4, model.U.size + model.W.size + model.A.size)
    assert abs(features @ features.T - kernel).max() < 1e-10*abs(kernel).max()


def test_each_part_is_the_gram_matrix_of_its_own_features(case):
    model, X, _, mask = case
    features = tangent_features(model, X, mask).reshape(60, model.depth, -1)
    sizes = np.cumsum([model.U[0].size, model.W[0].size])
    compared = 0
    for nu, kernel in enumerate(layer_kernels(model, X, mask)):
        for part, rows in zip((kernel.U, kernel.W, kernel.A), np.split(features[:, nu], sizes, axis=1)):
            gram = rows @ rows.T
            assert abs(kernel.readout @ part @ kernel.readout.T - gram).max() < 1e-10*abs(gram).max()
            compared += 1
    assert compared == 3*model.depth


def test_the_gradient_of_the_loss_is_the_residual_times_the_features(case):
    model, X, Y, mask = case
    residual = (output(model, X, mask) - Y).ravel()
    parts = gradient(model, X, Y, mask)
    flat = np.concatenate([part[nu].ravel() for nu in range(model.depth) for part in parts])
    assert np.allclose(2/len(X)*residual @ tangent_features(model, X, mask), flat, rtol=0, atol=1e-12)


def test_the_kernel_of_the_assumption_is_the_diagonal_of_the_first_part(case):
    model, X, _, mask = case
    direct = layer_kernels(model, X, mask)[0].W[1::4, 1::4]
    assert np.allclose(direct, model.omega**2*feed_forward_kernel(model, X, 0, mask), rtol=1e-12, atol=1e-14)
