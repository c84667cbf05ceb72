"""Theorem 2.1 and Appendix A.1: what a gradient update does to the stable rank."""
from fractions import Fraction as Q

from numerics.algebra import derivative
from proofs.evidence import Argument, Identity, Nonnegative, Refutation

from .paper import paper
from .spectra import product, quaternion_norm, rotation, total, transpose
from .update import change_of_rank, is_update, update_divisors, updated_rank


# --- independence --------------------------------------------------------------------------------------------------

def mean_product(z, h, k, P):
    """The mean of x^T P y for independent x = z + h or z - h, y = z + k or z - k, equally likely."""
    values = []
    for p in (1, -1):
        for q in (1, -1):
            x = [a + p*b for a, b in zip(z, h)]
            y = [a + q*b for a, b in zip(z, k)]
            values.append(total([a*m*b for a, row in zip(x, P) for m, b in zip(row, y)]))
    return total(values)/4


def mean_of_independent_tokens(z1, z2, h1, h2, k1, k2, p, q, r, s):
    """E[x^T P y] = z^T P z."""
    P = (p, q), (r, s)
    z = z1, z2
    return mean_product(z, (h1, h2), (k1, k2), P), total([a*m*b for a, row in zip(z, P) for m, b in zip(row, z)])


def mean_vanishes(z1, z2):
    """E[x^T y] = 0 for the two-point tokens with mean (z1, z2)."""
    return mean_product((z1, z2), (0, 1), (1, 0), ((1, 0), (0, 1))) == 0


def leading_value_is_positive(z1, z2):
    return z1 > 0


@paper.claim("SING-05", "A.1, Case 2",
             r"\mathbb E[x_i^\top Px_j]=0\ (i\ne j)\ \text{for zero-mean inputs, together with}\ \mathbb E[c_{i,t}]=\mu_t,\ \mu_1>0",
             finding="refuted")
def cross_terms():
    """Terms of different tokens are said to vanish; but the tokens have the mean z with |z|^2 = sum mu_t^2 > 0."""
    yield Refutation(mean_vanishes, at=dict(z1=1, z2=0), given=leading_value_is_positive)


@cross_terms.corrected(r"\mathbb E[x_i^\top Px_j]=z^\top Pz\ (i\ne j),\quad z=\sum_t\mu_t\beta_t", hypotheses=("x_i, x_j independent",))
def cross_terms():
    """Under independence the cross term is z^T P z; it vanishes for every P only if all mu_t are 0."""
    yield Identity(mean_of_independent_tokens)
    yield Argument("""
        E[x_i^T P x_j] = sum P_ab E[x_ia] E[x_jb] for any independent tokens.  P = I gives |z|^2 = sum mu_t^2.""",
                   name="any_distribution")


# --- the decomposition and its bound -------------------------------------------------------------------------------

def named(d):
    return (*(f"g{k}{r}" for k in range(d) for r in range(d)), *(f"m{r}" for r in range(d)), *(f"s{k}" for k in range(d)))


def four_terms(*x, d):
    """With g_kr = v_k.beta_r: the sum is the four displayed terms, and is sum_k sigma_k^2 (v_k.z)^2."""
    g, mu, sigma = [x[d*k:d*k + d] for k in range(d)], x[d*d:d*d + d], x[d*d + d:]

    def square(k, indices):
        return total([mu[r]*mu[t]*g[k][r]*g[k][t] for r in indices for t in indices])

    whole = total([sigma[k]**2*square(k, range(d)) for k in range(d)])
    split = (sigma[0]**2*mu[0]**2*g[0][0]**2 + 2*sigma[0]**2*total([mu[0]*mu[r]*g[0][0]*g[0][r] for r in range(1, d)])
             + sigma[0]**2*square(0, range(1, d)) + total([sigma[k]**2*square(k, range(d)) for k in range(1, d)]))
    norm = total([sigma[k]**2*total([mu[r]*g[k][r] for r in range(d)])**2 for k in range(d)])
    return (whole, whole), (split, norm)


@paper.claim("SING-07", "A.1, decomposition",
             r"\sum_k\sigma_k^2\sum_{r,s}\mu_r\mu_s(\beta_r^\top v_k)(v_k^\top\beta_s)=\text{four terms}=\|Wz\|^2")
def decomposition():
    """The double sum splits into the four displayed terms and is the squared length of W z."""
    yield Identity(four_terms, variables=named(2), size=dict(d=2))
    yield Argument("""
        In any dimension split k = 1 from k > 1 and, for k = 1, the pairs (r, s) into both 1, one of them 1, and none.""",
                   name="partition_of_indices")


