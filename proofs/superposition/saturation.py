"""A.6, Lemma 12: softmax saturation with sharp constants."""
from fractions import Fraction as Q

from proofs.evidence import Identity, Nonnegative, Refutation

from .layer import apply, inner, softmax, softmax_jacobian
from .paper import paper

SEPARATED = ("a_i >= a_j + Delta for i in S and j not in S",)


def mass_is_small(inside, outside, s, r, w):
    """Weights of total X on the s classes of S and Y on the r others, w = exp(-Delta): the mass off S is at most w r/s.

    Each pair has w x_i - y_j >= 0; their sum over all pairs is w r X - s Y.
    """
    pairs = w*r*inside - s*outside
    return w*r*(inside + outside) - s*outside, {"pairs": pairs, "w": w, "r": r, "Y": outside}, [
        (1, ("pairs",), 1), (1, ("w", "r", "Y"), 1)]


@paper.claim("FS-L12.1", "Lemma 12 (1)", r"\sum_{j\notin S}\sigma_j\le(K-|S|)e^{-\Delta}/|S|", hypotheses=SEPARATED)
def mass_off_the_set():
    """The mass off S is at most (K - |S|) e^(-Delta)/|S| (attained in the limit by equal logits on S and off it)."""
    yield Nonnegative(mass_is_small, at=dict(inside=5, outside=1, s=2, r=2, w=Q(1, 2)),
                      tight=dict(inside=2, outside=Q(2, 100), s=2, r=2, w=Q(1, 100)))


def product_is_small(inside, outside, w):
    """sigma_i sigma_k <= w/|S|^2, w = exp(-Delta), for i in S and k off it."""
    sigma, s = softmax(inside + outside), len(inside)
    return all(x*y <= w/s**2 for x in sigma[:s] for y in sigma[s:])


def is_separated(inside, outside, w):
    return all(y <= w*x for x in inside for y in outside)


def product_below_a_larger_weight(x, y, least, s, w):
    """sigma_i = x is not the least on S and sigma_k = y <= w least: then (s-1) least <= 1 - x, and x y <= w/(4(s-1))."""
    spare, gap = 1 - x - (s - 1)*least, w*least - y
    return w/4 - (s - 1)*x*y, {"x": x, "s - 1": s - 1, "w": w, "spare": spare, "gap": gap}, [
        (1, ("w",), x - Q(1, 2)), (1, ("x", "w", "spare"), 1), (1, ("s - 1", "x", "gap"), 1)]


def product_below_the_least_weight(x, y, s, w):
    """sigma_i = x is the least on S (or all are equal), so s x <= 1, and sigma_k = y <= w x: then x y <= w/s^2."""
    spare, gap = 1 - s*x, w*x - y
    return w - s**2*x*y, {"x": x, "s": s, "w": w, "spare": spare, "gap": gap}, [
        (1, ("w", "spare"), 1), (1, ("w", "spare", "s", "x"), 1), (1, ("x", "gap"), s)]


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
    """With equal logits on S, or |S| <= 2; else sigma_i may exceed 1/|S|, and the sharp constant is 1/(4(|S| - 1)),
    approached at sigma_i = 1/2 with the others equal and Delta large; it is at least 1/|S|^2, and equal to it at 2.
    """
    yield Nonnegative(product_below_a_larger_weight, at=dict(x=Q(1, 3), y=Q(1, 100), least=Q(1, 5), s=3, w=Q(1, 10)),
                      tight=dict(x=Q(1, 2), y=Q(1, 40), least=Q(1, 4), s=3, w=Q(1, 10)))
    yield Nonnegative(product_below_the_least_weight, at=dict(x=Q(1, 4), y=Q(1, 100), s=3, w=Q(1, 10)),
                      tight=dict(x=Q(1, 3), y=Q(1, 30), s=3, w=Q(1, 10)))
    yield Identity(two_constants, few_damages="one square of a short polynomial")


def image_of_the_jacobian(x, y, z, d1, d2, d3):
    """(J d)_i = sigma_i (d_i - sigma . d)."""
    sigma, d = softmax((x, y, z)), (d1, d2, d3)
    mean = inner(sigma, d, (1, 1, 1))
    return apply(softmax_jacobian(sigma), d), tuple(s*(v - mean) for s, v in zip(sigma, d))


