"""Section 3: reachable sets, their sizes, the tree regime and the task."""
from fractions import Fraction as Q

from certify.balls import at, ball, less, less_equal
from certify.branching import layer_is_empty, no_revisit
from certify.verdicts import all_hold
from proofs.evidence import Argument, Certified, Identity, Refutation

from .layer import cumulative, frontier_edges
from .paper import paper


# --- revisits ------------------------------------------------------------------------------------------------------

def revisits_are_rare(mean, constant, n):
    """To depth 2, P(revisit) <= constant n^(-eps), where n^(-eps) = (np)^2/n."""
    return less_equal(1 - no_revisit(n, mean), mean**2/n*constant)


REVISITS = Refutation(revisits_are_rare, at=dict(mean=12, constant=10), counts=dict(n=1600), bits=128)
NO_CONSTANT = Argument("""
    Let D = 2 and np = n^((1 - eps)/2) with eps < 1/2.  The root has j >= np/2 children with probability tending to
    1. Every other vertex is then hit twice with probability at least c (jp)^2, independently of the others, so no
    vertex is with probability at most exp(-c (np)^4/(8 n)), up to factors near 1.  As (np)^4/n = n^(1 - 2 eps)
    grows, a revisit has probability tending to 1, whereas n^(-eps) tends to 0: no constant serves.""",
                       name="no_constant_serves")
BIRTHDAY_COUNT = Argument("""
    Let N be the number of vertices within D hops and M of those within D - 1.  A revisit is an edge from one of the
    M vertices to a vertex that was seen before; each such pair is an edge with probability p, independently of what
    was explored, so the expected number of revisits is at most p E(M N).  N and M are dominated by the progeny of a
    branching process with binomial offspring, whose second moments are of the order of their squared means for np
    >= 2: E(M N) <= C (np)^(D-1) (np)^D, and p = (np)/n.  A given edge leads to a vertex seen before with
    probability at most N/n.""",
                          name="birthday_count")


@paper.claim("FS-3.2", "Section 3, (R2), Lemma 11 step 1",
             r"(np)^D\le n^{1-\varepsilon}\implies P(\text{BFS to depth}\ D\ \text{revisits a "
             r"vertex})=O(n^{-\varepsilon})", finding="refuted")
def rare_revisits():
    """In the tree regime breadth-first search is said to be a tree except with probability O(n^-eps)."""
    yield REVISITS
    yield NO_CONSTANT


@rare_revisits.corrected(r"P(\text{revisit})\le C\,(np)^{2D}/n\ (=C\,n^{1-2\varepsilon});\ "
                         r"n^{-\varepsilon}\ \text{bounds the share of revisits}", hypotheses=("np >= 2",))
def rare_revisits():
    """A tree with high probability where (np)^(2D) = o(n), that is for eps > 1/2; n^-eps bounds the share of revisits
    only.
    """
    yield BIRTHDAY_COUNT


# --- sizes ---------------------------------------------------------------------------------------------------------

def cumulative_sizes(b, q):
    """Within c hops of the b-ary tree, q = b^c: k' = b k + 1 and k' - k = b q = (b - 1) k + 1."""
    k, k1 = cumulative(b, q), cumulative(b, b*q)
    return (k1, k1 - k, k1 - k), (b*k + 1, b*q, (b - 1)*k + 1)


def exact_layer_sizes(b, q):
    """At exactly c hops: k = q, the next layer has b k vertices, and k' - k = (b - 1) k is not its size."""
    return (b*q - q, b*q - (b*q - q)), ((b - 1)*q, q)


def tree_divisors(b, q):
    return (b - 1,)


CUMULATIVE_SIZES = Identity(cumulative_sizes, excluding=tree_divisors)
EXACT_SIZES = Identity(exact_layer_sizes, few_damages="the sizes of layers are single products")


@paper.claim("FS-3.3", "Section 3, A.1, Appendix E", r"V_c:\ \text{reachable within or in exactly}\ c\ \text{hops}",
             finding="ambiguous")
def two_definitions():
    """V_c is defined as the set reachable within c hops, and in A.1 as that reachable in exactly c hops."""


@two_definitions.reading("within", r"V_c\subseteq V_{c+1},\ m=k_{c+1}-k_c,\ \text{ceiling}\ \sqrt{m/k'}<1")
def two_definitions():
    """Within c hops: the frontier, the recursion of targets, the cosine law and the ceiling are meaningful."""
    yield CUMULATIVE_SIZES


@two_definitions.reading("exactly", r"V_{c+1}\setminus V_c=V_{c+1}:\ |F_c|=k_{c+1}\neq k_{c+1}-k_c,\ \text{ceiling}=1")
def two_definitions():
    """In exactly c hops of a tree the new vertices are all of V_{c+1}: Proposition 1 bounds the cosine by 1."""
    yield EXACT_SIZES
    yield Argument("Different layers of a tree are disjoint, so z_new* = z_{c+1}*, whose cosine with itself is 1.",
                   name="layers_are_disjoint")


