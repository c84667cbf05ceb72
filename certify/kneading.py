"""Kneading sequences of the balanced map: certified letters of its one free critical point, and their signed order.

F_mu has two turning points in [-mu, 2]: the maximum c = (1 - 2 mu)/3 and the minimum 1, which lands on the repelling
fixed point -mu.  The letters L < C < M < Q < U stand for [-mu, c), {c}, (c, 1), {1}, (1, 2]; the kneading sequence K is
the word of F(c), F^2(c), ...  F decreases on M alone, so two sequences are compared at their first difference,
reversed when an odd number of M's precedes it.  K is a nondecreasing function of mu (positive transversality), and the
entropy is a nondecreasing function of K.
"""
from dataclasses import dataclass

from flint import arb, arb_poly

from certify.balls import BadInput, at, ball, exact
from numerics.algebra import derivative, jacobian
from numerics.maps import balanced_map

LETTERS = "LCMQU"
L, C, M, Q, U = range(5)
_INDICES = bytes.maketrans(LETTERS.encode(), bytes(range(5)))


def parameter(mu):
    """`mu` as a Fraction, or unchanged if it is a ball; BadInput unless all of it lies in (0, 2]."""
    value = mu if isinstance(mu, arb) else exact(mu, "mu")
    if not (value > 0 and value <= 2):
        raise BadInput(f"mu = {mu} is not in (0, 2], where the balanced map keeps [-mu, 2]: write 0 < mu <= 2")
    return value


def critical_point(mu):
    """The maximum point of the balanced map F_mu, the only critical point that does not land on a fixed point."""
    return (1 - 2*mu)/3


def polynomials(mu):
    """(F, dF/de, dF/dmu) of the balanced map as polynomials in e over balls, for every parameter in the ball `mu`.

    The formula runs once on FLINT's polynomials; each step of an orbit is then one evaluation in C.
    """
    e = arb_poly([0, 1])
    slope, drift = jacobian(balanced_map, (e, mu))[0]
    return balanced_map(e, mu), slope, drift


def mean_value(function, slope, box):
    """Enclosure of a function on `box`: its value at the midpoint plus the range of its slope times the deviation."""
    middle = box.mid()
    return function(middle) + slope(box)*(box - middle)


def critical_orbit(mu):
    """Yields (c_j, c_j - c) for j = 1, 2, ...: the orbit of the critical point at the narrow ball `mu`.

    Valid for every parameter in the ball; the errors grow as the orbit's own derivative, no faster.  Runs at the
    caller's working precision, and must be used up inside it.
    """
    critical = critical_point(mu)
    step, slope, _ = polynomials(mu)
    position = critical
    while True:
        position = mean_value(step, slope, position)
        yield position, position - critical


def critical_orbit_over(mu):
    """Yields (c_j, c_j - c, d(c_j - c)/dmu) for j = 1, 2, ... over the whole parameter ball `mu`, however wide.

    The mean-value theorem in mu is applied from the ball's midpoint.  Guarantee and precision as `critical_orbit`.
    """
    middle = mu.mid()
    spread = mu - middle
    _, slope, drift = polynomials(mu)
    position, shift = critical_point(mu), derivative(critical_point, mu)
    tangent = shift
    for point, deviation in critical_orbit(middle):
        tangent = slope(position)*tangent + drift(position)
        position = point + tangent*spread
        yield position, deviation + (tangent - shift)*spread, tangent - shift


def span(position, deviation):
    """(lowest, highest) letter that a point can have, given enclosures of the point and of its deviation from c."""
    if deviation < 0:
        return L, L
    if deviation == 0:
        return C, C
    lowest = M if deviation > 0 else L
    if position < 1:
        return lowest, M
    if position > 1:
        return U, U
    return (Q, Q) if position == 1 else (lowest, U)


@dataclass(frozen=True)
class Itinerary:
    """Certified letters of K(F_mu): `word` holds for every parameter asked for; `why` says why it ends where it ends.

    `period` is set where c itself was hit: K is then known for ever.
    """
    word: str
    why: str
    bits: int
    period: int | None = None


def itinerary(mu, letters, bits=None):
    """The first letters of the kneading sequence K(F_mu).

    mu: an exact number in (0, 2], or a ball of parameters (the word then holds for each of them).
    letters: how many are wanted.  bits: the working precision; by default it is doubled from 128 + 2 `letters` until
    the word is complete or 128 + 16 `letters` is reached.
    Returns an `Itinerary`, shorter than asked where a letter is undecided.  Guarantee: certified.
    """
    mu = parameter(mu)
    counted(letters, "letters")
    attempts = [bits] if bits else [128 + scale*letters for scale in (2, 4, 8, 16)]
    for bits in attempts:
        result = at(bits, _itinerary, mu, letters, bits)
        if len(result.word) == letters:
            break
    return result


