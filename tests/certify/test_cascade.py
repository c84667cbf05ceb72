"""The doubling cascade against published values, other precisions, other methods, and wrong enclosures."""
from fractions import Fraction

from flint import arb
import pytest

from certify import cascade
from certify.balls import BadInput, at, ball, endpoints, fraction
from certify.cascade import band_merging, centre, entropy_threshold, feigenbaum_ratio, flip, superstable, window_flip
from certify.kneading import against, doubling_word
from numerics.algebra import derivative
from numerics.maps import balanced_map

# a = 1 + mu, from the literature on the odd cubic; the last digit is rounded
PUBLISHED = {
    "2.28803175448284276195": lambda: flip(3).mu,
    "2.3608937690965745136": lambda: band_merging(1).mu,
    "2.45315558364575431637": lambda: centre("ML").mu,
    "2.46082867387857991362": lambda: window_flip("ML").mu,
}


@pytest.mark.parametrize("published", PUBLISHED)
def test_published_values(published):
    value = Fraction(published) - 1
    half = Fraction(1, 10**len(published.partition(".")[2]))/2
    lower, upper = at(320, endpoints, PUBLISHED[published]())
    assert value - half <= lower <= upper <= value + half


def test_45_digits_up_to_level_12():
    radii = [family(n).mu.rad() for family in (superstable, flip, band_merging) for n in range(1, 13)]
    assert len(radii) == 36 and all(radius < at(64, lambda: arb(10)**-45) for radius in radii)


def test_order_of_the_cascade():
    """flip(n) < superstable(n) < flip(n + 1) < ... < threshold < ... < band_merging(n + 1) < band_merging(n)."""
    ascending = [family(n).mu for n in range(1, 9) for family in (flip, superstable)]
    ascending += [band_merging(n).mu for n in range(8, 0, -1)]
    assert len(ascending) == 24 and all(x < y for x, y in zip(ascending, ascending[1:]))


def test_exact_values():
    assert flip(1).polynomial == (-1, 1) and flip(1).mu.contains(1)
    assert flip(2).polynomial == (-4, 2, 1)                         # mu = sqrt(5) - 1
    assert at(320, lambda: flip(2).mu.overlaps(arb(5).sqrt() - 1))
    assert superstable(1).polynomial == (-7, 4, 2)                  # mu = 3/sqrt(2) - 1
    assert at(320, lambda: superstable(1).mu.overlaps(3/arb(2).sqrt() - 1))
    assert len(superstable(2).polynomial) == 33 and len(band_merging(1).polynomial) == 18
    assert superstable(3).polynomial is None


def test_two_precisions_agree():
    for family, level in ((superstable, 7), (flip, 7), (band_merging, 6)):
        coarse, fine = family(level, bits=192).mu, family(level, bits=512).mu
        assert coarse.overlaps(fine) and fine.rad() < coarse.rad()*at(64, lambda: arb(2)**-250)


def test_kneading_order_brackets_the_same_parameters():
    """A second method: the sequences on both sides of an enclosure; the enclosure shifted by its width is rejected."""
    for n in range(1, 8):
        word = doubling_word(2**n - 1) + "C"
        low, high = at(320, endpoints, superstable(n).mu)
        width = high - low

        def brackets(low, high):
            return against(low, word, bits=512).sign == -1 and against(high, word, bits=512).sign == 1

        assert brackets(low, high)
        assert not brackets(low + width, high + width) and not brackets(low - width, high - width)


def test_a_flip_of_another_window_is_not_taken(monkeypatch):
    other = centre("UL")
    monkeypatch.setattr(cascade, "centre", lambda word, bits: other)
    assert window_flip.__wrapped__("UL").mu is not None
    assert window_flip.__wrapped__("ML").mu is None


