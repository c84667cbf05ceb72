"""Section 2 and Appendix B: from one prompt of linear self-attention to the plane map."""
from fractions import Fraction as Q

from numerics.algebra import derivative, jacobian
from proofs.evidence import Argument, Identity, Refutation

from .paper import paper
from .reduction_algebra import (active_parameters, apply, columns, columns_step, combination, dot, frozen_columns_step,
                                geometry, gram, in_sector, kronecker, layer_prediction, mixed, plus, prediction,
                                product, prompt, query_matrix, residual, scalar_coordinates, scalar_map, vec)
from .symbolic_prompt import (for_each_dimension, layer_setting, layer_unknowns, prompt_setting, prompt_unknowns,
                              setting)

ANY_DIMENSION = "The identity is proved for d = 1, 2, 3; what follows has any d and N."


# --- (5) -----------------------------------------------------------------------------------------------------------

def kronecker_action(*z, d):
    """(X_q (x) G) vec(U) = vec(G U X_q)."""
    G, query, first, last, _, _ = setting(z, d)
    U, X = columns((*first, last)), query_matrix(query)
    return apply(kronecker(X, G), vec(U)), vec(product(product(G, U), X))


def quadratic_form(*z, d):
    """vec(U) . vec(G U X_q) = 2 <u_{d+1}, G S>."""
    G, query, first, last, _, _ = setting(z, d)
    U = columns((*first, last))
    return dot(vec(U), vec(product(product(G, U), query_matrix(query)))), prediction(U, G, query)


@paper.claim("LST-E5", "(5)",
             r"\mathcal L(U)=\tfrac12(u^\top Hu-y_q)^2,\quad H=X_q\otimes G,\quad Hu\leftrightarrow GUX_q")
def quadratic_loss():
    """With columns stacked, H = X_q (x) G sends U to G U X_q, so the prediction is twice <u_{d+1}, G S>,
    S = sum x_q,i u_i.
    """
    yield from for_each_dimension(kronecker_action)
    yield from for_each_dimension(quadratic_form)
    yield Argument(ANY_DIMENSION + """
        Column j of U X_q is sum_i (X_q)_ij u_i, so column j of G U X_q is sum_i (X_q)_ij G u_i: the block row j of
        X_q (x) G, as X_q is symmetric.""", name="any_dimension")


def layer_is_quadratic(*z, d, N):
    """The layer's prediction for the query is u^T H u, where U holds d columns of W^KQ and the last row of W^PV."""
    E, query, W_PV, W_KQ = layer_setting(z, d, N)
    return layer_prediction(E, W_PV, W_KQ), prediction(active_parameters(W_PV, W_KQ), gram(E), query)


@paper.claim("LST-E5b", "Section 2, (5)",
             r"\widehat y(U)=u^\top Hu,\qquad U=\bigl(W^{KQ}_{\cdot,1},\dots,W^{KQ}_{\cdot,d},"
             r"(W^{PV}_{d+1,\cdot})^\top\bigr)", uses=("LST-E5",))
def layer_prediction_is_quadratic():
    """The prediction of the whole layer for the query is u^T H u: nothing else of W^KQ and W^PV enters it."""
    for d, N in ((1, 1), (1, 2), (2, 2), (3, 1)):
        yield Identity(layer_is_quadratic, variables=layer_unknowns(d, N), size=dict(d=d, N=N))
    yield Argument("""
        For any d and N: the query column of E ends in 0, so the prediction is <p, E E^T W^KQ (x_q, 0)>/N with p the
        last row of W^PV.  W^KQ (x_q, 0) = sum x_q,i k_i over the first d columns, and E E^T/N = 2G.  So it is
        2 <p, G S>.""",
                   name="any_dimension")


# --- Appendix B: the step in columns -------------------------------------------------------------------------------

def prediction_of_entries(*entries):
    """u^T H u as a function of vec(U), then G and x_q."""
    *u, G, query = entries
    n = len(G)
    return prediction(columns([u[n*j:n*j + n] for j in range(n)]), G, query)


def prediction_gradient(*z, d):
    """The gradient of u^T H u is 2 H u."""
    G, query, first, last, _, _ = setting(z, d)
    U = columns((*first, last))
    (gradient,) = jacobian(prediction_of_entries, vec(U), G, query)
    return gradient, tuple(2*m for m in vec(product(product(G, U), query_matrix(query))))


def step_in_columns(*z, d):
    """(20) is (21), (22): U - 2 eta E_k G U X_q, column by column."""
    G, query, first, last, y, eta = setting(z, d)
    U = columns((*first, last))
    moved = columns(product(product(G, U), query_matrix(query)))
    rate = -2*eta*residual(U, G, query, y)
    return columns_step(U, G, query, y, eta), tuple(plus(u, m, rate) for u, m in zip((*first, last), moved))


