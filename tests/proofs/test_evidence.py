"""Every kind of evidence accepts what is true and refuses what is false, vacuous or inexact."""
from fractions import Fraction as Q

import pytest

from certify.balls import less
from proofs.engines import EXACT, ForbiddenDivisor, Vacuous
from proofs.evidence import Certified, Check, Computed, Identity, Nonnegative, Refutation, Simulation
from proofs.surd import sqrt

both = pytest.mark.parametrize("engine", EXACT)


def verdict(evidence, engine):
    return evidence.check(engine).passed


# --- identities ----------------------------------------------------------------------------------------------------

def geometric(a):
    return (a**3 - 1)/(a - 1), a**2 + a + 1


def wrong_geometric(a):
    return (a**3 - 1)/(a - 1), a**2 + a + 2


def vectors(a, b):
    return ((a + b, a - b), (a*b,)), ((b + a, -(b - a)), (b*a,))


def negative_power(a):
    return a**-2*a**3, a


def one_divisor(a):
    return (a - 1,)


@both
def test_rational_identity(engine):
    assert verdict(Identity(geometric, excluding=one_divisor), engine) is True
    assert verdict(Identity(wrong_geometric, excluding=one_divisor), engine) is False


@both
def test_a_divisor_must_be_named(engine):
    with pytest.raises(ForbiddenDivisor, match="a - 1"):
        Identity(geometric).check(engine)
    with pytest.raises(ForbiddenDivisor, match="divides by a"):
        Identity(negative_power).check(engine)
    assert verdict(Identity(negative_power, excluding=lambda a: (a,)), engine) is True


@both
def test_nested_sides(engine):
    assert verdict(Identity(vectors), engine) is True


@both
def test_relations(engine):
    def root(s):
        return s**4 - 2*s**2, 0*s

    def cube(s):
        return s**3, 2*s
    two = lambda s: (s**2 - 2,)   # noqa: E731
    assert verdict(Identity(root, modulo=two), engine) is True
    assert verdict(Identity(cube, modulo=two), engine) is True
    assert verdict(Identity(cube), engine) is False


@both
def test_contradictory_relations_are_vacuous(engine):
    with pytest.raises(Vacuous, match="contradict"):
        Identity(lambda a: (a, a + 1), modulo=lambda a: (a - 1, a - 2)).check(engine)


@both
def test_a_denominator_that_vanishes_on_the_relations_is_vacuous(engine):
    def sides(s):
        return (s**3 - 2*s)/(s**2 - 2), s
    evidence = Identity(sides, modulo=lambda s: (s**4 - 4*s**2 + 4,), excluding=lambda s: (s**2 - 2,))
    with pytest.raises(Vacuous):
        Identity(sides, modulo=lambda s: (s**2 - 2,), excluding=lambda s: (s**2 - 2,)).check("flint")
    assert evidence.check(engine).passed is True


@both
@pytest.mark.parametrize("formula", [
    lambda a: (0.5*a, a/2), lambda a: ((1/2)*a, a/2), lambda a: (a + True, a + 1), lambda a: (a**0.5, a)])
def test_floats_and_booleans_are_refused(engine, formula):
    with pytest.raises(TypeError):
        Identity(formula).check(engine)


@both
def test_division_by_zero_and_empty_and_shapes(engine):
    with pytest.raises(ZeroDivisionError):
        Identity(lambda a: (a/(a - a), a)).check(engine)
    with pytest.raises(Vacuous, match="no equation"):
        Identity(lambda a: ((), ())).check(engine)
    with pytest.raises(ValueError, match="different shapes"):
        Identity(lambda a: ((a, a), (a,))).check(engine)


@both
def test_families_in_d(engine):
    def sum_of_squares(*x, d):
        total = 0*x[0]
        for i in range(d):
            total = total + x[i]**2
        return total, sum(x[i]*x[i] for i in range(d))
    for d in (1, 2, 3):
        evidence = Identity(sum_of_squares, variables=tuple(f"x{i}" for i in range(d)), size=dict(d=d))
        assert evidence.name == f"sum_of_squares(d={d})"
        assert verdict(evidence, engine) is True


# --- certificates --------------------------------------------------------------------------------------------------

def parabola(x):
    """x (1 - x) >= 0 between 0 and 1."""
    return x - x**2, {"x": x, "1 - x": 1 - x}, [(1, ("x", "1 - x"), 1)]


def test_a_certificate():
    evidence = Nonnegative(parabola, at=dict(x=Q(1, 2)), tight=dict(x=0))
    assert all(verdict(evidence, e) is True for e in evidence.engines)
    assert evidence.engines == ("sympy", "flint", "signs")


def test_signs_are_checked():
    def negative(x):
        return -x**2, {}, [(-1, (), x)]

    def weak(x):
        return x**2, {}, [(1, (), x)]
    assert verdict(Nonnegative(negative, at=dict(x=1), tight=dict(x=0)), "signs") is False
    assert verdict(Nonnegative(weak, at=dict(x=1), tight=dict(x=0), strict=True), "signs") is False
    assert verdict(Nonnegative(weak, at=dict(x=1), tight=dict(x=0)), "signs") is True


