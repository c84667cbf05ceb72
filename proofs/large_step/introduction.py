"""Section 1: what the introduction announces."""
from fractions import Fraction as Q

from numerics.maps import (balanced_map, chebyshev, error, imbalance_map, imbalance_multiplier, normal_form,
                           normal_multiplier, product_map, separatrix)
from proofs.evidence import Argument, Identity, Refutation

from .abstract import balanced_restriction
from .coordinates import ellipse_at, ellipse_divisors, on_hyperbola, separatrix_at, separatrix_update
from .paper import paper
from .reduction_algebra import effective_step, scalar_map


# --- Setup and main map --------------------------------------------------------------------------------------------

def plane_map_by_rescaling(A, B, y, h, k):
    """With eta = h^2, kappa = k^2, A = 2ha, B = 2hkb:
    the recursion (6) is the plane map with mu = 2 eta y sqrt(kappa).
    """
    a1, b1 = scalar_map(A/(2*h), B/(2*h*k), k**2, y, h**2)
    return (2*h*a1, 2*h*k*b1), product_map(A, B, effective_step(h**2, y, k))


@paper.claim("LST-E1", "(1)", r"\Phi_\mu(a,b)=\bigl(a-(ab-\mu)b,\ b-(ab-\mu)a\bigr)", uses=("LST-P2.1a", "LST-R2.2a"))
def plane_map():
    """Finite-step gradient descent on one prompt is, after rescaling the two factors, the plane map."""
    yield Identity(plane_map_by_rescaling, excluding=lambda A, B, y, h, k: (h, k))


def step_size_sweeps_mu(a, b, y, h, k, t):
    """Learning rate times t^2: mu times t^2, and the normalised start times t."""
    eta = h**2
    return (effective_step(t**2*eta, y, k), 2*(t*h)*a, 2*(t*h)*k*b), (
        t**2*effective_step(eta, y, k), t*(2*h*a), t*(2*h*k*b))


def sign_of_target(a, b, mu):
    """(a, b) -> (a, -b) turns the map for mu into the map for -mu."""
    a1, b1 = product_map(a, b, mu)
    return product_map(a, -b, -mu), (a1, -b1)


@paper.claim("LST-I.1", "Introduction",
             r"\mu=2\eta|y|\sqrt c:\ \text{sweeping}\ \eta\ \text{is equivalent to sweeping}\ \mu",
             hypotheses=("y != 0",), uses=("LST-R2.2a",))
def sweeping_step_size():
    """The learning rate enters the map only through mu, in proportion; the sign of the target is a reflection.

    From a fixed start in the original factors the normalised start moves as well, like sqrt(eta).
    """
    yield Identity(step_size_sweeps_mu)
    yield Identity(sign_of_target)


def error_and_imbalance(a, b, mu):
    """(2): the plane map in e = ab - mu and w = a - b."""
    a1, b1 = product_map(a, b, mu)
    return (error(a1, b1, mu), a1 - b1), imbalance_map(error(a, b, mu), a - b, mu)


@paper.claim("LST-E2", "(2)", r"e^+=e^3+(\mu-2)e^2+(1-2\mu-w^2)e,\qquad w^+=(1+e)w")
def error_imbalance_map():
    """In error and imbalance the plane map is a cubic in e and multiplies w by 1 + e."""
    yield Identity(error_and_imbalance)


def normal_form_in_the_plane(a, b, mu):
    """(3): e and D of the image are the normal form of e and D."""
    a1, b1 = product_map(a, b, mu)
    return (error(a1, b1, mu), separatrix_at(a1, b1, mu)), normal_form(error(a, b, mu), separatrix_at(a, b, mu), mu)


@paper.claim("LST-E3", "(3)", r"e^+=C(e)-eD,\qquad D^+=q_\mu(e)D,\qquad F_\mu(e)=e\bigl((e+\mu)(e-2)+1\bigr)")
def announced_normal_form():
    """The plane map in error and separatrix coordinate; the cubic of the balanced line is its restriction."""
    yield Identity(normal_form_in_the_plane)
    yield Identity(balanced_restriction)


def ellipse_and_separatrix(a, b, mu):
    """(4 - mu^2)(R - 4) = 4D."""
    return (4 - mu**2)*(ellipse_at(a, b, mu) - 4), 4*separatrix_at(a, b, mu)


def chebyshev_on_ellipse(a, b, mu):
    """Where D = 0 the error moves by C."""
    return error(*product_map(a, b, mu), mu), chebyshev(error(a, b, mu))


def on_separatrix(a, b, mu):
    return (separatrix_at(a, b, mu),)


@paper.claim("LST-E4", "(4)",
             r"\{D=0\}=\mathcal E_\mu=\Bigl\{\tfrac{(a+b)^2}{2+\mu}+\tfrac{(a-b)^2}{2-\mu}=4\Bigr\},\qquad e^+=C(e)\ "
             r"\text{on it}",
             hypotheses=("0 < mu < 2",), uses=("LST-C4.2", "LST-T4.3b"))
def announced_ellipse():
    """The curve D = 0 is an ellipse, it is kept by the map, and on it the error moves by the Chebyshev cubic."""
    yield Identity(ellipse_and_separatrix, excluding=ellipse_divisors)
    yield Identity(chebyshev_on_ellipse, modulo=on_separatrix)
    yield Identity(separatrix_update)


def atom_attracts(e, mu):
    """Across the balanced line the point mass at e has a negative exponent."""
    return abs(imbalance_multiplier(e)) < 1


