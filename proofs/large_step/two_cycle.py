"""Section 3.2: loss of stability and the first two-cycle."""
from fractions import Fraction as Q

from numerics.algebra import derivative
from numerics.maps import balanced_map, balanced_ratio, imbalance_multiplier, two_cycle
from proofs.evidence import Argument, Computed, Identity, Nonnegative, proved
from proofs.surd import sqrt

from .balanced_line import critical_value, second_iterate, second_iterate_factor
from .certificates import SECOND_TWO_CYCLE
from .coordinates import balanced_iterate
from .paper import paper


# --- Section 3.2 ---------------------------------------------------------------------------------------------------

def multiplier_at_zero(mu):
    """F'(0) = 1 - 2 mu."""
    return derivative(balanced_map, 0*mu, mu), 1 - 2*mu


def weak_attraction_at_one(e):
    """At mu = 1: F^2(e) - e = e^3 (e + 1)(e - 2) k(e), with k(0) = 2: the error still shrinks, algebraically."""
    one = 0*e + 1
    return (balanced_iterate(e, one, 2) - e, second_iterate_factor(0*e, one)), (
        e**3*(e + 1)*(e - 2)*second_iterate_factor(e, one), 2*one)


@paper.claim("LST-S3.2a", "Section 3.2",
             r"F_\mu'(0)=1-2\mu:\ \text{attracting for}\ 0<\mu<1,\ \text{neutral at}\ 1,\ \text{repelling beyond}")
def zero_error_multiplier():
    """The zero-error point loses stability exactly at mu = 1, where it is neutral and still weakly attracting."""
    yield Identity(multiplier_at_zero, few_damages="the derivative of a cubic at 0")
    yield Identity(weak_attraction_at_one)
    yield from proved("Derivatives.balanced_derivative", "Derivatives.slope_at_zero")


# --- Proposition 3.6 -----------------------------------------------------------------------------------------------

def on_two_cycle(e, mu):
    return (two_cycle(e, mu),)


def two_cycle_swap(e, mu):
    """F(e) - (1 - mu - e) = (e - 1) p(e), and p is the same at both points."""
    return (balanced_map(e, mu) - (1 - mu - e), two_cycle(1 - mu - e, mu)), ((e - 1)*two_cycle(e, mu), two_cycle(e, mu))


def two_cycle_points(e, mu, r):
    """e = (1 - mu + r)/2 with r^2 = mu^2 + 2 mu - 3 solves p(e) = 0."""
    return two_cycle((1 - mu + r)/2, mu), 0*e


def root_of_discriminant(e, mu, r):
    return (r**2 - (mu**2 + 2*mu - 3),)


def discriminant_factors(mu):
    """mu^2 + 2 mu - 3 = (mu - 1)(mu + 3): real points iff mu >= 1 (mu > 0), distinct iff mu > 1."""
    return mu**2 + 2*mu - 3, (mu - 1)*(mu + 3)


@paper.claim("LST-P3.6a", "Proposition 3.6, (27), (28)",
             r"e_\pm=\tfrac12\bigl(1-\mu\pm\sqrt{\mu^2+2\mu-3}\bigr):\ F_\mu(e_\pm)=e_\mp", hypotheses=("mu >= 1",))
def first_two_cycle():
    """For mu >= 1 the two roots of p are real and F_mu exchanges them."""
    yield Identity(two_cycle_swap)
    yield Identity(two_cycle_points, modulo=root_of_discriminant)
    yield Identity(discriminant_factors, few_damages="a quadratic in one variable")
    yield from proved("FirstTwoCycle.points_are_roots", "FirstTwoCycle.real_points_exist",
                      "FirstTwoCycle.points_are_swapped", "FirstTwoCycle.points_are_distinct")


def two_cycle_multipliers(e, mu):
    """Along the cycle: F'(e) F'(f) = 7 - 4 mu - 2 mu^2 and (1 + e)(1 + f) = 3 - 2 mu."""
    f = 1 - mu - e
    return (derivative(balanced_map, e, mu)*derivative(balanced_map, f, mu),
            imbalance_multiplier(e)*imbalance_multiplier(f)), (7 - 4*mu - 2*mu**2, 3 - 2*mu)


@paper.claim("LST-P3.6b", "Proposition 3.6",
             r"(F_\mu^2)'(e_\pm)=7-4\mu-2\mu^2,\qquad(1+e_+)(1+e_-)=3-2\mu", uses=("LST-P3.6a",))
