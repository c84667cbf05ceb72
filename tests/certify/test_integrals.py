"""certify.integrals: the closed form against the integral, mpmath and sampling; exponents of cycles."""
from fractions import Fraction
import math

from flint import arb
from hypothesis import given, settings, strategies as st
import mpmath
import pytest

from certify.balls import BadInput, at, ball, contains, endpoints
from certify.integrals import (closed_form, ellipse_cycle_exponent, ellipse_exponent, ellipse_integral,
                               jensen_certificate,
                               longitudinal_exponent, lyapunov_exponent, transverse_exponent)
from numerics.maps import growth


@given(st.fractions(Fraction(1, 10**6), 2 - Fraction(1, 10**6), max_denominator=10**7))
@settings(max_examples=40, deadline=None)
def test_closed_form_and_integral_agree_for_any_mu(mu):
    exponent = ellipse_exponent(mu, digits=25)
    assert exponent.agree and exponent.closed > 0 and exponent.distance < arb(10)**-25


@pytest.mark.parametrize("mu", ["0.000000000001", "1.999999999999", "1.99999999999999999999999999999999"])
def test_near_the_ends_of_the_range(mu):
    exponent = ellipse_exponent(mu, digits=30)
    assert exponent.agree and exponent.closed > 0


@pytest.mark.parametrize("digits", [1, 15, 60, 200])
def test_any_number_of_digits(digits):
    assert ellipse_exponent("1.3", digits).agree


@pytest.mark.parametrize("mu", ["1/10", "1", "19/10"])
def test_mpmath_at_another_precision_falls_inside(mu):
    m = Fraction(mu)
    with mpmath.workdps(45):
        x = mpmath.mpf(m.numerator)/m.denominator
        closed = mpmath.acosh((1 + mpmath.sqrt(25 - 4*x**2))/4)
        nodes = mpmath.linspace(0, mpmath.pi, 9)
        integral = mpmath.quad(lambda t: mpmath.log(growth(2*mpmath.cos(t), x)), nodes)/mpmath.pi
        assert abs(closed - integral) < mpmath.mpf(10)**-12
        low, high = endpoints(ellipse_exponent(mu, 30).closed)
        reference = Fraction(*mpmath.libmp.to_rational(closed._mpf_))
    assert low - Fraction(1, 10**25) <= reference <= high + Fraction(1, 10**25)


def test_a_wrong_closed_form_does_not_agree():
    for damage in (lambda m: ((1 + (25 - 4*m**2).sqrt())/4 + arb(10)**-20).acosh(),
                   lambda m: closed_form(m + arb(10)**-15),
                   lambda m: ((1 + (25 - 5*m**2).sqrt())/4).acosh()):
        assert not at(160, lambda: damage(ball("1.1")).overlaps(ellipse_integral(ball("1.1"))))


def test_the_identities_behind_the_closed_form():
    assert jensen_certificate() is True


# --- cycles -------------------------------------------------------------------------------------------------------

def test_x_to_nine_tenths_x_gives_log_nine_tenths():
    for points in ([1], [1, "1/2", 7]):
        exponent = at(100, lyapunov_exponent, points, lambda e: 0*e + ball("0.9"))
        assert exponent.status == "enclosed" and exponent.sign == -1
        assert exponent.value.overlaps(at(100, lambda: ball("0.9").log()))


def test_a_superstable_cycle_is_minus_infinity_and_a_ball_across_zero_is_undecided():
    exact_zero = transverse_exponent(["-1", "1/2"])
    assert exact_zero.status == "superstable" and exact_zero.sign == -1 and exact_zero.value is None
    near = transverse_exponent([arb(-1, 1e-9), "1/2"])
    assert near.status == "undecided" and near.sign == -1, "the exponent has no lower bound, but it is negative"
    assert transverse_exponent([arb(-1, 5), arb(5)]).sign is None
    assert longitudinal_exponent([0], "1/2").status == "superstable", "F'(0) = 1 - 2 mu"


def test_a_saddle_is_no_attractor():
    fixed = longitudinal_exponent([0], "3/2")
    assert fixed.sign == 1 and fixed.value.overlaps(arb(2).log())
    assert transverse_exponent([0]).sign == 0, "the curve of fixed points is neutral across"
    assert transverse_exponent([2]).sign == 1 and transverse_exponent([2]).value.overlaps(arb(3).log())


@pytest.mark.parametrize("mu", ["11/10", "6/5", "7/5", "19/10"])
def test_the_two_cycle_has_the_published_multipliers_from_either_point(mu):
    def compute():
        m = ball(mu)
        root = (m**2 + 2*m - 3).sqrt()
        cycle = [(1 - m + root)/2, (1 - m - root)/2]
        results = []
        for points in (cycle, cycle[::-1]):
            along, across = longitudinal_exponent(points, mu), transverse_exponent(points)
            assert along.value.overlaps(abs(7 - 4*m - 2*m**2).log()/2)
            assert across.value.overlaps(abs(3 - 2*m).log()/2) and across.sign == -1
            results.append((along, across))
        return results

    forward, backward = at(128, compute)
    assert forward[0].value.overlaps(backward[0].value) and forward[1].value.overlaps(backward[1].value)
    assert forward[0].sign == (-1 if Fraction(mu)**2 + 2*Fraction(mu) < 4 else 1)


def test_cycles_of_the_chebyshev_map_have_positive_exponent_across_the_ellipse():
    count = 0
    for p, k, n in ((2, 1, 4), (2, 1, 5), (3, 1, 13), (3, 2, 13), (3, 1, 7)):
        points = at(128, lambda: [2*(2*arb.pi()*3**j*k/n).cos() for j in range(p)])
        for mu in ("0.1", "1", "1.9"):
            exponent = at(128, ellipse_cycle_exponent, points, mu)
            assert exponent.sign == 1 or all(contains(x, 0) for x in points)
            count += exponent.sign == 1
    assert count >= 12


@pytest.mark.parametrize("call, message", [
    (lambda: ellipse_exponent(0), "mu"), (lambda: ellipse_exponent(2), "mu"), (lambda: ellipse_exponent(1.5), "float"),
    (lambda: ellipse_exponent(1, digits=0), "digits"), (lambda: ellipse_exponent("nan"), "mu"),
    (lambda: transverse_exponent([]), "points"), (lambda: transverse_exponent([0.5]), "float")])
def test_bad_input_is_named(call, message):
    with pytest.raises(BadInput, match=message):
        call()


def test_sampling_agrees():
    n = 20_000
    mean = sum(math.log(growth(2*math.cos(math.pi*(k + 0.5)/n), 0.7)) for k in range(n))/n
    low, high = endpoints(ellipse_exponent("0.7", 15).closed)
    assert abs(mean - float(low + high)/2) < 1e-6