def _itinerary(mu, letters, bits):
    orbit = critical_orbit_over(mu) if isinstance(mu, arb) else critical_orbit(ball(mu))
    word = []
    while len(word) < letters:
        position, deviation = next(orbit)[:2]
        lowest, highest = span(position, deviation)
        if lowest != highest:
            return Itinerary("".join(word), f"letter {len(word) + 1} is undecided at {bits} bits", bits)
        word.append(LETTERS[lowest])
        if lowest == C:
            cycle = "".join(word)
            return Itinerary((cycle*letters)[:letters], "c is periodic", bits, len(cycle))
        if lowest == Q:
            return Itinerary("".join(word) + "L"*(letters - len(word)), "c lands on 1, then on -mu", bits)
    return Itinerary("".join(word), "all letters asked for", bits)


def orientation(word):
    """+1 or -1: whether F^n preserves or reverses order on the points whose first n letters are `word`."""
    return -1 if word.count("M") % 2 else 1


def compare(first, second):
    """The signed order of two words: -1, 1 at their first difference; None if one begins with the other."""
    for j, (x, y) in enumerate(zip(first, second)):
        if x != y:
            return orientation(first[:j])*(1 if LETTERS.index(x) > LETTERS.index(y) else -1)
    return None


def doubled(word):
    """D: the kneading word of the map whose second iterate, restricted and flipped, has the kneading word `word`."""
    return "M" + "M".join(word.translate(str.maketrans("LMQ", "MLL")))


def doubling_word(length):
    """The first letters of MLMMMLML..., the kneading sequence at the accumulation of the period-doubling cascade."""
    word = "M"
    while len(word) < length:
        word = doubled(word)
    return word[:length]


@dataclass(frozen=True)
class Verdict:
    """Order of K(F_mu) and a word: `sign` 1 (K is greater), -1 (smaller) or None (undecided, see `why`).

    `letter` is where the decision fell, or where it got stuck.
    """
    sign: int | None
    letter: int
    bits: int
    why: str


def against(mu, word, bits=192):
    """Order of K(F_mu) and `word`, for every parameter in `mu` (an exact number in (0, 2] or a ball of them).

    A letter that is undecided between the expected one and others, all on one side of it, is noted: all those others
    would give the same verdict.  The comparison goes on, and succeeds if the last verdict agrees with every noted one.
    `word` has no C or Q before its last letter.  Against the period-doubling word, greater means positive entropy and
    smaller means zero entropy.  Returns a `Verdict`.  Guarantee: certified.
    """
    return at(bits, _against, parameter(mu), word, bits)


def _against(mu, word, bits):
    orbit = critical_orbit_over(mu) if isinstance(mu, arb) else critical_orbit(ball(mu))
    order, noted = 1, None
    for j, expected in enumerate(word.encode().translate(_INDICES), 1):
        position, deviation = next(orbit)[:2]
        lowest, highest = span(position, deviation)
        if lowest < expected < highest:
            return Verdict(None, j, bits, f"letter {j} may lie on either side of the expected one at {bits} bits")
        if lowest < expected or highest > expected:
            verdict = order if highest > expected else -order
            if noted not in (None, verdict):
                return Verdict(None, j, bits, f"letter {j} contradicts an earlier undecided letter")
            if highest < expected or lowest > expected:
                return Verdict(verdict, j, bits, f"first certain difference at letter {j}")
            noted = verdict
        if expected == M:
            order = -order
    return Verdict(None, len(word), bits, f"no certain difference within {len(word)} letters")


def attracting_window(mu, word, bits=192):
    """True if c is proved to be attracted, for every parameter in `mu`, to a cycle of period n = len(word) + 1.

    word: the first n - 1 letters of K, certified already.  On an interval J around c the map F^n contracts J into
    itself and F, ..., F^(n-1) carry J into the open laps `word`; so K is one of (w L)^oo, (w C)^oo, (w M)^oo.
    Returns True, or False where this J proves nothing.  Guarantee: certified.
    """
    mu = parameter(mu)
    return at(bits, _attracting_window, mu if isinstance(mu, arb) else ball(mu), word)


def _attracting_window(mu, word):
    orbit = critical_orbit_over(mu)
    for _ in range(len(word) + 1):
        _, displacement, _ = next(orbit)
    reach = 3*displacement.abs_upper() + arb(2)**-150
    deviation = reach*arb(0, 1)
    critical = critical_point(mu)
    step, slope, _ = polynomials(mu)
    box, multiplier = critical + deviation, arb(1)
    if not box < 1:
        return False
    for expected in (*word, None):
        multiplier *= slope(box)
        box = mean_value(step, slope, box)
        if expected and span(box, box - critical) != (LETTERS.index(expected),)*2:
            return False
    return bool(abs(displacement + multiplier*deviation) < reach)   # on both sides of c: so |multiplier| < 1 as well


def window_words(word, letters):
    """(smallest, greatest) of the sequences (w L)^oo, (w C)^oo, (w M)^oo in the signed order, to `letters` letters."""
    ends = ((word + "L")*letters)[:letters], ((word + "M")*letters)[:letters]
    return ends if orientation(word) == 1 else ends[::-1]


def counted(n, name, least=1):
    """`n` if it is an integer >= `least`; BadInput otherwise."""
    if isinstance(n, bool) or not isinstance(n, int) or n < least:
        raise BadInput(f"{name} = {n!r}: write an integer, {least} or more")
    return n
