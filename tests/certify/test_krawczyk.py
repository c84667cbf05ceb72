"""certify.krawczyk: one root proved, absence proved, corners, and no false uniqueness."""
from fractions import Fraction

from hypothesis import given, settings, strategies as st
import pytest

from certify.balls import BadInput, at
from certify.elementary import exp
from certify.krawczyk import krawczyk
from certify.roots import krawczyk as exported
from numerics.maps import imbalance_map

F = Fraction


def circle(x, y):
    return x**2 + y**2 - 1, x - y


def test_the_root_of_a_system():
    root = krawczyk(circle, [(0, 1), (0, 1)])
    assert root.status == "unique" and exported is krawczyk
    for low, high in root.enclosure:
        assert 2*low**2 <= 1 <= 2*high**2 and high - low < F(1, 10**30)
    balls = at(128, root.balls)
    assert len(balls) == 2 and all(abs(float(x.mid()) - 0.5**0.5) < 1e-15 for x in balls)


def test_two_precisions_agree():
    coarse, fine = (krawczyk(circle, [(0, 1), (0, 1)], bits=bits) for bits in (64, 400))
    assert len(coarse.enclosure) == len(fine.enclosure) == 2
    for (a, b), (c, d) in zip(coarse.enclosure, fine.enclosure):
        assert a <= c <= d <= b


def test_roots_at_corners_and_faces():
    for box in ([(0, 1), (0, 1)], [(-1, 0), (0, 1)], [(-1, 0), (-1, 0)], [(0, 1), (-1, 1)]):
        root = krawczyk(lambda x, y: (x*(x + 3), y*(y - 5)), box)
        assert root.status == "unique" and root.enclosure[0] == (0, 0)
    assert krawczyk(lambda x: x - 2, [(1, 2)]).enclosure == ((2, 2),)
    edge = krawczyk(lambda x, y: (x**2 - 2, y**2 - 1), [(1, 2), ("1/2", 1)])
    assert edge.status == "undecided" and "boundary" in edge.reason, "one coordinate irrational, the other on the face"


def test_absence():
    for F_, box in ((circle, [(F(8, 10), 1), (0, F(1, 2))]), (lambda x: x - 3, [(1, 2)]),
                    (lambda x: x**2 - 2, [(0, "1.41421356")]),
                    (lambda x: exp(x), [(-1, 1)]), (lambda x: x - 3, [(1, "2.999999999999999999")])):
        assert krawczyk(F_, box).status == "none"


def test_several_and_multiple_roots_are_never_unique():
    for F_, box in ((circle, [(-1, 1), (-1, 1)]), (lambda x, y: (x**2, y), [(-1, 1), (0, 1)]),
                    (lambda x, y: (x*y, x - y), [(-1, 1)]*2), (lambda x: x**2 - 1, [(-2, 2)]),
                    (lambda x, y: (x - y, x - y), [(0, 1)]*2)):
        assert krawczyk(F_, box).status == "undecided"


def test_the_two_cycle_of_the_plane_map():
    """At mu = 11/10 the two-cycle on the line is a root of the second iterate, away from the fixed point."""
    mu = F(11, 10)

    def displacement(e, w):
        e2, w2 = imbalance_map(*imbalance_map(e, w, mu_ball(e)), mu_ball(e))
        return e2 - e, w2 - w

    def mu_ball(e):
        return (0*e + mu.numerator)/mu.denominator

    root = krawczyk(displacement, [("0.26", "0.28"), ("-0.01", "0.01")])
    assert root.status == "unique"
    low, high = root.enclosure[0]
    p = [e**2 + (mu - 1)*e + 1 - mu for e in (low, high)]
    assert p[0]*p[1] <= 0 and root.enclosure[1][0] <= 0 <= root.enclosure[1][1]


@given(st.fractions(-2, 2, max_denominator=30), st.fractions(-2, 2, max_denominator=30),
       st.tuples(*[st.fractions(-3, 3, max_denominator=20)]*4))
@settings(max_examples=120, deadline=None)
def test_a_planted_root_is_inside_or_the_answer_is_undecided(r, s, ends):
    """(x - r + (y - s)/3, y - s - (x - r)^2): one root of interest at (r, s), another one far away."""
    def system(x, y):
        u, v = x*r.denominator - r.numerator, y*s.denominator - s.numerator
        u, v = u/r.denominator, v/s.denominator
        return u + v/3, v - u**2

    box = [(min(ends[:2]), max(ends[:2])), (min(ends[2:]), max(ends[2:]))]
    roots = [(r, s), (r - 3, s + 9)]
    inside = [p for p in roots if all(low <= x <= high for x, (low, high) in zip(p, box))]
    outcome = krawczyk(system, box)
    if outcome.status == "none":
        assert not inside
    elif outcome.status == "unique":
        assert len(inside) == 1
        assert all(low <= x <= high for x, (low, high) in zip(inside[0], outcome.enclosure))


@pytest.mark.parametrize("call, message", [
    (lambda: krawczyk(circle, [(0, 1)]), "argument"), (lambda: krawczyk(circle, [(1, 0), (0, 1)]), "empty"),
    (lambda: krawczyk(circle, [(0.1, 1), (0, 1)]), "float"),
    (lambda: krawczyk(lambda x, y: x, [(0, 1)]*2), "equations"),
    (lambda: krawczyk(circle, [(0, 1)]*2, steps=0), "steps"), (lambda: krawczyk(circle, [(0, 1)]*2, bits=1.5), "bits"),
    (lambda: krawczyk(circle, [0, 1]), "pair")])
def test_bad_input_is_named(call, message):
    with pytest.raises(BadInput, match=message):
        call()
