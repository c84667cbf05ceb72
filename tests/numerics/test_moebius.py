"""The reduced layer against the layer on vectors, and the loss where it is known."""
import numpy as np
import pytest

from numerics.moebius import coefficients, effective_mixing, reduced_gradient, reduced_loss, squared_cosine, squared_sine


def one_layer(a, b, eta, alpha, k, m):
    """cos(z_{c+1}, z_{c+1}*) of the layer on k + m vertices, from the target and uniform attention."""
    x = np.r_[np.full(k, k**-0.5), np.full(m, alpha/m)]
    y = x + eta*(a*x + b)
    return y.sum()/np.linalg.norm(y)/np.sqrt(k + m)


@pytest.mark.parametrize("a, b, eta, alpha, k, m", [(0.5, 0.3, 0.2, 1, 1, 2), (0.8, -0.1, -0.9, 2, 3, 4),
                                                     (0.5, -0.4, 1.0, 1, 7, 8), (0.1, -0.4, 0.5, 1, 7, 8),
                                                     (0.785, 0.3, -1.274, 1, 4, 4)])
def test_the_loss_is_that_of_the_layer_on_vectors(a, b, eta, alpha, k, m):
    A, B, root = 1 + eta*a, eta*b, np.sqrt(k)
    old, new = coefficients(alpha, A, B, root, m)
    assert new*m/(old*root) == pytest.approx(effective_mixing(alpha, A, B, root, m), abs=1e-12)
    cosine = one_layer(a, b, eta, alpha, k, m)
    assert squared_cosine(effective_mixing(alpha, A, B, root, m), root, m) == pytest.approx(cosine**2, abs=1e-13)
    assert squared_sine(alpha, A, B, root, m) == pytest.approx(1 - cosine**2, abs=1e-13)
    assert reduced_loss(A, B, alpha, [k], [m]) == pytest.approx(1 - cosine, abs=1e-13)


def test_it_vanishes_on_the_manifold_and_is_largest_on_its_other_half():
    assert reduced_loss(0.0, 0.6, 1.0, [1, 3, 7], [2, 4, 8]) == 0
    assert reduced_loss(0.0, -0.6, 1.0, [1, 3, 7], [2, 4, 8]) == 6


def test_the_gradient_is_that_of_differences_for_many_runs_at_once():
    rng, h = np.random.default_rng(0), 1e-6
    k, m = np.array([[[1, 3, 7]], [[1, 2, 4]]]), np.array([[[2, 4, 8]], [[1, 2, 4]]])       # schedules x runs x layers
    point = rng.normal(size=(3, 2, 5))

    def loss(a, b, eta):
        return reduced_loss(1 + eta*a, eta*b, 1.0, k, m)
    found = reduced_gradient(*point, 1.0, k, m)
    for i in range(3):
        shift = h*np.eye(3)[i][:, None, None]
        assert np.allclose(found[i], (loss(*(point + shift)) - loss(*(point - shift)))/(2*h), atol=1e-6)
    assert np.shape(found) == (3, 2, 5)


def test_the_gradient_keeps_its_digits_near_the_manifold():
    A = 1e-13
    in_a = reduced_gradient(np.array((1 - A)/1.3), np.array(-0.3), np.array(-1.3), 1.0, [1.0], [3.0])[0]
    curvature = (1 - 3)**2/(0.39**2*3*4**2)
    assert in_a == pytest.approx(-1.3*curvature*A, rel=1e-2)            # 1 + eta a carries A to three digits


def test_a_schedule_that_does_not_increase_is_named():
    with pytest.raises(ValueError, match="m = .*schedule"):
        reduced_loss(0.5, 0.3, 1.0, [1, 3], [2, 0])