def length(s1, s2, m1, m2, c, s):
    """|W z|^2 in the plane: v_1 = (c, s), v_2 = (-s, c), z = (m1, m2)."""
    return s1**2*(c*m1 + s*m2)**2 + s2**2*(c*m2 - s*m1)**2


def printed_bound(s1, ratio_w, m1, ratio_z, eps, d):
    """sigma_1^2 mu_1^2 [(1-e) + 2e/((d-1)SR(Z)) + e/((d-1)SR(Z)^2) + (SR(W)-1)/(d SR(Z)^2)]."""
    return s1**2*m1**2*((1 - eps) + 2*eps/((d - 1)*ratio_z) + eps/((d - 1)*ratio_z**2) + (ratio_w - 1)/(d*ratio_z**2))


def printed_bound_in_the_plane(s1, s2, m1, m2, c, s):
    """The bound with d = 2."""
    return length(s1, s2, m1, m2, c, s) <= printed_bound(s1, 1 + s2**2/s1**2, m1, 1 + m2**2/m1**2, s**2, 2)


def orthonormal_plane(s1, s2, m1, m2, c, s):
    return c**2 + s**2 == 1 and s1 >= s2 >= 0 and m1 >= m2 >= 0 and c > 0


def printed_bound_of_identity(d):
    """The bound for W = I, all mu_t = 1, v_1 = beta_1: |W z|^2 = d."""
    return d <= printed_bound(1, d, 1, d, Q(0), d)


def energy_bound(s1, s2, s3, c1, c2, c3):
    """sigma_1^2 |z|^2 - |W z|^2 with z = sum c_k v_k."""
    goal = s1**2*(c1**2 + c2**2 + c3**2) - (s1**2*c1**2 + s2**2*c2**2 + s3**2*c3**2)
    return goal, {"s1 - s2": s1 - s2, "s1 + s2": s1 + s2, "s1 - s3": s1 - s3, "s1 + s3": s1 + s3}, [
        (1, ("s1 - s2", "s1 + s2"), c2), (1, ("s1 - s3", "s1 + s3"), c3)]


def two_value_bound(s1, s2, s3, c1, c2, c3):
    """sigma_1^2 c_1^2 + sigma_2^2 (|z|^2 - c_1^2) - |W z|^2."""
    goal = s1**2*c1**2 + s2**2*(c2**2 + c3**2) - (s1**2*c1**2 + s2**2*c2**2 + s3**2*c3**2)
    return goal, {"s2 - s3": s2 - s3, "s2 + s3": s2 + s3}, [(1, ("s2 - s3", "s2 + s3"), c3)]


def cauchy(m2, m3, g2, g3):
    """(mu_2^2 + mu_3^2)(g_2^2 + g_3^2) - (mu_2 g_2 + mu_3 g_3)^2 = (mu_2 g_3 - mu_3 g_2)^2."""
    return (m2**2 + m3**2)*(g2**2 + g3**2) - (m2*g2 + m3*g3)**2, {}, [(1, (), m2*g3 - m3*g2)]


ENERGY_BOUND = Nonnegative(energy_bound, at=dict(s1=3, s2=2, s3=1, c1=1, c2=1, c3=1),
                           tight=dict(s1=1, s2=1, s3=1, c1=1, c2=1, c3=1))
CAUCHY = Nonnegative(cauchy, at=dict(m2=1, m3=2, g2=1, g3=1), tight=dict(m2=1, m3=1, g2=1, g3=1))


@paper.claim("SING-08", "A.1, upper bound",
             r"\|Wz\|^2\le\sigma_1^2\mu_1^2\Bigl[(1-\epsilon)+\tfrac{2\epsilon}{(d-1)\mathrm{SR}(Z)}+"
             r"\tfrac{\epsilon}{(d-1)\mathrm{SR}(Z)^2}+\tfrac{\mathrm{SR}(W)-1}{d\,\mathrm{SR}(Z)^2}\Bigr]", finding="refuted")
def printed_upper_bound():
    """The printed bound on |Wz|^2 fails for a rank-one matrix in the plane, and for the identity."""
    yield Refutation(printed_bound_in_the_plane, at=dict(s1=1, s2=0, m1=1, m2=1, c=Q(4, 5), s=Q(3, 5)),
                     given=orthonormal_plane)
    yield Refutation(printed_bound_of_identity, at=dict(d=4))


def cross_term_is_first_order(m1, m2, c, s):
    """Rank one: |Wz|^2 - (c mu_1)^2 = s (2 c mu_1 mu_2 + s mu_2^2), of order s = sqrt(eps), where the bound has eps."""
    one = 0*m1 + 1
    return length(one, 0*m1, m1, m2, c, s) - (c*m1)**2, s*(2*c*m1*m2 + s*m2**2)


