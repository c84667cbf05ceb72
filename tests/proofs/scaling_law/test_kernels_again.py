"""Findings about kernels, spectra and losses once more, by NumPy on random instances that the ledger does not use.

Each test names the claims that it recomputes.
"""
from fractions import Fraction as Q

import numpy as np
import pytest

from numerics.lazy_kernels import feed_forward_kernel, tangent_kernel
from numerics.lazy_transformer import initial, output


@pytest.fixture
def rng():
    return np.random.default_rng(20)


def unit(rng, *shape):
    x = rng.standard_normal(shape)
    return x/np.linalg.norm(x, axis=-1, keepdims=True)


def test_parameters_are_counted(rng):
    """SCAL-02."""
    for depth, d, m in ((1, 3, 1), (4, 2, 9)):
        model = initial(rng, depth, d, m)
        assert model.U.size + model.W.size + model.A.size == depth*d*(2*m + d)


def test_flattening():
    """SCAL-01, by enumeration."""
    for d in (1, 2, 5):
        indices = [(row - 1)*d + column for row in range(1, d + 1) for column in range(1, d + 1)]
        assert indices == list(range(1, d*d + 1))
        pairs = [(-(-k//d), k - (-(-k//d) - 1)*d) for k in indices]
        assert pairs == [(row, column) for row in range(1, d + 1) for column in range(1, d + 1)]


def test_scores_of_bounded_logits(rng):
    """SCAL-27: the bound holds for random logits, is attained, and its spread around 1/L."""
    length, K = 7, 1.3
    logits = rng.uniform(-K, K, (2000, length))
    logits[0] = K
    logits[0, 0] = -K
    scores = np.exp(logits)/np.exp(logits).sum(1, keepdims=True)
    floor = 1/(1 + (length - 1)*np.exp(2*K))
    assert scores.min() == pytest.approx(floor) and floor >= np.exp(-2*K)/length
    assert abs(scores - 1/length).max() <= (np.exp(2*K) - 1)/length


def test_weyl(rng):
    """SCAL-28."""
    for _ in range(100):
        a, b = rng.standard_normal((2, 5, 5))
        H, other = a + a.T, b + b.T
        assert np.linalg.eigvalsh(other)[0] >= np.linalg.eigvalsh(H)[0] - np.linalg.norm(H - other)


def test_spectra_of_the_softmax_derivative():
    """SCAL-29."""
    for length in (4, 9):
        uniform, hot = np.full(length, 1/length), np.eye(length)[0]
        def spectra(s):
            return np.linalg.eigvalsh(np.outer(s, s)), np.linalg.eigvalsh(np.diag(s) - np.outer(s, s))
        assert spectra(hot)[0][-1] == pytest.approx(1) and abs(spectra(hot)[1]).max() == 0
        assert spectra(uniform)[0][-1] == pytest.approx(1/length)
        assert np.allclose(spectra(uniform)[1], [0] + [1/length]*(length - 1))


def test_queries_and_keys(rng):
    """SCAL-30, 31, 32, 33, 34 in dimension 4."""
    d = 4
    Q_, K_ = rng.standard_normal((2, d, d))
    directions = np.eye(d*d).reshape(-1, d, d)
    def rank(q, k):
        return np.linalg.matrix_rank([(e @ k.T).ravel() for e in directions] + [(q @ e.T).ravel() for e in directions])
    singular = np.diag([1.0, 1, 1, 0])
    assert rank(np.zeros((d, d)), K_) == d*d and rank(singular, singular) == d*d - 1
    g = rng.standard_normal((6, d, d))
    single = np.einsum("pij,qij->pq", g, g)
    factors = np.einsum("pij,qij->pq", g @ K_, g @ K_) + np.einsum("pij,qij->pq", g.swapaxes(1, 2) @ Q_,
                                                                  g.swapaxes(1, 2) @ Q_)
    assert np.linalg.eigvalsh(single - factors)[0] < 0        # so not below
    dQ, dK = rng.standard_normal((2, d, d))
    assert np.allclose((Q_ + dQ) @ (K_ + dK).T - Q_ @ K_.T, dQ @ K_.T + Q_ @ dK.T + dQ @ dK.T)
    products = np.einsum("nik,njk->nij", *rng.standard_normal((2, 20_000, d, d)))
    assert products.var() == pytest.approx(d, rel=0.05)


def test_conjugate_gradients_end(rng):
    """SCAL-36, 38: the residual of a textbook run in fractions, and Chebyshev's polynomial against gradient descent."""
    values = [Q(1, 10**k) for k in range(5)]
    x, r = [Q(0)]*5, [Q(1)]*5
    p = r[:]
    for _ in range(5):
        a = sum(u*u for u in r)/sum(v*u*u for v, u in zip(values, p))
        x = [u + a*w for u, w in zip(x, p)]
        fresh = [u - a*v*w for u, v, w in zip(r, values, p)]
        p = [u + sum(s*s for s in fresh)/sum(s*s for s in r)*w for u, w in zip(fresh, p)]
        r = fresh
    assert r == [0]*5 and x == [1/v for v in values]
    assert ((100 - 1)/(100 + 1))**10 == pytest.approx(0.8187, abs=1e-4)
    for kappa in (4, 9, 100):
        for n in (2, 5, 8):
            chebyshev = 1/np.cosh(n*np.arccosh((kappa + 1)/(kappa - 1)))
            assert chebyshev < ((kappa - 1)/(kappa + 1))**n
            assert chebyshev <= 2*((kappa**0.5 - 1)/(kappa**0.5 + 1))**n


def test_condition_number_grows_with_the_samples(rng):
    """SCAL-39: kernel, its dominance over a quarter of the Gram matrix, and the bound, in other dimensions."""
    for d, n in ((3, 60), (5, 200), (20, 150)):
        gram = np.clip((lambda x: x @ x.T)(unit(rng, n, d)), -1, 1)
        kernel = gram*(np.pi - np.arccos(gram))/(2*np.pi)
        assert np.linalg.eigvalsh(kernel - gram/4)[0] > -1e-9*n
        values = np.linalg.eigvalsh(kernel)
        assert values[-1] >= n/(4*d) and values[0] <= 1/2 and values[-1]/values[0] >= n/(2*d)


def test_prefixes_and_masks(rng):
    """SCAL-40, 54, 55: a shared prefix at depth 2, in the whole tangent kernel, and the rank without a mask."""
    X = unit(rng, 3, 4, 6)
    X[1, :2] = X[0, :2]
    model = initial(rng, 2, 6, 300)
    values = np.linalg.eigvalsh(tangent_kernel(model, X))
    assert (abs(values[:12]) < 1e-12*values[-1]).all() and values[12] > 1e-8*values[-1]    # 2 tokens, 6 coordinates
    assert np.allclose(output(model, X)[0, :2], output(model, X)[1, :2], rtol=0, atol=1e-14)
    wide = initial(rng, 1, 6, 4096)
    free = feed_forward_kernel(wide, unit(rng, 2, 3, 6), 0, np.zeros((3, 3)))
    assert np.linalg.matrix_rank(free, tol=1e-9) == 6                                      # nL = 6, n = 2


def test_cross_entropy(rng):
    """SCAL-42, 43, 44 by differences, in five classes."""
    z, w = rng.standard_normal((2, 5))
    y = np.exp(w)/np.exp(w).sum()
    def softmax(z):
        return np.exp(z)/np.exp(z).sum()
    def partition(z):
        return np.log(np.exp(z).sum())
    def difference(f):
        return np.array([(f(z + h) - f(z - h))/2e-6 for h in 1e-6*np.eye(5)])
    assert np.allclose(difference(lambda z: partition(z) - y @ z), softmax(z) - y, atol=1e-8)
    bregman = difference(lambda z: partition(z) - partition(w) - softmax(w) @ (z - w))
    assert np.allclose(bregman, softmax(z) - y, atol=1e-8)
    def divergence(p):
        return partition(y) - partition(p) - softmax(p) @ (y - p)
    p = softmax(z)
    numeric = np.array([(divergence(p + h) - divergence(p - h))/2e-6 for h in 1e-6*np.eye(5)])
    jacobian = np.diag(softmax(p)) - np.outer(softmax(p), softmax(p))
    assert np.allclose(numeric, jacobian @ (p - y), atol=1e-7) and abs(numeric - (p - y)).max() > 1e-2
    x = z
    for _ in range(200):
        x = softmax(x)
    assert np.allclose(x, 1/5)


def test_noise_schedules():
    """SCAL-46, 48, 49, 50 by cumulative means in floats."""
    schedules = {"M1": [.05, .1, .15, .2], "M2": [.1, .188, .231, .281],
                 "ext": [.05, .15, .25, .35], "M3": [.05, .2, .5, .95]}
    k = np.arange(1, 5)
    floors = {name: np.cumsum(rates)/k**2 for name, rates in schedules.items()}
    assert np.allclose(floors["ext"], 0.05) and np.allclose(floors["M1"], 1/40 + 1/(40*k))
    assert (np.diff(floors["M1"]) < 0).all() and (np.diff(floors["M2"]) < 0).all() and (np.diff(floors["M3"]) > 0).all()
    ratios = {name: floor[3]/floor[0] for name, floor in floors.items()}
    assert ratios["M2"] == pytest.approx(0.5) and ratios["M3"] == pytest.approx(2.125)
    coin = np.cumsum(np.multiply(schedules["M3"], 1 - np.array(schedules["M3"])))/k**2
    assert np.allclose(coin, [.0475, .0519, .0508, .0316], atol=5e-5)


def test_a_growing_kernel_beats_the_rate_of_the_start():
    """SCAL-60: gradient descent on (a b - 1)^2, in two variables."""
    a = b = 0.01
    rate = a*a + b*b
    for _ in range(40):
        a, b = a - 2/8*(a*b - 1)*b, b - 2/8*(a*b - 1)*a
    assert (a*b - 1)**2 < 0.5*np.exp(-100*rate*40/8)


def test_flops_of_a_layer():
    """SCAL-65: multiplications and additions of one layer's matrix products, counted product by product."""
    L, d, m = 6, 4, 10
    products = [(L, d, d), (L, d, L), (L, L, d), (L, d, m), (L, m, d)]      # Lambda U, its scores, values, W, A
    assert sum(2*p*q*r for p, q, r in products) == L*(2*d*(2*m + d) + 4*L*d)
