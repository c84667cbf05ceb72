from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from numerics import maps, minibatch, threads
from numerics.minibatch import STREAM, batch_parameters, batches, crossing, exits, transverse_cocycle

MASK = 2**64 - 1


def rotated(x, n):
    return (x << n | x >> 64 - n) & MASK


def xoshiro(state):
    """The generator, written again in integers of any size."""
    s = list(state)
    while True:
        yield (rotated((s[0] + s[3]) & MASK, 23) + s[0]) & MASK
        shifted = s[1] << 17 & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = rotated(s[3], 45)


def test_the_generator_is_xoshiro256_plus_plus():
    state, words = (1, 2, 3, 4), []
    step, reference = minibatch.compiled(minibatch._next), xoshiro(state)
    for _ in range(1000):
        word, state = step(tuple(map(np.uint64, state)))
        words.append(int(word))
        assert words[-1] == next(reference)
    assert words[:4] == [41943041, 58720359, 3588806011781223, 3591011842654386]     # published


def test_the_mixer_is_splitmix64():
    """The published first outputs of SplitMix64 with seed 1234567."""
    mix, step = minibatch.compiled(minibatch._mix), 0x9e3779b97f4a7c15
    outputs = [int(mix(np.uint64(1234567 + k*step & MASK))) for k in range(1, 4)]
    assert outputs == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@pytest.mark.parametrize("count, size", [(5, 1), (5, 2), (5, 3), (5, 4), (6, 3), (9, 4), (64, 33)])
def test_a_batch_is_the_partial_shuffle_of_its_stream(count, size):
    key = int(np.random.SeedSequence(11).generate_state(1, np.uint64)[0])
    seeds = minibatch.compiled(minibatch._seeded)(np.uint64(key), 0)
    words, items, drawn = xoshiro(map(int, seeds)), list(range(count)), min(size, count - size)
    found = batches(count, size, 50, 11)
    for batch in found:
        for i in range(drawn):
            word = next(words) if i % 2 == 0 else word
            bits = word >> 32 if i % 2 == 0 else word & 2**32 - 1
            j = i + (bits*(count - i) >> 32)
            items[i], items[j] = items[j], items[i]
        expected = items[:size] if drawn == size else items[drawn:]
        assert batch.tolist() == expected
    assert found.shape == (50, size)


@pytest.mark.parametrize("count, size", [(1, 1), (7, 1), (7, 3), (7, 4), (7, 6), (7, 7), (64, 8)])
@pytest.mark.parametrize("replacement", [False, True])
def test_parameters_are_the_means_of_the_same_batches(count, size, replacement):
    values = np.random.default_rng(count).uniform(-1, 2, count)
    means = batch_parameters(values, size, (3000,), 5, replacement)
    chosen = batches(count, size, (3000,), 5, replacement)
    assert chosen.shape == (3000, size) and 0 <= chosen.min() and chosen.max() < count
    assert np.abs(means - values[chosen].mean(-1)).max() < 1e-13
    repeats = (np.diff(np.sort(chosen), axis=1) == 0).any(1).sum()
    assert (repeats > 100) == (replacement and size > 1)
    if size == count and not replacement:
        assert (means == values.mean()).all() and (chosen == np.arange(count)).all()


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_every_batch_is_equally_likely(size):
    chosen = np.sort(batches(6, size, 60_000, 3), axis=1)
    counts = [int((chosen == subset).all(1).sum()) for subset in combinations(range(6), size)]
    expected = 60_000/comb(6, size)
    assert sum(counts) == 60_000 and len(counts) == comb(6, size)
    chi_squared = sum((n - expected)**2/expected for n in counts)
    assert chi_squared < len(counts) - 1 + 5*np.sqrt(2*(len(counts) - 1))


def test_draws_with_replacement_are_uniform_and_independent():
    chosen = batches(4, 3, 64_000, 3, replacement=True)
    counts = np.bincount(chosen @ [16, 4, 1], minlength=64)
    assert ((counts - 1000)**2/1000).sum() < 63 + 5*np.sqrt(2*63)


