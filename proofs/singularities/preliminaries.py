"""Section 2.1: the stable rank, and the assumptions on representations."""
from fractions import Fraction as Q

from proofs.evidence import Argument, Computed, Identity, Lost, Nonnegative, Refutation

from .paper import paper
from .spectra import energy, plane_rotation, product, stable_rank, total, transpose


# --- the stable rank -----------------------------------------------------------------------------------------------

def scaling(s1, s2, s3, c):
    """SR(cW) = SR(W)."""
    return stable_rank(c*s1, c*s2, c*s3), stable_rank(s1, s2, s3)


def scaling_divisors(s1, s2, s3, c):
    return s1, c


def gram_invariants(a, b, c, d, p, q, r, s):
    """Q W R with plane rotations Q, R has the same trace and determinant of its Gram matrix: the same singular values.
    """
    W = (a, b), (c, d)
    G = product(transpose(W), W)
    turned = product(plane_rotation(p, q), W, plane_rotation(r, s))
    H = product(transpose(turned), turned)
    return ((H[0][0] + H[1][1], H[0][0]*H[1][1] - H[0][1]*H[1][0]),
            (G[0][0] + G[1][1], G[0][0]*G[1][1] - G[0][1]*G[1][0]))


def two_circles(a, b, c, d, p, q, r, s):
    return p**2 + q**2 - 1, r**2 + s**2 - 1


def at_least_one(s1, s2, s3):
    """||W||_F^2 - sigma_1^2 is a sum of squares, 0 exactly in rank one."""
    return energy(s1, s2, s3) - s1**2, {}, [(1, (), s2), (1, (), s3)]


def at_most_the_rank(s1, s2, s3):
    """r sigma_1^2 - ||W||_F^2 = sum (sigma_1 - sigma_i)(sigma_1 + sigma_i), 0 exactly where all are equal."""
    return 3*s1**2 - energy(s1, s2, s3), {
        "s1 - s2": s1 - s2, "s1 + s2": s1 + s2, "s1 - s3": s1 - s3, "s1 + s3": s1 + s3}, [
        (1, ("s1 - s2", "s1 + s2"), 1), (1, ("s1 - s3", "s1 + s3"), 1)]


@paper.claim("SING-01", "2.1.1, A.1 [rebuilt]",
             r"\mathrm{SR}(W)=\|W\|_F^2/\|W\|_2^2,\quad 1\le\mathrm{SR}\le\mathrm{rank}\,W,\quad "
             r"\mathrm{SR}(cW)=\mathrm{SR}(QWR)=\mathrm{SR}(W)",
             hypotheses=("W is not 0", "c is not 0", "Q, R orthogonal"))
def stable_rank_bounds():
    """The stable rank lies between 1 (rank one only) and the rank (equal values only); scale and rotations leave it."""
    yield Identity(scaling, excluding=scaling_divisors)
    yield Identity(gram_invariants, modulo=two_circles)
    yield Nonnegative(at_least_one, at=dict(s1=3, s2=2, s3=1), tight=dict(s1=3, s2=0, s3=0),
                      few_damages="two squares are left over")
    yield Nonnegative(at_most_the_rank, at=dict(s1=3, s2=2, s3=1), tight=dict(s1=1, s2=1, s3=1))
    yield Argument("""
        The two inequalities are written for three singular values; each further one adds a term of the same form.  In
        any size (QWR)^T QWR = R^T W^T W R is similar to the Gram matrix of W, so the singular values agree.""",
                   name="any_size")


def smallest_value_is_positive(a, b, c, d):
    """The determinant, up to sign the product of both singular values, is not 0."""
    return (a*d - b*c)**2 > 0


@paper.claim("SING-02", "2.1.1", r"\sigma_1\ge\dots\ge\sigma_r>0,\quad W=\sum_{i=1}^{\min(m,d)}\sigma_iu_iv_i^\top",
             finding="ambiguous")
def index_ranges():
    """Two ranges of the index are given, min(m, d) and r; they agree for matrices of full rank only."""


