"""Balls on known cycles: the closed forms, and false statements that must not be proved."""
from fractions import Fraction

from flint import arb

from certify.balls import at, ball
from certify.recheck import closing, solution

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
