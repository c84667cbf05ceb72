"""The bifurcation diagram: periods where they are proved, divergence beyond 2."""
import numpy as np
import pytest

from certify.cycles import attracting_cycle
from numerics.bifurcation import diagram


def test_periods_of_the_columns():
    mu = np.array([0.5, 1.1, 1.27, 1.4535, 2.1])
    found = diagram(mu, 0.1, burn=5000, keep=120)
    assert list(found.divergent) == [False, False, False, False, True]
    assert np.isnan(found.errors[4]).all() and np.abs(found.errors[0]).max() < 1e-12
    for column, parameter in ((1, "1.1"), (2, "1.27"), (3, "1.4535")):
        points = np.array([float(e) for e in attracting_cycle(parameter).points])
        assert np.abs(found.errors[column][:, None] - points).min(1).max() < 1e-9
        assert len(np.unique(np.round(found.errors[column], 9))) == len(points)


def test_starts_may_differ_and_columns_do_not_mix():
    mu = np.linspace(0.2, 1.9, 500)
    start = 0.3*np.ones(500)
    together = diagram(mu, start, 50, 5).errors
    alone = np.concatenate([diagram(mu[i:i + 1], 0.3, 50, 5).errors for i in range(0, 500, 50)])
    assert np.array_equal(together[::50], alone)


@pytest.mark.parametrize("arguments, said", [
    (([], 0.1), "mu has shape"), ((1.0, 0.1), "mu has shape"), (([1.0], np.nan), "start contains NaN"),
    (([1.0], 0.1, -1), "burn = -1"), (([1.0], 0.1, 10, 0), "keep = 0")])
def test_bad_input(arguments, said):
    with pytest.raises(ValueError, match=said):
        diagram(*arguments)
