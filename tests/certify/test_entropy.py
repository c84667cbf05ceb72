"""Entropy against exact values, lap counts, its monotonicity, and enclosures of false slopes."""
from fractions import Fraction
from math import log

from flint import arb
import pytest

from certify import entropy as module
from certify.balls import BadInput, at, ball, fraction, hull
from certify.cascade import band_merging, centre, superstable
from certify.entropy import constant_slope, entropy, slope_order, staircase
from certify.kneading import critical_point, itinerary
from numerics.maps import balanced_map


def growth_of_laps(mu, first, last):
    """(log laps(F^last) - log laps(F^first))/(last - first), laps counted by following their ends; numerical only."""
    mu = float(mu)
    c = critical_point(mu)
    orbit = [c]
    for _ in range(last + 1):
        orbit.append(balanced_map(orbit[-1], mu))
    position = {"left": -mu, "right": 2.0} | dict(enumerate(orbit))

    def image(end):
        return end + 1 if isinstance(end, int) else end

    laps, counts = {("left", "right"): 1}, []
    for _ in range(last):
        after = {}
        for (x, y), number in laps.items():
            x, y = (x, y) if position[x] < position[y] else (y, x)
            folds = [1] if position[x] < c < position[y] else []
            ends = [image(x), *folds, *(["left"] if position[x] < 1 < position[y] else []), image(y)]
            for piece in zip(ends, ends[1:]):
                key = tuple(sorted(piece, key=str))
                after[key] = after.get(key, 0) + number
        laps = after
        counts.append(sum(laps.values()))
    return (log(counts[last - 1]) - log(counts[first - 1]))/(last - first)


@pytest.mark.parametrize("mu", ["1.4", "1.46", "1.55", "1.7", "1.8", "1.95"])
def test_entropy_is_the_growth_of_laps(mu):
    """A float orbit is right for a few dozen steps of chaos: enough to tell entropies apart."""
    h = entropy(mu)
    assert h.complete and abs(growth_of_laps(Fraction(mu), 16, 34) - float(h.lower)) < 4e-3


def test_known_values():
    golden, two, three = at(300, lambda: (((1 + arb(5).sqrt())/2).log(), arb(2).log(), arb(3).log()))
    exact = {"1.46": golden, "1.4531555836": golden, "2": three}
    for mu, value in exact.items():
        h = entropy(mu)
        assert h.complete and h.why == "exact" and at(300, lambda: h.enclosure.overlaps(value))
        assert h.upper - h.lower < Fraction(1, 10**50)
    assert entropy("1.46").polynomial == (-1, -1, 1) and entropy("2").polynomial == (-3, 1)
    for k in range(1, 7):
        h = entropy(band_merging(k).mu)
        assert h.complete and h.lower < fraction_of(two)/2**k < h.upper
    merging = Fraction("1.59807621135331594029116951225880855041")           # 3 sqrt(3)/2 - 1, rounded down
    beside = entropy(merging), entropy(merging + Fraction(1, 10**38))
    assert beside[0].lower <= fraction_of(two) <= beside[1].upper
    assert beside[1].upper - beside[0].lower < Fraction(1, 10**15)


def fraction_of(value):
    return fraction(at(300, lambda: value.mid()))


def test_values_to_20_digits():
    """Two ways (slopes, and lap counts in 3000-bit arithmetic outside this suite) gave these decimals."""
    for mu, digits in (("1.7", "0.79098572063892125400"), ("1.9", "0.93480512816522435902")):
        h = entropy(mu)
        assert abs(h.lower - Fraction(digits)) < Fraction(2, 10**20) and h.upper - h.lower < Fraction(1, 10**20)


def test_twenty_digits_from_1_32_on():
    tried = 0
    for n in range(132, 201, 4):
        h = entropy(Fraction(n, 100))
        assert h.complete and h.upper - h.lower <= Fraction(1, 10**20)
        assert at(h.bits, lambda: h.enclosure.contains(ball(h.lower)) and h.enclosure.contains(ball(h.upper)))
        tried += 1
    assert tried == 18


def test_more_digits_refine_fewer():
    for mu in ("1.33", "1.5", "1.9"):
        coarse, fine = entropy(mu, digits=8), entropy(mu, digits=40)
        assert fine.complete and coarse.lower <= fine.lower <= fine.upper <= coarse.upper
        assert fine.upper - fine.lower <= Fraction(1, 10**40) < coarse.upper - coarse.lower


def test_zero_entropy_is_exact():
    for mu in ("0.1", "1/2", "0.9999999999", "1", "1.0000000001", "1.2", "1.3", "1.30228346"):
        h = entropy(mu)
        assert (h.lower, h.upper, h.complete, h.polynomial) == (0, 0, True, (-1, 1))


def test_at_the_threshold_it_is_undecided_and_says_so():
    h = entropy("1.3022834627007121607823", letters=512)
    assert not h.complete and h.lower == 0 and 0 < h.upper < Fraction(1, 100) and "512 letters" in h.why


def test_positive_entropy_is_recognised_beside_the_threshold():
    h = entropy("1.302283463", letters=512)
    assert not h.complete and h.lower > Fraction(1, 10**5)
    assert entropy("1.3022834").upper == 0
    compared = 0
    for mu in ("1.302284", "1.3023", "1.3025", "1.304", "1.32"):
        rough, precise = entropy(mu, letters=16), entropy(mu)
        assert not rough.complete and 0 < rough.lower <= precise.lower <= precise.upper <= rough.upper
        compared += 1
    assert compared == 5


