"""Both optimizers against their formulas by hand."""
import numpy as np
import pytest

from numerics.optimizers import adam, gradient_descent


def test_gradient_descent_steps_against_the_gradient():
    moved = gradient_descent(0.5)({"x": np.array([1.0, 2.0])}, {"x": np.array([2.0, -2.0])}, 1, factor=0.5)
    assert moved["x"].tolist() == [0.5, 2.5]


def test_adam_starts_with_the_sign_and_then_follows_its_moments():
    update, x = adam(0.1), {"x": np.array([1.0])}
    x = update(x, {"x": np.array([-3.0])}, 1)
    assert x["x"][0] == pytest.approx(1.1, abs=1e-8)
    x = update(x, {"x": np.array([1.0])}, 2)
    mean, square = (0.9*0.1*-3 + 0.1*1)/(1 - 0.81), (0.999*0.001*9 + 0.001)/(1 - 0.999**2)
    assert x["x"][0] == pytest.approx(1.1 - 0.1*mean/square**0.5, abs=1e-8)


def test_two_runs_do_not_share_moments():
    one, other = adam(0.1), adam(0.1)
    one({"x": np.array([1.0])}, {"x": np.array([5.0])}, 1)
    assert other({"x": np.array([1.0])}, {"x": np.array([-1.0])}, 1)["x"][0] == pytest.approx(1.1)


@pytest.mark.parametrize("optimizer", [adam, gradient_descent])
def test_a_bad_rate_is_named(optimizer):
    with pytest.raises(ValueError, match="rate"):
        optimizer(0)
