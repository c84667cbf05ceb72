"""Section 6 and Appendix G: mini-batches as random switching between plane maps."""
from fractions import Fraction as Q

from numerics.algebra import derivative, jacobian
from numerics.maps import (balanced_factor_map, chebyshev, crossing_term, error, growth, imbalance_multiplier,
                           normal_multiplier, product_map, random_cocycle, symmetric_multiplier)
from proofs.evidence import Argument, Identity, Nonnegative, Refutation, proved

from .coordinates import (ellipse_at, ellipse_divisors, ellipse_update, GROWTH_POSITIVE, separatrix_at,
                          separatrix_update)
from .paper import paper

# --- the batch map -------------------------------------------------------------------------------------------------

def batch_loss(a, b, scales, targets):
    """The mean over the batch of (gamma_i ab - y_i)^2/2."""
    return sum(((g*a*b - y)**2 for g, y in zip(scales, targets)), 0*a)/(2*len(targets))


def batch_step(a, b, c, gamma, *z, m):
    """gamma_i = sigma_i gamma, sigma_i^2 = 1, A = ca, B = cb, c^2 = eta gamma^2:
    a batch step is the plane map for nu_B.
    """
    signs, targets = z[:m], z[m:]
    scales, eta = [s*gamma for s in signs], c**2/gamma**2
    (slope,) = jacobian(lambda p, q: batch_loss(p, q, scales, targets), (a, b))
    nu = eta*sum((g*y for g, y in zip(scales, targets)), 0*a)/m
    return (c*(a - eta*slope[0]), c*(b - eta*slope[1])), product_map(c*a, c*b, nu)


def signs_squared(a, b, c, gamma, *z, m):
    return [s**2 - 1 for s in z[:m]]


def nonzero_scale(a, b, c, gamma, *z, m):
    return (gamma,)


@paper.claim("LST-S6.0", "Section 6, setup",
             r"A=\sqrt{\eta C_0}\,a,\ B=\sqrt{\eta C_0}\,b:\quad (A,B)\mapsto\Phi_{\nu_B}(A,B),\ "
             r"\nu_B=\tfrac{\eta}{m}\sum_{i\in B}\gamma_iy_i", hypotheses=("gamma_i^2 = C_0 > 0 for every i",))
def batch_map():
    """One step of gradient descent on a batch is the plane map with the batch's own parameter.

    A batch may repeat an example: whether it is drawn with replacement, which the paper leaves open, does not matter.
    """
    for m in (1, 2, 3):
        yield Identity(batch_step, modulo=signs_squared, excluding=nonzero_scale, size=dict(m=m), variables=(
            "a", "b", "c", "gamma", *(f"s{i}" for i in range(m)), *(f"y{i}" for i in range(m))))
    yield Argument("""
        For any m: as gamma_i^2 = C_0, the gradient of the batch loss is (C_0 ab - h_B)(b, a), where h_B is the mean of
        gamma_i y_i over the batch.""", name="any_batch_size")


@paper.claim("LST-D6.1", "Definition 6.1", r"\mathcal I_\nu=\{R_\nu<4\}", finding="ambiguous",
             hypotheses=("-2 < nu < 2",))
def batch_interior():
    """The interior of a batch's ellipse; Section 4.2 uses the same letter for the interior without the two axes."""


@batch_interior.reading("with the axes", r"\mathcal I_\nu=\{R_\nu<4\}\ \text{is forward invariant}",
                        hypotheses=("-2 < nu < 2",))
def batch_interior():
    """Read as defined here, with the axes: the batch map keeps it."""
    yield Identity(ellipse_update, excluding=ellipse_divisors)
    yield GROWTH_POSITIVE


def image_is_off_balanced_line(a, b, nu):
    """The image of the point is not on w = 0."""
    a1, b1 = product_map(a, b, nu)
    return a1 != b1


def is_in_strict_interior(a, b, nu):
    return abs(nu) < 2 and a + b != 0 and a - b != 0 and ellipse_at(a, b, nu) < 4


@batch_interior.reading("without the axes", r"\{u>0,\ v>0,\ R_\nu<4\}\ \text{is not forward invariant}",
                        hypotheses=("-2 < nu < 2",))
def batch_interior():
    """Read as in Section 4.2, without the axes: not kept, as points with e = -1 land on the balanced line."""
    yield Refutation(image_is_off_balanced_line, at=dict(a=1, b=Q(-1, 2), nu=Q(1, 2)), given=is_in_strict_interior)


# --- Theorem 6.2 ---------------------------------------------------------------------------------------------------

