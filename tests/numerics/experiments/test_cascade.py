"""The seeded runs at small sizes: shapes, what must hold at any size, and the claims' signs."""
import numpy as np
import pytest

from numerics.experiments import cascade
from numerics.experiments.cascade import (Descent, adam_on_the_reduced_loss, coherence, course, descent, doing_nothing,
                                          end_to_end_starts, exactly_without_residual, fit, means, near_orthogonal,
                                          printed_gap, start_slopes, within, without_residual)


@pytest.fixture
def small(monkeypatch):
    """Runs evaluate on 200 graphs and train on 16 a step."""
    whole = cascade.train
    monkeypatch.setattr(cascade, "train",
                        lambda *args, **options: whole(*args, **{"fresh": 200, "batch": 16, **options}))


def test_attention_alone_exceeds_its_ceiling_beyond_the_first_hop(small):
    found = without_residual()
    excess = found.cosines - found.ceilings
    assert (excess[1:] > 5*found.error[1:]).all() and (found.above[1:] > 0.85).all() and abs(excess[0]) < 0.01


def test_without_residual_both_losses_reach_exact_targets(small):
    found = exactly_without_residual()
    assert set(found) == {"sup", "e2e"} and min(x[-1] for x in found.values()) > 0.8
    assert abs(found["sup"][-1] - found["e2e"][-1]) < 0.01


def test_within_hops_there_is_no_gap(small):
    found = within((0,), 0.05, 300)
    assert found["e2e"].cosines[0, -1] > found["sup"].cosines[0, -1] - 0.02 > 0.93
    for loss in found.values():
        assert loss.cosines.shape == (1, 3) and abs(loss.A).max() < 0.1 < loss.B.min()
        assert (abs(loss.selectivity - loss.saturated) < 0.1).all()


def test_descent_reports_its_checkpoints(small):
    plain, layered = descent("sup", steps=20, checkpoints=(0, 10)), descent("e2e", True, steps=0, checkpoints=())
    assert isinstance(plain, Descent) and plain.steps == (0, 10, 20) and plain.cosines.shape == (3, 3)
    assert np.isnan(plain.A) and (layered.A, layered.B) == pytest.approx((0.95, 0.005))
    assert layered.cosines.shape == (1, 3)
    assert plain.cosines[2, 0] > plain.cosines[0, 0]


def test_the_start_slopes_have_the_signs_that_open_the_gap():
    assert (start_slopes("within", "e2e", 500) > 0).all() and (start_slopes("exactly", "e2e", 500) < 0).all()
    assert start_slopes("exactly", "sup", 500)[0] > 0
    assert (start_slopes("exactly", "e2e", 500, residual=False) > 0).all()


def test_the_printed_gap_opens(small):
    found = printed_gap((0,), 200, 300)
    assert found["sup"].shape == (1, 2) and found["sup"].min() > found["e2e"].max() + 0.02


def test_end_to_end_starts_and_course(small):
    starts = end_to_end_starts(steps=200, rate=0.05)
    assert starts.continued[-1] > starts.small[-1] + 0.1
    found = course("exactly", "sup", 20, 8)
    assert found.steps.tolist() == [0, 8, 16, 20] and found.cosines.shape == (4, 3)
    assert np.allclose(found.cosines[0], means(fit("exactly", "sup", mlp=False, steps=0))[0])


def test_doing_nothing_counts_those_that_die():
    kept, free = doing_nothing(True, 2000), doing_nothing(False, 2000)
    assert (kept.mean < free.mean).all() and abs(kept.dying - free.dying) < 0.03 and 0.15 < free.dying < 0.25
    assert abs(kept.mean - [0.573, 0.391, 0.292]).max() < 5*kept.error.max()


def test_coherence_is_that_of_the_largest_pair(small):
    found = coherence(10, 4, 3)
    assert found.shape == (3,) and (found < 1).all() and np.array_equal(found, coherence(10, 4, 3))
    assert coherence(draws=20).min() > (np.log(50)/64)**0.5
    assert 0.3 < near_orthogonal(64).cosines[0, -1] < 0.95


def test_adam_brings_the_reduced_loss_to_the_manifold():
    A, B = adam_on_the_reduced_loss(1e-2, seeds=2, steps=4000)
    assert A.shape == B.shape == (2, 2) and abs(A).max() < 1e-8 and B.min() > 0.1
    with pytest.raises(ValueError, match="schedule"):
        adam_on_the_reduced_loss(1e-2, steps=1, schedules=np.array([[[1, 1], [0, 2]]], float))
