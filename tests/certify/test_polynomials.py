"""certify.polynomials: reading a formula as a polynomial, exactly, and refusing what is none."""
from fractions import Fraction

from hypothesis import given, settings, strategies as st
import pytest

from certify.balls import BadInput, at, ball, contains
from certify.elementary import exp, log, power
from certify.polynomials import NotPolynomial, Polynomial, factors, generators, polynomial, refuse_floats
from numerics.maps import balanced_map, growth, squares_error

rationals = st.fractions(-9, 9, max_denominator=50)


@given(rationals, rationals)
@settings(max_examples=60, deadline=None)
def test_a_polynomial_is_its_formula(e, mu):
    p = polynomial(balanced_map, 2)
    assert p(e, mu) == balanced_map(e, mu)
    assert contains(at(80, lambda: p(ball(e), ball(mu))), balanced_map(e, mu)) is True
    assert [p.degree(0), p.degree(1)] == [3, 1]


def test_constants_and_divisions_by_constants():
    assert polynomial(squares_error, 3).terms == polynomial(lambda u, v, mu: u/4 - v/4 - mu, 3).terms
    assert polynomial(lambda x: 7, 1)(Fraction(3)) == 7
    assert polynomial(lambda x: 0*x, 1).terms == ()
    with pytest.raises(ZeroDivisionError):
        polynomial(lambda x: 1/(x - x), 1)


def test_division_by_a_polynomial_is_no_polynomial_even_where_it_cancels():
    """FLINT and SymPy would answer a + 1, and lose the point a = 1."""
    assert polynomial(lambda a: (a**2 - 1)/(a - 1), 1) is None
    assert polynomial(lambda a: exp(a), 1) is None
    x, = generators(1)
    with pytest.raises(NotPolynomial):
        1/x


def test_elementary_functions_are_kept_where_they_are_exact():
    x, m = generators(2)
    assert power(1 + 0*x, m) == 1 and power(1 + 0*x, m, 1) == 0 and log(1 + 0*x) == 0 and exp(0*x) == 1
    assert power(1 + x, m*0 + 2) == (1 + x)**2
    for other in (lambda: power(1 + x, m), lambda: power(1 + x, m*0 + 1), lambda: exp(x), lambda: log(2 + 0*x)):
        with pytest.raises(NotPolynomial):
            other()


def branch(x):
    return x if x > 0 else -x


def compare(x):
    return 0 if x == 0 else 1/x


@pytest.mark.parametrize("f, why", [(lambda x: 0.5*x, "0.5"), (lambda x: 0.5, "0.5"),
                                    (lambda x: x + Fraction(1, 3), "integers"),
                                    (branch, "not supported"), (compare, "compare"), (abs, "abs"), (bool, "compare"),
                                    (lambda x, y: x, "argument"), (lambda x: x**0.5, "0.5")])
def test_a_formula_with_a_float_is_refused(f, why):
    with pytest.raises(BadInput, match=why):
        refuse_floats(f, 1)


def test_formulas_of_the_paper_are_accepted():
    for f, count in ((growth, 2), (lambda x: exp(x)/(1 + x) - power(x, x), 1)):
        refuse_floats(f, count)


def test_factors_multiply_back():
    p = polynomial(lambda e, mu: 2*(e - 1)**2*(e + mu)/3, 2)
    constant, found = factors(p, 2)
    assert sorted(m for _, m in found) == [1, 2]
    e, mu = Fraction(5, 7), Fraction(-3, 11)
    product = constant
    for factor, multiplicity in found:
        product *= factor(e, mu)**multiplicity
    assert product == p(e, mu) != 0


def test_reversal_keeps_the_sign():
    p = polynomial(lambda x: x**3 - 2*x + 1, 1)
    for t in (Fraction(1, 3), Fraction(2, 5), Fraction(-1, 7)):
        assert (p.reversed(0, even=True)(t) > 0) == (p(1/t) > 0)
    assert p.reversed(0, even=False)(Fraction(1, 3)) == p(Fraction(3))*Fraction(1, 3)**3
    assert isinstance(p.reversed(0, even=True), Polynomial)
