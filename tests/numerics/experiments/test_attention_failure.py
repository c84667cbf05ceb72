from dataclasses import replace

import numpy as np
import pytest

from numerics.experiments import attention_failure as toy
from numerics.experiments.attention_failure import DESIGN, FEW, HELD_OUT, NOTHING, PROTECTIONS, SMOOTHING, train


def test_seeds_are_held_out():
    assert not set(DESIGN) & set(HELD_OUT) and len(set(HELD_OUT)) == 24 and set(FEW) < set(HELD_OUT)


def test_a_run_does_not_depend_on_its_neighbours():
    together = train(SMOOTHING, (100, 103, 105), steps=60)
    alone = train(SMOOTHING, (103,), steps=60)
    np.testing.assert_allclose(alone.losses[0], together.losses[1], rtol=1e-9)
    assert alone.spikes[0] == together.spikes[1]


def test_without_a_spike_protection_changes_nothing():
    plain, watched = train(NOTHING, (0, 1), 0.05, 40), train(replace(SMOOTHING, threshold=1e6), (0, 1), 0.05, 40)
    assert not watched.spikes.any()
    np.testing.assert_array_equal(plain.losses, watched.losses)


def test_momentum_descent_lowers_the_loss_at_a_small_rate():
    runs = train(NOTHING, (0, 1, 2), 0.1)
    assert (runs.final < 0.2*runs.losses[:, 0]).all() and not runs.spikes.any()


def test_records_have_the_shapes_they_say():
    runs = train(NOTHING, (0, 1), 0.1, 20)
    assert runs.losses.shape == runs.gradient_norms.shape == runs.alignment.shape == (2, 4)
    assert runs.stable_ranks.shape == (2, 4, 3) and runs.spectra.shape == (2, 4, 16)
    np.testing.assert_allclose(runs.stable_ranks[..., 1], np.sum(runs.spectra**2, -1)/runs.spectra[..., 0]**2)
    assert ((0 <= runs.alignment) & (runs.alignment <= 1 + 1e-12)).all()


def test_the_layer_fails_unprotected_and_three_ways_out_do_not():
    nothing, clipping, smoothing = (train(PROTECTIONS[n], FEW).successes for n in ("nothing", "clipping at 1",
                                                                                   "logarithmic"))
    assert nothing <= 3 and clipping >= 7 and smoothing >= 6


def test_controls_that_do_not_smooth_do_not_help():
    assert max(train(PROTECTIONS[n], FEW).successes for n in ("skip", "reset", "skip and reset")) <= 3


def test_an_overflow_is_a_failure_and_is_kept_out_of_the_others():
    runs = train(NOTHING, (100, 101), 50.0, 30)
    assert runs.failed.all() and np.isinf(runs.final).any() and not np.isnan(runs.losses).any()


def test_clipping_bounds_the_step():
    clipped = train(toy.Protection(clip=1e-9), (0,), 0.1, 10)
    assert clipped.losses[0, -1] == pytest.approx(clipped.losses[0, 0], rel=0.5)
    assert clipped.alignment[0, 0] == pytest.approx(clipped.alignment[0, -1], abs=1e-6)