def test_multipliers_at_flips():
    """Independent of the 2-D system: just below the flip, the cycle found by iteration has multiplier near -1."""
    for k, word in ((2, "M"), (3, "MLM")):
        mu = fraction(at(200, lambda: flip(k).mu.mid())) - Fraction(1, 10**9)
        x = float((1 - 2*mu)/3)
        for _ in range(2000):
            x = balanced_map(x, float(mu))
        multiplier, y = 1.0, x
        for _ in range(len(word) + 1):
            multiplier *= derivative(balanced_map, y, float(mu))
            y = balanced_map(y, float(mu))
        assert -1.01 < multiplier < -0.8


def test_ratios_approach_the_published_constant():
    delta = Fraction("4.669201609102990671853203821578")
    for sequence in (superstable, flip, band_merging):
        gaps = []
        for n in range(3, 11):
            low, high = at(320, endpoints, feigenbaum_ratio(n, sequence).value)
            assert high - low < Fraction(1, 10**45)
            gaps.append(abs(low - delta))
        assert len(gaps) == 8 and gaps[-1] < Fraction(1, 10**6)
        assert all(x/8 < y < x/4 for x, y in zip(gaps[1:], gaps[2:]))
    assert not at(320, lambda: feigenbaum_ratio(10).value.contains(ball(delta)))   # nothing is claimed on the limit


def test_the_threshold_bracket():
    found = entropy_threshold("1e-9")
    assert found.complete and found.width < Fraction(1, 10**9) and 10 < found.evaluations < 60
    assert found.lower < Fraction("1.3022834627007121607823") < found.upper
    word = doubling_word(2**17)
    assert (against(found.lower, word).sign, against(found.upper, word).sign) == (-1, 1)
    assert against(found.lower, word, bits=400).sign == -1
    assert against(found.lower + found.width, word).sign != -1      # shifted by its own width: rejected
    assert against(found.upper - found.width, word).sign != 1


def test_a_threshold_out_of_reach_says_so():
    found = entropy_threshold("1e-30", letters=1024)
    assert not found.complete and "1024 letters" in found.why
    assert Fraction(1, 10**30) < found.width < Fraction(1, 10**5)


def test_interrupting_keeps_the_bracket(monkeypatch):
    calls = []

    def interrupted(*args):
        calls.append(args)
        if len(calls) > 8:
            raise KeyboardInterrupt
        return against(*args)

    monkeypatch.setattr(cascade, "against", interrupted)
    found = entropy_threshold("1e-9")
    assert not found.complete and found.why == "interrupted" and found.evaluations == 8
    assert found.width == (Fraction(8, 5) - Fraction(1, 2))/2**6 and found.lower < Fraction("1.3022834") < found.upper


def test_impossible_words_are_undecided():
    for word in ("LL", "MM", "LMU", "ULLMMULU"):
        assert centre(word).mu is None and "proves nothing" in centre(word).why
        assert window_flip(word).mu is None
    assert centre("ULL").mu is not None and centre("ULL").mu > 1.6


def test_levels_beyond_the_budget_are_undecided():
    for landmark in (superstable(21), flip(22), band_merging(20)):
        assert landmark.mu is None and "budget" in landmark.why


@pytest.mark.parametrize("call", [superstable, flip, band_merging, feigenbaum_ratio])
@pytest.mark.parametrize("level", [0, -1, 1.0, "2", True])
def test_levels_below_one_are_refused(call, level):
    with pytest.raises(BadInput):
        call(level)


@pytest.mark.parametrize("width", [0, -1, "0", 1e-9, "narrow"])
def test_widths_are_refused(width):
    with pytest.raises(BadInput):
        entropy_threshold(width)


def test_words_are_refused():
    with pytest.raises(BadInput):
        centre("MQ")


@pytest.mark.long
def test_the_threshold_to_twelve_digits():
    found = entropy_threshold("1e-12")
    assert found.complete and found.width < Fraction(1, 10**12)
    assert found.lower < Fraction("1.3022834627007121607823") < found.upper


@pytest.mark.long
def test_the_ratio_at_level_17():
    value = feigenbaum_ratio(17, bits=448).value
    assert at(448, lambda: abs(value - arb("4.66920160909586902586")) < arb("1e-20"))
