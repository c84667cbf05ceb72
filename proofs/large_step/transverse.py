"""Section 4.1: transverse exponents of the ellipse and of the balanced line."""

from numerics.algebra import derivative
from numerics.maps import (amgm_weights, chebyshev, error, growth, imbalance_multiplier, product_map,
                           symmetric_multiplier)
from proofs.evidence import Argument, Identity, Refutation, proved

from .balanced_line import endpoint_factorizations
from .coordinates import GROWTH_POSITIVE, separatrix_update
from .certificates import CYCLES_ATTRACT_ACROSS, ELLIPSE_EXPONENT, SCALAR_INEQUALITY
from .paper import paper
from .two_cycle import TRANSVERSE, on_two_cycle, two_cycle_multipliers
from .separatrix import chebyshev_upper

COBOUNDARY = Argument("""
    Let T preserve a probability nu, let psi be finite almost everywhere, d = psi(T) - psi, and let the positive part
    of d be integrable. Then d is integrable and its integral is 0. Truncate: psi_N = max(-N, min(N, psi)), d_N =
    psi_N(T) - psi_N has integral 0, the sign of d, |d_N| <= |d|, and d_N -> d. So the negative part of d_N has the
    integral of the positive part, at most that of d+; by Fatou d- is integrable, and dominated convergence gives the
    claim. The same with the negative part.""", name="coboundary_lemma")


# --- the inequality ------------------------------------------------------------------------------------------------

def growth_as_mean(e, mu):
    """(33): A + B = 1 and A (1 + e)^2 + B (1 - e)^2 = q_mu(e)."""
    a, b = amgm_weights(mu)
    return (a + b, a*imbalance_multiplier(e)**2 + b*symmetric_multiplier(e)**2), (0*e + 1, growth(e, mu))


@paper.claim("LST-T4.4c", "(33)", r"A(1+e)^2+B(1-e)^2=q_\mu(e),\quad A=\tfrac{2+\mu}4,\ B=\tfrac{2-\mu}4")
def growth_is_a_mean():
    """The growth factor is the mean of (1 + e)^2 and (1 - e)^2 with weights that sum to 1."""
    yield Identity(growth_as_mean)


def gap_derivative(e, mu):
    """(C9): the derivative of log q - 2A log|1 + e| - 2B log|1 - e| is (4 - mu^2) e/(q (1 - e^2))."""
    a, b = amgm_weights(mu)
    up, down = imbalance_multiplier, symmetric_multiplier
    return (derivative(growth, e, mu)/growth(e, mu) - 2*a*derivative(up, e)/up(e) - 2*b*derivative(down, e)/down(e),
            (4 - mu**2)*e/(growth(e, mu)*(1 - e**2)))


def gap_divisors(e, mu):
    return growth(e, mu), 1 + e, 1 - e


@paper.claim("LST-T4.4d", "(34)",
             r"\log q_\mu(e)\ge2A\log|1+e|+2B\log|1-e|,\ \text{equality iff}\ e=0",
             hypotheses=("-2 < mu < 2",), uses=("LST-T4.4c",))
def weighted_mean_inequality():
    """The logarithm of the growth factor dominates the weighted logarithms of its two parts, strictly unless e = 0."""
    yield GROWTH_POSITIVE
    yield Identity(gap_derivative, excluding=gap_divisors)
    yield Argument("""
        Let g be the difference of the two sides. g(0) = 0, and g' has the sign of e (1 - e^2): on (-1, 1) g falls to
        0 and rises again. On (1, infinity) g decreases, and tends to 0, as q/((1 + e)^{2A} (e - 1)^{2B}) tends to 1;
        so g > 0 there, and likewise on (-infinity, -1). At e = 1 and -1 the right side is minus infinity.""",
                   name="sign_of_the_gap")
    yield from proved("Growth.growth_bound", "Growth.growth_bound_equality", "Growth.log_growth_bound",
                      "Growth.log_growth_bound_equality", instead_of="sign_of_the_gap")
    yield from proved("AmGm.am_gm_log", "AmGm.am_gm_log_equality", "AmGm.am_gm", "AmGm.am_gm_equality")


@paper.claim("LST-T4.4b", "Proof of Theorem 4.4, (35), (36)",
             r"\int\log|1+e|\,d\nu=\int\log|1-e|\,d\nu=0\ \text{for every}\ \nu\ \text{with integrable logarithms}",
             finding="gap", hypotheses=("nu is a C-invariant probability on [-2, 2]",))
def integrals_vanish():
    """Both logarithms are said to have integral zero for every invariant probability that meets the hypotheses."""
    yield Refutation(log_integral_at_atom_is_zero, at=dict(e=2), given=is_fixed_atom)


