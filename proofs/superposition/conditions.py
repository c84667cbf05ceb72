"""Appendix B: the three conditions of Cascade Supervision."""
from fractions import Fraction as Q

from certify.balls import less_equal
from numerics.algebra import derivative
from numerics.moebius import squared_cosine
from proofs.evidence import Argument, Identity, Lost, Refutation

from .attractor import FROM_THE_SQUARE
from .first_order import FIRST_ORDER, RATIOS, RESPONSE, response_ratio
from .layer import softmax_jacobian
from .paper import paper


@paper.claim("FS-B.1", "B.1 (A)", r"\kappa_A(L)>0\ \text{such that}\ \dots", finding="uncheckable")
def condition_selectivity():
    """Condition (A) asks for a constant with a property that the text has lost."""
    yield Lost("""
        The display is lost after "there exists a constant $\\kappa_{A}(L)>0$ (independent of $n$) such that"; the next
        words are "writing $g_{c}(L)".  Whatever it says, a constant independent of n cannot be of order 1/sqrt(d), as
        B.2 finds, in a regime (R3) where d >= k_{D-1} log n grows with n.""")


def uniform_jacobian(x, total, k):
    """a = 1/k: the entries a - a^2 on the diagonal and -a^2 off it are those of I/k - 11^T/k^2, and J x has the entry
    a x - a (a total) = x/k where total = sum x = 0.
    """
    (diagonal, off), _ = softmax_jacobian((1/k, 1/k))
    return (diagonal, off, x/k - 1/k*(total/k)), (1/k - 1/k**2, -1/k**2, x/k)


def sum_is_zero(x, total, k):
    return (total,)


def classes(x, total, k):
    return (k,)


@paper.claim("FS-B.2", "B.2, step 2",
             r"J_c=k^{-1}I-k^{-2}\mathbf 1\mathbf 1^\top,\ \text{eigenvalue}\ 1/k\ \text{on}\ \mathbf 1^\perp")
def jacobian_at_uniform():
    """The softmax Jacobian at k uniform classes (which prefactor k_c should cancel 1/k is not clear: the target weight
    is 1/k_c).
    """
    yield Identity(uniform_jacobian, modulo=sum_is_zero, excluding=classes)


def fisher_is_bounded_below(root, m, constant):
    """(d cos^2/dt)^2 at t = m/sqrt k is at least constant/k; it is 4 cos^2 times the Fisher information."""
    return derivative(squared_cosine, m/root, root, m)**2 >= constant/root**2


def cosine_derivatives(t, root, m):
    """d cos^2/dt = 2 m (sqrt k + t)(m - sqrt k t)/(k' (m + t^2)^2); half the second at t = m/sqrt k is -k^2/(m k'^2).
    """
    def first(t, root, m):
        return derivative(squared_cosine, t, root, m)
    k1 = root**2 + m
    return (first(t, root, m), derivative(first, m/root, root, m)/2), (
        2*m*(root + t)*(m - root*t)/(k1*(m + t**2)**2), -root**4/(m*k1**2))


def derivative_divisors(t, root, m):
    return root, m, root**2 + m, m + t**2


@paper.claim("FS-B.3", "B.1, Condition (C)",
             r"E_{\theta_0}[(\partial\ell_c/\partial\alpha_{\rm eff,c})^2]\ge\Omega(1/k_c)\ \text{on}\ \{A=0\}",
             finding="refuted")
def fisher_information():
    """The per-step Fisher information on the ideal slice is said to be of order 1/k_c at least."""
    yield Refutation(fisher_is_bounded_below, at=dict(root=2, m=5, constant=Q(1, 10**6)))


def curvature_in_the_tree(b, k):
    """Within c hops, m = (b - 1) k + 1 and k' = b k + 1: with e = 1/k, k times the curvature is
    1/((b - 1 + e)(b + e)^2), which tends to 1/((b - 1) b^2) as k grows.
    """
    m, k1 = (b - 1)*k + 1, b*k + 1
    return k*k**2/(m*k1**2), 1/((b - 1 + 1/k)*(b + 1/k)**2)


def tree_sizes(b, k):
    return k, b*k - k + 1, b*k + 1


@fisher_information.corrected(r"\text{it is}\ 0\ \text{on}\ \{A=0\};\ \text{the curvature is}\ "
                              r"-\partial_t^2\cos=\tfrac{k^2}{mk'^2},\ \text{of order}\ 1/k\ \text{in the tree}")
def fisher_information():
    """On A = 0 alpha_eff = m/sqrt k in every graph, where cos = 1 is maximal: its derivative and the printed information
    vanish, and the curvature is of order 1/k_c.
    """
    yield Identity(cosine_derivatives, excluding=derivative_divisors)
    yield FROM_THE_SQUARE
    yield Identity(curvature_in_the_tree, excluding=tree_sizes)


def sup_has_no_cross_terms(k1, k2, edges):
    """The signal of gamma_c in the loss one layer later vanishes."""
    return response_ratio(k1, k2, edges) == 0