def batch_modes(a, b, nu):
    """Sum and difference of the factors are multiplied by 1 - e and 1 + e."""
    a1, b1, e = *product_map(a, b, nu), error(a, b, nu)
    return (a1 + b1, a1 - b1), (symmetric_multiplier(e)*(a + b), imbalance_multiplier(e)*(a - b))


@paper.claim("LST-T6.2i", "Theorem 6.2(i)", r"s^+=(1-e_\nu)s,\qquad w^+=(1+e_\nu)w")
def modes_of_batch_map():
    """A batch step multiplies the two modes by 1 - e and 1 + e, with the batch's error, for every real nu."""
    yield Identity(batch_modes)


@paper.claim("LST-T6.2ii", "Theorem 6.2(ii)", r"D_\nu^+=q_\nu(e_\nu)D_\nu,\qquad 4-R_\nu^+=q_\nu(e_\nu)(4-R_\nu)",
             hypotheses=("nu != 2, -2 for R",))
def separatrix_of_batch_map():
    """A batch step multiplies the batch's own separatrix coordinate by its growth factor;
    nu = 0 and nu < 0 are no exception.
    """
    yield Identity(separatrix_update)
    yield Identity(ellipse_update, excluding=ellipse_divisors)
    yield from proved("Separatrix.ellipse_update")


@paper.claim("LST-T6.2iii", "Theorem 6.2(iii)", r"|\nu|<2:\ \Phi_\nu\ \text{preserves the side of}\ \mathcal E_\nu",
             hypotheses=("-2 < nu < 2",), uses=("LST-T6.2ii",))
def side_of_batch_ellipse():
    """The growth factor is positive, so a batch step keeps each side of its own ellipse;
    at |nu| = 2 the factor has a zero.
    """
    yield GROWTH_POSITIVE
    yield from proved("Separatrix.sides_are_invariant", "Separatrix.sides_fail_at_two", "Separatrix.ellipse_separates")


def chebyshev_on_batch_ellipse(a, b, nu):
    """Where D = 0 the batch's error moves by e^3 - 3e."""
    return error(*product_map(a, b, nu), nu), chebyshev(error(a, b, nu))


def on_batch_ellipse(a, b, nu):
    return (separatrix_at(a, b, nu),)


@paper.claim("LST-T6.2iv", "Theorem 6.2(iv)", r"e_\nu^+=e_\nu^3-3e_\nu\quad\text{on}\ \mathcal E_\nu")
def error_on_batch_ellipse():
    """On the batch's ellipse the batch's error moves by the Chebyshev cubic."""
    yield Identity(chebyshev_on_batch_ellipse, modulo=on_batch_ellipse)
    yield from proved("Separatrix.ellipse_carries_chebyshev")


# --- Theorem 6.3 and Corollary 6.4 ---------------------------------------------------------------------------------

def perturbed_separatrix(a, b, mu, xi):
    """(19): what a batch mu + xi does to the full batch's coordinate D."""
    e, D = error(a, b, mu), separatrix_at(a, b, mu)
    return separatrix_at(*product_map(a, b, mu + xi), mu), growth(e, mu)*D + crossing_term(e, D, mu, xi)


@paper.claim("LST-T6.3a", "Theorem 6.3, (19)",
             r"D_\mu^+=q_\mu(e)D_\mu-\xi\bigl[(2e+\mu-\xi)D_\mu+(4-\mu^2)(e-\xi)\bigr]")
def full_batch_separatrix():
    """A batch with parameter mu + xi adds an explicit term to the update of the full batch's D;
    for all real mu and xi.
    """
    yield Identity(perturbed_separatrix)


def crossing_by_larger_batch(mu, xi):
    """xi > 0: at the points e = -2 of the ellipse D^+ = xi (4 - mu^2)(2 + xi) > 0."""
    zero = 0*xi
    return crossing_term(zero - 2, zero, mu, xi), {"xi": xi, "2 - mu": 2 - mu, "2 + mu": 2 + mu}, [
        (2, ("xi", "2 - mu", "2 + mu"), 1), (1, ("2 - mu", "2 + mu"), xi)]


def crossing_by_smaller_batch(mu, x):
    """xi = -x < 0: at the points e = 2 of the ellipse D^+ = x (4 - mu^2)(2 + x) > 0."""
    zero = 0*x
    return crossing_term(zero + 2, zero, mu, -x), {"x": x, "2 - mu": 2 - mu, "2 + mu": 2 + mu}, [
        (2, ("x", "2 - mu", "2 + mu"), 1), (1, ("2 - mu", "2 + mu"), x)]


