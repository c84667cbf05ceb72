"""certify.balls: every trap of python-flint is a test."""
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
import copy
import pickle
import threading
import time

from flint import arb, ctx, fmpq
from hypothesis import given, settings, strategies as st
import pytest

from certify.balls import (BadInput, at, ball, contains, dump, endpoints, exact, fraction, hull, less, less_equal, load,
                           maximum, minimum, sign, working)
from numerics.maps import balanced_map

NAN = arb("nan")
rationals = st.fractions(min_value=-50, max_value=50, max_denominator=10**6)


# --- exact input --------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("given, value", [("1.9", Fraction(19, 10)), (" -3e-5", Fraction(-3, 10**5)),
                         (".5", Fraction(1, 2)),
                                          ("19/10", Fraction(19, 10)), (7, Fraction(7)), (fmpq(1, 3), Fraction(1, 3))])
def test_exact_numbers_enter(given, value):
    assert exact(given) == value


@pytest.mark.parametrize("wrong", [0.1, float("nan"), float("inf"),
                         "nan", "inf", "1/0", "", "0x10", "1_0", True, None, [1],
                                   arb(1)])
def test_anything_else_is_refused_by_name(wrong):
    with pytest.raises(BadInput, match="mu"):
        exact(wrong, "mu")


def test_a_float_literal_is_another_number():
    assert not arb(0.1).contains(fmpq(1, 10)), "the trap: arb(0.1) is not 1/10"
    assert ball("0.1").contains(fmpq(1, 10))


# --- precision ----------------------------------------------------------------------------------------------------

def test_precision_is_restored_after_an_exception():
    before = ctx.prec

    def fail():
        assert ctx.prec == 333
        raise RuntimeError

    with pytest.raises(RuntimeError):
        at(333, fail)
    assert ctx.prec == before


def test_nested_calls_restore_each_level():
    seen = []

    def inner():
        seen.append(ctx.prec)

    def outer():
        seen.append(ctx.prec)
        at(77, inner)
        seen.append(ctx.prec)

    at(200, outer)
    assert seen == [200, 77, 200]


def test_three_threads_keep_three_precisions():
    wrong, rounds = [], 40

    def work(bits):
        for _ in range(rounds):
            def compute():
                time.sleep(0.0002)
                third = arb(1)/3
                if ctx.prec != bits or abs(third.rel_accuracy_bits() - bits) > 4:
                    wrong.append(bits)
            at(bits, compute)

    threads = [threading.Thread(target=work, args=(bits,)) for bits in (53, 128, 1000)]
    before = ctx.prec
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong and ctx.prec == before


def test_a_generator_cannot_carry_its_precision_out():
    before = ctx.prec

    def numbers():
        yield arb(1)/3

    async def later():
        return arb(1)/3

    async def stream():
        yield arb(1)/3

    for lazy in (numbers, lambda: map(abs, [1]), lambda: zip([1]), later, stream):
        with pytest.raises(TypeError, match="outside its precision"):
            at(500, lazy)
        assert ctx.prec == before
    assert at(500, lambda: list(numbers()))[0].rel_accuracy_bits() > 490


def test_a_decorated_function_takes_its_bits():
    @working(100)
    def third():
        return arb(1)/3

    assert 95 < third().rel_accuracy_bits() < 105
    assert 295 < third(bits=300).rel_accuracy_bits() < 305


@pytest.mark.parametrize("bits", [1, 0, -5, 53.0, True, "53"])
def test_a_wrong_precision_is_refused(bits):
    with pytest.raises(BadInput, match="bits"):
        at(bits, lambda: 1)


# --- the traps of comparison --------------------------------------------------------------------------------------

def test_not_less_proves_nothing():
    x = hull("0.5", "1.5")
    assert not (x < 1) and not (x >= 1) and not (x == x) and not (x != x), "the trap"
    assert less(x, arb(1)) is None and less_equal(x, arb(1)) is None and sign(x - 1) is None
    assert less(x, arb(2)) is True and less(arb(2), x) is False and less_equal(arb(2), x) is False
    assert less_equal(arb(1), arb(1)) is True and less(arb(1), arb(1)) is False
    assert sign(arb(0)) == 0 and sign(arb(-3)) == -1


def test_nan_is_undecided_everywhere():
    assert NAN.contains(0), "the trap"
    assert contains(NAN, 0) is None and contains(hull(0, 1), NAN) is None
    assert less(NAN, arb(1)) is less(arb(1), NAN) is less_equal(NAN, arb(1)) is sign(NAN) is None
    assert minimum(arb(1), NAN).is_nan() and minimum(NAN, arb(1)).is_nan()
    assert maximum(arb(1), NAN, arb(2)).is_nan()


