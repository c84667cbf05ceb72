"""certify.invariance: the interval of the balanced map and the sides of the ellipse, in and out of range."""
from fractions import Fraction

from hypothesis import given, settings, strategies as st
import pytest

from certify.balls import BadInput
from certify.invariance import ERROR_INTERVAL, SEPARATRIX_SIDES, Interval, SignOf, cofactor, invariant
from certify.polynomials import polynomial
from numerics.maps import balanced_factor_map, balanced_map, growth, imbalance_map, separatrix

BEYOND = ("2.000000000001", "2.001", 3, 100)


def test_the_interval_is_kept_for_the_whole_range():
    outcome = invariant(balanced_map, ERROR_INTERVAL, (0, 2))
    assert outcome.status == "proved" and outcome.bits is None and outcome.margin == 0


@pytest.mark.parametrize("mu", BEYOND)
def test_beyond_two_a_point_leaves_the_interval(mu):
    for mus in (mu, (1, mu)):
        outcome = invariant(balanced_map, ERROR_INTERVAL, mus)
        assert outcome.status == "refuted"
        e, m, image = (outcome.witness[name] for name in ("e", "mu", "image"))
        assert -m <= e <= 2 and image == balanced_map(e, m) and not -m <= image <= 2


def test_the_sign_of_D_is_kept_for_the_whole_range():
    assert invariant(imbalance_map, SEPARATRIX_SIDES, ("-1.99999999", "1.99999999")).status == "proved"


@pytest.mark.parametrize("mu", (2, -2, *BEYOND))
def test_at_and_beyond_two_the_sign_of_D_is_lost_at_a_witness(mu):
    outcome = invariant(imbalance_map, SEPARATRIX_SIDES, mu)
    assert outcome.status == "refuted"
    e, w, m = (outcome.witness[name] for name in ("e", "w", "mu"))
    before, after = separatrix(e, w, m), separatrix(*imbalance_map(e, w, m), m)
    assert before != 0 and before*after <= 0 and outcome.witness["image"] == imbalance_map(e, w, m)


def test_the_cofactor_is_the_growth_factor():
    q = cofactor(imbalance_map, separatrix)
    assert dict(q.terms) == {(a, 0, b): c for (a, b), c in polynomial(growth, 2).terms}
    assert cofactor(imbalance_map, lambda e, w, mu: e + w) is None
    assert invariant(imbalance_map, SignOf(lambda e, w, mu: e + w), 1).status == "undecided"


def test_other_sets_of_the_same_maps():
    assert invariant(balanced_map, Interval(lambda mu: -mu, "1.99"), ("0.1", "1.9")).status == "proved"
    assert invariant(balanced_map, Interval(lambda mu: -mu, "2.01"), ("0.1", "1.9")).status == "refuted"
    assert invariant(imbalance_map, SignOf(lambda e, w, mu: w), 1).status == "refuted", "1 + e changes sign"
    assert invariant(balanced_factor_map, Interval(-2, 2), 2).status == "proved"
    assert invariant(balanced_factor_map, Interval(-2, 2), ("1.999", "2.001")).status == "refuted"


@given(st.fractions(0, 2, max_denominator=500), st.fractions(0, 1, max_denominator=500))
@settings(max_examples=60, deadline=None)
def test_points_of_the_interval_stay(mu, t):
    e = -mu + t*(2 + mu)
    assert -mu <= balanced_map(e, mu) <= 2
    assert invariant(balanced_map, ERROR_INTERVAL, mu).status == "proved"


@pytest.mark.parametrize("arguments, message", [((ERROR_INTERVAL, 0.5), "float"), ((ERROR_INTERVAL, (2, 1)), "empty"),
                                                ((ERROR_INTERVAL, (1, 2, 3)), "pair"), (("[-mu, 2]", 1), "Interval"),
                                                ((Interval(2, 1), 1), "low <= high"), ((ERROR_INTERVAL, "nan"), "mu")])
def test_bad_input_is_named(arguments, message):
    with pytest.raises(BadInput, match=message):
        invariant(balanced_map, *arguments)


def test_a_budget_is_reported():
    outcome = invariant(lambda e, mu: e/2 + 0*mu, Interval(-1, 1), (0, 1), method="natural", budget=1)
    assert outcome.status in ("proved", "undecided")
    assert Fraction(0) <= getattr(outcome, "proved", Fraction(0)) <= 1
