"""All cycles of a period, and the attracting one: counted against FLINT's roots, published values, and theorems."""
import pickle
import random
from fractions import Fraction

import pytest
from flint import arb, fmpq, fmpq_poly, fmpz_poly

from certify import cycles as cycles_module
from certify.balls import BadInput, at, ball, exact
from certify.cycles import Cycle, Undecided, attracting_cycle, cycle, periodic_points


def real_zeros(mu, period):
    """How many distinct real zeros F^period(e) - e has, by FLINT's isolation of the roots of a polynomial over Z."""
    m = fmpq(mu.numerator, mu.denominator)
    step, power, e = fmpq_poly([0, 1 - 2*m, m - 2, 1]), fmpq_poly([0, 1]), fmpq_poly([0, 1])
    for _ in range(period):
        power = step(power)
    difference = power - e
    return sum(1 for root, _ in fmpz_poly([int(c) for c in (difference*difference.denom()).coeffs()]).complex_roots()
               if root.imag == 0)


def test_the_count_is_that_of_flint_s_root_isolation():
    draw, compared = random.Random(1), 0
    parameters = [Fraction(draw.randint(1, 2000), 1000) for _ in range(12)]
    parameters += [Fraction(draw.randint(1300, 2000), 1000) for _ in range(18)]
    for mu in parameters:
        for period in (1, 2, 3, 4):
            result = periodic_points(mu, period)
            assert result.status == "complete" and result.count == real_zeros(mu, period)
            compared += 1
    assert compared == 120


@pytest.mark.parametrize("period", range(1, 12))
def test_at_mu_2_there_are_exactly_3_to_the_p_points(period):
    result = periodic_points(2, period)
    assert result.status == "complete" and result.count == 3**period
    for c in result.cycles[:200]:   # e = 2 cos t with 3^p t = +-t: multipliers +-3^p, and 9^p at 2 and -2
        expected = 9**c.period if c.period == 1 and abs(c.points[0]) == 2 else 3**c.period
        assert at(300, lambda: abs(c.longitudinal).contains(expected))
        assert c.transverse_sign == (1 if c.points[0] == 2 else 0)
        assert c.points[0] == 2 or at(300, lambda: abs(c.transverse).contains(1))


@pytest.mark.parametrize("mu", ["0.3", "1/2", "0.9", "1.1", "1.36", "1.46", "1.5", "1.75", "1.829", "1.9", "1.99"])
def test_the_transverse_exponent_has_its_sign_on_every_cycle(mu):
    """Theorem 4.5: negative on every cycle but the fixed points 0, where it is 0, and 2."""
    counted = 0
    for c in periodic_points(mu, 8).cycles + periodic_points(mu, 7).cycles:
        assert c.transverse_sign == (0 if c.points[0] == 0 else 1 if c.points[0] == 2 else -1)
        counted += 1
    assert counted >= 6


def test_the_largest_transverse_exponents_are_the_published_ones():
    for mu, largest in (("1.1", "-0.112"), ("1.4", "-0.805"), ("1.5", "-0.419"), ("1.7", "-0.176"), ("1.9", "-0.0464"),
                        ("1.99", "-0.00429")):
        cycles = [c for p in (1, 2, 3, 4) for c in cycle(mu, p).cycles if not (c.points[0] == 0 or c.points[0] == 2)]
        exponents = [c.transverse_exponent for c in cycles]
        attained = [x for x in exponents if x.is_finite() and abs(x - ball(largest)) < abs(ball(largest))/100]
        assert len(exponents) >= 2 and attained
        assert all(x < max_ for x in exponents if x.is_finite() for max_ in [attained[0] + arb("1e-3")])


def test_cycles_are_distinct_and_have_their_least_period():
    for mu in ("1.46", "1.9"):
        result = periodic_points(mu, 6)
        points = [e for c in result.cycles for e in c.points]
        assert len(points) == result.count
        assert not any(x.overlaps(y) for i, x in enumerate(points) for y in points[:i])
        assert sum(cycle(mu, d).count for d in (1, 2, 3, 6)) == result.count
    assert [cycle("1.8", 2).count, cycle("1.83", 2).count] == [2, 6]   # Proposition 3.6: one two-cycle, then three


def test_period_3_begins_where_it_was_published():
    onset = Fraction("1.45044096448787517281550248691820215755941415")
    before, after = cycle(onset - Fraction(1, 10**9), 3), cycle(onset + Fraction(1, 10**9), 3)
    assert before.status == after.status == "complete" and [len(before.cycles), len(after.cycles)] == [0, 2]
    superstable = attracting_cycle(Fraction("1.45315558364575431637"))
    assert superstable.period == 3 and superstable.longitudinal.abs_upper() < arb("1e-17")


