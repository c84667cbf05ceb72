"""Recorded programs compute what the formula computes."""
import random
from fractions import Fraction

import pytest
from flint import arb, fmpq

from certify.balls import at, ball
from certify.straightline import Recurrence, Term
from numerics import maps
from numerics.algebra import jacobian

MAPS = [(maps.product_map, 2), (maps.imbalance_map, 2), (maps.squares_map, 2), (maps.normal_form, 2),
        (maps.balanced_map, 1), (maps.balanced_factor_map, 1)]


def contains(enclosure, x):
    return enclosure.contains(arb(fmpq(x.numerator, x.denominator))) or at(4096, lambda: enclosure.contains(ball(x)))


def test_values_and_slopes_contain_the_exact_ones():
    draw, checked = random.Random(3), 0
    for formula, n in MAPS:
        for _ in range(20):
            mu = Fraction(draw.randint(1, 40), draw.choice((7, 20, 32)))
            point = tuple(Fraction(draw.randint(-64, 64), 32) for _ in range(n))

            def both(*x):
                image = formula(*x, mu)
                rows = jacobian(formula, x, mu)
                return *(image if isinstance(image, tuple) else (image,)), *(s for row in rows for s in row)

            expected = both(*point)
            computed = Recurrence(both, n, exact=True).bind()(tuple(ball(x) for x in point), [()])[0]
            assert len(computed) == len(expected) == n + n*n
            assert all(contains(y, x) for y, x in zip(computed, expected))
            checked += len(expected)
    assert checked > 400


def test_each_subexpression_is_computed_once_and_constants_are_folded():
    source = Recurrence(lambda e: (maps.balanced_map(e, Fraction(19, 10)),), 1, exact=True).source
    assert source.count("x0**2") == 1 and source.count(" * ") == 1   # e^3 = e e^2 and e^2 is shared

    recorded = Recurrence(lambda x, y: (x*y + y*x, 0*x + 1*y - 0), 2)
    assert recorded.source.count(" * ") == 1 and "results.append((t1, x1,))" in recorded.source


def test_rows_reach_the_formula_and_states_follow_each_other():
    run = Recurrence(lambda x, r: (x + r, x*r), 1, 1).bind()
    results = run((arb(1),), [(arb(2),), (arb(3),), (arb(4),)])
    expected = [(3, 2), (6, 9), (10, 24)]
    assert all(a == x and b == y for (a, b), (x, y) in zip(results, expected, strict=True))


def test_a_ball_about_zero_is_never_squared_as_a_power():
    square = Recurrence(lambda x: (x**2,), 1).bind()((arb(0, 1),), [()])[0][0]
    assert square.contains(1) and square.contains(0) and square.is_finite()


def test_floats_are_refused():
    with pytest.raises(TypeError, match="not exact"):
        Recurrence(lambda x: (0.5*x,), 1)
    assert Term(None, value=Fraction(1, 2)).add(Term(None, value=Fraction(1, 3))).value == Fraction(5, 6)
