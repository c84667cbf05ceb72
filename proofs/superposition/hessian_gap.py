"""A.3, Lemma 9: the Hessian gap, the softmax Fisher matrix with sharp constants, and the arithmetic."""
from fractions import Fraction as Q

from proofs.evidence import Argument, Identity, Nonnegative, Refutation

from .diagonalisation import GAUGE_DIRECTION, ROW_SUMS
from .gauge import GAUGE
from .layer import apply, softmax, softmax_jacobian
from .paper import paper
from .graphs import DIAMOND


def dimensions(n):
    """2(n-1) + (n-1)^2 - 1 = n^2 - 2."""
    return 2*(n - 1) + (n - 1)**2 - 1, n**2 - 2


@paper.claim("FS-L9.0", "Lemma 9", r"\dim\mathcal M_{\rm inv}^\perp=2(n-1)+(n-1)^2-1=n^2-2", hypotheses=("n >= 2",),
             uses=("FS-3.1",))
def transverse_dimension():
    """The dimensions of the printed summands add up to that of the complement of a plane."""
    yield Identity(dimensions)


def fisher_off_the_query(squares, total, n, e, d):
    """Weights e for the query and 1 for the n - 1 others: the Fisher form of x with x_r = 0, over n d, where |x|^2 is
    `squares` and sum x = `total` = 0, is |x|^2/(n d (n - 1 + e)).
    """
    weight = softmax((1 + 0*e, n - 2 + e))[0]
    return (weight*squares - (weight*total)**2)/(n*d), squares/(n*d*(n - 1 + e))


def across_the_gauge(squares, total, n, e, d):
    return (total,)


def fisher_divisors(squares, total, n, e, d):
    return n, d, n - 1 + e


def threshold_of_the_bound(n, d, e):
    """1/(nd(n-1+e)) - 1/(8dn^3) has the sign of 8n^2 - n + 1 - e."""
    return 1/(n*d*(n - 1 + e)) - 1/(8*d*n**3), (8*n**2 - n + 1 - e)/(8*d*n**3*(n - 1 + e))


def threshold_divisors(n, d, e):
    return n, d, n - 1 + e


def gap_modulo_gauge(n, d, e):
    """The curvature off the query, 1/(nd(n-1+e)) with e = exp(beta), is at least 1/(8dn^3)."""
    return 1/(n*d*(n - 1 + e)) >= 1/(8*d*n**3)


@paper.claim("FS-L9.1", "Lemma 9",
             r"\langle V_\perp,\nabla^2\mathcal L(W^*)V_\perp\rangle\ge\tfrac1{8dn^3}\|V_\perp\|_F^2",
             finding="refuted")
def hessian_gap():
    """The population Hessian is said to be at least 1/(8 d n^3) across the invariant plane."""
    yield GAUGE_DIRECTION
    yield Refutation(gap_modulo_gauge, at=dict(n=50, d=64, e=8*50**2 - 50 + 2))


@hessian_gap.corrected(
    r"0\ \text{on}\ \{x\mathbf 1^\top:x\perp\mathbf 1\};\ \text{modulo these, for}\ V=e_rx^\top,\ x_r=0,\ "
    r"x\perp\mathbf 1:\ "
    r"\tfrac1{nd(n-1+e^\beta)}\|V\|^2\ge\tfrac1{8dn^3}\|V\|^2\iff e^\beta\le8n^2-n+1",
    hypotheses=("c = 0, out-regular graphs, Fisher form of the cross entropy, W* = gamma I",))
def hessian_gap():
    """Zero along the gauge, at every W; modulo the gauge the bound holds up to a selectivity beta of about log 8n^2,
    not beyond.
    """
    yield GAUGE
    yield ROW_SUMS
    yield Identity(fisher_off_the_query, modulo=across_the_gauge, excluding=fisher_divisors)
    yield Identity(threshold_of_the_bound, excluding=threshold_divisors)
    yield Argument("V = e_r x^T is seen by the query r alone, of probability 1/n, with logits x/sqrt d.",
                   name="row_of_one_query")


# --- step 3 --------------------------------------------------------------------------------------------------------

def pulled_back_gap(j1, j2, h, d):
    """J = diag(j1, j2), logit Hessian h I: the least eigenvalue h min(j^2) of J^T H J is at least h/d."""
    return h*min(j1**2, j2**2) >= h/d


def jacobian_is_bounded(j1, j2, h, d):
    return max(j1**2, j2**2) <= 1/d and h > 0


@paper.claim("FS-L9.2", "Lemma 9, step 3",
             r"J^\top J\preceq d^{-1}\implies\lambda^{(W)}_{\min}\ge d^{-1}\lambda^{(\ell)}_{\min}", finding="refuted")
def chain_rule_factor():
    """An upper bound on the Jacobian is used to bound the pulled back Hessian from below."""
    yield Refutation(pulled_back_gap, at=dict(j1=Q(1, 2), j2=0, h=1, d=4), given=jacobian_is_bounded)


