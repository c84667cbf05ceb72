import numpy as np

from numerics import maps
from numerics.experiments.stability import ends, multiplier


def test_multiplier_is_the_one_of_the_curve():
    mu, w = np.meshgrid(np.linspace(-1.5, 2, 36), np.linspace(-2, 2, 41))
    found = multiplier(mu, w)
    exists = w**2 + 4*mu > 1e-9
    np.testing.assert_allclose(found[exists], (1 - 2*mu - w**2)[exists], atol=1e-12)
    assert np.isnan(found[w**2 + 4*mu < -1e-9]).all()
    s = np.sqrt(np.maximum(w**2 + 4*mu, 0))
    np.testing.assert_allclose(maps.error((s + w)/2, (s - w)/2, mu)[exists], 0, atol=1e-12)


def test_interior_orbits_end_in_the_stable_band():
    found = ends()
    assert len(found.mu) > 1900
    assert (found.mu < -0.5).any() and (found.mu > 0.5).any()
    assert found.largest_multiplier < 1
    assert (2*found.mu + found.w**2 < 2).all()


def test_no_stable_point_below_minus_one():
    w = np.linspace(0, 6, 2001)
    for mu, exists in ((-0.99, True), (-1.01, False), (-1.5, False), (0.99, True), (1.01, False)):
        with np.errstate(invalid="ignore"):
            assert bool((np.abs(multiplier(mu, w)) < 1).any()) is exists
