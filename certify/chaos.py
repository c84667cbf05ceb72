"""Chaos of the balanced map, proved: cycles of period three, horseshoes, Li-Yorke chaos.

Three sources of proof, none a simulation: exact elimination (how many real cycles of period 2 or 3 there are, as mu
varies), the order of the first points of the critical orbit (horseshoes), and the order of the kneading sequence and
the period-doubling word (some period is not a power of two, hence Li-Yorke chaos).
"""
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from flint import Ordering, arb, arb_poly, fmpq, fmpq_poly, fmpz_mpoly_ctx, fmpz_poly

from certify.balls import BadInput, at, ball, endpoints, exact, hull
from certify.cascade import Threshold, entropy_threshold
from certify.kneading import against, counted, critical_orbit, critical_orbit_over, doubling_word, parameter
from certify.subdivision import subdivide
from numerics.maps import balanced_map


# --- exact counts of cycles ---------------------------------------------------------------------------------------

@dataclass(frozen=True)
class CycleCounts:
    """How many real cycles of one period F_mu has: `counts[i]` for all mu between `changes[i - 1]` and `changes[i]`.

    `changes`: balls, ascending in (0, 2), where the count may change; the last count holds at mu = 2 too.
    `factors`: (coefficients ascending in a = 1 + mu, multiplicity) of the discriminant; `meets`: the same for the
    resultant with the fixed points.
    """
    period: int
    changes: tuple
    counts: tuple
    factors: tuple
    meets: tuple
    bits: int


def cycle_counts(period, bits=256):
    """Counts the real cycles of period 2 or 3 of F_mu for all mu in (0, 2], exactly.

    P = (F^p(e) - e)/(F(e) - e) is monic in e.  Its number of real zeros is constant between the real zeros of its
    discriminant, and they are points of period p away from the real zeros of its resultant with F(e) - e.  So one count
    at a rational mu inside each gap decides.  Real cycles lie in [-mu, 2], outside which orbits escape.
    Returns `CycleCounts`.  Raises BadInput for other periods.  Guarantee: exact.
    """
    if period not in (2, 3):
        raise BadInput(f"period = {period!r}: the elimination is done for period 2 or 3")
    e, a = fmpz_mpoly_ctx.get(("e", "a"), Ordering.lex).gens()
    fixed, cycle = _cycle_polynomial(e, a - 1, period)
    factors = _univariate(cycle.discriminant("e").factor())
    meets = _univariate(cycle.resultant(fixed, "e").factor())
    roots = at(bits, _real_roots, [f for f, _ in factors + meets], 1, 3)
    if any(fmpz_poly(list(f))(3) == 0 for f, _ in factors + meets):
        raise ArithmeticError("a count may change at mu = 2 itself")
    changes = tuple(at(bits, lambda: [root - 1 for root in roots]))
    bounds = [(Fraction(0), Fraction(0)), *(at(bits, endpoints, mu) for mu in changes), (Fraction(2), Fraction(2))]
    samples = [(left[1] + right[0])/2 for left, right in zip(bounds, bounds[1:])]
    return CycleCounts(period, changes, tuple(cycle_count(period, mu) for mu in samples), factors, meets, bits)


def cycle_count(period, mu):
    """The number of real cycles of period 2 or 3 of F_mu at one rational mu where none is double.  Guarantee: exact.

    Raises BadInput where the count by simple zeros does not apply (mu at a bifurcation).
    """
    mu = exact(mu, "mu")
    fixed, cycle = _cycle_polynomial(fmpq_poly([0, 1]), fmpq(mu.numerator, mu.denominator), period)
    if cycle.gcd(cycle.derivative()).degree() > 0 or cycle.gcd(fixed).degree() > 0:
        raise BadInput(f"mu = {mu} is a bifurcation value of period {period}: cycles are not simple there")
    return sum(root.imag == 0 for root, _ in cycle.numer().complex_roots())//period


def _cycle_polynomial(e, mu, period):
    """(F(e) - e, (F^period(e) - e)/(F(e) - e))."""
    fixed = balanced_map(e, mu) - e
    image = e
    for _ in range(period):
        image = balanced_map(image, mu)
    cycle, remainder = divmod(image - e, fixed)
    if remainder != 0:
        raise ArithmeticError("F(e) - e does not divide F^n(e) - e")
    return fixed, cycle


def _univariate(factorisation):
    """Factors of a polynomial in (e, a) that is free of e: ((coefficients ascending in a, multiplicity), ...)."""
    result = []
    for factor, multiplicity in factorisation[1]:
        coefficients = {powers[1]: int(value) for powers, value in factor.terms()}
        result.append((tuple(coefficients.get(i, 0) for i in range(max(coefficients) + 1)), multiplicity))
    return tuple(result)


