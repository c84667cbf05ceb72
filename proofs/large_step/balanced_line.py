"""Section 3, second part: the cubic on the balanced line, its invariant interval, and the monotone threshold."""
from fractions import Fraction as Q

from numerics.algebra import derivative
from numerics.maps import balanced_factor_map, balanced_map, balanced_ratio, growth, two_cycle
from proofs.evidence import Argument, Identity, Nonnegative, Refutation, proved
from proofs.surd import sqrt

from .certificates import INVARIANT_INTERVAL, THRESHOLDS
from .coordinates import balanced_iterate
from .paper import paper


# --- the cubic -----------------------------------------------------------------------------------------------------

def quadratic_regression_cubic(z, a):
    """The cubic of Chen et al. (2024): z (z^2 + (a - 2) z + 1 - 2a)."""
    return z*(z**2 + (a - 2)*z + 1 - 2*a)


def cubic_forms(e, mu):
    """F_mu = e ((e + mu)(e - 2) + 1) is the cubic of Chen et al. with a = mu."""
    return (balanced_map(e, mu), balanced_map(e, mu)), (e*balanced_ratio(e, mu), quadratic_regression_cubic(e, mu))


def critical_points(e, mu):
    """F' = (e - 1)(3e + 2 mu - 1)."""
    return derivative(balanced_map, e, mu), (e - 1)*(3*e + 2*mu - 1)


def logistic_cubic(x, mu):
    """x = (e + mu)/(1 + mu) turns F_mu into lambda x (1 - x)^2 with lambda = (1 + mu)^2."""
    e = (1 + mu)*x - mu
    return balanced_map(e, mu) + mu, (1 + mu)*((1 + mu)**2*x*(1 - x)**2)


def double_cover(r, mu):
    """e = r^2 - mu sends the odd cubic r (1 + mu - r^2) to F_mu."""
    return balanced_factor_map(r, mu)**2 - mu, balanced_map(r**2 - mu, mu)


@paper.claim("LST-E14", "(14)", r"F_\mu(e)=e\bigl((e+\mu)(e-2)+1\bigr)=f_a(z),\ a=\mu,\ z=e")
def balanced_cubic():
    """The balanced error moves by one cubic, which is that of quadratic regression with a = mu and the quotient of an
    odd one.
    """
    yield Identity(cubic_forms)
    yield Identity(critical_points)
    yield Identity(logistic_cubic)
    yield Identity(double_cover)


def endpoint_factorizations(e, mu):
    """(25): F + mu = (e - 1)^2 (e + mu); (26): 2 - F = (2 - e) q_mu(e)."""
    return (balanced_map(e, mu) + mu, 2 - balanced_map(e, mu)), ((e - 1)**2*(e + mu), (2 - e)*growth(e, mu))


@paper.claim("LST-LC.1", "Lemma C.1, (25), (26)", r"F_\mu+\mu=(e-1)^2(e+\mu),\qquad 2-F_\mu=(2-e)\,q_\mu(e)")
def endpoint_lemma():
    """The distances of F_mu(e) from the two ends of the interval factor."""
    yield Identity(endpoint_factorizations)


# --- Proposition 3.4 -----------------------------------------------------------------------------------------------

def stays_above(e, mu):
    """F_mu(e) >= -mu if e >= -mu."""
    return balanced_map(e, mu) + mu, {"e + mu": e + mu}, [(1, ("e + mu",), e - 1)]


def stays_below(e, mu):
    """F_mu(e) <= 2 if e <= 2 and -2 <= mu <= 2."""
    return 2 - balanced_map(e, mu), {"2 - e": 2 - e, "2 - mu": 2 - mu, "2 + mu": 2 + mu}, [
        (Q(1, 4), ("2 - e", "2 - mu", "2 + mu"), 1), (1, ("2 - e",), e + mu/2)]


def endpoints_are_fixed(mu):
    """F_mu fixes -mu, 0 and 2."""
    return (balanced_map(-mu, mu), balanced_map(0*mu, mu), balanced_map(0*mu + 2, mu)), (-mu, 0*mu, 0*mu + 2)


def leaves_beyond_two(mu):
    """F_mu(-mu/2) - 2 = (mu - 2)(mu + 2)(mu + 4)/8: beyond mu = 2 the interval is left."""
    return balanced_map(-mu/2, mu) - 2, (mu - 2)*(mu + 2)*(mu + 4)/8


@paper.claim("LST-P3.4", "Proposition 3.4", r"0<\mu\le2:\ F_\mu([-\mu,2])\subseteq[-\mu,2],\ \text{ends fixed}",
             hypotheses=("0 < mu <= 2",))
