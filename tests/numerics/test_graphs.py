"""Breadth-first layers against a plain search, Erdős–Rényi samples against their law, conditioning counted."""
import numpy as np
import pytest

from numerics.graphs import Graphs, erdos_renyi, from_adjacency, join, sample


def search(adjacency, root, hops):
    """Layers of one graph by a plain breadth-first search."""
    layers, seen = [{root}], {root}
    for _ in range(hops):
        layers.append({t for s in layers[-1] for t in np.nonzero(adjacency[s])[0]} - seen)
        seen |= layers[-1]
    return layers


@pytest.fixture
def random_batch():
    rng = np.random.default_rng(3)
    adjacency = rng.random((20, 9, 9)) < 0.2
    return adjacency, rng.integers(9, size=20)


def test_layers_are_those_of_a_search(random_batch):
    adjacency, root = random_batch
    layers = from_adjacency(adjacency, root).layers(4)
    assert layers.shape == (5, 20, 9) and layers[2:].any()
    for g in range(20):
        for c, expected in enumerate(search(adjacency[g], root[g], 4)):
            assert set(np.nonzero(layers[c, g])[0]) == expected


def test_sums_along_edges_are_matrix_products(random_batch):
    adjacency, root = random_batch
    graphs = from_adjacency(adjacency, root)
    x = np.random.default_rng(0).normal(size=(20, 9)) + 1j
    assert np.allclose(graphs.along(x), (adjacency.transpose(0, 2, 1) @ x[..., None])[..., 0], atol=1e-13)
    assert np.allclose(graphs.against(x), (adjacency @ x[..., None])[..., 0], atol=1e-13)
    assert np.array_equal(graphs.out_degree, adjacency.sum(2)) and np.array_equal(graphs.edges, adjacency.sum((1, 2)))


def test_taking_and_joining_keep_every_graph(random_batch):
    adjacency, root = random_batch
    graphs, keep = from_adjacency(adjacency, root), np.arange(20) % 3 == 0
    halves = join([graphs.take(keep), graphs.take(~keep)])
    order = np.concatenate([np.nonzero(keep)[0], np.nonzero(~keep)[0]])
    assert np.array_equal(halves.root, root[order])
    assert np.array_equal(halves.layers(3), graphs.layers(3)[:, order])
    with pytest.raises(ValueError, match="same number of vertices"):
        join([graphs, erdos_renyi(5, 0.5)(np.random.default_rng(0), 2)])


def test_erdos_renyi_has_each_edge_with_probability_p_and_no_loop():
    n, p, count = 6, 0.3, 20_000
    graphs = erdos_renyi(n, p)(np.random.default_rng(1), count)
    assert (graphs.source != graphs.target).all()
    pairs = np.stack([graphs.source//n, graphs.source % n, graphs.target % n])
    assert np.unique(pairs, axis=1).shape[1] == pairs.shape[1]
    frequency = np.bincount(pairs[1]*n + pairs[2], minlength=n*n).reshape(n, n)/count
    off = ~np.eye(n, dtype=bool)
    assert abs(frequency[off] - p).max() < 5*np.sqrt(p*(1 - p)/count)
    assert abs(graphs.edges.var()/(n*(n - 1)*p*(1 - p)) - 1) < 0.05
    assert abs(np.bincount(graphs.root, minlength=n)/count - 1/n).max() < 0.015


def test_p_one_is_the_complete_graph():
    assert (erdos_renyi(4, 1)(np.random.default_rng(0), 3).out_degree == 3).all()


def test_conditioning_only_when_asked_and_counted():
    sampler = erdos_renyi(50, 0.04)
    free = sample(sampler, np.random.default_rng(2), 4000, 3)
    assert not free.conditioned and free.drawn == 4000 and free.graphs.count == 4000
    assert free.dying == (free.layers[3].sum(-1) == 0).sum() and abs(free.dying/4000 - 0.195) < 0.02
    kept = sample(sampler, np.random.default_rng(2), 1000, 3, condition=True)
    assert kept.conditioned and kept.graphs.count == 1000 == kept.drawn - kept.dying
    assert kept.layers.any(-1).all() and np.array_equal(kept.layers, kept.graphs.layers(3))
    assert (np.diff(kept.sizes, axis=0) > 0).all()


def test_bad_input_is_named():
    rng, row = np.random.default_rng(0), np.array([0, 1])
    for call, words in [
            (lambda: erdos_renyi(1, 0.5), "n = 1"), (lambda: erdos_renyi(5, 0), "p"),
            (lambda: erdos_renyi(5, 1.5), r"p = 1.5: write an edge probability in \(0, 1\]"),
            (lambda: erdos_renyi(5, float("nan")), "p"),
            (lambda: Graphs(3, np.array([3]), row, row), "root"), (lambda: Graphs(3, np.array([0]), row, row[:1]), "rows"),
            (lambda: Graphs(2, np.array([0]), row, row + 1), "vertices of the union"),
            (lambda: Graphs(2, row, np.array([0]), np.array([3])), "joins two graphs"),
            (lambda: from_adjacency(np.ones((2, 3)), row), "adjacency has shape"),
            (lambda: sample(erdos_renyi(3, 1e-6), rng, 4, 1), "no edge to attend to"),
            (lambda: sample(erdos_renyi(5, 0.01), rng, 50, 4, True), "sampler: only"),
            (lambda: sample(lambda rng, count: None, rng, 4, 1), "must return Graphs"),
            (lambda: sample(erdos_renyi(5, 0.5), rng, 0, 1), "count"),
            (lambda: sample(erdos_renyi(5, 0.5), rng, 4, 0), "hops")]:
        with pytest.raises(ValueError, match=words):
            call()
