"""Targets in both conventions, the losses' values at states that are known, and derivatives by complex steps."""
import numpy as np
import pytest

from numerics.cascade_layer import Architecture, random_embedding
from numerics.cascade_losses import (cosines, end_to_end_loss, node_loss, superposition_loss, targets, weighted_loss)
from numerics.graphs import Graphs, erdos_renyi, sample

PATH = Graphs(4, np.array([0]), np.array([0, 0, 1]), np.array([1, 2, 3]))     # 0 -> 1, 2 and 1 -> 3


def path_targets(convention, hops=2):
    return targets(Architecture(hops), sample(lambda rng, count: PATH, None, 1, hops), convention)


def test_the_two_conventions_on_a_path():
    assert path_targets("within").members[:, 0].tolist() == [[True, True, True, False], [True]*4]
    assert path_targets("exactly").members[:, 0].tolist() == [[False, True, True, False], [False, False, False, True]]
    assert np.allclose(path_targets("within").vectors[1, 0], 0.5)


def test_losses_vanish_at_the_targets_and_weigh_the_hops():
    goal = path_targets("within")
    assert superposition_loss(goal.vectors, goal)[0] == pytest.approx(0, abs=1e-15)
    root = np.zeros((2, 1, 4))
    root[..., 0] = 1
    assert np.allclose(cosines(root, goal)[:, 0], [3**-0.5, 0.5])
    assert superposition_loss(root, goal)[0] == pytest.approx(2 - 3**-0.5 - 0.5)
    assert end_to_end_loss(root, goal)[0] == pytest.approx(0.5)
    assert weighted_loss([2, 0])(root, goal)[0] == pytest.approx(2*(1 - 3**-0.5))


def test_node_loss_is_the_cross_entropy_of_its_readout():
    goal, states = path_targets("within"), np.random.default_rng(0).normal(size=(2, 1, 4))
    p = np.exp(5*states)/np.exp(5*states).sum(-1, keepdims=True)
    expected = -np.log(p[0, 0, :3]).mean() - np.log(p[1, 0]).mean()
    assert node_loss(5)(states, goal)[0] == pytest.approx(expected)


@pytest.mark.parametrize("loss", [superposition_loss, end_to_end_loss, node_loss(4), weighted_loss([1, 2, 3])])
@pytest.mark.parametrize("d", [None, 4])
def test_derivatives_are_those_of_complex_steps(loss, d):
    rng = np.random.default_rng(1)
    architecture = Architecture(3, embedding=None if d is None else random_embedding(rng, 6, d))
    goal = targets(architecture, sample(erdos_renyi(6, 0.5), rng, 3, 3), "within")
    states, compared = rng.normal(size=goal.vectors.shape).astype(complex), 0
    slope = loss(states.real, goal)[1]
    assert slope.shape == states.shape
    for index in np.ndindex(states.shape):
        moved = states.copy()
        moved[index] += 1e-30j
        assert loss(moved, goal)[0].imag/1e-30 == pytest.approx(slope[index], abs=1e-14)
        compared += 1
    assert compared >= 36


def test_bad_input_is_named():
    for call, words in [
            (lambda: path_targets("up to"), "convention = 'up to'"),
            (lambda: path_targets("exactly", hops=3), "condition: 1 of 1 graphs"),
            (lambda: weighted_loss([[1.0]]), "weights has shape"),
            (lambda: weighted_loss([1.0])(np.zeros((2, 1, 4)), path_targets("within")), "weights: 1 numbers for 2 hops"),
            (lambda: node_loss(0), "scale")]:
        with pytest.raises(ValueError, match=words):
            call()
    assert path_targets("within", hops=3).members[2].all()
