"""Covers by parameter intervals against the cascade, and covers of false statements."""
from fractions import Fraction

import pytest

from certify import cover
from certify.balls import BadInput, at, endpoints, hull
from certify.cascade import band_merging, centre, entropy_threshold, superstable
from certify.cover import HORSESHOE_ABOVE, in_doubling_window, positive_entropy_cover, zero_entropy_cover
from certify.kneading import against, doubling_word


def test_the_horseshoe_bound():
    assert 4*HORSESHOE_ABOVE**2 + 8*HORSESHOE_ABOVE > 23
    assert 4*(HORSESHOE_ABOVE - Fraction(1, 10**6))**2 + 8*(HORSESHOE_ABOVE - Fraction(1, 10**6)) < 23


def test_zero_and_positive_entropy_around_the_threshold():
    for level in (3, 6, 9):
        last = endpoints(superstable(level).mu)[1]
        zero = zero_entropy_cover(last, letters=2**(level + 2))
        assert zero.complete and (zero.lower, zero.upper, zero.sign) == (0, last, 0)
        assert zero.windows > 0 and zero.leaves > zero.windows and zero.tried <= zero.budget
        first = endpoints(band_merging(level).mu)[1] + Fraction(1, 2**40)
        positive = positive_entropy_cover(first, letters=2**(level + 3))
        assert positive.complete and (positive.lower, positive.upper, positive.sign) == (first, 2, 1)
        assert positive.windows == 0 and positive.leaves > 20


def test_covers_enclose_the_bracket_that_uses_monotonicity():
    bracket = entropy_threshold("1e-6")
    zero = zero_entropy_cover(bracket.lower, letters=4096)
    positive = positive_entropy_cover(bracket.upper, letters=4096)
    assert zero.complete and positive.complete and positive.lower - zero.upper <= Fraction(1, 10**6)


def test_false_statements_are_not_proved():
    threshold = Fraction("1.3022834627")
    zero = zero_entropy_cover("1.31", letters=128, budget=500)
    assert not zero.complete and Fraction(13, 10) < zero.upper < threshold and zero.why
    positive = positive_entropy_cover("1.30", letters=128, budget=500)
    assert not positive.complete and threshold < positive.lower < Fraction("1.303")


def test_budgets_are_kept():
    found = zero_entropy_cover("1.29", budget=5)
    assert found.tried == 5 and not found.complete and "budget" in found.why
    assert Fraction(1, 2) <= found.upper < Fraction("1.29")


def test_a_doubling_window_needs_the_doubling_word():
    word = doubling_word(64)
    assert in_doubling_window(at(160, hull, "1.1213", "1.1214"), word, 160)
    assert not in_doubling_window(at(160, hull, "1.4531", "1.4532"), word, 160)      # period three
    assert not in_doubling_window(centre("MLL").mu, word, 160)                       # another period four
    assert in_doubling_window(centre("MLM").mu, word, 160)
    assert not in_doubling_window(at(160, hull, "1.30", "1.31"), word, 160)


def test_interrupting_keeps_what_is_covered(monkeypatch):
    calls = []

    def interrupted(*args):
        calls.append(args)
        if len(calls) > 20:
            raise KeyboardInterrupt
        return against(*args)

    monkeypatch.setattr(cover, "against", interrupted)
    zero = zero_entropy_cover("1.3")
    assert not zero.complete and zero.why == "interrupted" and Fraction(1, 2) < zero.upper < Fraction("1.3")
    calls.clear()
    positive = positive_entropy_cover("1.303")
    assert not positive.complete and Fraction("1.303") < positive.lower < HORSESHOE_ABOVE


@pytest.mark.parametrize("bad", ["0.5", 0, "2.5", 1.3])
def test_upper_ends_are_refused(bad):
    with pytest.raises(BadInput):
        zero_entropy_cover(bad)


@pytest.mark.parametrize("bad", ["1.6", 0, "2.5", 1.3])
def test_lower_ends_are_refused(bad):
    with pytest.raises(BadInput):
        positive_entropy_cover(bad)


def test_budgets_of_nothing_are_refused():
    for words in ({"budget": 0}, {"letters": 0}):
        with pytest.raises(BadInput):
            zero_entropy_cover("1.2", **words)