@pytest.mark.parametrize("mu, period", [
    ("0.3", 1), ("1/2", 1), ("0.99999999999999999999", 1), ("1.00000000000000000001", 2), ("1.1", 2),
    ("1.2360679774997896964", 2), ("1.2360679774997896965", 4), ("1.29", 8), ("1.301", 16), ("1.302", 32),
    ("1.3022", 64), ("1.46", 3), ("1.8294", 2), ("1.4609", 6)])
def test_the_attracting_cycle_has_the_right_period(mu, period):
    found = attracting_cycle(mu)
    assert isinstance(found, Cycle) and found.period == period and found.attracting_on_the_line
    assert found.transverse_sign == (0 if period == 1 else -1)
    assert found.stability == ("neutral" if period == 1 else "attracting")


def test_all_cycles_and_the_attracting_one_agree():
    """At most one cycle attracts (Singer), and it is the one that the critical orbit finds."""
    draw, attracting = random.Random(4), 0
    for _ in range(60):
        mu = Fraction(draw.randint(1, 1999), 1000)
        found, every = attracting_cycle(mu, max_period=16), periodic_points(mu, 8)
        stable = [c for c in every.cycles if c.attracting_on_the_line]
        assert all(c.attracting_on_the_line is not None for c in every.cycles) and len(stable) <= 1
        if isinstance(found, Cycle) and 8 % found.period == 0:
            assert stable[0].period == found.period
            assert any(e.overlaps(found.points[0]) for e in stable[0].points)
            attracting += 1
        else:
            assert not stable
    assert attracting > 30


def test_where_nothing_can_be_decided_nothing_is_claimed():
    at_the_flip = periodic_points(1, 2)
    assert at_the_flip.status == "undecided" and any(box.contains(0) for box in at_the_flip.undecided)
    assert isinstance(attracting_cycle(1, max_period=8), Undecided)
    assert isinstance(attracting_cycle("1.5"), Undecided) and "period up to 128" in attracting_cycle("1.5").why
    assert isinstance(attracting_cycle("1.302", max_period=16), Undecided)
    assert "repelling fixed point 2" in attracting_cycle(2).why
    little = periodic_points("1.9", 9, max_laps=100)
    assert little.status == "undecided" and "budget of 100 laps" in little.why and little.cycles == ()


def test_an_interrupt_keeps_the_cycles_that_are_proved(monkeypatch):
    calls, lone_cycle = [], cycles_module._lone_cycle

    def interrupted(*args):
        calls.append(args)
        if len(calls) == 10:
            raise KeyboardInterrupt
        return lone_cycle(*args)

    monkeypatch.setattr(cycles_module, "_lone_cycle", interrupted)
    result = periodic_points("1.9", 7)
    assert result.status == "undecided" and "interrupted" in result.why and len(result.cycles) == 9


def test_more_digits_agree_with_fewer():
    coarse, fine = cycle("1.9", 6, digits=10), cycle("1.9", 6, digits=60)
    pairs = []
    for c, d in zip(coarse.cycles, fine.cycles, strict=True):
        pairs += zip(c.points, d.points, strict=True)
    assert len(pairs) == coarse.count > 200
    assert all(x.overlaps(y) and y.rad() < arb(10)**-60 for x, y in pairs)


def test_process_pools_can_carry_cycles():
    found = cycle("1.9", 3)
    assert pickle.loads(pickle.dumps(found)).cycles[0].points[0].overlaps(found.cycles[0].points[0])


@pytest.mark.parametrize("call", [periodic_points, cycle])
@pytest.mark.parametrize("change, message", [
    ({"mu": 1.5}, "float"), ({"mu": "nan"}, "not a number"), ({"mu": 0}, "mu = 0"), ({"mu": "-1"}, "mu = -1"),
    ({"mu": 3}, "mu = 3"),
    ({"period": 0}, "period = 0"), ({"period": -2}, "period = -2"), ({"period": 1.0}, "period"),
    ({"digits": 0}, "digits = 0"), ({"max_laps": 0}, "max_laps")])
def test_bad_input_is_named(call, change, message):
    with pytest.raises(BadInput, match=message):
        call(**({"mu": "1.5", "period": 2} | change))


@pytest.mark.parametrize("change, message", [
    ({"mu": 1.5}, "float"), ({"mu": "2.5"}, "mu = 5/2"), ({"max_period": 0}, "max_period"),
    ({"transient": 0}, "transient"), ({"digits": 0}, "digits")])
def test_bad_input_to_the_search_is_named(change, message):
    with pytest.raises(BadInput, match=message):
        attracting_cycle(**({"mu": exact("1.5")} | change))