def log_integral_at_atom_is_zero(e):
    """For the point mass at e the integral of log|1 + e| vanishes."""
    return abs(imbalance_multiplier(e)) == 1


def is_fixed_atom(e):
    return chebyshev(e) == e and imbalance_multiplier(e) != 0 and symmetric_multiplier(e) != 0


@integrals_vanish.corrected(
    r"\nu(\{2,-2\})=0\implies\int\log|1+e|\,d\nu=\int\log|1-e|\,d\nu=0;\ \text{the masses at}\ \pm2\ \text{split off}",
    hypotheses=("nu is a C-invariant probability on [-2, 2], without any integrability",), uses=("LST-T4.1",))
def integrals_vanish():
    """True off the two atoms at 2 and -2, which are invariant by themselves; no integrability is needed."""
    yield Identity(chebyshev_upper)
    yield COBOUNDARY
    yield Argument("""
        C^{-1}(2) = {2, -1} and C^{-1}(-2) = {-2, 1}, so an invariant nu has no mass at -1 and 1, and nu minus its
        atoms at 2 and -2 is invariant. For what remains take psi = log(2 - e): psi(C) - psi = 2 log|1 + e| <= 2 log
        3, and the coboundary lemma gives the first integral; psi = log(2 + e) gives the second.""",
                   name="atoms_and_cocycles")


def growth_at_ends(mu):
    """q(2) - 1 = 4 + 2 mu and q(-2) - 1 = 4 - 2 mu, both positive for |mu| < 2."""
    two = 0*mu + 2
    return (growth(two, mu) - 1, growth(-two, mu) - 1), (2*(2 + mu), 2*(2 - mu))


@paper.claim("LST-T4.4e", "Theorem 4.4", r"q_\mu(2)=5+2\mu>1,\qquad q_\mu(-2)=5-2\mu>1", hypotheses=("-2 < mu < 2",))
def exponent_at_ends():
    """The point masses at the ends 2 and -2 have positive transverse exponents."""
    yield Identity(growth_at_ends)
    yield from proved("Cycles.ellipse_repels_at_the_ends")


@paper.claim("LST-T4.4a", "Theorem 4.4",
             r"\Lambda_{\mathcal E}(\nu)=\int\log q_\mu\,d\nu\ge0,\ \text{equality only for}\ \delta_0",
             hypotheses=("0 < mu < 2", "nu is a C-invariant probability on [-2, 2]"),
             uses=("LST-T4.4b", "LST-T4.4d", "LST-T4.4e"))
def ellipse_repels():
    """The transverse exponent of the ellipse is positive for every invariant probability but the point mass at e = 0.
    """
    yield Argument("""
        Write nu as a multiple of an invariant part without atoms at 2 and -2 plus those atoms. The atoms contribute
        log(5 + 2 mu), log(5 - 2 mu) > 0. On the rest log q >= 2A log|1 + e| + 2B log|1 - e|, whose integral is 0;
        equality needs e = 0 almost everywhere. The printed integrability hypotheses are not used.""",
                   name="conclusion")
    yield ELLIPSE_EXPONENT
    yield from proved("Cycles.ellipse_repels_on_cycles", "Cycles.ellipse_repels_at_the_ends")


# --- the balanced line ---------------------------------------------------------------------------------------------

def growth_exceeds_chord(e, mu):
    """q - [(1 - mu/2) + (mu/2)(1 + e)^2] = (1 - mu/2) e^2."""
    return growth(e, mu) - ((1 - mu/2) + mu/2*imbalance_multiplier(e)**2), (1 - mu/2)*e**2


@paper.claim("LST-LE.1", "Lemma E.1, (37), (38)", r"|1+e|^\mu\le e^2+\mu e+1,\ \text{equality iff}\ e=0",
             hypotheses=("0 < mu < 2 (printed: 1 < mu < 2)", "e real (printed: -mu <= e <= 2)"))
def scalar_inequality():
    """The growth factor dominates |1 + e|^mu.  It does so for every real e and every mu in (0, 2)."""
    yield Identity(growth_exceeds_chord)
    yield Argument("""
        For t = |1 + e| > 0 the function m -> t^m is convex, so t^mu lies below its chord between m = 0 and m = 2,
        which is (1 - mu/2) + (mu/2) t^2; for t = 0 it is 0. q exceeds the chord by (1 - mu/2) e^2, which vanishes at
        e = 0 only.""",
                   name="convexity_in_the_exponent")
    yield SCALAR_INEQUALITY
    yield from proved("Growth.scalar_inequality", "Growth.scalar_inequality_equality",
                      instead_of="convexity_in_the_exponent")
    yield from proved("Growth.log_scalar_inequality")