@paper.claim("LST-T6.3b", "Theorem 6.3",
             r"\text{for every}\ \xi\ne0\ \text{some points with}\ D_\mu<0\ \text{go to}\ D_\mu>0\ \text{under}\ "
             r"\Phi_{\mu+\xi}",
             hypotheses=("0 < mu < 2",), uses=("LST-T6.3a", "LST-T4.3b"))
def some_points_cross():
    """Any batch other than the full one moves some interior points across the full batch's ellipse,
    however small xi is.
    """
    yield Nonnegative(crossing_by_larger_batch, at=dict(mu=1, xi=1), tight=dict(mu=1, xi=0), strict=True)
    yield Nonnegative(crossing_by_smaller_batch, at=dict(mu=1, x=1), tight=dict(mu=1, x=0), strict=True)
    yield Argument("""
        The ellipse has points with e = -2 (s = 0) and with e = 2 (w = 0), and there D = 0, so D^+ is the added term
        alone: positive at one of them for either sign of xi.  D^+ is continuous, so it is positive at nearby points
        with D < 0.""", name="open_set_of_crossings")


def landing_from_full_solution(r, xi):
    """(sqrt mu, sqrt mu), r^2 = mu, lands on D = (2 - mu)(mu (xi^2 + 2 xi) - 2)."""
    mu = r**2
    return separatrix_at(*product_map(r, r, mu + xi), mu), (2 - mu)*(mu*(xi**2 + 2*xi) - 2)


def lands_outside(r, xi):
    """mu (xi^2 + 2 xi) > 2 implies D > 0."""
    mu = r**2
    return separatrix_at(*product_map(r, r, mu + xi), mu), {
        "2 - mu": 2 - mu, "mu (xi^2 + 2 xi) - 2": mu*(xi**2 + 2*xi) - 2}, [
        (1, ("2 - mu", "mu (xi^2 + 2 xi) - 2"), 1)]


def lands_inside(r, xi):
    """mu (xi^2 + 2 xi) <= 2 implies D <= 0."""
    mu = r**2
    return -separatrix_at(*product_map(r, r, mu + xi), mu), {
        "2 - mu": 2 - mu, "2 - mu (xi^2 + 2 xi)": 2 - mu*(xi**2 + 2*xi)}, [
        (1, ("2 - mu", "2 - mu (xi^2 + 2 xi)"), 1)]


@paper.claim("LST-C6.4", "Corollary 6.4",
             r"\Phi_{\mu+\xi}(\sqrt\mu,\sqrt\mu)\in\{D_\mu>0\}\iff\mu(\xi^2+2\xi)>2",
             hypotheses=("0 < mu < 2 (printed: 0 < mu < 1)",), uses=("LST-T6.3a",))
def one_step_crossing():
    """From the balanced full-batch solution one batch step leaves the ellipse exactly if mu(xi^2 + 2 xi) > 2."""
    yield Identity(landing_from_full_solution)
    yield Nonnegative(lands_outside, at=dict(r=Q(1, 2), xi=3), tight=dict(r=Q(1, 2), xi=2), strict=True)
    yield Nonnegative(lands_inside, at=dict(r=Q(1, 2), xi=1), tight=dict(r=Q(1, 2), xi=2))
    yield from proved("Separatrix.crossing_criterion")


# --- Theorem 6.5 ---------------------------------------------------------------------------------------------------

def imbalance_of_batch_step(a, b, nu):
    """w^+ = (1 + ab - nu) w; on the balanced line both factors move by r (1 + nu - r^2)."""
    a1, b1 = product_map(a, b, nu)
    return (a1 - b1, product_map(a, a, nu)), ((1 + a*b - nu)*(a - b), (balanced_factor_map(a, nu),)*2)


def imbalance_after(w, r, batches):
    """The imbalance after the batches, from the factors r + w/2 and r - w/2."""
    a, b = r + w/2, r - w/2
    for nu in batches:
        a, b = product_map(a, b, nu)
    return a - b


def transverse_growth(r, *batches, n):
    """The derivative of the imbalance after n batches at w = 0 is the product of the multipliers 1 + r_k^2 - nu_k."""
    growth_of_w, total = derivative(imbalance_after, 0*r, r, batches), 0*r + 1
    for nu in batches:
        r, multiplier = random_cocycle(r, nu)
        total = total*multiplier
    return growth_of_w, total


