"""Lyapunov exponents: exact cases, known values, and what is not a number."""
import math

import numpy as np
import pytest

from certify.cycles import attracting_cycle
from numerics.lyapunov import exponent, longitudinal, of_cycle, transverse
from numerics.maps import chebyshev


def test_a_contraction_by_nine_tenths_has_exactly_its_logarithm():
    assert longitudinal(0.3, 0.0, 100, map=lambda x, mu: 0.9*x) == math.log(0.9)
    assert exponent([0.9]*7) == math.log(0.9)


def test_a_superstable_orbit_has_minus_infinity():
    mu = 0.5                    # F'(0) = 1 - 2 mu = 0: the zero-error point is superstable
    assert longitudinal(0.0, mu, 10) == -math.inf
    assert transverse(-1.0, 1.5, 1) == -math.inf   # e = -1 at mu = 3/2 lies on the two-cycle


def test_the_chebyshev_map_has_log_three():
    start = np.random.default_rng(0).uniform(-1.9, 1.9, 200)
    found = longitudinal(start, 0.0, 4000, map=lambda e, mu: chebyshev(e), burn=5)
    assert abs(np.mean(found) - math.log(3)) < 0.01 and found.shape == (200,)


@pytest.mark.parametrize("mu", ["1.1", "1.27", "1.4535"])
def test_a_cycle_against_the_certified_one(mu):
    cycle = attracting_cycle(mu)
    points, m = [float(e) for e in cycle.points], float(mu)
    along, across = of_cycle(points, m)
    assert abs(along - math.log(abs(float(cycle.longitudinal)))/cycle.period) < 1e-9
    assert abs(across - math.log(abs(float(cycle.transverse)))/cycle.period) < 1e-9
    assert abs(longitudinal(points[0], m, 1000*cycle.period) - along) < 1e-6


def test_saddles_are_not_attractors():
    mu = 1.3
    root = math.sqrt(mu**2 + 2*mu - 3)
    along, across = of_cycle([(1 - mu + root)/2, (1 - mu - root)/2], mu)
    assert along > 0 > across


def test_bad_input():
    with pytest.raises(ValueError, match="factors is empty"):
        exponent([])
    with pytest.raises(ValueError, match="contains NaN"):
        exponent([1.0, math.nan])
    with pytest.raises(ValueError, match="steps = 0"):
        longitudinal(0.1, 1.0, 0)
    with pytest.raises(ValueError, match="points has shape"):
        of_cycle([], 1.0)
    assert math.isnan(longitudinal(50.0, 1.0, 100)), "an orbit that overflows has no exponent"
