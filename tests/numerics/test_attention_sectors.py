import numpy as np
import pytest

from numerics.attention import gradient, prompts, residuals, sample_prompts
from numerics.attention_sectors import (coordinates, effective_step, eigenmodes, eigenvector_point, eigenvector_rate,
                                        frozen_column, mode_coordinates, mode_map, onto_sector, rate_for, sector_point,
                                        transverse_part)
from numerics.maps import error, product_map

MUS = (0.5, 0.9, 1.3)
START = (1.1, 0.6)


@pytest.fixture
def data():
    return sample_prompts(np.random.default_rng(2), (20, 1))


@pytest.mark.parametrize("mu", MUS)
def test_one_full_step_from_the_sector_is_the_product_map(data, mu):
    rate = rate_for(data, mu)[:, 0]
    U = sector_point(data, rate, START)
    for found, expected in zip(coordinates(U, data, rate), START):
        np.testing.assert_allclose(found, expected, rtol=1e-13)
    full = U - rate[:, None, None]*gradient(U, data)
    A, B = product_map(*START, mu)
    np.testing.assert_allclose(coordinates(full, data, rate)[0], A, rtol=1e-12)
    np.testing.assert_allclose(coordinates(full, data, rate)[1], B, rtol=1e-12)
    assert (transverse_part(full) > 1e-3).all()      # the step has left the sector


def test_residual_is_the_normalised_error_in_the_prompt_s_units(data):
    rate = rate_for(data, 0.7)[:, 0]
    found = residuals(sector_point(data, rate, START), data)[:, 0]
    scale = np.sign(data.target[:, 0])*2*rate*np.sqrt(data.geometry[:, 0])
    np.testing.assert_allclose(found*scale, error(*START, 0.7), rtol=1e-12)


def test_projections_fix_their_own_sector_and_are_idempotent(data):
    rate = rate_for(data, 0.7)[:, 0]
    U = sector_point(data, rate, START)
    np.testing.assert_allclose(onto_sector(U, data), U, atol=1e-14*np.abs(U).max())
    np.testing.assert_array_equal(frozen_column(U, data), U)
    V = np.random.default_rng(0).normal(size=U.shape)
    np.testing.assert_allclose(onto_sector(onto_sector(V, data), data), onto_sector(V, data), atol=1e-14)
    assert (transverse_part(frozen_column(V, data)) == 0).all()
    assert np.array_equal(frozen_column(V, data)[..., :, :-1], V[..., :, :-1])


@pytest.mark.parametrize("mode", range(4))
def test_eigenvector_sector_is_invariant_under_a_full_step(data, mode):
    mu = 1.3
    rate = eigenvector_rate(data, mode, mu)
    U = eigenvector_point(data, mode, rate, START)
    U = U - rate[:, None, None]*gradient(U, data)
    values = eigenmodes(data)[0]
    rounding = 1e-14*(values[:, -1]/values[:, mode])**2      # a step of the largest mode amplifies rounding so much
    for found, expected in zip(mode_coordinates(U, data, rate), product_map(*START, mu)):
        found = found*values
        assert (np.abs(found[:, mode] - expected) < rounding + 1e-13).all()
        assert (np.abs(np.delete(found, mode, axis=1)).max(1) < rounding).all()


def test_mode_map_is_full_gradient_descent(data):
    rng = np.random.default_rng(3)
    U, rate = rng.normal(size=(20, 4, 4)), np.full(20, 0.02)
    values = eigenmodes(data)[0]
    drive = 2*rate*np.linalg.norm(data.query[:, 0], axis=-1)*np.abs(data.target[:, 0])
    A, B = mode_coordinates(U, data, rate)
    expected = mode_map(A, B, values, drive)
    found = mode_coordinates(U - rate[:, None, None]*gradient(U, data), data, rate)
    for x, y in zip(found, expected):
        np.testing.assert_allclose(x, y, rtol=1e-9, atol=1e-11)


def test_effective_step_keeps_the_sign_of_the_target(data):
    rate = rate_for(data, 0.6)
    np.testing.assert_allclose(effective_step(data, rate), 0.6*np.sign(data.target), rtol=1e-13)
    assert (data.target < 0).any() and (data.target > 0).any()


def single(labels=(1.0, 2.0), query=(1.0,), answer=1.0):
    return prompts(np.ones((1, 2, 1)), np.array([labels]), np.array([query]), np.array([answer]))


@pytest.mark.parametrize("data", [single(labels=(0.0, 0.0)), single(query=(0.0,))])
def test_no_geometry_is_an_error(data):
    with pytest.raises(ValueError, match="kappa"):
        effective_step(data, 0.1)
    with pytest.raises(ValueError, match="kappa"):
        rate_for(data, 0.1)
    with pytest.raises(ValueError, match="kappa"):
        sector_point(data, np.array(0.1), START)


def test_no_target_and_many_prompts_are_errors():
    with pytest.raises(ValueError, match="y_q = 0"):
        rate_for(single(answer=0.0), 0.1)
    with pytest.raises(ValueError, match="n = 1"):
        eigenmodes(sample_prompts(np.random.default_rng(0), (3,)))
