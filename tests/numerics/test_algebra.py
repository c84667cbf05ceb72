"""Dual numbers: derivatives in every algebra, nested, against exact differences."""
from fractions import Fraction as Q

from hypothesis import given, strategies as st
import numpy as np
import pytest

from numerics.algebra import Algebra, Dual, derivative, jacobian
from numerics.maps import balanced_map, growth, imbalance_map, product_map

small = st.fractions(min_value=-3, max_value=3, max_denominator=30)


def slope_by_interpolation(f, x):
    """The derivative of a cubic at x, exactly: five-point differences are exact up to degree 4."""
    h = Q(1, 2)
    return (-f(x + 2*h) + 8*f(x + h) - 8*f(x - h) + f(x - 2*h))/(12*h)


@given(small, small)
def test_derivative_of_a_cubic_is_exact(e, mu):
    assert derivative(balanced_map, e, mu) == slope_by_interpolation(lambda x: balanced_map(x, mu), e)


@given(small, small, small)
def test_jacobian_is_exact(a, b, mu):
    rows = jacobian(product_map, (a, b), mu)
    for i in range(2):
        assert rows[i][0] == slope_by_interpolation(lambda x: product_map(x, b, mu)[i], a)
        assert rows[i][1] == slope_by_interpolation(lambda x: product_map(a, x, mu)[i], b)


@given(small, small)
def test_nested_derivatives_do_not_mix(e, mu):
    second = derivative(lambda x, m: derivative(balanced_map, x, m), e, mu)
    assert second == 6*e + 2*(mu - 2)
    mixed = derivative(lambda m: derivative(balanced_map, e, m), mu)
    assert mixed == 2*e - 2


def test_the_derivative_of_what_does_not_depend_on_it_is_zero():
    assert derivative(lambda x: Q(3), Q(1)) == 0
    assert jacobian(lambda x, y: (y, x), (Q(1), Q(2))) == ((0, 1), (1, 0))


def test_quotients_and_negative_powers():
    assert derivative(lambda x: 1/(1 + x**2), Q(2)) == Q(-4, 25)
    assert derivative(lambda x: x**-3, Q(2)) == Q(-3, 16)


def test_arrays_and_floats_run_too():
    x = np.linspace(-1, 1, 5)
    assert np.allclose(derivative(balanced_map, x, 0.7), 3*x**2 + 2*(0.7 - 2)*x + 1 - 1.4)
    assert derivative(growth, 0.25, 1.5) == 2.0


def test_an_exact_algebra_refuses_floats_and_odd_exponents():
    class Integers(Algebra):
        def __init__(self, n):
            self.n = n

        def constant(self, n):
            return Integers(n)

        def add(self, other):
            return Integers(self.n + other.n)

        def mul(self, other):
            return Integers(self.n*other.n)

        def neg(self):
            return Integers(-self.n)
    x = Integers(3)
    assert (2 + x*x - 1).n == 10 and (x**5).n == 243 and (x**0).n == 1
    for bad in (lambda: x + 0.5, lambda: 0.5*x, lambda: x + True, lambda: x**0.5, lambda: x**True):
        with pytest.raises(TypeError):
            bad()


def test_dual_rank_exceeds_that_of_its_values():
    inner = Dual(Q(1), (Q(1),))
    assert jacobian(imbalance_map, (inner, Q(1)), Q(1))[0][0].rank == 1
