"""Section 4.1, Table 1 and Appendix E: what is lost without the residual stream."""
from fractions import Fraction as Q

from certify.balls import at, ball, less
from certify.branching import layer_is_empty
from numerics.moebius import effective_mixing
from proofs.evidence import Argument, Certified, Identity, Lost, Nonnegative, Refutation

from .layer import BINARY_TREE, frontier_edges, reachable, relu, saturated_output
from .paper import paper
from .setting import TARGETS

SHORT = "the statement has few operations"


# --- Appendix E, steps 1 and 2 -------------------------------------------------------------------------------------

def image_of_saturated_attention(alpha, s, m):
    """alpha/m on each new vertex is alpha/sqrt m times z_new*, s = sqrt m."""
    return alpha/m, (alpha/s)*(1/s)


def root_of_m(alpha, s, m):
    return (s**2 - m,)


def new_is_not_empty(alpha, s, m):
    return s, m


@paper.claim("FS-P1.1", "Appendix E, step 1",
             r"a_i=\tfrac1m\ \text{on}\ F_c\implies \alpha\sum_ia_iu_{t_i}=\tfrac{\alpha}{\sqrt m}z_{\rm new}^*",
             hypotheses=("a_i = 1/m on F_c and 0 elsewhere", "each new vertex is hit once", "U^T U = I"))
def image_of_attention():
    """Attention that is uniform on the frontier outputs a multiple of the frontier target: alpha a_i = alpha/m on each
    new vertex, nothing elsewhere.
    """
    yield Identity(image_of_saturated_attention, modulo=root_of_m, excluding=new_is_not_empty, few_damages=SHORT)


@paper.claim("FS-P1.2", "Appendix E, step 2", r"\langle z_{\rm new}^*,z_{c+1}^*\rangle=\sqrt{m/k_{c+1}}",
             hypotheses=("U^T U = I", "V_c is the set within c hops"))
def cosine_ceiling():
    """The frontier target has cosine sqrt(m/k') with the next target: the new vertices carry a share m/k' of its
    square.
    """
    yield TARGETS


# --- the premise ---------------------------------------------------------------------------------------------------

def selectivity(w, rest, k, m):
    """S_c at z_c* in a tree: m frontier and k - 1 tree edges leave V_c, each with weight w; the others weigh `rest`."""
    return m*w/((m + k - 1)*w + rest)


def selectivity_ceiling(w, rest, k, m):
    """m/(m + k - 1) - S_c, where the weight w and the rest are positive."""
    return m/(m + k - 1) - selectivity(w, rest, k, m), m*rest/((m + k - 1)*((m + k - 1)*w + rest))


def total_weights(w, rest, k, m):
    return m + k - 1, (m + k - 1)*w + rest


def selectivity_can_be_one(edges, hops):
    """The share of frontier edges among all edges that leave V_c is 1."""
    near = reachable(edges, 1, hops)
    return Q(len(frontier_edges(edges, 1, hops)), sum(s in near for s, _ in edges)) == 1


@paper.claim("FS-P1.3", "Appendix E, strategy", r"z_c=z_c^*\ \text{and}\ S_c=1\ \text{uniformly on}\ F_c",
             finding="refuted")
def saturation_at_the_target():
    """Attention at the target is taken to sit on the frontier edges alone."""
    yield Refutation(selectivity_can_be_one, counts=dict(edges=BINARY_TREE, hops=1))


@saturation_at_the_target.corrected(r"z_c=z_c^*\implies S_c\le\frac{m}{m+k_c-1}\quad\text{for every}\ \beta;\ "
                                    r"\to\tfrac{np-1}{np}",
                                    hypotheses=("V_c is the set within c hops of a tree",))