def test_a_hypothesis_equal_to_the_goal_is_refused():
    def assumed(x):
        return 3*x - 3, {"x - 1": x - 1}, [(3, ("x - 1",), 1)]
    result = Nonnegative(assumed, at=dict(x=2), tight=dict(x=1)).check("signs")
    assert result.passed is False and "the goal itself" in result.detail


def test_hypotheses_need_a_point():
    with pytest.raises(Vacuous, match="not met"):
        Nonnegative(parabola, at=dict(x=2), tight=dict(x=0)).check("signs")
    with pytest.raises(Vacuous, match="nearly attained"):
        Nonnegative(parabola, at=dict(x=Q(1, 2)), tight=dict(x=-1)).check("signs")


def test_a_bound_is_nearly_attained():
    result = Nonnegative(parabola, at=dict(x=Q(1, 2)), tight=dict(x=Q(1, 2))).check("signs")
    assert result.passed is False and "not nearly attained" in result.detail


def test_points_meet_the_relations():
    def golden(s):
        return s, {"s": s - 0*s, "s - 1": s - 1}, [(1, ("s - 1",), 1), (1, (), 1)]
    five = lambda s: (s**2 - 5,)   # noqa: E731
    with pytest.raises(Vacuous, match="does not meet the relations"):
        Nonnegative(golden, at=dict(s=2), slack="a sign", modulo=five).check("signs")
    assert Nonnegative(golden, at=dict(s=sqrt(5)), slack="a sign", modulo=five).check("sympy").passed is True


# --- computations --------------------------------------------------------------------------------------------------

def cubic(x, a):
    return x**3 - a*x


@both
def test_computations(engine):
    def count(value, a, **between):
        return verdict(Computed("real_root_count", cubic, value, options=dict(of="x", at=dict(a=Q(a)), **between)), engine)
    assert count(3, 1) is True
    assert count(1, -1) is True
    assert count(1, 0) is True
    assert count(2, 1) is False
    assert count(1, 1, between=(Q(-1), Q(1))) is True
    assert verdict(Computed("discriminant", cubic, options=dict(of="x", value=lambda a: 4*a**3)), engine) is True
    assert verdict(Computed("discriminant", cubic, options=dict(of="x", value=lambda a: 4*a**2)), engine) is False
    assert verdict(Computed("irreducible", lambda x: x**4 + 1), engine) is True
    assert verdict(Computed("irreducible", lambda x: x**4 + 4), engine) is False
    assert verdict(Computed("rank", ((1, 2), (Q(1, 2), 1)), 1, title="rank"), engine) is True

    def resultant(value):
        options = dict(other=lambda x, a: x - 1, of="x", value=value)
        return verdict(Computed("resultant", cubic, options=options), engine)
    assert resultant(lambda a: a - 1) is True
    assert resultant(lambda a: a + 1) is False


# --- refutations, certified, simulated -----------------------------------------------------------------------------

def test_a_witness_must_meet_the_hypotheses_and_break_the_statement():
    def positive(x):
        return x > 0

    def small(x):
        return abs(x) < 1
    assert Refutation(positive, at=dict(x=Q(-1, 2)), given=small).check("exact").passed is True
    assert Refutation(positive, at=dict(x=Q(1, 2)), given=small).check("exact").passed is False
    assert Refutation(positive, at=dict(x=-2), given=small).check("exact").passed is False


def test_a_witness_may_be_nested_and_comes_with_counts():
    def sums_agree(rows, vertices):
        return all(sum(row)/vertices == 1 for row in rows)
    whole = Refutation(sums_agree, at=dict(rows=((1, 1), (2, 1))), counts=dict(vertices=2))
    assert whole.check("exact").passed is True and whole.for_kernel
    met = Refutation(sums_agree, at=dict(rows=((1, 1), (2, 0))), counts=dict(vertices=2))
    assert met.check("exact").passed is False
    third = Refutation(lambda x: x[0]/x[1] != Q(1, 3), at=dict(x=(1, 3)))      # integers become fractions
    assert third.check("exact").passed is True
    graph = Refutation(lambda edges: len(edges) > 1, counts=dict(edges=((0, 1),)))
    assert graph.check("exact").passed is True and not graph.for_kernel


def test_a_refutation_needs_an_exact_witness():
    def unequal(x, k):
        return x != k
    assert "give a witness" in next(iter(Refutation(unequal).faults()))
    assert "float" in next(iter(Refutation(unequal, at=dict(x=1), counts=dict(k=1.0)).faults()))


def test_a_witness_in_balls_is_three_valued():
    def below_one(x):
        return less(x, 1)
    assert Refutation(below_one, at=dict(x="1.5"), bits=64).check("balls").passed is True
    assert Refutation(below_one, at=dict(x="0.5"), bits=64).check("balls").passed is False
    assert Refutation(lambda x: less(x/3*3, 1), at=dict(x="1"), bits=64).check("balls").passed is None


def test_certified_is_three_valued():
    assert Certified(lambda: True).check("balls").passed is True
    assert Certified(lambda: 7, lambda n: n == 8).check("balls").passed is False
    assert Certified(lambda: None).check("balls").passed is None
    with pytest.raises(TypeError, match="True, False or None"):
        Certified(lambda: "yes").check("balls")


def test_simulation_shows_its_margin():
    result = Simulation(lambda: 0.3, lambda x: x < 0.5, "below one half").check("numpy")
    assert result == Check(True, "0.3; margin: below one half")
