"""certify.pieces: contacts are checked exactly, witnesses too, and a piece never claims more than its form proves."""
from fractions import Fraction

from flint import arb
import pytest

from certify.balls import at
from certify.elementary import exp, log, power
from certify.inequality import Problem
from certify.pieces import BallPiece, BernsteinPiece, contact_holds, excluded, narrow, refutes, settle, value_at
from certify.polynomials import polynomial
from numerics.maps import growth

F = Fraction


def gap(e, mu):
    return growth(e, mu) - power(1 + e, mu)


@pytest.mark.parametrize("f, count, contact, holds", [
    (gap, 2, (0, F(0), 2), True), (gap, 2, (1, F(2), 1), True), (gap, 2, (0, F(0), 3), False),
    (gap, 2, (1, F(2), 2), False),
    (gap, 2, (1, F(1), 1), False), (lambda x: exp(x) - 1 - x, 1, (0, F(0), 2), True),
    (lambda x: exp(x) - 1, 1, (0, F(0), 2), False),
    (lambda x: log(x), 1, (0, F(1), 1), True), (lambda x: x**3, 1, (0, F(0), 3), True),
    (lambda x: x**3, 1, (0, F(0), 4), False),
    (lambda x: exp(x), 1, (0, F(1), 1), False), (lambda x, y: 0*x, 2, (0, F(5), 3), True)])
def test_contacts_are_checked_exactly(f, count, contact, holds):
    assert contact_holds(f, count, contact) is holds


def test_values_are_exact_where_the_formula_is_rational():
    assert value_at(growth, (F(1, 3), F(1, 7)), 64) == growth(F(1, 3), F(1, 7))
    assert value_at(lambda x: 1/x, (F(0),), 64) is None
    value = value_at(lambda x: exp(x), (F(1, 3),), 64)
    assert isinstance(value, arb) and value.rel_accuracy_bits() > 200


def test_a_witness_must_meet_the_hypotheses_exactly():
    problem = Problem(lambda x: x - 1, True, 64, "natural", (lambda x: (2*x - 1)/2,))
    assert refutes(problem, (F(3, 4),)) == F(-1, 4)
    assert refutes(problem, (F(1),)) == 0
    assert refutes(problem, (F(1, 4),)) is None and refutes(problem, (F(2),)) is None


def test_pieces_cover_what_they_are_cut_from():
    p = polynomial(lambda x, y: (x - y)**2 + x/9 - 1, 2)
    for method, cls in (("bernstein", BernsteinPiece), ("mean value", BallPiece)):
        box = ((F(-1), F(2)), (F(0), F(1)))
        answer = at(64, lambda: cls(Problem(p, True, 64, method), box).examine())
        if answer[0] == "cut":
            left, right = answer[1]
            (axis,) = [i for i in range(2) if left.box[i] != box[i]]
            assert left.box[axis][0] == box[axis][0] and right.box[axis][1] == box[axis][1]
            assert left.box[axis][1] == right.box[axis][0]
        else:
            assert answer[0] == "refuted"


def test_nothing_is_lost_when_a_budget_ends():
    problem = Problem(growth, True, 64, "natural")
    tally = settle(problem, [(0, ((F(-2), F(2)), (F(-9, 5), F(9, 5))))], 37)
    assert tally.boxes == 37
    assert tally.settled + sum(F(1, 2**depth) for depth, _ in tally.open) == 1


def test_exclusion_and_narrowness():
    problem = Problem(gap, True, 64, "natural", (lambda e, mu: e,))
    assert excluded(problem, ((F(-2), F(-1)), (F(0), F(1)))) and not excluded(problem, ((F(-2), F(1)), (F(0), F(1))))
    assert narrow(((F(1), 1 + F(1, 2**40)),), 32) and not narrow(((F(1), 1 + F(1, 2**40)), (F(0), F(1))), 32)