def saturation_at_the_target():
    """A weight depends on the source alone, so the k - 1 edges inside V_c score like the m frontier edges: S <= m/(m +
    k - 1).  In exactly c hops of a tree the premise is the limit of large beta.
    """
    yield Identity(selectivity_ceiling, excluding=total_weights)
    yield Argument("All coordinates on V_c are equal at z_c*, so are the weights of all edges out of V_c, m + k - 1 "
                   "in number; the difference is >= 0 as m, w > 0 and rest >= 0.", name="edges_out_of_the_set")


def annihilates_the_base(edges, hops):
    """The output of saturated attention at z_c* has no coordinate on V_c."""
    return not set(saturated_output(edges, 1, hops)) & reachable(edges, 1, hops)


def saturated_cosine(edges, hops):
    """cos^2 of the output of saturated attention at z_c* with z_{c+1}*, and the ceiling m/k'; the root is 1."""
    output, before, after = saturated_output(edges, 1, hops), *(reachable(edges, 1, c) for c in (hops, hops + 1))
    inner = sum(x for v, x in output.items() if v in after)
    return (Q(inner**2, len(after)*sum(x*x for x in output.values())), Q(len(after) - len(before), len(after)))


def ceiling_is_attained(edges, hops):
    """cos^2 of the output with z_{c+1}* is m/k'."""
    cosine, ceiling = saturated_cosine(edges, hops)
    return cosine == ceiling


def cosine_without_residual(k, m):
    """k' - 1 equal coordinates inside V_{c+1}: cos^2 = (k' - 1)^2/((k' - 1) k') = (k' - 1)/k'."""
    following = k + m
    return (following - 1)**2/((following - 1)*following), 1 - 1/following


def sizes_exceed_one(k, m):
    return k + m - 1, k + m


@paper.claim("FS-P1.4", "Section 4.1", r"\text{attention annihilates the component}\ \textstyle\sum_{v\in V_c}u_v",
             finding="refuted")
def annihilation():
    """Without the residual stream attention is said to remove the persistent component exactly."""
    yield Refutation(annihilates_the_base, counts=dict(edges=BINARY_TREE, hops=1))
    yield Refutation(ceiling_is_attained, counts=dict(edges=BINARY_TREE, hops=2))


@annihilation.corrected(r"z_c=z_c^*,\ \beta\to\infty:\ \cos^2=\tfrac{k'-1}{k'};\quad\text{iterated from}\ u_r:\ "
                        r"\cos(z_c,z_c^*)="
                        r"\sqrt{m_{c-1}/k_c}", hypotheses=("V_c is the set within c hops of a tree",))
def annihilation():
    """One step from the target loses the root alone; what stays on one layer is the recursion without residual from
    u_r.  (In exactly c hops V_c is indeed lost, but the next target does not contain it and the ceiling is 1.)
    """
    yield Identity(cosine_without_residual, excluding=sizes_exceed_one)
    yield Argument("In a tree every vertex of V_{c+1} but the root is the target of one edge out of V_c, so saturated "
                   "attention at z_c* is uniform on V_{c+1} without r.  From u_r it is uniform on the children, and "
                   "from a state uniform on an exact layer it is uniform on the next: cos = sqrt(m_{c-1}/k_c).",
                   name="targets_of_edges")


# --- what a layer can restore --------------------------------------------------------------------------------------

def relu_is_linear(x):
    return relu(x) + relu(-x) == relu(0*x)


@paper.claim("FS-P1.5", "Section 4.1", r"\text{an}\ S_n\text{-equivariant MLP is}\ \lambda I+\mu J", finding="refuted")
def equivariant_layers_are_linear():
    """Every equivariant MLP is said to be a mixture of the identity and the all-ones map."""
    yield Refutation(relu_is_linear, at=dict(x=1))


@equivariant_layers_are_linear.corrected(r"\text{an equivariant linear map is; an equivariant map satisfies}\ "
                                         r"x_v=x_w\implies y_v=y_w",
                                         uses=("FS-3.1",))
