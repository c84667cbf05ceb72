"""The scaling law's formulas against each other, against quadrature-free limits, and against bad input."""
import numpy as np
import pytest

from numerics import scaling_law as law

C = np.logspace(12, 30, 19)


@pytest.mark.parametrize("xi, s, Ld", [(1, 7, 1), (0.1, 7, 1), (1, 8, 64), (0.1, 6, 1024*768)])
def test_the_boundary_and_its_inverse(xi, s, Ld):
    N = law.data_at_boundary(C, xi, s, Ld)
    assert np.allclose(law.phase_boundary(N, xi, s, Ld), C, rtol=1e-10, atol=0)
    assert np.allclose(law.stage_two(C, xi, s, Ld)*N, xi**2, rtol=1e-12, atol=0)


def test_lambert_solves_its_equation():
    z = np.logspace(-12, 250, 200)
    w = law.lambert(z)
    assert np.allclose(np.log(w) + w, np.log(z), rtol=1e-13, atol=1e-13)


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
    assert 1 < best.ratio < 1.13


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
    (lambda: law.two_stage_bound(float("nan"), 1, 1), "C"), (lambda: law.time_for_the_floor(1, 2), "N must exceed")])
def test_bad_input_is_named(call, name):
    with pytest.raises(ValueError, match=name):
        call()
