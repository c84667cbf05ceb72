"""Exact order in Q(sqrt n), against 60-digit decimals."""
from decimal import Decimal, getcontext
from fractions import Fraction as Q

from hypothesis import given, strategies as st
import pytest

from proofs.surd import Surd, sqrt

getcontext().prec = 60
small = st.fractions(min_value=-50, max_value=50, max_denominator=60)


def decimal(x):
    def of(q):
        return Decimal(q.numerator)/Decimal(q.denominator)
    return of(x.p) + of(x.q)*Decimal(x.n).sqrt()


@given(small, small, small, small)
def test_field_and_order(p, q, r, s):
    x, y = Surd(p, q, 5), Surd(r, s, 5)
    assert decimal(x + y) - (decimal(x) + decimal(y)) < Decimal("1e-40")
    assert abs(decimal(x*y) - decimal(x)*decimal(y)) < Decimal("1e-40")
    if y != 0:
        assert x/y*y == x
    if abs(decimal(x) - decimal(y)) > Decimal("1e-30"):
        assert (x < y) == (decimal(x) < decimal(y))
    else:
        assert x == y


def test_close_values_are_told_apart():
    assert Q(14142135623730950488, 10**19) < sqrt(2) < Q(14142135623730950489, 10**19)
    assert sqrt(2)**2 == 2 and abs(1 - sqrt(2)) == sqrt(2) - 1


@pytest.mark.parametrize("bad", [4, 1, 0, -2, 2.0, True])
def test_bad_radicands(bad):
    with pytest.raises(ValueError, match="not a square"):
        sqrt(bad)


def test_two_radicands_do_not_mix():
    with pytest.raises(ValueError, match="one radicand"):
        sqrt(2) + sqrt(3)
