from fractions import Fraction

from hypothesis import example, given
from hypothesis import strategies as st
import numpy as np
import pytest

from numerics import bulk, maps, threads
from numerics.bulk import INSIDE, escape_time, iterate


def by_numpy(a, b, mu, steps):
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(steps):
            a, b = maps.product_map(a, b, mu)
    return a, b


def times_by_numpy(a, b, mu, max_steps, radius):
    a, b, mu = np.broadcast_arrays(a, b, mu)
    times = np.full(a.shape, INSIDE)
    with np.errstate(over="ignore", invalid="ignore"):
        for k in range(max_steps + 1):
            times[~(np.abs(a) + np.abs(b) < radius) & (times == INSIDE)] = k
            a, b = maps.product_map(a, b, mu)
    return times


def starts(count, seed=0, reach=3.0, largest=2.4):
    rng = np.random.default_rng(seed)
    return *rng.uniform(-reach, reach, (2, count)), rng.uniform(0, largest, count)


def same(x, y):
    """Bitwise, save that every NaN is as good as another."""
    x, y = np.broadcast_arrays(x, y)
    return np.array_equal(np.where(np.isnan(x), 0, x).view(np.int64), np.where(np.isnan(y), 0, y).view(np.int64)) \
        and np.array_equal(np.isnan(x), np.isnan(y))


@pytest.mark.parametrize("count", [1, 7, 8, 511, 512, 513, 5000])
@pytest.mark.parametrize("steps", [0, 1, 2, 7, 100])
def test_bitwise_what_numpy_computes(count, steps):
    points = starts(count)
    ours, numpys = iterate(*points, steps), by_numpy(*points, steps)
    assert same(ours[0], numpys[0]) and same(ours[1], numpys[1])
    if count == 5000 and steps == 100:
        assert 1000 < np.isnan(ours[0]).sum() < 4500          # both fates are there


@pytest.mark.parametrize("shapes", [((), (), ()), ((4, 1), (1, 5), ()), ((3,), (2, 1), (4, 1, 1)), ((0,), (), (1,)),
                                    ((1,), (1, 1), ())])
def test_any_shapes_that_broadcast(shapes):
    rng = np.random.default_rng(1)
    a, b, mu = (rng.uniform(0.2, 1.2, shape) for shape in shapes)
    x, y = iterate(a, b, mu, 6)
    p, q = by_numpy(a, b, mu, 6)
    assert x.shape == y.shape == np.broadcast_shapes(*shapes) == escape_time(a, b, mu, 3, 9).shape
    assert same(x, p) and same(y, q)


def test_lists_integers_and_transposed_arrays():
    assert [x.tolist() for x in iterate([1, 2], 3, 4, 1)] == [[4, -4], [4, -1]]
    a = np.arange(12.0).reshape(3, 4).T/10
    b = a[::-1]
    assert same(iterate(a, b, 1, 3)[0], by_numpy(a, b, 1.0, 3)[0])


def test_neither_threads_nor_blocks_change_a_result(monkeypatch):
    points = starts(30_011)
    found = []
    for count in (1, 2, 3, 7):
        with threads.limited(count):
            for part in (2**23, 2**17, 1):
                monkeypatch.setattr(bulk, "PART", part)
                found.append((*iterate(*points, 60), escape_time(*points, 60, 50)))
    assert len(found) == 12
    assert all(same(x, y) for other in found for x, y in zip(found[0][:2], other[:2]))
    assert all(np.array_equal(found[0][2], other[2]) for other in found)
    for block in (64, 4096):
        advance = bulk.compiled(bulk._advance_points, PASS=3, BLOCK=block)
        a, b = (x.copy() for x in points[:2])
        advance(a, b, points[2], 60, a, b, True)
        assert same(a, found[0][0]) and same(b, found[0][1])


def test_in_place_and_into_other_arrays():
    a, b, mu = starts(1000)
    expected = by_numpy(a, b, mu, 9)
    x, y = a.copy(), b.copy()
    kept = iterate(x, y, mu, 9, out=(x, y))
    assert kept[0] is x and kept[1] is y and same(x, expected[0]) and same(y, expected[1])
    into = np.empty(1000), np.empty(1000)
    iterate(a, b, mu, 9, out=into)
    assert same(into[0], expected[0]) and same(into[1], expected[1])
    shifted = np.empty(1001)[1:], np.empty(1003)[3:]            # no block begins at an aligned address
    iterate(a, b, mu, 9, out=shifted)
    assert same(shifted[0], expected[0]) and same(shifted[1], expected[1])


