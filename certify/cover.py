"""Zero and positive entropy proved for every parameter of an interval, by covering it with parameter balls.

An independent check of `cascade.entropy_threshold`: here nothing is assumed on how entropy depends on mu.  On each ball
the kneading sequence is compared with the period-doubling word, or an attracting cycle of period 2^k is certified.
"""
from dataclasses import dataclass
from fractions import Fraction

from certify.balls import BadInput, at, exact, hull
from certify.kneading import against, attracting_window, counted, doubling_word, itinerary, parameter
from certify.subdivision import subdivide

ZERO_BELOW = Fraction(1, 2)             # for mu <= 1/2, F(c) <= c: entropy 0
HORSESHOE_ABOVE = Fraction("1.5980763")  # 4 mu^2 + 8 mu > 23 from here on: F(c) > 1, entropy at least log 2


@dataclass(frozen=True)
class Cover:
    """Entropy has the sign `sign` (0 or 1) for every mu in [lower, upper].

    `leaves`: balls that prove it, `windows` of them by an attracting cycle; `tried`: balls tried, within `budget`.
    `complete`: the interval asked for is covered; otherwise [lower, upper] is the part that was, and `why` says why.
    """
    sign: int
    lower: Fraction
    upper: Fraction
    leaves: int
    windows: int
    tried: int
    budget: int
    bits: int
    complete: bool
    why: str


def zero_entropy_cover(upper, letters=1024, budget=20000, bits=160):
    """Proves entropy 0 on (0, upper]: a cover of [1/2, upper], from the left.

    upper: exact, in (1/2, 2].  letters: the budget of kneading letters of one ball; budget: how many balls are tried.
    Returns a `Cover` with lower = 0; it is incomplete where the budget, a ball narrower than 2^-(bits/2) that proves
    nothing, or a KeyboardInterrupt stops it.  Guarantee: certified.
    """
    upper = parameter(exact(upper, "upper"))
    if upper <= ZERO_BELOW:
        raise BadInput(f"upper = {upper}: entropy is 0 up to 1/2 without any cover: write a larger number")
    return _cover(0, ZERO_BELOW, upper, letters, budget, bits)


def positive_entropy_cover(lower, letters=1024, budget=20000, bits=160):
    """Proves positive entropy on [lower, 2]: a cover of [lower, 3 sqrt(3)/2 - 1], from the right; then the horseshoe.

    lower: exact, in (0, 1.5980763).  Budgets, interruption and result as `zero_entropy_cover`, with upper = 2.
    Guarantee: certified.
    """
    lower = parameter(exact(lower, "lower"))
    if lower >= HORSESHOE_ABOVE:
        raise BadInput(f"lower = {lower}: a horseshoe gives entropy log 2 without a cover: write a smaller number")
    return _cover(1, lower, HORSESHOE_ABOVE, letters, budget, bits)


def _cover(sign, lower, upper, letters, budget, bits):
    counted(letters, "letters")
    counted(budget, "budget")
    word = doubling_word(letters)

    def settles(start, end):
        mu = at(bits, hull, start, end)
        if against(mu, word, bits).sign == 2*sign - 1:
            return "order"
        return "window" if sign == 0 and in_doubling_window(mu, word, bits) else ""

    found = subdivide(lower, upper, settles, from_right=bool(sign), budget=budget,
                      narrowest=Fraction(1, 2**(bits//2)))
    lower, upper = (found.reached, Fraction(2)) if sign else (Fraction(0), found.reached)
    return Cover(sign, lower, upper, found.leaves, found.kinds.get("window", 0), found.tried, budget, bits,
                 found.complete, found.why)


def in_doubling_window(mu, word, bits):
    """True if c is proved attracted to a 2^k-cycle of the cascade for every parameter in the ball `mu`: entropy 0.

    word: the period-doubling word, as long as the letters that may be used.
    """
    known = itinerary(mu, len(word), bits=bits).word
    period = len(known) + 1
    return period & (period - 1) == 0 and word.startswith(known) and attracting_window(mu, known, bits)
