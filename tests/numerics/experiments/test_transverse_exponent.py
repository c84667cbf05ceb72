from fractions import Fraction

import numpy as np
import pytest

from numerics.experiments import populations
from numerics.experiments.transverse_exponent import (SIZES, by_batch_size, cocycle, destabilising_depth, exponents,
                                                      full_batch_exponent, measured_rare_event, rare_event,
                                                      small_noise, symmetric)


@pytest.fixture(scope="module")
def outlying():
    return by_batch_size(populations.outliers(), runs=60)


def test_the_full_batch_is_exactly_neutral():
    for root in (Fraction(3, 4), Fraction(1, 2), Fraction(7, 8)):
        multiplier, paper = full_batch_exponent(root)
        assert multiplier == 1 and isinstance(multiplier, Fraction)
        assert paper < -0.2
    found = exponents(populations.cauchy(), 64, runs=10)
    assert np.abs(found.slopes).max() < 1e-12            # LST-I5a


def test_growth_is_the_transverse_product():
    nu = np.random.default_rng(0).normal(0.6, 0.1, (20, 3))
    growth, defect, end = cocycle(nu, 0.7)
    r = np.full(3, 0.7)
    for k in range(20):
        np.testing.assert_allclose(growth[k], np.log(np.abs(1 + r**2 - nu[k])), rtol=1e-12, atol=1e-15)
        r = r*(1 + nu[k] - r**2)
    np.testing.assert_allclose(end, r, rtol=1e-12)
    np.testing.assert_allclose(np.log(np.abs(1 - defect)).sum(0), np.log(np.abs(end/0.7)), rtol=1e-10)


def test_symmetric_populations_are_never_unstable_and_the_full_batch_contracts_least():
    rows = symmetric(choices=((0.05, 0.5), (0.1, 1.0), (0.3, 2.0)), runs=40, steps=1000)
    assert len(rows) == 3
    for row in rows:
        finite = row.finite > 0
        assert finite[-1] and (row.largest[finite][:-1] < 0).all()           # LST-I5c
        assert (np.diff(row.median[finite]) > 0).all()                       # rises to 0: the text has it falling
        assert row.median[-2] == pytest.approx(row.law[-2], rel=0.1)         # LST-I5b at m = 32


def test_far_negative_examples_make_it_positive_and_not_monotone(outlying):
    medians = np.array([outlying[size].median for size in SIZES])
    assert medians[0] > 0.02
    assert medians[1] < -0.2
    assert (np.diff(medians[1:]) > 0).all()
    assert abs(medians[-1]) < 1e-12


@pytest.mark.parametrize("mu", [0.2, 0.6, 0.9])
def test_small_noise_law(mu):
    wide, narrow = (small_noise(mu, sigma, runs=250) for sigma in (0.02, 0.005))
    assert narrow.ratio == pytest.approx(narrow.law, rel=0.02)
    assert abs(narrow.ratio/narrow.law - 1) < abs(wide.ratio/wide.law - 1) + 0.004
    assert narrow.ratio == pytest.approx(narrow.direct + narrow.identity, rel=1e-6)
    assert abs(narrow.identity) < 0.02*abs(narrow.law)


@pytest.mark.parametrize("xi, positive", [(-0.5, False), (-1.3, False), (-1.51, False), (-1.54, True), (-1.8, True),
                                          (0.5, False)])
def test_rare_events(xi, positive):
    assert (rare_event(xi) > 0) is positive
    if abs(xi) not in (1.51, 1.54):
        assert measured_rare_event(xi) == pytest.approx(rare_event(xi), rel=0.08)


def test_depth_of_the_destabilising_batch():
    depth = destabilising_depth()
    assert rare_event(depth - 1e-6) > 0 > rare_event(depth + 1e-6)
    assert depth == pytest.approx(-1.525253, abs=1e-6)
    assert depth < -np.sqrt(2)                                      # LST-I5d: only |d| > sqrt 2 can destabilise
    with pytest.raises(ValueError, match="does not change"):
        destabilising_depth(low=-1.5)
