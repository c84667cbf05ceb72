import numpy as np
import pytest

from numerics.experiments.multi_prompt import reference_prompt, shares, survey, training


def test_the_share_is_set_by_the_choice_of_the_reference():
    by_share, median, first = (shares(rule) for rule in (0.32, "median", "first"))
    assert np.abs(by_share.beyond_one - 0.32).max() < 0.03
    assert 0.08 < by_share.beyond_two.mean() < 0.18
    assert np.ptp(first.beyond_one) > 0.7                  # LST-I6a: prompt 0 may give nearly anything
    assert np.ptp(median.beyond_one) < 0.3


def test_unknown_rule_is_refused():
    for rule in ("largest", 0, 1.5):
        with pytest.raises(ValueError, match="reference rule"):
            reference_prompt(np.ones((2, 5)), rule)


@pytest.fixture(scope="module")
def found():
    return survey(8, descent=3000)


def test_single_prompt_runs_diverge_at_the_paper_s_share(found):
    assert found.diverged[1].all() and found.escaped[1].max() < 150          # LST-I6b
    assert found.diverged[8].sum() < 8 and found.diverged[128].sum() <= found.diverged[8].sum()


def test_full_batch_stability_is_not_guaranteed(found):
    assert (found.sharpness > 2).any() and (found.sharpness < 2).any()
    assert not (found.diverged[128] & (found.sharpness < 2)).any()


def test_distance_does_not_grow_monotonically(found):
    surviving = ~found.diverged[8]
    assert surviving.sum() >= 3
    assert (found.rising[8][surviving] < 0.8).all()                          # LST-I6c
    assert (found.rising[8][surviving] > 0.2).all()


def test_a_smaller_share_diverges_less():
    small = survey(8, rule=0.02, descent=3000)
    assert small.diverged[1].sum() < 8 and not small.diverged[128].any()


def test_training_records_every_run():
    run = training(9, runs=3, steps=30, descent=500)
    assert {m: curve.shape for m, curve in run.losses.items()} == {128: (31, 3), 8: (31, 3), 1: (31, 3)}
    np.testing.assert_allclose(run.distances[8][0], 5e-3, rtol=1e-9)
    assert (run.losses[128] >= 0).all() and run.effective.shape == (128,)