@index_ranges.reading("all positive", r"r=\min(m,d):\ \text{false of a singular matrix}")
def index_ranges():
    """Read with r = min(m, d) not every matrix has only positive singular values."""
    yield Refutation(smallest_value_is_positive, at=dict(a=1, b=2, c=2, d=4))


def terms_beyond_the_rank(s1, u1, u2, v1, v2, x1, x2, y1, y2):
    """In rank one the term of sigma_2 = 0 adds nothing to the sum, whatever its vectors."""
    zero = 0*s1
    one = tuple(tuple(s1*u*v for v in (v1, v2)) for u in (u1, u2))
    both = tuple(tuple(s1*u*v + zero*x*y for v, y in ((v1, y1), (v2, y2))) for u, x in ((u1, x1), (u2, x2)))
    return both, one


@index_ranges.reading("rank", r"r=\mathrm{rank}\,W:\ W=\sum_{i\le r}\sigma_iu_iv_i^\top")
def index_ranges():
    """Read with r = rank W both are right, as the terms beyond r vanish."""
    yield Identity(terms_beyond_the_rank)
    yield Computed("rank", [[1, 2], [2, 4]], 1, title="rank_of_a_singular_matrix")


# --- the assumptions -----------------------------------------------------------------------------------------------

def other_coordinates_are_small(c1, c2, c3, c4, eps):
    """eps - (v.beta_2)^2 is the sum of the other squares."""
    return eps - c2**2, {}, [(1, (), c3), (1, (), c4)]


def unit_with_first_coordinate(c1, c2, c3, c4, eps):
    return c1**2 + c2**2 + c3**2 + c4**2 - 1, c1**2 - (1 - eps)


@paper.claim("SING-03", "Assumption (alignment)",
             r"v_1^\top\beta_1=\sqrt{1-\epsilon}\implies\max_{r\ge2}|v_1^\top\beta_r|\le\sqrt\epsilon,\quad "
             r"\varphi^2=1-\epsilon",
             hypotheses=("v_1 is a unit vector", "the beta_r are orthonormal"))
def alignment_assumption():
    """The second clause of the assumption follows from the first; it assumes nothing more."""
    yield Nonnegative(other_coordinates_are_small, at=dict(c1=Q(1, 2), c2=Q(1, 2), c3=Q(1, 2), c4=Q(1, 2), eps=Q(3, 4)),
                      tight=dict(c1=Q(3, 5), c2=Q(4, 5), c3=0, c4=0, eps=Q(16, 25)),
                      modulo=unit_with_first_coordinate, few_damages="the goal is a difference of two terms")
    yield Argument("""
        The coordinates of a unit vector in an orthonormal basis have squares that sum to 1 (to at most 1 for an
        incomplete system).  Four coordinates are written out; more add squares to the right side.""",
                   name="any_dimension")


def energy_is_that_of_the_values(mu1, mu2, tokens):
    """Z, with every row equal to mu_1 beta_1 + mu_2 beta_2, has the energy mu_1^2 + mu_2^2 of its singular values."""
    row = mu1**2 + mu2**2
    return tokens*row == row


def two_tokens_and_a_value(mu1, mu2, tokens):
    return mu1 >= mu2 >= 0 and mu1 > 0 and tokens >= 2


@paper.claim("SING-04", "Assumption (representation)",
             r"x_i=\sum_tc_{i,t}\beta_t,\ \mathbb E[c_{i,t}]=\mu_t\ \text{for every}\ i,\quad Z=\mathbb E[X]=\sum_t"
             r"\mu_t\alpha_t\beta_t^\top",
             finding="refuted", hypotheses=("T >= 2", "mu_1 > 0"))
def representation_assumption():
    """All coefficients are said to have the singular values of Z as means; with two tokens or more this forces Z = 0.
    """
    yield Refutation(energy_is_that_of_the_values, at=dict(mu1=1, mu2=0, tokens=2), given=two_tokens_and_a_value)


