"""One-prompt linear self-attention in matrices that are tuples of rows, so that it runs in every algebra (Section 2).

    x       covariates: N vectors of length d         query   x_q, length d
    w       the regressor, length d                   prompt  E, (d + 1) x (N + 1)
    G       E E^T/(2N), (d + 1) x (d + 1)             U       the active parameters, (d + 1) x (d + 1)
    u_i     column i of U; the last is u_{d+1}        g       G e_{d+1}, the last column of G
"""


# --- vectors and matrices -----------------------------------------------------------------------------------------

def total(terms):
    """The sum of at least one element."""
    first, *rest = terms
    for term in rest:
        first = first + term
    return first


def dot(p, q):
    return total(x*y for x, y in zip(p, q))


def plus(p, q, factor):
    """p + factor q."""
    return tuple(x + factor*y for x, y in zip(p, q))


def columns(matrix):
    """The columns of a matrix, which are the rows of its transpose."""
    return tuple(zip(*matrix))


def apply(matrix, vector):
    return tuple(dot(row, vector) for row in matrix)


def product(left, right):
    return columns(apply(left, column) for column in columns(right))


def kronecker(P, Q):
    """P (x) Q: the block (i, j) is P_ij Q."""
    return tuple(tuple(p*q for p in row_p for q in row_q) for row_p in P for row_q in Q)


def vec(matrix):
    """The columns of a matrix, one below the other."""
    return tuple(x for column in columns(matrix) for x in column)


def combination(vectors, weights):
    """The weighted sum of vectors."""
    return tuple(dot(entries, weights) for entries in zip(*vectors))


# --- prompt, layer and loss ---------------------------------------------------------------------------------------

def prompt(x, w, query):
    """E: a column (x_i, <w, x_i>) for every example, and (x_q, 0)."""
    return columns((*((*xi, dot(w, xi)) for xi in x), (*query, 0*query[0])))


def gram(E):
    """G = E E^T/(2N)."""
    examples = len(E[0]) - 1
    return tuple(tuple(dot(p, q)/(2*examples) for q in E) for p in E)


def layer_prediction(E, W_PV, W_KQ):
    """The last entry of the last column of E + W_PV E (E^T W_KQ E)/N: what the layer predicts for the query."""
    examples = len(E[0]) - 1
    scores = apply(columns(E), apply(W_KQ, columns(E)[-1]))
    return E[-1][-1] + dot(W_PV[-1], apply(E, scores))/examples


def active_parameters(W_PV, W_KQ):
    """U: the first d columns of W_KQ, and the last row of W_PV as its last column."""
    return columns((*columns(W_KQ)[:-1], W_PV[-1]))


def query_matrix(query):
    """X_q = [[0, x_q], [x_q^T, 0]]."""
    zero = 0*query[0]
    return (*((zero,)*len(query) + (x,) for x in query), (*query, zero))


def mixed(U, query):
    """S = sum x_q,i u_i: the only combination of the first d columns that the loss sees."""
    return combination(columns(U)[:-1], query)


def prediction(U, G, query):
    """u^T H u = 2 <u_{d+1}, G S>."""
    return 2*dot(columns(U)[-1], apply(G, mixed(U, query)))


def residual(U, G, query, y):
    """E_k = u^T H u - y_q."""
    return prediction(U, G, query) - y


def columns_step(U, G, query, y, eta):
    """(21), (22): the columns of U after one step of gradient descent, with learning rate eta, on the loss (5)."""
    *first, last = columns(U)
    rate = -2*eta*residual(U, G, query, y)
    moved, pulled = apply(G, last), apply(G, mixed(U, query))
    return (*(plus(u, moved, rate*x) for u, x in zip(first, query)), plus(last, pulled, rate))


# --- the scalar sector --------------------------------------------------------------------------------------------

def scalar_coordinates(U, G, query):
    """(a, b) of Proposition 2.1: a = <S, g> and b the last entry of u_{d+1}."""
    return dot(mixed(U, query), columns(G)[-1]), U[-1][-1]


def geometry(G, query):
    """kappa = |x_q|^2 |g|^2."""
    g = columns(G)[-1]
    return dot(query, query)*dot(g, g)


def in_sector(first, b):
    """U with the given first columns and u_{d+1} = b e_{d+1}."""
    return columns((*first, (0*b,)*len(first) + (b,)))


def frozen_columns_step(U, G, query, y, eta):
    """The same step where the first d entries of u_{d+1} are not trained."""
    *first, last = columns_step(U, G, query, y, eta)
    return in_sector(first, last[-1])


def scalar_map(a, b, kappa, y, eta):
    """(6): the two scalars of Proposition 2.1 after one step."""
    residual = 2*a*b - y
    return a - 2*eta*kappa*residual*b, b - 2*eta*residual*a


def rescaled_map(a, b, theta, x):
    """(7): the scalar recursion after a = alpha a~, b = beta b~."""
    return a - theta*(a*b - x)*b, b - theta*(a*b - x)*a


def effective_step(eta, y, root_kappa):
    """mu = 2 eta y sqrt(kappa) (Remark 2.2)."""
    return 2*eta*y*root_kappa
