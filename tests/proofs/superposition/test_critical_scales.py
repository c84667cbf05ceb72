"""Scales against floating point, and verdicts in three values."""
import math

import pytest

from certify.balls import at, ball, hull
from proofs.superposition.critical_scales import exactly, increases, not_forced_by_the_sizes, scales, within


def test_scales_are_where_half_of_the_attention_is_on_the_frontier():
    checked = 0
    for inside in (True, False):
        for c, beta in enumerate(at(64, scales, 2, 100, 4, inside)):
            k, m = (2**(c + 1) - 1 if inside else 2**c), 2**(c + 1)
            leaving, weight = m + (k - 1 if inside else 0), math.exp(float(beta)/math.sqrt(k))
            assert m*weight/(leaving*weight + 100 - leaving) == pytest.approx(0.5, abs=1e-12)
            checked += 1
    assert checked == 8


def test_increase_is_three_valued():
    assert increases([ball(1), ball(2), ball(3)]) is True
    assert increases([ball(1), hull(0, 2), ball(1)]) is None
    assert increases([ball(1), hull(0, 2), ball(-1)]) is False


def test_the_order_depends_on_the_number_of_edges():
    assert increases(within()) is True and increases(exactly()[0]) is False
    assert not_forced_by_the_sizes(exactly()) is True
    assert not_forced_by_the_sizes(exactly()[::-1]) is False