def right_vectors_of_mean(a1, a2, a3, b1, b2, b3, m1, m2, c, s):
    """Rows mu_1 alpha_1i beta_1 + mu_2 alpha_2i beta_2: Z^T Z beta_t = mu_t^2 beta_t."""
    beta = (c, s), (-s, c)
    Z = tuple(tuple(m1*a*x + m2*b*y for x, y in zip(*beta)) for a, b in zip((a1, a2, a3), (b1, b2, b3)))
    G = product(transpose(Z), Z)
    images = tuple(tuple(total([g*x for g, x in zip(row, v)]) for row in G) for v in beta)
    return images, tuple(tuple(m**2*x for x in v) for m, v in zip((m1, m2), beta))


def orthonormal_systems(a1, a2, a3, b1, b2, b3, m1, m2, c, s):
    return (a1**2 + a2**2 + a3**2 - 1, b1**2 + b2**2 + b3**2 - 1, a1*b1 + a2*b2 + a3*b3, c**2 + s**2 - 1)


@representation_assumption.corrected(r"\mathbb E[c_{i,t}]=\mu_t(\alpha_t)_i,\quad \alpha_t\ "
                                     r"\text{the left singular vectors of}\ Z")
def representation_assumption():
    """The mean coefficient of token i carries the token's entry of the left singular vector."""
    yield Identity(right_vectors_of_mean, modulo=orthonormal_systems)
    yield Argument("""
        E x_i is the i-th row of Z = sum mu_t alpha_t beta_t^T, whose coefficient at beta_t is mu_t (alpha_t)_i; this
        is the only choice, the beta_t being independent.  Equal means for all tokens make all rows equal: Z has rank
        one and mu_1 = sqrt(T) |z|, against |z|^2 = sum mu_t^2.""", name="uniqueness")


# --- the linear surrogate of softmax -------------------------------------------------------------------------------

@paper.claim("SING-25", "2.1.2", r"S(\omega)\approx\tilde S(\omega)=\Gamma^\top\omega+\tilde\gamma_0",
             finding="uncheckable")
def softmax_surrogate():
    """Softmax is replaced by a linear map of the scores; how good that is cannot be said without its constants."""
    yield Lost("""
        "The resulting approximation in vector form is" gives the shape of the surrogate, but not the numbers Gamma and
        gamma_0, the range of scores on which they are fitted, the size of the error, or the truncation that A.1 refers
        to as "truncation cases yielding zero".
        """)


def second_difference(p, q, x, h):
    """An affine map has none: p + q x at x - h, x and x + h."""
    def affine(y):
        return p + q*y
    return affine(x - h) - 2*affine(x) + affine(x + h), 0*p


def weight_of(odds):
    """Softmax of the scores log(odds) and 0."""
    return odds/(1 + odds)


def fitted_within(first, middle, last):
    """An affine map can be closer than 1/120 to softmax at three equally spaced scores, given by their odds.

    The errors e_i have e_1 - 2 e_2 + e_3 equal to the second difference of softmax, so 4 max|e_i| is at least that.
    """
    return abs(weight_of(first) - 2*weight_of(middle) + weight_of(last)) < 4*Q(1, 120)


def equally_spaced_scores(first, middle, last):
    return 0 < first < middle < last and first*last == middle**2


@softmax_surrogate.reading(
    "any constants",
    r"\max_{\omega\in\{0,\log2,\log4\}}|S(\omega)-\tilde S(\omega)|\ge\tfrac1{120}\ \text{for two tokens}")
def softmax_surrogate():
    """Whatever the constants are, no linear map is closer to softmax than 1/120 at the score gaps 0, log 2 and log 4."""
    yield Identity(second_difference, few_damages="an affine map and three points")
    yield Refutation(fitted_within, at=dict(first=1, middle=2, last=4), given=equally_spaced_scores)
    yield Argument("""
        The second difference of the surrogate is 0, so that of softmax, -1/30, is that of the errors at three equally
        spaced scores: at most 4 times the largest of them.""", name="equioscillation")
