import numpy as np
import pytest

from numerics.attention import gradient, hessian, loss, sample_prompts
from numerics.attention_sectors import coordinates, frozen_column, onto_sector, rate_for, sector_point
from numerics.attention_training import descend, escape_step, sample_batches, train, train_batches
from numerics.maps import product_map


@pytest.fixture
def rng():
    return np.random.default_rng(1)


@pytest.mark.parametrize("project", [onto_sector, frozen_column])
def test_constrained_training_follows_the_product_map(rng, project):
    data = sample_prompts(rng, (30, 1))
    rate = rate_for(data, 0.9)[:, 0]
    iterates = train(sector_point(data, rate, (1.1, 0.8)), data, rate, 50, project)
    point, compared = (1.1, 0.8), 0
    for U in iterates:
        A, B = coordinates(U, data, rate)
        assert np.hypot(A - point[0], B - point[1]).max() < 1e-12
        point = product_map(*point, 0.9)
        compared += 1
    assert compared == 51


def test_full_batch_training_does_not_sample(rng):
    data = sample_prompts(rng, (2, 16))
    U = rng.normal(size=(2, 4, 4))
    np.testing.assert_array_equal(train_batches(rng, U, data, 1e-3, 20, 16), train(U, data, 1e-3, 20))


def test_batches_are_unbiased_and_without_replacement(rng):
    batches = sample_batches(rng, (20_000,), 10, 3)
    assert (np.diff(np.sort(batches, axis=-1), axis=-1) > 0).all()
    counts = np.bincount(batches.ravel(), minlength=10)
    assert np.abs(counts/20_000 - 0.3).max() < 5*np.sqrt(0.3*0.7/20_000)


def test_a_mini_batch_step_is_the_gradient_of_its_prompts():
    data = sample_prompts(np.random.default_rng(4), (1, 9))
    U = np.random.default_rng(5).normal(size=(1, 4, 4))
    iterates = train_batches(np.random.default_rng(6), U, data, 0.01, 1, 4)
    batch = sample_batches(np.random.default_rng(6), (1,), 9, 4)
    np.testing.assert_array_equal(iterates[1], U - 0.01*gradient(U, data.take(batch)))


def test_many_runs_share_one_problem(rng):
    data = sample_prompts(rng, (1, 12))              # one problem, many runs
    iterates = train_batches(rng, rng.normal(size=(5, 4, 4)), data, 1e-3, 3, 2)
    assert iterates.shape == (4, 5, 4, 4) and np.isfinite(iterates).all()


def test_descent_ends_near_a_minimum(rng):
    data = sample_prompts(rng, (3, 32), shared=True)
    start = 0.3*rng.normal(size=(3, 4, 4))
    end = descend(start, data, 3000)
    assert (loss(end, data) < loss(start, data)).all()
    assert np.abs(gradient(end, data)).max() < 0.05*np.abs(gradient(start, data)).max()
    assert (np.linalg.eigvalsh(hessian(end, data))[:, -1] > 0).all()


def test_overflow_at_once_is_inf_then_nan_and_says_when(rng):
    data = sample_prompts(rng, (2, 1))
    U = rng.normal(size=(2, 4, 4))
    iterates = train(U, data, np.array([1e200, 1e-4]), 5)
    assert not np.isfinite(iterates[2:, 0]).any()
    assert np.isfinite(iterates[:, 1]).all()
    assert escape_step(iterates).tolist() == [1, -1]


def test_bad_input_is_refused(rng):
    data = sample_prompts(rng, (2, 4))
    U = rng.normal(size=(2, 4, 4))
    hole = U.copy()
    hole[0, 1, 1] = np.nan
    for start, rate, steps, match in ((hole, 0.1, 3, "NaN"), (U, 0, 3, "rate"), (U, np.nan, 3, "rate"),
                                      (U, 0.1, -1, "steps")):
        with pytest.raises(ValueError, match=match):
            train(start, data, rate, steps)
        with pytest.raises(ValueError, match=match):
            train_batches(rng, start, data, rate, steps, 2)
    for size in (0, 5, -1):
        with pytest.raises(ValueError, match="batch size"):
            train_batches(rng, U, data, 0.1, 0, size)
        with pytest.raises(ValueError, match="batch size"):
            sample_batches(rng, (2,), 4, size)
