"""Appendix A.1, first part: the terms of different tokens, and the decomposition of |Wz|^2 with its bound."""
from fractions import Fraction as Q

from proofs.evidence import Argument, Identity, Nonnegative, Refutation

from .paper import paper
from .spectra import total


# --- independence --------------------------------------------------------------------------------------------------

def mean_product(z, w, h, k, P):
    """The mean of x^T P y for independent x = z + h or z - h, y = w + k or w - k, equally likely."""
    values = []
    for p in (1, -1):
        for q in (1, -1):
            x = [a + p*b for a, b in zip(z, h)]
            y = [a + q*b for a, b in zip(w, k)]
            values.append(total([a*m*b for a, row in zip(x, P) for m, b in zip(row, y)]))
    return total(values)/4


def mean_of_independent_tokens(z1, z2, w1, w2, h1, h2, k1, k2, p, q, r, s):
    """E[x^T P y] = z^T P w, with the means z and w."""
    P = (p, q), (r, s)
    z, w = (z1, z2), (w1, w2)
    return mean_product(z, w, (h1, h2), (k1, k2), P), total([a*m*b for a, row in zip(z, P) for m, b in zip(row, w)])


def mean_vanishes(z1, z2):
    """E[x^T y] = 0 for the two-point tokens with mean (z1, z2)."""
    return mean_product((z1, z2), (z1, z2), (0, 1), (1, 0), ((1, 0), (0, 1))) == 0


def leading_value_is_positive(z1, z2):
    return z1 > 0


@paper.claim("SING-05", "A.1, Case 2",
             r"\mathbb E[x_i^\top Px_j]=0\ (i\ne j)\ \text{for zero-mean inputs, together with}\ \mathbb E[c_{i,t}]="
             r"\mu_t,\ \mu_1>0",
             finding="refuted")
def cross_terms():
    """Terms of different tokens are said to vanish; but the tokens have the mean z with |z|^2 = sum mu_t^2 > 0."""
    yield Refutation(mean_vanishes, at=dict(z1=1, z2=0), given=leading_value_is_positive)


@cross_terms.corrected(r"\mathbb E[x_i^\top Px_j]=\mathbb E[x_i]^\top P\,\mathbb E[x_j]\ (i\ne j)",
                       hypotheses=("x_i, x_j independent",))
def cross_terms():
    """Under independence the cross term is that of the means; with the means that are assumed, z = sum mu_t beta_t for
    every token, it is z^T P z, which vanishes for every P only if all mu_t are 0.
    """
    yield Identity(mean_of_independent_tokens)
    yield Argument("""
        E[x_i^T P x_j] = sum P_ab E[x_ia] E[x_jb] for any independent tokens.  P = I gives |z|^2 = sum mu_t^2.""",
                   name="any_distribution")


# --- the decomposition and its bound -------------------------------------------------------------------------------

def named(d):
    return (*(f"g{k}{r}" for k in range(d) for r in range(d)), *(f"m{r}" for r in range(d)),
            *(f"s{k}" for k in range(d)))


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
        In any dimension split k = 1 from k > 1 and, for k = 1, the pairs (r, s) into both 1, one of them 1, and
        none.""",
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
             r"\tfrac{\epsilon}{(d-1)\mathrm{SR}(Z)^2}+\tfrac{\mathrm{SR}(W)-1}{d\,\mathrm{SR}(Z)^2}\Bigr]",
             finding="refuted")
def printed_upper_bound():
    """The printed bound on |Wz|^2 fails for a rank-one matrix in the plane, however small eps is, and for the identity.

    The first witness has eps = 4 10^-6, mu = (1, 1/2), SR(Z) = 5/4, SR(W) = 1: as aligned and singular as one can ask.
    """
    yield Refutation(printed_bound_in_the_plane, given=orthonormal_plane, at=dict(
        s1=1, s2=0, m1=1, m2=Q(1, 2), c=Q(999_999, 1_000_001), s=Q(2000, 1_000_001)))
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
        |z|^2 = sum mu_t^2 = mu_1^2 SR(Z).  c = sum mu_t (v_1.beta_t): its first term is mu_1 sqrt(1 - eps), the rest
        is at most sqrt(sum_{t>1} mu_t^2) sqrt(eps) by the Cauchy inequality.  Three values are written out; more add
        terms of the same form.""", name="any_dimension")


def bounded_by_constant(C, d):
    """|Wz|^2 <= C sigma_1^2 mu_1^2 phi^2 for W = I of size d, mu_t = 1 and phi = 1, where |Wz|^2 = d."""
    return d <= C


@paper.claim("SING-09", "A.1", r"\|Wz\|^2=\mathcal O(\sigma_1^2\mu_1^2\varphi^2)", finding="amended")
def order_of_length():
    """The squared length is said to be of the order of sigma_1^2 mu_1^2 phi^2.

    No constant C serves all sizes: W = I of size d > C with all mu_t = 1 exceeds it.
    """
    yield Refutation(bounded_by_constant, at=dict(C=1000, d=1001))


@order_of_length.corrected(r"\|Wz\|^2\le\frac{\mathrm{SR}(Z)}{\varphi^2}\,\sigma_1^2\mu_1^2\varphi^2",
                           hypotheses=("phi > 0",))
def order_of_length():
    """True with the constant SR(Z)/phi^2: uniform where SR(Z) is bounded and phi is bounded below, not otherwise."""
    yield ENERGY_BOUND
    yield Argument("""
        |z|^2 = mu_1^2 SR(Z).  Three values are written out; more add terms of the same form.""", name="any_dimension")
