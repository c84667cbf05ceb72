"""Hand-written reverse mode against complex steps for every architecture, and against differences in 50 digits."""
from itertools import product

import mpmath
import numpy as np
import pytest

from numerics.cascade_layer import (Architecture, gradient, identity_embedding, layers, normalised, random_embedding,
                                    states)
from numerics.cascade_losses import end_to_end_loss, node_loss, superposition_loss, targets
from numerics.graphs import erdos_renyi, from_adjacency, sample

N, HOPS = 8, 3
RNG = np.random.default_rng(11)
BATCH = sample(erdos_renyi(N, 0.3), np.random.default_rng(4), 5, HOPS, condition=True)
LOSSES = {"sup": superposition_loss, "e2e": end_to_end_loss, "node": node_loss(3.0)}
EMBEDDINGS = {"I": None, "d > n": random_embedding(RNG, N, 11), "d < n": random_embedding(RNG, N, 5)}


def random_parameters(architecture, rng):
    found = {name: rng.normal(size=value.shape) for name, value in architecture.parameters(N).items()}
    if architecture.mlp:
        found["b"] = 0.3*found["b"]
    return found


def complex_step(architecture, parameters, convention, loss, name, index):
    moved = {key: value.astype(complex) for key, value in parameters.items()}
    moved[name][index] += 1e-30j
    goal = targets(architecture, BATCH, convention)
    return loss(states(layers(architecture, moved, BATCH.graphs)), goal)[0].imag/1e-30