@chain_rule_factor.corrected(r"\lambda_{\min}(J^\top HJ)\ge\sigma_{\min}(J)^2\lambda_{\min}(H);\ \text{here}\ "
                             r"\sigma_{\min}(J)=0")
def chain_rule_factor():
    """A lower bound needs the least singular value of the Jacobian, which is 0: the query sees one row of W."""
    yield Argument("x^T J^T H J x >= lambda_min(H) |J x|^2 >= lambda_min(H) sigma_min^2 |x|^2.  The n logits of one "
                   "query do not depend on the other n - 1 rows.", name="singular_values")


def jacobian_norm_is_small(d, edges):
    """The squared norm of the derivative of all logits along W_rs, out-degree(s)/d, is at most 1/d for each s."""
    return all(sum(1 for s, _ in edges if s == v)/d <= 1/d for v, _ in edges)


@paper.claim("FS-L9.2b", "Lemma 9, step 3", r"J_W^\top J_W\preceq d^{-1}", finding="refuted")
def jacobian_bound():
    """Each logit has a gradient of norm at most d^(-1/2), and so the whole Jacobian is said to have."""
    yield Refutation(jacobian_norm_is_small, at=dict(d=64), counts=dict(edges=DIAMOND))


@jacobian_bound.corrected(r"\|J_W^\top J_W\|=\max_s\deg^+(s)/d", hypotheses=("z = u_r, U^T U = I",))
def jacobian_bound():
    """The norm is the largest out-degree over d: all edges from one source have the same logit."""
    yield Argument("The logit of edge i is W_{r s_i}/sqrt d, so J^T J is diagonal with the entries out-degree(s)/d.",
                   name="diagonal_gram")


# --- step 4 --------------------------------------------------------------------------------------------------------

def eigenvalue_is_printed(a, x, largest):
    """x is an eigenvector of diag(a) - a a^T for a_min^2/(K sigma_max), where a_min = a_1."""
    least = a[0]**2/(len(a)*largest)
    return apply(softmax_jacobian(a), x) == tuple(least*v for v in x)


def is_uniform(a, x, largest):
    """For uniform weights every x orthogonal to 1 is an eigenvector, for 1/K."""
    return all(w == a[0] for w in a) and sum(a) == 1 and sum(x) == 0 and largest == 1


def form_is_above_the_least_weight(Q, M, S, P, K, least):
    """The Fisher form of x is at least a_min |x|^2 if sum x = 0, for K weights with sum 1.

    With M = sum a_i x_i, Q = sum a_i x_i^2 and S = |x|^2 the form is Q - M^2, and sum (a_i - a_min)(x_i - M)^2 >= 0 is
    Q - M^2 - a_min (S + K M^2).
    """
    form, above = Q - M**2, Q - 2*M*M + M**2 - least*(S - 2*M*P + K*M**2)
    return form - least*S, {"above": above, "a_min": least, "K": K}, [(1, ("above",), 1), (1, ("a_min", "K"), M)]


def sum_is_zero(Q, M, S, P, K, least):
    """P = sum x."""
    return (P,)


def difference_of_the_least(a, b):
    """x = e_1 - e_2 on the two smallest weights a <= b: twice b minus its form is (b - a)(1 + b - a) >= 0."""
    form = a + b - (a - b)**2
    return 2*b - form, {"b - a": b - a}, [(1, ("b - a",), 1), (1, (), b - a)]


def printed_floor(least, count, largest):
    """a_min^2/(K sigma_max) <= a_min: K sigma_max >= 1 >= a_min."""
    total = count*largest - 1
    return least*count*largest - least**2, {"a_min": least, "K sigma - 1": total, "1 - a_min": 1 - least}, [
        (1, ("a_min", "K sigma - 1"), 1), (1, ("a_min", "1 - a_min"), 1)]


SHARP_FLOOR = Nonnegative(form_is_above_the_least_weight, modulo=sum_is_zero,
                          at=dict(Q=2, M=Q(1, 2), S=2, P=0, K=3, least=Q(1, 4)),
                          tight=dict(Q=Q(2, 3), M=0, S=2, P=0, K=3, least=Q(1, 3)))     # x = (1, -1, 0), a = 1/3


@paper.claim("FS-L9.3", "Lemma 9, step 4",
             r"\lambda_{\min}(\mathrm{diag}(a)-aa^\top|_{\mathbf 1^\perp})=a_{\min}^2/(K\sigma_{\max})",
             finding="refuted")
def fisher_floor():
    """The least eigenvalue of the softmax Fisher matrix across 1 is given as a_min^2/(K sigma_max)."""
    yield Refutation(eigenvalue_is_printed, at=dict(a=(Q(1, 3),)*3, x=(1, -1, 0), largest=1), given=is_uniform)


@fisher_floor.corrected(r"a_{(1)}\le\lambda\le a_{(2)},\ \text{the two smallest weights};\ \text{hence}\ \lambda\ge "
                        r"a_{\min}^2/(K\sigma_{\max})")
