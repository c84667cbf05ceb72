"""The level model against the cascade on the tree itself, derivatives against differences, ceilings and the clip."""
import numpy as np
import pytest

from numerics.cascade_layer import Architecture, layers
from numerics.graphs import from_adjacency
from numerics.level_model import Levels, b_ary, gradient_ratios, responses, run

B, DEPTH, OUTSIDE = 2, 3, 8


def tree_graph():
    """The binary tree of depth 3 with 8 outside vertices of in-degree 4, and the level of every vertex."""
    level = np.repeat(np.arange(DEPTH + 2), [1, 2, 4, 8, OUTSIDE])
    adjacency = np.zeros((1, len(level), len(level)), bool)
    for v in range(7):
        adjacency[0, v, [2*v + 1, 2*v + 2]] = True
    for i in range(8):
        adjacency[0, 7 + i, [15 + i, 15 + (i + 1) % 8]] = True
        adjacency[0, 15 + i, [15 + (i + 3) % 8, 15 + (i + 5) % 8]] = True
    return from_adjacency(adjacency, np.array([0])), level


@pytest.mark.parametrize("residual", [True, False])
@pytest.mark.parametrize("mlp", [None, (0.8, -0.1, -0.9)])
def test_it_is_the_cascade_on_the_tree(residual, mlp):
    graphs, level = tree_graph()
    betas, alphas = np.array([2.0, 3.0, 5.0]), np.array([1.5, 2.0, 0.7])
    parameters = {"beta": betas, "alpha": alphas} | (
        {} if mlp is None else dict(zip(("a", "b", "eta"), np.array(mlp)[:, None])))
    found = layers(Architecture(3, residual, mlp is not None), parameters, graphs)
    reduced = run(b_ary(B, DEPTH, OUTSIDE), betas, alphas, None if mlp is None else [mlp]*3, residual)
    for layer, row, S, c in zip(found, reduced.states, reduced.selectivity, range(3)):
        assert np.allclose(layer.output[0], row[level], atol=1e-14)
        assert S == pytest.approx((layer.weight[0]*graphs.out_degree[0])[level == c].sum(), abs=1e-14)


def test_responses_are_differences():
    levels, betas, alphas, h = b_ary(2, 5, 500), np.array([2.0, 4.0, 5.0]), np.array([1.0, 2.0, 2.0]), 1e-5
    slopes = responses(levels, betas, alphas)
    for c in range(3):
        shift = h*np.eye(3)[c]
        difference = (run(levels, betas + shift, alphas).cosines - run(levels, betas - shift, alphas).cosines)/(2*h)
        assert np.allclose(slopes[c], difference, atol=1e-9)
    assert (slopes[1, 0], slopes[2, 0], slopes[2, 1]) == (0, 0, 0) and (np.diagonal(slopes) > 0).all()


def test_end_to_end_ratios_tend_to_their_closed_form():
    levels, D = b_ary(2, 7, 3000), 6
    found = gradient_ratios(levels, np.full(D - 1, 0.1), np.full(D - 1, 1e-6))[0]
    k, edges = np.array(levels.schedule, float), levels.edges.sum()
    expected = np.sqrt(k[1:D]/k[D - 1])*(edges - k[D - 1] + 1)/(edges - k[1:D] + 1)
    assert np.allclose(found, expected, rtol=1e-5) and expected[0] < 0.25 and expected[-1] == 1


def test_selectivity_at_the_target_has_its_ceiling():
    levels = b_ary(2, 6, 2000)
    for c in range(5):
        weight = levels.weights(levels.target(c), 1e5)
        assert levels.edges[c]*weight[c] == pytest.approx(2**(c + 1)/(2**(c + 1) + levels.schedule[c] - 1))


def test_at_A_zero_the_layer_clips_to_the_target():
    a, B = 0.785, 0.05
    found = run(b_ary(2, 5, 1000), [3000.0]*4, [10.0]*4, [(a, -a*B, -1/a)]*4)
    assert np.allclose(found.cosines, 1, atol=1e-12)


def test_bad_input_is_named():
    levels = b_ary(2, 3, 10)
    for call, words in [
            (lambda: b_ary(1, 3, 10), "b = 1"), (lambda: b_ary(2, 0, 10), "depth"), (lambda: b_ary(2, 3, 0), "outside"),
            (lambda: Levels((1, 3, 3), 10, 2), r"schedule = \(1, 3, 3\): write sizes that increase"),
            (lambda: Levels((2, 4), 10, 2), "schedule"), (lambda: Levels((1, 4), 10, -1), "degree"),
            (lambda: levels.target(4), "c = 4"),
            (lambda: levels.target(1, "up to"), "convention"), (lambda: run(levels, [1.0], [1.0, 2.0]), "betas, alphas"),
            (lambda: run(levels, [1.0]*4, [1.0]*4), "a tree of depth 3")]:
        with pytest.raises(ValueError, match=words):
            call()
