"""Kneading sequences: certified letters against exact orbits, and the signed order against entropy-free facts."""
from fractions import Fraction
from itertools import product
import random

from flint import arb
import pytest

from certify.balls import BadInput, at, ball, hull
from certify.kneading import (LETTERS, against, attracting_window, compare, critical_orbit, critical_orbit_over,
                              critical_point, doubled, doubling_word, itinerary, mean_value, orientation, polynomials,
                              span, window_words)
from numerics.algebra import derivative
from numerics.maps import balanced_map

PARAMETERS = [Fraction(n, 40) for n in range(1, 81)]


def exact_word(mu, letters):
    """The same letters by exact rational arithmetic: no balls, no polynomials."""
    c = critical_point(mu)
    x, word = c, ""
    for _ in range(letters):
        x = balanced_map(x, mu)
        word += "L" if x < c else "C" if x == c else "M" if x < 1 else "Q" if x == 1 else "U"
    return word


def test_the_critical_point_is_critical_and_folds():
    for mu in PARAMETERS:
        assert derivative(balanced_map, critical_point(mu), mu) == 0
        assert balanced_map(critical_point(mu), mu) == 4*(1 + mu)**3/27 - mu
        assert derivative(balanced_map, Fraction(1), mu) == 0 and balanced_map(1, mu) == -mu


def test_the_polynomials_are_the_formula_and_its_derivatives():
    step, slope, drift = at(200, lambda: polynomials(ball("1.7")))
    e, mu = Fraction(3, 7), Fraction(17, 10)
    by_mu = derivative(lambda m, e: balanced_map(e, m), mu, e)
    for polynomial, value in ((step, balanced_map(e, mu)), (slope, derivative(balanced_map, e, mu)), (drift, by_mu)):
        assert at(200, lambda: polynomial(ball(e)).overlaps(ball(value)) and polynomial(ball(e)).rad() < 1e-50)


def test_letters_agree_with_exact_orbits():
    compared = 0
    for mu in PARAMETERS:
        word = itinerary(mu, 8).word
        assert word == exact_word(mu, 8)
        compared += len(word)
    assert compared == 8*80


def test_letters_agree_at_two_precisions_and_over_a_ball():
    for mu in ("1.31", "1.46", "1.7", "1.9", "1.999"):
        word = itinerary(mu, 200).word
        assert len(word) == 200 and itinerary(mu, 200, bits=2000).word == word
        tiny = at(1500, lambda: ball(mu) + arb(0, arb(2)**-1000))
        assert itinerary(tiny, 200).word == word


def test_a_wide_ball_stops_early_and_says_where():
    found = itinerary(at(64, hull, "1.45", "1.46"), 50)
    assert 2 <= len(found.word) < 10 and "undecided" in found.why
    for mu in ("1.45", "1.455", "1.46"):
        assert itinerary(mu, 50).word.startswith(found.word)


def test_a_periodic_critical_point_is_known_for_ever():
    found = itinerary("1/2", 30)
    assert found.word == "C"*30 and found.period == 1


def test_orbit_balls_contain_the_orbits_of_their_parameters():
    checked = 0
    box = at(128, hull, "1.30", "1.3001")
    for mu in (Fraction(13, 10), Fraction(26001, 20000), Fraction(13001, 10000)):
        def contained():
            x, hits = critical_point(mu), 0
            for (position, deviation, _), _ in zip(critical_orbit_over(box), range(6)):
                x = balanced_map(x, mu)
                hits += position.contains(ball(x)) and deviation.contains(ball(x - critical_point(mu)))
            return hits
        checked += at(128, contained)
    assert checked == 18


def test_mean_values_contain_the_image_of_a_wide_box():
    def contained():
        step, slope, _ = polynomials(ball("1.5"))
        image = mean_value(step, slope, hull("-0.9", "0.3"))
        points = [Fraction(n, 100) for n in range(-90, 31)]
        return [image.contains(ball(balanced_map(e, Fraction(3, 2)))) for e in points]

    assert at(128, contained) == [True]*121


def test_errors_grow_no_faster_than_the_orbit():
    def last_radius():
        for (position, _), _ in zip(critical_orbit(ball("1.9")), range(300)):
            pass
        return position.rad()
    assert at(600, last_radius) < at(64, lambda: arb(2)**-100)   # 300 steps at 1.35 bits and a margin


def test_the_spread_of_letters_is_three_valued():
    assert [LETTERS[x] for x in span(arb(0), arb(0))] == ["C", "C"]
    assert [LETTERS[x] for x in span(arb(1), arb(1))] == ["Q", "Q"]
    assert [LETTERS[x] for x in span(arb(1, 0.5), arb(1))] == ["M", "U"]
    assert [LETTERS[x] for x in span(arb(0), arb(0, 1))] == ["L", "M"]
    assert [LETTERS[x] for x in span(arb("nan"), arb("nan"))] == ["L", "U"]


