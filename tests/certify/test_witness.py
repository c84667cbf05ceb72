"""certify.witness: candidates are exact points of the box, and good ones."""
from fractions import Fraction

from certify.elementary import exp
from certify.witness import low_points


def test_candidates_are_exact_points_of_the_box_near_the_minimum():
    box = ((Fraction(-1), Fraction(1, 3)), (Fraction(0), Fraction(5)))
    points = list(low_points(lambda x, y: (3*x - 1)**2 + (7*y - 2)**2, box))
    assert points and all(isinstance(x, Fraction) and low <= x <= high for p in points for x, (low, high) in zip(p,
                          box))
    assert (Fraction(1, 3), Fraction(2, 7)) in points, "rounded to short fractions"


def test_functions_that_fail_somewhere_are_searched_elsewhere():
    assert next(low_points(lambda x: 1/x, ((Fraction(-1), Fraction(1)),)))[0] < 0
    assert abs(next(low_points(lambda x: exp(x) - 1 - x, ((Fraction(-3), Fraction(2)),)))[0]) < Fraction(1, 1000)


def test_the_search_is_reproducible():
    box = ((Fraction(-4), Fraction(4)),)*2
    assert list(low_points(lambda x, y: x**4 - y, box)) == list(low_points(lambda x, y: x**4 - y, box)) != []