@paper.claim("LST-E20", "(20)-(22)",
             r"u_i^+=u_i-2\eta E_kx_{q,i}Gu_{d+1},\qquad u_{d+1}^+=u_{d+1}-2\eta E_k\sum_ix_{q,i}Gu_i",
             uses=("LST-E5",))
def column_form():
    """One step of gradient descent on the loss (5), written for the columns of U."""
    yield from for_each_dimension(prediction_gradient)
    yield from for_each_dimension(step_in_columns)
    yield Argument(ANY_DIMENSION + """
        By the chain rule the gradient of E_k^2/2 is E_k times that of u^T H u, which is 2 H u as H is symmetric, and
        H u is vec(G U X_q).  The first d columns of X_q are x_q,i e_{d+1}, its last is sum x_q,i e_i.""",
                   name="any_dimension")


# --- Proposition 2.1 -----------------------------------------------------------------------------------------------

def one_step(*z, d):
    """From u_{d+1} = b e_{d+1}: the prediction is 2ab, and (a, b) moves by (6) in one full step."""
    G, query, first, last, y, eta = setting(z, d)
    U = in_sector(first, last[-1])
    a, b = scalar_coordinates(U, G, query)
    after = scalar_coordinates(columns(columns_step(U, G, query, y, eta)), G, query)
    return (prediction(U, G, query), *after), (2*a*b, *scalar_map(a, b, geometry(G, query), y, eta))


def one_example(x, query, w, c, b):
    """d = N = 1: G, the query, y_q = w x_q and the U of the sector with u_1 = c g and u_2 = b e_2."""
    G = gram(prompt(((x,),), (w,), (query,)))
    return G, (query,), w*query, in_sector((tuple(c*g for g in columns(G)[-1]),), b)


def second_step_follows(x, query, w, c, b, eta):
    """After two full steps b is what two steps of (6) make of it."""
    G, query, y, U = one_example(x, query, w, c, b)
    full, reduced = U, scalar_coordinates(U, G, query)
    for _ in range(2):
        full = columns(columns_step(full, G, query, y, eta))
        reduced = scalar_map(*reduced, geometry(G, query), y, eta)
    return scalar_coordinates(full, G, query)[1] == reduced[1]


def has_geometry(x, query, w, c, b, eta=1):
    """kappa > 0 and a positive learning rate."""
    G, query, _, _ = one_example(x, query, w, c, b)
    return geometry(G, query) > 0 and eta > 0


UNIT_PROMPT = dict(x=1, query=1, w=1, c=1, b=Q(1, 2))


@paper.claim("LST-P2.1a", "Proposition 2.1, (6)",
             r"u_{d+1}^{(k)}=b_ke_{d+1}:\quad a_{k+1}=a_k-2\eta\kappa E_kb_k,\quad b_{k+1}=b_k-2\eta E_ka_k,\quad "
             r"E_k=2a_kb_k-y_q", finding="amended", hypotheses=("kappa > 0",))
def scalar_recursion():
    """Gradient descent from the scalar sector is said to follow a recursion in two scalars at every step."""
    yield Refutation(second_step_follows, at=dict(UNIT_PROMPT, eta=1), given=has_geometry)


def frozen_step(*z, d):
    """With the first d entries of u_{d+1} frozen at 0, (a, b) moves by (6), and U stays in the sector."""
    G, query, first, last, y, eta = setting(z, d)
    U = in_sector(first, last[-1])
    after = frozen_columns_step(U, G, query, y, eta)
    moved = scalar_map(*scalar_coordinates(U, G, query), geometry(G, query), y, eta)
    return (scalar_coordinates(after, G, query), columns(after)[-1][:-1]), (moved, (0*eta,)*d)


@scalar_recursion.corrected(
    r"u_{d+1}^{(k)}=b_ke_{d+1}\ \Rightarrow\ u^\top Hu=2a_kb_k\ \text{and (6) holds for this step; for every step if }"
    r"U_{1,d+1},\dots,U_{d,d+1}\ \text{are frozen at }0", hypotheses=("kappa > 0",), uses=("LST-E20",))
def scalar_recursion():
    """One full step moves (a, b) by (6); so does every step if the first d entries of u_{d+1} are not trained."""
    yield from for_each_dimension(one_step)
    yield from for_each_dimension(frozen_step)
    yield Argument("""
        Freezing entries of U is gradient descent on the loss as a function of the other entries, whose partial
        derivatives are the same.  The sector u_{d+1} = b e_{d+1} is kept because those d entries stay 0, so the
        one-step identity applies again at each step; no other column needs a projection.  For any d: <e_{d+1}, G u_i> =
        <g, u_i> as G is symmetric, and G u_{d+1} = b g.""", name="frozen_entries")


