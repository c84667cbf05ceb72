"""Basin images: the ellipse is the boundary, and a pixel's time is that of its own orbit."""
import numpy as np
import pytest

from numerics import threads
from numerics.basin_image import basin_image
from numerics.bulk import escape_time
from numerics.maps import ellipse


def test_the_ellipse_is_the_boundary():
    axis = np.linspace(-2.6, 2.6, 301) + 0.003
    image = basin_image(0.7, axis, axis, 800)
    a, b = np.meshgrid(axis, axis)
    R = ellipse(a + b, a - b, 0.7)
    clear = np.abs(R - 4) > 0.02
    assert np.array_equal(image.escaped[clear], (R > 4)[clear])
    assert 0.2 < image.escaped.mean() < 0.8


def test_pixels_are_orbits_of_their_own():
    a, b = np.linspace(-3, 3, 37), np.linspace(-2, 2.5, 23)
    image = basin_image(1.3, a, b, 60, radius=10)
    assert image.times.shape == (23, 37)
    assert np.array_equal(image.times, escape_time(a, b[:, None], 1.3, 60, 10))
    with threads.limited(1):
        assert np.array_equal(image.times, basin_image(1.3, a, b, 60, radius=10).times)


@pytest.mark.parametrize("options, said", [
    (dict(mu=[1.0, 2.0]), "mu has shape"), (dict(a=[]), "a has shape"), (dict(b=[[1.0]]), "b has shape"),
    (dict(mu=np.nan), "mu contains NaN"), (dict(max_steps=-1), "max_steps = -1"), (dict(radius=-1), "radius = -1")])
def test_bad_input(options, said):
    with pytest.raises(ValueError, match=said):
        basin_image(**(dict(mu=0.7, a=[0.0, 1.0], b=[0.0]) | options))
