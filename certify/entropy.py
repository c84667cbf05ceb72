"""Topological entropy of the balanced map F_mu, enclosed from both sides; its staircase over an interval of mu.

Entropy is a nondecreasing function of the kneading sequence K, and the map T_s of constant slope s (up, down, up, with
turning points 1 and 2) has entropy log s.  So a certified first difference of K(F_mu) and K(T_s) bounds the entropy by
log s on one side.  A search over s proposes, `slope_order` decides.
"""
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from flint import arb, fmpz_poly

from certify.balls import BadInput, at, ball, exact, fraction, hull
from certify.kneading import (LETTERS, against, attracting_window, compare, counted, doubling_word, itinerary,
                              orientation, parameter, window_words)

LONGEST_RETURN = 16   # periods up to this are tried when the entropy is recognised as an algebraic logarithm
DOUBLING_LETTERS = 2**17   # letters compared with the period-doubling word: zero or positive entropy


def constant_slope(x, s, letter):
    """T_s on the lap of `letter`: slopes s, -s, s, with T_s(0) = T_s(2) = 0; 1 < s <= 3."""
    if letter == "L":
        return s*x
    return s*(2 - x) if letter == "M" else s*(x - 2)


def slope_letter(x):
    """The letter of a point of T_s, whose turning points are 1 and 2; None if undecided."""
    if x < 1:
        return "L"
    if x > 2:
        return "U"
    if x > 1 and x < 2:
        return "M"
    return "C" if x == 1 else "Q" if x == 2 else None


def slope_order(s, word, bits):
    """1 if K(T_s) is proved smaller than every sequence that begins with `word`, -1 if greater, None if undecided.

    s: an exact number in (1, 3].  word: the first letters of a kneading sequence.  Guarantee: certified.
    """
    return at(bits, _slope_order, s, word)


def _slope_order(s, word):
    x = s = ball(s, "s")
    order = 1
    for letter in word:
        here = slope_letter(x)
        if here is None:
            return None
        if here != letter:
            return order if LETTERS.index(letter) > LETTERS.index(here) else -order
        if letter in "CQ":
            return None
        if letter == "M":
            order = -order
        x = constant_slope(x, s, letter)
    return None


@dataclass(frozen=True)
class Entropy:
    """h(F_mu) is in `enclosure`, between `lower` and `upper` (Fractions), for every parameter asked for.

    `method`: what proved it.  `polynomial`: where not None, h = log s exactly, and s is the only root between
    exp(lower) and exp(upper) of this irreducible polynomial (integer coefficients, ascending).  `complete`: the digits
    asked for were reached; otherwise `why` says what stopped it.  `letters`: how many kneading letters are known.
    """
    mu: Fraction | arb
    enclosure: arb
    lower: Fraction
    upper: Fraction
    method: str
    letters: int
    bits: int
    complete: bool
    why: str
    polynomial: tuple | None = None


def entropy(mu, digits=20, letters=4096):
    """Topological entropy of the balanced map F_mu on [-mu, 2], within 10^-digits.

    mu: an exact number in (0, 2], or a ball of parameters.  letters: the budget of kneading letters, used in doubling
    amounts from 64.  Where a letter stays undecided because c is (nearly) periodic, an attracting window replaces it.
    Returns an `Entropy`: 0 exactly where K(F_mu) is proved smaller than the period-doubling word, the logarithm of an
    algebraic number where K repeats a word from which a constant slope can be solved, a two-sided enclosure always.
    Where K is proved greater than the period-doubling word, `lower` is positive.
    Raises BadInput.  Guarantee: certified; unimodal and bimodal alike.
    """
    mu = parameter(mu)
    counted(digits, "digits")
    counted(letters, "letters")
    doubling = against(mu, doubling_word(DOUBLING_LETTERS))
    used = min(64, letters)
    while True:
        result = _entropy(mu, digits, used, doubling)
        if result.complete or used == letters or result.letters < used:
            break
        used = min(2*used, letters)
    if isinstance(mu, arb) and not result.complete:
        return _between_ends(result, digits, letters)
    return result


def _between_ends(ball_result, digits, letters):
    """A better enclosure over a ball of parameters: entropy is nondecreasing in mu, so its ends decide."""
    mu = ball_result.mu
    ends = [fraction(end) for end in at(ball_result.bits, lambda: (mu.lower(), mu.upper()))]
    left, right = (entropy(end if end <= 2 else Fraction(2), digits, letters) for end in ends)
    lower, upper = max(ball_result.lower, left.lower), min(ball_result.upper, right.upper)
    complete = upper - lower <= Fraction(1, 10**digits)
    why = "the digits were reached" if complete else "the entropies at the two ends differ, or are not known better"
    bits = max(left.bits, right.bits)
    return Entropy(mu, at(bits, hull, lower, upper), lower, upper, "monotonicity between the ends of the ball",
                   ball_result.letters, bits, complete, why)


