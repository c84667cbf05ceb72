"""Curves against closed forms and published ends; curves that do not exist."""
from fractions import Fraction

from flint import fmpq_mpoly_ctx
import numpy as np
from numba import njit

from certify.centres import critical_point
from certify.components import COMPONENT, balanced_slope, component, exact_period
from certify.rounding import Interval


def record_of(period, centre):
    record = np.zeros(1, COMPONENT)
    record["period"], record["centre"] = period, centre
    component(record[0])
    return record.view(np.recarray)[0]


def test_the_first_two_cycle_has_its_closed_form():
    """(1, sqrt 5 - 1), multiplier 7 - 4 mu - 2 mu^2; its left end is a flip, where the curve stops just short."""
    record = record_of(2, 1.1213203435596424)
    assert record.pieces > 10 and record.rho_right == -1 and 0.999 < record.rho_left < 1
    for rho, low, high in ((record.rho_left, record.left_low, record.left_high),
                           (record.rho_right, record.right_low, record.right_high)):
        rho, low, high = map(Fraction, (float(rho), float(low), float(high)))
        assert 7 - 4*high - 2*high**2 <= rho <= 7 - 4*low - 2*low**2 and high - low < Fraction(1, 10**12)


def test_the_period_three_window_has_its_published_end():
    record = record_of(3, 1.4531555836457543)
    left, right = Fraction("1.45044096448787517282"), Fraction("1.46082867387857991362")
    assert (record.rho_left, record.rho_right) == (1, -1)
    assert Fraction(float(record.left_low)) <= left <= Fraction(float(record.left_high))
    assert Fraction(float(record.right_low)) <= right <= Fraction(float(record.right_high))


def test_a_centre_of_another_period_proves_nothing():
    """A fixed point is no component of period 2, a two-cycle none of period 4, a three-cycle none of period 6."""
    for period, centre in ((2, 0.5), (4, 1.1213203435596424), (6, 1.4531555836457543)):
        assert record_of(period, centre).pieces == 0


def test_exact_period_refuses_a_divisor():
    @njit
    def verdict(x, mu, period):
        return exact_period(Interval(x, x), Interval(mu, mu), period)

    mu = 1.1213203435596424
    c = critical_point(mu)
    assert verdict(c, mu, 2) and not verdict(c, mu, 4) and not verdict(0.0, 1.5, 2)


def test_the_slope_is_factored_the_way_it_is_used():
    e, mu = fmpq_mpoly_ctx.get(["e", "mu"], "lex").gens()
    assert balanced_slope(e, mu) == (e - 1)*(3*e + 2*mu - 1)
    assert balanced_slope(critical_point(mu), mu) == 0