def fisher_floor():
    """It lies between the two smallest weights (1/3 for three uniform ones, not 1/27 or 1/9), as the form of every x
    across 1 and that of one difference show; as a lower bound the print is true.
    """
    yield SHARP_FLOOR
    yield Nonnegative(difference_of_the_least, at=dict(a=Q(1, 4), b=Q(1, 3)), tight=dict(a=Q(1, 3), b=Q(1, 3)))
    yield Nonnegative(printed_floor, at=dict(least=Q(1, 4), count=3, largest=Q(1, 2)),
                      tight=dict(least=1, count=1, largest=1), few_damages="three factors")


def dropping_the_count(least, count, largest):
    return least**2/(count*largest) >= least**2


def square_is_below(least):
    """a_min - a_min^2 = a_min (1 - a_min)."""
    return least - least**2, {"a_min": least, "1 - a_min": 1 - least}, [(1, ("a_min", "1 - a_min"), 1)]


@paper.claim("FS-L9.3b", "Lemma 9, step 4", r"\lambda=a_{\min}^2/(K\sigma_{\max})\implies\lambda\ge a_{\min}^2",
             finding="gap")
def floor_without_count():
    """The floor a_min^2 is drawn from a_min^2/(K sigma_max) with sigma_max <= 1: the number of classes is dropped."""
    yield Refutation(dropping_the_count, at=dict(least=Q(1, 4), count=3, largest=1))


@floor_without_count.corrected(r"\lambda\ge a_{\min}\ge a_{\min}^2", uses=("FS-L9.3",))
def floor_without_count():
    """The conclusion is true, because the eigenvalue is at least a_min."""
    yield SHARP_FLOOR
    yield Nonnegative(square_is_below, at=dict(least=Q(1, 4)), tight=dict(least=1), few_damages="one product")


def weight_floor(edges, frontier, e):
    """a_min = 1/(E - F + F e) >= 1/(2E)."""
    return 1/(edges - frontier + frontier*e) >= 1/(2*edges)


def weight_floor_threshold(edges, frontier, e):
    """2E - (E - F + F e) = E - F (e - 1)."""
    return 2*edges - (edges - frontier + frontier*e), edges - frontier*(e - 1)


@paper.claim("FS-L9.4", "Lemma 9, step 4", r"W^*=\gamma I:\ a_{\min}\ge1/(2|E|)", finding="refuted")
def least_weight():
    """The least attention weight is said to be at least 1/(2|E|) at gamma I."""
    yield Refutation(weight_floor, at=dict(edges=100, frontier=2, e=52))


@least_weight.corrected(r"a_{\min}=\frac1{|E|-|F|+|F|e^\beta}\ge\frac1{2|E|}\iff|F|(e^\beta-1)\le|E|")
def least_weight():
    """So only for small selectivity; it tends to 0 as beta grows."""
    yield Identity(weight_floor_threshold)


# --- step 5 --------------------------------------------------------------------------------------------------------

def printed_product(n):
    return 1/(4*n**4)*(1/n)*n == 1/(4*n**3)


def product_of_factors(n):
    """(1/(4n^4)) (1/n) n = 1/(4n^4)."""
    return 1/(4*n**4)*(1/n)*n, 1/(4*n**4)


def size_is_positive(n):
    return (n,)


@paper.claim("FS-L9.5", "Lemma 9, step 5", r"\tfrac1{4n^4}\cdot\tfrac1n\cdot\tfrac n1=\tfrac1{4n^3}", finding="refuted")
def product_of_step_five():
    """Three factors are multiplied."""
    yield Refutation(printed_product, at=dict(n=2))


@product_of_step_five.corrected(r"\tfrac1{4n^4}\cdot\tfrac1n\cdot\tfrac n1=\tfrac1{4n^4}")
def product_of_step_five():
    """The product is 1/(4 n^4): the final bound would be 1/(8 d n^4)."""
    yield Identity(product_of_factors, excluding=size_is_positive)


def activation_is_frequent(probability, n, constant):
    return probability >= constant/n


@paper.claim("FS-L9.6", "Lemma 9, step 5", r"P(\text{activation})\le2/n\implies\text{a factor}\ \Omega(1/n)",
             finding="refuted")
def activation():
    """A lower bound on the Hessian is drawn from an upper bound on a probability."""
    yield Refutation(activation_is_frequent, at=dict(probability=Q(1, 10**6), n=1000, constant=Q(1, 100)),
                     given=lambda probability, n, constant: probability <= 2/n)


@activation.corrected(r"P(r=v)=1/n\ \text{exactly, for each row}\ v")
def activation():
    """What is needed is true: each row is the query's with probability exactly 1/n."""
    yield Argument("The root is uniform on [n], and at c = 0 the logits are row r of W.", name="uniform_root")


def final_product(n, d):
    """(1/d)(1/(4n^3))(1/2) = 1/(8dn^3)."""
    return (1/d)*(1/(4*n**3))/2, 1/(8*d*n**3)


@paper.claim("FS-L9.7", "Lemma 9", r"\tfrac1d\cdot\tfrac1{4n^3}\cdot\tfrac12=\tfrac1{8dn^3}")
def final_arithmetic():
    """The last product is right as arithmetic."""
    yield Identity(final_product, excluding=lambda n, d: (n, d))
