"""Section 3, first part: fixed points, the stability of the zero-error curve, error and imbalance."""
from fractions import Fraction as Q

from numerics.algebra import jacobian
from numerics.maps import (balanced_factor_map, balanced_map, error, imbalance_map, imbalance_multiplier, loss,
                           normal_multiplier, product_map, squares_error, squares_map, symmetric_multiplier)
from proofs.evidence import Identity, Refutation, proved

from .coordinates import on_hyperbola
from .paper import paper


def displacement(a, b, mu):
    """Phi(z) - z = -e (b, a), so |Phi(z) - z|^2 = e^2 (a^2 + b^2)."""
    a1, b1 = product_map(a, b, mu)
    e = error(a, b, mu)
    return (a1 - a, b1 - b, (a1 - a)**2 + (b1 - b)**2), (-e*b, -e*a, e**2*(a**2 + b**2))


@paper.claim("LST-E8", "(8), (9)", r"\Phi_\mu(a,b)=(a,b)\iff ab=\mu\ \text{or}\ a=b=0")
def fixed_points():
    """The fixed points of the plane map are the zero-error curve and the origin, and nothing else."""
    yield Identity(displacement)


# --- Proposition 3.1 -----------------------------------------------------------------------------------------------

def plane_jacobian(a, b, mu):
    """(10), (23): the Jacobian of the plane map."""
    return jacobian(product_map, (a, b), mu), ((1 - b**2, mu - 2*a*b), (mu - 2*a*b, 1 - a**2))


def jacobian_on_curve(a, b, mu):
    """(24): on the curve its off-diagonal entries are -mu."""
    return jacobian(product_map, (a, b), mu), ((1 - b**2, -mu), (-mu, 1 - a**2))


def eigenvectors(a, b, mu):
    """On the curve (a, -b) has multiplier 1 and (b, a) has the normal multiplier; the first is tangent to the curve."""
    (p, q), (r, s) = jacobian(product_map, (a, b), mu)
    slope = jacobian(error, (a, b), mu)[0]
    n = normal_multiplier(a, b)
    return ((p*a - q*b, r*a - s*b), (p*b + q*a, r*b + s*a), slope[0]*a - slope[1]*b), ((a, -b), (n*b, n*a), 0*a)


@paper.claim("LST-P3.1a", "Proposition 3.1, (10), (23), (24)",
             r"D\Phi_\mu\,(a,-b)=(a,-b),\qquad D\Phi_\mu\,(b,a)=(1-a^2-b^2)(b,a)\quad\text{on}\ ab=\mu")
def multipliers_on_curve():
    """At a point of the zero-error curve the tangent direction has multiplier 1 and the normal one 1 - a^2 - b^2."""
    yield Identity(plane_jacobian)
    yield Identity(jacobian_on_curve, modulo=on_hyperbola)
    yield Identity(eigenvectors, modulo=on_hyperbola)
    yield from proved("Derivatives.plane_first", "Derivatives.plane_second", "Derivatives.tangent_direction",
                      "Derivatives.normal_direction")


def normal_multiplier_by_imbalance(a, b, mu):
    """On the curve 1 - a^2 - b^2 = 1 - (2 mu + w^2): it lies in (-1, 1) iff 0 < 2 mu + w^2 < 2."""
    return normal_multiplier(a, b), 1 - (2*mu + (a - b)**2)


def normal_multiplier_by_symmetric_mode(a, b, mu):
    """On the curve also 1 - a^2 - b^2 = 1 - ((a + b)^2 - 2 mu), so a^2 + b^2 >= 2 |mu| for both signs of mu."""
    return normal_multiplier(a, b), 1 - ((a + b)**2 - 2*mu)


def attracting_iff_condition(a, b, mu):
    """|1 - a^2 - b^2| < 1 if and only if 2 mu + w^2 < 2."""
    return (abs(normal_multiplier(a, b)) < 1) == (2*mu + (a - b)**2 < 2)


def attracting_only_between_0_and_1(a, b, mu):
    """A normally attracting point requires 0 < mu < 1."""
    return not abs(normal_multiplier(a, b)) < 1 or 0 < mu < 1


def is_on_curve(a, b, mu):
    return error(a, b, mu) == 0


@paper.claim("LST-P3.1b", "Proposition 3.1, (11)",
             r"|1-a^2-b^2|<1\iff 2\mu+w^2<2;\quad\text{an attracting segment exists only if}\ 0<\mu<1",
             finding="amended")
