"""Certified orbits: recomputed by mpmath and by fractions, jumped to on the ellipse, and never a false digit."""
import random
from fractions import Fraction

import mpmath
import pytest
from flint import arb, fmpq

from certify import orbit as orbit_module
from certify.balls import BadInput, at, ball, exact
from certify.orbit import ESCAPE, UNIT, certified_orbit
from numerics import maps

CHAOTIC = [(maps.product_map, ("1/2", "7/10"), "1.9"),
           (maps.imbalance_map, ("1/10", "1/5"), "1.9"),
           (maps.squares_map, ("4", "1/50"), "1.9"),
           (maps.normal_form, ("-0.3", "-1/50"), "3/2"),
           (maps.balanced_map, "1/10", "1.9"),
           (maps.balanced_factor_map, "1/3", "1.95"),
           (maps.chebyshev, "1/3", None)]


def as_tuple(x):
    return x if isinstance(x, tuple) else (x,)


def mpf(x):
    return mpmath.mpf(exact(x).numerator)/exact(x).denominator


def iterate(map, start, mu, steps, number):
    """The orbit in another arithmetic."""
    point = tuple(number(x) for x in as_tuple(start))
    parameters = mu if isinstance(mu, list) else [mu]*steps
    for p in parameters[:steps]:
        point = as_tuple(map(*point, *(() if p is None else (number(p),))))
    return point


def from_mpmath(x):
    sign, mantissa, exponent, _ = x._mpf_
    return arb(((-1)**sign*int(mantissa), exponent))


def decimals(x, places):
    """The ball x rounded to so many decimals, as a string."""
    scaled = at(2048, lambda: int((x.mid()*10**places + arb(1)/2).floor().unique_fmpz()))
    text = str(abs(scaled)).rjust(places + 1, "0")
    return f"{'-' if scaled < 0 else ''}{text[:-places]}.{text[-places:]}"


@pytest.mark.parametrize("map, start, mu", CHAOTIC)
def test_mpmath_at_another_precision_falls_inside(map, start, mu):
    orbit = certified_orbit(map, start, mu, 400, 30, every=100)
    assert orbit.status == "certified" and [k for k, _ in orbit.points] == [0, 100, 200, 300, 400]
    checked = 0
    with mpmath.workprec(5000):
        for k, point in orbit.points:
            for enclosure, x in zip(point, iterate(map, start, mu, k, mpf), strict=True):
                assert enclosure.contains(from_mpmath(x)) and enclosure.rad() < arb(10)**-30
                checked += 1
    assert checked == 5*len(as_tuple(start))


@pytest.mark.parametrize("map, start, mu", CHAOTIC)
def test_fractions_fall_inside(map, start, mu):
    orbit = certified_orbit(map, start, mu, 5, 40, every=1)
    assert len(orbit.points) == 6
    for k, point in orbit.points:
        for enclosure, x in zip(point, iterate(map, start, mu, k, exact), strict=True):
            assert at(20000, lambda: enclosure.contains(arb(fmpq(x.numerator, x.denominator))))


@pytest.mark.parametrize("map, start, mu", CHAOTIC)
def test_two_precisions_agree(map, start, mu):
    coarse, fine = (certified_orbit(map, start, mu, 600, digits) for digits in (10, 60))
    assert fine.bits > coarse.bits and coarse.digits >= 10 and fine.digits >= 60
    for x, y in zip(coarse[600], fine[600], strict=True):
        assert x.overlaps(y) and y.rad() < arb(10)**-60


@pytest.mark.parametrize("steps", [10, 1000, 3000])
def test_on_the_ellipse_the_chebyshev_map_jumps(steps):
    """2 cos t -> 2 cos 3t, so e_n = 2 cos(3^n t) without iteration."""
    orbit = certified_orbit(maps.chebyshev, "1/3", None, steps, 30)
    jumped = at(2*steps + 300, lambda: 2*(3**steps*(arb(1)/6).acos()).cos())
    assert orbit[steps][0].overlaps(jumped) and jumped.rad() < arb(10)**-30


