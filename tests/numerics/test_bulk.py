"""Bulk iteration: bitwise NumPy, exact on short orbits, certified on long ones, escapes counted through overflow."""
from fractions import Fraction as Q

from hypothesis import given, strategies as st
import numpy as np
import pytest

from certify.orbit import certified_orbit
from numerics import bulk, threads
from numerics.bulk import INSIDE, LAP, escape_time, iterate
from numerics.maps import ellipse, error, growth, product_map, separatrix


def by_numpy(a, b, mu, steps):
    with np.errstate(all="ignore"):
        for _ in range(steps):
            a, b = product_map(a, b, mu)
    return a, b


def starts(count, seed=0, reach=2.0):
    return np.random.default_rng(seed).uniform(-reach, reach, (2, count))


@pytest.mark.parametrize("count", [0, 1, 7, 511, 512, 513, 5000])
@pytest.mark.parametrize("steps", [0, 1, 2, 3, 40, 101])
def test_bitwise_equal_to_numpy(count, steps):
    a, b = starts(count)
    mu = np.linspace(-1.9, 2.5, count)
    for parameter in (mu, np.float64(1.3)):
        x, y = iterate(a, b, parameter, steps)
        u, v = by_numpy(a, b, parameter, steps)
        assert np.array_equal(x, u, equal_nan=True) and np.array_equal(y, v, equal_nan=True)


def test_threads_and_parts_change_nothing():
    a, b = starts(200_000)
    with threads.limited(1):
        one = iterate(a, b, 1.3, 60)
        times = escape_time(a, b, 0.7, 200, 10)
    with threads.limited(3):
        three = iterate(a, b, 1.3, 60)
        assert np.array_equal(times, escape_time(a, b, 0.7, 200, 10))
    assert np.array_equal(one[0], three[0], equal_nan=True) and np.array_equal(one[1], three[1], equal_nan=True)


def test_neither_parts_nor_blocks_nor_passes_change_a_result(monkeypatch):
    a, b = starts(30_011)
    mu = np.linspace(0, 2.4, a.size)
    expected = by_numpy(a, b, mu, 60)
    for part in (1, 2**17):
        monkeypatch.setattr(bulk, "PART", part)
        with threads.limited(3):
            found = iterate(a, b, mu, 60)
        assert all(np.array_equal(x, y, equal_nan=True) for x, y in zip(found, expected))
    for block, steps in ((64, 3), (4096, 1)):
        x, y = a.copy(), b.copy()
        bulk.compiled(bulk._advance_points, BLOCK=block, PASS=steps)(x, y, mu, 60, x, y, True)
        assert np.array_equal(x, expected[0], equal_nan=True) and np.array_equal(y, expected[1], equal_nan=True)


def test_results_that_begin_between_two_vectors():
    a, b = starts(1000)
    x, y = np.empty(1001)[1:], np.empty(1003)[3:]
    iterate(a, b, 0.7, 9, out=(x, y))
    assert all(np.array_equal(p, q, equal_nan=True) for p, q in zip((x, y), by_numpy(a, b, 0.7, 9)))


def test_an_output_that_overlaps_an_argument_is_refused():
    a, b = starts(10)
    for out in ((a, a), (b, a), (np.empty(10), a)):
        with pytest.raises(ValueError, match="out overlaps an argument"):
            iterate(a, b, 0.7, 1, out=out)
    row = np.zeros(20)
    with pytest.raises(ValueError, match="out overlaps an argument"):
        iterate(row[1:11], b, 0.7, 1, out=(row[:10], np.empty(10)))
    for out in (3, (np.empty(10), np.empty(9)), (np.empty(10), np.empty(20)[::2])):
        with pytest.raises(ValueError, match="out"):
            iterate(a, b, 0.7, 1, out=out)


@pytest.mark.parametrize("count", [1, 63, 64, 65, 777])
@pytest.mark.parametrize("radius", [1e-3, 1.5, 3, 1e160, 1e308])
def test_escape_times_of_tiles_of_every_length(count, radius):
    a, b = starts(count, seed=count, reach=3)
    for max_steps in (3, 90):
        assert np.array_equal(escape_time(a, b, 0.9, max_steps, radius), times_by_hand(a, b, 0.9, max_steps, radius))


def test_broadcasting_and_in_place():
    a, b, mu = np.linspace(-1, 1, 5)[:, None], np.linspace(0, 1, 3), np.array(0.7)
    x, y = iterate(a, b, mu, 4)
    u, v = by_numpy(*np.broadcast_arrays(a, b), 0.7, 4)
    assert x.shape == (5, 3) and np.array_equal(x, u) and np.array_equal(y, v)
    p, q = a.repeat(3, 1).copy(), np.tile(b, (5, 1))
    iterate(p, q, mu, 4, out=(p, q))
    assert np.array_equal(p, u) and np.array_equal(q, v)


small = st.fractions(min_value=-1, max_value=1, max_denominator=64)


