from fractions import Fraction

import numpy as np
import pytest

from numerics import maps
from numerics.experiments.climbing import ascent, climb, height


@pytest.mark.parametrize("mu", [0.2, 0.7, 1.0, 1.3, 1.9])
def test_height_never_falls(mu):
    found = climb(mu, 500, 200)
    assert found.heights.shape == (201, 500)
    assert found.largest_fall < 1e-11
    assert found.mismatch < 1e-10
    assert (found.heights[20] - found.heights[0]).max() > 1


def test_ascent_vanishes_only_at_zero_error():
    e = np.linspace(-1.99, 1.99, 4001)
    for mu in (0.1, 1.0, 1.9):
        rise = ascent(e, mu)
        assert (rise > -1e-14).all()
        assert rise[np.abs(e) > 1e-3].min() > 0
        assert ascent(0.0, mu) == 0
        assert ascent(1e-3, mu) == pytest.approx((4 - mu**2)/2*1e-6, rel=0.02)


def test_height_against_exact_logarithms():
    a, b, mu = Fraction(3, 4), Fraction(1, 2), Fraction(1, 2)
    R = maps.ellipse(a + b, a - b, mu)
    A, B = maps.amgm_weights(mu)
    expected = np.log(float(4 - R)) - float(A)*np.log(float((a - b)**2)) - float(B)*np.log(float((a + b)**2))
    assert height(0.75, 0.5, 0.5) == pytest.approx(expected, rel=1e-14)


def test_height_at_the_edges():
    assert height(1.0, 1.0, 0.5) == np.inf
    assert height(1.0, -1.0, 0.5) == np.inf
    assert climb(0.7).cycle is None
    found = climb(1.3, 12, 400)
    slope = (np.median(found.heights[60]) - np.median(found.heights[12]))/48       # three periods of the 16-cycle
    assert slope == pytest.approx(found.rate, rel=0.1)
