"""Proposition 7 and D.6: what reaches an inner layer from the end-to-end loss."""
from fractions import Fraction as Q

from numerics.algebra import derivative
from proofs.evidence import Argument, Identity, Refutation

from .first_order import FIRST_ORDER, RATIOS, RESPONSE, mass_of_layers, mass_on_set, response_ratio
from .layer import cumulative, softmax
from .paper import paper
from .setting import COSINE_OF_START


def ratio_of_responses(x, b, edges, k, last, r, s):
    """With r^2 = k, s^2 = k_{D-1}: (signal in the last loss/direct signal)^2 is R_c^2."""
    direct, final = derivative(mass_on_set, x, b, edges, k)/r, derivative(mass_on_set, x, b, edges, last)/s
    return (final/direct)**2, response_ratio(k, last, edges)


def roots_of_targets(x, b, edges, k, last, r, s):
    return r**2 - k, s**2 - last


def ratio_divisors(x, b, edges, k, last, r, s):
    return r, s, k, last, b, edges - k + 1, b*x + edges - b


FIRST_ORDER_EXPANSION = Argument("""
    z_j = u_r + alpha P sum over l < j of o_l + O(alpha^2), P the projection off u_r, as normalisation removes the
    part along u_r; the logits are those at u_r to leading order.  So d cos(z_j, z_j*)/d gamma_c = alpha k_j^(-1/2)
    times the derivative of the mass that o_c puts on V_j without r, for every j > c.""", name="first_order_expansion")


@paper.claim("FS-E2E.1", "Proposition 7", r"R_c(\mathcal L_{\rm e2e})=\Theta((np)^{-(D-c-2)/2})", finding="amended")
def end_to_end_ratio():
    """The ratio of the end-to-end gradient to the direct one is said to decay with the distance to the output."""


@end_to_end_ratio.corrected(r"R_c=\sqrt{\frac{k_{c+1}}{k_{D-1}}}\,\frac{|E|-k_{D-1}+1}{|E|-k_{c+1}+1},\ "
                            r"\Theta((np)^{-(D-c-2)/2})\ \text{for}\ k_{D-1}\ll|E|",
                            hypotheses=FIRST_ORDER)
def end_to_end_ratio():
    """Exact to first order in alpha, where it is of the printed order; nothing is said of large alpha or beta."""
    yield RESPONSE
    yield Identity(ratio_of_responses, modulo=roots_of_targets, excluding=ratio_divisors)
    yield FIRST_ORDER_EXPANSION
    yield RATIOS


def gradient_decays(x, b, edges, last):
    """At equal weights, |dL_e2e/dx_c| of three layers increases with c."""
    def of_layer(c):
        return derivative(lambda y: mass_of_layers([y if i == c else x for i in range(3)], b, edges, last), x)
    return of_layer(0) < of_layer(1) < of_layer(2)


@paper.claim("FS-E2E.2", "Abstract, Section 5",
             r"|\partial_{\gamma_c}\mathcal L_{\rm e2e}|\ \text{decays at inner layers}", finding="refuted",
             hypotheses=FIRST_ORDER)
def absolute_gradient():
    """The gradient of the end-to-end loss itself is said to decay at inner layers."""
    yield Refutation(gradient_decays, at=dict(x=1, b=2, edges=100, last=15))


@absolute_gradient.corrected(r"|\partial_{\gamma_c}\mathcal L_{\rm e2e}|\ \text{is the same for every}\ c;\ R_c\ "
                             r"\text{is small because the direct signal is larger at small}\ c",
                             hypotheses=FIRST_ORDER)
def absolute_gradient():
    """To first order it is the same at every layer; the ratio falls because the direct signal is larger at small c."""
    yield RESPONSE
    yield FIRST_ORDER_EXPANSION


def direct_signal_is_constant(b, depth, edges, constant):
    """The direct signal at depth c is at least constant times that at c = 0."""
    q = b**depth
    return response_ratio(cumulative(b, b), cumulative(b, b*q), edges) >= constant**2


@paper.claim("FS-E2E.3", "Section 5, (B)",
             r"\text{the per-layer budget of}\ \mathcal L_{\rm sup}\ \text{is}\ \Theta(1)\ \text{uniformly in depth}",
             finding="refuted",
             hypotheses=FIRST_ORDER)