def invariant_interval():
    """The interval [-mu, 2] is mapped into itself (onto, as its ends are fixed); for mu > 2 it is not."""
    yield Nonnegative(stays_above, at=dict(e=2, mu=1), tight=dict(e=1, mu=1))
    yield Nonnegative(stays_below, at=dict(e=1, mu=1), tight=dict(e=-1, mu=2))
    yield Identity(endpoints_are_fixed)
    yield Identity(leaves_beyond_two)
    yield INVARIANT_INTERVAL
    yield from proved("MonotoneThreshold.interval_invariant", "MonotoneThreshold.interval_not_invariant_beyond_two",
                      "MonotoneThreshold.interval_onto")


# --- Theorem 3.5 ---------------------------------------------------------------------------------------------------

def ratio_bounds(e, mu):
    """Q - 1 = (e - 2)(e + mu); Q + 1 is a square plus its minimum 1 - mu - mu^2/4, at e = 1 - mu/2."""
    return (balanced_ratio(e, mu) - 1, balanced_ratio(e, mu) + 1), (
        (e - 2)*(e + mu), (e - (1 - mu/2))**2 + 1 - mu - mu**2/4)


def error_does_not_grow(e, mu, s):
    """F^2 <= e^2 for -mu <= e <= 2 if mu <= 2s - 2, s = sqrt2."""
    return e**2 - balanced_map(e, mu)**2, {
        "2 - e": 2 - e, "e + mu": e + mu, "2s - 2 - mu": 2*s - 2 - mu, "2s + 2 + mu": 2*s + 2 + mu}, [
        (1, ("2 - e", "e + mu"), e*(e - 1 + mu/2)),
        (Q(1, 4), ("2 - e", "e + mu", "2s - 2 - mu", "2s + 2 + mu"), e)]


def root_two(e, mu, s):
    return (s**2 - 2,)


@paper.claim("LST-T3.5a", "Theorem 3.5", r"0<\mu\le2\sqrt2-2:\ |F_\mu(e)|\le|e|\ \text{on}\ [-\mu,2]",
             hypotheses=("0 < mu <= 2 sqrt2 - 2", "-mu <= e <= 2"))
def monotone_error():
    """Up to the threshold 2 sqrt2 - 2 no balanced step makes the error larger."""
    yield Identity(ratio_bounds)
    yield Nonnegative(error_does_not_grow, at=dict(e=1, mu=Q(1, 2), s=sqrt(2)),
                      tight=dict(e=2 - sqrt(2), mu=2*sqrt(2) - 2, s=sqrt(2)), modulo=root_two)
    yield from proved("MonotoneThreshold.monotone_threshold")


def ratio_exceeds_one(mu, s):
    """Q^2 > 1 at e = 1 - mu/2 if mu > 2s - 2, s = sqrt2."""
    return balanced_ratio(1 - mu/2, mu)**2 - 1, {
        "2 + mu": 2 + mu, "mu + 2 - 2s": mu + 2 - 2*s, "mu + 2 + 2s": mu + 2 + 2*s}, [
        (Q(1, 16), ("2 + mu", "2 + mu", "mu + 2 - 2s", "mu + 2 + 2s"), 1)]


def root_two_of_threshold(mu, s):
    return (s**2 - 2,)


def no_growth_at_two(e):
    """|F_2(e)| <= |e|."""
    return abs(balanced_map(e, 2)) <= abs(e)


@paper.claim("LST-T3.5b", "Theorem 3.5", r"\mu>2\sqrt2-2:\ |F_\mu(e)|>|e|\ \text{for some}\ e\in[-\mu,2]",
             hypotheses=("mu > 2 sqrt2 - 2",))
def catapult_is_possible():
    """Beyond the threshold the error grows in one step from e = 1 - mu/2, and at mu = 2 from e = 1/2."""
    yield Nonnegative(ratio_exceeds_one, at=dict(mu=1, s=sqrt(2)), tight=dict(mu=2*sqrt(2) - Q(19_999, 10_000), s=sqrt(2)),
                      modulo=root_two_of_threshold, strict=True)
    yield Refutation(no_growth_at_two, at=dict(e=Q(1, 2)))
    yield THRESHOLDS
    yield from proved("MonotoneThreshold.monotone_threshold")


@paper.claim("LST-T3.5c", "Theorem 3.5, Section 5", r"\text{uniform one-step error contraction for}\ \mu\le2\sqrt2-2",
             finding="ambiguous", hypotheses=("0 < mu <= 2 sqrt2 - 2",))
def uniform_contraction():
    """Below the threshold the error is said to contract uniformly in one step."""


@uniform_contraction.reading("non-expansion", r"|F_\mu(e)|\le|e|", uses=("LST-T3.5a",))
def uniform_contraction():
    """Read as non-expansion: true, and it is what the theorem states."""
    yield Identity(ratio_bounds)


