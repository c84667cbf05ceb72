from fractions import Fraction as Q

from hypothesis import given, strategies as st
import numpy as np
import pytest

from numerics.detection import Detector, norm


def ratios(norms, **options):
    detector = Detector(**options)
    return [detector.observe(x) for x in norms]


@given(st.lists(st.floats(1e-3, 1e3), min_size=2, max_size=40), st.integers(-200, 200))
def test_detection_is_free_of_scale(norms, exponent):
    plain = ratios(norms, warmup=3)
    scaled = ratios([2.0**exponent*x for x in norms], warmup=3)
    assert [x.spike for x in plain] == [x.spike for x in scaled]
    assert [x.ratio for x in plain[1:]] == [x.ratio for x in scaled[1:]]


@given(st.floats(0.05, 1), st.floats(1.5, 6), st.sampled_from([0.97, 1.03]))
def test_growth_is_seen_exactly_above_the_rate_law(rate, threshold, factor):
    """rho > 1 + alpha (tau - 1) is seen; below it never, for the ratio rises to 1 + (rho - 1)/alpha."""
    edge = 1 + rate*(threshold - 1)
    rho = 1 + (edge - 1)*factor
    steps = min(int(300/rate), int(600/np.log(rho)))
    seen = any(x.spike for x in ratios(rho**np.arange(steps), threshold=threshold, rate=rate, warmup=1, patience=None))
    assert seen == (factor > 1)


@pytest.mark.parametrize("rate, rho", [(Q(1, 10), Q(6, 5)), (Q(1, 2), Q(3, 2)), (Q(1, 3), Q(7, 3))])
def test_ratio_of_a_growing_norm_is_the_exact_formula(rate, rho):
    """After t norms: (1 + (rho - 1)/alpha) (1 - q^t)/(1 - (q/rho)^t), q = 1 - alpha."""
    found = ratios([float(rho**t) for t in range(12)], threshold=1e9, rate=float(rate))
    q = 1 - rate
    for t in range(1, 12):
        expected = (1 + (rho - 1)/rate)*(1 - q**t)/(1 - (q/rho)**t)
        assert found[t].ratio == pytest.approx(float(expected), rel=1e-12)
        assert expected < 1 + (rho - 1)/rate


def test_a_constant_norm_has_ratio_one_from_the_start():
    assert [x.ratio for x in ratios([3.0]*20)[1:]] == pytest.approx([1.0]*19, rel=1e-14)


def test_spikes_stay_out_of_the_average():
    detector = Detector(warmup=2)
    for x in (1.0, 1.0, 1.0):
        assert not detector.observe(x).spike
    for _ in range(5):
        assert detector.observe(50.0).ratio == pytest.approx(50)
    assert detector.average == pytest.approx(1.0)
    assert detector.observe(1.0).ratio == pytest.approx(1)


def test_warm_up_lets_finite_norms_pass():
    found = ratios([1.0, 100.0, 1.0, 100.0, 10_000.0], warmup=4)
    assert [x.spike for x in found] == [False]*4 + [True]
    assert "warm-up" in found[1].reason and "threshold" in found[4].reason
    assert Detector(warmup=4).observe(np.nan).spike


def test_a_new_level_is_accepted_after_the_patience():
    found = ratios([1.0]*5 + [9.0]*30, warmup=5, patience=7)
    assert [x.spike for x in found] == [False]*5 + [True]*6 + [False]*24
    assert "new level" in found[11].reason
    assert all(x.spike for x in ratios([1.0]*5 + [9.0]*30, warmup=5, patience=None)[5:])


def test_a_gradient_that_is_not_finite_is_always_a_spike():
    for bad in (np.nan, np.inf):
        found = ratios([1.0, 1.0, *[bad]*40], warmup=1, patience=5)
        assert all(x.spike and x.ratio == np.inf for x in found[2:])


def test_zero_gradients():
    found = ratios([0.0, 0.0, 1.0], warmup=1)
    assert [x.ratio for x in found[1:]] == [1.0, np.inf] and found[2].spike


@pytest.mark.parametrize("options", [dict(threshold=1), dict(threshold=0.5), dict(threshold=np.nan),
                                     dict(threshold=np.inf), dict(rate=0), dict(rate=1.1), dict(rate=-1),
                                     dict(rate=np.nan), dict(warmup=0), dict(warmup=2.5), dict(patience=0),
                                     dict(warmup=None)])
def test_options_out_of_range_are_refused(options):
    name = next(iter(options))
    with pytest.raises(ValueError, match=f"{name} = "):
        Detector(**options)


def test_a_norm_is_not_negative():
    with pytest.raises(ValueError, match="not negative"):
        Detector().observe(-1)


@pytest.mark.parametrize("size", [1e-300, 1e-160, 1.0, 1e160, 1e300])
def test_norm_neither_overflows_nor_underflows(size):
    assert norm(np.full((3, 3), size)) == pytest.approx(3*size, rel=1e-12)


def test_norm_of_other_things():
    assert norm(np.full(4, 1e30, dtype=np.float32)) == pytest.approx(2e30, rel=1e-6)
    assert norm(np.array([[3, 4]])) == 5
    assert norm(np.array([1.0, np.nan])) == np.inf and norm(np.array([np.inf])) == np.inf
    assert norm(np.zeros((0, 2))) == 0 and norm(np.zeros(3)) == 0
