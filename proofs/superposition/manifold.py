"""Section 4.3: where the optimum is attained, what the loss is off the manifold, and how fast it contracts."""
from fractions import Fraction as Q

from numerics.algebra import derivative
from numerics.moebius import coefficients, effective_mixing, squared_sine
from proofs.evidence import Argument, Identity, Nonnegative, Refutation

from .attractor import CURVATURE, FROM_THE_SQUARE
from .layer import curvature
from .moebius import GAP, SINE_IN_PARAMETERS
from .paper import paper

SHORT = "the statement has few operations"


# --- schedules -----------------------------------------------------------------------------------------------------

def one_depth_fails(A, B, alphas, roots, sizes):
    """On each of these schedules, given by sqrt k_c at some depths c, one of the depths is not optimal."""
    return all(any(effective_mixing(alpha, A, B, r, m) != m/r for r, m in zip(*depths))
               for alpha, *depths in zip(alphas, roots, sizes))


def some_schedule_fails(A, B, alphas, roots, sizes):
    """On some of these schedules a depth is not optimal."""
    return any(one_depth_fails(A, B, *([x] for x in schedule)) for schedule in zip(alphas, roots, sizes))


def are_four_ten_and_cousins(A, B, alphas, roots, sizes):
    """A is not 0; k = 1, 4, 10; k = 1, 9, 33; k = 1, 4, 10, 16, 28 at the depths 0, 1, 3."""
    (a0, a1), (b0, b1), (c0, c1, c3) = ([r**2 for r in rs] for rs in roots)
    (x0, x1), (y0, y1), (z0, z1, z3) = sizes
    return (A != 0 and (a0, a0 + x0, a1, a1 + x1) == (1, 4, 4, 10) and (b0, b0 + y0, b1, b1 + y1) == (1, 9, 9, 33)
            and (c0, c0 + z0, c1, c1 + z1, c3, c3 + z3) == (1, 4, 4, 10, 16, 28))


def is_four_ten(A, B, alphas, roots, sizes):
    """A is not 0 and k = 1, 4, 10."""
    (r0, r1), (m0, m1) = roots[0], sizes[0]
    return A != 0 and (r0**2, r0**2 + m0, r1**2, r1**2 + m1) == (1, 4, 4, 10)


FOUR_TEN = Refutation(one_depth_fails, given=is_four_ten,
                      at=dict(A=1, B=1, alphas=(3,), roots=((1, 2),), sizes=((3, 6),)))
COUSINS = Refutation(some_schedule_fails, given=are_four_ten_and_cousins,
                     at=dict(A=1, B=1, alphas=(3, 8, 3), roots=((1, 2), (1, 3), (1, 2, 4)),
                             sizes=((3, 6), (8, 24), (3, 6, 12))))


def golden_ratio(q):
    """With k' = q k + 1 from k_0 = 1: m_1^2 k_0 - m_0^2 k_1 = q^2 (q^2 - q - 1), where m_0 = q and m_1 = q^2."""
    k0, k1 = 0*q + 1, q + 1
    k2 = q*k1 + 1
    return (k2 - k1)**2*k0 - (k1 - k0)**2*k1, q**2*(q**2 - q - 1)


def mean_field_ratio(q, x, y):
    """k = x^2, K = y^2, m = (q-1)k + 1: m y - M x = (y - x)(1 - (q-1) x y): equal ratios iff (q-1) sqrt(k K) = 1."""
    return ((q - 1)*x**2 + 1)*y - ((q - 1)*y**2 + 1)*x, (y - x)*(1 - (q - 1)*x*y)


def exact_tree_ratio(q, x, y):
    """m = (q-1) k: m y - M x = (q-1) x y (x - y): the Vandermonde factor."""
    return (q - 1)*x**2*y - (q - 1)*y**2*x, (q - 1)*x*y*(x - y)


def third_size(s):
    """k_1 = s^2, m_1 = s (s^2 - 1): k_2 = s (s^2 + s - 1), between s s^2 and s (s+1)^2."""
    k2 = s**2 + s*(s**2 - 1)
    return (k2, s**2 + s - 1 - s**2, (s + 1)**2 - (s**2 + s - 1)), (s*(s**2 + s - 1), s - 1, s + 2)


