"""Appendix B.5: one matrix U against queries and keys, U = Q K'."""
from fractions import Fraction as Fr

from numerics.algebra import jacobian
from proofs.evidence import Argument, Computed, Identity, Refutation

from .kernel_regime import residual_scale
from .paper import paper
from .simulations import FACTORS


# --- the rate as B.5 quotes it -------------------------------------------------------------------------------------

def smallest_of_kernel(omega, bottom):
    """With lambda = lambda_min(H')/omega, as Assumption 5.1 defines it, omega lambda = lambda_min(H')."""
    lam = bottom/omega
    return omega*lam, bottom


def quotient_in_depth(depth, L, r, bound, lam):
    """lambda/omega = lambda N L^2 d^(5/2) B^3, which is omega lambda over omega^2."""
    omega = residual_scale(depth, L, r, bound)
    return (lam/omega, omega*lam/omega**2), (lam*depth*L**2*r**5*bound**3, lam/omega)


def quotient_is_product(omega, lam):
    return lam/omega == omega*lam


@paper.claim("SCAL-25", "B.5, item 3", r"\alpha_{\rm cr}=O(\lambda/\omega)", finding="ambiguous")
def rate_of_convergence():
    """The decay rate is lambda/omega in B.5 and omega lambda everywhere else."""


@rate_of_convergence.reading("product", r"\lambda_{\min}(H')=\omega\lambda:\ \alpha_{\rm cr}=\Theta(\omega\lambda)")
def rate_of_convergence():
    """Read with the definition of Assumption 5.1, lambda of H'/omega, the rate is omega lambda."""
    yield Identity(smallest_of_kernel, excluding=lambda omega, bottom: (omega,),
                   few_damages="a quotient times its divisor")


@rate_of_convergence.reading("letter", r"\lambda/\omega=\lambda NL^2d^{5/2}B^3=\omega\lambda\cdot\omega^{-2}")
def rate_of_convergence():
    """Read as printed it is larger by 1/omega^2 and not the rate of the theorems; as an upper bound O(.) it is weak."""
    yield Identity(quotient_in_depth, excluding=lambda depth, L, r, bound, lam: (depth, L, r, bound))
    yield Refutation(quotient_is_product, at=dict(omega=Fr(1, 2), lam=1))


# --- matrices of size 2 by 2 ---------------------------------------------------------------------------------------

def times(x, y):
    return (x[0]*y[0] + x[1]*y[2], x[0]*y[1] + x[1]*y[3], x[2]*y[0] + x[3]*y[2], x[2]*y[1] + x[3]*y[3])


def transposed(x):
    return x[0], x[2], x[1], x[3]


def inner(x, y):
    return sum((p*q for p, q in zip(x[1:], y[1:])), x[0]*y[0])


def plus(x, y):
    return tuple(u + v for u, v in zip(x, y))


def tangent_features(*x):
    """A function with gradient g in U has, with U = Q K', the gradients g K in Q and g' Q in K."""
    q, k, g = x[0:4], x[4:8], x[8:12]

    def of_factors(*y):
        return inner(g, times(y[0:4], transposed(y[4:8])))
    (gradient,) = jacobian(of_factors, (*q, *k))
    return gradient, (*times(g, k), *times(transposed(g), q))


MATRICES = tuple(f"{name}{i}{j}" for name in "qkg" for i in "12" for j in "12")


def kernel_of_factors(*x):
    """|g K|^2 + |g' Q|^2 = tr(g K K' g') + tr(g' Q Q' g)."""
    q, k, g = x[0:4], x[4:8], x[8:12]
    gk, gq = times(g, k), times(transposed(g), q)
    left = times(g, times(times(k, transposed(k)), transposed(g)))
    right = times(transposed(g), times(times(q, transposed(q)), g))
    return inner(gk, gk) + inner(gq, gq), left[0] + left[3] + right[0] + right[3]


def factors_below_single(q, k):
    """In dimension 1: H^(QK) = (q^2 + k^2) H^U is at most H^U."""
    return q**2 + k**2 <= 1


