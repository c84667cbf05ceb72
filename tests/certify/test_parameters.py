from fractions import Fraction

from flint import arb, arb_mat, fmpq_poly

from certify.balls import at, ball
from certify.cascade import flip
from certify.interval_newton import isolate
from certify.parameters import flip_parameter, minimal_polynomial, second_order_jet
from numerics.algebra import jacobian
from numerics.maps import balanced_map


def test_a_fixed_point_is_no_three_cycle():
    """At mu = 1 the third iterate has a fixed point of multiplier -1, of period 1."""
    def system(x, mu):
        image, by_x, by_mu, by_xx, by_x_mu = second_order_jet(x, mu, 3)
        return arb_mat([[image - x], [by_x + 1]]), arb_mat([[by_x - 1, by_mu], [by_xx, by_x_mu]])

    assert at(192, lambda: isolate(system, [arb(0), arb(1)], [arb("1e-20")]*2)) is not None
    assert at(192, flip_parameter, Fraction(1), 1, 192).contains(1)
    assert at(192, flip_parameter, Fraction(99, 100), 3, 192) is None


def test_jets_agree_with_nested_duals():
    def iterate(x, mu):
        for _ in range(4):
            x = balanced_map(x, mu)
        return x

    def compare():
        x, mu = ball("-0.3"), ball("1.25")
        by_x, by_mu = jacobian(iterate, (x, mu))[0]
        (by_xx, by_x_mu), _ = jacobian(lambda x, mu: jacobian(iterate, (x, mu))[0], (x, mu))
        nested = iterate(x, mu), by_x, by_mu, by_xx, by_x_mu
        wide = second_order_jet(arb("-0.3", "1e-3"), arb("1.25", "1e-3"), 4)
        narrow = second_order_jet(x, mu, 4)
        return [w.contains(n) and j.overlaps(n) and j.rad() < 1e-25 for w, j, n in zip(wide, narrow, nested)]

    assert at(128, compare) == [True]*5


def test_a_minimal_polynomial_needs_the_right_root():
    product = fmpq_poly([-4, 2, 1])*fmpq_poly([-1, 1])
    assert minimal_polynomial(product, flip(2).mu) == (-4, 2, 1)
    assert minimal_polynomial(product, at(64, lambda: arb("1.1", "0.2"))) is None
    assert minimal_polynomial(product, at(64, lambda: arb("5"))) is None
