"""Section 3 and A.1: sizes, targets, embeddings, and what the definitions exclude."""
from fractions import Fraction as Q
from math import comb

from certify.balls import ball, less_equal
from proofs.engines.flint import rank
from proofs.evidence import Argument, Certified, Computed, Identity, Refutation

from .layer import apply, cumulative, frontier_edges, matrix
from .paper import paper


# --- the commutant -------------------------------------------------------------------------------------------------

def commutation_equations(n, extra=0):
    """P X = X P for the transpositions (i, i+1), acting on R^n + `extra` fixed directions, as a matrix on the entries
    of X.
    """
    d, rows = n + extra, []
    for i in range(n - 1):
        moved = list(range(d))
        moved[i], moved[i + 1] = moved[i + 1], moved[i]
        for row in range(d):
            for column in range(d):
                equation = [0]*d**2
                equation[moved[row]*d + column] += 1
                equation[row*d + moved[column]] -= 1
                rows.append(equation)
    return rows


def commutants(sizes=(2, 3, 4, 5)):
    """For each n: the equations leave a space of dimension 2."""
    for n in sizes:
        yield Computed("rank", commutation_equations(n), n**2 - 2, title=f"commutant_has_dimension_two({n=})")


ORBITS_OF_PAIRS = Argument("""
    A matrix is fixed under simultaneous permutation of rows and columns iff its entries are constant on the orbits of
    S_n on pairs.  For n >= 2 there are two: (v, v), and (v, w) with v != w, as S_n carries any ordered pair of distinct
    elements to any other.  Their indicator matrices are I and J - I.""", name="orbits_of_pairs")


@paper.claim("FS-3.1", "Section 3, Notation", r"(\mathbb R^{n\times n})^{S_n}=\mathrm{span}\{I_n,J_n\},\ \dim=2",
             hypotheses=("n >= 2",))
def fixed_matrices():
    """The matrices fixed by simultaneous permutations form the plane spanned by I and J ("rank-2" in A.1 means
    dimension 2).
    """
    yield from commutants()
    yield ORBITS_OF_PAIRS


# --- revisits ------------------------------------------------------------------------------------------------------

def no_revisit(n, mean):
    """The probability that breadth-first search to depth 2 in G(n, mean/n) meets no vertex twice, in balls.

    Given j children of the root: none of the j^2 edges from them to each other and to the root, and every other vertex
    is hit at most once.
    """
    p = ball(mean)/n
    q, total = 1 - p, ball(0)
    for j in range(n):
        total += comb(n - 1, j)*p**j*q**(n - 1 - j)*q**(j*j)*(q**j + j*p*q**max(j - 1, 0))**(n - 1 - j)
    return total


def revisits_are_rare(n, mean, constant):
    """P(revisit to depth 2) <= constant n^(-eps), with n^(-eps) = (np)^2/n."""
    vertices = int(n.unique_fmpz())
    return less_equal(1 - no_revisit(vertices, mean), mean**2/n*constant)


@paper.claim("FS-3.2", "Section 3, (R2), Lemma 11 step 1",
             r"(np)^D\le n^{1-\varepsilon}\implies P(\text{BFS to depth}\ D\ \text{revisits a "
             r"vertex})=O(n^{-\varepsilon})",
             finding="refuted")
def rare_revisits():
    """In the tree regime breadth-first search is said to be a tree except with probability O(n^-eps)."""
    yield Refutation(revisits_are_rare, at=dict(n=1600, mean=12, constant=10), bits=128)


@rare_revisits.corrected(r"P(\text{revisit})\le C\,(np)^{2D-1}/n\ \text{for}\ np\ge2;\ "
                         r"n^{-\varepsilon}\ \text{bounds the share of revisits}", hypotheses=("np >= 2",))
def rare_revisits():
    """A tree with high probability where (np)^(2D-1) = o(n), in essence eps > 1/2; n^-eps bounds the share of revisits
    only.
    """
    yield Argument("""
        Explore edge by edge.  Let N be the number of vertices within D hops and M of those within D - 1 hops.  A
        revisit is an edge from an explored vertex to one already seen; each such pair is an edge with probability p,
        independent of the past, so the expected number is at most p E(M N).  N is dominated by the total progeny of a
        branching process with binomial offspring, whose moments give E(M N) <= C (np)^(D-1) (np)^D for np >= 2.  Per
        edge out of an explored vertex the chance of a revisit is at most N/n.""", name="birthday_count")


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


SHORT_SIZES = "the sizes of layers are single products"