def multipliers_of_two_cycle():
    """The two-step multipliers of the first two-cycle, along the balanced line and across it."""
    yield Identity(two_cycle_multipliers, modulo=on_two_cycle)
    yield from proved("FirstTwoCycle.transverse_multiplier", "Derivatives.longitudinal_multiplier",
                      "Derivatives.jacobian_on_the_balanced_line")


def longitudinal_above(mu, s):
    """7 - 4 mu - 2 mu^2 > -1 if mu < s - 1, s = sqrt5 and mu > 1."""
    return 8 - 4*mu - 2*mu**2, {"s - 1 - mu": s - 1 - mu, "s + 1 + mu": s + 1 + mu}, [
        (2, ("s - 1 - mu", "s + 1 + mu"), 1)]


def longitudinal_below(mu, s):
    """7 - 4 mu - 2 mu^2 < 1 if mu > 1."""
    return 1 - (7 - 4*mu - 2*mu**2), {"mu - 1": mu - 1, "mu + 3": mu + 3}, [(2, ("mu - 1", "mu + 3"), 1)]


def root_five(mu, s):
    return (s**2 - 5,)


def transverse_bound(mu):
    """1 - (3 - 2 mu)^2 = 4 (mu - 1)(2 - mu) > 0 if 1 < mu < 2."""
    return 1 - (3 - 2*mu)**2, {"mu - 1": mu - 1, "2 - mu": 2 - mu}, [(4, ("mu - 1", "2 - mu"), 1)]


NEAR_FLIP = sqrt(5) - Q(10_001, 10_000)
LONGITUDINAL = (
    Nonnegative(longitudinal_above, at=dict(mu=Q(11, 10), s=sqrt(5)), tight=dict(mu=NEAR_FLIP, s=sqrt(5)),
                modulo=root_five, strict=True),
    Nonnegative(longitudinal_below, at=dict(mu=Q(11, 10), s=sqrt(5)), tight=dict(mu=Q(10_001, 10_000), s=sqrt(5)),
                modulo=root_five, strict=True))
TRANSVERSE = Nonnegative(transverse_bound, at=dict(mu=Q(3, 2)), tight=dict(mu=Q(10_001, 10_000)), strict=True)


def schwarzian(e, mu):
    """(C14): F'''/F' - (3/2)(F''/F')^2 = -1/(e - 1)^2 - 1/(e - c)^2 - (1/2)(1/(e - 1) + 1/(e - c))^2, c = (1 - 2 mu)/3."""
    first = derivative(balanced_map, e, mu)
    second = derivative(lambda x, m: derivative(balanced_map, x, m), e, mu)
    third = derivative(lambda y, m: derivative(lambda x, n: derivative(balanced_map, x, n), y, m), e, mu)
    p, q = 1/(e - 1), 1/(e - (1 - 2*mu)/3)
    return third/first - Q(3, 2)*(second/first)**2, -p**2 - q**2 - (p + q)**2/2


def critical_divisors(e, mu):
    return e - 1, 3*e + 2*mu - 1


@paper.claim("LST-P3.6c", "Proposition 3.6",
             r"\{e_\pm\}\ \text{is locally attracting, on the line and in the plane, iff}\ 1<\mu<\sqrt5-1",
             finding="ambiguous", hypotheses=("mu > 1",), uses=("LST-P3.6b",))
def window_of_two_cycle():
    """The two-cycle is said to be locally attracting exactly for 1 < mu < sqrt5 - 1."""


@window_of_two_cycle.reading("multipliers", r"|7-4\mu-2\mu^2|<1\ \text{and}\ |3-2\mu|<1\iff1<\mu<\sqrt5-1",
                             uses=("LST-P3.6b",))
def window_of_two_cycle():
    """Read of the multipliers, as Definition A.4 does: both lie strictly inside (-1, 1) exactly in the printed window."""
    yield from LONGITUDINAL
    yield TRANSVERSE
    yield from proved("FirstTwoCycle.longitudinal_window", "FirstTwoCycle.stability_window",
                      "FirstTwoCycle.flip_at_the_end")


@window_of_two_cycle.reading("convergence", r"\text{nearby orbits converge to the cycle iff}\ 1<\mu\le\sqrt5-1",
                             uses=("LST-P3.6b",))
