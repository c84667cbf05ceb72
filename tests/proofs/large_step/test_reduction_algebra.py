"""The tuple formulas agree with NumPy matrices on random integers, and the sectors behave as the claims say."""
from fractions import Fraction as Q

import numpy as np
import pytest

from proofs.large_step import reduction_algebra as r
from proofs.large_step.reduction import one_example

SHAPES = [(1, 1), (2, 3), (3, 5)]


def exact(array):
    """Nested tuples of Fractions."""
    return tuple(map(exact, array)) if np.ndim(array) else Q(int(array))


def array(nested):
    return np.array(nested, dtype=object)


def sample(d, N, seed):
    """x (N, d), w (d,), x_q (d,) and three matrices of random integers."""
    rng = np.random.default_rng(seed)
    integers = rng.integers
    return (integers(-5, 6, (N, d)), integers(-5, 6, d), integers(1, 6, d),
            *(integers(-5, 6, (d + 1, d + 1)) for _ in range(3)))


@pytest.mark.parametrize("d, N", SHAPES)
@pytest.mark.parametrize("seed", range(5))
def test_formulas_agree_with_numpy(d, N, seed):
    x, w, query, U, W_PV, W_KQ = sample(d, N, seed)
    labels, zero = x @ w, np.zeros((d, d), dtype=int)
    E = np.column_stack([np.vstack([x.T, labels]), np.append(query, 0)])
    G = array(exact(E @ E.T))/Q(2*N)
    X = np.block([[zero, query[:, None]], [query[None, :], np.zeros((1, 1), dtype=int)]])
    H, u = np.kron(array(exact(X)), G), array(exact(U)).flatten(order="F")
    target, eta = int(query @ w), Q(1, 7)

    assert r.prompt(exact(x), exact(w), exact(query)) == exact(E)
    assert (array(r.gram(exact(E))) == G).all()
    assert (array(r.kronecker(exact(X), r.gram(exact(E)))) == H).all()
    assert (array(r.vec(exact(U))) == u).all()
    assert r.prediction(exact(U), r.gram(exact(E)), exact(query)) == u @ H @ u

    stepped = u - 2*eta*(u @ H @ u - target)*(H @ u)
    columns = r.columns_step(exact(U), r.gram(exact(E)), exact(query), Q(target), eta)
    assert (array(columns).flatten() == stepped).all()

    layer = array(exact(E)) + array(exact(W_PV)) @ array(exact(E)) @ array(exact(E.T @ W_KQ @ E))/Q(N)
    assert r.layer_prediction(exact(E), exact(W_PV), exact(W_KQ)) == layer[-1, -1]
    active = r.active_parameters(exact(W_PV), exact(W_KQ))
    assert (array(active) == np.column_stack([W_KQ[:, :d], W_PV[-1]])).all()


def test_sector_is_left_at_first_order():
    """One example: the transverse entry is exactly -1/2 W c eta x^2 x_q (W^2 x^2 + x^2 + x_q^2) E."""
    x, query, w, c, b = Q(2), Q(3), Q(-1), Q(1, 2), Q(5)
    G, q, y, U = one_example(x, query, w, c, b)
    error = r.residual(U, G, q, y)
    for eta in (Q(1), Q(1, 10), Q(1, 1000)):
        transverse = r.columns_step(U, G, q, y, eta)[-1][0]
        assert transverse == -w*c*eta*x**2*query*(w**2*x**2 + x**2 + query**2)*error/2 != 0


def test_sector_can_be_kept_once_training_is_over():
    """LST-P2.1b needs E_{k+1} != 0: here E_0 != 0, G S_0 is parallel to e_2, E_1 = 0, and the orbit rests in the sector."""
    G = r.gram(r.prompt(((Q(1),),), (Q(1),), (Q(1),)))
    query, y, eta, c, b = (Q(1),), Q(1), Q(1, 22), Q(2), Q(3)
    first = (-2*c, 4*c)                                # G^{-1} (0, c)
    assert r.apply(G, first) == (0, c)
    U = r.in_sector((first,), b)
    assert r.residual(U, G, query, y) == 11
    for _ in range(4):
        U = r.columns(r.columns_step(U, G, query, y, eta))
        assert U[0][-1] == 0 and U[-1][-1] != 0
        assert r.residual(U, G, query, y) == 0
