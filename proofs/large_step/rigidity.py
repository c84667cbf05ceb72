"""Section 4.2: one-step landing sets, and why nothing off the balanced line recurs inside the ellipse."""
from fractions import Fraction as Q

from numerics.maps import error, error_ratio, growth, imbalance_map, normal_form, product_map, squares_map
from proofs.evidence import Argument, Identity, Nonnegative, proved

from .coordinates import (GROWTH_POSITIVE, ellipse_at, ellipse_divisors, ellipse_update)
from .paper import paper
from .separatrix import ellipse_is_separatrix
from .transverse import COBOUNDARY


# --- Proposition 4.6 -----------------------------------------------------------------------------------------------

def modes_after_a_step(a, b, mu):
    """w+ = (1 + e) w and s+ = (1 - e) s."""
    a1, b1 = product_map(a, b, mu)
    e = error(a, b, mu)
    return (a1 - b1, a1 + b1), ((1 + e)*(a - b), (1 - e)*(a + b))


def error_after_a_step(e, D, mu):
    """e+ = e (e^2 - 3 - D)."""
    return normal_form(e, D, mu)[0], e*(e**2 - 3 - D)


@paper.claim("LST-P4.6a", "Proposition 4.6 (a)", r"w^+=0\iff w=0\ \text{or}\ e=-1")
def landing_on_balanced_line():
    """A point lands on the balanced line in one step exactly if it is there or has error -1."""
    yield Identity(modes_after_a_step)
    yield from proved("Separatrix.lands_on_balanced_line")


@paper.claim("LST-P4.6b", "Proposition 4.6 (b)", r"s^+=0\iff s=0\ \text{or}\ e=1")
def landing_on_antibalanced_line():
    """A point lands on a + b = 0 in one step exactly if it is there or has error 1."""
    yield Identity(modes_after_a_step)
    yield from proved("Separatrix.lands_on_antibalanced_line")


@paper.claim("LST-P4.6c", "Proposition 4.6 (c)", r"e^+=0\iff e=0\ \text{or}\ D=e^2-3", uses=("LST-T4.1",))
def landing_on_zero_error():
    """A point lands on the zero-error curve in one step exactly if it is there or D = e^2 - 3."""
    yield Identity(error_after_a_step, few_damages="one factorisation of a cubic")
    yield from proved("Separatrix.lands_on_zero_error")


# --- Theorem 4.7 ---------------------------------------------------------------------------------------------------

def climbing_factors(a, b, mu):
    """One step multiplies u, v and 4 - R by (1 - e)^2, (1 + e)^2 and q: what V = log|4 - R| - A log v - B log u is
    made of.
    """
    a1, b1 = product_map(a, b, mu)
    e = error(a, b, mu)
    u, v = squares_map((a + b)**2, (a - b)**2, mu)
    return ((a1 + b1)**2, (a1 - b1)**2, 4 - ellipse_at(a1, b1, mu)), (u, v, growth(e, mu)*(4 - ellipse_at(a, b, mu)))


CLIMBING = Identity(climbing_factors, excluding=ellipse_divisors)


@paper.claim("LST-T4.7a", "Theorem 4.7, (40)-(43)",
             r"\nu\ \Phi_\mu\text{-invariant},\ \nu(\mathcal I_\mu)=1\implies\nu(\{e=0\})=1",
             hypotheses=("0 < mu < 2", "nu is a probability"), uses=("LST-T4.4d",))
def rigidity():
    """Inside the ellipse and off the two axes every invariant probability lives on the zero-error curve."""
    yield CLIMBING
    yield Identity(ellipse_is_separatrix, excluding=ellipse_divisors)
    yield GROWTH_POSITIVE
    yield COBOUNDARY
    yield Argument("""
        V = log(4 - R) - A log v - B log u is finite on the set, and V(Phi) - V = log q - 2A log|1 + e| - 2B log|1 -
        e| >= 0 with equality iff e = 0 (it is infinite where e = 1 or -1, a set from which the orbit leaves u v > 0,
        so nu gives it no mass). By the coboundary lemma its integral is 0, so e = 0 almost everywhere. The printed
        integrability of the three logarithms is not used. The same proof covers the outside R > 4.""",
                   name="conclusion")
    yield from proved("Separatrix.ellipse_update")


