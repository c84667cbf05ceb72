from math import inf, log

import numpy as np
import pytest

from numerics import maps
from numerics.lyapunov import exponent, longitudinal, of_cycle, of_orbit, transverse


def contraction(x):
    return 0.9*x


def quadratic(x, c):
    return x**2 + c


def orbit(f, x, steps, *parameters):
    points = [np.asarray(x, dtype=float)]
    for _ in range(steps - 1):
        points.append(f(points[-1], *parameters))
    return np.array(points)


@pytest.mark.parametrize("steps", [1, 2, 3, 7, 1000, 12_345])
def test_a_linear_contraction_has_exactly_its_logarithm(steps):
    assert of_orbit(contraction, orbit(contraction, 1.0, steps)) == log(0.9)
    assert (of_orbit(contraction, orbit(contraction, [1.0, -3.0, 0.0], steps)) == log(0.9)).all()
    assert of_cycle(contraction, [0.0]) == log(0.9)


def test_superstable_orbits():
    cycle = np.array([0.0, -1.0])
    assert of_cycle(quadratic, cycle, -1.0) == of_cycle(quadratic, cycle[::-1], -1.0) == -inf
    assert of_orbit(quadratic, orbit(quadratic, 0.0, 50, -1.0), -1.0) == -inf
    mixed = orbit(quadratic, [0.0, -0.6], 8, np.array([-1.0, -1.0]))
    found = of_orbit(quadratic, mixed, np.array([-1.0, -1.0]))
    assert found[0] == -inf and -1 < found[1] < 1
    assert transverse([[-1.0, 0.5], [0.5, 0.5]]).tolist() == [-inf, log(1.5)]


@pytest.mark.parametrize("mu", [1.05, 1.2, 1.5])
def test_the_two_cycle_of_proposition_3_6(mu):
    root = np.sqrt(mu**2 + 2*mu - 3)
    cycle = np.array([1 - mu + root, 1 - mu - root])/2
    expected = np.log(abs(7 - 4*mu - 2*mu**2))/2
    for points in (cycle, cycle[::-1]):
        assert of_cycle(maps.balanced_map, points, mu) == pytest.approx(expected, abs=1e-12)
        assert longitudinal(points, mu) == pytest.approx(expected, abs=1e-12)
        assert transverse(points) == pytest.approx(np.log(abs(3 - 2*mu))/2, abs=1e-12) if mu != 1.5 \
            else transverse(points) < -15
    assert (expected < 0) == (mu < np.sqrt(5) - 1)


def test_the_full_chaos_of_mu_two():
    """At mu = 2 the balanced map is the cubic Chebyshev map: its exponent is log 3, and log|1 + e| averages to 0."""
    e = orbit(maps.balanced_map, np.linspace(-1.9, 1.9, 50), 20_000, 2.0)
    assert np.abs(longitudinal(e, 2.0) - log(3)).max() < 0.05
    assert np.abs(transverse(e)).max() < 0.05
    fixed = np.array([[0.0], [2.0], [-2.0]]).T
    assert longitudinal(fixed, 2.0).tolist() == [log(3), log(9), log(9)]


def test_a_longer_orbit_joins_the_logarithms_of_its_pieces():
    e = orbit(maps.balanced_map, 0.3, 400, 1.7)
    halves = (longitudinal(e[:200], 1.7) + longitudinal(e[200:], 1.7))/2
    assert longitudinal(e, 1.7) == pytest.approx(halves, abs=1e-14)


def test_overflow_is_nan_or_infinite():
    with np.errstate(over="ignore", invalid="ignore"):
        escaped = orbit(maps.balanced_map, 3.0, 20, 1.5)
    assert np.isnan(escaped[-1]) and np.isnan(longitudinal(escaped, 1.5))
    assert exponent([np.inf, 1.0]) == inf and np.isnan(exponent([np.inf, 0.0])) and np.isnan(exponent([np.nan]))


def test_bad_input():
    with pytest.raises(ValueError, match="points is not a cycle: an image is 0.75"):
        of_cycle(quadratic, [0.0, -1.0], -0.25)
    with pytest.raises(ValueError, match="not a cycle"):
        of_cycle(quadratic, [np.nan], 0.0)
    for bad in ([], 3.0):
        with pytest.raises(ValueError, match="at least one"):
            exponent(bad)
    with pytest.raises(ValueError, match="at least one point"):
        of_cycle(quadratic, [], 1.0)
    with pytest.raises(ValueError, match="do not broadcast"):
        longitudinal(np.zeros((5, 3)), np.zeros(2))
    with pytest.raises(ValueError, match="orbit holds"):
        of_orbit(contraction, ["x"])
