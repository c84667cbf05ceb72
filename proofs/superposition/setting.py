"""Section 3 and A.1: targets, embeddings, architecture and losses, and what the definitions exclude."""
from fractions import Fraction as Q

from proofs.engines.flint import rank
from proofs.evidence import Argument, Identity, Lost, Refutation

from .gauge import GAUGE
from .layer import apply, inner, matrix
from .paper import paper
from .permutations import COMMUTANTS, ORBITS_OF_PAIRS, commutant_dimension, commutation_equations


# --- invariant matrices --------------------------------------------------------------------------------------------

@paper.claim("FS-3.1", "Section 3, Notation", r"(\mathbb R^{n\times n})^{S_n}=\mathrm{span}\{I_n,J_n\},\ \dim=2",
             hypotheses=("n >= 2",))
def fixed_matrices():
    """The matrices fixed by simultaneous permutations form the plane spanned by I and J ("rank-2" in A.1 means
    dimension 2).
    """
    yield from COMMUTANTS
    yield ORBITS_OF_PAIRS


def commutant_is_a_plane(n, fixed):
    """The maps that commute with S_n on R^n and `fixed` further directions form a space of dimension 2."""
    return (n + fixed)**2 - rank(commutation_equations(n, fixed)) == 2


@paper.claim("FS-3.14", "Section 4.2", r"\text{the}\ S_n\text{-commutant on}\ \mathbb R^d\ \text{has dimension}\ 2",
             finding="refuted")
def commutant_of_the_stream():
    """The maps of the residual stream R^d that commute with S_n are said to form a plane."""
    yield Refutation(commutant_is_a_plane, counts=dict(n=3, fixed=1))


@commutant_of_the_stream.corrected(r"d\ge n\ge2:\ \dim=(d-n+1)^2+1;\ d=64,n=50:\ 226;\quad 2\ \text{on the span of}\ U",
                                   hypotheses=("d >= n >= 2", "S_n permutes n embeddings and fixes their complement"))
def commutant_of_the_stream():
    """The dimension is (d - n + 1)^2 + 1; it is 2 for layers that act on the span of the embeddings."""
    for n, fixed in ((2, 1), (3, 1), (3, 2), (4, 2)):
        yield commutant_dimension(n, (fixed + 1)**2 + 1, fixed)
    yield Argument("""
        R^d is the sum of d - n + 1 trivial representations and one standard one.  By Schur's lemma the commutant is
        the algebra of (d - n + 1)-square matrices and one scalar (the standard representation is absolutely
        irreducible).""", name="schur")


def value_map(gamma, mu, x1, x2, x3):
    """(gamma I + mu J) x = gamma x + mu (sum x) 1."""
    x = (x1, x2, x3)
    return apply(matrix(3, gamma + mu, mu), x), tuple(gamma*v + mu*(x1 + x2 + x3) for v in x)


def query_map(gamma, mu, z1, z2, z3):
    """z^T (gamma I + mu J) e_s = gamma z_s + mu sum z: the second term is the same for every s."""
    z = (z1, z2, z3)
    logits = apply(matrix(3, gamma + mu, mu), z)         # the matrix is symmetric
    shift = mu*(z1 + z2 + z3)
    return tuple(logit - gamma*v for logit, v in zip(logits, z)), (shift, shift, shift)


@paper.claim("FS-3.17", "Section 3",
             r"\text{on}\ \mathcal M_{\rm inv}\ W_{QK},W_{OV}\ \text{reduce to one scalar each}", finding="amended")
def one_scalar_each():
    """On the invariant plane, queries and values are said to keep one scalar each."""


@one_scalar_each.corrected(r"z^\top Je_s=\textstyle\sum_vz_v\ \text{shifts all logits alike};\ W_{OV}=\alpha I+\mu J\ "
                           r"\text{adds}\ \mu(\textstyle\sum_vx_v)\mathbf 1")
def one_scalar_each():
    """True of the query matrix, whose J part softmax does not see; the J part of the value matrix adds a multiple of 1.
    """
    yield Identity(value_map)
    yield Identity(query_map)
    yield GAUGE


# --- targets and embeddings ----------------------------------------------------------------------------------------

def targets(r, s, u, k, m):
    """On V_c and on m new vertices, r^2 = k, s^2 = m, u^2 = k + m: norms, orthogonality, <z_new*, z_{c+1}*> = s/u, and
    z_{c+1}* = (r z_c* + s z_new*)/u.
    """
    zero, sizes = 0*r, (k, m)
    old, new, following = (1/r, zero), (zero, 1/s), (1/u, 1/u)
    return (inner(old, old, sizes), inner(new, new, sizes), inner(old, new, sizes), inner(new, following, sizes),
            following), (1 + zero, 1 + zero, zero, s/u, tuple((r*a + s*b)/u for a, b in zip(old, new)))


def roots_of_sizes(r, s, u, k, m):
    return r**2 - k, s**2 - m, u**2 - (k + m)


def sizes_are_positive(r, s, u, k, m):
    return r, s, u


TARGETS = Identity(targets, modulo=roots_of_sizes, excluding=sizes_are_positive)