def constant_mixing(x, alpha):
    """k' = k + alpha sqrt k has m/sqrt k = alpha for every k = x^2."""
    return ((x**2 + alpha*x) - x**2)/x, alpha


def root_size(x, alpha):
    return (x,)


IMPOSSIBLE = Argument("""
    Let k_0 = 1 and alpha sqrt k_c = m_c at c = 0, 1, 2.  Then alpha = k_1 - 1, and alpha sqrt k_1 = k_2 - k_1 is an
    integer, so sqrt k_1 is rational: k_1 = s^2, s > 1, and k_2 = s (s^2 + s - 1).  Likewise sqrt k_2 is rational,
    k_2 a square.  The two factors are coprime (a common divisor of s and s^2 + s - 1 divides 1), so s^2 + s - 1 is
    a square.  But it lies strictly between s^2 and (s + 1)^2.""", name="three_depths_are_impossible")

CHARACTERISATION = Argument("""
    By the gap identity alpha_eff = m/sqrt k iff A (alpha sqrt k - m) = 0.  For A != 0 this is alpha = m_c/sqrt k_c;
    two depths share it iff their ratios agree, that is m_c^2 k_c' = m_c'^2 k_c.""", name="where_the_gap_vanishes")


@paper.claim("FS-M.6", "Section 4.3", r"\alpha_{\rm eff,c}=\alpha^*_{\rm eff,c}\ \text{for all}\ c\implies A=0",
             finding="amended")
def vanishing_is_necessary():
    """A = 0 is said to be necessary for the optimum at every depth, whatever D and the sizes are."""
    yield FOUR_TEN


@vanishing_is_necessary.corrected(r"\iff A(\alpha\sqrt{k_c}-m_c)=0;\quad A=0\ \text{is necessary if}\ k_0=1,\ "
                                  r"k_c\in\mathbb Z,\ D\ge3",
                                  hypotheses=("one alpha for all layers", "A + sqrt(k_c) B is not 0"))
def vanishing_is_necessary():
    """Necessary for shared alpha, integer sizes from 1 and three depths; never with one alpha per layer, nor always for
    D = 2.
    """
    yield GAP
    yield Identity(third_size)
    yield CHARACTERISATION
    yield IMPOSSIBLE


@paper.claim("FS-M.7", "Section 4.3 (ii)",
             r"A\ne0\implies\alpha_{\rm eff,c}=\alpha^*_{\rm eff,c}\ \text{for at most one}\ c", finding="amended")
def two_depths():
    """A Vandermonde determinant is said to exclude the optimum at two depths when A is not 0."""
    yield FOUR_TEN


@two_depths.corrected(
    r"\{c:\alpha_{\rm eff,c}=\alpha_c^*\}=\{c:m_c/\sqrt{k_c}=\alpha\};\ \text{one depth if}\ m_c=(q-1)k_c,\ \text{or}\ "
    r"m_c=(q-1)k_c+1,\ "
    r"q\ge2;\ \text{never}\ c=0,1,2\ \text{together for integers}",
    hypotheses=("A is not 0", "one alpha for all layers", "k_0 = 1"))
def two_depths():
    """Exactly where m/sqrt k = alpha: one depth for exact trees; two for (1, 4, 10), (1, 9, 33), (1, 4, 10, 16, 28) or
    q golden.
    """
    yield GAP
    yield CHARACTERISATION
    yield Identity(exact_tree_ratio)
    yield Identity(mean_field_ratio)
    yield Identity(golden_ratio)
    yield COUSINS
    yield Identity(third_size)
    yield IMPOSSIBLE
    yield Identity(constant_mixing, excluding=root_size, few_damages=SHORT)
    yield Argument("For q >= 2 and c != c', (q - 1) sqrt(k k') > 1, so the ratios differ.  q (q - 1) - 1 = 0 at the "
                   "golden ratio, where c = 0 and 1 agree.  Over random graphs with m_0/sqrt k_0 = k_1 - 1 not "
                   "constant, no alpha fits almost surely, so A = 0 is necessary.", name="which_trees")


