"""certify.power_lemma: Lemma E.1, its degenerate set, its limits, and statements next to it that are false."""
from fractions import Fraction

from hypothesis import given, settings, strategies as st
import pytest

from certify.balls import at, ball
from certify.inequality import prove
from certify.power_lemma import chord, everywhere, gap, on_interval
from numerics.maps import growth

CONTACTS = [("e", 0, 2), ("mu", 2, 1)]


def test_the_lemma_with_its_degenerate_set_and_limits():
    outcome = on_interval()
    assert outcome.status == "proved"
    assert outcome.equality == (("e", 0, 2), ("mu", 2, 1))
    forms = dict(outcome.forms)
    assert forms["contact"] > 0 and forms["mean value"] > 0 and sum(forms.values()) <= outcome.boxes < 2000


@pytest.mark.parametrize("bits", [53, 100, 200])
def test_precisions_agree(bits):
    assert on_interval(bits=bits).status == "proved"


@pytest.mark.parametrize("low, high", [(-6, 5), (-3, 2), ("-1.7", "1.9"), (-100, "0.01"), ("1/3", 50)])
def test_other_intervals(low, high):
    assert on_interval(low, high).status == "proved"


def test_it_fails_beyond_two_and_without_the_linear_term():
    box = {"e": (-2, 2), "mu": (0, "2.000000000001")}
    outcome = prove(gap, box, "> 0", contacts=CONTACTS)
    assert outcome.status == "refuted" and outcome.witness["mu"] > 2 and outcome.value < 0
    wrong = prove(lambda e, mu: gap(e, mu) - e/10**9, {"e": (-2, 2), "mu": (0, 2)}, "> 0", contacts=CONTACTS)
    assert wrong.status == "undecided" and "vanish" in wrong.reason
    assert prove(lambda e, mu: gap(e, mu) - e/10**2, {"e": (-2, 2), "mu": (0, 1)}, ">= 0").status == "refuted"


def test_equality_is_attained_so_a_strict_statement_without_contacts_is_refuted():
    assert prove(gap, {"e": (-2, 2), "mu": ("1/2", "3/2")}, "> 0").status == "refuted"


@given(st.fractions(-30, 30, max_denominator=997),
       st.fractions(Fraction(1, 100), Fraction(199, 100), max_denominator=997))
@settings(max_examples=200, deadline=None)
def test_the_chord_bounds_the_gap_for_all_real_e(e, mu):
    assert everywhere()
    assert growth(e, mu) - chord(e, mu) == (1 - mu/2)*e**2
    value = at(120, lambda: gap(ball(e), ball(mu)))
    assert not value < ball((1 - mu/2)*e**2), "the gap is at least (1 - mu/2) e^2"
    if e != 0:
        assert value > 0