@paper.claim("LST-T6.5a", "Theorem 6.5, (45)",
             r"w_{k+1}=(1+A_kB_k-\nu_k)w_k,\qquad |\delta w_n|=|\delta w_0|\prod_{k<n}|1+r_k^2-\nu_k|")
def random_transverse_cocycle():
    """The imbalance is multiplied by 1 + AB - nu;
    along a balanced orbit its derivative is the product of 1 + r^2 - nu.
    """
    yield Identity(imbalance_of_batch_step)
    for n in (1, 2, 3):
        yield Identity(transverse_growth, size=dict(n=n), variables=("r", *(f"nu{k}" for k in range(n))))
    yield Argument("For any n by the chain rule, as w = 0 is kept by every batch map.", name="any_number_of_steps")
    yield from proved("Derivatives.transverse_batch_multiplier")


@paper.claim("LST-T6.5b", "Theorem 6.5",
             r"\lim\tfrac1n\sum_{k<n}\log|1+r_k^2-\nu_k|>0\ \Rightarrow\ \text{transversely unstable}",
             uses=("LST-T6.5a",))
def positive_exponent():
    """A positive exponent of the cocycle makes the balanced orbit transversely unstable,
    by the definition of the words.
    """
    yield Argument("""
        |delta w_n| = |delta w_0| exp(n (Lambda + o(1))) grows exponentially if Lambda > 0: this is transverse
        instability of the linearisation (Definitions A.6 and A.7).""", name="by_definition")


# --- interpretation ------------------------------------------------------------------------------------------------

def repelling_for_positive_batch(a, b):
    """ab = nu > 1: -1 - (1 - a^2 - b^2) = (a - b)^2 + 2(nu - 1)."""
    return -1 - normal_multiplier(a, b), {"nu - 1": a*b - 1}, [(2, ("nu - 1",), 1), (1, (), a - b)]


def repelling_for_negative_batch(a, b):
    """ab = nu < -1: -1 - (1 - a^2 - b^2) = (a + b)^2 + 2(-nu - 1)."""
    return -1 - normal_multiplier(a, b), {"-nu - 1": -a*b - 1}, [(2, ("-nu - 1",), 1), (1, (), a + b)]


@paper.claim("LST-S6.i1", "Section 6, interpretation",
             r"|\nu_B|>1:\ \text{the batch's hyperbola is locally repelling}", uses=("LST-P3.1a",))
def repelling_batch():
    """Every point of a batch's zero-error curve has a normal multiplier below -1 if |nu| > 1."""
    yield Nonnegative(repelling_for_positive_batch, at=dict(a=2, b=1), tight=dict(a=1, b=1), strict=True)
    yield Nonnegative(repelling_for_negative_batch, at=dict(a=2, b=-1), tight=dict(a=1, b=-1), strict=True)


def keeps_growing(r, nu):
    """After a first batch nu, and then batches nu' = r_1^2 only,
    the imbalance is larger after three steps than after one.
    """
    r1, first = random_cocycle(r, nu)
    total, later = first, r1
    for _ in range(2):
        later, multiplier = random_cocycle(later, r1**2)
        total = total*multiplier
    return abs(total) > abs(first)


def first_multiplier_exceeds_one(r, nu):
    """The sum of all log multipliers is positive if the first is and the others are 0."""
    return abs(random_cocycle(r, nu)[1]) > 1


@paper.claim("LST-S6.i2", "Section 6, interpretation",
             r"\sum_k\log|1+A_kB_k-\nu_{B_k}|>0\ \text{amplifies small imbalance exponentially}", finding="amended")
def amplified_imbalance():
    """A positive sum of the logarithms of the multipliers is said to amplify imbalance exponentially."""
    yield Refutation(keeps_growing, at=dict(r=1, nu=Q(-1, 2)), given=first_multiplier_exceeds_one)


@amplified_imbalance.corrected(
    r"\Lambda=\lim\tfrac1n\sum_{k<n}\log|1+r_k^2-\nu_k|>0\ \Rightarrow\ |\delta w_n|=|\delta w_0|e^{n(\Lambda+o(1))}\ "
    r"\text{for the linear cocycle}", uses=("LST-T6.5a", "LST-T6.5b"))
def amplified_imbalance():
    """The average, not the sum, is the exponent; it governs infinitesimal imbalance, since AB depends on w itself."""
    yield Argument("""
        The product formula of Theorem 6.5 is exp of the sum.  For w not infinitesimal AB = (s^2 - w^2)/4, so the
        multipliers along the orbit are those of the balanced orbit only as long as w is small.""",
                   name="average_and_linearity")
