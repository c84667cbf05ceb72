"""A.6, Lemma 12: softmax saturation with sharp constants."""
from fractions import Fraction as Q

from proofs.evidence import Argument, Identity, Nonnegative, Refutation

from .layer import apply, softmax, softmax_jacobian
from .paper import paper

SEPARATED = ("a_i >= a_j + Delta for i in S and j not in S",)


def mass_is_small(x1, x2, y1, y2, w):
    """Weights x on S, y off it, w = exp(-Delta): with |S| = 2 and K = 4 the mass off S is at most w."""
    gaps = {f"w x{i} - y{j}": w*x - y for i, x in ((1, x1), (2, x2)) for j, y in ((1, y1), (2, y2))}
    goal = w*(x1 + x2 + y1 + y2) - (y1 + y2)
    halves = [(Q(1, 2), (name,), 1) for name in gaps]
    return goal, {**gaps, "w": w, "y1": y1, "y2": y2}, halves + [(1, ("w", "y1"), 1), (1, ("w", "y2"), 1)]


@paper.claim("FS-L12.1", "Lemma 12 (1)", r"\sum_{j\notin S}\sigma_j\le(K-|S|)e^{-\Delta}/|S|", hypotheses=SEPARATED)
def mass_off_the_set():
    """The mass off S is at most (K - |S|) e^(-Delta)/|S| (attained in the limit by equal logits on S and off it)."""
    yield Nonnegative(mass_is_small, at=dict(x1=2, x2=3, y1=Q(1, 2), y2=Q(1, 3), w=Q(1, 2)),
                      tight=dict(x1=1, x2=1, y1=Q(1, 100), y2=Q(1, 100), w=Q(1, 100)))
    yield Argument("sigma_j <= e^(-Delta) sigma_i for every i in S; average over S, whose total is at most 1; sum "
                   "over j.", name="average_over_the_set")


def product_is_small(inside, outside, w):
    """sigma_i sigma_k <= w/|S|^2, w = exp(-Delta), for i in S and k off it."""
    sigma, s = softmax(inside + outside), len(inside)
    return all(x*y <= w/s**2 for x in sigma[:s] for y in sigma[s:])


def is_separated(inside, outside, w):
    return all(y <= w*x for x in inside for y in outside)


def product_bound(x, s):
    """1/(4(s-1)) - x (1-x)/(s-1), times s - 1, is a square."""
    return Q(1, 4) - x*(1 - x) + 0*s, {"x": x, "s - 1": s - 1}, [(1, (), x - Q(1, 2))]


def two_constants(s):
    """s^2 - 4 (s-1) = (s-2)^2: 1/(4(s-1)) is at least 1/s^2."""
    return s**2 - 4*(s - 1), (s - 2)**2


@paper.claim("FS-L12.2", "Lemma 12 (2)", r"i\in S,k\notin S:\ \sigma_i\sigma_k\le e^{-\Delta}/|S|^2", finding="amended",
             hypotheses=SEPARATED)
def mixed_products():
    """The mixed entries of the softmax Jacobian are said to be at most e^(-Delta)/|S|^2."""
    yield Refutation(product_is_small, at=dict(inside=(2, 1, 1), outside=(Q(1, 10),), w=Q(1, 10)), given=is_separated)


@mixed_products.corrected(r"\sigma_i\sigma_k\le e^{-\Delta}/|S|^2\ \text{if the logits on}\ S\ \text{are equal or}\ "
                          r"|S|\le2;\ "
                          r"\text{in general}\ \frac{e^{-\Delta}}{4(|S|-1)},\ |S|\ge2", hypotheses=SEPARATED)
def mixed_products():
    """With equal logits on S, or |S| <= 2; else sigma_i may exceed 1/|S|, and the sharp constant is 1/(4(|S| - 1))."""
    yield Nonnegative(product_bound, at=dict(x=Q(1, 3), s=3), tight=dict(x=Q(1, 2), s=3),
                      few_damages="one square")
    yield Identity(two_constants, few_damages="one square of a short polynomial")
    yield Argument("""
        sigma_k <= e^(-Delta) min over S.  If sigma_i = x is not the minimum, min <= (1 - x)/(s - 1), so the product
        is at most e^(-Delta) x (1-x)/(s-1) <= e^(-Delta)/(4(s-1)), approached at x = 1/2 with the others equal and
        Delta large.  If it is the minimum, or all are equal, min and x are at most 1/s.  For s = 2 the two
        constants agree; for s = 1, x <= 1.""",
                   name="largest_product")


def column(x, y, z):
    """J e_3 = sigma_3 (e_3 - sigma)."""
    sigma = softmax((x, y, z))
    zero = 0*x
    return apply(softmax_jacobian(sigma), (zero, zero, 1 + zero)), tuple(
        sigma[2]*((1 if i == 2 else 0) - s) for i, s in enumerate(sigma))


def total_weight(x, y, z):
    return (x + y + z,)


@paper.claim("FS-L12.3", "Lemma 12 (3)", r"\delta a|_S=0:\ \|J\,\delta a\|\le O(e^{-\Delta})\|\delta a\|",
             hypotheses=SEPARATED)
def perturbation_off_the_set():
    """Off S the Jacobian has norm at most (1 + sqrt(K - |S|)) e^(-Delta)/|S|."""
    yield Identity(column, excluding=total_weight)
    yield Argument("J d = diag(sigma) d - sigma (sigma . d).  For d off S the first part has norm at most max sigma_j "
                   "|d|, the second at most |sigma| sqrt(K - |S|) max sigma_j |d|; and sigma_j <= e^(-Delta)/|S|, "
                   "|sigma| <= 1.", name="two_parts")


def norm_on_set_decays(w, constant):
    """S two of three classes, off-weight w = exp(-Delta): |J x| <= constant w |x| for x = (1, -1, 0)."""
    image = apply(softmax_jacobian(softmax((1, 1, w))), (1, -1, 0))
    return sum(v*v for v in image) <= constant**2*w**2*2


def jacobian_on_the_set(y, z):
    """At Delta = infinity, |S| = 3: J x = x/3 for x orthogonal to 1."""
    a = (1 + 0*y,)*3
    x = (y, z, -y - z)
    return apply(softmax_jacobian(softmax(a)), x), tuple(v/3 for v in x)


@paper.claim("FS-L12.4", "D.4", r"C_1^{\rm eff}\ \text{decays exponentially (Lemma 12 (3)), so}\ \rho_c\to0",
             finding="refuted")
def lipschitz_on_the_frontier():
    """The lemma is used for perturbations of the logits on the frontier itself."""
    yield Refutation(norm_on_set_decays, at=dict(w=Q(1, 10**6), constant=1000))


@lipschitz_on_the_frontier.corrected(r"\text{on}\ S:\ J\to\tfrac1{|S|}(I-\tfrac1{|S|}\mathbf 1\mathbf 1^\top),\ "
                                     r"\text{norm}\ 1/|S|\ \text{for all}\ \Delta;\ "
                                     r"\partial a/\partial z\ \text{carries}\ \beta=\gamma/\sqrt d")
def lipschitz_on_the_frontier():
    """On S the Jacobian keeps the norm 1/|S|; in terms of z it is multiplied by beta, so the constant grows with gamma.
    """
    yield Identity(jacobian_on_the_set)
    yield Argument("For equal logits on S, J x = sigma_i x on differences x of S, and sigma_i tends to 1/|S|.  The "
                   "logits are beta z . u_s.", name="equal_logits")