def test_a_repeated_word_alone_is_not_exact():
    """Just below the fold of the window U L L its word is repeated for long, yet the entropy is smaller."""
    assert itinerary("1.699", 30).word.startswith("ULL"*5)
    below, inside = entropy("1.699"), entropy("1.7003")
    assert below.complete and below.polynomial is None and below.upper < inside.lower
    assert inside.polynomial == (-1, 0, -2, 1)


def test_unimodal_and_bimodal_sides_of_log_two():
    two = at(200, lambda: arb(2).log())
    assert entropy("1.598076211").upper < fraction_of(two) + Fraction(1, 10**9)
    assert entropy("1.5980763").lower >= fraction_of(two) - Fraction(1, 10**30)
    assert entropy("1.6").lower > fraction_of(two) and entropy("1.59").upper < fraction_of(two)


def test_windows_around_a_superstable_parameter():
    """A ball around a centre: the letter at the period is never decided, the attracting window takes over."""
    for word, polynomial in (("ML", (-1, -1, 1)), ("UL", (-1, 0, -2, 1))):
        h = entropy(centre(word).mu)
        assert h.complete and h.polynomial == polynomial
        x = y = h.enclosure.exp()
        assert at(200, lambda: sum((a*x**i for i, a in enumerate(polynomial)), arb(0)).contains(0))
    assert entropy(superstable(4).mu).upper == 0


def test_a_window_inside_a_window_has_no_returning_slope():
    """Period 4 inside the window of period 2 with slope 1 + sqrt(2): T_s returns after 2 steps already."""
    inner, outer = entropy(centre("UMU").mu), entropy("1.83")
    assert inner.complete and inner.polynomial is None and "period 4" in inner.method
    assert outer.polynomial == (-1, -2, 1) and inner.lower < outer.lower < outer.upper < inner.upper


def test_a_wide_ball_of_parameters_is_enclosed_by_its_ends():
    h = entropy(at(64, hull, "1.4", "1.5"))
    inside = entropy("1.45")
    assert not h.complete and h.lower <= inside.lower and inside.upper <= h.upper
    assert h.lower <= entropy("1.4").upper and entropy("1.5").lower <= h.upper < Fraction("0.5391")
    assert entropy(at(64, hull, "1.455", "1.457")).complete                  # inside one plateau


def test_slopes_order_as_their_kneading_sequences():
    slopes = [Fraction(n, 100) for n in range(102, 300, 11)]
    compared = 0
    for s in slopes:
        x, word = s, ""
        for _ in range(60):
            word += "L" if x < 1 else "M" if x < 2 else "U"
            x = constant_slope(x, s, word[-1])
        for t in slopes:
            order = slope_order(t, word, bits=300)
            if abs(s - t) > Fraction(1, 20):
                assert order == (1 if t < s else -1)
                compared += 1
    assert compared == len(slopes)*(len(slopes) - 1)


def test_wrong_slopes_are_rejected():
    """The enclosing slopes moved by the enclosure's own width no longer compare the way they must."""
    word = itinerary("1.9", 256).word
    h = entropy("1.9")
    low, high = (fraction(at(300, lambda: ball(end).exp().mid())) for end in (h.lower, h.upper))
    width = high - low
    assert slope_order(low - width, word, 900) == 1 and slope_order(high + width, word, 900) == -1
    assert slope_order(high + width, word, 900) != 1 and slope_order(low - width, word, 900) != -1


def test_a_staircase_is_monotone_and_contains_values_inside():
    stairs = staircase("1.3", "2", 70)
    assert stairs.complete and len(stairs.steps) == 70 and stairs.steps[-1].end == 2
    neighbours = list(zip(stairs.steps, stairs.steps[1:]))
    assert all(a.end == b.start and a.lower <= b.lower and a.upper <= b.upper for a, b in neighbours)
    inside = 0
    for step in stairs.steps[::5]:
        h = entropy((2*step.start + step.end)/3, digits=6)
        assert step.lower <= h.upper and h.lower <= step.upper
        inside += 1
    assert inside == 14 and sum(step.upper - step.lower for step in stairs.steps)/70 < Fraction(1, 50)


def test_interrupting_a_staircase_keeps_its_steps(monkeypatch):
    calls = []

    def interrupted(*args):
        calls.append(args)
        if len(calls) == 6:
            raise KeyboardInterrupt
        return entropy(*args)

    monkeypatch.setattr(module, "entropy", interrupted)
    stairs = staircase("1.4", "1.5", 10)
    assert not stairs.complete and len(stairs.steps) == 4 and "interrupted" in stairs.why
    assert stairs.steps[-1].end == Fraction("1.44")


@pytest.mark.parametrize("mu", [0, "-1", "2.1", 1.9, "mu", None])
def test_parameters_outside_are_refused(mu):
    with pytest.raises(BadInput):
        entropy(mu)


@pytest.mark.parametrize("arguments", [("1.5", "1.4", 3), ("1.5", "1.5", 3), ("1.4", "1.5", 0), ("1.4", "2.5", 3),
                                       (1.4, 2, 3)])
def test_bad_staircases_are_refused(arguments):
    with pytest.raises(BadInput):
        staircase(*arguments)


def test_bad_budgets_are_refused():
    for words in ({"digits": 0}, {"letters": 0}, {"digits": 2.5}):
        with pytest.raises(BadInput):
            entropy("1.5", **words)
