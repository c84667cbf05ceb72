"""The period-doubling cascade of the balanced map: its parameters, its ratios, and where entropy becomes positive.

Level n counts doublings: `flip(n)` gives birth to the 2^n-cycle, `superstable(n)` makes it pass through the critical
point c, and at `band_merging(n)` 2^n chaotic bands become 2^(n-1).  Flips and superstable parameters increase to the
entropy threshold, band mergings decrease to it.
"""
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from flint import arb

from certify.balls import BadInput, at, exact
from certify.kneading import against, counted, doubled, doubling_word, itinerary
from certify.parameters import displacement_polynomial, flip_parameter, flip_polynomial, minimal_polynomial, parameter_with

STEPS = 2**20   # the budget of map steps in one evaluation of an orbit
HIGHEST = 64    # the highest level that is accepted


@dataclass(frozen=True)
class Landmark:
    """A parameter of the cascade, or of another window of attracting cycles.

    `mu` encloses it (None if undecided); `why` says what was proved, or why nothing was.  `polynomial`: the minimal
    polynomial of mu over the rationals, coefficients ascending, where it was computed (small periods).
    """
    kind: str
    level: int | None
    period: int
    mu: arb | None
    bits: int
    why: str
    polynomial: tuple | None = None


def superstable(n, bits=320):
    """The parameter at which the 2^n-cycle of the cascade contains the critical point c, n >= 1.

    The `centre` of the first 2^n - 1 letters of the period-doubling word.  Returns a `Landmark`.
    Guarantee: certified; minimal polynomial exact for n <= 2.
    """
    _level(n, "n")
    if n >= STEPS.bit_length():
        return _over_budget("superstable", n, bits)
    return replace(centre(doubling_word(2**n - 1), bits), kind="superstable", level=n)


def flip(k, bits=320):
    """The parameter of the k-th period doubling, k >= 1: a 2^(k-1)-cycle has multiplier -1; flip(2) is sqrt(5) - 1.

    The `window_flip` of the first 2^(k-1) - 1 letters of the period-doubling word.  Returns a `Landmark`.
    Guarantee: certified; minimal polynomial exact for k <= 2.
    """
    _level(k, "k")
    if k > STEPS.bit_length():
        return _over_budget("flip", k, bits)
    return replace(window_flip(doubling_word(2**(k - 1) - 1), bits), kind="flip", level=k)


def band_merging(k, bits=320):
    """The parameter at which 2^k bands of the critical orbit merge into 2^(k-1), k >= 1: entropy log(2)/2^k.

    Interval Newton for F^(4N)(c) = F^(3N)(c), N = 2^(k-1), proves one solution in a box; certified letters prove that
    its kneading sequence is that of the constant slope 2^(1/2^k), so the entropy is log(2)/2^k exactly.
    Returns a `Landmark` (period: N, of the repelling cycle on which c lands).  Guarantee: certified; minimal
    polynomial exact for k = 1.
    """
    _level(k, "k")
    if k > STEPS.bit_length() - 2:
        return _over_budget("band merging", k, bits)
    return _band_merging(k, bits)


@lru_cache(maxsize=None)
def _band_merging(k, bits):
    period = 2**(k - 1)
    word = "QLLLLL"
    for _ in range(k):
        word = doubled(word)
    word = word[:4*period]
    mu = parameter_with(word, 4*period, 3*period, bits)
    if mu is None:
        return Landmark("band merging", k, period, None, bits, f"interval Newton proves nothing at {bits} bits")
    why = f"F^{3*period}(c) returns after {period} steps, and the first {4*period} letters fix the kneading sequence"
    polynomial = minimal_polynomial(displacement_polynomial(4, 3), mu, bits) if k == 1 else None
    return Landmark("band merging", k, period, mu, bits, why, polynomial)


@lru_cache(maxsize=None)
def centre(word, bits=320):
    """The parameter at which c is periodic with period n = len(word) + 1 and F(c), ..., F^(n-1)(c) follow `word`.

    word: over L, M, U.  Interval Newton for F^n(c) = c proves one solution in a box; certified letters prove that its
    kneading sequence is (w C)^oo.  Kneading sequences increase strictly through such a parameter, so it is the only one
    in (0, 2].  Returns a `Landmark`, undecided if no such parameter is found.
    Guarantee: certified; minimal polynomial exact for period <= 4.
    """
    if set(word) - set("LMU"):
        raise BadInput(f"word = {word[:40]!r}: write letters L, M, U")
    period = len(word) + 1
    mu = parameter_with(word + "C", period, 0, bits)
    if mu is None:
        return Landmark("centre", None, period, None, bits, f"interval Newton proves nothing at {bits} bits")
    why = "the only parameter in (0, 2] with kneading sequence (w C)^oo"
    polynomial = minimal_polynomial(displacement_polynomial(period, 0), mu, bits) if period <= 4 else None
    return Landmark("centre", None, period, mu, bits, why, polynomial)


