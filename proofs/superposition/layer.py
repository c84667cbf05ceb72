"""Formulas beside those of `numerics.moebius`: sizes, the curvature, softmax, matrices of span{I, J}, small graphs.

The symbols are those of `numerics.moebius`; weights are exponentials of logits.
"""


def cumulative(b, q):
    """The number of vertices within c hops in the b-ary tree, where q = b^c."""
    return (b*q - 1)/(b - 1)


def curvature(alpha, B, root, m):
    """The second derivative of 1 - cos in A at A = 0."""
    return (alpha*root - m)**2/(B**2*m*(root**2 + m)**2)


def relu(x):
    return x if x > 0 else 0*x


def softmax(weights):
    """Probabilities from exponentials of logits."""
    total = sum(weights[1:], weights[0])
    return tuple(w/total for w in weights)


def softmax_jacobian(a):
    """diag(a) - a a^T."""
    return tuple(tuple((x if i == j else 0*x) - x*y for j, y in enumerate(a)) for i, x in enumerate(a))


def matrix(n, diagonal, off):
    """diagonal on the diagonal, off elsewhere: the elements of span{I, J}."""
    return tuple(tuple(diagonal if i == j else off for j in range(n)) for i in range(n))


def inner(x, y, sizes):
    """<x, y> for vectors that are constant on disjoint sets of these sizes; x and y list their values there."""
    terms = [size*a*b for a, b, size in zip(x, y, sizes)]
    return sum(terms[1:], terms[0])


def apply(rows, x):
    return tuple(sum((a*b for a, b in zip(row[1:], x[1:])), row[0]*x[0]) for row in rows)


# --- graphs: edges are pairs (source, target) ----------------------------------------------------------------------

BINARY_TREE = tuple((v, 2*v + i) for v in range(1, 16) for i in (0, 1))   # the root is 1, depth 4


def reachable(edges, root, hops):
    """The vertices within `hops` of the root."""
    found = {root}
    for _ in range(int(hops)):
        found |= {t for s, t in edges if s in found}
    return found


def frontier_edges(edges, root, hops):
    """F_c: the edges from V_c to the vertices that V_{c+1} adds."""
    near = reachable(edges, root, hops)
    return [(s, t) for s, t in edges if s in near and t not in near]


def saturated_output(edges, root, hops):
    """At z_c* with beta to infinity: equal attention on every edge that leaves V_c; its output by vertex, not
    normalised.
    """
    near, output = reachable(edges, root, hops), {}
    for s, t in edges:
        if s in near:
            output[t] = output.get(t, 0) + 1
    return output