@paper.claim("FS-3.3", "Section 3, A.1, Appendix E", r"V_c:\ \text{reachable within or in exactly}\ c\ \text{hops}",
             finding="ambiguous")
def two_definitions():
    """V_c is defined as the set reachable within c hops, and in A.1 as that reachable in exactly c hops."""


@two_definitions.reading("within", r"V_c\subseteq V_{c+1},\ m=k_{c+1}-k_c,\ \text{ceiling}\ \sqrt{m/k'}<1")
def two_definitions():
    """Within c hops: the frontier, the recursion of targets, the cosine law and the ceiling are meaningful."""
    yield Identity(cumulative_sizes, excluding=tree_divisors)


@two_definitions.reading("exactly", r"V_{c+1}\setminus V_c=V_{c+1}:\ |F_c|=k_{c+1}\neq k_{c+1}-k_c,\ \text{ceiling}=1")
def two_definitions():
    """In exactly c hops of a tree the new vertices are all of V_{c+1}: Proposition 1 bounds the cosine by 1."""
    yield Identity(exact_layer_sizes, few_damages=SHORT_SIZES)
    yield Argument("Different layers of a tree are disjoint, so z_new* = z_{c+1}*, whose cosine with itself is 1.",
                   name="layers_are_disjoint")


def both_size_laws(b, depth):
    """Within c hops of the b-ary tree: k_c is within a half of b^c (the other law, k' - k near (b - 1) k, does
    hold).
    """
    q = b**int(depth)
    return abs(cumulative(b, q)/q - 1) <= Q(1, 2)


def increments_are_near(b, depth):
    k, k1 = cumulative(b, b**int(depth)), cumulative(b, b**int(depth + 1))
    return abs((k1 - k)/((b - 1)*k) - 1) <= Q(1, 1000)


@paper.claim("FS-3.4", "Section 3, Lemma 11", r"k_c\approx(np)^c\ \text{and}\ m_f^{(c)}=k_{c+1}-k_c\approx k_c(np-1)",
             finding="refuted")
def sizes_together():
    """Sizes near (np)^c and increments near (np - 1) k_c are used together."""
    yield Refutation(both_size_laws, at=dict(b=2, depth=20), given=increments_are_near)


@sizes_together.corrected(r"\text{within:}\ k_c=\tfrac{b^{c+1}-1}{b-1},\ m=(b-1)k_c+1;\quad \text{exactly:}\ k_c=b^c,\ "
                          r"|F_c|=b\,k_c",
                          hypotheses=("the b-ary tree, b > 1",))
def sizes_together():
    """Each definition has one of the two laws; both hold together only as np tends to infinity (the factor is b/(b -
    1)).
    """
    yield Identity(cumulative_sizes, excluding=tree_divisors)
    yield Identity(exact_layer_sizes, few_damages=SHORT_SIZES)


DIAMOND = ((0, 1), (0, 2), (1, 3), (2, 3))


def frontier_counts_new_vertices(edges, hops):
    found = frontier_edges(edges, 0, hops)
    return len(found) == len({t for _, t in found})


@paper.claim("FS-3.5", "A.1", r"m_f^{(c)}=|F_c|=k_{c+1}-k_c", finding="amended")
def frontier_size():
    """The number of frontier edges is said to be the number of new vertices."""
    yield Refutation(frontier_counts_new_vertices, at=dict(edges=DIAMOND, hops=1))


@frontier_size.corrected(r"|F_c|\ge k_{c+1}-k_c,\ \text{equality iff each new vertex has one edge from}\ V_c",
                         hypotheses=("V_c is the set within c hops",))
def frontier_size():
    """There are at least as many frontier edges as new vertices, and as many iff no new vertex is hit twice."""
    yield Argument("The map from a frontier edge to its target is onto the new vertices; it is injective iff each is "
                   "hit once.",
                   name="edges_to_targets")


# --- targets and embeddings ----------------------------------------------------------------------------------------

def targets(r, s, u, *, k, m):
    """On k + m nodes with r^2 = k, s^2 = m, u^2 = k + m: norms, orthogonality, and z_{c+1}* = (r z_c* + s z_new*)/u."""
    zero = 0*r
    old, new = (1/r,)*k + (zero,)*m, (zero,)*k + (1/s,)*m
    following = (1/u,)*(k + m)

    def inner(x, y):
        return sum((a*b for a, b in zip(x[1:], y[1:])), x[0]*y[0])
    return (inner(old, old), inner(old, new), inner(new, following), following), (
        1 + zero, zero, s/u, tuple((r*a + s*b)/u for a, b in zip(old, new)))