@pytest.mark.parametrize("size", [1, 4, 32, 40, 63])
def test_the_variance_without_replacement(size):
    """Var = s^2 (n - m)/(m (n - 1)), and s^2/m with replacement; neighbours in time and in run are uncorrelated."""
    values = np.random.default_rng(0).normal(0.6, 0.2, 64)
    for replacement, law in ((False, values.var()*(64 - size)/(63*size)), (True, values.var()/size)):
        nu = batch_parameters(values, size, (1000, 400), [9, size], replacement) - values.mean()
        assert abs(nu.mean()) < 5*np.sqrt(law/nu.size)
        assert nu.var() == pytest.approx(law, rel=0.02)
        assert abs((nu[1:]*nu[:-1]).mean()) < 5*law/np.sqrt(nu.size)
        assert abs((nu[:, 1:]*nu[:, :-1]).mean()) < 5*law/np.sqrt(nu.size)


@pytest.mark.parametrize("replacement", [False, True])
def test_threads_change_nothing_and_seeds_do(monkeypatch, replacement):
    monkeypatch.setattr(minibatch, "ALONE", 1)
    values = np.random.default_rng(0).uniform(0, 1, 20)
    found = []
    for count in (1, 2, 5):
        with threads.limited(count):
            found.append((batch_parameters(values, 7, (11, STREAM - 1), 4, replacement),
                          batches(20, 7, 5*STREAM + 3, 4, replacement)))
    assert all(np.array_equal(x, y) for other in found[1:] for x, y in zip(found[0], other))
    again = batch_parameters(values, 7, (11, STREAM - 1), 5, replacement)
    assert (again != found[0][0]).mean() > 0.9
    assert len(np.unique(found[0][0].reshape(-1)[::STREAM])) == 11                  # streams differ
    assert np.array_equal(batch_parameters(values, 7, 10, 4, replacement), found[0][0].reshape(-1)[:10])


def test_shapes_and_strides():
    values = np.arange(20.0)
    assert batch_parameters(values, 3, (), 0).shape == () and batch_parameters(values, 3, (0, 4), 0).shape == (0, 4)
    assert batches(20, 3, (2, 5), 0).shape == (2, 5, 3)
    assert np.array_equal(batch_parameters(values[::2], 3, 9, 0), batch_parameters(values[::2].copy(), 3, 9, 0))


# --- one step across the ellipse ----------------------------------------------------------------------------------

def test_corollary_6_4_batch_by_batch():
    values = np.random.default_rng(2).normal(0.6, 2.5, 64)
    for mu in (0.2, 0.6, 1.4):
        found = crossing(batch_parameters(values, 2, 20_000, 1), mu)
        assert np.array_equal(found.outside, found.predicted)
        assert 10 < found.outside.sum() < 19_000 and found.points.shape == (2, 20_000)


def test_corollary_6_4_in_exact_arithmetic():
    root, outside = Fraction(3, 4), 0
    mu = root**2
    for xi in (Fraction(n, 16) for n in range(-80, 80)):
        a, b = maps.product_map(root, root, mu + xi)
        exact = maps.separatrix(maps.error(a, b, mu), a - b, mu) > 0
        found = crossing(float(mu + xi), float(mu))
        assert exits(xi, mu) == exact == found.outside == found.predicted
        outside += exact
    assert 60 < outside < 120


def test_crossing_broadcasts():
    found = crossing([[0.5], [2.5]], [0.5, 1.0, 1.5])
    assert found.points.shape == (2, 2, 3) and found.outside.shape == (2, 3)


# --- the cocycle --------------------------------------------------------------------------------------------------