@printed_upper_bound.corrected(
    r"\|Wz\|^2\le\sigma_1^2\mu_1^2\mathrm{SR}(Z),\quad \|Wz\|^2\le\sigma_1^2c^2+\sigma_2^2(\|z\|^2-c^2),\quad "
    r"|c|\le\mu_1\bigl(\sqrt{1-\epsilon}+\sqrt{\epsilon(\mathrm{SR}(Z)-1)}\bigr)")
def printed_upper_bound():
    """Two bounds that hold, with c = v_1.z; the cross term is of order sqrt(eps), not eps/(d - 1)."""
    yield ENERGY_BOUND
    yield Nonnegative(two_value_bound, at=dict(s1=3, s2=2, s3=1, c1=1, c2=1, c3=1),
                      tight=dict(s1=3, s2=1, s3=1, c1=1, c2=1, c3=1))
    yield CAUCHY
    yield Identity(cross_term_is_first_order)
    yield Argument("""
        |z|^2 = sum mu_t^2 = mu_1^2 SR(Z).  c = sum mu_t (v_1.beta_t): its first term is mu_1 sqrt(1 - eps), the rest is at
        most sqrt(sum_{t>1} mu_t^2) sqrt(eps) by the Cauchy inequality.  Three values are written out; more add terms of the
        same form.""", name="any_dimension")


def bounded_by_constant(C, d):
    """|Wz|^2 <= C sigma_1^2 mu_1^2 phi^2 for W = I of size d, mu_t = 1 and phi = 1, where |Wz|^2 = d."""
    return d <= C


@paper.claim("SING-09", "A.1", r"\|Wz\|^2=\mathcal O(\sigma_1^2\mu_1^2\varphi^2)", finding="amended")
def order_of_length():
    """The squared length is said to be of the order of sigma_1^2 mu_1^2 phi^2."""
    yield Refutation(bounded_by_constant, at=dict(C=1000, d=1001))


@order_of_length.corrected(r"\|Wz\|^2\le\frac{\mathrm{SR}(Z)}{\varphi^2}\,\sigma_1^2\mu_1^2\varphi^2", hypotheses=("phi > 0",))
def order_of_length():
    """True with the constant SR(Z)/phi^2: uniform where SR(Z) is bounded and phi is bounded below, not otherwise."""
    yield ENERGY_BOUND


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
        The trace of V M V^T is that of M in any dimension; tr Z^T Z = sum mu_t^2 = mu_1^2 SR(Z).  f + s - 1 = s iff f = 1.""",
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


@paper.claim("SING-11", "Theorem 2.1 [rebuilt]", r"\mathrm{SR}(W')<\mathrm{SR}(W):\ \text{singularities inevitably increase}",
             finding="amended")
def theorem_update():
    """Every gradient update is said to lower the stable rank.  With SR(W) = 2, SR(Z) = 10, phi = 1 it rises to 30/11."""
    yield Refutation(stable_rank_falls, at=dict(A=2, B=1, K=Q(1, 10), s=10, f=1), given=is_update)


@theorem_update.corrected(r"\mathrm{SR}(W')<\mathrm{SR}(W)\iff\mathrm{SR}(W)>1+\frac{\mathrm{SR}(Z)-1}{\varphi^2}",
                          hypotheses=("the printed increments", "K > 0"))
def theorem_update():
    """Exactly above the threshold, to which the stable rank relaxes monotonically.

    At initialisation the hypothesis holds for the paper's sizes (SR about 192 for 768 x 768, threshold at most 54); only
    "inevitably" is false.
    """
    yield Identity(change_of_rank, excluding=update_divisors)
    yield Nonnegative(falls_above_threshold, at=dict(A=20, B=1, K=1, s=2, f=1), tight=dict(A=2, B=1, K=1, s=2, f=1),
                      strict=True)
    yield Identity(relaxation, excluding=relaxation_divisors)


# --- the Gram update -----------------------------------------------------------------------------------------------

def slope_numerator(t0, e, l0, q, p, c):
    """Where lambda = l0 + q c + p c^2/2 and tr = t0 + c e: (tr E lambda - tr lambda')' = -tr lambda''."""
    def numerator(c, t0, e, l0, q, p):
        return e*(l0 + q*c + p*c**2/2) - (t0 + c*e)*(q + p*c)
    return derivative(numerator, c, t0, e, l0, q, p), -(t0 + c*e)*p


def printed_threshold_suffices(g1, g2, c, top):
    """For G = diag(g1, g2) and E = all ones, the stable rank at G + cE, with largest eigenvalue `top`, is not above G's."""
    return (g1 + g2 + 2*c)/top <= (g1 + g2)/g1


def above_printed_threshold(g1, g2, c, top):
    """SR(Z) = 1, so the printed threshold is 1; `top` is the larger root of the characteristic polynomial."""
    return (g1 > g2 > 0 and c > 0 and (g1 + g2)/g1 > 1 and (g1 + c - top)*(g2 + c - top) == c**2
            and 2*top > g1 + g2 + 2*c)


@paper.claim("SING-12", "Theorem 2.1, corrected",
             r"G'=G+cE,\ E\succeq0,\ \mathrm{SR}(W)\,v_1^\top Ev_1\ge\mathrm{tr}E\implies \mathrm{tr}G'/\lambda_{\max}(G')\ "
             r"\text{is nonincreasing in}\ c\ge0", finding="new", hypotheses=("G = W^T W, with v_1 a top eigenvector",))
def gram_update():
    """For an update of the Gram matrix the stable rank rises and then falls in c; under the condition it only falls.

    With E = Z^T Z the condition is SR(W) >= ||Z||_F^2/|Z v_1|^2, and SR(W) >= SR(Z)/phi^2 suffices.
    """
    yield Identity(slope_numerator)
    yield Argument("""
        lambda(c) = lambda_max(G + cE) is convex, as a maximum of functions affine in c, with one-sided slopes y^T E y over top
        eigenvectors y; so q = lambda' increases.  The sign of (tr/lambda)' is that of N = tr(E) lambda - tr(G + cE) q, and N
        does not increase: for c < c', lambda(c') - lambda(c) <= (c' - c) q(c') and q(c) <= q(c') give
        N(c') - N(c) <= -tr(G + cE)(q(c') - q(c)) <= 0 (where lambda is smooth this is the identity).  So the quotient rises, then
        falls.  N(0) <= 0 for q = v_1^T E v_1 iff tr(E) sigma_1^2 <= tr(G) v_1^T E v_1, which is the condition.  For E = Z^T Z:
        |Z v_1|^2 >= mu_1^2 phi^2, so ||Z||_F^2/|Z v_1|^2 <= SR(Z)/phi^2.""", name="convexity")
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
        The sign of the derivative in K does not depend on K >= 0, so the change grows with K = eta (...); as K grows the
        stable rank tends to a/b.""", name="constant_sign")


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
        The columns of an orthogonal matrix are unit vectors, in any dimension.  Three rows of signs that are pairwise orthogonal
        split the columns into four classes of equal size, so an order above 2 is divisible by 4; 767 is odd.""",
                   name="columns_and_hadamard")


