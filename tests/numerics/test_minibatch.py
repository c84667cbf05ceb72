"""Batches: exact laws of sampling, the crossing criterion sample by sample, the cocycle against the plane map."""
from fractions import Fraction as Q
from itertools import combinations

import numpy as np
import pytest

from numerics import threads
from numerics.compiled import compiled
from numerics.maps import balanced_factor_map, product_map
from numerics.minibatch import batch_parameters, crosses, split_mix, transverse_cocycle, xoshiro

VALUES = np.array([0.5, 1.0, 2.0, 4.0, 8.0])   # all sums of subsets differ


def in_integers(state):
    """xoshiro256++, written again in integers of any size."""
    def rotate(x, k):
        return (x << k | x >> 64 - k) % 2**64

    s = list(state)
    while True:
        yield (rotate((s[0] + s[3]) % 2**64, 23) + s[0]) % 2**64
        t = (s[1] << 17) % 2**64
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotate(s[3], 45)


def test_the_generator_gives_its_published_words():
    step, state, words, again = compiled(xoshiro), (1, 2, 3, 4), [], in_integers((1, 2, 3, 4))
    for _ in range(1000):
        word, *state = step(*map(np.uint64, state))
        words.append(int(word))
        assert words[-1] == next(again)
    assert words[:4] == [41943041, 58720359, 3588806011781223, 3591011842654386]
    mix, counter, words = compiled(split_mix), 1234567, []
    for _ in range(3):
        counter, word = mix(np.uint64(counter))
        words.append(int(word))
    assert words == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_batches_are_the_partial_shuffles_of_their_stream(size):
    mix, seed, run = compiled(split_mix), 11, 2
    _, key = mix(np.uint64(seed))
    _, counter = mix(np.uint64((int(key) + run) % 2**64))
    state = []
    for _ in range(4):
        counter, word = mix(np.uint64(counter))
        state.append(int(word))
    words, pool, drawn = in_integers(state), VALUES.tolist(), min(size, 5 - size)
    found = batch_parameters(VALUES, size, 200, run + 1, seed=seed)[run]
    for nu in found:
        for i in range(drawn):
            word = next(words) if i % 2 == 0 else word
            j = i + ((word >> 32 if i % 2 == 0 else word % 2**32)*(5 - i) >> 32)
            pool[i], pool[j] = pool[j], pool[i]
        assert nu == sum(pool[:drawn] if drawn == size else pool[drawn:])/size


def test_neighbouring_seeds_and_runs_share_no_batches():
    values = np.random.default_rng(0).normal(size=64)
    rows = np.concatenate([batch_parameters(values, 8, 400, 5, seed=seed) for seed in range(8)])
    assert len(np.unique(rows)) == rows.size == 16_000
    correlation = np.corrcoef(np.concatenate([rows[:, :-3], rows[:, 1:-2], rows[:, 2:-1], rows[:, 3:]]))
    assert np.abs(correlation - np.eye(160)).max() < 5.5/np.sqrt(397)


def frequencies(size, replace=False, steps=60_000):
    nu = batch_parameters(VALUES, size, steps, 1, seed=3, replace=replace)
    means, counts = np.unique(np.round(nu*size, 9), return_counts=True)
    return dict(zip(means, counts/steps))


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_every_batch_without_replacement_is_equally_likely(size):
    expected = {sum(batch) for batch in combinations(VALUES, size)}
    found = frequencies(size)
    assert set(found) == expected
    assert max(abs(f - 1/len(expected)) for f in found.values()) < 0.01


def test_with_replacement_an_example_may_come_twice():
    found = frequencies(2, replace=True)
    assert {1.0, 16.0} < set(found) and len(found) == 15
    assert abs(found[1.0] - 1/25) < 0.01 and abs(found[1.5] - 2/25) < 0.01
    assert batch_parameters(VALUES, 9, 10, 2, replace=True).shape == (2, 10)


def test_variance_of_a_batch_mean():
    values = np.random.default_rng(0).normal(size=64)
    for size in (1, 8, 40, 63):
        nu = batch_parameters(values, size, 2000, 50, seed=1)
        law = values.var()*(64 - size)/(size*63)
        assert abs(nu.mean() - values.mean()) < 5*np.sqrt(law/100_000)
        assert abs(nu.var()/law - 1) < 0.05


def test_the_full_batch_is_deterministic_without_replacement_only():
    assert np.ptp(batch_parameters(VALUES, 5, 20, 3)) == 0
    assert np.ptp(batch_parameters(VALUES, 5, 20, 3, replace=True)) > 0


def test_seeds_and_threads():
    with threads.limited(1):
        one = batch_parameters(VALUES, 2, 50, 40, seed=5)
    with threads.limited(4):
        assert np.array_equal(one, batch_parameters(VALUES, 2, 50, 40, seed=5))
    assert not np.array_equal(one, batch_parameters(VALUES, 2, 50, 40, seed=6))
    assert len({tuple(row) for row in one}) == 40, "every run has batches of its own"


def test_crossing_is_corollary_6_4_sample_by_sample():
    mu = 0.6
    nu = np.random.default_rng(0).standard_cauchy(20_000) + mu
    xi = nu - mu
    margin = mu*(xi**2 + 2*xi) - 2
    clear = np.abs(margin) > 1e-9
    assert np.array_equal(crosses(nu, mu)[clear], margin[clear] > 0)
    assert 0.05 < crosses(nu, mu).mean() < 0.6


def test_the_cocycle_is_that_of_the_plane_map():
    nu = np.array([[0.5, 0.7, 0.65, 0.4], [0.2, 0.9, 0.6, 0.6]])
    r, growth = transverse_cocycle(nu, 0.8)
    for run in range(2):
        a, b, h = 0.8 + 5e-8, 0.8 - 5e-8, 1e-7
        exact = Q(8, 10)
        for k in range(4):
            a, b = product_map(a, b, nu[run, k])
            exact = balanced_factor_map(exact, Q(nu[run, k]))
            assert abs(r[run, k + 1] - float(exact)) < 1e-14
            assert abs(np.log(abs(a - b)/h) - growth[run, k + 1]) < 1e-6


@pytest.mark.parametrize("options, said", [
    (dict(size=0), "size = 0"), (dict(size=6), "size = 6"), (dict(steps=-1), "steps = -1"), (dict(runs=0), "runs = 0"),
    (dict(values=[]), "values has shape"), (dict(values=[1, np.nan]), "values contains NaN"), (dict(seed=-1), "seed = -1")])
def test_bad_input(options, said):
    arguments = dict(values=VALUES, size=2, steps=3, runs=1) | options
    with pytest.raises(ValueError, match=said):
        batch_parameters(**arguments)
    with pytest.raises(ValueError, match="mu = 2"):
        crosses(1.0, 2)
