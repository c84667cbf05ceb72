"""Every operation of the compiled intervals encloses the exact result, compared in Fractions; derivatives are exact."""
from fractions import Fraction
import math
import random

from flint import fmpq_mpoly_ctx
from numba import njit
from numba.core.errors import TypingError
import pytest

from certify.rounding import Interval, bounded, common, compiled, down, inside, outward, partials, point, square, up
from numerics import maps
from numerics.algebra import jacobian


@njit
def operations(a, b, c, d, n):
    x, y = Interval(a, b), Interval(c, d)
    results = [x + y, x - y, x*y, square(x), x**n, -x, 3*x, x - 5, 2 - x, x/7]
    if c > 0.0 or d < 0.0:
        results.append(x/y)
    return [(r.low, r.high) for r in results]


@njit
def fused(x, y, z):
    return x*y + z


def random_double(chance, widest=300):
    return chance.choice((-1, 1))*chance.random()*2.0**chance.randint(-widest, widest)


def test_every_operation_encloses_the_exact_result():
    chance, checked = random.Random(1), 0
    for trial in range(4000):
        widest = 300 if trial % 2 else 3
        a, b = sorted(random_double(chance, widest) for _ in range(2))
        c, d = sorted(random_double(chance, widest) for _ in range(2))
        n = chance.randint(2, 3)
        results = operations(a, b, c, d, n)
        for u, v in chance.choices([(a, c), (a, d), (b, c), (b, d), ((a + b)/2, (c + d)/2)], k=3):
            u, v = Fraction(u), Fraction(v)
            exact = [u + v, u - v, u*v, u**2, u**n, -u, 3*u, u - 5, 2 - u, u/7]
            if not c <= 0 <= d:
                exact.append(u/v)
            assert len(exact) == len(results)
            for value, (low, high) in zip(exact, results):
                assert Fraction(low) <= value <= Fraction(high)
                checked += 1
    assert checked > 120_000


def test_enclosures_are_tight():
    assert operations(1.0, 1.0, 3.0, 3.0, 2)[-1] == (down(1/3), up(1/3))
    assert up(1.0) == 1 + 2.0**-52 and down(1.0) == 1 - 2.0**-52
    low, high = operations(0.1, 0.1, 0.2, 0.2, 2)[0]
    assert high - low < 3e-16


@pytest.mark.parametrize("r", [0.0, 5e-324, -5e-324, 2.0**-1022, 2.0**-1022 - 5e-324, -2.0**-970, 1.0, -1.0, 2.0**1000,
                               1.7976931348623157e308, math.nextafter(1.0, 0), -math.nextafter(2.0, 0)])
def test_rounding_reaches_the_neighbour(r):
    assert up(r) >= math.nextafter(r, math.inf)
    assert down(r) <= math.nextafter(r, -math.inf)


def test_products_are_not_contracted():
    x = 1.0 + 2.0**-30
    assert Fraction(x)**2 - 1 - Fraction(2)**-29 == Fraction(2)**-60      # what a fused multiply-add would return
    assert fused(x, x, -(1.0 + 2.0**-29)) == 0.0


def test_what_is_not_a_number_is_undecided():
    @njit
    def verdicts(a, b):
        x = Interval(a, b)
        return bounded(x, 1e300), inside(x, Interval(-1.0, 1.0))

    for ends in [(math.nan, 0.0), (0.0, math.nan), (-math.inf, 0.0), (0.0, math.inf), (1.0, -1.0)]:
        assert verdicts(*ends) in [(False, False), (False, True)]
        assert verdicts(*ends)[0] is False
    assert verdicts(math.nan, math.nan) == (False, False)
    assert verdicts(-0.5, 0.5) == (True, True)


def test_a_divisor_that_contains_zero_and_a_float_constant_are_refused():
    @njit
    def divide(a, b):
        return (point(1)/Interval(a, b)).low

    @njit
    def tenth(a):
        return (0.1*point(a)).low

    with pytest.raises(ZeroDivisionError):
        divide(-1.0, 1.0)
    with pytest.raises(TypingError):
        tenth(1.0)


def test_common_part_and_outward_doubles():
    @njit
    def part(a, b, c, d):
        x = common(Interval(a, b), Interval(c, d))
        return x.low, x.high

    assert part(0.0, 2.0, 1.0, 3.0) == (1.0, 2.0)
    for x in (Fraction(1, 10), Fraction(7, 10), Fraction(-1, 3), Fraction(3, 4)):
        low, high = outward(x)
        assert Fraction(low) <= x <= Fraction(high) and high <= math.nextafter(low, math.inf)
    assert outward(Fraction(3, 4)) == (0.75, 0.75)


def evaluator(derivative, arity):
    """(low, high) of a compiled derivative at a point given by doubles."""
    @njit
    def two(x, y):
        r = derivative(point(x), point(y))
        return r.low, r.high

    @njit
    def three(x, y, z):
        r = derivative(point(x), point(y), point(z))
        return r.low, r.high

    return {2: two, 3: three}[arity]


@pytest.mark.parametrize("formula, names", [(maps.balanced_map, "e mu"), (maps.squares_error, "u v mu")])
def test_partials_are_those_of_the_algebra(formula, names):
    """Compiled derivatives enclose the exact ones at random rational points, constant ones included."""
    chance, checked, arity = random.Random(2), 0, len(names.split())
    for i, row in enumerate(partials(formula, names)):
        for j, derivative in enumerate(row):
            enclosure = evaluator(derivative, arity)
            for _ in range(50):
                numbers = [Fraction(chance.randint(-64, 64), 16) for _ in range(arity)]
                low, high = enclosure(*map(float, numbers))
                assert Fraction(low) <= jacobian(formula, numbers)[i][j] <= Fraction(high) and high - low < 1e-11
                checked += 1
    assert checked == 50*arity


def test_a_formula_that_calls_formulas_compiles():
    step = compiled(maps.product_map)

    @njit
    def image(a, b, mu):
        x, y = step(point(a), point(b), point(mu))
        return x.low, x.high, y.low, y.high

    a, b, mu = Fraction(3, 4), Fraction(-5, 8), Fraction(9, 8)
    x, y = maps.product_map(a, b, mu)
    x_low, x_high, y_low, y_high = image(float(a), float(b), float(mu))
    assert Fraction(x_low) <= x <= Fraction(x_high) and Fraction(y_low) <= y <= Fraction(y_high)


def test_derivatives_come_factored():
    ring = fmpq_mpoly_ctx.get(["e", "mu"], "lex")
    e, mu = ring.gens()
    assert jacobian(maps.balanced_map, (e, mu))[0][0] == (e - 1)*(3*e + 2*mu - 1)
    assert jacobian(maps.balanced_map, (e, mu))[0][1] == e*(e - 2)
