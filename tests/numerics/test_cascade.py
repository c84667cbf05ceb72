"""Training against a dense computation by matrices, its counts, checkpoints and refusals."""
import numpy as np
import pytest

from numerics.cascade import (Architecture, adam, constant, end_to_end_loss, erdos_renyi, evaluate, falling,
                              from_adjacency, gradient_descent, loss_and_gradient, node_loss, random_embedding, sample,
                              superposition_loss, train)

SPARSE = erdos_renyi(20, 0.1)


def dense_cosines(adjacency, root, parameters, hops):
    """cos(z_c, z_c*) within c hops, S_c and its value at saturation by dense matrices, one graph at a time."""
    n = len(adjacency)
    z, reached, found, selected, saturated = np.eye(n)[root], np.eye(n, dtype=bool)[root], [], [], []
    for c in range(hops):
        scores = np.where(adjacency, np.exp(parameters["beta"][c]*z)[:, None], 0)
        weights = scores/scores.sum()
        after = reached | adjacency[reached].any(0)
        selected.append(weights[np.ix_(reached, after & ~reached)].sum())
        out = adjacency[reached].sum()
        saturated.append(adjacency[np.ix_(reached, after & ~reached)].sum()/out if out else 0)
        y = z + parameters["alpha"][c]*weights.sum(0)
        y = y + parameters["eta"][0]*np.maximum(parameters["a"][0]*y + parameters["b"][0], 0)
        z, reached = y/np.linalg.norm(y), after
        found.append(z[reached].sum()/np.sqrt(reached.sum()))
    return found, selected, saturated


def test_an_evaluation_is_that_of_dense_matrices():
    rng = np.random.default_rng(0)
    adjacency, root = rng.random((30, 12, 12)) < 0.2, rng.integers(12, size=30)
    batch = sample(lambda rng, count: from_adjacency(adjacency, root), rng, 30, 3)
    architecture = Architecture(3)
    parameters = architecture.parameters(12, beta=3.0, alpha=2.0)
    found = evaluate(architecture, parameters, batch, "within")
    for g in range(30):
        cosines, selected, saturated = dense_cosines(adjacency[g], root[g], parameters, 3)
        assert np.allclose(found.cosines[:, g], cosines, atol=1e-13)
        assert np.allclose(found.selectivity[:, g], selected, atol=1e-13)
        assert np.allclose(found.saturated[:, g], saturated, atol=1e-13)
    assert found.dying == (found.layer_sizes[3] == 0).sum() > 0 and not found.conditioned
    assert np.allclose(found.ceiling[0], np.sqrt(found.layer_sizes[1]/(1 + found.layer_sizes[1])))


@pytest.mark.parametrize("convention", ["within", "exactly"])
@pytest.mark.parametrize("loss", [superposition_loss, end_to_end_loss, node_loss()])
def test_small_steps_of_descent_lower_the_loss(convention, loss):
    architecture = Architecture(2)
    batch = sample(SPARSE, np.random.default_rng(1), 200, 2, condition=True)
    parameters = architecture.parameters(20, beta=1.0)
    value, slope = loss_and_gradient(architecture, parameters, batch, convention, loss)
    moved = gradient_descent(1e-4)(parameters, slope, 1)
    after = loss_and_gradient(architecture, moved, batch, convention, loss)[0]
    squared = sum((g**2).sum() for g in slope.values())
    assert (value - after)/1e-4 == pytest.approx(squared, rel=1e-2) and squared > 0


def test_training_teaches_two_hops_and_counts_what_it_leaves_out():
    run = train(Architecture(2), SPARSE, "within", superposition_loss, adam(0.03), 300, condition=True,
                checkpoints=(0, 100), fresh=300)
    means = [e.cosines.mean(1) for e in run.evaluations]
    assert [e.step for e in run.evaluations] == [0, 100, 300]
    assert means[2].min() > 0.93 > means[0].min() and run.losses.shape == (300,)
    assert run.losses[-20:].mean() < 0.2*run.losses[:20].mean()
    assert run.conditioned and run.drawn - run.dying == 300*64 and run.dying > 0
    assert all(e.drawn - e.dying == 300 == e.cosines.shape[1] for e in run.evaluations)
    A, B = run.moebius_scalars
    assert A == 1 + run.parameters["eta"]*run.parameters["a"] and B == run.parameters["eta"]*run.parameters["b"]


def test_the_same_seed_gives_the_same_run_and_another_another():
    def run(seed):
        return train(Architecture(2), SPARSE, "within", end_to_end_loss, gradient_descent(0.1), 5, seed=seed, fresh=10)
    assert np.array_equal(run(3).losses, run(3).losses)
    assert not np.array_equal(run(3).losses, run(4).losses)


def test_a_random_embedding_of_fewer_dimensions_trains_too():
    U = random_embedding(np.random.default_rng(0), 20, 12)
    run = train(Architecture(2, embedding=U), SPARSE, "within", superposition_loss, adam(0.03), 150, condition=True,
                checkpoints=(0,), fresh=200)
    first, last = (e.cosines.mean(1) for e in run.evaluations)
    assert (last > first + 0.05).all() and (last < 0.999).all()


def test_schedules():
    assert constant(0.9) == 1 and falling(0.3) == 1 and falling(0.51) == 1 and falling(1) == pytest.approx(0.02)
    assert falling(0.76) == pytest.approx(0.5)


def test_bad_input_is_named():
    def run(architecture=Architecture(2), convention="within", steps=2, **options):
        return train(architecture, SPARSE, convention, superposition_loss, adam(0.1), steps, fresh=50, **options)
    for call, words in [
            (lambda: run(convention="exact"), "convention"), (lambda: run(convention="exactly"), "condition"),
            (lambda: run(steps=-1), "steps"), (lambda: run(batch=0), "batch"), (lambda: run(seed=-1), "seed"),
            (lambda: run(checkpoints=(3,)), "checkpoints"), (lambda: run(start={"gamma": 1}), "start"),
            (lambda: run(Architecture(2, embedding=np.eye(5))), "5 columns"),
            (lambda: run(Architecture(2, mlp=False)).moebius_scalars, "no MLP")]:
        with pytest.raises(ValueError, match=words):
            call()
    with pytest.raises(FloatingPointError, match="smaller learning rate"):
        train(Architecture(2), SPARSE, "within", lambda z, t: (np.nan, z), adam(0.1), 1, fresh=10)
