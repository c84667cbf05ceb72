import numpy as np
import pytest

from numerics.experiments.reduction import (departure, discrepancies, eigenvector_discrepancy, flow_departure,
                                            reduced_orbit, reduction)
from numerics.maps import product_map


def test_reduced_orbit_is_the_map():
    orbit = reduced_orbit((1.1, 0.7), 0.9, 2)
    assert tuple(orbit[:, 2]) == product_map(*product_map(1.1, 0.7, 0.9), 0.9)


@pytest.mark.parametrize("mu, diverging", [(0.5, 0), (0.9, 3), (1.3, 10)])
def test_projection_makes_the_agreement(mu, diverging):
    found = discrepancies(mu)
    assert found.prompts == 50
    assert found.projected_median < 1e-13 and found.projected_worst < 1e-12     # LST-I1a
    assert found.frozen_worst < 1e-12                                           # LST-P2.1a, frozen
    assert found.unconstrained_second_step > 1e9*found.projected_worst          # LST-I1b
    assert found.diverged > diverging


def test_a_balanced_split_changes_sizes_not_the_finding():
    found = discrepancies(0.9, split=(0.9775**0.5,)*2)
    assert found.projected_worst < 1e-12
    assert found.unconstrained_second_step > 1e-3


@pytest.mark.parametrize("seed", range(5))
def test_the_sector_is_left_at_first_order(seed):
    found = departure(seed)
    np.testing.assert_allclose(found.transverse, found.predicted, rtol=1e-9)
    assert abs(found.order - 1) < 1e-6            # the text says 2
    assert abs(found.two_step_order - 2) < 0.1    # the induced distance in (a, b) is second order
    assert found.predicted > 0.01


def test_gradient_flow_leaves_the_sector_too():
    distances = np.median(flow_departure(), axis=1)
    assert abs(distances[2] - distances[1]) < 0.1*distances[2]      # a limit, and not 0
    assert distances[2] > 5e-4


def test_the_eigenvector_sector_is_exact_without_projection():
    found = eigenvector_discrepancy()
    assert found.shape == (50,) and found.max() < 1e-11             # LST-P2.1c


def test_runs_are_seeded():
    first, second, other = reduction(0.9, 1), reduction(0.9, 1), reduction(0.9, 2)
    np.testing.assert_array_equal(first.unconstrained, second.unconstrained)
    assert not np.array_equal(first.unconstrained, other.unconstrained)
