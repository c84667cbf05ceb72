"""The exact flow against steps of gradient descent; the two stages and the breakdown."""
import numpy as np
import pytest

from numerics.experiments.two_stages import RANK, features, floors, regression, sphere, stages


def test_the_features_are_those_of_the_kernel():
    x = sphere(np.random.default_rng(0), 40)
    assert np.allclose(features(x) @ features(x).T, (1 + x @ x.T)**2)
    assert np.linalg.matrix_rank(features(x)) == RANK


def test_the_flow_is_the_limit_of_small_steps():
    N, xi, time, steps = 30, 0.2, 0.5, 20_000
    rng = np.random.default_rng(0)
    train, test = features(sphere(rng, N)), features(sphere(rng, 2000))
    target = rng.standard_normal(train.shape[1])
    target /= np.sqrt(((test @ target)**2).mean())
    labels = train @ target + xi*rng.standard_normal(N)
    theta = np.zeros(train.shape[1])
    for _ in range(steps):
        theta -= time/steps*2/N*train.T @ (train @ theta - labels)
    risk = ((test @ (theta - target))**2).mean()
    assert regression(N, xi, [time], seeds=1).risks[0, 0] == pytest.approx(risk, rel=1e-3)


def test_both_stages_and_the_breakdown():
    found = stages(N=500, xi=0.01)
    assert found.rate > 0 and found.curvature < 0.02 and 0.5 < found.floor/found.predicted < 2
    slopes = floors(sizes=(100, 400, 1600), seeds=20)
    assert abs(slopes.constant_slope + 1) < 0.2 and abs(slopes.growing_slope) < 0.2


def test_bad_input_is_named():
    with pytest.raises(ValueError, match="examples"):
        regression(9, 0.1, [1.0])
    with pytest.raises(ValueError, match="noise"):
        regression(20, -1, [1.0])