def equivariant_layers_are_linear():
    """That is so of linear maps; of nonlinear ones what remains is that equal coordinates stay equal."""
    yield Argument("If x_v = x_w the transposition (v w) fixes x, hence the output.  Coordinatewise ReLU commutes "
                   "with every permutation and is not linear.", name="transposition")


def best_cosine(p, q, k, m, n):
    """(m (n-m) + k^2)(m p^2 + (n-m) q^2) - (n-m)(m p + k q)^2 = m (k p - (n-m) q)^2: Cauchy-Schwarz for p on new, q
    elsewhere.
    """
    goal = (m*(n - m) + k**2)*(m*p**2 + (n - m)*q**2) - (n - m)*(m*p + k*q)**2
    return goal, {"m": m}, [(1, ("m",), k*p - (n - m)*q)]


def restores_little(k, m, n, constant):
    """The best equivariant output, p = n - m on the new vertices and q = k elsewhere, has cos^2 <= m/k' + constant/n.
    """
    p, q = n - m, k
    return (m*p + k*q)**2/((k + m)*(m*p**2 + (n - m)*q**2)) <= m/(k + m) + constant/n


def perfect_restoration(k, m, n):
    """1 - (m + k^2/(n-m))/k' = k (n - m - k)/((n-m) k')."""
    return 1 - (m + k**2/(n - m))/(k + m), k*(n - m - k)/((n - m)*(k + m))


def restoration_divisors(k, m, n):
    return n - m, k + m


@paper.claim("FS-P1.6", "Appendix E, step 3", r"\text{with an equivariant MLP:}\ \cos\le\sqrt{m/k'}+O(1/n)",
             finding="refuted")
def restoration():
    """An equivariant MLP is said to restore at most O(1/n) of the cosine."""
    yield Refutation(restores_little, at=dict(k=1000, m=1001, n=10**6, constant=100))


@restoration.corrected(r"\cos^2\le\frac{m+k^2/(n-m)}{k'},\ \text{attained; excess}\ \le\tfrac{k}{n-m};\ =1\iff n=k+m",
                       hypotheses=("n > m",), uses=("FS-P1.5",))
def restoration():
    """The exact maximum over equivariant maps; it exceeds m/k' by k^2/((n - m) k'), which is no O(1/n) as k grows, and
    is 1 iff every vertex is reached.
    """
    yield Nonnegative(best_cosine, at=dict(p=1, q=1, k=1, m=2, n=5), tight=dict(p=3, q=1, k=1, m=2, n=5))
    yield Identity(perfect_restoration, excluding=restoration_divisors)
    yield Argument("The input takes one value on the new vertices and 0 elsewhere, so the output takes two values p "
                   "and q; divide the inequality by (n - m) k' times the squared norm.", name="two_values")


def layers_are_disjoint(edges, hops):
    return not reachable(edges, 1, hops) & reachable(edges, 1, hops + 1)


@paper.claim("FS-P1.7", "Appendix E, step 3", r"V_{c+1}\cap V_c=\emptyset", finding="refuted",
             hypotheses=("step 2: V_{c+1} has k + m elements, V_c and the m new ones",))
def disjoint_sets():
    """Step 3 takes V_c and V_{c+1} to be disjoint, step 2 takes the first to lie in the second."""
    yield Refutation(layers_are_disjoint, counts=dict(edges=BINARY_TREE, hops=1))


@disjoint_sets.corrected(r"V_c\cap V_{c+1}=\emptyset\implies m=k_{c+1},\ \sqrt{m/k_{c+1}}=1", uses=("FS-3.3",))
def disjoint_sets():
    """If they are disjoint every vertex of V_{c+1} is new and the ceiling is 1."""
    yield Argument("V_{c+1} without V_c is then V_{c+1}.", name="all_are_new")


# --- Table 1 -------------------------------------------------------------------------------------------------------

def is_below(value, bound):
    """value < bound, for the square of a printed cosine."""
    return value**2 < bound


def is_at_least(value, bound):
    """value >= bound, for the square of a printed cosine."""
    return value**2 >= bound


