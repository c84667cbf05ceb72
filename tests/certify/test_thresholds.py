"""certify.thresholds: values against mpmath, both sides at any distance, and where a learning rate stands, exactly."""
from fractions import Fraction

from hypothesis import given, settings, strategies as st
import mpmath
import pytest

from certify.balls import BadInput, at, contains, endpoints
from certify.thresholds import (BALANCED, DIV, FIT, FLIP2, MONO, both_sides, bracket, learning_rates, normal,
                                side_above,
                                side_below, standing)

ALL = (*BALANCED, normal(0), normal("1/3"), normal("-1.4"))
VALUES = {"mono": lambda: 2*mpmath.sqrt(2) - 2, "fit": lambda: mpmath.mpf(1), "flip2": lambda: mpmath.sqrt(5) - 1,
          "div": lambda: mpmath.mpf(2)}


@pytest.mark.parametrize("threshold", BALANCED, ids=lambda t: t.name)
@pytest.mark.parametrize("bits, digits", [(64, 15), (400, 100)])
def test_values_agree_with_mpmath(threshold, bits, digits):
    with mpmath.workdps(digits + 30):
        reference = Fraction(*mpmath.libmp.to_rational(VALUES[threshold.name]()._mpf_))
    low, high = at(bits, lambda: endpoints(threshold.value()))
    slack = Fraction(1, 10**(digits + 20))
    assert low - slack <= reference <= high + slack and high - low < Fraction(1, 10**digits)


@pytest.mark.parametrize("distance", ["1e-2", "1e-12", "1e-60"])
@pytest.mark.parametrize("threshold", ALL, ids=lambda t: f"{t.name}{t.w_squared or ''}")
def test_both_sides_are_proved_at_any_distance(threshold, distance):
    sides = both_sides(threshold, distance)
    assert sides.proved and sides.below.status == sides.above.status == "proved"
    assert 0 < sides.high - sides.low <= 2*Fraction(distance)
    assert threshold.side(sides.low) == -1 and threshold.side(sides.high) == 1


@pytest.mark.parametrize("distance", ["1e-3", "1e-12", "1e-60"])
@pytest.mark.parametrize("threshold", ALL, ids=lambda t: f"{t.name}{t.w_squared or ''}")
def test_a_moved_threshold_is_refuted(threshold, distance):
    low, high = bracket(threshold, distance)
    assert side_below(threshold, high).status == "refuted"
    assert side_above(threshold, low).status == "refuted"


def test_at_the_threshold_itself():
    assert side_below(DIV, 2).status == "proved", "the interval is still invariant at mu = 2"
    assert side_below(FIT, 1).status == "refuted" and side_above(FIT, 1).status == "refuted", "neutral at mu = 1"
    w = normal("1/2")
    assert side_below(w, "7/8").status == "refuted" and side_above(w, "7/8").status == "refuted"


@given(st.fractions(Fraction(1, 100), 5, max_denominator=10**5), st.fractions(Fraction(1, 100),
       9, max_denominator=1000),
       st.fractions(Fraction(1, 50), 30, max_denominator=1000))
@settings(max_examples=150, deadline=None)
def test_standing_is_decided_as_in_high_precision(eta, target, kappa):
    place = standing(-target, kappa, eta)
    with mpmath.workdps(60):
        mu = 2*mpmath.mpf(eta.numerator)/eta.denominator*mpmath.mpf(target.numerator)/target.denominator*mpmath.sqrt(
            mpmath.mpf(kappa.numerator)/kappa.denominator)
        for threshold in BALANCED:
            difference = mu - VALUES[threshold.name]()
            if abs(difference) > mpmath.mpf(10)**-40:
                assert place.sides[threshold.name] == (1 if difference > 0 else -1)


def test_ties_are_exact():
    assert standing(1, 1, "1/2").sides == {"mono": 1, "fit": 0, "flip2": -1, "div": -1}
    assert standing(1, 1, "1/2").phase == "catapult" and standing(1, 1, 1).phase == "beyond the first two-cycle"
    assert standing("-3/2", "4/9", "1/2").sides["fit"] == 0, "target -3/2, sqrt(kappa) = 2/3"
    assert standing(1, 1, "1/4", w=1).sides["normal"] == 0, "2 mu + w^2 = 2"
    assert standing(1, 1, "0.5000000000000000000000000000001").phase == "two-cycle"
    mu = standing(1, 8, "1/4", digits=30).mu
    assert contains(at(200, lambda: mu**2), 2) is True and contains(mu, "1.4142") is False


@pytest.mark.parametrize("eta, phase", [("0.4", "monotone"), ("0.45", "catapult"), ("0.6", "two-cycle"),
                                        ("0.9", "beyond the first two-cycle"), ("1.1", "divergent")])
def test_phases(eta, phase):
    assert standing(1, 1, eta).phase == phase and standing(-2, "1/4", eta).phase == phase


def test_learning_rates_in_the_prompts_units():
    rates = {rate.threshold.name: rate for rate in learning_rates("-3", "4", w="1/2", digits=40)}
    assert list(rates) == ["mono", "fit", "flip2", "div", "normal"]
    for name, value in VALUES.items():
        with mpmath.workdps(60):
            reference = Fraction(*mpmath.libmp.to_rational((value()/12)._mpf_))
        low, high = at(200, lambda: endpoints(rates[name].eta))
        assert low - Fraction(1, 10**50) <= reference <= high + Fraction(1, 10**50) and high - low < Fraction(1, 10**38)
    assert contains(rates["fit"].eta, "1/12") is True and contains(rates["normal"].mu, "7/8") is True
    assert contains(rates["normal"].eta, "7/96") is True


@pytest.mark.parametrize("call, message", [
    (lambda: learning_rates(0, 1), "target"), (lambda: learning_rates(1, 0), "kappa"),
    (lambda: learning_rates(1, -2), "kappa"),
    (lambda: learning_rates(0.5, 1), "target"), (lambda: learning_rates(1, 1, digits=0), "digits"),
    (lambda: learning_rates(1, 1, w=2), "w = 2"), (lambda: standing(1, 1, 0), "eta"), (lambda: standing(1, 1, "-1"),
    "eta"),
    (lambda: standing(1, 1, "inf"), "eta"), (lambda: both_sides(MONO, 0), "distance"),
    (lambda: both_sides(MONO, 1e-12), "float"),
    (lambda: side_below(MONO, 0), "mu"), (lambda: side_below(FLIP2, 1), "two-cycle"), (lambda: side_above(MONO, 3),
    "2"),
    (lambda: normal("1.5"), "w"), (lambda: FIT.side(0.5), "mu")])
def test_bad_input_is_named(call, message):
    with pytest.raises(BadInput, match=message):
        call()