def normal_stability():
    """The curve is normally attracting where 2 mu + w^2 < 2, which needs 0 < mu < 1."""
    yield Refutation(attracting_iff_condition, at=dict(a=0, b=0, mu=0), given=is_on_curve)
    yield Refutation(attracting_only_between_0_and_1, at=dict(a=1, b=Q(-1, 2), mu=Q(-1, 2)), given=is_on_curve)


@normal_stability.corrected(
    r"\mu>0:\ |1-a^2-b^2|<1\iff 2\mu+w^2<2;\quad\mu\ne0:\ \text{an attracting segment exists iff}\ 0<|\mu|<1",
    hypotheses=("mu > 0 for the condition in w, mu != 0 for the segment",))
def normal_stability():
    """The multiplier is 1 - y with y = a^2 + b^2 = 2 mu + w^2 = (a + b)^2 - 2 mu >= 2 |mu|, so |1 - y| < 1 iff y < 2.

    For mu > 0 this is the printed condition; for mu < 0, which Section 6 allows, it reads (a + b)^2 - 2 mu < 2.  It can
    be met iff 2 |mu| < 2.
    """
    yield Identity(normal_multiplier_by_imbalance, modulo=on_hyperbola)
    yield Identity(normal_multiplier_by_symmetric_mode, modulo=on_hyperbola)
    yield from proved("Derivatives.normal_stability", "Derivatives.stable_segment_exists")


def condition_in_raw_parameters(a, b, eta, y, k):
    """With A = 2 sqrt(eta) a, B = 2 sqrt(eta) k b, k^2 = kappa, mu = 2 eta y k: 2 mu + (A - B)^2 is linear in eta."""
    return 2*(2*eta*y*k) + 4*eta*(a - k*b)**2, eta*(4*y*k + 4*(a - k*b)**2)


def imbalance_is_free_of_step(a, b, eta):
    """The normalised imbalance w^2 = 4 eta (a - b)^2 (kappa = 1) stays the same when eta is doubled."""
    return 4*eta*(a - b)**2 == 4*(2*eta)*(a - b)**2


@paper.claim("LST-P3.1c", "Proposition 3.1, interpretation",
             r"\text{imbalance lowers the largest stable step; the condition decouples step and imbalance}",
             finding="ambiguous", uses=("LST-P3.1b",))
def imbalance_and_step():
    """Larger imbalance is said to lower the largest stable learning rate, and the condition to decouple the two."""


@imbalance_and_step.reading("sum", r"\eta<\frac{1}{2|y|\sqrt\kappa+2(a-\sqrt\kappa\,b)^2}", uses=("LST-P3.1b",))
def imbalance_and_step():
    """Read as a sum of two sources in the raw factors: true, the bound on eta falls as (a - sqrt(kappa) b)^2 grows."""
    yield Identity(condition_in_raw_parameters)


@imbalance_and_step.reading("independence", r"w^2=4\eta(a-\sqrt\kappa\,b)^2\ \text{does not depend on}\ \eta")
def imbalance_and_step():
    """Read as independence of the normalised quantities: false, the normalised imbalance scales with the step too."""
    yield Refutation(imbalance_is_free_of_step, at=dict(a=1, b=0, eta=1))


def flow_eigenvectors(a, b, mu):
    """The Hessian of the loss on the curve: 0 along (a, -b), a^2 + b^2 along (b, a)."""
    (p, q), (r, s) = jacobian(lambda x, y, m: jacobian(loss, (x, y), m)[0], (a, b), mu)
    n = a**2 + b**2
    return ((p*a - q*b, r*a - s*b), (p*b + q*a, r*b + s*a)), ((0*a, 0*a), (n*b, n*a))


@paper.claim("LST-P3.1d", "Proposition 3.1, interpretation",
             r"\text{gradient flow: the normal eigenvalue on}\ \mathcal M_\mu\ \text{is}\ -(a^2+b^2)<0",
             hypotheses=("mu != 0",))
def gradient_flow():
    """Gradient flow attracts to the whole zero-error curve: its normal eigenvalue there is -(a^2 + b^2)."""
    yield Identity(flow_eigenvectors, modulo=on_hyperbola)


# --- Proposition 3.3 -----------------------------------------------------------------------------------------------

