"""Centres against their known number, against balls and against exact values."""
from fractions import Fraction

import numpy as np
from numba import njit
import pytest

from certify.balls import at, ball
from certify.centres import critical_point, displacement, divides, isolate
from certify.rounding import Interval
from numerics.maps import balanced_map

ZEROS = {1: 0, 2: 2, 3: 4, 4: 12, 5: 24, 6: 66, 7: 156, 8: 422}     # in [1, 2]; admissible kneading words, `theory`


def zeros_of(period, low=1.0, high=2.0, capacity=3000):
    zeros = np.empty((capacity, 2))
    found, boxes, undecided = isolate(period, low, high, zeros)
    return zeros[:found], boxes, undecided


@pytest.mark.parametrize("period", ZEROS)
def test_the_number_of_centres(period):
    zeros, _, undecided = zeros_of(period)
    assert len(zeros) == ZEROS[period] and undecided == 0
    assert all(zeros[1:, 0] > zeros[:-1, 1])


def test_every_centre_is_a_change_of_sign_in_balls():
    def gap(mu, period):
        x = c = critical_point(ball(mu))
        for _ in range(period):
            x = balanced_map(x, ball(mu))
        return x - c

    checked = 0
    for period in (3, 5, 7):
        for low, high in zeros_of(period)[0]:
            ends = [at(256, gap, Fraction(x), period) for x in (low, high)]
            assert (ends[0] < 0) is not (ends[1] < 0) and (ends[0] > 0) is not (ends[1] > 0)
            checked += 1
    assert checked == ZEROS[3] + ZEROS[5] + ZEROS[7]


def test_a_wide_interval_is_not_taken_for_a_zero():
    """Two zeros of period 3 lie close together; an interval around both is split, and a full array is reported."""
    zeros, _, _ = zeros_of(3)
    assert len(zeros_of(3, zeros[0, 0] - 0.01, zeros[1, 1] + 0.01)[0]) == 2
    found, _, undecided = zeros_of(7, capacity=10)
    assert len(found) == 10 and undecided > 0


def test_divisors():
    tally = {1: 0, -1: 0, 0: 0}
    for low, high in zeros_of(6)[0]:
        for divisor in (1, 2, 3):
            tally[divides(low, high, 6, divisor)] += 1
    assert tally == {1: ZEROS[2] + ZEROS[3], -1: 3*ZEROS[6] - ZEROS[2] - ZEROS[3], 0: 0}


def test_displacement_encloses_samples():
    @njit
    def enclosure(low, high, period):
        value, slope, _ = displacement(Interval(low, high), period)
        return value.low, value.high, slope.low, slope.high

    def exact(mu, period):
        x = c = critical_point(mu)
        for _ in range(period):
            x = balanced_map(x, mu)
        return x - c

    checked = 0
    for k in range(40):
        low, high = Fraction(64 + k, 64), Fraction(64 + k, 64) + Fraction(1, 2**(4 + k % 12))
        if high > 2:
            continue
        a, b, c, d = map(Fraction, enclosure(float(low), float(high), 4))
        values = [exact(low + (high - low)*i/8, 4) for i in range(9)]
        assert all(a <= value <= b for value in values)
        slopes = [(y - x)*8/(high - low) for x, y in zip(values, values[1:])]     # mean values of the derivative
        assert all(c <= slope <= d for slope in slopes)
        checked += 1
    assert checked >= 38