SANDWICH = Argument("""
    Take coefficients c and G = sum of c_p g_p over the outputs p. Then c'H^U c = |G|^2 and c'H^(QK) c = |G K|^2 +
    |G'Q|^2 by the identities. As s_min(K)^2 <= K K' <= |K|^2 in the order of matrices, and the same for Q, the second
    lies between (s_min(Q)^2 + s_min(K)^2)|G|^2 and (|Q|^2 + |K|^2)|G|^2. The identities are written for d = 2; for any
    d, <g, dQ K' + Q dK'> = <g K, dQ> + <g'Q, dK> is the same computation.""", name="sandwich")


@paper.claim("SCAL-30", "B.5, item 1", r"H^{(Q,K)}=H^{(U,\rm restricted)}\preceq H^{(U)}", finding="refuted")
def kernels_compared():
    """The kernel of queries and keys is said to lie below that of their product."""
    yield Refutation(factors_below_single, at=dict(q=1, k=1))


@kernels_compared.corrected(
    r"(s_{\min}(Q)^2+s_{\min}(K)^2)H^{(U)}\preceq H^{(Q,K)}\preceq(\|Q\|^2+\|K\|^2)H^{(U)}")
def kernels_compared():
    """It lies between two multiples of it; for Q = K = I it is twice H^U, and for Gaussian factors the upper one is of
    the order 8 d.
    """
    yield Identity(tangent_features, variables=MATRICES)
    yield Identity(kernel_of_factors, variables=MATRICES)
    yield SANDWICH
    yield FACTORS


def bounds_from_above(small, large, bound):
    """From small <= large and large >= bound: small <= bound."""
    return small <= bound


def bounds_from_below(small, large, bound):
    """From small <= large and large >= bound: small >= bound."""
    return small >= bound


def ordered(small, large, bound):
    return 0 <= small <= large and large >= bound


@paper.claim("SCAL-31", "B.5, item 1",
             r"\lambda_{\min}(H^{(U)})\ge\tfrac{\omega\lambda}2\ \text{bounds}\ \lambda_{\min}(H^{(Q,K)})\ "
             r"\text{from above; a sufficient condition}", finding="refuted")
def lower_bound_transfers():
    """From the lower bound on the larger kernel B.5 takes an upper bound on the smaller, and a sufficient condition."""
    yield Refutation(bounds_from_above, at=dict(small=Fr(3, 2), large=2, bound=1), given=ordered)
    yield Refutation(bounds_from_below, at=dict(small=0, large=2, bound=1), given=ordered)


@lower_bound_transfers.corrected(
    r"\lambda_{\min}(H^{(Q,K)})\ge(s_{\min}(Q)^2+s_{\min}(K)^2)\,\lambda_{\min}(H^{(U)})", uses=("SCAL-30",))
def lower_bound_transfers():
    """It says nothing in either direction; Q = K = 0 has kernel 0. What transfers is the lower half of the sandwich."""
    yield Identity(kernel_of_factors, variables=MATRICES)


def tangent_matrix(q, k):
    """The map (dQ, dK) -> dQ K' + Q dK' from R^8 to R^4, as rows for the eight unit matrices."""
    units = [tuple(Fr(int(i == j)) for j in range(4)) for i in range(4)]
    return [list(times(u, transposed(k))) for u in units] + [list(times(q, transposed(u))) for u in units]


IDENTITY, HALF, NOTHING = (Fr(1), Fr(0), Fr(0), Fr(1)), (Fr(1), Fr(0), Fr(0), Fr(0)), (Fr(0),)*4


def factors_have_no_more_directions(d):
    """The 2 d^2 directions of (Q, K) are a quotient of the d^2 directions of U."""
    return 2*d**2 <= d**2


@paper.claim("SCAL-32", "B.5", r"\text{the}\ (Q,K)\ \text{tangent space is a quotient of the}\ U\ \text{tangent space}",
             finding="refuted")
def tangent_spaces():
    """The tangent space of (Q, K) is called a quotient of that of U."""
    yield Refutation(factors_have_no_more_directions, at=dict(d=2))


@tangent_spaces.corrected(r"(dQ,dK)\mapsto dQ\,K^\top+Q\,dK^\top:\ \mathbf R^{2d^2}\to\mathbf R^{d^2},\ \text{onto "
                          r"iff}\ Q\ \text{or}\ K\ \text{is invertible}",
                          hypotheses=("d_head = d",))
