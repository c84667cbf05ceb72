"""The hand proofs: every theorem of the Coq files, in words, with the claims that it supports.

`files` in the order of compilation.  What is not formalised is said: the theorems on invariant measures (4.4, 4.5, 4.7)
are proved here for periodic orbits only.
"""
from dataclasses import dataclass
from pathlib import Path

FILES = ("Paper", "Prelude", "AmGm", "Growth", "MonotoneThreshold", "FirstTwoCycle", "Separatrix", "Derivatives", "Cycles",
         "Lyapunov", "Pitfalls")


@dataclass(frozen=True)
class HandLemma:
    """A theorem proved by hand in Coq: "File.name", its statement in words, and the claims that may rest on it."""
    name: str
    words: str
    claims: tuple[str, ...] = ()

    @property
    def file(self) -> str:
        return self.name.split(".")[0]


def text(file) -> str:
    """The Coq source of one of the `FILES`."""
    return (Path(__file__).parent/f"{file}.v").read_text()


def find(name) -> HandLemma:
    """The entry of the table; KeyError if no hand proof has this name."""
    return {lemma.name: lemma for lemma in LEMMAS}[name]


def _lemmas(file, *entries):
    return tuple(HandLemma(f"{file}.{name}", words, claims) for name, words, *claims in entries for claims in [tuple(claims)])


