"""The runs repeat exactly, and the margins of the claims are met at another seed or size."""
import numpy as np
import pytest

from numerics.experiments.lazy_training import (condition_numbers, decay, decays, drift, positive_definiteness,
                                                rate_in_depth, relu_kernel, step_count)


def test_a_shared_prefix_makes_the_kernel_singular():
    found = positive_definiteness(seeds=3, n=4, length=3, d=6, width=2048)
    assert (found.distinct > 1e-3).all() and (abs(found.shared) < 1e-12).all() and (found.unmasked > 1e-7).all()


def test_runs_repeat():
    first, second = (drift(widths=(64, 256), seeds=1, steps=10) for _ in range(2))
    assert all(np.array_equal(getattr(first, name), getattr(second, name)) for name in ("kernel", "unit", "flips"))
    assert first.unit_slope < -0.3 and first.flip_slope < -0.3 and first.kernel_slope < first.unit_slope


def test_depth_helps_at_a_fixed_scale_only():
    found = rate_in_depth(depths=(1, 2, 4), seeds=2, width=512)
    assert found.scaled_slope < 0 < found.fixed_slope


def test_the_loss_decays_at_the_rate_of_the_least_eigenvalue():
    found = decays(depths=(1, 2), seeds=2)
    assert found.predicted.shape == (2, 2, 2) and np.unique(found.predicted).size == 8
    assert abs(found.measured/found.predicted - 1).max() < 0.03


def test_the_rate_of_decay_is_no_accident_of_the_direction():
    predicted, measured, _ = decay(1, width=2048, size=1e-3)
    other = decay(1, width=2048, size=1e-3, reduction=1.5)
    assert abs(measured/predicted - 1) < 0.01 and abs(other[1]/other[0] - 1) < 0.01


def test_steps_do_not_see_the_output_scale():
    steps = [step_count(60, epsilon) for epsilon in (1, 1/60)]
    assert abs(steps[0].steps - steps[1].steps) <= 1
    assert abs(steps[0].steps - steps[0].condition*np.log(1e6)) < 0.01*steps[0].steps


def test_the_kernel_is_the_share_of_units_active_at_both():
    rng = np.random.default_rng(0)
    x = rng.standard_normal((4, 3))
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    active = (x @ rng.standard_normal((3, 200_000)) > 0).astype(float)
    assert abs(relu_kernel(x @ x.T) - (x @ x.T)*(active @ active.T)/200_000).max() < 5e-3
    assert (condition_numbers((30, 60), d=5)[:, 1] > condition_numbers((30, 60), d=5)[:, 2]).all()


@pytest.mark.parametrize("call, words", [
    (lambda: step_count(0, 1), "n = 0"), (lambda: step_count(5, 0), "epsilon"),
    (lambda: step_count(5, 1, reduction=-1), "reduction"), (lambda: step_count(5, 1, reduction=2), "reduction"),
    (lambda: decay(1, reduction=1), "reduction"), (lambda: decay(0), "depth"),
    (lambda: decay(1, length=0), "X has shape"), (lambda: decay(1, omega=0), "omega"), (lambda: drift(widths=(0, 2), seeds=1), "width")])
def test_bad_input_is_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()