def roots_of_sizes(r, s, u, *, k, m):
    return r**2 - k, s**2 - m, u**2 - (k + m)


def sizes_are_positive(r, s, u, *, k, m):
    return r, s, u


TARGETS = [Identity(targets, modulo=roots_of_sizes, excluding=sizes_are_positive, size=dict(k=k, m=m))
           for k, m in ((1, 2), (2, 3))]


@paper.claim("FS-3.6", "A.1", r"\|z_c^*\|=1,\qquad z_c^*\perp z_{\rm new}^*", hypotheses=("U^T U = I",))
def targets_are_orthonormal():
    """The two targets are unit vectors at right angles, under either definition of V_c."""
    yield from TARGETS
    yield Argument("Disjoint supports give orthogonality; a sum of k orthonormal vectors has squared norm k.",
                   name="all_sizes")


def projector_defect(*z, d, n):
    """(U U^T)^2 - U U^T = U (U^T U - I) U^T, for U with d rows and n columns."""
    U = [z[i*n:(i + 1)*n] for i in range(d)]

    def times(P, R):
        return [[sum((p*q for p, q in zip(row[1:], column[1:])), row[0]*column[0]) for column in zip(*R)] for row in P]
    transposed = [list(column) for column in zip(*U)]
    P, gram = times(U, transposed), times(transposed, U)
    excess = [[g - (1 if i == j else 0) for j, g in enumerate(row)] for i, row in enumerate(gram)]
    square = times(P, P)
    return [[x - y for x, y in zip(p, q)] for p, q in zip(square, P)], times(times(U, excess), transposed)


@paper.claim("FS-3.7", "Section 3, A.1", r"P_U=UU^\top\ \text{is the projector onto the span of the embeddings}",
             hypotheses=("U^T U = I",))
def embedding_projector():
    """U U^T is the projector in the orthogonal regime; for embeddings that are only nearly orthogonal it is not
    idempotent.
    """
    yield Identity(projector_defect, variables=tuple(f"u{i}{j}" for i in range(3) for j in range(2)),
                   size=dict(d=3, n=2))
    yield Argument("The difference P^2 - P = U (U^T U - I) U^T vanishes if U^T U = I; its image is the span.  If the "
                   "columns are "
                   "independent it vanishes only then.", name="idempotent")


@paper.claim("FS-3.8", "Section 3", r"v\notin V_c\implies\langle z,u_v\rangle=o(1)", finding="ambiguous")
def not_contaminated():
    """A superposition state is said to have coordinates o(1) outside V_c."""


@not_contaminated.reading("letter",
                          r"\langle z,u_v\rangle\to0;\ \text{on}\ V_c\ \text{also}\ \langle "
                          r"z_c^*,u_v\rangle=k_c^{-1/2}\to0")
def not_contaminated():
    """To the letter it separates nothing once k_c grows: the coordinates on V_c tend to 0 as well."""
    yield Argument("On V_c the coordinate of z_c* is k_c^(-1/2), which tends to 0 as k_c tends to infinity.",
                   name="both_vanish")


@not_contaminated.reading("relative", r"\max_{v\notin V_c}\langle z,u_v\rangle=o(k_c^{-1/2})")
def not_contaminated():
    """Relative to the coordinates on V_c it does separate, and z_c* meets it."""
    yield Argument("Outside V_c the coordinates of z_c* are 0, on V_c they are k_c^(-1/2).", name="relative_size")


@paper.claim("FS-3.9", "Section 3, Embedding block parameters",
             r"W^{\rm emb}(W^{\rm emb})^\top=A(I+\Pi_{\rm class})+B(J-\Pi_{\rm class})", finding="uncheckable",
             pending="the text does not define Pi_class, and A, B are also the names of the Möbius scalars")
def embedding_blocks():
    """The Gram matrix of the embedding is written with two coefficients and a matrix that is not defined."""


@paper.claim("FS-3.10", "Section 3, Möbius attractor", r"\mathcal M=\{A=0\}\subset\mathcal M_{\rm inv}",
             finding="ambiguous")
def attractor_is_inside():
    """The set A = 0 is said to lie in the plane of invariant matrices."""


@attractor_is_inside.reading("layer scalars",
                             r"A=1+\eta a:\ \{A=0\}\subset\{(a,b_1',\eta)\},\ \text{not a set of matrices}")