def test_the_cocycle_is_the_formula_s():
    nu = batch_parameters(np.linspace(0.1, 1.1, 32), 4, (200, 37), 0)
    growth, defect, end = transverse_cocycle(nu, np.sqrt(0.6))
    r = np.full(37, np.sqrt(0.6))
    for k in range(200):
        assert np.abs(defect[k] - (r**2 - nu[k])).max() < 1e-15
        r, multiplier = maps.random_cocycle(r, nu[k])
        assert np.array_equal(growth[k], np.log(np.abs(multiplier)))
    assert np.array_equal(end, r)


def test_the_full_batch_neither_grows_nor_shrinks():
    growth, defect, end = transverse_cocycle(np.full((500, 1), 0.25), 0.5)
    assert (growth == 0).all() and (defect == 0).all() and end == 0.5


def test_an_imbalance_really_grows_by_the_cocycle():
    nu = batch_parameters(np.linspace(0.2, 1.0, 16), 2, (40, 5), 3)
    growth, _, _ = transverse_cocycle(nu, 0.8)
    for run in range(5):
        a, b = long_orbit(Fraction(4, 5) + Fraction(1, 10**30), Fraction(4, 5), nu[:, run])
        assert np.log(abs(float((a - b)*10**30))) == pytest.approx(growth[:, run].sum(), abs=1e-9)


def long_orbit(a, b, parameters):
    """The plane map at one parameter after another, in balls of 400 bits."""
    flint = pytest.importorskip("flint")
    before = flint.ctx.prec
    flint.ctx.prec = 400
    try:
        a, b = (flint.arb(x.numerator)/x.denominator for x in (a, b))
        for nu in parameters:
            a, b = maps.product_map(a, b, flint.arb(float(nu)))
        return a, b
    finally:
        flint.ctx.prec = before


def test_runs_that_overflow_and_imbalances_that_vanish():
    growth, _, end = transverse_cocycle(np.full((30, 2), 0.25), [5.0, 0.5])
    assert abs(end[0]) == growth[-1, 0] == np.inf and np.isfinite(growth[:, 1]).all()
    growth, defect, _ = transverse_cocycle([[1.25]], 0.5)
    assert growth[0, 0] == -np.inf and defect[0, 0] == -1
    assert transverse_cocycle(np.zeros((3,)), 0.5)[0].shape == (3,)


@pytest.mark.parametrize("call, message", [
    (lambda: batch_parameters([1.0], 0, 1, 0), "batch size = 0: write an integer, at least 1 and at most 1"),
    (lambda: batch_parameters([1.0, 2.0], 3, 1, 0), "batch size = 3"),
    (lambda: batch_parameters([1.0, 2.0], 0, 1, 0, True), "batch size = 0"),
    (lambda: batch_parameters([], 1, 1, 0), "at least one number"),
    (lambda: batch_parameters([[1.0]], 1, 1, 0), "write a row"),
    (lambda: batch_parameters([np.nan], 1, 1, 0), "values contains NaN"),
    (lambda: batch_parameters([1.0], 1, -1, 0), "shape = -1"),
    (lambda: batch_parameters([1.0, 2.0], 1, 1, -1), "seed = -1"),
    (lambda: batch_parameters([1.0, 2.0], 1, 1, 0.5), "seed = 0.5"),
    (lambda: batch_parameters([1.0, 2.0], 1, 1, [0.5]), "seed = "),
    (lambda: batches(0, 1, 1, 0), "count = 0"), (lambda: batches(4, 2.0, 1, 0), "batch size = 2.0"),
    (lambda: crossing(np.nan, 0.5), "nu contains NaN"), (lambda: crossing(0.5, 2), "mu must lie between 0 and 2"),
    (lambda: crossing([1, 2], [0.5, 0.6, 0.7]), "do not broadcast"),
    (lambda: transverse_cocycle(0.5, 1), "a row for each step"),
    (lambda: transverse_cocycle(np.zeros((3, 2)), np.zeros(3)), "do not broadcast"),
    (lambda: transverse_cocycle(np.zeros((3, 1)), np.zeros(3)), "start has shape")])
def test_bad_arguments(call, message):
    with pytest.raises(ValueError, match=message):
        call()
