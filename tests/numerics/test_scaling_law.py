"""The scaling law's formulas against each other, against quadrature-free limits, and against bad input."""
import mpmath
import numpy as np
import pytest

from numerics import scaling_law as law
from proofs.scaling_law.certificates import CONSTANTS

C = np.logspace(12, 30, 19)


@pytest.mark.parametrize("xi, s, Ld", [(1, 7, 1), (0.1, 7, 1), (1, 8, 64), (0.1, 6, 1024*768)])
def test_the_boundary_and_its_inverse(xi, s, Ld):
    N = law.data_at_boundary(C, xi, s, Ld)
    assert np.allclose(law.phase_boundary(N, xi, s, Ld), C, rtol=1e-10, atol=0)
    assert np.allclose(law.stage_two(C, xi, s, Ld)*N, xi**2, rtol=1e-12, atol=0)


def test_lambert_solves_its_equation():
    z = np.logspace(-300, 300, 601)
    w = law.lambert(z)
    assert np.allclose(np.log(w) + w, np.log(z), rtol=1e-14, atol=1e-13)
    with mpmath.workdps(30):
        exact = np.array([float(mpmath.lambertw(mpmath.mpf(x)).real) for x in z])
    assert np.allclose(w, exact, rtol=1e-13, atol=0)


def test_extreme_noise_and_context_do_not_overflow():
    with np.errstate(all="raise"):
        for xi, Ld in ((1e-60, 1), (1e-40, 1e9), (1, 1e60)):
            N = law.data_at_boundary(1e20, xi, 7, Ld)
            assert law.phase_boundary(N, xi, 7, Ld) == pytest.approx(1e20, rel=1e-9)
            assert -1/7 < law.local_exponent(1e20, xi, 7, Ld) < -0.13


def test_the_local_exponent_is_the_slope():
    h = 1e-4
    slope = np.log(law.stage_two(C*np.exp(h), 1)/law.stage_two(C*np.exp(-h), 1))/(2*h)
    assert np.allclose(slope, law.local_exponent(C, 1), atol=1e-8)
    assert (slope > -1/7).all() and (np.diff(slope) < 0).all()


def test_the_ratio_to_the_bare_rate_grows_as_certified():
    low, high = (law.lambert(c)**(1/7) for c in (1e18, 1e25))
    assert abs(low - 1.680268592) < 1e-9 and abs(high/low - 1.051055383) < 1e-9


@pytest.mark.parametrize("xi", [0.1, 1])
@pytest.mark.parametrize("compute", [1e12, 1e18, 1e25])
def test_the_optimum_beats_a_grid_and_stays_between_one_and_two(xi, compute):
    best = law.optimised_bound(compute, xi)
    grid = law.two_stage_bound(compute, best.N*np.logspace(-1, 1, 4001), xi)
    assert best.bound <= grid.min()*(1 + 1e-12) and abs(best.bound/grid.min() - 1) < 1e-5
    assert best.bound == pytest.approx(float(law.two_stage_bound(compute, best.N, xi)), rel=1e-12)
    W = float(law.lambert(7*compute/xi**12))
    assert 1 < best.ratio < 1 + (1 + np.log(W))/W


def test_the_optimum_at_the_certified_points():
    ratios = [law.optimised_bound(C, xi).ratio for xi in (0.1, 1) for C in (1e12, 1e18, 1e25, 1e40)]
    assert np.allclose(ratios, [float(x) for x in CONSTANTS], rtol=0, atol=1e-5)


def test_the_data_at_the_optimum_and_the_boundary_have_one_exponent():
    near, far = (law.optimised_bound(c, 1) for c in (1e200, 1e201))
    assert np.log10(far.bound/near.bound) == pytest.approx(float(law.local_exponent(10**200.5, 1)), abs=1e-4)


