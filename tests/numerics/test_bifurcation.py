import numpy as np
import pytest

from numerics import maps
from numerics.bifurcation import diagram, periods


def test_bitwise_what_numpy_computes():
    mu = np.linspace(0, 2.2, 301)
    start = 0.4*np.sqrt(mu) + 0.15
    found = diagram(mu, start, 100, 40)
    a, b = start, start
    rows = []
    with np.errstate(over="ignore", invalid="ignore"):
        for k in range(140):
            a, b = maps.product_map(a, b, mu)
            rows.append(maps.error(a, b, mu))
    expected = np.array(rows[100:])
    bounded = (np.abs(expected) < 1000).all(0)
    assert np.array_equal(found.divergent, ~bounded) and 10 < found.divergent.sum() < 60
    assert np.array_equal(found.errors[:, bounded], expected[:, bounded])
    assert np.isnan(found.errors[:, found.divergent]).all()


def test_the_saturation_says_what_diverges():
    assert diagram([1.9], 0.9, 0, 100, saturation=1.0).divergent.tolist() == [True]
    assert diagram([1.9], 0.9, 0, 100, saturation=3.0).divergent.tolist() == [False]


def test_periods_of_known_cycles():
    found = diagram([0.7, 1.2, 1.27, 1.4535, 1.6], [0.5], 4000, 300)
    assert periods(found.errors).tolist() == [1, 2, 4, 3, 0]
    assert np.abs(found.errors[:, 0]).max() < 1e-12
    assert np.abs(maps.two_cycle(found.errors[:, 1], 1.2)).max() < 1e-12


def test_a_newborn_two_cycle_is_not_called_a_fixed_point():
    tail = diagram(1 + 1e-10, 1.01, 100_000, 200).errors
    assert periods(tail).tolist() == [0]          # still on its way


def test_periods_are_not_mistaken_for_shorter_or_longer_ones():
    k = np.arange(300)
    turn = 2*np.pi*k
    columns = np.stack([0*k, 0.5*(-1.0)**k, np.sin(turn/3), 1e-8*(-0.99)**k, np.sin(k), np.cos(turn/16)], axis=1)
    assert periods(columns).tolist() == [1, 2, 3, 0, 0, 16]


@pytest.mark.parametrize("change, message", [
    (dict(mu=np.nan), "mu contains NaN"), (dict(mu=np.zeros((2, 2))), "write rows"), (dict(start=np.inf), "start"),
    (dict(mu=[1, 2], start=[1, 2, 3]), "do not broadcast"), (dict(keep=0), "keep = 0"), (dict(burn=-1), "burn = -1"),
    (dict(saturation=0), "saturation")])
def test_bad_arguments(change, message):
    with pytest.raises(ValueError, match=message):
        diagram(**{**dict(mu=1.0, start=0.5, burn=1, keep=1), **change})


def test_a_tail_too_short_for_its_periods():
    with pytest.raises(ValueError, match="keep above most = 64"):
        periods(np.zeros((64, 3)))