def contracts_by_one_factor(e, mu):
    """|F_mu(e)| < |e|, which a factor below 1 would imply."""
    return abs(balanced_map(e, mu)) < abs(e)


def inside_interval(e, mu):
    return -mu <= e <= 2 and e != 0


@uniform_contraction.reading("factor", r"|F_\mu(e)|\le\rho|e|\ \text{with one}\ \rho<1")
def uniform_contraction():
    """Read as contraction by one factor below 1: false, equality holds at both ends of the interval."""
    yield Refutation(contracts_by_one_factor, at=dict(e=2, mu=Q(1, 2)), given=inside_interval)


# --- convergence up to mu = 1 --------------------------------------------------------------------------------------

def second_iterate_factor(e, mu):
    """k of the basin theorem: a square plus a multiple of (e - 1)^2."""
    return (e**2 + (mu - 3)*e/2 - (1 + mu)/2)**2 + (7 - 2*mu - mu**2)*(e - 1)**2/4


def second_iterate(e, mu):
    """(C7): F^2(e) - e = e (e + mu)(e - 2) p_mu(e) k(e)."""
    return balanced_iterate(e, mu, 2) - e, e*(e + mu)*(e - 2)*two_cycle(e, mu)*second_iterate_factor(e, mu)


def first_displacement(e, mu):
    """F(e) - e = e (e + mu)(e - 2)."""
    return balanced_map(e, mu) - e, e*(e + mu)*(e - 2)


def two_cycle_as_square(e, mu):
    """p_mu = (e - (1 - mu)/2)^2 + (1 - mu)(3 + mu)/4."""
    return two_cycle(e, mu), (e - (1 - mu)/2)**2 + (1 - mu)*(3 + mu)/4


def critical_value(mu):
    """1 - F(c) = (1 + mu)(27 - 4(1 + mu)^2)/27 at the critical point c = (1 - 2 mu)/3."""
    return 1 - balanced_map((1 - 2*mu)/3, mu), (1 + mu)*(27 - 4*(1 + mu)**2)/27


def end_multipliers(mu):
    """F'(-mu) = (1 + mu)^2, F'(2) = 5 + 2 mu, F'(0) = 1 - 2 mu."""
    return tuple(derivative(balanced_map, x, mu) for x in (-mu, 0*mu + 2, 0*mu)), (
        (1 + mu)**2, 5 + 2*mu, 1 - 2*mu)


CONVERGENCE = """
    By the critical value F < 1 on [-mu, 1], F increases from -mu to 2 on [1, 2], and F(e) < e on (1, 2): every orbit
    in (1, 2) enters (-mu, 1]. F = -mu only at -mu and 1, so the points that ever reach -mu are -mu and the backward
    orbit of 1, a sequence 1 = p_0 < p_1 < ... increasing to 2. F maps (-mu, 1) into itself. There F(e) - e has the
    sign of -e, and so has F^2(e) - e, because k > 0 (7 - 2 mu - mu^2 > 0, and k(1) = 1) and p_mu > 0 away from 0. A
    continuous map of an interval with one fixed point x, f(t) > t to its left, and f(t) < t, f^2(t) < t to its right,
    attracts every orbit to x: the nested images of [min f, t] shrink to an interval K with f(K) = K, and an end of K
    other than x would be the image under f or f^2 of a point that is moved away from that end. So every orbit except
    the exceptional points tends to 0."""


@paper.claim("LST-T3.5d", "Theorem 3.5, interpretation",
             r"2\sqrt2-2<\mu\le1:\ \text{the error may grow in one step but converges to zero}", finding="amended",
             uses=("LST-T3.5b",))
def catapult_converges():
    """In the catapult regime the error may grow once and still converges to zero."""
    yield Refutation(reaches_zero, at=dict(e=1, mu=Q(9, 10)), given=in_catapult_regime)


def reaches_zero(e, mu):
    """The orbit of e does not arrive at the fixed point -mu in its first two steps."""
    return balanced_iterate(e, mu, 2) != -mu


def in_catapult_regime(e, mu):
    return -mu < e < 2 and (mu + 2)**2 > 8 and mu <= 1


@catapult_converges.corrected(
    r"0<\mu\le1:\ F^n_\mu(e)\to0\ \text{for every}\ e\in(-\mu,2)\ \text{outside the backward orbit}\ \{p_j\}\ "
    r"\text{of}\ 1",
    hypotheses=("0 < mu <= 1",), uses=("LST-P3.4",))
def catapult_converges():
    """Every start in (-mu, 2) converges to zero error, except the countable backward orbit of e = 1, which lands on
    -mu.
    """
    yield Identity(first_displacement)
    yield Identity(second_iterate)
    yield Identity(two_cycle_as_square)
    yield Identity(critical_value)
    yield Identity(end_multipliers)
    yield Argument(CONVERGENCE, name="convergence_of_interval_map")
