import numpy as np
import pytest

from numerics import maps
from numerics.experiments.portraits import (approach, attracting_cycle, balanced_cycle_map, from_ellipse, orbits,
                                            portrait, sample_interior)


def test_ellipse_coordinates():
    angle = np.linspace(0, 6, 50)
    for mu in (0.3, 1.7):
        a, b = from_ellipse(0.9, angle, mu)
        np.testing.assert_allclose(maps.ellipse(a + b, a - b, mu), 4*0.81, rtol=1e-13)
    a, b = sample_interior(np.random.default_rng(0), 1000, 1.1)
    R = maps.ellipse(a + b, a - b, 1.1)
    assert (R < 4).all() and (R > 3.8).any() and (R < 0.2).any()


@pytest.mark.parametrize("mu", [0.7, 1.3])
def test_sides_are_kept_and_decide_the_fate(mu):
    found = portrait(mu)
    assert found.inside.tolist() == [True, True, False, False]
    a, b = np.moveaxis(found.orbits[:, :, found.inside], 1, 0)
    assert (maps.ellipse(a + b, a - b, mu) < 4).all()
    a, b = np.moveaxis(found.orbits[:4, :, ~found.inside], 1, 0)
    assert (maps.ellipse(a + b, a - b, mu) > 4).all()
    assert not np.isfinite(found.orbits[-1][:, ~found.inside]).any()


@pytest.mark.parametrize("mu, period", [(0.7, 1), (1.2, 2), (1.25, 4), (1.29, 8), (1.3, 16), (1.302, 32), (1.46, 3)])
def test_period_of_the_attracting_cycle(mu, period):
    cycle = attracting_cycle(mu)
    assert cycle.period == period
    assert abs(cycle.longitudinal) < 1
    np.testing.assert_allclose(maps.balanced_map(cycle.points, mu), np.roll(cycle.points, -1), atol=1e-12)
    assert len(np.unique(np.round(cycle.points, 9))) == period
    multipliers = [balanced_cycle_map(x + 1e-6, mu, period) - balanced_cycle_map(x - 1e-6, mu, period)
                   for x in cycle.points]
    np.testing.assert_allclose(np.array(multipliers)/2e-6, cycle.longitudinal, rtol=1e-3, atol=1e-4)


def test_first_two_cycle_has_the_paper_s_multipliers():
    cycle = attracting_cycle(1.2)
    assert cycle.longitudinal == pytest.approx(7 - 4*1.2 - 2*1.44, rel=1e-9)
    assert cycle.transverse == pytest.approx(3 - 2.4, rel=1e-9)
    np.testing.assert_allclose(maps.two_cycle(cycle.points, 1.2), 0, atol=1e-14)


def test_at_1_3_the_interior_orbits_settle_on_period_16():
    path = orbits(np.array(from_ellipse(np.array([0.8, 0.86]), np.array([0.62, 2.45]), 1.3)), 1.3, 1032)
    e = maps.error(path[1000:, 0], path[1000:, 1], 1.3)
    assert np.abs(e[16:] - e[:-16]).max() < 1e-12
    assert min(np.abs(e[p:] - e[:-p]).max() for p in (1, 2, 4, 8)) > 1e-2


def test_beyond_band_merging_no_short_cycle_is_claimed():
    assert attracting_cycle(1.4, most=16) is None


def test_orbits_do_not_spiral():
    found = approach()
    assert len(found.ratio) > 900
    assert np.abs(found.ratio - found.predicted).max() < 1e-4       # a real multiplier, the predicted one
    assert found.turning.max() < 0.02                               # along the normal