@pytest.mark.parametrize("residual, mlp, full, embedding", list(product(*3*[(True, False)], EMBEDDINGS)))
def test_the_gradient_is_that_of_complex_steps(residual, mlp, full, embedding):
    rng, compared = np.random.default_rng(hash((residual, mlp, full)) % 1000), 0
    architecture = Architecture(HOPS, residual, mlp, rng.random() < 0.5, full, EMBEDDINGS[embedding])
    for convention, loss in product(("within", "exactly"), LOSSES.values()):
        parameters = random_parameters(architecture, rng)
        found = layers(architecture, parameters, BATCH.graphs)
        if mlp:
            assert min(abs(layer.hidden).min() for layer in found) > 1e-12          # no kink near
        _, cotangent = loss(states(found), targets(architecture, BATCH, convention))
        exact = gradient(architecture, parameters, BATCH.graphs, found, cotangent)
        assert set(exact) == set(parameters)
        for name, value in exact.items():
            for index in list(np.ndindex(value.shape))[::max(1, value.size//5)]:
                expected = complex_step(architecture, parameters, convention, loss, name, index)
                assert abs(expected - value[index]) < 1e-9*max(1, abs(expected)), (name, index)
                compared += 1
    assert compared >= 6*2*HOPS


def loss_in_digits(parameters, adjacency, roots, members, U):
    """L_sup of a residual cascade with MLP from the formulas alone, graph by graph and edge by edge, in mpmath."""
    d, n = len(U), len(U[0])
    vertex = [[U[i][v] for i in range(d)] for v in range(n)]

    def dot(x, y):
        return mpmath.fsum(p*q for p, q in zip(x, y))
    total = mpmath.mpf(0)
    for g, root in enumerate(roots):
        edges = [(s, t) for s in range(n) for t in range(n) if adjacency[g][s][t]]
        z = vertex[root]
        for c in range(HOPS):
            weights = [mpmath.exp(parameters["beta"][c]*dot(z, vertex[s])) for s, _ in edges]
            y = list(z)
            for w, (_, t) in zip(weights, edges):
                y = [p + parameters["alpha"][c]*w/mpmath.fsum(weights)*q for p, q in zip(y, vertex[t])]
            hidden = [max(parameters["a"][0]*dot(y, u) + parameters["b"][0], 0) for u in vertex]
            y = [p + parameters["eta"][0]*dot(hidden, [u[i] for u in vertex]) for i, p in enumerate(y)]
            z = [p/mpmath.sqrt(dot(y, y)) for p in y]
            goal = [mpmath.fsum(vertex[v][i] for v in range(n) if members[c][g][v]) for i in range(d)]
            total += 1 - dot(z, goal)/mpmath.sqrt(dot(goal, goal))
    return total/len(roots)


def test_the_gradient_is_that_of_differences_in_fifty_digits():
    batch = sample(erdos_renyi(4, 0.6), np.random.default_rng(8), 2, HOPS)
    U = random_embedding(np.random.default_rng(9), 4, 3)
    architecture = Architecture(HOPS, embedding=U)
    parameters = random_parameters(architecture, np.random.default_rng(10))
    goal, found = targets(architecture, batch, "within"), layers(architecture, parameters, batch.graphs)
    value, cotangent = superposition_loss(states(found), goal)
    exact = gradient(architecture, parameters, batch.graphs, found, cotangent)
    graphs, adjacency = batch.graphs, np.zeros((2, 4, 4), bool)
    adjacency[graphs.source//4, graphs.source % 4, graphs.target % 4] = True
    compared = 0
    with mpmath.workdps(50):
        h = mpmath.mpf(10)**-18
        data = (adjacency, graphs.root, goal.members, [[mpmath.mpf(x) for x in row] for row in U])
        start = {name: [mpmath.mpf(x) for x in row] for name, row in parameters.items()}
        assert abs(float(loss_in_digits(start, *data)) - value) < 1e-12
        for name, row in exact.items():
            for i in range(len(row)):
                up, down = ({k: [x + sign*h*(k == name and j == i) for j, x in enumerate(v)] for k, v in start.items()}
                            for sign in (1, -1))
                difference = float((loss_in_digits(up, *data) - loss_in_digits(down, *data))/(2*h))
                assert abs(difference - row[i]) < 1e-9*max(1, abs(difference)), (name, i)
                compared += 1
    assert compared == 2*HOPS + 3


def test_an_orthonormal_embedding_is_the_identity_in_other_coordinates():
    U = np.linalg.qr(RNG.normal(size=(12, N)))[0]
    plain, turned = Architecture(HOPS), Architecture(HOPS, embedding=U)
    parameters = random_parameters(plain, np.random.default_rng(1))
    for a, b in zip(layers(plain, parameters, BATCH.graphs), layers(turned, parameters, BATCH.graphs)):
        assert np.allclose(a.output, b.output @ U, atol=1e-13) and np.allclose(a.weight, b.weight, atol=1e-13)


def test_scalar_scores_are_multiples_of_the_identity_among_full_scores():
    few, full = Architecture(HOPS), Architecture(HOPS, full_scores=True)
    parameters = random_parameters(few, np.random.default_rng(2))
    matrices = parameters | {"beta": parameters["beta"][:, None, None]*np.eye(N)}
    assert np.allclose(states(layers(few, parameters, BATCH.graphs)), states(layers(full, matrices, BATCH.graphs)))


def test_attention_of_edges_sums_to_one_and_states_have_norm_one():
    parameters = random_parameters(Architecture(HOPS), np.random.default_rng(3)) | {"beta": np.full(HOPS, 1e4)}
    for layer in layers(Architecture(HOPS), parameters, BATCH.graphs):
        assert np.allclose((BATCH.graphs.out_degree*layer.weight).sum(1), 1)
        assert np.allclose((layer.output**2).sum(1), 1)


def test_bad_input_is_named():
    loops = from_adjacency(np.eye(3, dtype=bool)[None], np.array([0]))
    for call, words in [
            (lambda: Architecture(0), "hops"), (lambda: Architecture(2, embedding=np.ones((3, 4))), "columns of norm 1"),
            (lambda: identity_embedding(50, 30), "d = 30: U = I needs d >= n = 50"),
            (lambda: identity_embedding(1), "n = 1"), (lambda: random_embedding(RNG, 1, 3), "n = 1"),
            (lambda: random_embedding(RNG, 3, 0), "d = 0"),
            (lambda: Architecture(2).parameters(4, gamma=1), "start"),
            (lambda: layers(Architecture(1, embedding=np.eye(4)), Architecture(1).parameters(4), loops), "4 columns"),
            (lambda: normalised(np.zeros((1, 3))), "a state is 0")]:
        with pytest.raises(ValueError, match=words):
            call()
    assert identity_embedding(50, 64) is None
