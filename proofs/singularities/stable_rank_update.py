"""Theorem 2.1 and Appendix A.1, second part: what a gradient update does to the stable rank."""
from fractions import Fraction as Q

import numpy as np

from numerics.algebra import derivative
from numerics.smoothing import stable_rank
from proofs.evidence import Argument, Identity, Lost, Nonnegative, Refutation, Simulation

from .paper import paper
from .spectra import product, quaternion_norm, rotation, transpose
from .update import change_of_rank, is_update, update_divisors, updated_rank


# --- the increments ------------------------------------------------------------------------------------------------

def printed_increment(f, s):
    """phi^2 + SR(Z) - 1, times mu_1^2, is the total increment mu_1^2 SR(Z)."""
    return f + s - 1 == s


def total_increment(a, b, c, d, p, q, r, t, u, v):
    """sum_l v_l^T M v_l = tr M over an orthonormal basis of space, M symmetric."""
    V, M = rotation(a, b, c, d), ((p, q, r), (q, t, u), (r, u, v))
    turned = product(V, M, transpose(V))
    return turned[0][0] + turned[1][1] + turned[2][2], p + t + v


def nonzero_quaternion(a, b, c, d, p, q, r, t, u, v):
    return (quaternion_norm(a, b, c, d),)


@paper.claim("SING-10", "A.1", r"\delta A=K[\varphi^2+\mathrm{SR}(Z)-1],\quad\delta B=K\varphi^2", finding="amended",
             hypotheses=("K > 0",))
def increments():
    """The increments of the energy and of sigma_1^2, from which the change of the stable rank is computed."""
    yield Refutation(printed_increment, at=dict(f=Q(9, 25), s=2))


@increments.corrected(r"\delta A=K\,\mathrm{SR}(Z)\ \text{in all};\ \text{the printed one at}\ \varphi=1\ \text{only}")
def increments():
    """Summed over an orthonormal basis the increment is mu_1^2 SR(Z): the printed one loses the energy 1 - phi^2."""
    yield Identity(total_increment, excluding=nonzero_quaternion)
    yield Argument("""
        The trace of V M V^T is that of M in any dimension; tr Z^T Z = sum mu_t^2 = mu_1^2 SR(Z).  f + s - 1 = s
        iff f = 1.""",
                   name="trace")


# --- Theorem 2.1 ---------------------------------------------------------------------------------------------------

def stable_rank_falls(A, B, K, s, f):
    """The update lowers the stable rank."""
    return updated_rank(A, B, K, s, f) < A/B


def falls_above_threshold(A, B, K, s, f):
    """A (B + K f) - B (A + K (f + s - 1)) = K (A f - B (f + s - 1)) > 0."""
    goal = A*(B + K*f) - B*(A + K*(f + s - 1))
    return goal, {"K": K, "A f - B (f + s - 1)": A*f - B*(f + s - 1)}, [(1, ("K", "A f - B (f + s - 1)"), 1)]


def relaxation(A, B, K, s, f):
    """SR' - L = (SR - L) B/(B + K f) with L = 1 + (s - 1)/f."""
    limit = 1 + (s - 1)/f
    return updated_rank(A, B, K, s, f) - limit, (A/B - limit)*B/(B + K*f)


def relaxation_divisors(A, B, K, s, f):
    return f, B, B + K*f


@paper.claim("SING-11", "Theorem 2.1 [rebuilt]",
             r"\mathrm{SR}(W')<\mathrm{SR}(W):\ \text{singularities inevitably increase}",
             finding="amended")
def theorem_update():
    """Every gradient update is said to lower the stable rank.

    With SR(W) = 2, SR(Z) = 10, phi = 1 it rises to 30/11.
    """
    yield Refutation(stable_rank_falls, at=dict(A=2, B=1, K=Q(1, 10), s=10, f=1), given=is_update)


@theorem_update.corrected(r"\mathrm{SR}(W')<\mathrm{SR}(W)\iff\mathrm{SR}(W)>1+\frac{\mathrm{SR}(Z)-1}{\varphi^2}",
                          hypotheses=("the printed increments", "K > 0"))
