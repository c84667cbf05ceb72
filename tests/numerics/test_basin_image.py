import numpy as np
import pytest

from numerics import maps, threads
from numerics.basin_image import basin_image
from numerics.bulk import escape_time


@pytest.mark.parametrize("fast", [False, True])
def test_pixels_are_escape_times(fast):
    a, b = np.linspace(-2.6, 2.6, 101), np.linspace(-1, 2.5, 43)
    image = basin_image(0.6, a, b, 80, 50, fast)
    assert image.times.shape == (43, 101) and image.times.dtype == np.int32
    assert np.array_equal(image.times, escape_time(a, b[:, None], 0.6, 80, 50, fast))
    assert 1000 < image.escaped.sum() < 3500


def test_threads_do_not_change_it():
    grid = np.linspace(-3, 3, 130)
    images = []
    for count in (1, 2, 5):
        with threads.limited(count):
            images.append(basin_image(1.3, grid, grid).times)
    assert np.array_equal(images[0], images[1]) and np.array_equal(images[0], images[2])


@pytest.mark.parametrize("mu", [0.3, 1.0, 1.6])
def test_the_boundary_is_the_ellipse(mu):
    grid = np.linspace(-2.6, 2.6, 300)
    a, b = np.meshgrid(grid, grid)
    R = maps.ellipse(a + b, a - b, mu)
    escaped = basin_image(mu, grid, grid).escaped
    inside, outside = R < 3.9, R > 4.1
    assert inside.sum() > 10_000 and outside.sum() > 10_000
    assert not escaped[inside].any() and escaped[outside].all()


@pytest.mark.parametrize("change, message", [
    (dict(mu=[0.5, 0.6]), "mu has shape"), (dict(mu=np.nan), "mu contains NaN"), (dict(mu=np.inf), "mu contains inf"),
    (dict(a=[]), "a has shape"), (dict(b=1.0), "b has shape"), (dict(b=[[1.0]]), "b has shape"),
    (dict(a=[np.inf]), "a contains inf"), (dict(max_steps=-1), "max_steps = -1"), (dict(radius=-2), "radius = -2")])
def test_bad_arguments(change, message):
    with pytest.raises(ValueError, match=message):
        basin_image(**{**dict(mu=0.5, a=[0.1], b=[0.1]), **change})
