"""Transverse exponents: along the ellipse, where there is a closed form, and along a given cycle of balls.

On the ellipse e = 2 cos t, t uniform (the arcsine law), and D is multiplied by q_mu(e):

    Lambda(mu) = (1/pi) int_0^pi log q_mu(2 cos t) dt = arccosh((1 + sqrt(25 - 4 mu^2))/4),       |mu| < 2.

Why: with e = z + 1/z, z^2 q_mu(e) = z^4 + mu z^3 + 3 z^2 + mu z + 1 = (z^2 + p z + r)(r z^2 + p z + 1)/r, where
X = r + 1/r satisfies X^2 - X = 6 - mu^2 and p (1 + r) = mu r.  By Jensen's formula Lambda is the log of the product of
the roots outside the unit circle, log r with r > 1, and X = 2 cosh Lambda.  `jensen_certificate` checks the
identities.
Source: large-step paper, Theorem 4.4.  Guarantee: certified; the identities exact.
"""
from dataclasses import dataclass
from fractions import Fraction

from flint import acb, arb

from certify.balls import BadInput, at, ball, exact, sign
from certify.polynomials import generators
from numerics.algebra import derivative
from numerics.maps import amgm_weights, balanced_map, growth, imbalance_multiplier


@dataclass(frozen=True)
class EllipseExponent:
    """The transverse exponent of the ellipse: `closed` form and `integral`, two balls of one number.

    `distance` bounds how far apart two points of them can be; `agree`: they overlap, and it is below 10^-digits.
    """
    mu: Fraction
    closed: object
    integral: object
    distance: object
    agree: bool


def ellipse_exponent(mu, digits=30):
    """The exponent at the exact number `mu`, 0 < mu < 2, by the closed form and by certified integration."""
    mu = exact(mu, "mu")
    if not 0 < mu < 2:
        raise BadInput(f"mu = {mu}: the ellipse exists for 0 < mu < 2")
    if isinstance(digits, bool) or not isinstance(digits, int) or digits < 1:
        raise BadInput(f"digits = {digits!r}: an integer, 1 or more")
    bits = int(digits*3.33) + 32 + 2*int(1/(2 - mu)).bit_length()     # near 2 a singularity comes near the path

    def compute():
        closed, integral = closed_form(ball(mu)), ellipse_integral(ball(mu))
        distance = closed.union(integral).rad()*2
        agree = closed.overlaps(integral) and bool(distance < arb(10)**-digits)
        return EllipseExponent(mu, closed, integral, distance, agree)
    return at(bits, compute)


def closed_form(mu):
    """arccosh((1 + sqrt(25 - 4 mu^2))/4) at the ball `mu`, |mu| <= 2, at the working precision."""
    return ((1 + (25 - 4*mu**2).sqrt())/4).acosh()


def ellipse_integral(mu):
    """(1/pi) times the integral of log q_mu(2 cos t) over [0, pi], at the ball `mu`, at the working precision.

    q is evaluated as the sum of squares (33), which is sharp where q is small and e^2 + mu e + 1 is not.
    """
    e, m = generators(2)
    if weighted_squares(e, m) != growth(e, m):
        raise ArithmeticError("identity (33) fails")

    def integrand(t, analytic):
        return weighted_squares(2*t.cos(), acb(mu)).log(analytic=analytic)

    return acb.integral(integrand, 0, acb.pi()).real/arb.pi()


def weighted_squares(e, mu):
    """A (1 + e)^2 + B (1 - e)^2, which is q_mu(e) (33)."""
    left, right = amgm_weights(mu)
    return left*(1 + e)**2 + right*(1 - e)**2