def both_size_laws(b, depth):
    """Within c hops of the b-ary tree, k_c is within a half of b^c."""
    return abs(cumulative(b, b**depth)/b**depth - 1) <= Q(1, 2)


def increments_are_near(b, depth):
    """The other law does hold: k' - k is within a thousandth of (b - 1) k."""
    k, k1 = cumulative(b, b**depth), cumulative(b, b**(depth + 1))
    return abs((k1 - k)/((b - 1)*k) - 1) <= Q(1, 1000)


SIZES_APART = Refutation(both_size_laws, at=dict(b=2), counts=dict(depth=20), given=increments_are_near)


@paper.claim("FS-3.4", "Section 3, Lemma 11", r"k_c\approx(np)^c\ \text{and}\ m_f^{(c)}=k_{c+1}-k_c\approx k_c(np-1)",
             finding="refuted")
def sizes_together():
    """Sizes near (np)^c and increments near (np - 1) k_c are used together."""
    yield SIZES_APART


@sizes_together.corrected(r"\text{within:}\ k_c=\tfrac{b^{c+1}-1}{b-1},\ m=(b-1)k_c+1;\quad \text{exactly:}\ k_c=b^c,\ "
                          r"|F_c|=b\,k_c", hypotheses=("the b-ary tree, b > 1",))
def sizes_together():
    """Each definition has one of the two laws; both hold together only as np tends to infinity (the factor is b/(b -
    1)).
    """
    yield CUMULATIVE_SIZES
    yield EXACT_SIZES


DIAMOND = ((0, 1), (0, 2), (1, 3), (2, 3))


def frontier_counts_new_vertices(edges, hops):
    """From the root 0, there are as many frontier edges as new vertices."""
    found = frontier_edges(edges, 0, hops)
    return len(found) == len({t for _, t in found})


@paper.claim("FS-3.5", "A.1", r"m_f^{(c)}=|F_c|=k_{c+1}-k_c", finding="amended")
def frontier_size():
    """The number of frontier edges is said to be the number of new vertices."""
    yield Refutation(frontier_counts_new_vertices, counts=dict(edges=DIAMOND, hops=1))


@frontier_size.corrected(r"|F_c|\ge k_{c+1}-k_c,\ \text{equality iff each new vertex has one edge from}\ V_c",
                         hypotheses=("V_c is the set within c hops",))
def frontier_size():
    """There are at least as many frontier edges as new vertices, and as many iff no new vertex is hit twice."""
    yield Argument("The map from a frontier edge to its target is onto the new vertices; it is injective iff each is "
                   "hit once.", name="edges_to_targets")


# --- regime and task -----------------------------------------------------------------------------------------------

def mean_exceeds_logarithm(n, mean, constant):
    """mean >= constant log n, in balls."""
    return less_equal(constant*n.log(), mean)


@paper.claim("FS-3.11", "(R1), Theorem 5, experiments", r"np=c=\Theta(1)\ \text{and}\ np\ge C\log n", finding="refuted")
def regimes_together():
    """A constant mean degree (R1) and one of order log n (Theorem 5) are assumed together; the experiments have np = 2
    at n = 50.
    """
    yield Refutation(mean_exceeds_logarithm, at=dict(n=10**100, mean=2, constant=Q(1, 100)), bits=64)


@regimes_together.corrected(r"\text{for constants}\ c,C>0:\ np=c\ \text{and}\ np\ge C\log n\ \text{only if}\ n\le "
                            r"e^{c/C}")
def regimes_together():
    """The two hold together for finitely many n only; the experiments have 2 < log 50."""
    yield Argument("c >= C log n means n <= exp(c/C).", name="finitely_many")
    yield Certified(mean_below_logarithm)


def mean_below_logarithm():
    """2 < log 50 in balls."""
    return at(64, lambda: less(ball(2), ball(50).log()))


def first_layer_exists(p, bound, n):
    """P(no edge leaves the root) = (1 - p)^(n-1) is at most the bound."""
    return (1 - p)**(n - 1) <= bound


def third_layer_is_empty():
    """P(no vertex at distance 3) at n = 50, np = 2."""
    return at(128, layer_is_empty, 50, 2, 3)


@paper.claim("FS-3.12", "Section 3", r"\text{the task (output an element of}\ V_D\text{) is well posed}",
             finding="amended")
def task():
    """The task asks for an element of V_D, which is taken to exist."""
    yield Refutation(first_layer_exists, at=dict(p=Q(1, 25), bound=Q(1, 10)), counts=dict(n=50))


@task.corrected(r"\text{within}\ D\ \text{hops always; exactly}\ D:\ P(V_3=\emptyset)=0.2007\ldots\ \text{at}\ "
                r"n=50,np=2,\ \text{unless conditioned}")
def task():
    """Well posed within D hops (the root belongs); in exactly D hops only on condition that the layer is not empty."""
    yield Argument("V_D within D hops contains the root.  A first layer is empty iff no edge leaves the root.",
                   name="root_belongs")
    yield Certified(third_layer_is_empty, lambda p: all_hold((less(ball("0.2007"), p), less(p, ball("0.2008")))))
