"""The attracting cycle: closed forms, windows, and what must not be proved."""
from fractions import Fraction

from flint import arb
import pytest

from certify.attractor import attracting_cycle, proved_cycle
from certify.balls import at, ball
from numerics.algebra import derivative
from numerics.maps import balanced_map, two_cycle


@pytest.mark.parametrize("mu, period", [
    ("1/2", 1), ("0.9999999999", 1), ("1e-9", 1), ("1.0000000001", 2), ("1.1", 2), ("1.2360679774", 2), ("1.23607", 4),
    ("1.25", 4), ("1.29", 8), ("1.3", 16), ("1.4532", 3), ("1.461", 6), ("1.832", 2), ("1.8368", 2)])
def test_attracting_cycles(mu, period):
    mu = Fraction(mu)
    cycle = attracting_cycle(mu)
    assert cycle is not None and cycle.period == period == len(cycle.points)
    assert abs(cycle.longitudinal) < 1 and cycle.longitudinal.rad() < 1e-15
    if period == 1:
        assert cycle.longitudinal.overlaps(ball(1 - 2*mu)) and cycle.transverse.contains(1)
    if period == 2 and mu < Fraction(5, 4):
        assert cycle.longitudinal.overlaps(ball(7 - 4*mu - 2*mu**2)) and cycle.transverse.overlaps(ball(3 - 2*mu))
        assert all(two_cycle(e, ball(mu)).contains(0) for e in cycle.points)


@pytest.mark.parametrize("mu", ["1", "1.5", "1.9", "2", "1.598", "1.45044", "1.36"])
def test_nothing_is_invented(mu):
    """Neutral, chaotic, and just before a saddle node: no attracting cycle is proved."""
    assert attracting_cycle(Fraction(mu)) is None


def test_beside_the_first_and_the_second_flip_never_the_wrong_period():
    asked, answered = 0, 0
    for base, before, after in ((Fraction(1), 1, 2), (Fraction("1.2360679774997896964"), 2, 4),
                                (Fraction("1.28803175448284276195"), 4, 8)):
        for digits in (4, 6, 8, 10, 12, 14):
            for sign, period in ((-1, before), (1, after)):
                cycle = attracting_cycle(base + sign*Fraction(1, 10**digits))
                assert cycle is None or cycle.period == period
                asked, answered = asked + 1, answered + (cycle is not None)
    assert asked == 36 and answered >= 20


def test_the_multiplier_is_the_same_from_every_point():
    mu = Fraction("1.4532")
    cycle = attracting_cycle(mu)
    for i in range(3):
        product = arb(1)
        for j in range(3):
            product *= derivative(balanced_map, cycle.points[(i + j) % 3], ball(mu))
        assert product.overlaps(cycle.longitudinal)


def test_a_wrong_period_or_start_is_not_proved():
    mu, radius = Fraction("1.4532"), arb(2)**-60
    point = attracting_cycle(mu).points[0].mid()
    verdicts = [at(160, proved_cycle, mu, period, point, radius) for period in (1, 2, 3, 6)]
    assert [verdict is not None for verdict in verdicts] == [False, False, True, False]
    assert at(160, proved_cycle, Fraction("1.45"), 3, point, radius) is None