def attractor_is_inside():
    """With A of the layer (A.1) the inclusion has no meaning: one set consists of triples of scalars, the other of
    matrices.
    """
    yield Argument("A.1 defines the set by (a_1, b_1', eta); an element of M_inv is an n x n matrix.",
                   name="types_differ")


def block_without_A(B, *, n):
    """B (J - I) = B J - B I."""
    return matrix(n, 0*B, B), tuple(tuple(B - (B if i == j else 0*B) for j in range(n)) for i in range(n))


@attractor_is_inside.reading("embedding coefficients",
                             r"A=0:\ B(J-\Pi)\in\mathcal M_{\rm inv}\iff B\Pi\in\mathcal M_{\rm inv}")
def attractor_is_inside():
    """With A of the display above it, the inclusion is B Pi in M_inv: true for Pi = I, undecided for the undefined
    Pi_class.
    """
    yield Identity(block_without_A, size=dict(n=3), few_damages="entries are single differences")
    yield Argument("J lies in the linear space M_inv, so B J - B Pi does iff B Pi does.", name="linear_space")


# --- regime --------------------------------------------------------------------------------------------------------

def mean_exceeds_logarithm(n, mean):
    """mean >= log n, in balls."""
    return less_equal(n.log(), mean)


@paper.claim("FS-3.11", "(R1), Theorem 5, experiments", r"np=c=\Theta(1)\ \text{and}\ np\ge C\log n", finding="refuted")
def regimes_together():
    """A constant mean degree (R1), one of order log n (Theorem 5) and np = 2 at n = 50 are assumed together."""
    yield Refutation(mean_exceeds_logarithm, at=dict(n=50, mean=2), bits=64)


@regimes_together.corrected(r"\text{for constants}\ c,C>0:\ np=c\ \text{and}\ np\ge C\log n\ \text{only if}\ n\le "
                            r"e^{c/C}")
def regimes_together():
    """The two hold together for finitely many n only; the experiments have 2 < log 50."""
    yield Argument("c >= C log n means n <= exp(c/C).", name="finitely_many")


def empty_first_layer(n, p, bound):
    """P(no edge leaves the root) = (1 - p)^(n-1) is at most the bound."""
    return (1 - p)**int(n - 1) <= bound


def third_layer_empty():
    """P(the third generation is empty) for binomial offspring, n = 50 and np = 2: the generating function at 0, three
    times.
    """
    from certify.balls import at

    def extinct():
        s, p = ball(0), ball(Q(1, 25))
        for _ in range(3):
            s = (1 - p + p*s)**49
        return s
    return at(128, extinct)


@paper.claim("FS-3.12", "Section 3", r"\text{the task (output an element of}\ V_D\text{) is well posed}",
             finding="amended")
def task():
    """The task asks for an element of V_D, which is taken to exist."""
    yield Refutation(empty_first_layer, at=dict(n=50, p=Q(1, 25), bound=Q(1, 10)))


@task.corrected(r"\text{within}\ D\ \text{hops always; exactly}\ D:\ P(V_3=\emptyset)\approx0.194\ \text{at}\ "
                r"n=50,np=2,\ "
                r"\text{unless conditioned}")
def task():
    """Well posed within D hops (the root belongs); in exactly D hops only on condition that the layer is not empty."""
    yield Argument("V_D within D hops contains the root.  A first layer is empty iff no edge leaves the root.",
                   name="root_belongs")
    yield Certified(third_layer_empty, lambda s: bool(s > ball(Q(194, 1000))) and bool(s < ball(Q(195, 1000))))


@paper.claim("FS-3.13", "Section 3, Theorem 5", r"\textstyle\sum_{c=1}^{D-1}(1-\cos)=\sum_{c=0}^{D-1}(1-\cos)")
def ranges_of_the_loss():
    """The two ranges of the loss give the same sum."""
    yield Argument("V_0 = {r}, so z_0 = u_r = z_0* and the term c = 0 is 1 - 1 = 0.", name="first_term")


def commutant_is_a_plane(n, extra):
    """The maps that commute with S_n on R^n + `extra` fixed directions form a space of dimension 2."""
    return (n + extra)**2 - rank(commutation_equations(int(n), int(extra))) == 2


@paper.claim("FS-3.14", "Section 4.2", r"\text{the}\ S_n\text{-commutant on}\ \mathbb R^d\ \text{has dimension}\ 2",
             finding="refuted")
def commutant_of_the_stream():
    """The maps of the residual stream R^d that commute with S_n are said to form a plane."""
    yield Refutation(commutant_is_a_plane, at=dict(n=3, extra=1))