# --- (i) -----------------------------------------------------------------------------------------------------------

def is_positive_off_the_manifold(alpha, A, B, root, m):
    """1 - cos > 0, that is 1 - cos^2 > 0 as the cosine is positive."""
    return squared_sine(alpha, A, B, root, m) > 0


def printed_lower_bound(alpha, A, B, root, m):
    """1 - cos^2 >= A^2/(8 m k'), which follows from the print: 1 - cos^2 >= 1 - cos, and 1 - O(1/np) >= 1/2."""
    return squared_sine(alpha, A, B, root, m) >= A**2/(8*m*(root**2 + m))


def has_positive_cosine(alpha, A, B, root, m):
    """A is not 0, and both coordinates of the output are positive."""
    return A != 0 and all(x > 0 for x in coefficients(alpha, A, B, root, m))


def follows_an_ideal_layer(alpha, A, B, root, m):
    """So, and the layer before it, from k_0 = 1 with the same alpha, A and B, gives z_1 = z_1*."""
    return has_positive_cosine(alpha, A, B, root, m) and squared_sine(alpha, A, B, 1, root**2 - 1) == 0


def half_of_the_square(cosine):
    """(1 - cos) - (1 - cos^2)/2 = (1 - cos)^2/2."""
    return (1 - cosine) - (1 - cosine**2)/2, {}, [(Q(1, 2), (), 1 - cosine)]


@paper.claim("FS-M.8", "Section 4.3 (i)", r"1-\cos(z_{D-1},z_{D-1}^*)\ge\frac{A^2}{4mk'}(1-O(1/np))>0",
             finding="refuted",
             hypotheses=("m = m_{D-2}, k' = k_{D-1}",))
def loss_off_the_manifold():
    """Off the manifold the loss is said to be at least A^2/(4 m k')."""
    # the second layer of k = 1, s^2, s (s^2 + s - 1) at s = 100 and alpha = s^2 - 1, whose first layer is ideal as well
    yield Refutation(is_positive_off_the_manifold, at=dict(alpha=9999, A=1, B=1, root=100, m=999900),
                     given=follows_an_ideal_layer)
    yield Refutation(printed_lower_bound, at=dict(alpha=1, A=1, B=10**8, root=1, m=10**4), given=has_positive_cosine)


@loss_off_the_manifold.corrected(
    r"1-\cos\ge\tfrac12(1-\cos^2)=\frac{A^2(\alpha\sqrt k-m)^2}{2k'[m(A+\sqrt kB)^2+(\alpha A+mB)^2]}",
    uses=("FS-M.4",),
    hypotheses=("z_{D-2} = z_{D-2}*",))
def loss_off_the_manifold():
    """What holds is half the squared sine: it vanishes at alpha = m/sqrt k for every A, and tends to 0 as B grows."""
    yield SINE_IN_PARAMETERS
    yield Nonnegative(half_of_the_square, at=dict(cosine=Q(1, 2)), tight=dict(cosine=1), few_damages=SHORT)


@paper.claim("FS-M.9", "Section 4.3",
             r"\partial_A(1-\cos)=0,\quad\partial_A^2(1-\cos)=\frac{(\alpha\sqrt k-m)^2}{B^2mk'^2}\quad\text{at}\ A=0",
             finding="new", hypotheses=("B > 0",), uses=("FS-M.5",))
def curvature_in_A():
    """The loss is critical on A = 0 with this curvature, which vanishes where alpha is already optimal."""
    yield CURVATURE
    yield FROM_THE_SQUARE


# --- (iii) ---------------------------------------------------------------------------------------------------------

def curvature_is_large(alpha, B, root, m, constant):
    """The curvature is at least constant * m/(k sqrt k)."""
    return curvature(alpha, B, root, m) >= constant*m/root**3