def sector_is_kept_to_first_order(x, query, w, c, b):
    """The part of u_{d+1} transverse to e_{d+1} after one step has derivative 0 in the learning rate."""
    G, query, y, U = one_example(x, query, w, c, b)
    return derivative(lambda eta: columns_step(U, G, query, y, eta)[-1][0], Q(0)) == 0


@paper.claim("LST-P2.1b", "Proposition 2.1 and Section I.1",
             r"\text{the sector is invariant under gradient flow; a step of gradient descent leaves it by}\ "
             r"O(\eta^2|E_k|)",
             finding="refuted", hypotheses=("kappa > 0",))
def sector_invariance():
    """Gradient flow is said to keep u_{d+1} on the line of e_{d+1},
    and a discrete step to leave it at second order only.
    """
    yield Refutation(sector_is_kept_to_first_order, at=UNIT_PROMPT, given=has_geometry)


def transverse_part(*z, d):
    """After one step the first d entries of u_{d+1} are those of -2 eta E_k G S."""
    G, query, first, last, y, eta = setting(z, d)
    U = in_sector(first, last[-1])
    pulled = apply(G, mixed(U, query))[:-1]
    return columns_step(U, G, query, y, eta)[-1][:-1], tuple(-2*eta*residual(U, G, query, y)*p for p in pulled)


def labels_are_linear(*z, d, N):
    """<(w, -1), g> = 0: the columns of the examples are orthogonal to (w, -1),
    and the query column does not enter g.
    """
    x, w, query, _ = prompt_setting(z, d, N)
    g = columns(gram(prompt(x, w, query)))[-1]
    return dot(w, g[:-1]), g[-1]


def prediction_off_the_sector(*z, d):
    """For every U, u^T H u = 2ab + 2 <P_perp u_{d+1}, P_perp G S>."""
    G, query, first, last, _, _ = setting(z, d)
    U = columns((*first, last))
    a, b = scalar_coordinates(U, G, query)
    return prediction(U, G, query), 2*a*b + 2*dot(last[:-1], apply(G, mixed(U, query))[:-1])


@sector_invariance.corrected(
    r"P_\perp u_{d+1}^{(k+1)}=-2\eta E_kP_\perp GS_k,\ S_k=\sum_ix_{q,i}u_i^{(k)};\ Ge_{d+1}\not\parallel e_{d+1};\ "
    r"\text{no orbit with}\ b_kE_kE_{k+1}\ne0\ \text{is in the sector at}\ k,k+1,k+2",
    hypotheses=("kappa > 0", "noiseless labels"), uses=("LST-E20", "LST-P2.1a"))
def sector_invariance():
    """The sector is left at first order in the step, by gradient flow too;
    what is of second order is the gap in b after two steps.

    As e_{d+1} is not an eigenvector of G, no orbit that still trains stays in the sector for three consecutive times.
    """
    yield from for_each_dimension(transverse_part)
    yield from for_each_dimension(prediction_off_the_sector)
    for d, N in ((1, 1), (1, 3), (2, 2), (3, 2)):
        yield Identity(labels_are_linear, variables=prompt_unknowns(d, N), size=dict(d=d, N=N))
    yield Argument("""
        The transverse part is linear in eta: its derivative at eta = 0 is the transverse velocity of gradient flow,
        -2 E P_perp G S.  It vanishes only if E = 0 or G S is parallel to e_{d+1}.""", name="gradient_flow")
    yield Argument("""
        After one step (a, b) is that of (6), but E_{k+1} differs by 2 <P_perp u_{d+1}, P_perp G S_{k+1}>; so after two
        steps b differs from (6) by 8 eta^2 E_k a_{k+1} <P_perp G S_k, P_perp G S_{k+1}>: of order eta^2 E_k.""",
                   name="two_step_gap")
    yield Argument("""
        If G e_{d+1} = lambda e_{d+1} then <(w, -1), g> = 0 reads -lambda = 0, so g = 0 and kappa = 0.  So e_{d+1} is
        not an eigenvector of G, nor of G^2 (G is positive semidefinite: both have the same eigenvectors).""",
                   name="never_an_eigenvector")
    yield Argument("""
        In the sector at k, k + 1, k + 2 with E_k, E_{k+1} not 0: P_perp G S_k = P_perp G S_{k+1} = 0.  By (21)
        S_{k+1} = S_k - 2 eta E_k |x_q|^2 b_k g, so b_k P_perp G g = 0, that is b_k P_perp G^2 e_{d+1} = 0, and b_k = 0.
        If the u_i are multiples of g, with a_0 and E_0 not 0, then S_0 is a nonzero multiple of g and the sector is
        left at step 1.""", name="three_consecutive_times")