def test_the_signed_order():
    assert compare("L", "M") == -1 and compare("ML", "MM") == 1 and compare("MLL", "MLM") == 1
    assert compare("MUL", "MUM") == 1 and compare("UL", "UU") == -1 and compare("ML", "MLL") is None
    assert orientation("MLM") == 1 and orientation("UML") == -1


def test_the_signed_order_orders_points():
    """Points of a parameter's interval, sorted by their words, are sorted as numbers."""
    mu = Fraction(19, 10)
    c, pairs = critical_point(mu), 0
    points = [Fraction(n, 101)*(2 + mu) - mu for n in range(1, 101)]

    def word(x):
        letters = ""
        for _ in range(7):
            letters += "L" if x < c else "M" if c < x < 1 else "U"
            x = balanced_map(x, mu)
        return letters

    words = [word(x) for x in points]
    for i, j in product(range(100), repeat=2):
        order = compare(words[i], words[j])
        if order:
            assert order == (1 if points[i] > points[j] else -1)
            pairs += 1
    assert pairs > 9000


def test_doubling():
    assert doubling_word(16) == "MLMMMLMLMLMMMLMM"
    assert doubled(doubling_word(32)) == doubling_word(64)
    random.seed(4)
    kept = 0
    for _ in range(300):
        first, second = ("".join(random.choices("LM", k=8)) for _ in range(2))
        assert compare(first, second) == compare(doubled(first), doubled(second))
        kept += first != second
    assert kept > 250


def test_kneading_sequences_increase_with_mu():
    words = [itinerary(mu, 60).word for mu in PARAMETERS]
    orders = [compare(first, second) for first, second in zip(words, words[1:])]
    assert 1 not in orders and orders.count(-1) >= 20


def test_verdicts_beside_bifurcations_and_the_threshold():
    word = doubling_word(2**14)
    for mu in ("0.9999999999", "1.0000000001", "1.2360679774", "1.2360679776", "1.3022"):
        assert against(mu, word).sign == -1
    for mu in ("1.3023", "1.31", "1.45", "1.5980762113", "1.5980762114", "2"):
        assert against(mu, word).sign == 1
    undecided = against("1.3022834627007121607823", word)
    assert undecided.sign is None and undecided.letter == 2**14


def test_verdict_of_a_ball_is_undecided_across_the_threshold():
    for low, high, sign in (("1.30", "1.31", None), ("1.31", "1.3105", 1), ("1.2", "1.201", -1)):
        assert against(at(192, hull, low, high), doubling_word(64)).sign == sign


def test_ball_verdicts_agree_with_points_inside():
    """Random parameter balls: whatever is decided for the ball is decided alike for points of it."""
    random.seed(1)
    word, decided, reasons = doubling_word(512), 0, set()
    for _ in range(800):
        near = Fraction(random.choice(("1.1213", "1.29384", "1.3", "1.3022834", "1.3022834", "1.3149")))
        width = Fraction(1, 10**random.randrange(1, 8))
        low = near - width*Fraction(random.randrange(-500, 1500), 1000)
        verdict = against(at(192, hull, low, low + width), word)
        reasons |= {reason for reason in ("either side", "contradicts", "no certain") if reason in verdict.why}
        if verdict.sign:
            decided += 1
            for mu in (low, low + width/3, low + 2*width/3, low + width):
                assert against(mu, word).sign in (verdict.sign, None)
    assert decided > 200 and len(reasons) == 3


def test_a_letter_that_may_lie_on_either_side_decides_nothing():
    beside_c = at(192, hull, "1.1213", "1.1214")
    assert against(beside_c, "MC").sign is None and "either side" in against(beside_c, "MC").why
    assert (against("1.1213", "MC").sign, against("1.1214", "MC").sign) == (-1, 1)


def test_attracting_windows():
    near = "1.1213203435596425732025330863145471178545078130654"
    assert attracting_window(near, "M")
    assert attracting_window(at(192, hull, "1.1213", "1.1214"), "M")
    assert not attracting_window(near, "L")                      # the wrong lap
    assert not attracting_window("1.9", "U")                     # chaos
    assert not attracting_window("1.3", "M")                     # the two-cycle repels
    assert not attracting_window("1.16", "M") and not attracting_window("1.148", "M")    # attracted, but J is left
    smallest, greatest = window_words("M", 6)
    assert (smallest, greatest) == ("MMMMMM", "MLMLML") and compare(smallest, greatest) == -1


@pytest.mark.parametrize("mu", [0, -1, "2.0000000001", 3, 1.5, "x", None])
def test_parameters_outside_are_refused(mu):
    with pytest.raises(BadInput):
        itinerary(mu, 10)
    with pytest.raises(BadInput):
        against(mu, "ML")


def test_counts_are_refused():
    for letters in (0, -3, 1.5, True):
        with pytest.raises(BadInput):
            itinerary("1.5", letters)