# --- the sign, and large d -----------------------------------------------------------------------------------------

def top_value_grows(k1, k2, q1, c):
    """sigma_1 of W_K + c W_Q e_1 e_1^T exceeds that of W_K, both diagonal."""
    return max(abs(k1 + c*q1), abs(k2)) > max(k1, k2)


@paper.claim("SING-15", "A.1", r"\text{Case 1 and Case 2 yield}\ P<0", finding="uncheckable",
             pending="the text lost the integrals and the four subcases of Case 1")
def sign_of_coefficient():
    """P is said to be negative; the integrals are lost, and Case 2 is unsound (SING-05).

    The sign is not automatic: for W_K = diag(1, 1/2), W_Q = diag(-1, 1/2), z = e_1 the step W_K + c W_Q z z^T lowers sigma_1.
    """
    yield Refutation(top_value_grows, at=dict(k1=1, k2=Q(1, 2), q1=-1, c=Q(1, 4)))


def fourth_term_is_suppressed(d, s):
    """The fourth term (SR(W) - 1)/(d SR(Z)^2), with SR(W) = d/4, is below 6/d."""
    return (d/4 - 1)/(d*s**2) <= 6/d


@paper.claim("SING-50", "A.1", r"\text{large}\ d\ \text{suppresses the subsequent terms of the bound}", finding="refuted")
def large_dimension():
    """A large width is said to suppress all terms but the first; the fourth carries SR(W), itself of the order of d."""
    yield Refutation(fourth_term_is_suppressed, at=dict(d=768, s=2))


def fourth_term(d, s):
    """With SR(W) = d/4 the fourth term is 1/(4 SR(Z)^2) - 1/(d SR(Z)^2)."""
    return (d/4 - 1)/(d*s**2), 1/(4*s**2) - 1/(d*s**2)


def fourth_divisors(d, s):
    return d, s


@large_dimension.corrected(r"\text{terms two and three are}\ O(\epsilon/d);\ \text{the fourth is}\ O(\mathrm{SR}(W)/d)")
def large_dimension():
    """The second and third term carry eps/(d - 1); at SR(W) = d/4, as at initialisation, the fourth tends to 1/(4 SR(Z)^2)."""
    yield Identity(fourth_term, excluding=fourth_divisors)