def budget():
    """The direct signal is said not to decay with depth."""
    yield Refutation(direct_signal_is_constant, at=dict(b=2, edges=10**9, constant=Q(1, 100)),
                     counts=dict(depth=20))


@budget.corrected(r"\text{direct signal}\ \propto k_{c+1}^{-1/2}(|E|-k_{c+1}+1)", hypotheses=FIRST_ORDER)
def budget():
    """The direct signal falls like k_{c+1}^(-1/2), as the coordinates of the target do; only the ratio R_c is of order
    one.
    """
    yield RESPONSE
    yield FIRST_ORDER_EXPANSION


# --- D.6 -----------------------------------------------------------------------------------------------------------

def covariance(w1, w2, w3, t1, t2, t3, s1, s2, s3):
    """d/dh of sum a_i t_i when the logits move by h s_i (weights by 1 + h s_i) is the covariance of t and s under a."""
    w, t, s = (w1, w2, w3), (t1, t2, t3), (s1, s2, s3)

    def output(h):
        a = softmax(tuple(x*(1 + h*y) for x, y in zip(w, s)))
        return a[0]*t1 + a[1]*t2 + a[2]*t3
    a = softmax(w)

    def mean(*values):
        return a[0]*values[0] + a[1]*values[1] + a[2]*values[2]
    return derivative(output, 0*w1), mean(t1*s1, t2*s2, t3*s3) - mean(*t)*mean(*s)


def weights_do_not_cancel(w1, w2, w3, t1, t2, t3, s1, s2, s3):
    return (w1 + w2 + w3,)


@paper.claim("FS-E2E.4", "D.6, step 1",
             r"\partial z_{c+1}/\partial z_c=\rho\,\Pi\,(I+\alpha A),\ A=\tfrac{\gamma}{\sqrt "
             r"d}\mathrm{Cov}_a(u_t,u_s)")
def step_jacobian():
    """The Jacobian of one step: normalisation gives rho Pi, softmax gives a covariance."""
    yield Identity(covariance, excluding=weights_do_not_cancel)
    yield Argument("d(y/|y|) = (I - z z^T) dy/|y|.  The logit of edge i is beta z . u_s, entry by entry the "
                   "covariance above, for any number of edges.", name="chain_rule")


def norm_on_exact_tree(b, k):
    """On exact layers, m = b k: (sqrt b/m)^2 = 1/(m k)."""
    m = b*k
    return b/m**2, 1/(m*k)


@paper.claim("FS-E2E.5", "D.6, step 2", r"\|A_c\|\le2\gamma/(\sqrt d\sqrt m)",
             hypotheses=("attention is uniform on m edges with distinct targets",))
def attention_norm():
    """The bound holds; on the b-ary tree with exact layers the norm is beta/sqrt(m k), and 0 for k = 1."""
    yield Identity(norm_on_exact_tree, excluding=lambda b, k: (b, k))
    yield Argument("A = (beta/m) sum u_t (u_s - mean)^T with orthonormal targets, so |A|^2 <= (beta/m)^2 sum |u_s - "
                   "mean|^2 <= (beta/m)^2 4m.  With exact layers A x = (beta/m) sum over sources of (x_s - mean x) "
                   "times b targets: sqrt b beta/m on differences.", name="frobenius_bound")


def product_bound_holds(b, depth, edges, constant):
    """R_0^2 <= constant^(2(D-2)) product of 1/m_j for 1 <= j <= D - 2, m_j = b^(j+1), D = depth."""
    bound = constant**(2*(depth - 2))
    for j in range(1, depth - 1):
        bound = bound/b**(j + 1)
    return response_ratio(cumulative(b, b), cumulative(b, b**(depth - 1)), edges) <= bound


@paper.claim("FS-E2E.6", "D.6, steps 3-4",
             r"|\partial_{\gamma_c}\mathcal L_{\rm e2e}|\le "
             r"C^{D-2-c}\prod_{j=c+1}^{D-2}m_j^{-1/2}\,|\partial_{\gamma_c}L_c|", finding="refuted",
             hypotheses=FIRST_ORDER)
def product_bound():
    """Every layer is said to contract the gradient by m_j^(-1/2), up to a constant."""
    yield Refutation(product_bound_holds, at=dict(b=2, edges=10**12, constant=10), counts=dict(depth=24))


@product_bound.corrected(r"R_c\ \text{is that of FS-E2E.1: the residual channel transmits}\ \prod_j\sqrt{k_j/k_{j+1}}",
                         uses=("FS-E2E.1",))
