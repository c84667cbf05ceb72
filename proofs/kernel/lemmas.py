"""The hand proofs: every theorem of the Coq files, in words; `Proved` names them in the ledger.

`FILES` stand in the order of compilation.  What is not formalised is said: the theorems on invariant measures (4.4, 4.5,
4.7) are proved here for periodic orbits only.
"""
from dataclasses import dataclass
from pathlib import Path

FILES = ("Paper", "Prelude", "AmGm", "Growth", "MonotoneThreshold", "FirstTwoCycle", "Separatrix", "Derivatives", "Cycles",
         "Lyapunov", "Pitfalls")


@dataclass(frozen=True)
class HandLemma:
    """A theorem proved by hand in Coq: "File.lemma", and its statement in words."""
    name: str
    words: str

    @property
    def file(self) -> str:
        return self.name.split(".")[0]

    @property
    def where(self) -> str:
        """File and line of its statement."""
        header = f" {self.name.split('.')[1]} :"
        line = next((n for n, line in enumerate(text(self.file).splitlines(), 1) if header in line), 1)
        return f"{path(self.file)}:{line}"


def path(file) -> Path:
    return Path(__file__).parent/f"{file}.v"


def text(file) -> str:
    """The Coq source of one of the `FILES`."""
    return path(file).read_text()


def _lemmas(file, *entries):
    return tuple(HandLemma(f"{file}.{name}", words) for name, words in entries)