def window_of_two_cycle():
    """Read of convergence, as Definition A.5 does: the right end belongs to the window, the cycle attracts there weakly."""
    yield from LONGITUDINAL
    yield TRANSVERSE
    yield Identity(schwarzian, excluding=critical_divisors)
    yield Argument("""
        At mu = sqrt5 - 1 the longitudinal multiplier is -1, and with H = F^4 at a point of the cycle H' = 1, H'' = 0
        and H''' = S(H) < 0, because the Schwarzian of F is negative and that of an iterate is a sum of negative terms
        times squares. So |H(x) - e| <= |x - e| - k |x - e|^3 near the cycle, k > 0. In the plane w shrinks by the
        factor |3 - 2 mu| < 1 every two steps, up to o(1), and enters the error as -w^2 e: distances y_n in the error
        obey y_{n+1} <= y_n - k y_n^3 + b_n with summable b_n, hence tend to 0 and stay small. Beyond sqrt5 - 1 the
        multiplier is below -1 and the cycle repels along the line.""", name="weak_attraction_at_the_flip")


@paper.claim("LST-P3.6d", "Proposition 3.6, interpretation",
             r"|3-2\mu|<1\ \text{for all}\ 1<\mu<2", hypotheses=("1 < mu < 2",), uses=("LST-P3.6b",))
def transverse_window():
    """Across the balanced line the first two-cycle stays stable up to mu = 2 (and is superstable at mu = 3/2)."""
    yield TRANSVERSE
    yield from proved("FirstTwoCycle.transverse_window")


def cycles_of_period_two(e, mu):
    """k(e): the roots are the points of period two beside e+ and e-."""
    return e**4 + (mu - 3)*e**3 + (3 - 3*mu)*e**2 + (2*mu - 2)*e + 2


def quartic_is_k(e, mu):
    """The quartic is k, and F^2(e) - e = (F(e) - e) p(e) k(e)."""
    return (cycles_of_period_two(e, mu), balanced_iterate(e, mu, 2) - e), (
        second_iterate_factor(e, mu), (balanced_map(e, mu) - e)*two_cycle(e, mu)*second_iterate_factor(e, mu))


def quartic_discriminant(mu):
    return 4*(mu**2 + 2*mu - 7)**2*(mu**2 + 2*mu + 2)


def quartic_meets_fixed_points(mu):
    """The resultant of k and F(e) - e has no real root: a point of period two is not fixed."""
    return 4*(mu**2 + 2*mu + 2)


def fixed_points_of_cubic(e, mu):
    return balanced_map(e, mu) - e


def quartic_is_positive(e, mu, s):
    """k > 0 for 0 < mu < 2s - 1, s = sqrt2: a sum of squares, and k(1) = 1."""
    return second_iterate_factor(e, mu), {"2s - 1 - mu": 2*s - 1 - mu, "2s + 1 + mu": 2*s + 1 + mu}, [
        (1, (), e**2 + (mu - 3)*e/2 - (1 + mu)/2),
        (Q(1, 4), ("2s - 1 - mu", "2s + 1 + mu"), e - 1)]


def root_two(e, mu, s):
    return (s**2 - 2,)


@paper.claim("LST-P3.6e", "Proposition 3.6, unstated",
             r"\text{two-cycles of}\ F_\mu:\ \text{one for}\ 1<\mu<2\sqrt2-1,\ \text{three for}\ 2\sqrt2-1<\mu\le2",
             finding="new")
def number_of_two_cycles():
    """The first two-cycle is the only one up to 2 sqrt2 - 1, where two more are born; one of them attracts for a while."""
    yield Identity(quartic_is_k)
    yield Nonnegative(quartic_is_positive, at=dict(e=2, mu=1, s=sqrt(2)),
                      tight=dict(e=Q(15_176, 10_000), mu=2*sqrt(2) - 1, s=sqrt(2)), modulo=root_two)
    yield Computed("discriminant", cycles_of_period_two, options=dict(of="e", value=quartic_discriminant))
    yield Computed("real_root_count", cycles_of_period_two, 4, title="four_more_points_at_two",
                   options=dict(of="e", at=dict(mu=Q(2)), between=(Q(-2), Q(2))))
    yield Computed("resultant", cycles_of_period_two,
                   options=dict(other=fixed_points_of_cubic, of="e", value=quartic_meets_fixed_points))
    yield Computed("resultant", cycles_of_period_two, title="no_common_root_with_the_first_two_cycle",
                   options=dict(other=two_cycle, of="e", value=lambda mu: 0*mu + 4))
    yield Argument("""
        A root of k is neither a fixed point nor a point of the first two-cycle, as the resultants have no real root in mu. For mu < 2 sqrt2 - 1, k has no real
        root: it vanishes only where both squares do, and k(1) = 1. The discriminant has no root in (2 sqrt2 - 1, 2],
        so the number of real roots is constant there, four as at mu = 2: two more cycles. They lie in [-mu, 2], as
        orbits outside escape.""",
                   name="counting")
    yield SECOND_TWO_CYCLE


# --- every orbit up to sqrt5 - 1 -----------------------------------------------------------------------------------

