"""certify.elementary: values against mpmath at another precision, derivatives against slopes, the domain."""
from fractions import Fraction
import math

from flint import arb
from hypothesis import given, settings, strategies as st
import mpmath
import pytest

from certify.balls import at, ball, contains, endpoints, hull
from certify.elementary import NotExact, atan, exp, log, power, sqrt
from numerics.algebra import derivative, jacobian

positive = st.fractions(min_value=Fraction(1, 1000), max_value=20, max_denominator=10**4)
FUNCTIONS = {exp: mpmath.exp, log: mpmath.log, atan: mpmath.atan, sqrt: mpmath.sqrt}


@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
@given(x=positive)
@settings(max_examples=40, deadline=None)
def test_values_agree_with_mpmath(f, x):
    with mpmath.workdps(40):
        reference = Fraction(*mpmath.libmp.to_rational(FUNCTIONS[f](mpmath.mpf(x.numerator)/x.denominator)._mpf_))
    low, high = at(120, lambda: endpoints(f(ball(x))))
    assert low - Fraction(1, 10**24) <= reference <= high + Fraction(1, 10**24) and high - low < Fraction(1, 10**20)


@pytest.mark.parametrize("f", [*FUNCTIONS, lambda x: power(x, ball("1.3")), lambda x: power(x, ball("2.5"), 2),
                               lambda m: power(ball("0.7"), m), lambda m: power(ball("1.7"), m, 1)])
@given(x=positive)
@settings(max_examples=30, deadline=None)
def test_derivatives_enclose_difference_quotients(f, x):
    """By the mean value theorem (f(y) - f(x))/(y - x) is a value of f' between."""
    y = x + Fraction(1, 10**3)
    quotient = at(120, lambda: (f(ball(y)) - f(ball(x)))/ball(y - x))
    slope = at(120, lambda: derivative(f, hull(x, y)))
    assert slope.overlaps(quotient) and slope.is_finite()


@given(x=st.fractions(min_value=-3, max_value=3, max_denominator=1000), y=st.fractions(-3, 3, max_denominator=1000),
       m=st.fractions(min_value=Fraction(1, 50), max_value=4, max_denominator=100), logs=st.integers(0, 3),
       share=st.fractions(0, 1, max_denominator=64))
@settings(max_examples=300, deadline=None)
def test_real_powers_across_zero_contain_every_value(x, y, m, logs, share):
    low, high = min(x, y), max(x, y)
    point = low + share*(high - low)
    enclosure = at(64, lambda: power(hull(low, high), hull(m, m + Fraction(1, 7)), logs))
    if point == 0:
        value = arb(0)
    else:
        value = at(200, lambda: (ball(m)*abs(ball(point)).log()).exp()*abs(ball(point)).log()**logs)
    assert enclosure.overlaps(value) and (not enclosure.is_finite() or contains(enclosure, value) is not False)
    assert enclosure.is_finite()


def test_exact_arguments_with_exact_values():
    assert exp(0) == 1 and log(1) == 0 and atan(0) == 0 and sqrt(1) == 1
    assert power(Fraction(-3, 2), 2) == Fraction(9, 4) and power(-1, Fraction(1, 3)) == 1 and power(0, 2) == 0
    for irrational in (lambda: exp(1), lambda: log(Fraction(2)), lambda: power(2, Fraction(1, 2)),
                       lambda: power(2, 1, 1)):
        with pytest.raises(NotExact):
            irrational()


def test_outside_the_domain_is_nan_and_never_a_number():
    for value in (log(hull(-1, 1)), log(arb(0)), sqrt(arb(-1)), power(hull(-1, 1), hull(-1, 1)),
                  power(arb(0), arb(0), 1),
                  power(arb("nan"), arb(1))):
        assert not value.is_finite()


def test_a_constant_base_has_a_derivative_in_the_exponent_at_zero():
    """|0|^m = 0 for m > 0: its derivative in m is 0 even though d/dx is unbounded there."""
    slope = derivative(lambda m: power(arb(0), m), ball("1/2"))
    assert slope == 0
    row = jacobian(lambda x, m: power(x, m), (hull("-1/4", "1/4"), hull(1, 2)))[0]
    assert not row[0].is_finite() and row[1].is_finite() and contains(row[1], ball("0.25")*ball("0.25").log()) is True


def test_floats_serve_search_only():
    assert exp(0.5) == math.exp(0.5) and power(-2.0, 0.5) == 2.0**0.5


def test_mpmath_intervals_can_miss_the_value_and_balls_do_not():
    """exp of 3893924827815215/2^50 at 53 bits: the interval of mpmath.iv excludes the value."""
    x = Fraction(3893924827815215, 2**50)
    value = at(300, lambda: exp(ball(x)))
    mpmath.iv.prec = 53
    interval = mpmath.iv.exp(mpmath.iv.mpf(mpmath.mpf(x.numerator)/x.denominator))
    low, high = (Fraction(*mpmath.libmp.to_rational(end)) for end in interval._mpi_)
    assert not (value > at(300, lambda: ball(low)) and value < at(300, lambda: ball(high))), "the trap"
    assert contains(at(53, lambda: exp(ball(x))), value) is True