@given(small, small, small)
def test_short_orbits_against_fractions(a, b, mu):
    x, y = iterate(float(a), float(b), float(mu), 3)
    a, b, mu = Q(float(a)), Q(float(b)), Q(float(mu))
    for _ in range(3):
        a, b = product_map(a, b, mu)
    assert abs(Q(float(x)) - a) < Q(1, 10**13) and abs(Q(float(y)) - b) < Q(1, 10**13)


def test_float64_is_exhausted_after_about_forty_chaotic_steps():
    exact = certified_orbit(product_map, ("1.2", "1.1"), "1.9", 60, 20, every=1)
    errors = []
    for k in range(61):
        x, _ = iterate(float("1.2"), float("1.1"), 1.9, k)
        errors.append(abs(float(exact[k][0].mid()) - float(x)))
    assert max(errors[:12]) < 1e-9
    assert max(errors[42:]) > 1e-2, "no digit is left"
    fast, _ = iterate(1.2, 1.1, 1.9, 60, fast=True)
    slow, _ = iterate(1.2, 1.1, 1.9, 60)
    assert fast != slow, "a contracted run is another orbit"


def test_the_identities_hold_along_float_orbits():
    a, b = starts(20_000, seed=1)
    mu, checked = 1.3, 0
    R = ellipse(a + b, a - b, mu)
    a, b, R = (x[R < 4] for x in (a, b, R))
    for _ in range(30):
        e, D = error(a, b, mu), separatrix(error(a, b, mu), a - b, mu)
        a, b = iterate(a, b, mu, 1)
        later = separatrix(error(a, b, mu), a - b, mu)
        assert np.allclose(later, growth(e, mu)*D, atol=1e-12)
        assert np.allclose(4 - ellipse(a + b, a - b, mu), growth(e, mu)*(4 - R), atol=1e-11)
        R = ellipse(a + b, a - b, mu)
        checked += a.size
    assert checked > 200_000


# --- escapes -------------------------------------------------------------------------------------------------------

def times_by_hand(a, b, mu, max_steps, radius):
    found = np.full(np.shape(a), INSIDE)
    with np.errstate(all="ignore"):
        for step in range(max_steps + 1):
            out = ~(np.abs(a) + np.abs(b) < radius)
            found = np.where((found == INSIDE) & out, step, found)
            a, b = product_map(a, b, mu)
    return found


@pytest.mark.parametrize("radius", [0.5, 3.0, 1e3, np.inf])
@pytest.mark.parametrize("max_steps", [0, 1, 5, 41])
def test_escape_times_against_a_plain_loop(radius, max_steps):
    a, b = starts(3000, seed=2, reach=3)
    mu = np.linspace(-1.9, 2.5, 3000)
    assert np.array_equal(escape_time(a, b, mu, max_steps, radius), times_by_hand(a, b, mu, max_steps, radius))


def test_orbits_that_come_back_to_the_same_floats_are_inside_for_ever():
    a, b = starts(4000, seed=3)
    mu = np.linspace(0.1, 1.3, 4000)
    u, v = by_numpy(a, b, mu, 200)
    p, q = by_numpy(u, v, mu, LAP)
    assert 500 < ((u == p) & (v == q)).sum() < 3500, "both kinds occur"
    for max_steps, radius in ((300, 1e3), (299, 1.5), (LAP, 2.0), (LAP + 1, 2.0)):
        assert np.array_equal(escape_time(a, b, mu, max_steps, radius), times_by_hand(a, b, mu, max_steps, radius))


def test_slow_orbits_that_almost_come_back_still_leave():
    a = np.geomspace(1e-9, 1e-4, 300)
    times = escape_time(a, a, 0.01, 3000, 0.05)
    assert np.array_equal(times, times_by_hand(a, a, 0.01, 3000, 0.05)) and times.min() > 5*LAP


def test_overflow_to_inf_and_nan_counts_as_escape():
    times = escape_time(np.array([1e200, 1e150, 3.0, 0.1]), np.array([1e200, -1e150, 3.0, 0.1]), 0.7, 50, np.inf)
    assert times[0] == 1 and times[1] == 1 and 1 < times[2] < 50 and times[3] == INSIDE
    assert np.isnan(iterate(1e200, 1e200, 0.7, 5)[0])


@pytest.mark.parametrize("arguments, said", [
    ((np.ones(3), np.ones(4), 1, 5), "do not broadcast"), ((1, 1, 1, -1), "steps = -1"), ((1, 1, 1, 2.5), "steps = 2.5"),
    (("x", 1, 1, 5), "a holds"), ((1, 1j, 1, 5), "b holds")])
def test_bad_arguments_of_iterate(arguments, said):
    with pytest.raises(ValueError, match=said):
        iterate(*arguments)


@pytest.mark.parametrize("arguments, said", [
    ((np.nan, 1, 1, 5, 10), "a contains NaN"), ((1, 1, 1, -1, 10), "max_steps = -1"), ((1, 1, 1, 5, 0), "radius = 0"),
    ((1, 1, 1, 5, np.nan), "radius")])
def test_bad_arguments_of_escape_time(arguments, said):
    with pytest.raises(ValueError, match=said):
        escape_time(*arguments)