def test_contains_is_three_valued():
    box = hull(0, 1)
    assert contains(box, "1/2") is True and contains(box, 1) is True and contains(box, 2) is False
    assert contains(box, hull("0.25", "0.75")) is True
    assert contains(box, hull("0.5", "1.5")) is None
    assert contains(box, hull("1.5", "2.5")) is False


def test_the_builtin_minimum_of_balls_is_the_first_argument():
    wide, high = hull(0, 2), arb(1)
    assert min(wide, high) is wide and max(high, wide) is high, "the trap"
    assert contains(minimum(wide, high), 0) and contains(minimum(wide, high), 1)
    assert sign(maximum(wide, high) - ball("1/2")) == 1


@given(st.lists(st.tuples(rationals, rationals, st.fractions(0, 1, max_denominator=99)), min_size=1, max_size=4))
@settings(max_examples=150, deadline=None)
def test_minimum_and_maximum_enclose_every_choice(choices):
    points = [low + share*(high - low) for low, high, share in choices]
    balls = [hull(min(low, high), max(low, high)) for low, high, _ in choices]
    assert contains(minimum(*balls), min(points)) is True
    assert contains(maximum(*balls), max(points)) is True


# --- construction -------------------------------------------------------------------------------------------------

def test_a_symmetric_ball_has_no_powers():
    assert (arb(0, 1)**2).is_nan() and (arb(0, 1)**3).is_nan(), "the trap"
    assert balanced_map(arb(0, 0.5), arb(1)).is_nan(), "the trap, on the cubic of the paper"
    for bits in (2, 3, 10, 53, 200):
        cubic = at(bits, lambda: balanced_map(hull("-1/2", "1/2"), arb(1)))
        assert contains(cubic, balanced_map(Fraction(-1, 2), 1)) and contains(cubic, balanced_map(Fraction(1, 4), 1))


@given(rationals, rationals, st.integers(2, 120))
@settings(max_examples=200, deadline=None)
def test_hull_contains_both_ends_and_has_powers(a, b, bits):
    low, high = min(a, b), max(a, b)
    enclosure = at(bits, hull, low, high)
    assert contains(enclosure, low) is True and contains(enclosure, high) is True
    assert at(bits, lambda: enclosure**2).is_finite()


def test_dyadic_ends_are_kept_exactly():
    for low, high in ((0, Fraction(1, 2**80)), (Fraction(3, 8), 2), (-2, 0)):
        assert at(53, lambda: endpoints(hull(low, high))) == (low, high)
    assert hull(0, 1).lower() == 0


# --- exact serialisation ------------------------------------------------------------------------------------------

@given(rationals, st.integers(0, 10**12), st.integers(2, 300))
@settings(max_examples=150, deadline=None)
def test_serialisation_is_exact_at_any_precision(x, radius, bits):
    original = at(bits, lambda: ball(x) + arb((0, 0), (radius % 2**30, -20)))
    for copied in (load(dump(original)), pickle.loads(pickle.dumps(original)), copy.deepcopy(original)):
        assert at(20, dump, copied) == dump(original)
    assert all(isinstance(n, int) for n in dump(original))


@pytest.mark.parametrize("x", [NAN, arb("inf"), arb("-inf"), arb("nan").union(arb(1))])
def test_a_ball_that_is_not_finite_is_refused(x):
    with pytest.raises(BadInput, match="not finite"):
        dump(x)
    with pytest.raises(BadInput, match="not finite"):
        pickle.dumps(x)
    with pytest.raises(ValueError):
        fraction(x)


def test_a_printed_radius_exceeds_the_true_one():
    x = at(53, lambda: arb(1)/3)
    printed = at(53, lambda: arb(x.str(5)))
    assert printed.rad() > x.rad(), "the trap: decimals are wider than the ball"
    assert dump(load(dump(x))) == dump(x)


def test_radii_of_thirty_bits_are_kept():
    """arb(m, r) adds one unit to an odd 30-bit r."""
    assert arb(1, (2**30 - 1, -40)).rad() > arb((2**30 - 1, -40)), "the trap"
    for radius in (2**30 - 1, 2**29 + 1, 536875009, 2**30 - 3):
        assert dump(load((3, -1, radius, -40))) == (3, -1, radius, -40)


def _square(x):
    return at(80, lambda: x*x)


def test_balls_travel_to_processes():
    x = ball("1.1")
    with ProcessPoolExecutor(1) as pool:
        assert dump(pool.submit(_square, x).result()) == dump(_square(x))


@given(rationals, rationals, rationals)
@settings(max_examples=200, deadline=None)
def test_a_point_of_a_box_maps_into_the_box(x, y, mu):
    """f(point) in f(box), compared in Fraction."""
    low, high = min(x, y), max(x, y)
    point = (2*low + high)/3
    lower, upper = at(64, lambda: endpoints(balanced_map(hull(low, high), ball(mu))))
    assert lower <= balanced_map(point, mu) <= upper