@paper.claim("LST-T4.7b", "Theorem 4.7", r"\mathcal I_\mu\ \text{contains no periodic orbit of period}>1",
             hypotheses=("0 < mu < 2",), uses=("LST-T4.4d", "LST-E8"))
def no_cycles():
    """Off the two axes, inside the ellipse and outside it, every periodic point is a fixed point."""
    yield CLIMBING
    yield Argument("""
        Along a periodic orbit off the axes and off the ellipse the increments of V are nonnegative and sum to 0, so
        all vanish: e = 0 at each point, and such points are fixed.""", name="sum_over_the_orbit")
    yield from proved("Cycles.no_cycle_off_the_axes", "Cycles.no_cycle_in_the_interior",
                      instead_of="sum_over_the_orbit")


# --- Corollary 4.8 -------------------------------------------------------------------------------------------------

def normal_multiplier_is_below(w, mu):
    """-1 - (1 - 2 mu - w^2) > 0 if mu > 1."""
    return -1 - error_ratio(0*w, w, mu), {"mu - 1": mu - 1}, [(2, ("mu - 1",), 1), (1, (), w)]


def error_factor(e, w, mu):
    """e+ = e M(e, w)."""
    return imbalance_map(e, w, mu)[0], e*error_ratio(e, w, mu)


@paper.claim("LST-C4.8a", "Corollary 4.8", r"1<\mu<2:\ M(0,w)=1-2\mu-w^2<-1\ \text{on}\ \mathcal Z_\mu",
             hypotheses=("mu > 1",))
def zero_error_curve_repels():
    """Beyond mu = 1 the zero-error curve is normally repelling at every one of its points."""
    yield Identity(error_factor)
    yield Nonnegative(normal_multiplier_is_below, at=dict(w=1, mu=Q(3, 2)), tight=dict(w=0, mu=Q(10_001, 10_000)),
                      strict=True)
    yield from proved("Separatrix.normally_repelling")


def error_grows_near_curve(x, w, d, mu):
    """-1 - M > 0 for 0 <= x = |e| <= d, w real, mu < 2, if d^2 + (2 - mu) d < 2(mu - 1): x bounds both signs of e."""
    bound = 2*(mu - 1) - d**2 - (2 - mu)*d
    return -1 - (x**2 + (2 - mu)*x + 1 - 2*mu - w**2), {
        "2(mu - 1) - d^2 - (2 - mu) d": bound, "d - x": d - x, "d + x": d + x, "2 - mu": 2 - mu}, [
        (1, ("2(mu - 1) - d^2 - (2 - mu) d",), 1), (1, ("d - x", "d + x"), 1), (1, ("2 - mu", "d - x"), 1), (1, (), w)]


@paper.claim("LST-C4.8b", "Corollary 4.8, (44)",
             r"1<\mu<2:\ e_k\to0\implies e_N=0\ \text{for some}\ N", hypotheses=("1 < mu < 2",),
             uses=("LST-C4.8a",))
def finite_time_landing():
    """Beyond mu = 1 an orbit can converge to the zero-error curve only by landing on it in finite time."""
    yield Identity(error_factor)
    yield Nonnegative(error_grows_near_curve, at=dict(x=Q(1, 100), w=1, d=Q(1, 10), mu=Q(3, 2)),
                      tight=dict(x=Q(1, 1000), w=0, d=Q(1, 1000), mu=Q(10_007, 10_000)), strict=True)
    yield Argument("""
        (2 - mu)|e| bounds (mu - 2) e, so for 0 < |e| <= d the inequality gives M < -1 and |e+| > |e|: an orbit with
        e_k -> 0 and e_k != 0 contradicts itself.""", name="growth_near_the_curve")
    yield Argument("For mu = 1 the claim is false: almost every interior orbit converges without landing.",
                   name="not_at_one", corroborates=True)
    yield from proved("Separatrix.finite_time_landing", instead_of="growth_near_the_curve")


