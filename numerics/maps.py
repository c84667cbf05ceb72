"""The formulas of the large-step paper, each written once.

Every function is pure: it uses only ``+ - * / **`` with integer constants, so the same object runs on floats, NumPy
arrays, balls, dual numbers, polynomials, residues mod p and Coq terms (see `numerics.algebra`).  This module imports
nothing.  Symbols of the paper and their names here: the table in the README.

    a, b      the two factors                       mu   effective step size (2 eta y sqrt(kappa))
    e         error ab - mu                         w    imbalance a - b,  v = w**2
    s         symmetric mode a + b,  u = s**2       r    common value of the factors on the balanced line
"""


# --- the plane map ------------------------------------------------------------------------------------------------

def error(a, b, mu):
    """e = ab - mu; zero exactly on the zero-error hyperbola (Definition 3.2)."""
    return a*b - mu


def loss(a, b, mu):
    """The normalised loss (ab - mu)^2 / 2 whose unit-step gradient descent is the product map (8)."""
    return error(a, b, mu)**2/2


def product_map(a, b, mu):
    """One step of gradient descent with unit step on the loss: the plane map (1)."""
    e = error(a, b, mu)
    return a - e*b, b - e*a


def imbalance_map(e, w, mu):
    """The plane map in error and imbalance (2), (12): (e, w) -> (e+, w+)."""
    return e**3 + (mu - 2)*e**2 + (1 - 2*mu - w**2)*e, (1 + e)*w


def squares_error(u, v, mu):
    """The error as a function of u = s^2 and v = w^2 (13)."""
    return (u - v)/4 - mu


def squares_map(u, v, mu):
    """The plane map in the squares of its two modes (13): (u, v) -> (u+, v+)."""
    e = squares_error(u, v, mu)
    return (1 - e)**2*u, (1 + e)**2*v


# --- the separatrix -----------------------------------------------------------------------------------------------

def separatrix(e, w, mu):
    """D: the signed separatrix coordinate; 0 on the ellipse, negative inside (Section 4)."""
    return w**2 - (2 - mu)*(2 - e)


def growth(e, mu):
    """q_mu(e): the factor by which D grows in one step (15)."""
    return e**2 + mu*e + 1


def chebyshev(e):
    """C(e): the error map on the ellipse; 2 cos t -> 2 cos 3t (17)."""
    return e**3 - 3*e


def normal_form(e, D, mu):
    """The plane map in (e, D): a cubic driven by a multiplicative cocycle (3), (15)."""
    return chebyshev(e) - e*D, growth(e, mu)*D


def ellipse(s, w, mu):
    """R: equals 4 on the invariant ellipse (4), (16).  Hypothesis: mu != 2, -2."""
    return s**2/(2 + mu) + w**2/(2 - mu)


def amgm_weights(mu):
    """The weights A, B with A + B = 1 and q = A (1 + e)^2 + B (1 - e)^2 (33)."""
    return (2 + mu)/4, (2 - mu)/4


# --- the balanced line --------------------------------------------------------------------------------------------

def balanced_ratio(e, mu):
    """Q_mu(e) = F_mu(e)/e: the factor by which the balanced error changes in one step."""
    return (e + mu)*(e - 2) + 1


def balanced_map(e, mu):
    """F_mu: the error map on the balanced line w = 0 (14)."""
    return e**3 + (mu - 2)*e**2 + (1 - 2*mu)*e


def balanced_factor_map(r, mu):
    """The map of the common factor r = a = b; a double cover of F_mu by e = r^2 - mu."""
    return r*(1 + mu - r**2)


def two_cycle(e, mu):
    """p_mu: vanishes at the two points of the first two-cycle (Proposition 3.6)."""
    return e**2 + (mu - 1)*e + 1 - mu


def imbalance_multiplier(e):
    """The factor 1 + e by which the imbalance changes in one step; the transverse multiplier of the balanced line."""
    return 1 + e


def symmetric_multiplier(e):
    """The factor 1 - e by which the symmetric mode changes in one step."""
    return 1 - e


def normal_multiplier(a, b):
    """1 - a^2 - b^2: the multiplier normal to the zero-error hyperbola at its point (a, b) (Proposition 3.1)."""
    return 1 - a**2 - b**2


def error_ratio(e, w, mu):
    """M(e, w) = e+/e, the factor by which the error changes in one step of the plane map (proof of Corollary 4.8)."""
    return balanced_ratio(e, mu) - w**2


# --- mini-batches -------------------------------------------------------------------------------------------------

def crossing_term(e, D, mu, xi):
    """What a batch with parameter mu + xi adds to q D after one step, in the full batch's coordinate D (19)."""
    return -xi*((2*e + mu - xi)*D + (4 - mu**2)*(e - xi))


def random_cocycle(r, nu):
    """(r, transverse multiplier) of one batch step nu on the balanced line (Theorem 6.5, (45))."""
    return balanced_factor_map(r, nu), 1 + r**2 - nu