def critical_value_at_most(mu):
    """F(c) <= 7/16 for 1 <= mu <= 5/4."""
    return Q(7, 16) - balanced_map((1 - 2*mu)/3, mu), {"mu - 1": mu - 1, "5/4 - mu": Q(5, 4) - mu}, [
        (Q(109, 108), ("5/4 - mu",), 1), (Q(25, 27), ("5/4 - mu", "mu - 1"), 1),
        (Q(4, 27), ("5/4 - mu", "mu - 1", "mu - 1"), 1)]


def image_is_negative(mu):
    """F(7/16) < 0 for mu > 1."""
    return -balanced_map(0*mu + Q(7, 16), mu), {"mu - 1": mu - 1}, [(Q(2233, 4096), (), 1), (Q(175, 256), ("mu - 1",), 1)]


def image_lies_in_trap(mu):
    """F/e is negative at F(7/16) for mu > 1: F(7/16) lies to the right of the zero alpha of F."""
    linear, square = Q(358_425, 524_288), Q(14_175, 65_536)
    return -balanced_ratio(balanced_map(0*mu + Q(7, 16), mu), mu), {"mu - 1": mu - 1}, [
        (linear + square - Q(12_453_841, 16_777_216), (), 1), (linear + 2*square, ("mu - 1",), 1), (square, (), mu - 1)]


TRAP = """
    Let alpha < 0 be the zero of F/e in (-mu, 0): F/e is 1 at -mu and 1 - 2 mu < 0 at 0. F(c) > 0 puts alpha left of
    c, and F(e-)/e- = e+/e- < 0 puts it left of e-. On J = (alpha, 0), F takes the values (0, F(c)], F(c) <= 7/16 < 1
    (mu <= 5/4), and there F decreases to F(F(c)) >= F(7/16) > alpha. So G = F^2 maps J into itself, decreasing on
    [alpha, c] and increasing on [c, 0]. By the factors of F^2(e) - e (k > 0, as mu^2 + 2 mu < 7), G > id on (alpha,
    e-) and G < id on (e-, 0)."""

FOURTH_ITERATE = """
    H = G^2 < id on (e-, 0). If e- >= c, then e- < G(t) < t there. Let e- < c. Just right of e-, H < id: H'(e-) is the
    square of a multiplier in [-1, 1), and if that is -1, H'' = 0 and H''' < 0 by the negative Schwarzian. Let y be
    the first zero of H - id, so H'(y) >= 1, and x = G(y) < e-. If y <= c, G is a decreasing homeomorphism of [x, y]
    and H'(x) = H'(y) >= 1 >= H'(e-): H' has a positive minimum inside, where H'' = 0 <= H''', against the negative
    Schwarzian. If y > c, then alpha < G(c) < G(y) = x < c, so H(c) > G(x) = y > c, but H(c) < c. With H < id, the
    argument for mu <= 1 (one fixed point, the first two iterates of G move every point towards it) gives G^n -> e- on
    J."""

REMAINING_STARTS = """
    On (-mu, alpha) F(e) > e and F(e) < 0, so orbits reach [alpha, 0); F((0, 1)) lies in (-mu, 0); orbits in (1, 2)
    reach (-mu, 1], as F(e) < e there; F(1) = -mu, and F = 0 at alpha and 0."""


@paper.claim("LST-N.7", "new: the first two-cycle attracts",
             r"1<\mu\le\sqrt5-1:\ \text{every orbit in}\ (-\mu,2)\ \text{lands on}\ -\mu\ \text{or}\ 0,\ \text{or converges to}\ \{e_\pm\}",
             finding="new", hypotheses=("1 < mu <= sqrt5 - 1",), uses=("LST-P3.6a", "LST-P3.6b"))
def two_cycle_attracts():
    """Up to sqrt5 - 1 every balanced orbit in (-mu, 2) lands on -mu or on 0, or converges to the first two-cycle."""
    yield Identity(second_iterate)
    yield Identity(schwarzian, excluding=critical_divisors)
    yield Identity(critical_value)
    yield Nonnegative(critical_value_at_most, at=dict(mu=Q(6, 5)), tight=dict(mu=Q(5, 4)))
    yield Nonnegative(image_is_negative, at=dict(mu=Q(6, 5)), slack="only a sign is needed", strict=True)
    yield Nonnegative(image_lies_in_trap, at=dict(mu=Q(6, 5)), slack="only a sign is needed", strict=True)
    yield Argument(TRAP, name="trap")
    yield Argument(FOURTH_ITERATE, name="fourth_iterate")
    yield Argument(REMAINING_STARTS, name="remaining_starts")