@commutant_of_the_stream.corrected(r"d\ge n\ge2:\ \dim=(d-n+1)^2+1;\ d=64,n=50:\ 226;\quad 2\ \text{on the span of}\ U",
                                   hypotheses=("d >= n >= 2", "S_n permutes n embeddings and fixes their complement"))
def commutant_of_the_stream():
    """The dimension is (d - n + 1)^2 + 1; it is 2 for layers that act on the span of the embeddings."""
    for n, extra in ((2, 1), (3, 1), (3, 2), (4, 2)):
        yield Computed("rank", commutation_equations(n, extra), (n + extra)**2 - (extra + 1)**2 - 1,
                       title=f"commutant_with_fixed_directions({n=},{extra=})")
    yield Argument("""
        R^d is the sum of d - n + 1 trivial representations and one standard one.  By Schur's lemma the commutant is the
        algebra of (d - n + 1)-square matrices and one scalar (the standard representation is absolutely
        irreducible).""",
                   name="schur")


@paper.claim("FS-3.15", "Section 3, A.1", r"\beta=\gamma/\sqrt d:\quad z^\top\gamma P_Uu_s/\sqrt d=\beta\,z^\top u_s",
             finding="new")
def selectivity_scale():
    """With W_QK = gamma P_U the logit of an edge is beta times the coordinate of its source; its target plays no
    part.
    """
    yield Argument("P_U u_s = u_s, as u_s lies in the span; the rest is the definition of beta.", name="definition")


@paper.claim("FS-3.16", "Section 3", r"z_c^*\in\mathcal S_c", finding="amended")
def target_is_a_superposition():
    """The target is said to be one of the superposition states."""


@target_is_a_superposition.corrected(r"z_c^*\in\mathcal S_c\iff k_c\ge2", hypotheses=("U^T U = I",))
def target_is_a_superposition():
    """True from k_c = 2 on; at c = 0 the target is the symbol u_r, which the first condition excludes."""
    yield Argument("The coordinates are k_c^(-1/2) > 0 on V_c and 0 elsewhere: the last two conditions hold.  They are "
                   "an "
                   "indicator e_v iff V_c = {v}.", name="coordinates_of_the_target")


def value_map(gamma, mu, x1, x2, x3):
    """(gamma I + mu J) x = gamma x + mu (sum x) 1."""
    x = (x1, x2, x3)
    return apply(matrix(3, gamma + mu, mu), x), tuple(gamma*v + mu*(x1 + x2 + x3) for v in x)


@paper.claim("FS-3.17", "Section 3",
             r"\text{on}\ \mathcal M_{\rm inv}\ W_{QK},W_{OV}\ \text{reduce to one scalar each}", finding="amended")
def one_scalar_each():
    """On the invariant plane, queries and values are said to keep one scalar each."""


@one_scalar_each.corrected(r"z^\top Je_s=\textstyle\sum_vz_v\ \text{shifts all logits alike};\ W_{OV}=\alpha I+\mu J\ "
                           r"\text{adds}\ "
                           r"\mu(\textstyle\sum_vx_v)\mathbf 1")
def one_scalar_each():
    """True of the query matrix, whose J part softmax does not see; the J part of the value matrix adds a multiple of
    1.
    """
    yield Identity(value_map)
    yield Argument("z^T J e_s is the same for every s, and softmax does not change under a common shift.",
                   name="softmax_gauge")


@paper.claim("FS-3.18", "Section 3, captions, abstract",
             r"\mathcal L\ \text{ends at}\ z_{D-1};\ \text{results are reported for}\ z_D",
             finding="ambiguous")
def last_layer():
    """The losses end at z_{D-1} while the abstract and the captions report z_D."""


@last_layer.reading("as printed", r"\partial\mathcal L/\partial\gamma_{D-1}=\partial\mathcal L/\partial\alpha_{D-1}=0")
def last_layer():
    """As printed the last layer is never trained by any of the three losses (unless its parameters are shared)."""
    yield Argument("gamma_{D-1} and alpha_{D-1} enter z_D only, and no loss contains z_D.", name="no_gradient")


@last_layer.reading("shifted", r"\mathcal L=\sum_{c=1}^{D}(1-\cos(z_c,z_c^*)):\ \text{every layer gets a direct term}")
def last_layer():
    """With the sum up to D, layer c has the direct term of z_{c+1} for every c < D."""
    yield Argument("Layer c makes z_{c+1}, and c + 1 runs through 1, ..., D.", name="direct_terms")
