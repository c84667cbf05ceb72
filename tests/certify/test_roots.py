"""certify.roots: every root once, ends and double roots included, or a named interval."""
from fractions import Fraction

from hypothesis import given, settings, strategies as st
import mpmath
import pytest

from certify.balls import BadInput
from certify.elementary import atan, exp, log
from certify.roots import isolate, sturm_chain
from flint import fmpq_poly
from numerics.maps import balanced_map

F = Fraction


def test_all_roots_of_a_polynomial_with_multiplicities():
    found = isolate(lambda x: (x - 1)**2*(x - 2)**3*(x**2 - 2), (-2, 2))
    assert found.complete and [root.multiplicity for root in found] == [1, 2, 1, 3]
    for root, value in zip(found, (-mpmath.sqrt(2), 1, mpmath.sqrt(2), 2)):
        assert root.low - F(1, 10**12) <= F(str(mpmath.mpf(value))) <= root.high + F(1, 10**12)
        assert root.high - root.low <= F(1, 10**30)


def test_a_double_root_is_one_root_of_multiplicity_two():
    found = isolate(lambda x: (3*x - 1)**2, (-1, 1))
    assert len(found) == 1 and found.roots[0].multiplicity == 2 and found.complete
    assert found.roots[0].low <= F(1, 3) <= found.roots[0].high


def test_a_double_root_of_another_function_is_one_undecided_interval():
    for f in (lambda x: exp(x) - 1 - x, lambda x: (exp(x) - 1)**2):
        found = isolate(f, (-1, 1))
        assert len(found) == 0 and not found.complete and len(found.undecided) == 1
        low, high, reason = found.undecided[0]
        assert low <= 0 <= high and high - low < F(1, 10**9) and "multiple root" in reason


@pytest.mark.parametrize("f, interval, roots", [
    (lambda x: x*(x - 1), (0, 1), [0, 1]), (lambda x: exp(x) - 1, (0, 1), [0]), (lambda x: exp(x) - 1, (-1, 0), [0]),
    (lambda x: log(x), (1, 3), [1]), (lambda x: log(x), (F(1, 2), 1), [1]), (lambda x: (x - 2)*exp(x), (-3, 2), [2]),
    (lambda x: x**2 - 1, (-1, 1), [-1, 1]), (lambda x: x, (0, 0), [0]), (lambda x: exp(x) - 1, (0, 0), [0]),
    (lambda x: x - 1, (2, 3), []), (lambda x: exp(x), (-3, 3), []), (lambda x: x**2 + 1, (-3, 3), [])])
def test_roots_at_the_ends(f, interval, roots):
    found = isolate(f, interval)
    assert found.complete and [root.low for root in found] == roots == [root.high for root in found]


def test_an_end_that_is_a_root_only_to_rounding_is_named():
    found = isolate(lambda x: exp(x) - exp(1 + 0*x), (0, 1))
    assert len(found) == 0 and len(found.undecided) == 1 and "end" in found.undecided[0][2]


def test_a_pole_is_no_root():
    found = isolate(lambda x: 1/x, (-1, 3))
    assert len(found) == 0 and [reason for *_, reason in found.undecided] == ["f is not finite here"]


@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_chebyshev_map_has_three_to_the_n_periodic_points(n):
    def displacement(e):
        image = e
        for _ in range(n):
            image = balanced_map(image, 2)
        return image - e

    found = isolate(displacement, (-2, 2))
    assert found.complete and len(found) == 3**n
    assert all(a.high < b.low for a, b in zip(found.roots, found.roots[1:]))


def test_close_roots_are_told_apart():
    gap = F(1, 10**40)
    found = isolate(lambda x: (x - 1)*(x*10**40 - 10**40 - 1), (0, 3), digits=10)
    assert len(found) == 2 and found.roots[0].high < found.roots[1].low
    assert found.roots[0].low <= 1 <= found.roots[0].high and found.roots[1].low <= 1 + gap <= found.roots[1].high
    mixed = isolate(lambda x: (x - 1)**2*(x*10**40 - 10**40 - 1), (0, 3), digits=10)
    assert [root.multiplicity for root in mixed] == [2, 1] and mixed.roots[0].high < mixed.roots[1].low


def test_a_budget_leaves_what_it_did_not_see():
    found = isolate(lambda x: atan(40*x**3 - x)*exp(x), (-2, 3), budget=3)
    assert not found.complete and any("budget" in reason for *_, reason in found.undecided)
    assert len(isolate(lambda x: atan(40*x**3 - x)*exp(x), (-2, 3))) == 3


@given(st.lists(st.fractions(-5, 5, max_denominator=40), min_size=1, max_size=6),
       st.fractions(-6, 6, max_denominator=30), st.fractions(-6, 6, max_denominator=30), st.booleans())
@settings(max_examples=120, deadline=None)
def test_planted_roots_are_found_exactly_once(roots, a, b, transcendental):
    low, high = min(a, b), max(a, b)
    if transcendental:
        roots = sorted(set(roots))

    def f(x):
        product = exp(x) if transcendental else 1 + 0*x
        for root in roots:
            product = product*(x*root.denominator - root.numerator)
        return product

    found = isolate(f, (low, high), digits=20)
    inside = sorted(root for root in set(roots) if low <= root <= high)
    assert found.complete or transcendental
    if found.complete:
        assert len(found) == len(inside)
        for root, value in zip(found, inside):
            assert root.low <= value <= root.high
            assert transcendental or root.multiplicity == roots.count(value)


@given(st.lists(st.integers(-9, 9), min_size=2, max_size=7))
@settings(max_examples=60, deadline=None)
def test_balls_and_sturm_count_the_same(coefficients):
    if not any(coefficients):
        return

    def f(x):
        value = 0*x
        for c in coefficients:
            value = value*x + c
        return value

    exactly = isolate(f, (F(-7, 3), F(11, 5)))
    in_balls = isolate(lambda x: f(x)*exp(x), (F(-7, 3), F(11, 5)))
    simple = [root for root in exactly if root.multiplicity == 1]
    assert exactly.complete and len(in_balls) <= len(simple)
    if in_balls.complete:
        assert len(in_balls) == len(exactly) == len(simple)


def test_the_sturm_chain_of_a_square_free_polynomial_ends_in_a_constant():
    assert sturm_chain(fmpq_poly([-2, 0, 1]))[-1].degree() == 0


@pytest.mark.parametrize("call, message", [
    (lambda: isolate(lambda x: x, (1, 0)), "empty"), (lambda: isolate(lambda x: x, 1), "interval"),
    (lambda: isolate(lambda x: x, (0.5, 1)), "float"), (lambda: isolate(lambda x: 0*x, (0, 1)), "identically"),
    (lambda: isolate(lambda x: x, (0, 1), digits=0), "digits"),
    (lambda: isolate(lambda x: x, (0, 1), budget=-1), "budget"),
    (lambda: isolate(lambda x: 0.5*x, (0, 1)), "0.5")])
def test_bad_input_is_named(call, message):
    with pytest.raises(BadInput, match=message):
        call()
