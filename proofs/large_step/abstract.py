"""The abstract."""
from fractions import Fraction as Q

from numerics.maps import balanced_map, growth, imbalance_map
from proofs.evidence import Argument, Citation, Identity, Refutation, proved

from .coordinates import ellipse_divisors, ellipse_update, GROWTH_POSITIVE, on_hyperbola, separatrix_at
from .paper import paper


def balanced_restriction(e, mu):
    """On w = 0 the imbalance stays 0 and the error moves by the cubic."""
    return imbalance_map(e, 0*e, mu), (balanced_map(e, mu), 0*e)


def error_changes(e, mu):
    """The balanced error moves."""
    return balanced_map(e, mu) != e


def is_nonzero_in_monotone_phase(e, mu):
    return e != 0 and mu > 0 and (mu + 2)**2 <= 8


@paper.claim("LST-A.1", "Abstract",
             r"w=0:\ \text{monotone}\to\text{catapult}\to\text{periodic and chaotic bounded "
             r"nonconvergence}\to\text{divergence}",
             finding="amended")
def scalar_transition():
    """On the balanced line the map runs through monotone and catapult convergence, cycles, chaos and divergence."""
    yield Identity(balanced_restriction)
    yield Refutation(error_changes, at=dict(e=2, mu=Q(1, 2)), given=is_nonzero_in_monotone_phase)


@scalar_transition.corrected(
    r"\text{the same for almost every}\ e_0\in(-\mu,2);\quad "
    r"e_0=2\ \text{is fixed and}\ e_0>2\ \text{diverges for every}\ \mu>0",
    hypotheses=("w = 0", "mu > 0"), uses=("LST-T3.7a", "LST-T3.7b", "LST-T3.7c", "LST-T3.7d", "LST-T3.7e"))
def scalar_transition():
    """The phases are those of Theorem 3.7, for almost every error of the invariant interval and not for every start."""
    yield Identity(balanced_restriction)
    yield Argument("""
        The phases are the statements of Theorem 3.7 one by one.  The exceptions are null sets of the line: finitely or
        countably many points up to mu = sqrt5 - 1, and a Cantor set beyond mu = 2.""", name="phase_by_phase")


@paper.claim("LST-A.2", "Abstract",
             r"0<\mu<2:\ \mathcal E_\mu\ \text{is invariant and separates two forward-invariant regions}",
             hypotheses=("0 < mu < 2",), uses=("LST-C4.2", "LST-T4.3a"))
def ellipse_separates():
    """The ellipse and the two sides of it are invariant, forwards and backwards."""
    yield Identity(ellipse_update, excluding=ellipse_divisors)
    yield GROWTH_POSITIVE
    yield Argument("""
        4 - R is multiplied by q > 0, so a point and its image have the same sign of 4 - R: each of the three sets is
        the whole preimage of itself.""", name="complete_invariance")
    yield from proved("Separatrix.ellipse_separates", instead_of="complete_invariance")
    yield from proved("Separatrix.sides_are_invariant")


def expands(e, mu):
    """The transverse multiplier of the ellipse at e exceeds 1."""
    return growth(e, mu) > 1


def on_the_ellipse(e, mu):
    return 0 < mu < 2 and abs(e) <= 2


@paper.claim("LST-A.3", "Abstract", r"\mathcal E_\mu\ \text{is transversely repelling}", finding="amended",
             hypotheses=("0 < mu < 2",))
def ellipse_is_repelling():
    """The ellipse repels in the direction across it."""
    yield Refutation(expands, at=dict(e=0, mu=1), given=on_the_ellipse)


def fixed_points_cross_ellipse(a, b, mu):
    """On ab = mu, D = w^2 - 2(2 - mu): the curve of fixed points meets the ellipse where w^2 = 2(2 - mu)."""
    return separatrix_at(a, b, mu), (a - b)**2 - 2*(2 - mu)


@ellipse_is_repelling.corrected(
    r"\Lambda_{\mathcal E}(\nu)>0\ \text{for every}\ C\text{-invariant}\ \nu\ne\delta_0,\quad "
    r"\Lambda_{\mathcal E}(\delta_0)=0;\quad "
    r"\omega(z)\cap\mathcal E_\mu=\emptyset\ \text{for}\ z\notin\mathcal E_\mu",
    hypotheses=("0 < mu < 2",), uses=("LST-T4.4a", "LST-N4"))
def ellipse_is_repelling():
    """It repels on average, for every invariant probability but the point mass at e = 0; not uniformly.

    The zero-error curve, all of whose points are fixed, crosses it at the four points with e = 0.  No orbit from
    off the ellipse has a limit point on it.
    """
    yield Identity(fixed_points_cross_ellipse, modulo=on_hyperbola)
    yield Argument("""
        Positive exponents are Theorem 4.4.  At e = 0 the multiplier is q(0) = 1, and fixed points accumulate on the
        ellipse along ab = mu, so no neighbourhood of the ellipse is left by all of its orbits.""", name="not_uniform")


def critical_value_is_one(t):
    """At mu = t - 1 with t^2 = 27/4 the critical point c = (1 - 2 mu)/3 goes to 1,
    and 1 goes to the fixed point -mu.
    """
    mu = t - 1
    one = 0*t + 1
    return (balanced_map((1 - 2*mu)/3, mu), balanced_map(one, mu), balanced_map(-mu, mu)), (one, -mu, -mu)


def three_root_three_halves(t):
    return (4*t**2 - 27,)


@paper.claim("LST-A.4", "Abstract and Contribution (ii)",
             r"\text{explicit learning-rate thresholds for monotone and catapult convergence, period two, chaos and "
             r"divergence}",
             finding="ambiguous")
def explicit_thresholds():
    """The paper announces an explicit threshold for each phase, chaos included."""


@explicit_thresholds.reading(
    "a number", r"\text{the paper gives}\ 2\sqrt2-2,\ 1,\ \sqrt5-1,\ 2;\ "
    r"\text{for chaos one may take}\ \mu\ge\tfrac{3\sqrt3}2-1")
def explicit_thresholds():
    """Read as a number for each phase: the paper has none for chaos; from 3 sqrt3/2 - 1 on there is a horseshoe."""
    yield Identity(critical_value_is_one, modulo=three_root_three_halves)
    yield Argument("""
        F(c) increases with mu for mu > 1/2, so F(c) >= 1 from 3 sqrt3/2 - 1 on.  As F(-mu) = F(1) = -mu,
        both [-mu, c] and [c, 1] then cover [-mu, 1]: two full branches, so points of all periods, entropy at least
        log 2, Li-Yorke chaos.""",
                   name="two_full_branches")


@explicit_thresholds.reading(
    "imported", r"\text{the chaotic window is that of Chen et al. (2024), through Theorem 3.7}",
                             uses=("LST-T3.7d",))
def explicit_thresholds():
    """Read as part of the phase diagram that the paper takes over: the chaotic window is imported, not computed."""
    yield Citation("""
        Chen, Balasubramanian, Ghosal, Agrawalla: From stability to chaos, TMLR 2024, as the paper cites it in Theorem
        3.7 and Appendix H.""")