def test_the_plane_map_on_its_ellipse_jumps_too():
    """Rational points of s^2/(2 + mu) + w^2/(2 - mu) = 4 at mu = 1, by lines through (3, 1)."""
    checked = 0
    for slope in (Fraction(1, 7), Fraction(-5, 3), Fraction(9, 4)):
        step = -(2 + 2*slope)/(Fraction(1, 3) + slope**2)
        s, w = 3 + step, 1 + slope*step
        assert maps.ellipse(s, w, 1) == 4
        a, b = (s + w)/2, (s - w)/2
        e = maps.error(a, b, 1)
        orbit = certified_orbit(maps.product_map, (a, b), 1, 500, 30)
        jumped = at(1400, lambda: 2*(3**500*(ball(e)/2).acos()).cos())
        assert at(200, lambda: maps.error(*orbit[500], 1)).overlaps(jumped) and jumped.rad() < arb(10)**-30
        checked += 1
    assert checked == 3


def test_random_switching():
    draw = random.Random(5)
    mu = [Fraction(draw.choice((16, 17, 18)), 10) for _ in range(300)]
    orbit = certified_orbit(maps.product_map, ("1/2", "7/10"), mu, 300, 30)
    assert orbit.status == "certified"
    with mpmath.workprec(3000):
        last = iterate(maps.product_map, ("1/2", "7/10"), mu, 300, mpf)
        assert all(y.contains(from_mpmath(x)) for x, y in zip(last, orbit[300], strict=True))
    listed, constant = (certified_orbit(maps.product_map, ("1/2", "7/10"), mu, 300, 30) for mu in (["1.9"]*300, "1.9"))
    assert all(x.overlaps(y) for x, y in zip(listed[300], constant[300], strict=True))


def test_an_escape_names_its_step():
    checked = 0
    for start, mu in ((("5", "7"), "1.9"), (("2.2", "1.4"), "1"), (("1.3", "2.1"), "3/2")):
        orbit = certified_orbit(maps.product_map, start, mu, 1000, 20)
        exactly = (iterate(maps.product_map, start, mu, k, exact) for k in range(40))
        step = next(k for k, point in enumerate(exactly) if any(abs(x) > ESCAPE for x in point))
        assert orbit.status == "escaped" and orbit.why.endswith(f"exceeds {ESCAPE} in modulus at step {step} of 1000")
        assert orbit.steps == step - 1 == orbit.points[-1][0]
        for enclosure, x in zip(orbit[step - 1], iterate(maps.product_map, start, mu, step - 1, exact), strict=True):
            assert at(100000, lambda: enclosure.contains(arb(fmpq(x.numerator, x.denominator))))
            checked += 1
    assert checked == 6


def test_too_few_bits_are_raised_and_too_small_a_budget_is_undecided(monkeypatch):
    whole = certified_orbit(maps.balanced_map, "1/10", "1.9", 500, 30)
    monkeypatch.setattr(orbit_module, "_search_bits", lambda *_: 200)
    raised = certified_orbit(maps.balanced_map, "1/10", "1.9", 500, 30)
    assert whole.restarts == 0 and 1 <= raised.restarts <= 2 and raised.status == "certified"
    assert raised[500][0].overlaps(whole[500][0])

    partial = certified_orbit(maps.balanced_map, "1/10", "1.9", 500, 30, max_bits=400)
    assert partial.status == "undecided" and "too wide" in partial.why and 100 < partial.steps < 500
    again = certified_orbit(maps.balanced_map, "1/10", "1.9", partial.steps, 30)
    assert partial[partial.steps][0].overlaps(again[partial.steps][0])


def test_an_interrupt_keeps_what_is_proved():
    def interrupt(step, steps):
        if step >= 200:
            raise KeyboardInterrupt
    orbit = certified_orbit(maps.balanced_map, "1/10", "1.9", 500, 30, every=50, progress=interrupt)
    assert orbit.status == "undecided" and "interrupted" in orbit.why and 200 <= orbit.steps < 500
    assert [k for k, _ in orbit.points][:5] == [0, 50, 100, 150, 200]


