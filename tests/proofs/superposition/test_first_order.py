"""The first-order ratios of gradients against complex steps on trees of other sizes."""
import pytest

from proofs.superposition.first_order import RATIOS, measured_ratios, response_ratio


@pytest.mark.parametrize("b, hops", [(2, 3), (3, 4)])
def test_the_law_holds_at_small_alpha_for_other_trees_and_scales(b, hops):
    found = measured_ratios(b, hops, beta=1.5)
    assert [len(rows) for rows in found.values()] == [hops, hops]
    assert RATIOS.shows(found)


def test_it_is_a_law_of_first_order_only():
    assert not RATIOS.shows(measured_ratios(alpha=1.0))


def test_the_ratio_of_a_layer_with_itself_is_one():
    assert response_ratio(7, 7, 100) == 1
