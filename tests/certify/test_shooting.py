"""One cycle from a guess: recomputed by mpmath, the same from each of its points, and no false statement proved."""
import random
from fractions import Fraction

import mpmath
import pytest
from flint import arb

from certify.balls import BadInput, at, ball, fraction
from certify.shooting import Cycle, Shooting, Undecided, certified_cycle
from numerics.algebra import derivative
from numerics.maps import balanced_map, imbalance_multiplier

CYCLES = [("1.1", "-0.37", 2), ("1.46", "-1.31", 3), ("1.29", "-0.504", 8), ("1.9", "0.31", 4), ("1.9", "-0.595", 5),
          ("2", "0.3", 11), ("1.8294", "-0.903", 2), ("1.0000000001", "0.00001", 2), ("0.7", "1.9", 1)]


def iterated(period):
    def power(e, mu):
        for _ in range(period):
            e = balanced_map(e, mu)
        return e
    return power


@pytest.mark.parametrize("mu, guess, period", CYCLES)
def test_mpmath_at_another_precision_falls_inside(mu, guess, period):
    found = certified_cycle(mu, guess, period, "1/2")
    assert isinstance(found, Cycle) and found.period == period == len(found.points)
    with mpmath.workdps(90):
        m, x = mpmath.mpf(found.mu.numerator)/found.mu.denominator, mpmath.mpf(found.points[0].str(40, radius=False))
        x = mpmath.findroot(lambda e: iterated(period)(e, m) - e, x, tol=1e-150)
        slope = across = mpmath.mpf(1)
        for e in found.points:
            assert e.rad() < arb(10)**-30 and at(400, lambda: e.contains(ball(mpmath.nstr(x, 80))))
            slope, across, x = slope*derivative(balanced_map, x, m), across*(1 + x), balanced_map(x, m)
        for exact, computed in ((slope, found.longitudinal), (across, found.transverse)):
            assert at(400, lambda: computed.contains(ball(mpmath.nstr(exact, 70))))


@pytest.mark.parametrize("mu, guess, period", CYCLES)
def test_the_multipliers_are_the_same_from_every_point(mu, guess, period):
    found, compared = certified_cycle(mu, guess, period, "1/2"), 0
    for e in found.points:
        along = at(300, lambda: derivative(iterated(period), e, ball(found.mu)))
        again = Shooting(found.mu).cycle(e, period, 40)
        assert along.overlaps(found.longitudinal) and along.rad() < arb(10)**-10
        assert again.longitudinal.overlaps(found.longitudinal) and again.transverse.overlaps(found.transverse)
        assert again.points[0].overlaps(e)
        compared += 1
    assert compared == period


def test_the_first_two_cycle_has_the_multipliers_of_the_paper():
    """Proposition 3.6: 7 - 4 mu - 2 mu^2 along the line, 3 - 2 mu across; attracting for 1 < mu < sqrt(5) - 1 only."""
    for k in range(1, 100):
        mu = 1 + Fraction(k, 100)
        root = at(53, lambda: (1 - ball(mu) - ((ball(mu) - 1)*(ball(mu) + 3)).sqrt())/2)
        found = certified_cycle(mu, fraction(root.mid()), 2, "1/1000000")
        assert at(300, lambda: found.longitudinal.contains(ball(7 - 4*mu - 2*mu**2)))
        assert at(300, lambda: found.transverse.contains(ball(3 - 2*mu))) and found.transverse_sign == -1
        assert found.stability == ("attracting" if (mu + 1)**2 < 5 else "saddle")