def theorem_update():
    """Exactly above the threshold, to which the stable rank relaxes monotonically.

    At initialisation the hypothesis holds for the paper's sizes: SR(W) is about 194 for a Gaussian 768 x 768 matrix,
    the threshold at most 54 for SR(Z) < 20 and phi > 0.6.  Only "inevitably" is false.
    """
    yield Identity(change_of_rank, excluding=update_divisors)
    yield Nonnegative(falls_above_threshold, at=dict(A=20, B=1, K=1, s=2, f=1), tight=dict(A=2, B=1, K=1, s=2, f=1),
                      strict=True)
    yield Identity(relaxation, excluding=relaxation_divisors)
    yield Simulation(square_stable_rank, far_above_threshold, "between 180 and 205, against 54", corroborates=True)


def square_stable_rank():
    """The stable rank of a Gaussian 768 x 768 matrix."""
    return stable_rank(np.random.default_rng(0).standard_normal((768, 768)))


def far_above_threshold(rank):
    return 180 < rank < 205


# --- the Gram update -----------------------------------------------------------------------------------------------

def slope_numerator(t0, e, l0, q, p, c):
    """Where lambda = l0 + q c + p c^2/2 and tr = t0 + c e: (tr E lambda - tr lambda')' = -tr lambda''."""
    def numerator(c, t0, e, l0, q, p):
        return e*(l0 + q*c + p*c**2/2) - (t0 + c*e)*(q + p*c)
    return derivative(numerator, c, t0, e, l0, q, p), -(t0 + c*e)*p


def printed_threshold_suffices(g1, g2, c, top):
    """For G = diag(g1, g2) and E = all ones, the stable rank at G + cE, with largest eigenvalue `top`, is not above
    G's.
    """
    return (g1 + g2 + 2*c)/top <= (g1 + g2)/g1


def above_printed_threshold(g1, g2, c, top):
    """SR(Z) = 1, so the printed threshold is 1; `top` is the larger root of the characteristic polynomial."""
    return (g1 > g2 > 0 and c > 0 and (g1 + g2)/g1 > 1 and (g1 + c - top)*(g2 + c - top) == c**2
            and 2*top > g1 + g2 + 2*c)


@paper.claim("SING-12", "Theorem 2.1, corrected",
             r"G'=G+cE,\ E\succeq0,\ \mathrm{SR}(W)\,v_1^\top Ev_1\ge\mathrm{tr}E\implies \mathrm{tr}G'/"
             r"\lambda_{\max}(G')\ "
             r"\text{is nonincreasing in}\ c\ge0", finding="new", hypotheses=("G = W^T W, with v_1 a top eigenvector",))
def gram_update():
    """For an update of the Gram matrix the stable rank rises and then falls in c; under the condition it only falls.

    With E = Z^T Z the condition is SR(W) >= ||Z||_F^2/|Z v_1|^2, and SR(W) >= SR(Z)/phi^2 suffices.
    """
    yield Identity(slope_numerator)
    yield Argument("""
        lambda(c) = lambda_max(G + cE) is convex, as a maximum of functions affine in c, with one-sided slopes y^T E y
        over top eigenvectors y; so q = lambda' increases.  The sign of (tr/lambda)' is that of N = tr(E) lambda -
        tr(G + cE) q, and N does not increase: for c < c', lambda(c') - lambda(c) <= (c' - c) q(c') and q(c) <= q(c')
        give N(c') - N(c) <= -tr(G + cE)(q(c') - q(c)) <= 0 (where lambda is smooth this is the identity).  So the
        quotient rises, then falls.  N(0) <= 0 for q = v_1^T E v_1 iff tr(E) sigma_1^2 <= tr(G) v_1^T E v_1, which is
        the condition.  For E = Z^T Z: |Z v_1|^2 >= mu_1^2 phi^2, so ||Z||_F^2/|Z v_1|^2 <= SR(Z)/phi^2.""",
                   name="convexity")
    yield Refutation(printed_threshold_suffices, at=dict(g1=1, g2=Q(1, 4), c=Q(1, 2), top=Q(7, 4)),
                     given=above_printed_threshold, corroborates=True)