LEMMAS = (
    *_lemmas(
        "AmGm",
        ("am_gm_log", "A log x + B log y <= log(Ax + By) for x, y, A, B > 0 with A + B = 1.", "LST-T4.4d"),
        ("am_gm_log_equality", "There, equality holds iff x = y.", "LST-T4.4d"),
        ("am_gm", "x^A y^B <= Ax + By for x, y >= 0, A, B > 0 with A + B = 1.", "LST-T4.4d"),
        ("am_gm_equality", "There, equality holds iff x = y.", "LST-T4.4d")),
    *_lemmas(
        "Growth",
        ("growth_bound", "(34) as a product: q >= |1+e|^(2A) |1-e|^(2B) for |mu| < 2 and every e.", "LST-T4.4d", "LST-N0"),
        ("growth_bound_equality", "There, equality holds iff e = 0.", "LST-T4.4d", "LST-N0"),
        ("log_growth_bound", "(34) as printed, in logarithms, for e other than 1 and -1.", "LST-T4.4d"),
        ("log_growth_bound_equality", "There, equality holds iff e = 0.", "LST-T4.4d"),
        ("scalar_inequality", "Lemma E.1 for every real e and 0 < mu < 2: |1+e|^mu <= q.", "LST-LE.1"),
        ("scalar_inequality_equality", "There, equality holds iff e = 0.", "LST-LE.1"),
        ("log_scalar_inequality", "Its logarithm, used in Theorem 4.5, for e other than -1.", "LST-LE.1", "LST-T4.5a")),
    *_lemmas(
        "MonotoneThreshold",
        ("interval_invariant", "F maps [-mu, 2] into itself for 0 < mu <= 2.", "LST-P3.4"),
        ("interval_not_invariant_beyond_two", "For every mu > 2 a point of [-mu, 2] is mapped above 2.", "LST-P3.4"),
        ("monotone_threshold", "Theorem 3.5 as one equivalence: for mu > 0, |F(e)| <= |e| on all of [-mu, 2] iff "
         "mu <= 2 sqrt 2 - 2.", "LST-T3.5a", "LST-T3.5b")),
    *_lemmas(
        "FirstTwoCycle",
        ("points_are_roots", "e+ and e- are roots of p_mu for mu >= 1.", "LST-P3.6a"),
        ("real_points_exist", "For mu > 0, p_mu has a real root iff mu >= 1.", "LST-P3.6a"),
        ("points_are_swapped", "F exchanges e+ and e- for mu >= 1.", "LST-P3.6a"),
        ("points_are_distinct", "e- < e+ for mu > 1.", "LST-P3.6a"),
        ("transverse_multiplier", "(1 + e+)(1 + e-) = 3 - 2 mu.", "LST-P3.6b"),
        ("longitudinal_window", "For mu > 0, |7 - 4 mu - 2 mu^2| < 1 iff 1 < mu < sqrt 5 - 1.", "LST-P3.6c"),
        ("transverse_window", "|3 - 2 mu| < 1 iff 1 < mu < 2.", "LST-P3.6d"),
        ("stability_window", "For mu > 0, both multipliers are below 1 in modulus iff 1 < mu < sqrt 5 - 1.", "LST-P3.6c"),
        ("unstable_beyond_the_window", "7 - 4 mu - 2 mu^2 < -1 for mu > sqrt 5 - 1.", "LST-S5.6"),
        ("flip_at_the_end", "At mu = sqrt 5 - 1 the longitudinal multiplier is -1.", "LST-P3.6c")),
    *_lemmas(
        "Separatrix",
        ("sides_are_invariant", "For |mu| < 2 the sign of D is kept: D+ < 0 iff D < 0, and so for = and >.", "LST-A.2",
         "LST-C4.2", "LST-T6.2iii"),
        ("sides_fail_at_two", "At mu = 2 a point with D > 0 lands on D = 0.", "LST-C4.2", "LST-T6.2iii"),
        ("ellipse_is_zero_set", "For |mu| < 2, D = 0 iff R = 4.", "LST-T4.3a"),
        ("ellipse_update", "(40): 4 - R+ = q (4 - R) for |mu| < 2.", "LST-T6.2ii", "LST-T4.7a"),
        ("ellipse_error_range", "For |mu| < 2 the error takes exactly the values of [-2, 2] on the ellipse.", "LST-T4.3b"),
        ("ellipse_carries_chebyshev", "For |mu| < 2 the ellipse is mapped into itself, and e+ = C(e) there.", "LST-T4.3b",
         "LST-T6.2iv"),
        ("angle_tripling", "C(2 cos t) = 2 cos 3t.", "LST-T4.3b"),
        ("angle_tripling_orbit", "C applied n times takes 2 cos t to 2 cos(3^n t).", "LST-T4.3b"),
        ("branch_beyond_two", "For mu > 2, D = 0 forces e >= 2.", "LST-T4.3f"),
        ("chebyshev_grows", "C(e) > e for e > 2.", "LST-T4.3f"),
        ("lands_on_balanced_line", "w+ = 0 iff w = 0 or e = -1.", "LST-P4.6a"),
        ("lands_on_antibalanced_line", "s+ = 0 iff s = 0 or e = 1.", "LST-P4.6b"),
        ("lands_on_zero_error", "e+ = 0 iff e = 0 or D = e^2 - 3.", "LST-P4.6c"),
        ("crossing_criterion", "Corollary 6.4: from (sqrt mu, sqrt mu), 0 < mu < 1, a batch mu + xi leads to D > 0 iff "
         "mu (xi^2 + 2 xi) > 2.", "LST-C6.4"),
        ("normally_repelling", "1 - 2 mu - w^2 < -1 for mu > 1.", "LST-C4.8a"),
        ("finite_time_landing", "For 1 < mu < 2, if e tends to 0 along an orbit of the plane map, it is 0 from some time on.",
         "LST-C4.8b")),
    *_lemmas(
        "Derivatives",
        ("plane_first", "The first component of the plane map is differentiable with gradient (1 - b^2, mu - 2ab).",
         "LST-P3.1a"),
        ("plane_second", "The second has the gradient (mu - 2ab, 1 - a^2): together the Jacobian (10).", "LST-P3.1a"),
        ("gradient_descent", "The plane map is a unit step of gradient descent on the loss (8).", "LST-R2.2b"),
        ("tangent_direction", "On ab = mu the Jacobian keeps (a, -b).", "LST-P3.1a"),
        ("normal_direction", "On ab = mu the Jacobian multiplies (b, a) by 1 - a^2 - b^2.", "LST-P3.1a"),
        ("normal_stability", "For mu > 0 and ab = mu, |1 - a^2 - b^2| < 1 iff 2 mu + w^2 < 2.", "LST-P3.1b", "LST-S5.3"),
        ("stable_segment_exists", "For mu > 0 some point of ab = mu is normally attracting iff mu < 1.", "LST-P3.1b"),
        ("balanced_derivative", "F'(e) = 3e^2 + 2(mu - 2)e + 1 - 2 mu.", "LST-S3.2a"),
        ("slope_at_zero", "F'(0) = 1 - 2 mu.", "LST-S3.2a"),
        ("longitudinal_multiplier", "(F^2)'(e+-) = 7 - 4 mu - 2 mu^2 for mu >= 1.", "LST-P3.6b"),
        ("jacobian_on_the_balanced_line", "The Jacobian of (12) on w = 0 is diagonal, with entries F'(e) and 1 + e.",
         "LST-P3.6b"),
        ("transverse_batch_multiplier", "The transverse multiplier of a balanced batch step is 1 + r^2 - nu.", "LST-T6.5a")),
    *_lemmas(
        "Cycles",
        ("ellipse_repels_on_cycles", "On a cycle of C other than 2 and -2 the product of q is >= 1, and 1 only if e = 0 "
         "throughout (|mu| < 2).", "LST-T4.4a"),
        ("ellipse_repels_at_the_ends", "2 and -2 are fixed by C, and q > 1 there.", "LST-T4.4a", "LST-T4.4e"),
        ("balanced_line_attracts_on_cycles", "On a real cycle of F other than 2, 0 < mu < 2, the product of |1 + e| is <= 1, "
         "and 1 only if e = 0 throughout.", "LST-T4.5a"),
        ("no_cycle_off_the_axes", "For |mu| < 2, a periodic point of the plane map with s, w != 0 and R != 4, inside or "
         "outside, is a zero-error fixed point.", "LST-T4.7b"),
        ("no_cycle_in_the_interior", "The same for the paper's interior u, v > 0, R < 4, 0 < mu < 2.", "LST-T4.7b")),
    *_lemmas(
        "Lyapunov",
        ("V_never_decreases", "V rises in one step unless e = 0 (|mu| < 2; s, w != 0; R != 4; e other than 1 and -1).",
         "LST-N0"),
        ("exp_V_never_decreases", "|4 - R| W(z+) <= |4 - R+| W(z) at every point, where W = v^A u^B and V = log(|4 - R|/W).",
         "LST-N0"),
        ("exp_V_equality", "There, if s, w != 0 and R != 4, equality holds iff e = 0; e = 1 and e = -1 are allowed.",
         "LST-N0")),
    *_lemmas(
        "Pitfalls",
        ("naive_scalar_inequality_is_false", "Lemma E.1 written with Coq's Rpower is false, because Rpower 0 y = 1."),
        ("naive_log_bound_is_false", "(34) written with Coq's ln is false, because ln 0 = 0."),
        ("naive_ellipse_update_is_false", "(40) without mu != 2 is false, because 1/0 = 0.")),
)
