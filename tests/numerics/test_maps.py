"""The formulas against each other, on exact points: the algebra of the paper, without any engine."""
from fractions import Fraction as Q

from hypothesis import assume, given, strategies as st

from numerics import maps

small = st.fractions(min_value=-4, max_value=4, max_denominator=40)


@given(small, small, small)
def test_one_step_in_every_coordinate(a, b, mu):
    e, w = maps.error(a, b, mu), a - b
    a1, b1 = maps.product_map(a, b, mu)
    e1, w1 = maps.error(a1, b1, mu), a1 - b1
    assert maps.imbalance_map(e, w, mu) == (e1, w1)
    assert maps.normal_form(e, maps.separatrix(e, w, mu), mu) == (e1, maps.separatrix(e1, w1, mu))
    assert maps.squares_map((a + b)**2, w**2, mu) == ((a1 + b1)**2, w1**2)
    assert maps.squares_error((a + b)**2, w**2, mu) == e
    assert e1 == e*maps.error_ratio(e, w, mu)
    assert w1 == maps.imbalance_multiplier(e)*w and a1 + b1 == maps.symmetric_multiplier(e)*(a + b)


@given(small, small)
def test_balanced_line(r, mu):
    e = maps.error(r, r, mu)
    r1 = maps.balanced_factor_map(r, mu)
    assert maps.product_map(r, r, mu) == (r1, r1)
    assert maps.error(r1, r1, mu) == maps.balanced_map(e, mu) == e*maps.balanced_ratio(e, mu)
    assert maps.random_cocycle(r, mu) == (r1, 1 + e)


@given(small, small, small, small)
def test_batch_step_in_the_coordinate_of_the_full_batch(a, b, mu, xi):
    e, w = maps.error(a, b, mu), a - b
    D = maps.separatrix(e, w, mu)
    a1, b1 = maps.product_map(a, b, mu + xi)
    assert maps.separatrix(maps.error(a1, b1, mu), a1 - b1, mu) == (
        maps.growth(e, mu)*D + maps.crossing_term(e, D, mu, xi))


@given(small, small, small)
def test_ellipse_and_separatrix(a, b, mu):
    assume(abs(mu) != 2)
    D = maps.separatrix(maps.error(a, b, mu), a - b, mu)
    assert maps.ellipse(a + b, a - b, mu) - 4 == 4*D/(4 - mu**2)


def test_known_values():
    assert maps.product_map(Q(1), Q(2), Q(1)) == (Q(-1), Q(1))
    assert maps.loss(Q(1), Q(2), Q(1)) == Q(1, 2)
    assert maps.amgm_weights(Q(1)) == (Q(3, 4), Q(1, 4))
    assert maps.chebyshev(2) == 2 and maps.chebyshev(-2) == -2 and maps.chebyshev(1) == -2
    assert maps.two_cycle(Q(1, 2), Q(3, 2)) == 0 and maps.two_cycle(Q(-1), Q(3, 2)) == 0
    assert maps.normal_multiplier(Q(1), Q(1)) == -1
