"""A practitioner's words follow from what is certified, and agree with simulation; undecided stays undecided."""
from dataclasses import replace
from fractions import Fraction
import re

import pytest

from certify.balls import at, ball
from certify.fate import fate
from certify.phase import phase
from certify.thresholds import standing
from numerics.maps import balanced_map, product_map
from reports import practice


def answers(words):
    return [float(x) for x in re.findall(r"(\d+\.\d+) y\b", words)]


@pytest.mark.parametrize("mu, period", [("1.1", 2), ("1.26", 4), ("1.4532", 3)])
def test_a_cycle_is_told_with_the_answers_that_training_gives(mu, period):
    found = practice.of_phase(phase(mu))
    assert ("alternate between two predictors" if period == 2 else f"go round {period} predictors") in found
    a, b, m = 0.6, 0.6 + 1e-3, float(mu)
    for _ in range(20_000):
        a, b = product_map(a, b, m)
    seen = []
    for _ in range(period):
        a, b = product_map(a, b, m)
        seen.append(a*b/m)
    assert len(answers(found)) == period
    assert sorted(answers(found)) == pytest.approx(sorted(seen), abs=1e-3)


@pytest.mark.parametrize("mu, said", [
    ("0.5", "never grows"), ("0.9", "can grow in single steps"), ("1", "slower than geometric"),
    ("2", "Every cycle repels"), ("2.1", "diverges from almost every balanced start"),
    ("1.6", "is not decided here"), ("1.4532", "measure zero")])
def test_each_phase(mu, said):
    words = practice.of_phase(phase(mu))
    assert said in words
    assert ("fits the prompt: the prediction converges" in words) == (float(Fraction(mu)) <= 1)


def test_what_is_undecided_stays_undecided():
    known = phase("1.6")
    words = practice.of_phase(replace(known, regime="undecided", cycle=None))
    assert "whether training settles into a cycle is not decided here" in words and "proved" not in words


@pytest.mark.parametrize("eta, said", [
    ("1/2", "never grows"), ("3/5", "can grow"), ("2/3", "At eta_fit exactly"), ("7/10", "alternate between two predictors"),
    ("9/10", "settles neither on a fit nor on the first two-cycle"), ("4/3", "At eta_div exactly"), ("3/2", "diverges")])
def test_each_standing(eta, said):
    place = standing("3/2", "1/4", eta)
    assert said in practice.of_standing(place)


def test_thresholds_and_phase_tell_the_same_two_predictors():
    rate = standing("3/2", "1/4", "11/15")        # mu = 11/10
    assert len(answers(practice.of_standing(rate))) == 2
    assert answers(practice.of_standing(rate)) == answers(practice.of_phase(phase("1.1")))


def test_the_two_points_are_swapped():
    def images():
        one, other = practice.two_cycle_points("11/10")
        return balanced_map(one, ball("1.1")).overlaps(other), balanced_map(other, ball("1.1")).overlaps(one)
    assert at(128, images) == (True, True)


@pytest.mark.parametrize("a, b, mu, certified, said", [
    ("1", "1/2", "7/10", True, "From this start training converges to a predictor that fits"),
    ("1", "1/2", "14/10", False, "though it is not proved for this one, the two factors become equal"),
    ("5", "1/2", "14/10", True, "From this start training diverges"),
    ("-1/2", "9/10", "11/10", True, "From this start training settles into a cycle, not into a fit")])
def test_each_fate(a, b, mu, certified, said):
    found = fate(a, b, mu)
    assert found.certified is certified and said in practice.of_fate(found)