def tangent_spaces():
    """It is the other way round: U is the quotient, where one of the factors is invertible."""
    yield Computed("rank", tangent_matrix(IDENTITY, IDENTITY), 4, title="both_invertible")
    yield Computed("rank", tangent_matrix(NOTHING, IDENTITY), 4, title="one_invertible")
    yield Computed("rank", tangent_matrix(HALF, HALF), 3, title="none_invertible")
    yield Argument("""
        If K is invertible, dQ = X K'^(-1) gives any X; likewise for Q. If neither is, take u with u'Q = 0 and v with
        K'v = 0: u'(dQ K' + Q dK')v = 0 for all directions, so the map is not onto.""", name="onto")


def drift_of_product(*x):
    """(Q + dQ)(K + dK)' - Q K' = dQ K' + Q dK' + dQ dK'."""
    q, k, p, r = x[0:4], x[4:8], x[8:12], x[12:16]
    moved = times(plus(q, p), transposed(plus(k, r)))
    return tuple(m - n for m, n in zip(moved, times(q, transposed(k)))), plus(
        plus(times(p, transposed(k)), times(q, transposed(r))), times(p, transposed(r)))


def first_order_drift(q, k, dq, dk):
    """In dimension 1: |U(t) - U(0)| <= |K(0)| |dQ| + |Q(0)| |dK|."""
    return abs((q + dq)*(k + dk) - q*k) <= abs(k)*abs(dq) + abs(q)*abs(dk)


@paper.claim("SCAL-33", "B.5, item 2",
             r"\|U(t)-U(0)\|_F\le\|K(0)\|\|\Delta Q\|_F+\|Q(0)\|\|\Delta K\|_F", finding="refuted")
def drift_of_factors():
    """The drift of the product is bounded by the first-order terms alone."""
    yield Refutation(first_order_drift, at=dict(q=1, k=1, dq=1, dk=1))


@drift_of_factors.corrected(
    r"\|U(t)-U(0)\|_F\le\|K(0)\|\|\Delta Q\|_F+\|Q(0)\|\|\Delta K\|_F+\|\Delta Q\|_F\|\Delta K\|_F")
def drift_of_factors():
    """The second-order term is missing; for drifts below the initial norms it changes no order."""
    yield Identity(drift_of_product, variables=tuple(f"{n}{i}{j}" for n in "qkpr" for i in "12" for j in "12"))
    yield Argument("Take norms of the three terms: |X Y|_F <= |X|_F |Y| and |X| <= |X|_F.", name="norms")


def product_entry_variance(d):
    """An entry of Q K' with independent standard Gaussian entries has the variance 1 of an entry of U."""
    return d*1 == 1


@paper.claim("SCAL-34", "B.5", r"d_{\rm head}=d:\ U\ \text{and}\ (Q,K)\ \text{equally expressive; Theorem 5.7 carries "
             r"over verbatim}", finding="amended")
def expressivity():
    """The two parametrisations are called equivalent, so that the theorem on the Good Model Class carries over."""
    yield Refutation(product_entry_variance, at=dict(d=2))


@expressivity.corrected(r"\{QK^\top\}=\mathbf R^{d\times d}\ \text{iff}\ d_{\rm head}\ge d;\ \text{the lazy balls "
                        r"differ:}"
                        r"\ \mathrm{Var}(QK^\top)_{ij}=d_{\rm head}")
def expressivity():
    """The unrestricted classes are equal; the Good Model Class is a small ball around the start, and the starts differ
    in law: entries of variance d_head against 1, rank at most d_head.
    """
    yield Argument("""
        U = U I for d_head = d; a product through d_head < d dimensions has rank at most d_head. An entry of Q K' is a
        sum of d_head products of independent standard Gaussian numbers, each of variance 1. Theorem 5.7 is about a ball
        around the start, and that ball is not the same set of matrices U.""", name="classes_and_balls")
    yield Computed("rank", [[Fr(2), Fr(3)], [Fr(4), Fr(6)]], 1, title="rank_of_one_head_dimension")