def two_vectors(*z, d):
    """S^+ = S - 2 eta E |x_q|^2 G u_{d+1} and u_{d+1}^+ = u_{d+1} - 2 eta E G S; |x_q|^2 u_i - x_q,i S never moves."""
    G, query, first, last, y, eta = setting(z, d)
    U, square = columns((*first, last)), dot(query, query)
    *first1, last1 = columns_step(U, G, query, y, eta)
    S, S1, rate = mixed(U, query), combination(first1, query), -2*eta*residual(U, G, query, y)
    rest, rest1 = ([[square*x - xi*p for x, p in zip(u, T)] for u, xi in zip(f, query)]
                   for f, T in ((first, S), (first1, S1)))
    return (S1, last1, rest1), (plus(S, apply(G, last), rate*square), plus(last, apply(G, S), rate), rest)


def modes(*z, d):
    """s = P + u, w = P - u: the steps P - c G u, u - c G P are s - c G s, w + c G w;
    4 <u, G P> = <s, G s> - <w, G w>.
    """
    G, _, (P, *_), u, _, c = setting(z, d)
    s, w, P1, u1 = plus(P, u, 1), plus(P, u, -1), plus(P, apply(G, u), -c), plus(u, apply(G, P), -c)
    return (plus(P1, u1, 1), plus(P1, u1, -1), 4*dot(u, apply(G, P))), (
        plus(s, apply(G, s), -c), plus(w, apply(G, w), c), dot(s, apply(G, s)) - dot(w, apply(G, w)))


def eigenvector_sector(*z, d):
    """G diagonal, u_i = alpha x_q,i e_1, u_{d+1} = beta e_1: kept;
    (lambda |x_q|^2 alpha, beta) moves by (6), kappa = (lambda |x_q|)^2.
    """
    G, query, first, last, y, eta = setting(z, d)
    zero, eigenvalue, alpha, beta, square = 0*y, G[0][0], first[0][0], last[0], dot(query, query)
    diagonal = tuple(tuple(x if i == j else zero for j, x in enumerate(row)) for i, row in enumerate(G))
    U = columns((*((alpha*x,) + (zero,)*d for x in query), (beta,) + (zero,)*d))
    *first1, last1 = columns_step(U, diagonal, query, y, eta)
    a, b = scalar_map(eigenvalue*square*alpha, beta, eigenvalue**2*square, y, eta)
    return ([[eigenvalue*square*x for x in u] for u in first1], last1), (
        [(a*x,) + (zero,)*d for x in query], (b,) + (zero,)*d)


@paper.claim("LST-P2.1c", "Proposition 2.1, corrected",
             r"Gv=\lambda v,\ |v|=1,\ u_{d+1}=\beta v,\ "
             r"u_i=\alpha\tfrac{x_{q,i}}{|x_q|}v\ \text{is invariant and obeys (6) with}\ "
             r"\sqrt\kappa=|x_q|\lambda;\quad "
             r"s_j^+=(1-\tau_jE)s_j,\ w_j^+=(1+\tau_jE)w_j,\ \tau_j=2\eta|x_q|\lambda_j,\ "
             r"E=\tfrac{|x_q|}2\sum_j\lambda_j(s_j^2-w_j^2)-y_q", finding="new", uses=("LST-E20",))
def eigenvector_sectors():
    """Full gradient descent is an exact system of d + 1 coupled modes, one for each eigenvector of G.

    Each mode alone is an invariant sector, for gradient flow too, and reduces to the plane map with
    mu = 2 eta y_q |x_q| lambda.
    """
    yield from for_each_dimension(two_vectors)
    yield from for_each_dimension(modes)
    yield from for_each_dimension(eigenvector_sector)
    yield Argument("""
        With P = S/|x_q| the first identity is P - c G u_{d+1}, u_{d+1} - c G P, c = 2 eta |x_q| E.  So the components
        of P + u_{d+1} and P - u_{d+1} along an orthonormal basis of eigenvectors of G are multiplied by 1 - tau_j E and
        1 + tau_j E, and E + y_q = 2 |x_q| <u_{d+1}, G P>.  What never moves does not enter the loss.  A mode that is 0
        stays 0.""", name="one_pair_of_modes_for_each_eigenvector")
    yield Argument("""
        A common rotation of all columns (G -> Q G Q^T) changes neither the loss nor the step, so e_1 may be any unit
        eigenvector.  The steps are linear in eta apart from E: divided by eta they are the velocities of gradient
        flow, which keeps the same sectors.""", name="any_eigenvector")