def test_arguments_are_left_alone():
    a, b, mu = starts(700)
    before = a.copy(), b.copy(), mu.copy()
    iterate(a, b, mu, 5)
    escape_time(a, b, mu, 5, 2)
    assert all(np.array_equal(x, y) for x, y in zip(before, (a, b, mu)))


def test_fast_agrees_while_float64_has_digits():
    a, b, mu = starts(4000, reach=1.0, largest=1.9)
    exact, fast = iterate(a, b, mu, 8), iterate(a, b, mu, 8, fast=True)
    np.testing.assert_allclose(exact, fast, atol=1e-9)
    assert not same(exact[0], fast[0])
    a, b = np.full(50, 0.9), np.full(50, 0.9)
    mu = np.linspace(1.85, 1.95, 50)                            # chaotic: the last digit is lost within 80 steps
    assert (np.abs(np.subtract(iterate(a, b, mu, 80), iterate(a, b, mu, 80, fast=True)))[0] > 1e-2).sum() > 25


# --- against exact arithmetic -------------------------------------------------------------------------------------

numbers = st.fractions(-1, 1, max_denominator=64)
parameters = st.fractions(0, 2, max_denominator=64)


@given(numbers, numbers, parameters)
@example(Fraction(1, 2), Fraction(1, 2), Fraction(2))
def test_short_orbits_against_fractions(a, b, mu):
    x, y = iterate(float(a), float(b), float(mu), 4)
    p, q, growth = a, b, 1
    for _ in range(4):
        growth *= 4 + 4*(abs(p) + abs(q))**2                    # more than the Jacobian's norm
        p, q = maps.product_map(p, q, mu)
    assert abs(Fraction(x.item()) - p) < growth*Fraction(1, 2**50)
    assert abs(Fraction(y.item()) - q) < growth*Fraction(1, 2**50)


def test_the_exact_identities_hold_along_float_orbits():
    a, b, mu = starts(6000, reach=2.0, largest=1.95)
    a, b, mu = np.array([a, b, mu])[:, maps.ellipse(a + b, a - b, mu) < 3.9]
    steps = 0
    for _ in range(60):
        x, y = iterate(a, b, mu, 1)
        e, w = maps.error(a, b, mu), a - b
        e_next, D_next = maps.normal_form(e, maps.separatrix(e, w, mu), mu)
        for found, expected in ((x - y, maps.imbalance_multiplier(e)*w), (x + y, maps.symmetric_multiplier(e)*(a + b)),
                                (maps.error(x, y, mu), e_next),
                                (maps.separatrix(maps.error(x, y, mu), x - y, mu), D_next)):
            assert np.abs(found - expected).max() < 1e-13
        a, b, steps = x, y, steps + a.size
    assert steps > 60*3000


def test_long_chaotic_orbits_are_true_for_at_most_about_42_steps():
    """At mu = 1.9 errors grow by about 1.27 bits a step and float64 has 53: exact arithmetic of 600 bits tells when."""
    flint = pytest.importorskip("flint")
    a, b, mu = 0.9, 0.85, 1.9
    before = flint.ctx.prec
    flint.ctx.prec = 600
    try:
        p, q, parameter = flint.arb(a), flint.arb(b), flint.arb(mu)
        error = []
        for k in range(1, 81):
            p, q = maps.product_map(p, q, parameter)
            x, y = iterate(a, b, mu, k)
            assert p.rad() < 1e-20
            error.append(abs(float(p.mid()) - x) + abs(float(q.mid()) - y))
    finally:
        flint.ctx.prec = before
    assert max(error[:20]) < 1e-7
    lost = next(k for k, distance in enumerate(error, 1) if distance > 0.1)
    assert 35 <= lost <= 70 and len(error) == 80