@paper.claim("LST-T4.5a", "Theorem 4.5, (39)",
             r"\Lambda_{\mathcal L}(\nu)=\int\log|1+e|\,d\nu\le0,\ \text{equality only for}\ \delta_0",
             hypotheses=("0 < mu < 2 (printed: 1 < mu < 2)", "nu is an F_mu-invariant probability on [-mu, 2]", "nu({2}) = 0"),
             uses=("LST-LE.1", "LST-LC.1", "LST-P3.4"))
def balanced_line_attracts():
    """Across the balanced line every invariant probability without mass at 2 has exponent at most 0, and 0 only at e =
    0.
    """
    yield Identity(endpoint_factorizations)
    yield GROWTH_POSITIVE
    yield COBOUNDARY
    yield Argument("""
        psi = log(2 - e) is finite almost everywhere and psi(F) - psi = log q is bounded on [-mu, 2]; by the
        coboundary lemma its integral is 0. Lemma E.1 gives mu log|1 + e| <= log q, so the exponent is at most 0 (it
        may be minus infinity), and equality needs e = 0 almost everywhere. Neither printed integrability hypothesis
        is used; without nu({2}) = 0 the point mass at 2 has exponent log 3.""", name="conclusion")
    yield CYCLES_ATTRACT_ACROSS
    yield from proved("Growth.log_scalar_inequality", "Cycles.balanced_line_attracts_on_cycles")


@paper.claim("LST-T4.5b", "after Theorem 4.5",
             r"\text{balanced invariant sets with negative exponents attract nearby imbalanced starts}", finding="amended",
             hypotheses=("1 < mu < 2",))
def balanced_sets_attract():
    """Balanced invariant sets with negative transverse exponent are said to attract nearby imbalanced starts."""


@balanced_sets_attract.corrected(
    r"\text{an attracting cycle}\ O\not\ni0\ \text{of}\ F_\mu\ \text{attracts an open set of the plane; no "
    r"invariant}\ S\ni0\ \text{does}",
    hypotheses=("1 < mu < 2",), uses=("LST-LE.1", "LST-P3.3c"))
def balanced_sets_attract():
    """True of attracting cycles away from e = 0; a balanced set that contains e = 0 is never attracting in the plane.
    """
    yield Identity(endpoint_factorizations)
    yield Argument("""
        Along a cycle in (-mu, 2) the product of q is 1, as 2 - F = (2 - e) q; by Lemma E.1 the product of |1 + e| is
        below 1 unless the cycle is e = 0. So a cycle that attracts on the line has both multipliers inside (-1, 1).
        If S contains e = 0, every neighbourhood of S contains points of ab = mu with w != 0, which are fixed.
        One-band chaotic attractors contain e = 0.""", name="cycles_and_fixed_points")


@paper.claim("LST-T4.5c", "after Theorem 4.5",
             r"\text{no global collapse to}\ w=0:\ \mathcal E_\mu\ \text{is invariant}", hypotheses=("0 < mu < 2",),
             uses=("LST-C4.2", "LST-T4.3a"))
def no_global_collapse():
    """Not every orbit tends to the balanced line, since the ellipse is invariant and has points off it that return."""
    yield Identity(separatrix_update)
    yield Identity(off_balanced_fixed_points, modulo=fixed_on_ellipse)


def off_balanced_fixed_points(a, b, mu):
    """The points ab = mu, w^2 = 2(2 - mu) of the ellipse are fixed."""
    return product_map(a, b, mu), (a, b)


def fixed_on_ellipse(a, b, mu):
    return error(a, b, mu), (a - b)**2 - 2*(2 - mu)


@paper.claim("LST-T4.5d", "after Theorem 4.5",
             r"\text{Theorems 4.4 and 4.5 explain why the two-cycle attracts for}\ 1<\mu<\sqrt5-1", finding="amended")
def why_two_cycle_attracts():
    """The two theorems are said to explain why the first two-cycle attracts in the plane."""


@why_two_cycle_attracts.corrected(
    r"\text{they give the transverse half,}\ \tfrac12\log|3-2\mu|<0;\ \text{the longitudinal half is Proposition 3.6}",
    hypotheses=("1 < mu < sqrt5 - 1",), uses=("LST-P3.6b", "LST-P3.6c"))
def why_two_cycle_attracts():
    """They explain the transverse half alone: the exponent (1/2) log|3 - 2 mu| is negative on all of (1, 2)."""
    yield Identity(two_cycle_multipliers, modulo=on_two_cycle)
    yield TRANSVERSE
