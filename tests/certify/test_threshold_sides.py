"""certify.threshold_sides: the multipliers behind the thresholds, from the formulas, against the paper's
polynomials."""
from fractions import Fraction

from hypothesis import given, settings, strategies as st
import pytest

from certify.balls import BadInput
from certify.outcomes import Refuted, Undecided
from certify.polynomials import polynomial
from certify.threshold_sides import (cycle_discriminant, cycle_multipliers, div_above, flip2_below, mono_above,
                                     multiplier_at_zero, normal_multiplier_at, together)
from certify.inequality import prove
from numerics.maps import balanced_map, growth, normal_multiplier

F = Fraction


def test_multipliers_are_the_papers():
    longitudinal, transverse = cycle_multipliers()
    same = [(longitudinal, lambda mu: 7 - 4*mu - 2*mu**2), (transverse, lambda mu: 3 - 2*mu),
            (cycle_discriminant(), lambda mu: mu**2 + 2*mu - 3), (multiplier_at_zero(), lambda mu: 1 - 2*mu)]
    for found, published in same:
        assert sorted(found.terms) == sorted(polynomial(published, 1).terms)


@given(st.fractions(-3, 3, max_denominator=50), st.fractions(-3, 3, max_denominator=50))
@settings(max_examples=60, deadline=None)
def test_the_normal_multiplier_is_that_of_the_point(a, b):
    assert normal_multiplier_at((a - b)**2)(a*b) == normal_multiplier(a, b)


def test_beyond_two_the_escaping_orbit_really_grows():
    assert div_above(F(2) + F(1, 10**9)).status == "proved"
    mu = F(21, 10)
    e, distances = balanced_map(-mu/2, mu), []
    for _ in range(5):
        distances.append(e - 2)
        e = balanced_map(e, mu)
    assert all(later >= 5*earlier > 0 for earlier, later in zip(distances, distances[1:]))


def test_joined_statements_fail_with_the_first_that_fails():
    good = prove(growth, [(0, 1), (0, 1)], "> 0")
    assert together(good, good).boxes == 2*good.boxes and together(good, good).status == "proved"
    assert together(good, Undecided("why"), Refuted(1, 2)).reason == "why"


def test_statements_outside_their_domain_are_refused():
    with pytest.raises(BadInput, match="two-cycle"):
        flip2_below(F(1, 2))
    with pytest.raises(BadInput, match="mu"):
        mono_above(F(5, 2))