def jensen_certificate():
    """The identities behind the closed form, checked in Q[z, r, p]: True, or an ArithmeticError.

    (a) z^2 q_mu(z + 1/z) = (z^2 + p z + r)(r z^2 + p z + 1)/r, given the two relations between mu, p and r;
    (b) c = (1 + sqrt(25 - 4 mu^2))/4 is a root of 4 c^2 - 2 c - 6 + mu^2, which is the relation for X = 2 c.
    """
    z, r, p = generators(3)
    # mu = p (1 + r)/r and 3 r = 1 + p^2 + r^2 make the coefficients of z^3, z and of z^2 equal.
    left = r*z**4 + p*(1 + r)*z**3 + (1 + p**2 + r**2)*z**2 + p*(1 + r)*z + r
    right = (z**2 + p*z + r)*(r*z**2 + p*z + 1)
    # X = r + 1/r, mu^2 = p^2 (1 + r)^2/r^2: then r^2 (X^2 - X - 6 + mu^2) is a multiple of 3 r - 1 - p^2 - r^2.
    relation = 3*r - 1 - p**2 - r**2
    cleared = (r**2 + 1)**2 - r*(r**2 + 1) - 6*r**2 + p**2*(1 + r)**2
    remainder = divmod(cleared.value, relation.value)[1]
    c, s, mu = generators(3)
    root = 4*c**2 - 2*c - 6 + mu**2
    at_root = root.value.compose(((1 + s)/4).value, s.value, mu.value)
    back = divmod(at_root*4, (s**2 - 25 + 4*mu**2).value)[1]
    # z^2 q(z + 1/z) itself, from the formula: multiply q at e = z + 1/z through by z^2.
    e, z2, mu2 = generators(3)
    homogeneous = growth(e, mu2).value
    expected = (z2**4 + mu2*z2**3 + 3*z2**2 + mu2*z2 + 1).value
    substituted = sum((c*(z2**2 + 1).value**k[0]*z2.value**(2 - k[0])*mu2.value**k[2]
                       for k, c in ((tuple(map(int, k)), c) for k, c in homogeneous.to_dict().items())), 0*z2.value)
    if left.value != right.value or remainder != 0 or back != 0 or substituted != expected:
        raise ArithmeticError("an identity behind the closed form fails")
    return True


# --- along a cycle ------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class LyapunovExponent:
    """(1/p) times the sum of log |multiplier| over the points of a cycle.

    `value` is a ball (None unless `status` is "enclosed"); `status` is "enclosed", "superstable" (a multiplier is
    exactly 0: the exponent is minus infinity) or "undecided" (a multiplier's ball contains 0).  `sign` is -1, 0, 1, or
    None.
    """
    value: object
    status: str
    sign: int | None


def lyapunov_exponent(points, multiplier):
    """The exponent of the cycle `points`, a sequence of balls or exact numbers, for the formula ``multiplier(e)``.

    Computed at the caller's working precision, as the log of the product: its sign is that of a comparison with 1.
    """
    points = [ball(point, "a point of the cycle") for point in points]
    if not points:
        raise BadInput("points: a cycle has at least one point")
    product = arb(1)
    for point in points:
        product = product*multiplier(point)
    product = abs(product)
    if product == 0:
        return LyapunovExponent(None, "superstable", -1)
    if not product > 0:
        return LyapunovExponent(None, "undecided", -1 if product < 1 else None)
    value = product.log()/len(points)
    return LyapunovExponent(value, "enclosed", sign(product - 1))


def transverse_exponent(points):
    """The transverse exponent of a cycle of the balanced map: the mean of log |1 + e|."""
    return lyapunov_exponent(points, imbalance_multiplier)


def longitudinal_exponent(points, mu):
    """The exponent of a cycle of the balanced map along the line: the mean of log |F'(e)|."""
    mu = ball(mu, "mu")
    return lyapunov_exponent(points, lambda e: derivative(balanced_map, e, mu))


def ellipse_cycle_exponent(points, mu):
    """The exponent across the ellipse of a cycle of the Chebyshev map: the mean of log q_mu(e)."""
    mu = ball(mu, "mu")
    return lyapunov_exponent(points, lambda e: growth(e, mu))