def test_no_false_cycle_is_proved():
    """A wrong period, and a cycle moved by 1e-9: 3000 statements and more, none proved."""
    draw, wrong_period, moved, true = random.Random(2), 0, 0, 0
    for mu in ("0.7", "1.1", "1.29", "1.46", "1.75", "1.9", "2"):
        shooting = Shooting(Fraction(mu))
        for _ in range(100):
            period = draw.randint(1, 7)
            found = shooting.cycle(ball(Fraction(draw.randint(-64, 128), 64)), period, 30)
            if isinstance(found, Undecided):
                continue
            true += 1
            e = found.points[draw.randrange(period)].mid()
            for other in range(1, 9):
                if other != period:
                    claimed = shooting.cycle(e, other, 30)
                    # Newton's method may wander to another cycle: then it must not be this one
                    assert isinstance(claimed, Undecided) or not claimed.points[0].overlaps(e)
                    wrong_period += 1
            center = fraction(e)
            for side in (1, -1):
                shift = side*Fraction(draw.randint(10**3, 10**4), 10**12)
                near = abs(shift)*Fraction(999, 1000)
                assert isinstance(certified_cycle(mu, center + shift, period, near), Undecided)
                moved += 1
            assert isinstance(certified_cycle(mu, center + shift, period, abs(shift)*Fraction(1001, 1000)), Cycle)
    assert true > 250 and wrong_period == 7*true and moved == 2*true
    print(f"{wrong_period} cycles of a wrong period and {moved} moved by 1e-9 or more: none proved; {true} true: all")



@pytest.mark.parametrize("offset", ["1e-6", "1e-10", "1e-15", "1e-20"])
def test_beside_the_bifurcation_the_period_is_right(offset):
    offset = Fraction(offset)
    before, after = (certified_cycle(mu, "1e-3", 2, 1) for mu in (1 - offset, 1 + offset))
    assert isinstance(before, Undecided) and isinstance(after, Cycle) and after.period == 2
    assert after.attracting_on_the_line and after.transverse_sign == -1
    zero = certified_cycle(1 + offset, "1e-3", 1, 1)
    assert zero.points[0] == 0 and zero.attracting_on_the_line is False and zero.transverse_sign == 0


def test_fixed_points_are_exact():
    for mu in ("0.3", "1", "1.9"):
        for e in (Fraction(0), Fraction(2), -Fraction(mu)):
            found = certified_cycle(mu, e + Fraction(1, 1000), 1, "0.01")
            assert at(300, lambda: found.longitudinal.contains(ball(derivative(balanced_map, e, Fraction(mu)))))
            assert at(300, lambda: found.transverse.contains(ball(imbalance_multiplier(e))))
            assert found.transverse_sign == {0: 0, 2: 1}.get(e, -1)


def test_all_zeros_in_an_interval_are_found():
    """F^p(e) - e at mu = 2 is a Chebyshev polynomial less its argument: 3^p zeros in [-2, 2]."""
    shooting = Shooting(Fraction(2))
    for period in (1, 2, 3, 4):
        found, undecided = at(128, shooting.zeros, arb(0, "2.01"), period)
        assert all(alone.contains(zero) for zero, alone in found) and not undecided
        distinct = []
        for zero, _ in found:
            same = [at(128, shooting.same_zero, zero, other, period) for other in distinct]
            assert None not in same
            distinct += [zero] if True not in same else []
        assert len(distinct) == 3**period
    _, undecided = at(128, Shooting(Fraction(1)).zeros, arb("0.01", "0.1"), 2)   # 0 is a triple zero
    assert undecided and any(box.contains(0) for box in undecided)


@pytest.mark.parametrize("change, message", [
    ({"mu": 1.5}, "float"), ({"mu": 0}, "mu = 0"), ({"mu": "2.1"}, "mu = 21/10"), ({"mu": float("nan")}, "float"),
    ({"period": 0}, "period = 0"), ({"period": -3}, "period"), ({"digits": 0}, "digits"), ({"guess": 0.1}, "float"),
    ({"radius": 0}, "radius")])
def test_bad_input_is_named(change, message):
    with pytest.raises(BadInput, match=message):
        certified_cycle(**({"mu": "1.5", "guess": 0, "period": 1, "radius": 1} | change))