@paper.claim("FS-3.6", "A.1", r"\|z_c^*\|=1,\qquad z_c^*\perp z_{\rm new}^*", hypotheses=("U^T U = I",))
def targets_are_orthonormal():
    """The two targets are unit vectors at right angles, for all sizes and under either definition of V_c."""
    yield TARGETS


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
                   "columns are independent it vanishes only then.", name="idempotent")


@paper.claim("FS-3.8", "Section 3", r"v\notin V_c\implies\langle z,u_v\rangle=o(1)", finding="ambiguous")
def not_contaminated():
    """A superposition state is said to have coordinates o(1) outside V_c."""


@not_contaminated.reading("letter", r"\langle z,u_v\rangle\to0;\ \text{on}\ V_c\ \text{also}\ \langle "
                                    r"z_c^*,u_v\rangle=k_c^{-1/2}\to0")
def not_contaminated():
    """To the letter it separates nothing once k_c grows: the coordinates on V_c tend to 0 as well."""
    yield Argument("On V_c the coordinate of z_c* is k_c^(-1/2), which tends to 0 as k_c tends to infinity.",
                   name="both_vanish")


@not_contaminated.reading("relative", r"\max_{v\notin V_c}\langle z,u_v\rangle=o(k_c^{-1/2})")
def not_contaminated():
    """Relative to the coordinates on V_c it does separate, and z_c* meets it."""
    yield Argument("Outside V_c the coordinates of z_c* are 0, on V_c they are k_c^(-1/2).", name="relative_size")


def is_not_symbolic(reached, vertices):
    """The coordinates k_c^(-1/2) on V_c and 0 off it are not those of a single vertex of V_c."""
    squares = {v: Q(v in reached, len(reached)) for v in vertices}
    return not any(all(squares[w] == (w == v) for w in vertices) for v in reached)


@paper.claim("FS-3.16", "Section 3", r"z_c^*\in\mathcal S_c", finding="amended")
def target_is_a_superposition():
    """The target is said to be one of the superposition states."""
    yield Refutation(is_not_symbolic, counts=dict(reached=frozenset({1}), vertices=frozenset({1, 2, 3})))


@target_is_a_superposition.corrected(r"z_c^*\in\mathcal S_c\iff k_c\ge2", hypotheses=("U^T U = I",))
def target_is_a_superposition():
    """True from k_c = 2 on; at c = 0 the target is the symbol u_r, which the first condition excludes."""
    yield Argument("The coordinates are k_c^(-1/2) > 0 on V_c and 0 elsewhere: the last two conditions hold.  They "
                   "are an indicator e_v iff V_c = {v}.", name="coordinates_of_the_target")


def blocks(a, b, p1, p2, p3, p4):
    """A (I + Pi) + B (J - Pi) = A I + B J + (A - B) Pi, for two vertices."""
    unit, pi = (1, 0, 0, 1), (p1, p2, p3, p4)
    return tuple(a*(e + p) + b*(1 - p) for e, p in zip(unit, pi)), tuple(a*e + b + (a - b)*p for e, p in zip(unit, pi))


@paper.claim("FS-3.9", "Section 3, Embedding block parameters",
             r"W^{\rm emb}(W^{\rm emb})^\top=A(I+\Pi_{\rm class})+B(J-\Pi_{\rm class})", finding="uncheckable")
def embedding_blocks():
    """The Gram matrix of the embedding is written with two coefficients and a matrix that is not defined."""
    yield Lost("""
        Pi_class is defined nowhere in the text: the display stands alone under "Embedding block parameters", and
        the next words are "Moebius attractor".  A and B are also the names of the scalars of the layer.  Whatever
        Pi_class is, the matrix is A I + B J + (A - B) Pi_class, so it lies in span{I, J} iff A = B or Pi_class
        does.""")
    yield Identity(blocks, corroborates=True)


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


def cosine_of_start(s, k):
    """With s^2 = k: <u_r, z_c*> = 1/s, whose square is 1/k."""
    along = inner((1 + 0*s, 0*s), (1/s, 1/s), (1, k - 1))
    return (along, along**2), (1/s, 1/k)


COSINE_OF_START = Identity(cosine_of_start, modulo=lambda s, k: (s**2 - k,), excluding=lambda s, k: (s, k))


# --- attention and losses ------------------------------------------------------------------------------------------

@paper.claim("FS-3.15", "Section 3, A.1", r"\beta=\gamma/\sqrt d:\quad z^\top\gamma P_Uu_s/\sqrt d=\beta\,z^\top u_s",
             finding="new")
def selectivity_scale():
    """With W_QK = gamma P_U the logit of an edge is beta times the coordinate of its source; its target plays no part.
    """
    yield Argument("P_U u_s = u_s, as u_s lies in the span; the rest is the definition of beta.", name="definition")


@paper.claim("FS-3.13", "Section 3, Theorem 5", r"\textstyle\sum_{c=1}^{D-1}(1-\cos)=\sum_{c=0}^{D-1}(1-\cos)")
def ranges_of_the_loss():
    """The two ranges of the loss give the same sum."""
    yield Argument("V_0 = {r}, so z_0 = u_r = z_0* and the term c = 0 is 1 - 1 = 0.", name="first_term")


@paper.claim("FS-3.18", "Section 3, captions, abstract",
             r"\mathcal L\ \text{ends at}\ z_{D-1};\ \text{results are reported for}\ z_D", finding="ambiguous")
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
