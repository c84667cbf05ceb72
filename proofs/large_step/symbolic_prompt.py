"""A prompt, a layer and its active parameters of any size with symbols for entries: the variables of Section 2."""
from proofs.evidence import Identity

from .reduction_algebra import prompt


def unknowns(d):
    """Names for a symmetric G, the query x_q, the columns of U, the target y and the learning rate."""
    n = range(d + 1)
    return (*(f"g{i}{j}" for i in n for j in n if i <= j), *(f"x{i}" for i in range(d)),
            *(f"u{i}{j}" for j in n for i in n), "y", "eta")


def setting(z, d):
    """G, x_q, the first d columns of U, its last column, y and eta, from the elements that `unknowns` names."""
    z, n = iter(z), d + 1
    upper = {(i, j): next(z) for i in range(n) for j in range(i, n)}
    G = tuple(tuple(upper[min(i, j), max(i, j)] for j in range(n)) for i in range(n))
    query = tuple(next(z) for _ in range(d))
    *first, last = (tuple(next(z) for _ in range(n)) for _ in range(n))
    return G, query, first, last, next(z), next(z)


def for_each_dimension(sides, dimensions=(1, 2, 3), **options):
    """The identity for several d, over `unknowns`."""
    for d in dimensions:
        yield Identity(sides, variables=unknowns(d), size=dict(d=d), **options)


def prompt_unknowns(d, N):
    """Names for N examples, the regressor and the query."""
    return (*(f"x{i}{k}" for k in range(N) for i in range(d)), *(f"w{i}" for i in range(d)),
            *(f"q{i}" for i in range(d)))


def prompt_setting(z, d, N):
    """x, w and x_q, and what remains of the elements, from those that `prompt_unknowns` names."""
    z = iter(z)
    *x, w, query = (tuple(next(z) for _ in range(d)) for _ in range(N + 2))
    return x, w, query, z


def layer_unknowns(d, N):
    """Names for a prompt, W^PV and W^KQ."""
    n = range(d + 1)
    return (*prompt_unknowns(d, N), *(f"{W}{i}{j}" for W in ("p", "k") for i in n for j in n))


def layer_setting(z, d, N):
    """The prompt matrix, x_q, W^PV and W^KQ, from the elements that `layer_unknowns` names."""
    x, w, query, rest = prompt_setting(z, d, N)
    W_PV, W_KQ = (tuple(tuple(next(rest) for _ in range(d + 1)) for _ in range(d + 1)) for _ in range(2))
    return prompt(x, w, query), query, W_PV, W_KQ