def gradient_of_A(eta, a):
    """|grad(1 + eta a)|^2 = eta^2 + a^2."""
    return derivative(lambda x, y: 1 + x*y, eta, a)**2 + derivative(lambda y, x: 1 + x*y, a, eta)**2, eta**2 + a**2


def linear_rate(a, b, eta, da, db, deta, at_zero, slope):
    """Under gradient flow -A' = grad A . grad L, for the loss L = K A^2/2 near A = 0 with K = at_zero + slope B.

    It is 0 at A = 0, and its derivative along a direction (da, db, deta) is (eta^2 + a^2) K dA, dA = eta da + a deta.
    """
    def loss(a, eta, b):
        return (at_zero + slope*(eta*b))*(1 + eta*a)**2/2

    def pull(h):
        x, y, z = a + h*da, eta + h*deta, b + h*db
        return y*derivative(lambda v: loss(v, y, z), x) + x*derivative(lambda v: loss(x, v, z), y)
    return (pull(0*a), derivative(pull, 0*a)), (
        0*a, (eta**2 + a**2)*(at_zero + slope*(eta*b))*(eta*da + a*deta))


def at_the_manifold(a, b, eta, da, db, deta, at_zero, slope):
    return (1 + eta*a,)


@paper.claim("FS-M.10", "Section 4.3 (iii)", r"\kappa\gtrsim\sum_cm_c/(k_c\sqrt{k_c})", finding="refuted")
def contraction_rate():
    """The gradient is said to contract towards A = 0 at a rate of at least the order of sum m/(k sqrt k)."""
    yield Refutation(curvature_is_large, at=dict(alpha=2, B=1, root=1, m=2, constant=Q(1, 10**6)))


@contraction_rate.corrected(r"\text{rate in parameters:}\ "
                            r"(\eta^2+a^2)\sum_c\frac{(\alpha\sqrt{k_c}-m_c)^2}{B^2m_ck_{c+1}^2}", uses=("FS-M.9",),
                            hypotheses=("linear order at A = 0, B > 0", "each layer is fed its target"))
def contraction_rate():
    """The linear rate is the curvature times |grad A|^2; it vanishes at alpha = m/sqrt k and as B grows."""
    yield CURVATURE
    yield FROM_THE_SQUARE
    yield Identity(linear_rate, modulo=at_the_manifold)


@paper.claim("FS-M.11", "Section 4.3 (ii)",
             r"\text{no other stationary point of}\ \mathcal L_{\rm sup}\ \text{realises IDEAL}", finding="amended")
def no_other_ideal_point():
    """Outside A = 0 no stationary point is said to realise the ideal states."""
    yield FOUR_TEN


@no_other_ideal_point.corrected(r"\text{so if one}\ \alpha\ \text{serves all layers},\ k_0=1,\ k_c\in\mathbb Z,\ D\ge3",
                                uses=("FS-M.6",))
def no_other_ideal_point():
    """True under the hypotheses under which A = 0 is necessary; otherwise there are zero-loss points with A != 0."""
    yield Argument("A point that realises IDEAL has zero loss, so it is a global minimum, hence stationary: the claim "
                   "is the necessity of A = 0.", name="zero_loss_is_stationary")


def gradient_is_nonzero(eta, a):
    """|grad A|^2 - 2 = (eta + a)^2 where eta a = -1: the equation A = 0 is regular."""
    return eta**2 + a**2 - 2, {}, [(1, (), eta + a)]


def on_manifold(eta, a):
    return (1 + eta*a,)


@paper.claim("FS-M.12", "Section 4.3", r"\mathcal M\ \text{has codimension one}",
             hypotheses=("(a, b_1', eta) are shared by all layers",))
def codimension():
    """One equation, whose gradient has a squared length of at least 2 on it; with parameters per layer there is one such
    equation for each.
    """
    yield Identity(gradient_of_A, few_damages=SHORT)
    yield Nonnegative(gradient_is_nonzero, modulo=on_manifold, at=dict(eta=-2, a=Q(1, 2)), tight=dict(eta=-1, a=1),
                      few_damages=SHORT)
