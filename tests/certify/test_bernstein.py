"""certify.bernstein: the coefficients enclose the range, exactly; halves and faces are the same polynomial."""
from fractions import Fraction
import random

from hypothesis import given, settings, strategies as st

from certify.bernstein import Patch
from certify.polynomials import Polynomial, polynomial

rationals = st.fractions(-4, 4, max_denominator=30)


def random_polynomial(draw, n, degree):
    terms = {}
    for _ in range(draw.randint(1, 8)):
        terms[tuple(draw.randint(0, degree) for _ in range(n))] = Fraction(draw.randint(-9, 9), draw.randint(1, 7))
    return Polynomial(tuple(terms.items()))


def evaluate(patch, point):
    """The polynomial at a point of the box, from its Bernstein coefficients by de Casteljau at that point."""
    b = patch.b
    for axis, ((low, high), x) in enumerate(zip(patch.box, point)):
        t = (x - low)/(high - low) if high > low else Fraction(0)
        while b.shape[0] > 1:
            b = b[:-1]*(1 - t) + b[1:]*t
        b = b[0]
    return b*patch.unit


@given(st.integers(0, 10**9))
@settings(max_examples=120, deadline=None)
def test_the_form_is_the_polynomial_and_encloses_it(seed):
    draw = random.Random(seed)
    n = draw.randint(1, 3)
    p = random_polynomial(draw, n, 3)
    ends = [(Fraction(draw.randint(-20, 20), 7), Fraction(draw.randint(-20, 20), 9)) for _ in range(n)]
    box = tuple(tuple(sorted(pair)) for pair in ends)
    patch = Patch.of(p, box)
    point = tuple(low + Fraction(draw.randint(0, 12), 12)*(high - low) for low, high in box)
    value = p(*point)
    assert evaluate(patch, point) == value
    assert patch.lower() <= value <= patch.upper()
    for vertex, at_vertex in patch.vertices():
        assert p(*vertex) == at_vertex
    assert patch.least_vertex()[1] == min(v for _, v in patch.vertices())
    axis = draw.randrange(n)
    for half in patch.halves(axis):
        inside = tuple((low + high)/2 for low, high in half.box)
        assert evaluate(half, inside) == p(*inside)
        assert patch.lower() <= half.lower() and half.upper() <= patch.upper()
    assert {half.box[axis] for half in patch.halves(axis)} == {
        (box[axis][0], sum(box[axis])/2), (sum(box[axis])/2, box[axis][1])}


def test_a_monotone_polynomial_is_least_on_a_face():
    p = polynomial(lambda x, y: x**3 + x - 5*y, 2)
    face = Patch.of(p, ((Fraction(0), Fraction(1)), (Fraction(-1), Fraction(1)))).monotone_face()
    assert face.box == ((0, 0), (1, 1)) and face.lower() == face.upper() == -5
    bump = polynomial(lambda x: x**2, 1)
    assert Patch.of(bump, ((Fraction(-1), Fraction(1)),)).monotone_face() is None


def test_huge_coefficients_do_not_overflow_the_heuristics():
    p = polynomial(lambda x, y: 10**400*(x - y)**3 + x, 2)
    patch = Patch.of(p, ((Fraction(0), Fraction(1)),)*2)
    assert patch.restless_axis() in (0, 1)
    assert patch.lower() < 0 < patch.upper() and patch.monotone_face() is None


@given(rationals, rationals)
@settings(max_examples=40, deadline=None)
def test_thin_boxes_are_points(x, y):
    p = polynomial(lambda a, b: a**2*b - 3*b + 1, 2)
    patch = Patch.of(p, ((x, x), (y, y)))
    assert patch.lower() == patch.upper() == p(x, y)