def _real_roots(factors, low, high):
    """Disjoint balls, ascending, that contain all real zeros strictly inside (low, high) of these polynomials."""
    product = fmpz_poly([1])
    for factor in set(factors):
        product *= fmpz_poly(list(factor))
    real = [root.real for root, _ in product.complex_roots() if root.imag == 0]
    inside = [x for x in real if not (x <= low or x >= high)]
    return sorted(inside, key=endpoints)   # as Fractions: the balls are disjoint


# --- period three -------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class PeriodThree:
    """A 3-cycle exists exactly for mu in [onset, 2].

    `polynomial`: the minimal polynomial of 1 + onset, coefficients ascending, a factor of the discriminant; `counts`
    of 3-cycles in the gaps between `changes` (the first of which is the onset).
    """
    onset: arb
    polynomial: tuple
    changes: tuple
    counts: tuple
    bits: int
    why: str


def period_three(bits=256):
    """Where period three begins, hence Li-Yorke chaos by their theorem, and that it persists to mu = 2.

    The counts are exact (`cycle_counts`); at a value where the count changes, cycles of neighbouring mu have a limit,
    which is no fixed point because the resultant has no real zero.  Returns a `PeriodThree`.  Raises ArithmeticError if
    the elimination does not have this form.  Guarantee: exact; `onset` certified.
    """
    counts = cycle_counts(3, bits)
    onset = counts.changes[0]
    meetings = at(bits, _real_roots, [factor for factor, _ in counts.meets], 1, 3)
    vanishing = [f for f, _ in counts.factors if at(bits, lambda: arb_poly(list(f))(onset + 1)).contains(0)]
    if meetings or counts.counts[0] != 0 or 0 in counts.counts[1:] or len(vanishing) != 1:
        raise ArithmeticError("the discriminant of the 3-cycles does not have the expected form")
    why = "numbers of 3-cycles between the real zeros of the discriminant: " + ", ".join(map(str, counts.counts))
    return PeriodThree(onset, vanishing[0], counts.changes, counts.counts, bits, why)


@dataclass(frozen=True)
class ThreeCycleCover:
    """A 3-cycle exists for every mu in [lower, 2]; `boxes` parameter balls prove it, `tried` were tried."""
    lower: Fraction
    boxes: int
    tried: int
    budget: int
    complete: bool
    why: str