@paper.claim("FS-B.4", "B.3", r"R_c(\mathcal L_{\rm sup})=1,\ \text{no cross-terms}", finding="refuted",
             hypotheses=FIRST_ORDER)
def sup_ratio():
    """The sum of losses is said to have no cross terms: gamma_c acts on its own term only."""
    yield Refutation(sup_has_no_cross_terms, at=dict(k1=3, k2=7, edges=100))


@sup_ratio.corrected(r"R_c(\mathcal L_{\rm "
                     r"sup})=\sum_{j>c}\sqrt{\tfrac{k_{c+1}}{k_j}}\,\tfrac{|E|-k_j+1}{|E|-k_{c+1}+1}\ge1",
                     hypotheses=FIRST_ORDER)
def sup_ratio():
    """Every later loss contains gamma_c; to first order in alpha all terms have one sign, so R_c >= 1 and Omega(1)
    survives.
    """
    yield RESPONSE
    yield Argument("The residual stream carries the output of layer c to every later state.  The terms are the "
                   "signals of FS-E2E.1, all positive as k_j - 1 <= |E|.", name="signals_add_up")
    yield RATIOS


def ratio_is_bounded_below(k, constant):
    """1/log k >= constant, in balls."""
    return less_equal(constant, 1/k.log())


@paper.claim("FS-B.5", "B.3", r"R_c(\mathcal L_{\rm node})\asymp1/\log k_c\ \text{and}\ R_c\ge\Omega(1)\ "
                              r"\text{(Cascade Supervision)}", finding="refuted")
def node_ratio():
    """A ratio of order 1/log k_c is said to meet a condition that asks for a constant."""
    yield Refutation(ratio_is_bounded_below, at=dict(k=10**50, constant=Q(1, 100)), bits=64)


@node_ratio.corrected(r"R_c\asymp1/\log k_c\ \text{meets}\ R_c\ge\Omega(1)\ \text{only for bounded}\ k_c")
def node_ratio():
    """With the printed ratio the node loss is an instance only while k_c is bounded."""
    yield Argument("1/log k >= constant means k <= exp(1/constant).", name="bounded_sizes")


@paper.claim("FS-B.6", "B.2, step 3", r"\kappa_A(\mathcal L_{\rm e2e})\le Cd^{-1/2}(np)^{-(D-2)/2}", finding="amended")
def end_to_end_selectivity():
    """The first selectivity signal of the end-to-end loss is said to decay with depth, by contraction in every layer.
    """


@end_to_end_selectivity.corrected(
    r"\text{relative to}\ \mathcal L_{\rm sup}\text{'s direct term:}\ "
    r"\sqrt{\tfrac{k_1}{k_{D-1}}}\,\tfrac{|E|-k_{D-1}+1}{|E|-k_1+1}\le\sqrt{k_1/k_{D-1}}",
    hypotheses=FIRST_ORDER, uses=("FS-E2E.1",))
def end_to_end_selectivity():
    """So to first order in alpha; the cause is the norm of the target, not a contraction: the residual Jacobian is near
    I.
    """
    yield RESPONSE
    yield Argument("FS-E2E.1 at c = 0; k_1 <= k_{D-1}, and k_1/k_{D-1} is of order (np)^(-(D-2)).", name="first_layer")


@paper.claim("FS-B.7", "B.2", r"\partial_{\gamma_1}\partial_{z_0}\ell_1=\Pi_{V_1}W_{QK}\|W_O\|^{-1}",
             finding="uncheckable")
def mixed_derivative():
    """A mixed derivative is given as a product of a projector, the query matrix and a norm."""
    yield Lost("""
        Step 1, which derives the display, is lost: the text goes from the display to "Step 2 (Lnode)".  As printed
        the sides cannot agree: z_1 depends on gamma_0 and not on gamma_1 (Section 3), so the left side is 0; with
        gamma_0 it is a vector of R^d, and the right side is a d x d matrix, so that a contraction is missing.""")


def node_loss_is_printed(k, s):
    """With sigma_v = s on V_c: exp of the print, k/s, is exp of the cross entropy, 1/s, or of the divergence, 1/(s k).
    """
    return k/s in (1/s, 1/(s*k))


@paper.claim("FS-B.8", "B.3", r"\mathcal L_{\rm node}|_c=\log k_c-\tfrac1{k_c}\sum_{v\in V_c}\log\sigma_v",
             finding="refuted")
def node_loss():
    """The cross entropy with a uniform target is given with an additional log k_c."""
    yield Refutation(node_loss_is_printed, at=dict(k=2, s=Q(1, 2)))


@node_loss.corrected(r"\mathrm{CE}=-\tfrac1{k_c}\sum\log\sigma_v,\qquad\mathrm{KL}=\mathrm{CE}-\log k_c")
def node_loss():
    """The cross entropy has no such term, the divergence has its negative; gradients are the same."""
    yield Argument("CE(p, q) = -sum p log q with p = 1/k_c; KL = CE - H(p), H(p) = log k_c.", name="definitions")
