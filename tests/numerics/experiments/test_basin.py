from fractions import Fraction

import numpy as np
import pytest

from numerics.experiments.basin import basin, divergence, exterior_exception, fates, settling


@pytest.mark.parametrize("mu", [0.7, 1.3])
def test_the_ellipse_is_the_basin_boundary(mu):
    image = basin(mu, pixels=200)
    assert image.mismatches == 0
    assert (image.times < 0).sum() > 5000 and (image.times >= 0).sum() > 5000
    assert set(np.unique(image.side[image.times < 0])) == {-1, 1}
    assert (image.side[image.times >= 0] == 0).all()


def test_fates_of_random_starts():
    below, above = fates(0.7), fates(1.3)
    for found in (below, above):
        assert found.inside == found.stayed == 6000 and found.outside == found.escaped == 6000        # LST-I3b, I3c
        assert found.slowest < 60
    assert below.converged >= 5990 and below.balanced < 1000
    assert above.balanced >= 5990 and above.converged < 100


def test_exterior_point_that_never_escapes():
    outside, following = exterior_exception()
    assert outside == Fraction(16, 15) and following == 0


@pytest.mark.parametrize("mu, period", [(1.27, 4), (1.4535, 3), (1.7003, 3), (1.8345, 2)])
def test_interior_orbits_settle_on_the_attracting_cycle(mu, period):
    found, settled, count = settling(mu)
    assert found == period and settled >= count - 2 and count == 1500                                 # LST-N5


def test_settling_needs_a_cycle():
    with pytest.raises(ValueError, match="no attracting cycle"):
        settling(1.4)


@pytest.mark.parametrize("mu", [2.001, 2.5, 5.0])
def test_beyond_two_random_starts_escape_in_the_plane_too(mu):
    bounded, slowest = divergence(mu)
    assert bounded == 0 and 0 < slowest < 20_000                                                      # LST-T3.7f