def slope_in_step(A, B, a, b, K):
    """d/dK (A + K a)/(B + K b) = (a B - b A)/(B + K b)^2."""
    def rank(K, A, B, a, b):
        return (A + K*a)/(B + K*b)
    return derivative(rank, K, A, B, a, b), (a*B - b*A)/(B + K*b)**2


def slope_divisors(A, B, a, b, K):
    return (B + K*b,)


@paper.claim("SING-13", "after Theorem 2.1", r"|\mathrm{SR}(W')-\mathrm{SR}(W)|\ \text{grows with the learning rate}",
             hypotheses=("the printed increments",))
def effect_of_learning_rate():
    """A larger step changes the stable rank more, always in the same direction, up to the limit a/b."""
    yield Identity(slope_in_step, excluding=slope_divisors)
    yield Argument("""
        The sign of the derivative in K does not depend on K >= 0, so the change grows with K = eta (...); as K grows
        the stable rank tends to a/b.""", name="constant_sign")


# --- equal angles --------------------------------------------------------------------------------------------------

def rows_are_orthogonal(d, entry, first, second):
    """v_2.v_3 = 0 where both have all coordinates beyond the first equal to `entry`."""
    return first*second + (d - 1)*entry**2 == 0


def unit_rows(d, entry, first, second):
    return d >= 3 and (d - 1)*entry**2 == 1 and all(x**2 + (d - 1)*entry**2 == 1 for x in (first, second))


@paper.claim("SING-14", "A.1", r"v_l^\top\beta_i=\tfrac1{\sqrt{d-1}}\ \text{for all}\ l\ne1,\ i\ge2", finding="refuted",
             hypotheses=("d >= 3",))
def equal_angles():
    """All remaining singular vectors are assumed to have equal coordinates; then they are equal, not orthogonal."""
    yield Refutation(rows_are_orthogonal, at=dict(d=5, entry=Q(1, 2), first=0, second=0), given=unit_rows)


def column_of_rotation(a, b, c, d):
    """In each column of a rotation the squares of the other rows sum to 1 - (v_1.beta_i)^2."""
    V = rotation(a, b, c, d)
    return tuple(V[1][i]**2 + V[2][i]**2 for i in range(3)), tuple(1 - V[0][i]**2 for i in range(3))


def column_divisors(a, b, c, d):
    return (quaternion_norm(a, b, c, d),)


@equal_angles.corrected(r"\frac1{d-1}\sum_{l\ge2}(v_l^\top\beta_i)^2=\frac{1-(v_1^\top\beta_i)^2}{d-1}")
def equal_angles():
    """In the mean of squares over l it is right, and exact at phi = 1; nothing about single vectors is needed.

    With the signs left free, |v_l.beta_i| = 1/sqrt(d - 1) asks for a Hadamard matrix of order d - 1, which 767 is not.
    """
    yield Identity(column_of_rotation, excluding=column_divisors)
    yield Argument("""
        The columns of an orthogonal matrix are unit vectors, in any dimension.  Three rows of signs that are
        pairwise orthogonal split the columns into four classes of equal size, so an order above 2 is divisible by
        4; 767 is odd.""",
                   name="columns_and_hadamard")


# --- the sign, and large d -----------------------------------------------------------------------------------------

@paper.claim("SING-15", "A.1", r"\text{Case 1 and Case 2 yield}\ P<0", finding="uncheckable")
def sign_of_coefficient():
    """P, the factor of every increment, is said to be negative, so that each update raises sigma_1."""
    yield Lost("""
        P is nowhere defined.  "The double sum over a, b in [T] splits into four subcases" is followed by none of them,
        and the displays of Case 2 after "this becomes:" and "in the double sum for i != j:" are missing, with the
        integrals.  What is left of Case 2, that terms of different tokens vanish, is unsound (SING-05).
        """)