def test_the_error_step_covers_the_whole_box_not_only_its_midpoint():
    """With errors up to 1/4 a slope taken at the midpoint alone would miss points; the mean-value form does not."""
    draw, checked, missed_by_midpoint = random.Random(7), 0, 0
    for map, start, mu in CHAOTIC:
        d = len(as_tuple(start))
        dynamics = orbit_module._Dynamics(map, d, [None if mu is None else exact(mu)], [0])
        for _ in range(40):
            x = tuple(Fraction(draw.randint(-128, 128), 64) for _ in range(d))
            off = tuple(Fraction(draw.randint(-16, 16), 64) for _ in range(d))
            given = () if mu is None else (exact(mu),)
            error = tuple(UNIT*abs(ball(o)) for o in off)
            points, roundings = dynamics.advance(tuple(ball(v) for v in x), 0, 1)
            grown = dynamics.spread(error, [tuple(ball(v) for v in x)], roundings, 0)[0]
            image = as_tuple(map(*(v + o for v, o in zip(x, off)), *given))
            slopes = orbit_module.jacobian(map, x, *given)
            for i, y in enumerate(image):
                assert at(4000, lambda: (points[0][i] + grown[i]).contains(arb(fmpq(y.numerator, y.denominator))))
                linear = sum(abs(s*o) for s, o in zip(slopes[i], off))
                missed_by_midpoint += abs(y - as_tuple(map(*x, *given))[i]) > linear
                checked += 1
    assert checked == 40*11 and missed_by_midpoint > 50


def test_exact_orbits_stay_exact():
    orbit = certified_orbit(maps.product_map, (1, 0), 1, 100, 10, every=1)
    assert orbit.status == "certified" and len(orbit.points) == 101
    rest = certified_orbit(maps.balanced_map, 0, "1.9", 1000, 10)
    assert rest[1000][0] == 0
    assert certified_orbit(maps.balanced_map, "1/3", "1.9", 0, 10).points[0][1][0].overlaps(ball("1/3"))


def test_no_false_digit_is_confirmed():
    """Each true point is confirmed to 25 decimals; the same with one digit changed is not."""
    draw, false, true = random.Random(11), 0, 0
    for map, start, mu in CHAOTIC:
        orbit = certified_orbit(map, start, mu, 300, 40, every=1)
        for step, point in orbit.points[1:]:
            texts = [decimals(x, 25) for x in point]
            assert orbit.confirms(step, *texts) is True
            true += 1
            i, j = draw.randrange(len(texts)), draw.randrange(1, 26)
            position = len(texts[i]) - j
            digit = draw.choice([d for d in "0123456789" if d != texts[i][position]])
            texts[i] = texts[i][:position] + digit + texts[i][position + 1:]
            assert orbit.confirms(step, *texts) is False
            false += 1
    coarse = certified_orbit(maps.balanced_map, "1/10", "1.9", 300, 10)
    wrong = decimals(certified_orbit(maps.balanced_map, "1/10", "1.9", 300, 60)[300][0], 50)
    assert coarse.confirms(300, wrong) is None
    assert true == false == 300*len(CHAOTIC)
    print(f"{false} orbits with a wrong digit, none confirmed; {true} right ones confirmed")


@pytest.mark.parametrize("change, message", [
    ({"digits": 0}, "digits = 0"), ({"digits": 2.5}, "digits"), ({"digits": True}, "digits"),
    ({"steps": -1}, "steps = -1"), ({"steps": 1.0}, "steps = 1.0"), ({"mu": 1.9}, "float"),
    ({"mu": float("nan")}, "float"), ({"mu": "nan"}, "not a number"), ({"mu": "inf"}, "not a number"),
    ({"start": (0.5, 1)}, "float"),
    ({"start": ("1",)}, "do not fit"), ({"start": ()}, "start"), ({"start": ("1e12", 1)}, "start"),
    ({"mu": ["1", "2"]}, "2 entries for 10 steps"), ({"mu": None}, "do not fit"), ({"every": 0}, "every = 0"),
    ({"max_bits": 1}, "max_bits"), ({"map": "product"}, "map ="), ({"map": maps.error}, "write a map to iterate"),
    ({"map": lambda a, b, mu: (0.5*a, b)}, "not exact")])
def test_bad_input_is_named(change, message):
    arguments = {"map": maps.product_map, "start": ("1/2", "7/10"), "mu": "1.9", "steps": 10, "digits": 10} | change
    with pytest.raises(BadInput, match=message):
        certified_orbit(**arguments)