def total_weight(x, y, z, d1, d2, d3):
    return (x + y + z,)


def image_is_small(t, g, D, Q2, C, P, N):
    """|J d| <= (1 + g) t |d| for d off S, where g^2 = K - |S| and each sigma_j off S is at most t = exp(-Delta)/|S|.

    With P = sigma . d, |J d|^2 = Q2 - 2 P C + P^2 N, where Q2 = sum sigma_j^2 d_j^2, C = sum sigma_j^2 d_j,
    N = sum sigma_i^2 and D = |d|^2.  Four facts: sum sigma_i^2 (g d_i + P)^2 >= 0; Q2 <= t^2 D; P^2 <= g^2 t^2 D (Cauchy
    and Schwarz over the K - |S| classes); N <= 1.
    """
    return g*((1 + g)**2*t**2*D - (Q2 - 2*P*C + P**2*N)), {
        "square": g**2*Q2 + 2*g*P*C + P**2*N, "weights": t**2*D - Q2, "mean": g**2*t**2*D - P**2, "1 - N": 1 - N,
        "g": g}, [(1, ("square",), 1), (1, ("g", "weights"), 1), (1, ("weights",), g), (1, ("mean",), 1),
                  (1, ("g", "mean"), 1), (1, ("1 - N",), P), (1, ("g", "1 - N"), P)]


@paper.claim("FS-L12.3", "Lemma 12 (3)", r"\delta a|_S=0:\ \|J\,\delta a\|\le O(e^{-\Delta})\|\delta a\|",
             hypotheses=SEPARATED, uses=("FS-L12.1",))
def perturbation_off_the_set():
    """Off S the Jacobian has norm at most (1 + sqrt(K - |S|)) e^(-Delta)/|S|."""
    yield Identity(image_of_the_jacobian, excluding=total_weight)
    yield Nonnegative(image_is_small, at=dict(t=Q(1, 2), g=1, D=1, Q2=Q(1, 8), C=Q(1, 8), P=Q(1, 4), N=Q(1, 2)),
                      slack="the claim is the order exp(-Delta); the constant adds two norms")


def norm_on_set_decays(w, constant):
    """S two of three classes, off-weight w = exp(-Delta): |J x| <= constant w |x| for x = (1, -1, 0)."""
    image = apply(softmax_jacobian(softmax((1, 1, w))), (1, -1, 0))
    return sum(v*v for v in image) <= constant**2*w**2*2


def jacobian_on_the_set(x, total, s, r, w):
    """Equal logits on s classes, r others of weight w = exp(-Delta): for x on S with sum x = 0, (J x)_i = x_i/(s + r w).

    The weight is 1/(s + r w), its distance from 1/s is r w/(s (s + r w)).
    """
    sigma = 1/(s + r*w)
    return (sigma*(x - sigma*total), 1/s - sigma), (x/(s + r*w), r*w/(s*(s + r*w)))


def differences(x, total, s, r, w):
    return (total,)


def weights_of_both(x, total, s, r, w):
    return s, s + r*w


@paper.claim("FS-L12.4", "D.4", r"C_1^{\rm eff}\ \text{decays exponentially (Lemma 12 (3)), so}\ \rho_c\to0",
             finding="refuted")
def lipschitz_on_the_frontier():
    """The lemma is used for perturbations of the logits on the frontier itself."""
    yield Refutation(norm_on_set_decays, at=dict(w=Q(1, 10**6), constant=1000))


@lipschitz_on_the_frontier.corrected(
    r"\text{on}\ S:\ Jx=\frac{x}{|S|+(K-|S|)e^{-\Delta}}\ \text{if}\ \textstyle\sum x=0,\ \text{which tends to}\ "
    r"\tfrac{x}{|S|};\ \partial a/\partial z\ \text{carries}\ \beta=\gamma/\sqrt d",
    hypotheses=("equal logits on S, and off it",))
def lipschitz_on_the_frontier():
    """On differences of S the Jacobian grows to 1/|S| as Delta does; the logits are beta z . u_s, so in terms of z it is
    multiplied by beta, and the constant grows with gamma.
    """
    yield Identity(jacobian_on_the_set, modulo=differences, excluding=weights_of_both)