def top_value_grows(k1, k2, q1, c):
    """sigma_1 of W_K + c W_Q e_1 e_1^T exceeds that of W_K, both diagonal."""
    return max(abs(k1 + c*q1), abs(k2)) > max(k1, k2)


def diagonal_step(k1, k2, q1, c):
    return k1 > k2 > 0 and c > 0


def slope_of_image(k1, k2, q1, q2, n, c):
    """d/dc |(W_K + c W_Q z z^T) z|^2 = 2 n (W_Q z).(W_K z + c n W_Q z) with k = W_K z, q = W_Q z, n = |z|^2."""
    def squared_image(c, k1, k2, q1, q2, n):
        return (k1 + c*n*q1)**2 + (k2 + c*n*q2)**2
    return derivative(squared_image, c, k1, k2, q1, q2, n), 2*n*(q1*(k1 + c*n*q1) + q2*(k2 + c*n*q2))


@sign_of_coefficient.reading("every update", r"W_K\mapsto W_K+cW_Qzz^\top,\ c>0,\ \text{may lower}\ \sigma_1(W_K)")
def sign_of_coefficient():
    """Read of the effect, that every update along W_Q z z^T raises sigma_1, it is false.

    For W_K = diag(1, 1/2), W_Q = diag(-1, 1/2), z = e_1 and c = 1/4 it falls to 3/4.
    """
    yield Refutation(top_value_grows, at=dict(k1=1, k2=Q(1, 2), q1=-1, c=Q(1, 4)), given=diagonal_step)


@sign_of_coefficient.reading("aligned heads",
                             r"z^\top W_Q^\top W_Kz\ge0\implies|W_Kz|\ \text{does not fall}")
def sign_of_coefficient():
    """Read of the direction z it is true where the query and the key of z point the same way, as along v_1 = z for
    sigma_1.
    """
    yield Identity(slope_of_image)
    yield Argument("""
        The slope in c >= 0 is 2 |z|^2 (q.k + c |z|^2 |q|^2) >= 0 with q = W_Q z, k = W_K z, written for two coordinates.
        If z is along v_1 then sigma_1(W_K') |z| >= |W_K' z| >= |W_K z| = sigma_1(W_K) |z|.""", name="slope")


def quarter_rank_term(d, s):
    """The fourth term of the bound, (SR(W) - 1)/(d SR(Z)^2), at SR(W) = d/4 and SR(Z) = s."""
    return (d/4 - 1)/(d*s**2)


def fourth_term_falls(d, larger, s):
    """The fourth term is smaller at the larger of two widths."""
    return quarter_rank_term(larger, s) < quarter_rank_term(d, s)


def larger_width(d, larger, s):
    return 4 <= d < larger and s >= 1


@paper.claim("SING-50", "A.1", r"\text{large}\ d\ \text{suppresses the subsequent terms of the bound}",
             finding="refuted")
def large_dimension():
    """A large width is said to suppress all terms but the first; the fourth carries SR(W), itself of the order of d.

    With SR(W) = d/4, as at a Gaussian start, the fourth term grows from d = 768 to d = 1536.  It stays below 1/4, so
    that the first term may still be the largest; but that is not the width's doing.
    """
    yield Refutation(fourth_term_falls, at=dict(d=768, larger=1536, s=2), given=larger_width)


def fourth_term(d, s):
    """With SR(W) = d/4 the fourth term is 1/(4 SR(Z)^2) - 1/(d SR(Z)^2)."""
    return quarter_rank_term(d, s), 1/(4*s**2) - 1/(d*s**2)


def fourth_divisors(d, s):
    return d, s


@large_dimension.corrected(r"\text{terms two and three are}\ O(\epsilon/d);\ \text{the fourth is}\ O(\mathrm{SR}(W)/d)")
def large_dimension():
    """The second and third term carry eps/(d - 1); at SR(W) = d/4, as at initialisation, the fourth tends to 1/(4
    SR(Z)^2).
    """
    yield Identity(fourth_term, excluding=fourth_divisors)
