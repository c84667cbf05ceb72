"""Traps: proved where they hold, refused where they do not, and agreeing between compiled intervals and balls."""
from fractions import Fraction
import random

from flint import fmpq_mpoly_ctx
from numba import njit
import numpy as np
import pytest

from certify.balls import at
from certify.basin import modes_map
from certify.rounding import Interval, point
from certify.traps import (CYCLE, ESCAPES, SETTLES, cycle_trap, error_square_map, escapes, in_cycle, in_trap,
                           modes_error, settles)
from numerics.maps import imbalance_map


@njit
def settles_at(s, w, mu):
    return settles(Interval(s, s), Interval(w, w), point(mu))


@njit
def escapes_at(s, w, mu):
    return escapes(Interval(s, s), Interval(w, w), point(mu))


@njit
def in_cycle_at(s, w, mu, boxes):
    return in_cycle(Interval(s, s), Interval(w, w), point(mu), boxes)


def test_the_map_in_error_and_square_is_the_plane_map():
    e, w, mu = fmpq_mpoly_ctx.get(["e", "w", "mu"], "lex").gens()
    image_e, image_w = imbalance_map(e, w, mu)
    assert error_square_map(e, w**2, mu) == (image_e, image_w**2)
    s = w + 2*e     # any two modes
    assert error_square_map(modes_error(s, w, mu), w**2, mu) == (modes_error(*modes_map(s, w, mu), mu),
                                                                 modes_map(s, w, mu)[1]**2)


@pytest.mark.parametrize("mu, period", [("11/10", 2), ("6/5", 2), ("1001/1000", 2), ("1.24", 4), ("1.4532", 3),
                                        ("1.832", 2), ("1.29", 8)])
def test_cycle_traps_hold_their_orbits(mu, period):
    mu = Fraction(mu)
    trap = cycle_trap(mu)
    assert trap.period == period == len(trap.boxes) and 0 < trap.contraction < 1
    chance, checked = random.Random(3), 0
    for low, high, top in trap.boxes:
        for _ in range(10):
            e, v = (low + (high - low)*Fraction(chance.randint(0, 99), 99), top*Fraction(chance.randint(0, 99), 99))
            x, y, before = float(e), float(v), float(v)
            for _ in range(period):
                x, y = error_square_map(x, y, float(mu))
            assert low < x < high and 0 <= y <= max(before, 1e-300)
            checked += 1
    assert checked == 10*period


@pytest.mark.parametrize("mu", ["1.5", "1.9", "1.00000001", "1.2360679774997"])
def test_no_trap_is_invented(mu):
    """Chaotic parameters, and parameters so near a flip that the search does not settle."""
    assert cycle_trap(Fraction(mu)) is None


def test_settling_agrees_with_balls_and_stops_at_the_end_of_the_segment():
    mu, chance, inside, outside = Fraction(11, 16), random.Random(4), 0, 0
    for _ in range(3000):
        w = chance.uniform(0, 1)
        s = (w*w + 4*float(mu) + chance.uniform(-0.3, 0.3))**0.5
        if settles_at(s, w, float(mu)):
            assert w*w < 2 - 2*mu
            assert at(128, in_trap, Fraction(s), Fraction(w), mu, SETTLES, None)
            inside += 1
        else:
            outside += 1
    assert inside > 300 and outside > 300
    edge = float(2 - 2*mu)
    assert settles_at((edge - 0.01 + 4*float(mu))**0.5, (edge - 0.01)**0.5, float(mu))
    assert not settles_at((edge + 0.01 + 4*float(mu))**0.5, (edge + 0.01)**0.5, float(mu))
    assert not settles_at(2*1.25**0.5, 0.0, 1.25)     # beyond mu = 1 the fixed point e = 0 repels


def test_the_escape_trap_is_invariant():
    chance, found = random.Random(5), 0
    for _ in range(3000):
        mu, s, w = chance.uniform(-2, 2), chance.uniform(0, 12), chance.uniform(0, 12)
        if escapes_at(s, w, mu):
            image = tuple(abs(x) for x in modes_map(s, w, mu))
            assert escapes_at(*image, mu) and abs(modes_error(*image, mu)) > abs(modes_error(s, w, mu)) + 10
            assert at(128, in_trap, Fraction(s), Fraction(w), Fraction(mu), ESCAPES, None)
            found += 1
    assert found > 500
    assert not escapes_at(2.0, 1.0, 1.0) and not escapes_at(12.0, 11.9, 1.0)


def test_the_lemma_behind_escape():
    """25/49 d1 d2 - (1 + e)^2, at e = 4 + x, mu = -2 + t, has no negative coefficient: tau+ <= 25/49 tau."""
    x, t = fmpq_mpoly_ctx.get(["x", "t"], "lex").gens()
    e, mu = 4 + x, -2 + t
    first, second = 3*(e**2 + mu*e)/4 + 1, 3*e**2/4 - 3*e/2 + 1
    coefficients = (25*first*second/49 - (1 + e)**2).coeffs()
    assert len(coefficients) > 5 and min(coefficients) > 0
    tau = t
    e, mu = x, t
    image, _ = error_square_map(e, tau*(e - 2)*(e + mu), mu)
    assert image - e == (1 - tau)*e*(e - 2)*(e + mu)


def test_membership_in_a_cycle_trap():
    trap = cycle_trap(Fraction(11, 10))
    boxes = np.array([[float(x) for x in box] for box in trap.boxes])
    low, high, _ = trap.boxes[0]
    s = (4*(float(low + high)/2 + 1.1))**0.5
    assert in_cycle_at(s, 0.0, 1.1, boxes) and not in_cycle_at(s, 1.0, 1.1, boxes)
    assert not in_cycle_at(2*1.1**0.5, 0.0, 1.1, boxes)      # the repelling fixed point
    assert at(128, in_trap, Fraction(s), 0, Fraction(11, 10), CYCLE, trap)