def _entropy(mu, digits, letters, doubling):
    known = itinerary(mu, letters)
    bits = 2*letters + 4*digits + 64
    words, method = (known.word, known.word), "comparison with constant slopes"
    period = _attracting_period(mu, known.word, letters, digits)
    if period:
        words, method = window_words(known.word[:period - 1], letters), f"attracting window of period {period}"

    def result(lower, upper, method, complete, why, polynomial=None):
        ends = [fraction(end) for end in at(bits, lambda: (ball(lower).lower(), ball(upper).upper()))]
        return Entropy(mu, at(bits, hull, *ends), *ends, method, len(words[0]), bits, complete, why, polynomial)

    if doubling.sign == -1 or compare(words[1], doubling_word(letters)) == -1:
        return result(0, 0, "the kneading sequence is smaller than the period-doubling word", True, "exact", (-1, 1))
    if mu == 2:
        three = at(bits, lambda: arb(3).log())
        return result(three, three, "the kneading sequence is that of constant slope 3", True, "exact", (-3, 1))
    slope, polynomial = at(bits, _returning_slope, words[1], period)
    if slope is not None:
        value = at(bits, slope.log)
        return result(value, value, f"{method}; the slope returns", True, "exact", polynomial)
    low, high = _bracket(words, digits, bits)
    lower, upper = at(bits, lambda: (ball(low).log(), ball(high).log()))
    if (high - low)*10**digits <= low:
        return result(lower, upper, method, True, "the digits were reached")
    if doubling.sign == 1:
        least = at(bits, lambda: arb(2).log()/2**doubling.letter.bit_length())
        lower = least if least > lower else lower
    why = known.why if len(words[0]) < letters else f"{letters} letters do not tell the slopes apart"
    return result(lower, upper, method, False, why)


def _attracting_period(mu, word, letters, digits):
    """The period n of a cycle that is proved to attract c, where K stops or repeats after n letters; or None."""
    repeating = (n for n in range(1, min(LONGEST_RETURN, len(word)) + 1) if (word[:n]*letters)[:len(word)] == word)
    n = len(word) + 1 if len(word) < letters else next(repeating, None)
    return n if n and attracting_window(mu, word[:n - 1], max(192, 4*digits)) else None


def _bracket(words, digits, bits):
    """Slopes low <= high with log low <= h <= log high proved for every kneading sequence between the two words."""
    smallest, greatest = words
    tolerance = Fraction(1, 4*10**digits)
    low, high = Fraction(1), Fraction(3)

    def smaller(s):
        return slope_order(s, smallest, bits) == 1

    def greater(s):
        return slope_order(s, greatest, bits) == -1

    def edge(good, bad, proved):
        """Bisects from a slope where the comparison is proved towards one where it is not; returns a proved one."""
        while abs(bad - good) > tolerance:
            middle = (good + bad)/2
            good, bad = (middle, bad) if proved(middle) else (good, middle)
        return good

    while high - low > tolerance:
        middle = (low + high)/2
        if smaller(middle):
            low = middle
        elif greater(middle):
            high = middle
        else:
            return edge(low, middle, smaller), edge(high, middle, greater)
    return low, high


def _returning_slope(word, period):
    """(s, its minimal polynomial): the slope of entropy log s, if K's beginning w x w x fixes it; (None, None) if not.

    s: a ball.  The turning point 1 of T_s returns to itself after n steps through the laps w, and (w C)^oo, (w x)^oo
    are neighbours in the signed order (w x is orientation reversing).  period: n, if known from an attracting window.
    """
    for n in [period] if period else range(2, min(LONGEST_RETURN, len(word)//2) + 1):
        path, repeated = word[:n - 1], word[:n]
        if not period and (repeated*2 != word[:2*n] or orientation(repeated) == 1 or repeated[-1] not in "LM"):
            continue
        if set(path) - set("LMU"):
            continue
        x = s = fmpz_poly([0, 1])
        for letter in path:
            x = constant_slope(x, s, letter)
        for factor, _ in (x - 1).factor()[1]:
            for root, _ in factor.complex_roots():
                slope = root.real
                if root.imag == 0 and slope > 1 and slope < 3 and _follows(slope, path):
                    return slope, tuple(int(a) for a in factor.coeffs())
    return None, None


def _follows(s, path):
    """True if the orbit of T_s(1) = s is proved to go through the open laps `path`."""
    x = s
    for letter in path:
        if slope_letter(x) != letter:
            return False
        x = constant_slope(x, s, letter)
    return True


@dataclass(frozen=True)
class Step:
    """Every mu in [start, end] has entropy between `lower` and `upper` (Fractions)."""
    start: Fraction
    end: Fraction
    lower: Fraction
    upper: Fraction


@dataclass(frozen=True)
class Staircase:
    """Enclosures of the entropy over adjacent cells from the left; `complete` False, and `why`, if some are missing."""
    steps: tuple
    complete: bool
    why: str


def staircase(lo, hi, cells, digits=6, letters=512):
    """Entropy as a function of mu on [lo, hi], enclosed on `cells` cells of equal length.

    It is nondecreasing in mu, so that its enclosures at the ends of a cell hold inside.  lo < hi: exact, in (0, 2].
    digits, letters: as for `entropy`, at each end.  On KeyboardInterrupt the cells proved so far are returned.
    Returns a `Staircase`.  Guarantee: certified.
    """
    lo, hi = parameter(exact(lo, "lo")), parameter(exact(hi, "hi"))
    if not lo < hi:
        raise BadInput(f"lo = {lo} is not smaller than hi = {hi}: write the smaller end first")
    counted(cells, "cells")
    ends = [lo + (hi - lo)*i/cells for i in range(cells + 1)]
    values, complete, why = [], True, "all cells"
    try:
        for mu in ends:
            values.append(entropy(mu, digits, letters))
    except KeyboardInterrupt:
        complete, why = False, f"interrupted after {max(len(values) - 1, 0)} of {cells} cells"
    lowers = list(accumulate((h.lower for h in values), max))
    uppers = list(accumulate((h.upper for h in values[::-1]), min))[::-1]
    return Staircase(tuple(map(Step, ends, ends[1:], lowers, uppers[1:])), complete, why)