def is_inner_fixed_point(e, mu):
    return 1 < mu < 2 and balanced_map(e, mu) == e and -mu < e < 2


@paper.claim("LST-I.2", "Introduction",
             r"1<\mu<2:\ \text{balanced attracting sets have negative transverse exponent for all non-endpoint "
             r"invariant measures}",
             finding="amended", hypotheses=("1 < mu < 2",))
def balanced_exponents():
    """Invariant measures of balanced attracting sets, but those at an end of the interval, are said to attract."""
    yield Refutation(atom_attracts, at=dict(e=0, mu=Q(3, 2)), given=is_inner_fixed_point)


@balanced_exponents.corrected(
    r"\Lambda_{\mathcal L}(\nu)<0\ \text{for every}\ F_\mu\text{-invariant}\ \nu\ne\delta_0\ \text{on}\ [-\mu,2]\ "
    r"\text{with}\ \nu(\{2\})=0",
    hypotheses=("1 < mu < 2",), uses=("LST-T4.5a",))
def balanced_exponents():
    """True of all of them but the point mass at the zero-error point, whose exponent is 0."""
    yield Argument("""
        Theorem 4.5 gives exponents at most 0, and 0 for the point mass at e = 0 alone.  That measure lives on
        attracting sets: by Definition A.5 every attracting set which is an interval around 0 has it, as does every
        one-band chaotic attractor.  At the end -mu the exponent is log(mu - 1) < 0; at the end 2 it is log 3.""",
                   name="theorem_4_5")


def end_of_stable_segment(a, b, mu):
    """On the curve 1 - m = 2 mu + w^2 and 1 + m = (2 - 2 mu) - w^2 for the normal multiplier m."""
    m = normal_multiplier(a, b)
    return (1 - m, 1 + m), (2*mu + (a - b)**2, (2 - 2*mu) - (a - b)**2)


@paper.claim("LST-I.3", "Introduction",
             r"\text{normal multiplier}\ 1-a^2-b^2\ \text{on}\ \mathcal M_\mu;\ "
             r"\text{stable segment}\ |w|<\sqrt{2-2\mu}",
             hypotheses=("mu > 0",), uses=("LST-P3.1a", "LST-P3.1b"))
def stable_segment():
    """The zero-error curve attracts where |w| < sqrt(2 - 2 mu):
    a segment that shrinks as mu grows, and is empty from mu = 1 on.
    """
    yield Identity(end_of_stable_segment, modulo=on_hyperbola)


# --- Contribution (iv) ---------------------------------------------------------------------------------------------

def error_is_bounded(e, w, nu):
    """On the curve D = 0 of the batch |e| <= 2, as on a compact ellipse."""
    return abs(e) <= 2


def on_batch_curve(e, w, nu):
    return separatrix(e, w, nu) == 0


@paper.claim("LST-I.4", "Contribution (iv)",
             r"\text{mini-batching switches between maps, each carrying its own Chebyshev separatrix}",
             finding="amended")
def switching_between_separatrices():
    """Every batch map is said to carry an invariant ellipse of its own."""
    yield Refutation(error_is_bounded, at=dict(e=3, w=1, nu=3), given=on_batch_curve)


@switching_between_separatrices.corrected(
    r"\Phi_\nu\ \text{carries the compact ellipse}\ \mathcal E_\nu\ \text{iff}\ |\nu|<2",
    uses=("LST-T6.2ii", "LST-T6.2iii", "LST-T6.2iv"))
def switching_between_separatrices():
    """Batch maps with |nu| < 2 carry a compact ellipse; for |nu| >= 2 the curve D = 0 is not compact."""
    yield Identity(ellipse_and_separatrix, excluding=ellipse_divisors)
    yield Argument("""
        For |nu| < 2 both denominators of R are positive: R = 4 is an ellipse.  For nu > 2, D = 0 reads
        w^2 = (nu - 2)(e - 2), for every e >= 2; for nu = 2 it is the line w = 0.  The reflection (a, b) -> (a, -b)
        gives nu <= -2.""",
                   name="compact_iff")


@paper.claim("LST-Civ", "Contribution (iv)",
             r"1<\mu<2:\ \text{balanced invariant measures are transversely attracting}", finding="ambiguous")
def balanced_measures_attract():
    """Balanced invariant measures are said to be transversely attracting."""


@balanced_measures_attract.reading(
    "to the letter", r"\Lambda_{\mathcal L}(\delta_2)=\log3>0,\qquad \Lambda_{\mathcal L}(\delta_0)=0")
def balanced_measures_attract():
    """Read of all invariant measures: false, the point mass at e = 2 repels and the one at e = 0 is neutral."""
    yield Refutation(atom_attracts, at=dict(e=2, mu=Q(3, 2)), given=is_fixed_point)


def is_fixed_point(e, mu):
    return 1 < mu < 2 and balanced_map(e, mu) == e


@balanced_measures_attract.reading(
    "of Theorem 4.5", r"\Lambda_{\mathcal L}(\nu)<0\ \text{if}\ \nu(\{2\})=0,\ \nu\ne\delta_0",
    hypotheses=("1 < mu < 2",),
    uses=("LST-T4.5a",))
def balanced_measures_attract():
    """Read with the hypotheses of Theorem 4.5, and without its case of equality: true."""
    yield Argument("Theorem 4.5, whose exponents are at most 0, and 0 only for the point mass at e = 0.",
                   name="theorem_4_5")
