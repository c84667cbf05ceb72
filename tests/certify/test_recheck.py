"""Balls on known cycles: the closed forms, and false statements that must not be proved."""
from fractions import Fraction

from flint import arb
import pytest

from certify.balls import at, ball
from certify.recheck import closing, has_attracting_cycle, solution

RADIUS = arb(2)**-60


def test_closing_is_exact_on_fractions():
    mu, x = Fraction(5, 4), Fraction(1, 3)
    gap, multiplier = closing(x, mu, 1)
    assert gap == x*((x + mu)*(x - 2) + 1) - x and multiplier == (x - 1)*(3*x + 2*mu - 1)


def test_the_two_cycle():
    """7 - 4 mu - 2 mu^2 = rho: mu = -1 + sqrt(9/2 - rho/2)."""
    for rho in (Fraction(-1), Fraction(-1, 3), Fraction(0), Fraction(1, 2)):
        mu = at(200, solution, Fraction(36, 100), Fraction(12, 10), rho, 2, RADIUS)
        exact = at(200, lambda: (ball(9 - rho)/2).sqrt() - 1)
        assert mu.overlaps(exact) and mu.rad() < 1e-16


@pytest.mark.parametrize("mu, period, proved", [
    (Fraction(11, 10), 2, True), (Fraction(11, 10), 1, None), (Fraction(11, 10), 4, None), (Fraction(5, 4), 2, None),
    (Fraction(5, 4), 4, True), (Fraction(14532, 10000), 3, True), (Fraction(145, 100), 3, None),
    (Fraction(1, 2), 1, True), (Fraction(19, 10), 3, None)])
def test_attracting_cycles(mu, period, proved):
    e = (1 - 2*float(mu))/3
    for _ in range(5000):
        e = e*((e + float(mu))*(e - 2) + 1)
    assert at(160, has_attracting_cycle, mu, period, ball(Fraction(e)), RADIUS) is proved