def product_bound():
    """The bound leaves out the residual stream, which transmits sqrt(k_j/k_{j+1}) per layer: no constant C serves as D
    grows.
    """
    yield Argument("The product of sqrt(k_j/k_{j+1}) telescopes to sqrt(k_{c+1}/k_{D-1}), of order (np)^(-(D-2-c)/2); "
                   "that of m_j^(-1/2) has an exponent quadratic in D.", name="telescoping")


def exponents_agree(D):
    """The sum of j + 1 over 1 <= j <= D - 2, which is (D-2)(D+1)/2, equals D - 2."""
    return (D - 2)*(D + 1)/2 == D - 2


@paper.claim("FS-E2E.7", "D.6, step 5", r"\text{tight: each}\ J_j\ \text{contracts by exactly}\ m_j^{-1/2}",
             finding="refuted")
def tightness():
    """At the uniform start the product bound is said to be attained, up to constants."""
    yield Refutation(exponents_agree, at=dict(D=6))


def exponent_of_product(D):
    """sum of (j+1) over 1 <= j <= D-2 is (D-2)(D+1)/2; it exceeds D-2 by (D-1)(D-2)/2."""
    return (D - 2)*(D + 1)/2 - (D - 2), (D - 1)*(D - 2)/2


@tightness.corrected(r"\prod_{j\le D-2}m_j^{-1/2}=(np)^{-(D-2)(D+1)/4}\ \text{against}\ (np)^{-(D-2)/2}\ (c=0)",
                     uses=("FS-E2E.1",),
                     hypotheses=("m_j = (np)^(j+1)",))
def tightness():
    """The product has an exponent quadratic in D and contradicts the proposition that it should prove to be sharp."""
    yield Identity(exponent_of_product)
    yield Argument("The sum of j + 1 from 1 to D - 2 is (D-2)(D+1)/2.", name="arithmetic_sum")


def powers_of_the_mean(D):
    """(np)^(-(D-2)/2) = np ((np)^D)^(-1/2), in the exponents of np."""
    return -(D - 2)/2, 1 - D/2


@paper.claim("FS-E2E.8", "D.7 (iii)", r"(np)^{-(D-2)/2}=n^{-(1-\varepsilon)/2}\ \text{at}\ (np)^D=n^{1-\varepsilon}",
             hypotheses=("up to the factor np",))
def decay_in_n():
    """The decay in terms of n, up to the factor np."""
    yield Identity(powers_of_the_mean, few_damages="exponents are linear in D")


def law_gives(mean, printed):
    """At D = 3 the law's squares are 1/np (c = 0) and 1 (c = 1): one is within 1/50 of the square of the print."""
    return any(abs(square - printed**2) <= Q(1, 50) for square in (1/mean, 1 + 0*mean))


@paper.claim("FS-E2E.9", "Abstract", r"\text{the decay law predicts}\ 0.35\ \text{against}\ 0.71\ \text{at}\ D=3",
             finding="ambiguous")
def predicted_cosines():
    """A law for gradients is said to predict two cosines."""


@predicted_cosines.reading("the law", r"(np)^{-(D-c-2)/2}=0.7071\ (c=0),\ 1\ (c=1)\ \text{at}\ np=2,D=3")
def predicted_cosines():
    """The law gives 0.7071 and 1 at np = 2, D = 3; it gives 0.35 nowhere."""
    yield Refutation(law_gives, at=dict(mean=2, printed=Q(35, 100)))


def some_root_rounds_otherwise(squares, printed):
    """The root of one of the squares is not within 1/200 of its print: it does not round to the two digits."""
    return any(not (x - Q(1, 200))**2 <= square <= (x + Q(1, 200))**2 for square, x in zip(squares, printed))


@predicted_cosines.reading("doing nothing",
                           r"\cos(u_r,z_3^*)=k_3^{-1/2}=8^{-1/2}=0.3536;\quad\sqrt{m/k'}=0.7071\ \text{if}\ m=k")
def predicted_cosines():
    """0.35 is the cosine of the start with the target for k_3 = 8, and 0.71 the ceiling m/(k + m) = 1/2 without residual
    for m = k.
    """
    yield COSINE_OF_START
    yield Refutation(some_root_rounds_otherwise,
                     at=dict(squares=(Q(1, 8), Q(1, 2)), printed=(Q(35, 100), Q(71, 100))))
