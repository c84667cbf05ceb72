"""Thousands of generated false statements: each must be refuted or undecided, none may be proved.

Every generator makes statements that are false by construction, most of them only just.  The counts are printed
(`pytest -s`) and asserted, so that nothing passes by being empty.
"""
from collections import Counter
from fractions import Fraction
import random

from flint import arb
import pytest

from certify.balls import BadInput, at, ball, contains, hull
from certify.elementary import exp
from certify.inequality import prove
from certify.integrals import closed_form, ellipse_integral, transverse_exponent
from certify.invariance import SEPARATRIX_SIDES, Interval, invariant
from certify.krawczyk import krawczyk
from certify.power_lemma import gap
from certify.roots import isolate
from certify.thresholds import BALANCED, bracket, normal, side_above, side_below
from numerics.maps import balanced_map, imbalance_map

NANO, PICO = Fraction(1, 10**9), Fraction(1, 10**12)


def rational(draw, low, high, denominator=97):
    return Fraction(draw.randint(low*denominator, high*denominator), draw.randint(denominator//2, denominator))


def bounds_beyond_a_minimum(draw):
    """A polynomial with a known minimum m, claimed to exceed m by more than a little."""
    r, s, m = (rational(draw, -2, 2) for _ in range(3))
    a, b, c, k = draw.randint(1, 9), draw.randint(1, 9), draw.randint(0, 2), draw.randint(0, 3)
    rn, rd, sn, sd, mn, md = *r.as_integer_ratio(), *s.as_integer_ratio(), *m.as_integer_ratio()

    def f(x, y):
        u, v = (x*rd - rn)/rd, (y*sd - sn)/sd
        return a*u**2 + b*v**2 + c*u*v + k*u**4 + (0*x + mn)/md

    box = [(r - rational(draw, 0, 2), r + rational(draw, 0, 2)), (s - rational(draw, 0, 2), s + rational(draw, 0, 2))]
    box = [(min(pair), max(pair)) for pair in box]
    relation = draw.choice([f"> {m + NANO}", f">= {m + NANO}", f"> {m}"])
    return prove(f, box, relation, budget=120)


def bounds_beyond_a_maximum_in_balls(draw):
    """c - exp(k (x - r)) + k (x - r), at most c - 1 and that at r, claimed to be less."""
    r, c, k = rational(draw, -2, 2), rational(draw, -3, 3), draw.randint(1, 3)
    rn, rd, cn, cd = *r.as_integer_ratio(), *c.as_integer_ratio()

    def f(x):
        u = k*(x*rd - rn)/rd
        return (u*cd + cn)/cd - exp(u)

    low, high = r - abs(rational(draw, 0, 2)), r + abs(rational(draw, 0, 2))
    return prove(f, [(low, high)], draw.choice([f"< {c - 1 - NANO}", f"<= {c - 1 - NANO}", f"< {c - 1}"]), budget=300)


def the_power_inequality_damaged(draw):
    """Lemma E.1 with mu beyond 2, or lowered by a little where it is an equality."""
    if draw.random() < 0.5:
        top = 2 + draw.choice([NANO, PICO, Fraction(1, 100)])
        low, high = Fraction(draw.randint(1, 20), 10), Fraction(draw.randint(21, 40), 10)
        return prove(gap, {"e": (low, high), "mu": (1, top)}, "> 0", contacts=[("mu", 2, 1)], budget=300)
    n, d = (draw.choice([NANO, Fraction(1, 10**6)])).as_integer_ratio()
    low, high = -Fraction(draw.randint(1, 15), 10), Fraction(draw.randint(1, 20), 10)
    return prove(lambda e, mu: gap(e, mu) - (0*e + n)/d, {"e": (low, high), "mu": ("1/2", "3/2")}, ">= 0", budget=60)


def thresholds_moved(draw):
    """A threshold moved by 1e-12, or more, or less, to the side where it fails."""
    threshold = draw.choice((*BALANCED, normal(Fraction(draw.randint(0, 140), 100))))
    low, high = bracket(threshold, draw.choice([PICO, NANO, Fraction(1, 1000), Fraction(1, 10**30)]))
    try:
        if draw.random() < 0.5:
            beyond = high + Fraction(draw.randint(0, 5), 7)
            return side_below(threshold, min(beyond, 2) if threshold.name == "mono" else beyond)
        return side_above(threshold, low)
    except BadInput:
        return None


def intervals_that_are_left(draw):
    """Intervals of the balanced map that are too short, or mu beyond 2: some point leaves."""
    kind = draw.randrange(3)
    if kind == 0:
        top = 2 + draw.choice([PICO, NANO, Fraction(1, 100), Fraction(3)])*draw.randint(1, 9)
        return invariant(balanced_map, Interval(lambda mu: -mu, 2), draw.choice([top, (1, top)]))
    if kind == 1:
        top = Fraction(2) + draw.choice([PICO, NANO, Fraction(1, 10)])     # F(e) > e beyond the fixed point 2
        return invariant(balanced_map, Interval(lambda mu: -mu, top), Fraction(draw.randint(1, 200), 100))
    mu = Fraction(draw.randint(101, 200), 100)                             # F has slope < -1 at 0: [-d, d] is left
    half = draw.choice([Fraction(1, 1000), Fraction(1, 10**6), PICO])
    return invariant(balanced_map, Interval(-half, half), mu)


def signs_that_are_lost(draw):
    """D after a step has D's sign: false for every range that reaches |mu| = 2."""
    sense = draw.choice([1, -1])
    end = sense*(2 + draw.choice([Fraction(0), PICO, NANO, Fraction(draw.randint(1, 300), 100)]))
    inner = sense*Fraction(draw.randint(0, 199), 100)
    return invariant(imbalance_map, SEPARATRIX_SIDES, (min(inner, end), max(inner, end)))


def roots_that_are_not_one(draw):
    """"Exactly one root" of systems with two roots 1e-9 apart, a double root, or none, in the box."""
    r, gap_ = rational(draw, -1, 1), draw.choice([NANO, Fraction(0), Fraction(1, 10), -NANO])
    rn, rd, gn, gd = *r.as_integer_ratio(), *abs(gap_).as_integer_ratio()

    def f(x):
        u = (x*rd - rn)/rd
        v = (u*gd - gn)/gd
        return u*v if gap_ >= 0 else u**2 + (0*x + gn)/gd

    box = (r - Fraction(draw.randint(1, 50), 100), r + Fraction(draw.randint(11, 60), 100))
    if draw.random() < 0.5:
        return krawczyk(f, [box])
    found = isolate(lambda x: f(x)*exp(x), box, digits=12, budget=500)
    expected = 2 if gap_ > 0 else 0                       # a double root must not be counted as a root proved unique
    assert len(found) <= expected and (not found.complete or (len(found) == expected and gap_ != 0))
    return found.complete and len(found) == 1


def constants_damaged(draw):
    """The closed form with one constant off by 1e-12, or the sign of an exponent turned round."""
    mu = Fraction(draw.randint(1, 199), 100)
    offset = draw.choice([PICO, NANO, -PICO])
    if draw.random() < 0.3:
        def check():
            damaged = closed_form(ball(mu)) + ball(offset)
            return damaged.overlaps(ellipse_integral(ball(mu)))
        return at(80, check)
    e = Fraction(draw.randint(1, 199), 100)               # |1 + e| > 1: not attracting; |1 - e'| < 1: not repelling
    outside = at(64, transverse_exponent, [e]).sign == -1
    inside = at(64, transverse_exponent, [-e]).sign == 1
    return outside or inside


def balls_misjudged(draw):
    """A number next to a ball is in it; a ball that meets another lies in it."""
    low, width = rational(draw, -3, 3), abs(rational(draw, 0, 2)) + NANO
    box = hull(low, low + width)
    near = low + width + width/2**20 if draw.random() < 0.5 else low - width/2**20
    across = hull(low + width/2, low + 2*width)
    return contains(box, near) is True or contains(box, across) is True or contains(box, arb("nan")) is True


GENERATORS = {bounds_beyond_a_minimum: 1800, bounds_beyond_a_maximum_in_balls: 800, the_power_inequality_damaged: 300,
              thresholds_moved: 1000, intervals_that_are_left: 900, signs_that_are_lost: 500,
              roots_that_are_not_one: 500, constants_damaged: 300, balls_misjudged: 700}


@pytest.mark.parametrize("generate", GENERATORS, ids=lambda g: g.__name__)
def test_no_false_statement_is_proved(generate):
    draw, counts = random.Random(20_240_611), Counter()
    while sum(counts.values()) < GENERATORS[generate]:
        outcome = generate(draw)
        if outcome is None:
            continue
        status = getattr(outcome, "status", "proved" if outcome is True else "refuted")
        assert status not in ("proved", "unique"), (generate.__name__, sum(counts.values()), outcome)
        counts[status] += 1
    print(f"\n{generate.__name__}: {sum(counts.values())} false statements, {dict(counts)}")
    assert sum(counts.values()) >= GENERATORS[generate]


def test_they_are_more_than_six_thousand():
    assert sum(GENERATORS.values()) >= 6000
    print(f"\n{sum(GENERATORS.values())} false statements in all")