# --- escapes ------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("radius", [1e-3, 1.5, 3, 1000, 1e160, 1e308, np.inf])
@pytest.mark.parametrize("max_steps", [0, 1, 3, 4, 5, 90])
def test_escapes_are_counted_as_by_numpy(radius, max_steps):
    points = starts(777)
    times = escape_time(*points, max_steps, radius)
    assert times.dtype == np.int32 and np.array_equal(times, times_by_numpy(*points, max_steps, radius))
    if max_steps == 90 and radius > 2:
        assert (times == INSIDE).sum() > 100 and (times > 2).sum() >= 20


def test_an_orbit_that_leaves_and_comes_back_has_escaped():
    a, b, mu = 1.75, -0.6, 0.3
    reach = [float(np.abs(x) + np.abs(y)) for x, y in (by_numpy(a, b, mu, k) for k in range(12))]
    peak = int(np.argmax(reach))
    radius = (reach[peak] + max(reach[:peak], default=0))/2
    assert 0 < peak and reach[-1] < radius
    assert escape_time(a, b, mu, 11, radius) == peak


def test_overflow_is_an_escape_however_it_happens():
    for fast in (False, True):
        assert escape_time(10.0, 10.0, 1.0, 50, 1e308, fast) == times_by_numpy(10.0, 10.0, 1.0, 50, 1e308)
        assert escape_time(1e200, 1e200, 1.0, 50, np.inf, fast) == 1
        assert escape_time(np.inf, 0.0, 1.0, 50, np.inf, fast) == 0
        assert escape_time(0.0, 0.0, 1e308, 50, 1e300, fast) == INSIDE       # the origin is fixed
        assert escape_time(1e-3, 0.0, np.inf, 50, 1e300, fast) == 1
    assert escape_time(1.2e308, 1.2e308, 1.0, 5, np.inf) == 0                # the sum overflows
    x, y = iterate(10.0, 10.0, 1.0, 50)
    assert np.isnan(x) and np.isnan(y)


def test_escape_times_of_tiles_of_every_length():
    checked = 0
    for count in (0, 1, 63, 64, 65, 200):
        points = starts(count, seed=count)
        assert np.array_equal(escape_time(*points, 33, 5), times_by_numpy(*points, 33, 5))
        checked += count
    assert checked == 393


# --- bad input ----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("change, message", [
    (dict(a=np.zeros(3), b=np.zeros(4)), r"do not broadcast: a \(3,\), b \(4,\)"),
    (dict(a="1.9"), "a holds"), (dict(mu=1j), "mu holds"), (dict(b=[True]), "b holds bool"), (dict(a=None), "a holds"),
    (dict(steps=-1), "steps = -1: write an integer, at least 0"), (dict(steps=2.0), "steps = 2.0"),
    (dict(steps=True), "steps = True"), (dict(out=3), "write a pair"),
    (dict(out=(np.zeros(2), np.zeros(2))), r"out\[0\] must be .* shape \(\)")])
def test_bad_arguments_of_iterate(change, message):
    with pytest.raises(ValueError, match=message):
        iterate(**{**dict(a=0.5, b=0.5, mu=1.0, steps=1), **change})


def test_an_output_that_overlaps_an_argument():
    a, b, mu = starts(10)
    for out in ((a, a), (b, a), (mu, b), (np.empty(10), mu)):
        with pytest.raises(ValueError, match="out overlaps an argument"):
            iterate(a, b, mu, 1, out=out)
    both = np.zeros(20)
    with pytest.raises(ValueError, match="out overlaps an argument"):
        iterate(both[1:11], b, mu, 1, out=(both[:10], np.empty(10)))


@pytest.mark.parametrize("change, message", [
    (dict(a=np.nan), "a contains NaN"), (dict(mu=[0.5, np.nan]), "mu contains NaN"),
    (dict(radius=0), "radius = 0: write one number above 0"), (dict(radius=np.nan), "radius = nan"),
    (dict(radius=[1, 2]), "radius"), (dict(max_steps=-3), "max_steps = -3"), (dict(max_steps=2**31), "at most")])
def test_bad_arguments_of_escape_time(change, message):
    with pytest.raises(ValueError, match=message):
        escape_time(**{**dict(a=0.5, b=0.5, mu=1.0, max_steps=5, radius=10), **change})