def test_compute_of_stable_steps_sees_neither_noise_nor_output_scale():
    N = np.array([1e3, 1e4])
    powers = [np.log10(np.divide(*law.compute_of_steps(N, 1e6, condition)[::-1])) for condition in (50, N)]
    assert np.allclose(powers, [4, 5], atol=1e-12)
    assert law.steps_to(np.e, 7) == pytest.approx(7)
    assert law.compute_of_steps(10, np.e, 1, alpha=4, batch=0) == pytest.approx(1e4)


def test_exponents_of_the_corrected_laws():
    assert [law.compute_exponent(a, b) for a, b in ((3, 1), (4, 1), (3, 0))] == [7, 8, 6]
    for s in (6, 7, 8):
        assert np.allclose(np.diff(np.log(law.bare_rate(C, 1, s)))/np.diff(np.log(C)), -1/s)
        xi = law.breakdown_noise(1e25, s)
        assert law.bare_rate(1e25, xi, s) == pytest.approx(1, rel=1e-12)


def test_single_variable_laws_agree_where_they_meet():
    N, xi = 50.0, 0.3
    T = law.time_for_the_floor(N, xi)
    assert law.time_law(T, N, xi) == pytest.approx(2*xi**2/N, rel=1e-12)
    assert law.model_law(N**3, N, xi, 1/3) == pytest.approx(xi**2/N, rel=1e-12)
    assert np.isnan(law.model_law(N**2, N, xi, 1/3)) and np.isnan(law.model_law(N**4, N, xi, 1/3))
    assert np.isfinite(law.model_law(N**4, N, xi, 1/5))
    assert law.two_stage_bound(T*N**4, N, xi) == pytest.approx(float(law.time_law(T, N, xi)), rel=1e-12)


def test_noise_helps_the_bound_up_to_its_best_value():
    best = law.best_noise(1e15, 100.0)
    values = law.two_stage_bound(1e15, 100.0, best*np.array([1, 0.9, 1.1, 0.1**0.5]))
    assert best**2 == pytest.approx(0.691, abs=1e-3) and values[0] == values.min()
    assert values[3] == pytest.approx(0.502, abs=1e-3)
    assert law.best_noise(1e10, 100.0) == 0


@pytest.mark.parametrize("call, name", [
    (lambda: law.two_stage_bound(0, 10, 1), "C"), (lambda: law.two_stage_bound(1, -1, 1), "N"),
    (lambda: law.stage_two(1e9, 0), "xi"), (lambda: law.compute_exponent(2), "alpha"),
    (lambda: law.compute_exponent(3, 2), "batch"), (lambda: law.model_law(1, 1, 1, 0.5), "zeta"),
    (lambda: law.phase_boundary(1, 2), "N Ld"), (lambda: law.optimised_bound(1, 1), "too little compute"),
    (lambda: law.two_stage_bound(float("nan"), 1, 1), "C"), (lambda: law.time_for_the_floor(1, 2), "N must exceed"),
    (lambda: law.two_stage_bound(1, 1, 1, s=1), "s = 1"), (lambda: law.two_stage_bound(1, 1, 1, rate=0), "rate"),
    (lambda: law.data_at_boundary(-1, 1), "C"), (lambda: law.data_at_boundary(1, 1, Ld=0), "Ld"),
    (lambda: law.phase_boundary(0, 1), "N"), (lambda: law.time_law(0, 1, 1), "T"), (lambda: law.bare_rate(0, 1), "C"),
    (lambda: law.model_law(0, 1, 1, 0.3), "M"), (lambda: law.steps_to(0.5, 10), "reduction"),
    (lambda: law.steps_to(10, 0.5), "condition"), (lambda: law.compute_of_steps(0, 10, 10), "N"),
    (lambda: law.optimised_bound([1e9, 1e10], 1), "C"), (lambda: law.optimised_bound(float("inf"), 1), "C"),
    (lambda: law.breakdown_noise(10, 1), "s = 1"), (lambda: law.best_noise(0, 1), "C"), (lambda: law.lambert(0), "z"),
    (lambda: law.compute_exponent(float("inf")), "alpha"), (lambda: law.stage_two("1e9", 1), "C")])
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()