def imbalance_coordinates(a, b, mu):
    """(12): (e, w) of the image is the imbalance map of (e, w)."""
    a1, b1 = product_map(a, b, mu)
    return (error(a1, b1, mu), a1 - b1), imbalance_map(error(a, b, mu), a - b, mu)


@paper.claim("LST-P3.3a", "Proposition 3.3, (12)",
             r"e^+=e^3+(\mu-2)e^2+(1-2\mu-w^2)e,\qquad w^+=(1+e)w")
def error_and_imbalance():
    """The error and the imbalance of the image depend on those of the point alone, by the printed formulas."""
    yield Identity(imbalance_coordinates)


def squares_coordinates(a, b, mu):
    """(13): e and the squares of a + b and a - b, before and after a step."""
    a1, b1 = product_map(a, b, mu)
    u, v = (a + b)**2, (a - b)**2
    return (error(a, b, mu), (a1 + b1)**2, (a1 - b1)**2), (squares_error(u, v, mu), *squares_map(u, v, mu))


@paper.claim("LST-P3.3b", "Proposition 3.3, (13)",
             r"u^+=(1-e)^2u,\quad v^+=(1+e)^2v,\quad e=\tfrac{u-v}{4}-\mu")
def squares():
    """The squares of the two modes move by the factors (1 - e)^2 and (1 + e)^2, and they determine the error."""
    yield Identity(squares_coordinates)


def balanced_line_maps_into_itself(r, mu):
    """(r, r) goes to (g(r), g(r)), and its error moves by F_mu."""
    a1, b1 = product_map(r, r, mu)
    return (a1, b1, error(a1, b1, mu)), (
        balanced_factor_map(r, mu), balanced_factor_map(r, mu), balanced_map(error(r, r, mu), mu))


def antibalanced_line_maps_into_itself(r, mu):
    """(r, -r) stays on s = 0, and -e moves by F with -mu."""
    a1, b1 = product_map(r, -r, mu)
    return (a1 + b1, -error(a1, b1, mu)), (0*r, balanced_map(-error(r, -r, mu), -mu))


@paper.claim("LST-P3.3c", "Proposition 3.3", r"\{w=0\}\ \text{is invariant}")
def balanced_line():
    """The balanced line is mapped into itself, by F_mu in the error; so is the line a + b = 0, by F with -mu in -e."""
    yield Identity(balanced_line_maps_into_itself)
    yield Identity(antibalanced_line_maps_into_itself)


def imbalance_growth(e):
    """(1 + e)^2 - 1 = e (e + 2)."""
    return imbalance_multiplier(e)**2 - 1, e*(e + 2)


def error_on_and_inside_ellipse(e, w, s, mu):
    """(2 + mu)(2 + e) = s^2 - D (with s^2 - w^2 = 4(e + mu)): inside the ellipse e >= -2."""
    return (2 + mu)*(2 + e), s**2 - (w**2 - (2 - mu)*(2 - e))


def same_error(e, w, s, mu):
    return (s**2 - w**2 - 4*(e + mu),)


def amplified_iff_positive(e):
    """|1 + e| > 1 if and only if e > 0."""
    return (abs(imbalance_multiplier(e)) > 1) == (e > 0)


@paper.claim("LST-P3.3d", "Proposition 3.3, text", r"|1+e|>1\iff e>0", finding="amended")
def imbalance_is_amplified():
    """The imbalance is said to grow exactly when the error is positive."""
    yield Refutation(amplified_iff_positive, at=dict(e=-3))


@imbalance_is_amplified.corrected(r"|1+e|>1\iff e>0\ \text{or}\ e<-2;\qquad D\le0\implies e\ge-2",
                                  hypotheses=("D <= 0 and -2 < mu, for the printed form",))
def imbalance_is_amplified():
    """It grows when e > 0 or e < -2.  The second case occurs outside the ellipse only, so inside the printed rule
    holds.
    """
    yield Identity(imbalance_growth, few_damages="a one-line factorisation")
    yield Identity(error_on_and_inside_ellipse, modulo=same_error)


def symmetric_growth(e):
    """(1 - e)^2 - 1 = e (e - 2)."""
    return symmetric_multiplier(e)**2 - 1, e*(e - 2)


@paper.claim("LST-P3.3e", "Proposition 3.3, text", r"|1-e|>1\iff e<0\ \text{or}\ e>2")
def symmetric_mode_grows():
    """The symmetric mode grows exactly when e < 0 or e > 2."""
    yield Identity(symmetric_growth, few_damages="a one-line factorisation")
