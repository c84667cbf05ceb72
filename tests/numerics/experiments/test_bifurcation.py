import numpy as np
import pytest

from numerics import maps
from numerics.experiments.bifurcation import boundaries, diagram, periods, survivors, worst_ratio


@pytest.fixture(scope="module")
def found():
    return diagram()


def test_regime_boundaries_on_the_paper_s_grid(found):
    seen = boundaries(found)
    assert seen.exceptions == 0
    assert 0 < seen.first_two_cycle - 1 < 2*seen.spacing
    assert 0 < np.sqrt(5) - 1 - seen.last_two_cycle < 2*seen.spacing
    assert 2 - seen.spacing < seen.last_bounded < 2 < seen.first_divergent < 2 + seen.spacing       # LST-I2a


def test_the_monotone_threshold_leaves_no_trace(found):
    seen = boundaries(found)
    assert seen.tail_near_monotone < 1e-12                                                            # LST-I2b
    assert seen.ratio_below == 1 and seen.ratio_above > 1.001
    assert worst_ratio(0.82) == 1 and worst_ratio(0.84) > 1.001


def test_the_two_cycle_is_the_one_of_proposition_3_6(found):
    two = (found.period == 2) & (found.mu < 1.5)
    assert two.sum() > 140
    assert np.abs(maps.two_cycle(found.errors[:, two], found.mu[two])).max() < 1e-8
    mu = found.mu[two]
    np.testing.assert_allclose(found.transverse[two], np.log(np.abs(3 - 2*mu))/2, atol=1e-6)
    slope = np.abs(7 - 4*mu - 2*mu**2)
    np.testing.assert_allclose(found.longitudinal[two], np.log(slope)/2, atol=1e-5/slope.min())


def test_a_second_stable_two_cycle(found):
    seen = found.mu[(found.period == 2) & (found.mu > 1.5)]
    assert len(seen) == 6 and 2*np.sqrt(2) - 1 < seen.min() and seen.max() < 1.8375                   # LST-P3.6e


def test_errors_stay_in_the_interval_and_imbalance_dies(found):
    kept = ~found.divergent & (found.mu > 0)
    e = found.errors[:, kept]
    assert (e >= -found.mu[kept] - 1e-12).all() and (e <= 2 + 1e-12).all()
    inner = kept & (found.mu > 1)
    assert inner.sum() > 600 and (found.transverse[inner] < 0).all()                                  # Theorem 4.5


def test_periods_are_not_mistaken_for_shorter_or_longer_ones():
    k = np.arange(300)
    turn = 2*np.pi*k
    columns = np.stack([0*k, 0.5*(-1.0)**k, np.sin(turn/3), 1e-8*(-0.99)**k, np.sin(k), np.cos(turn/16)], axis=1)
    assert periods(columns).tolist() == [1, 2, 3, 0, 0, 16]


def test_beyond_two_almost_all_starts_escape_geometrically():
    counts = survivors(2.2)
    ratios = counts[2:20]/counts[1:19]
    assert counts[0] == 400_000 and counts[-1] < 500                                                  # LST-I2c
    assert np.abs(ratios - ratios.mean()).max() < 0.02
    assert maps.balanced_map(0, 3) == 0                                                               # and some do not
