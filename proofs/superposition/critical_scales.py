"""Theorem 5 (I), (II) and D.3: the selectivity, and the critical scales, whose formula the text lost, under readings that
can be computed.
"""
from certify.balls import at, ball, less
from certify.verdicts import all_hold
from proofs.evidence import Argument, Certified, Identity, Lost, Refutation

from .layer import BINARY_TREE
from .no_residual import selectivity, selectivity_can_be_one, selectivity_ceiling, total_weights
from .paper import paper


# --- selectivity ---------------------------------------------------------------------------------------------------

@paper.claim("FS-T5.1", "Theorem 5 (I)", r"S_c\to1\ \text{jointly with}\ z_c\to z_c^*", finding="ambiguous")
def selectivity_and_target():
    """Training is said to bring the selectivity to 1 and the states to their targets."""


@selectivity_and_target.reading("within", r"S_c\le\tfrac{m}{m+k_c-1}<1\ \text{at}\ z_c^*,\ c\ge1", uses=("FS-P1.3",))
def selectivity_and_target():
    """Within c hops (Section 3) it is false: for c >= 1 the two exclude each other."""
    yield Refutation(selectivity_can_be_one, counts=dict(edges=BINARY_TREE, hops=1))
    yield Identity(selectivity_ceiling, excluding=total_weights)


def selectivity_of_exact_layers(rest, w, m):
    """1 - S_c = (rest/w)/(m + rest/w): w = exp(beta/sqrt k) on the m frontier edges, which are all edges out of V_c."""
    return 1 - m*w/(m*w + rest), rest/w/(m + rest/w)


def weights_of_exact_layers(rest, w, m):
    return w, m*w + rest


@selectivity_and_target.reading("exactly", r"S_c\to1\ \text{as}\ \beta\to\infty\ \text{at}\ z_c^*")
def selectivity_and_target():
    """In exactly c hops of a tree (A.1) both are possible."""
    yield Identity(selectivity_of_exact_layers, excluding=weights_of_exact_layers)
    yield Argument("In exactly c hops of a tree all edges out of V_c are frontier edges, with the weight "
                   "exp(beta/sqrt k); the others have weight 1.  The ratio of the two tends to 0.", name="exact_layers")


# --- critical scales -----------------------------------------------------------------------------------------------

def half_selectivity(rest, k, m):
    """At z_c* within c hops of a tree the weight rest/(m - k + 1) gives S_c = 1/2."""
    return selectivity(rest/(m - k + 1), rest, k, m), (1 + 0*m)/2


def weight_divisors(rest, k, m):
    return m - k + 1, rest, m


HALF = Identity(half_selectivity, excluding=weight_divisors)


def scales(b, edges, depths, inside):
    """beta at which S_c = 1/2 at z_c*, sqrt k log(rest/(m - i)), in balls: b-ary tree, c < `depths`, m = b^(c+1).

    inside  the vertices within c hops (k of them, i = k - 1 edges between them) or at exactly c hops (k = b^c, i = 0)
    """
    found = []
    for c in range(depths):
        k = (b**(c + 1) - 1)//(b - 1) if inside else b**c
        i, m = (k - 1 if inside else 0), b**(c + 1)
        found.append(ball(k).sqrt()*(ball(edges - m - i)/(m - i)).log())
    return found


def within():
    """The scales within c hops at np = 2 and 100 edges, the mean of n = 50."""
    return at(64, scales, 2, 100, 4, True)


def exactly():
    """The scales at exactly c hops at np = 2, with 100 edges and with 1000."""
    return at(64, scales, 2, 100, 4, False), at(64, scales, 2, 1000, 4, False)


def increases(values):
    """Whether every value is below the next, proved."""
    return all_hold(less(x, y) for x, y in zip(values, values[1:]))


def not_forced_by_the_sizes(found):
    """The order fails at c = 3 with 100 edges and holds with 1000, for the same sizes k_c."""
    few, many = found
    return all_hold((less(few[3], few[2]), increases(few[:3]), increases(many)))


@paper.claim("FS-T5.2", "Theorem 5 (II)-(IV)",
             r"\gamma_c^*\ \text{strictly increasing, forced by}\ k_0<k_1<\dots;\ \text{(III), (IV)}",
             finding="uncheckable")
def cascade_order():
    """The layers are said to be learned in an order that the sizes of the layers force; the rest of the theorem is
    lost.
    """
    yield Lost("""
        The text breaks off inside (II), at "forced by the BFS frontier-size schedule $k_{0}", and goes on in the
        middle of A.1.  Parts (III) and (IV), and the formula of gamma_c^* (Lemma 20), are lost.""")


@cascade_order.reading("half of the attention, exactly c hops",
                       r"S_c=\tfrac12:\ \gamma_c^*=\sqrt{d\,k_c}\,\log\tfrac{|E|-m}{m}\ \text{depends on}\ |E|/m\ "
                       r"\text{too}")
def cascade_order():
    """If gamma_c^* is where half of the attention is on the frontier, the sizes k_c do not force the order: with 1, 2,
    4, 8 it holds for 1000 edges and fails at c = 3 for 100.
    """
    yield Certified(exactly, not_forced_by_the_sizes)
    yield Argument("In exactly c hops of a tree m edges leave V_c, all to the frontier, with weight exp(beta/sqrt k); "
                   "the other |E| - m have weight 1.  S_c = 1/2 iff m exp(beta/sqrt k) = |E| - m.", name="equal_parts")


@paper.claim("FS-D.1", "D.3", r"\gamma_c^*\ \text{is strictly increasing in}\ c", finding="uncheckable")
def critical_scales():
    """Critical scales are said to increase with depth."""
    yield Lost("""
        The lemma and its formula are lost: the text breaks off in (R3), at "when $d", and goes on with "1$, so
        $\\sqrt{k_{c}}$ is strictly increasing in $c$ and so is $\\gamma_{c}^{*}$".""")


@critical_scales.reading("a multiple of sqrt k", r"\gamma_c^*=\sqrt{d\,k_c}\,L_c,\ L_c\ \text{not decreasing, as}\ "
                                                 r"\log(8m_c\sqrt{k_c})\ \text{in D.4}")
def critical_scales():
    """True of sqrt(k_c) times a factor that does not decrease, as in the scale that D.4 uses."""
    yield Argument("k_c and m_c increase with c in a tree with b >= 2, so do sqrt k_c and log(8 m_c sqrt k_c) > 0, "
                   "and a product of positive increasing numbers increases.", name="product_increases")


@critical_scales.reading("half of the attention, within c hops",
                         r"S_c=\tfrac12:\ \gamma_c^*=\sqrt{d\,k_c}\,\log\tfrac{|E|-m-k_c+1}{m-k_c+1}")
def critical_scales():
    """Within c hops the scale at which half of the attention is on the frontier increases up to c = 3 at n = 50, np =
    2.
    """
    yield HALF
    yield Certified(within, increases)


@critical_scales.reading("half of the attention, exactly c hops",
                         r"\gamma_c^*/\sqrt d=3.89,\ 4.49,\ 4.88,\ 4.69\quad(n=50,\ np=2)")
def critical_scales():
    """In exactly c hops it does not: it falls at c = 3, in the setting of the experiments."""
    yield Certified(exactly, not_forced_by_the_sizes)