@paper.claim("FS-P1.8", "Table 1, caption", r"\text{without residual}\ \cos(z_3,z_3^*)\ \text{is far below}\ 0.71",
             finding="ambiguous")
def caption_of_the_table():
    """The caption speaks of cos(z_3) far below the ceiling 0.71, the column gives cos(z_1)."""


@caption_of_the_table.reading("row without LN", r"0.75>0.71=\sqrt{1/2}")
def caption_of_the_table():
    """The row without LN and residual, 0.75, is above 0.71, and below the ceiling sqrt(m_0/k_1) = sqrt(2/3) of c = 0
    and two children.
    """
    yield Refutation(is_below, at=dict(value=Q(3, 4), bound=Q(1, 2)))
    yield Refutation(is_at_least, at=dict(value=Q(3, 4), bound=Q(2, 3)))


@caption_of_the_table.reading("row with LN", r"0.27<0.71/2")
def caption_of_the_table():
    """The row with LN and without residual, 0.27, is less than half of 0.71."""
    yield Refutation(is_at_least, at=dict(value=2*Q(27, 100), bound=Q(71, 100)**2))


def is_identity_layer(alpha, root, m):
    """Without MLP (B = 0, A = 1) nothing new is mixed in."""
    return effective_mixing(alpha, 1, 0, root, m) == 0


def ideal_without_mlp(root, m):
    """alpha = m/sqrt k, A = 1, B = 0 gives alpha_eff = m/sqrt k."""
    return effective_mixing(m/root, 1 + 0*root, 0*root, root, m), m/root


def size_is_positive(root, m):
    return (root,)


@paper.claim("FS-P1.9", "Introduction", r"\text{removing the MLP collapses the dynamics to identity}",
             finding="refuted")
def removing_the_mlp():
    """Without the MLP the layer is said to do nothing, so that residual and MLP are both needed."""
    yield Refutation(is_identity_layer, at=dict(alpha=2, root=1, m=2))


@removing_the_mlp.corrected(r"B=0:\ \alpha_{\rm eff}=\alpha;\ \text{with}\ \alpha_c=m_c/\sqrt{k_c}\ \text{per layer it "
                            r"is ideal}",
                            hypotheses=("attention is uniform on the frontier",))
def removing_the_mlp():
    """Without the MLP the effective mixing is alpha itself, and per-layer alpha_c = m_c/sqrt k_c is ideal."""
    yield Identity(ideal_without_mlp, excluding=size_is_positive, few_damages=SHORT)


@paper.claim("FS-P1.10", "Table 1", r"0.91,\ 0.87,\ 0.75,\ 0.27;\ S_1;\ \text{accuracies}", finding="uncheckable")
def numbers_of_the_table():
    """Cosines, selectivities and accuracies of four architectures."""
    yield Lost("""
        The caption gives "D=3, n=50, d=64" and no more: np (2, if 0.71 is its ceiling), the optimiser, the variant
        of LN, the loss, the number of graphs and whether graphs without a layer are drawn again are stated nowhere;
        one accuracy is printed as a bare "much less than" sign.""")


def share_with_an_answer():
    """P(some vertex is at distance 3) at n = 50, np = 2."""
    return at(128, lambda: 1 - layer_is_empty(50, 2, 3))


@numbers_of_the_table.reading("exactly 3 hops, all graphs",
                              r"\text{accuracy}\le P(V_3\ne\emptyset)=0.799\ldots<0.844\quad(np=2)")
def numbers_of_the_table():
    """In exactly 3 hops on unconditioned graphs with np = 2 none of the three printed accuracies is possible."""
    yield Certified(share_with_an_answer, lambda share: less(share, ball("0.8")))
    yield Argument("An answer is right only if it lies in V_3; where V_3 is empty there is none.  The printed "
                   "accuracies are 92.5, 91 and 84.4 %.", name="no_answer_exists")