LEMMAS = (
    *_lemmas(
        "AmGm",
        ("am_gm_log", "A log x + B log y <= log(Ax + By) for x, y, A, B > 0 with A + B = 1."),
        ("am_gm_log_equality", "There, equality holds iff x = y."),
        ("am_gm", "x^A y^B <= Ax + By for x, y >= 0, A, B > 0 with A + B = 1."),
        ("am_gm_equality", "There, equality holds iff x = y.")),
    *_lemmas(
        "Growth",
        ("growth_bound", "(34) as a product: q >= |1+e|^(2A) |1-e|^(2B) for |mu| < 2 and every e."),
        ("growth_bound_equality", "There, equality holds iff e = 0."),
        ("log_growth_bound", "(34) as printed, in logarithms, for e other than 1 and -1."),
        ("log_growth_bound_equality", "There, equality holds iff e = 0."),
        ("scalar_inequality", "Lemma E.1 for every real e and 0 < mu < 2: |1+e|^mu <= q."),
        ("scalar_inequality_equality", "There, equality holds iff e = 0."),
        ("log_scalar_inequality", "Its logarithm, used in Theorem 4.5, for e other than -1.")),
    *_lemmas(
        "MonotoneThreshold",
        ("interval_invariant", "F maps [-mu, 2] into itself for 0 < mu <= 2."),
        ("interval_onto", "F maps [-mu, 2] onto itself for 0 < mu <= 2."),
        ("interval_not_invariant_beyond_two", "For every mu > 2 a point of [-mu, 2] is mapped above 2."),
        ("monotone_threshold", "Theorem 3.5 as one equivalence: for mu > 0, |F(e)| <= |e| on all of [-mu, 2] iff "
         "mu <= 2 sqrt 2 - 2.")),
    *_lemmas(
        "FirstTwoCycle",
        ("points_are_roots", "e+ and e- are roots of p_mu for mu >= 1."),
        ("real_points_exist", "For mu > 0, p_mu has a real root iff mu >= 1."),
        ("points_are_swapped", "F exchanges e+ and e- for mu >= 1."),
        ("points_are_distinct", "e- < e+ for mu > 1."),
        ("transverse_multiplier", "(1 + e+)(1 + e-) = 3 - 2 mu."),
        ("longitudinal_window", "For mu > 0, |7 - 4 mu - 2 mu^2| < 1 iff 1 < mu < sqrt 5 - 1."),
        ("transverse_window", "|3 - 2 mu| < 1 iff 1 < mu < 2."),
        ("stability_window", "For mu > 0, both multipliers are below 1 in modulus iff 1 < mu < sqrt 5 - 1."),
        ("unstable_beyond_the_window", "7 - 4 mu - 2 mu^2 < -1 for mu > sqrt 5 - 1."),
        ("flip_at_the_end", "At mu = sqrt 5 - 1 the longitudinal multiplier is -1.")),
    *_lemmas(
        "Separatrix",
        ("sides_are_invariant", "For |mu| < 2 the sign of D is kept: D+ < 0 iff D < 0, and so for = and >."),
        ("sides_fail_at_two", "At mu = 2 a point with D > 0 lands on D = 0."),
        ("ellipse_is_zero_set", "For |mu| < 2, D = 0 iff R = 4."),
        ("ellipse_update", "(40): 4 - R+ = q (4 - R) for |mu| < 2."),
        ("ellipse_separates", "For |mu| < 2, R+ < 4 iff R < 4, and so for = and >."),
        ("ellipse_error_range", "For |mu| < 2 the error takes exactly the values of [-2, 2] on the ellipse."),
        ("ellipse_carries_chebyshev", "For |mu| < 2 the ellipse is mapped into itself, and e+ = C(e) there."),
        ("angle_tripling", "C(2 cos t) = 2 cos 3t."),
        ("angle_tripling_orbit", "C applied n times takes 2 cos t to 2 cos(3^n t)."),
        ("branch_beyond_two", "For mu > 2, D = 0 forces e >= 2."),
        ("chebyshev_grows", "C(e) > e for e > 2."),
        ("lands_on_balanced_line", "w+ = 0 iff w = 0 or e = -1."),
        ("lands_on_antibalanced_line", "s+ = 0 iff s = 0 or e = 1."),
        ("lands_on_zero_error", "e+ = 0 iff e = 0 or D = e^2 - 3."),
        ("crossing_criterion", "Corollary 6.4: from (sqrt mu, sqrt mu), 0 < mu < 2, a batch mu + xi leads to D > 0 iff "
         "mu (xi^2 + 2 xi) > 2."),
        ("normally_repelling", "1 - 2 mu - w^2 < -1 for mu > 1."),
        ("finite_time_landing", "For 1 < mu < 2, if e tends to 0 along an orbit of the plane map, it is 0 from some time on.")),
    *_lemmas(
        "Derivatives",
        ("plane_first", "The first component of the plane map is differentiable with gradient (1 - b^2, mu - 2ab)."),
        ("plane_second", "The second has the gradient (mu - 2ab, 1 - a^2): together the Jacobian (10)."),
        ("gradient_descent", "The plane map is a unit step of gradient descent on the loss (8)."),
        ("tangent_direction", "On ab = mu the Jacobian keeps (a, -b)."),
        ("normal_direction", "On ab = mu the Jacobian multiplies (b, a) by 1 - a^2 - b^2."),
        ("normal_stability", "For mu > 0 and ab = mu, |1 - a^2 - b^2| < 1 iff 2 mu + w^2 < 2."),
        ("stable_segment_exists", "For mu > 0 some point of ab = mu is normally attracting iff mu < 1."),
        ("balanced_derivative", "F'(e) = 3e^2 + 2(mu - 2)e + 1 - 2 mu."),
        ("slope_at_zero", "F'(0) = 1 - 2 mu."),
        ("longitudinal_multiplier", "(F^2)'(e+-) = 7 - 4 mu - 2 mu^2 for mu >= 1."),
        ("jacobian_on_the_balanced_line", "The Jacobian of (12) on w = 0 is diagonal, with entries F'(e) and 1 + e."),
        ("transverse_batch_multiplier", "The transverse multiplier of a balanced batch step is 1 + r^2 - nu.")),
    *_lemmas(
        "Cycles",
        ("ellipse_repels_on_cycles", "On a cycle of C other than 2 and -2 the product of q is >= 1, and 1 only if e = 0 "
         "throughout (|mu| < 2)."),
        ("ellipse_repels_at_the_ends", "2 and -2 are fixed by C, and q > 1 there."),
        ("balanced_line_attracts_on_cycles", "On a real cycle of F other than 2, 0 < mu < 2, the product of |1 + e| is <= 1, "
         "and 1 only if e = 0 throughout."),
        ("no_cycle_off_the_axes", "For |mu| < 2, a periodic point of the plane map with s, w != 0 and R != 4, inside or "
         "outside, is a zero-error fixed point."),
        ("no_cycle_in_the_interior", "The same for the paper's interior u, v > 0, R < 4, 0 < mu < 2.")),
    *_lemmas(
        "Lyapunov",
        ("V_never_decreases", "V rises in one step unless e = 0 (|mu| < 2; s, w != 0; R != 4; e other than 1 and -1)."),
        ("V_rises_quadratically", "For |mu| < 2 there is a kappa > 0 such that V rises by at least kappa e^2 in one step "
         "(s, w != 0; R != 4; e in [-2, 2] other than 1 and -1)."),
        ("exp_V_never_decreases", "|4 - R| W(z+) <= |4 - R+| W(z) at every point, where W = v^A u^B and V = log(|4 - R|/W)."),
        ("exp_V_equality", "There, if s, w != 0 and R != 4, equality holds iff e = 0; e = 1 and e = -1 are allowed.")),
    *_lemmas(
        "Pitfalls",
        ("naive_scalar_inequality_is_false", "Lemma E.1 written with Coq's Rpower is false, because Rpower 0 y = 1."),
        ("naive_log_bound_is_false", "(34) written with Coq's ln is false, because ln 0 = 0."),
        ("naive_ellipse_update_is_false", "(40) without mu != 2 is false, because 1/0 = 0.")),
)

TABLE = {lemma.name: lemma for lemma in LEMMAS}