@lru_cache(maxsize=None)
def window_flip(word, bits=320):
    """The parameter at which the attracting cycle of `centre(word)` reaches multiplier -1 and stops attracting.

    Interval Newton in (x, mu) for F^n(x) = x, (F^n)'(x) = -1, n = len(word) + 1; no smaller period (certified); letters
    1..n-1 equal to `word` (certified); multiplier decreasing in mu (the determinant is positive).  So this is the right
    end of the window with that centre.  Returns a `Landmark`, undecided where one of these fails.
    Guarantee: certified; minimal polynomial exact for period <= 2.
    """
    start, period = centre(word, bits), len(word) + 1
    mu = None if start.mu is None else at(bits, flip_parameter, start.mu.mid(), period, bits)
    if mu is None or (word and itinerary(mu, len(word), bits=bits).word != word):
        return Landmark("window flip", None, period, None, bits, f"interval Newton proves nothing at {bits} bits")
    why = f"a cycle of period {period} has multiplier -1, which decreases in mu: the right end of its window"
    polynomial = minimal_polynomial(flip_polynomial(period), mu, bits) if period <= 2 else None
    return Landmark("window flip", None, period, mu, bits, why, polynomial)


@dataclass(frozen=True)
class Ratio:
    """Enclosure of (mu_n - mu_(n-1))/(mu_(n+1) - mu_n) for one sequence of the cascade (None if undecided)."""
    level: int
    value: arb | None
    bits: int
    why: str


def feigenbaum_ratio(n, sequence=superstable, bits=320):
    """The ratio (mu_n - mu_(n-1))/(mu_(n+1) - mu_n) of successive gaps, n >= 2; it tends to 4.669201609...

    sequence: `superstable`, `flip` or `band_merging`.  Returns a `Ratio`.
    Guarantee: certified for this n; nothing is claimed on the limit.
    """
    counted(n, "n", least=2)
    before, here, after = (sequence(level, bits).mu for level in (n - 1, n, n + 1))
    if before is None or here is None or after is None:
        return Ratio(n, None, bits, f"a level of {sequence.__name__} is undecided")
    return Ratio(n, at(bits, lambda: (here - before)/(after - here)), bits, f"from enclosures of {sequence.__name__}")


@dataclass(frozen=True)
class Threshold:
    """A proved bracket: entropy is 0 on (0, lower] and positive on [upper, 2].

    `lower_letter`, `upper_letter`: where the kneading sequences at the two ends leave the period-doubling word.
    `complete`: the width asked for was reached; otherwise `why` says what stopped the search.
    """
    lower: Fraction
    upper: Fraction
    lower_letter: int
    upper_letter: int
    bits: int
    letters: int
    evaluations: int
    complete: bool
    why: str

    @property
    def width(self):
        return self.upper - self.lower


def entropy_threshold(width="1e-9", letters=2**21, bits=192):
    """The mu at which topological entropy becomes positive, bracketed to `width` (> 0, exact).

    Bisection by certified comparisons of K(F_mu) with the period-doubling word at dyadic mu, at most `letters` letters
    each.  Two comparisons prove the bracket, because K is nondecreasing in mu.  Returns a `Threshold`; when a letter
    stays undecided, or on KeyboardInterrupt, it is the bracket proved so far, with `complete` False.
    Guarantee: certified.
    """
    width = exact(width, "width")
    if width <= 0:
        raise BadInput(f"width = {width}: write a positive width, \"1e-9\"")
    counted(letters, "letters", least=2)
    word = doubling_word(letters)
    low, high = Fraction(1, 2), Fraction(8, 5)
    below, above = against(low, word, bits), against(high, word, bits)
    evaluations, complete, why = 2, True, "the width was reached"
    try:
        while high - low > width:
            middle = (low + high)/2
            verdict = against(middle, word, bits)
            evaluations += 1
            if verdict.sign is None:
                complete, why = False, f"undecided at mu = {middle}: {verdict.why}"
                break
            if verdict.sign > 0:
                high, above = middle, verdict
            else:
                low, below = middle, verdict
    except KeyboardInterrupt:
        complete, why = False, "interrupted"
    return Threshold(low, high, below.letter, above.letter, bits, letters, evaluations, complete, why)


def _level(n, name):
    counted(n, name)
    if n > HIGHEST:
        raise BadInput(f"{name} = {n}: levels up to {HIGHEST} are defined here, and the budget ends far below")


def _over_budget(kind, level, bits):
    return Landmark(kind, level, 2**level, None, bits, f"level {level} is beyond the budget of {STEPS} map steps")