def origin_is_off_the_curve(mu):
    """The origin is fixed and has error -mu."""
    zero = 0*mu
    return (product_map(zero, zero, mu), error(zero, zero, mu)), ((zero, zero), -mu)


@paper.claim("LST-C4.8c", "Corollary 4.8", r"\bigcup_j\Phi_\mu^{-j}(\mathcal Z_\mu)\ \text{is Lebesgue-null}",
             hypotheses=("mu != 0",))
def landing_web_is_null():
    """The starts that ever land on the zero-error curve form a null set."""
    yield Identity(origin_is_off_the_curve, few_damages="an evaluation at the origin")
    yield Argument("""
        The error after j steps is a polynomial in (a, b), and at the origin it is -mu != 0. The zero set of a nonzero
        polynomial is null, and so is a countable union of such sets.""", name="zero_sets_of_polynomials")


@paper.claim("LST-C4.8d", "Corollary 4.8, interpretation",
             r"1<\mu<2:\ \text{nonconvergence is inherited from the balanced line}", hypotheses=("1 < mu < 2",),
             uses=("LST-N2",))
def nothing_is_hidden():
    """Inside the ellipse an orbit that does not land on the zero-error curve tends to the balanced line."""
    yield Argument("This is the basin theorem for 1 < mu < 2.  The paper states it without a proof; its Theorem 4.7 is about "
                   "invariant measures, not about orbits.", name="by_the_basin_theorem")


@paper.claim("LST-C4.8e", "Corollary 4.8, interpretation",
             r"\text{basin boundaries are determined by preimages of the three exceptional sets}", finding="ambiguous",
             hypotheses=("1 < mu < 2",))
def basin_boundaries():
    """Basin boundaries are said to be determined by preimages of the three exceptional sets of Proposition 4.6."""


@basin_boundaries.reading("exceptional starts", r"\text{an interior start with}\ w_k\not\to0\ \text{lands on}\ e=0",
                          uses=("LST-N2", "LST-C4.8c"))
def basin_boundaries():
    """Read of exceptional starts inside: true, those that do not tend to the balanced line lie in preimages of e = 0.
    """
    yield Argument("The basin theorem for 1 < mu < 2; the set is null by Corollary 4.8.", name="by_the_basin_theorem")


@basin_boundaries.reading("boundary", r"\mathcal E_\mu\ \text{is part of the boundary, and most of it lies in no such preimage}",
                          uses=("LST-T4.3a", "LST-N3"))
def basin_boundaries():
    """Read of the boundary between bounded and divergent training: it contains the ellipse, which those preimages do not.

    Its other part, outside the ellipse, consists of limits of starts that land on e = 0, and does lie in their closure.
    """
    yield Identity(ellipse_update, excluding=ellipse_divisors)
    yield Argument("""
        Starts with R < 4 stay bounded and almost all with R > 4 diverge, so each point of the ellipse is a boundary point.
        A point of the ellipse with e = 2 cos t, t/pi irrational, never has e = 0, 1, -1 or w = 0, s = 0, so it lies in no
        preimage of the three sets.  Outside, bounded orbits are those that land on e = 0.""", name="both_parts_of_the_boundary")


@paper.claim("LST-C4.8f", "after Corollary 4.8",
             r"1<\mu<2:\ \text{off-balanced invariant measures inside live on}\ \mathcal Z_\mu", hypotheses=("1 < mu < 2",),
             uses=("LST-T4.7a", "LST-P3.3c"))
def off_balanced_measures():
    """Inside the ellipse an invariant probability without mass on w = 0 lives on the zero-error curve (or at the
    origin).
    """
    yield Identity(modes_after_a_step)
    yield Argument("""
        On u v > 0 this is Theorem 4.7. On s = 0 with R < 4 and w != 0 the error lies in (-2, -mu), where |1 + e| < 1:
        the imbalance shrinks at every step, so a recurrent point there is the origin, which is on w = 0.""",
                   name="both_parts")