def three_cycle_cover(lower="1.4504409644879", budget=10000, bits=128):
    """A 3-cycle for every mu in [lower, 2], by parameter balls: a check of `period_three` that shares nothing with it.

    On each ball one of: F^3(e) - e changes sign between -0.66 and -0.59185788852427, where no fixed point lies; or
    F^2(c) < c < F(c) and F^3(c) < c; or F(c) >= 1.  Works from the right: when the budget, the width of a ball or a
    KeyboardInterrupt stops it, `lower` is how far it came.  Guarantee: certified.
    """
    lower = parameter(exact(lower, "lower"))
    counted(budget, "budget")

    def settles(start, end):
        return "cycle" if _full_branches(start) or at(bits, _has_three_cycle, start, end) else ""

    found = subdivide(lower, Fraction(2), settles, from_right=True, budget=budget, narrowest=Fraction(1, 2**(bits//2)))
    return ThreeCycleCover(found.reached, found.leaves, found.tried, budget, found.complete, found.why)


def _has_three_cycle(start, end):
    mu = hull(start, end)
    (_, first, _), (_, second, _), (_, third, _) = islice(critical_orbit_over(mu), 3)
    if first > 0 and second < 0 and third < 0:
        return True
    left, right = ball("-0.66"), ball("-0.59185788852427")
    return mu > 1 and _third_displacement(left, mu) > 0 and _third_displacement(right, mu) < 0


def _third_displacement(e, mu):
    return balanced_map(balanced_map(balanced_map(e, mu), mu), mu) - e


# --- horseshoes ---------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Horseshoe:
    """Two intervals that meet in one point at most, each mapped by F^iterate over both: h >= log(2)/iterate.

    `period`: a cycle of this period exists: F^iterate has a 3-cycle, so F has one of period 3 * 2^i with 2^i dividing
    `iterate`, and by Sharkovskii's theorem one of period 3 * iterate.  `iterate` is None where nothing was proved.
    """
    mu: Fraction
    iterate: int | None
    period: int | None
    bits: int
    why: str


def horseshoe(mu, doublings=12, bits=256):
    """The horseshoe of the lowest iterate that the critical orbit proves at mu.

    mu >= 3 sqrt(3)/2 - 1 (decided exactly): F maps [-mu, c] and [c, 1] over both.  Otherwise, with G = F^(2^k) for the
    smallest k <= `doublings` that works: up to a mirror, G^2(c) < c < G(c), and either G^3(c) < c or
    c < G^3(c) < G^4(c), G^3(c) < G(c).  Then G has a fixed point z between G^3(c), c and G(c), a preimage z' of z
    between G^2(c) and c, and G^2 maps [z', c] and [c, z] over both.  Returns a `Horseshoe`.  Guarantee: certified.
    """
    mu = parameter(exact(mu, "mu"))
    counted(doublings, "doublings")
    if _full_branches(mu):
        return Horseshoe(mu, 1, 3, bits, "F(c) >= 1: [-mu, c] and [c, 1] cover each other")
    orbit = at(bits, lambda: [deviation for _, deviation in islice(critical_orbit(ball(mu)), 4*2**doublings)])
    for k in range(doublings + 1):
        if _renormalised_horseshoe(*(orbit[i*2**k - 1] for i in (1, 2, 3, 4))):
            why = f"order of the points F^(i 2^{k})(c), i = 0..4"
            return Horseshoe(mu, 2**(k + 1), 3*2**(k + 1), bits, why)
    return Horseshoe(mu, None, None, bits, f"no horseshoe of F^(2^k) is proved for k <= {doublings + 1}")


def _full_branches(mu):
    """F(c) >= 1, because F(c) - 1 = (1 + mu)(4 mu^2 + 8 mu - 23)/27."""
    return 4*mu**2 + 8*mu >= 23


def _renormalised_horseshoe(first, second, third, fourth):
    """The conditions of `horseshoe` on G^i(c) - c, i = 1..4, in either orientation."""
    if first < 0:
        first, second, third, fourth = -first, -second, -third, -fourth
    if not (first > 0 and second < 0):
        return False
    return third < 0 or (third > 0 and third < first and fourth > third)


# --- Li-Yorke chaos -----------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class LiYorke:
    """`chaos`: True where Li-Yorke chaos is proved, else None, and `why`.

    `period`: a period that is not a power of two and is proved to occur, where one is known by name.
    """
    mu: Fraction
    chaos: bool | None
    period: int | None
    why: str


def li_yorke(mu, letters=2**16):
    """Whether F_mu is proved Li-Yorke chaotic: an uncountable scrambled set exists.

    In this order: a 3-cycle by exact count (Li and Yorke); a horseshoe, which gives period 3 * 2^i; the kneading
    sequence beyond the period-doubling word, hence positive entropy and a period that is not a power of two
    (Misiurewicz).  Where entropy is proved zero or the letters do not decide, nothing is claimed: maps of zero entropy
    may be Li-Yorke chaotic.  Returns a `LiYorke`.  Guarantee: exact or certified, with the cited theorems.
    """
    mu = parameter(exact(mu, "mu"))
    counted(letters, "letters")
    if cycle_count(3, mu):
        return LiYorke(mu, True, 3, "a cycle of period 3 exists, by exact count")
    found = horseshoe(mu)
    if found.iterate:
        return LiYorke(mu, True, found.period, f"a horseshoe of F^{found.iterate}: {found.why}")
    verdict = against(mu, doubling_word(letters))
    if verdict.sign == 1:
        return LiYorke(mu, True, None, f"the kneading sequence exceeds the period-doubling word: {verdict.why}")
    if verdict.sign == -1:
        return LiYorke(mu, None, None, "entropy is zero, every period is a power of two: nothing is claimed")
    return LiYorke(mu, None, None, f"undecided: {verdict.why}")


@dataclass(frozen=True)
class ChaosOnset:
    """Every mu in [mu, 2] has a cycle whose period is not a power of two, and Li-Yorke chaos.

    `period`: one such period at `mu` itself, if a horseshoe names it.  `threshold`: the bracket behind it.
    """
    mu: Fraction
    period: int | None
    threshold: Threshold


def chaos_onset(width="1e-9"):
    """The lowest mu from which a period that is not a power of two is proved for every mu up to 2.

    It exceeds the true threshold by less than `width` (see `cascade.entropy_threshold`; positive entropy gives the
    period by Misiurewicz's theorem).  Returns a `ChaosOnset`.  Guarantee: certified, with the cited theorem.
    """
    threshold = entropy_threshold(width)
    return ChaosOnset(threshold.upper, horseshoe(threshold.upper, doublings=16).period, threshold)
