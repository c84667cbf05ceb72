"""From formulas to Coq: the recording algebra, cofactors, points, and the text of lemmas."""
from fractions import Fraction as Q

import flint
import pytest

from numerics.algebra import derivative
from numerics.maps import growth, product_map
from proofs.evidence import Identity, Nonnegative, Refutation
from proofs.kernel.ideal import NoCofactors, cofactors
from proofs.kernel.link import link
from proofs.kernel.point import NoPoint, Point
from proofs.kernel.radical import Radical
from proofs.kernel.script import of_identity, of_nonnegative, of_refutation
from proofs.kernel.search import real_point
from proofs.kernel.terms import Term, TooLong, identifiers, number
from proofs.surd import sqrt

a, b, e, mu = map(Term, ("a", "b", "e", "mu"))


@pytest.mark.parametrize("term, text", [
    (a + b*a, "a + b*a"),
    ((a + b)*a, "(a + b)*a"),
    (a - (b - a), "a - (b - a)"),
    (a - b - a, "a - b - a"),
    (a/(b/a), "a/(b/a)"),
    (a/(b*a), "a/(b*a)"),
    (-(a + b), "(- (a + b))"),
    ((-a)**2, "(- a)^2"),
    (a**2**3, "a^8"),
    ((a*b)**3, "(a*b)^3"),
    (a**-2, "1/a^2"),
    (Q(1, 2)*a, "(1/2)*a"),
    (a*-3, "a*(-3)"),
    (a - Q(-1, 2), "a - (-1/2)"),
    (0 + a, "a"), (1*a, "a"), (a*0, "0"), (0 - a, "(- a)"), (a**0, "1"), (a**1, "a"),
    (growth(e, mu), "e^2 + mu*e + 1"),
    (product_map(a, b, mu)[0], "a - (a*b - mu)*b"),
])
def test_what_the_recording_algebra_prints(term, text):
    assert str(term) == text


def test_a_derivative_is_printed_too():
    assert derivative(growth, e, mu).text == "2*e + mu"


def test_only_exact_constants_are_printed():
    assert str(number(Q(-2, 3))) == "(-2/3)"
    for bad in (0.5, True, "x"):
        with pytest.raises(TypeError):
            number(bad)
    with pytest.raises(TypeError):
        a + 0.5


def test_long_expressions_are_refused():
    with pytest.raises(TooLong, match="split the identity"):
        x = a + b
        for _ in range(20):
            x = x*x


def test_names_are_made_safe_for_coq():
    assert identifiers(["x", "end", "a-b", "1st", "R", "a_b"]) == ["x", "end_", "a_b", "x1st", "R_", "a_b_"]


def test_cofactors_multiply_out():
    ring = flint.fmpq_mpoly_ctx.get(("x", "y", "z"), "degrevlex")
    x, y, z = ring.gens()
    relations = [x**2 + y**2 - 1, x*y - z, x + z**2 - 3]
    for q in ([x, y, z], [y**2, x - 1, x*y*z], [0*x, 3 + x**2, z - y]):
        target = sum((c*r for c, r in zip(q, relations)), 0*x)
        found = cofactors(target, relations)
        assert sum((c*r for c, r in zip(found, relations)), 0*x) == target
    with pytest.raises(NoCofactors):
        cofactors(x, [x**2, y])
    with pytest.raises(NoCofactors, match="within"):
        cofactors(x, relations, budget=0)


def test_nested_roots_compare_exactly():
    r = Radical(Q(0), Q(1), 1 - sqrt(2)/2)
    assert r > 0 and r*r == 1 - sqrt(2)/2 and r < Q(55, 100) and not r < Q(54, 100)
    assert 1/r*r == 1 and r - r == 0


def on_circle(x, y):
    return (x**2 + y**2 - 2, x - y)


def test_a_real_point_on_the_relations():
    point = real_point(Identity(lambda x, y: (x*x, y*y), modulo=on_circle))
    x, y = point.coordinates
    assert x**2 + y**2 == 2 and x == y
    with pytest.raises(NoPoint):
        real_point(Identity(lambda x: (x**2, 0*x - 1), modulo=lambda x: (x**2 + 1,)))


def test_the_statement_names_relations_and_divisors():
    lemma, met = of_identity("swap", Identity(lambda x, y: (1/x, 1/y), modulo=lambda x, y: (x - y,),
                                              excluding=lambda x, y: (x, y)))
    assert " ".join(lemma.statement.split()) == "forall x y : R, x - y = 0 -> x <> 0 -> y <> 0 -> 1/x = 1/y"
    assert met.name == "swap__met" and met.statement.startswith("exists x y : R")


def test_hypotheses_of_a_certificate_stand_in_the_statement():
    def proof(x, y):
        return x*y + 1, {"x": x, "y": y}, [(1, ("x", "y"), 1), (1, (), 1)]
    lemma, met = of_nonnegative("bound", Nonnegative(proof, at=dict(x=1, y=2), slack="an example"))
    assert " ".join(lemma.statement.split()) == "forall x y : R, 0 <= x -> 0 <= y -> 0 <= x*y + 1"
    assert " ".join(met.statement.split()) == "exists x y : R, 0 < x /\\ 0 < y"


def test_contradictory_hypotheses_have_no_point():
    def proof(x):
        return x, {"x": x - 1, "-x": -x}, [(1, ("x",), 1)]
    with pytest.raises(NoPoint, match="does not meet the hypotheses"):
        of_nonnegative("nothing", Nonnegative(proof, at=dict(x=2), slack="none"))


def test_a_refutation_records_its_comparisons():
    found, = of_refutation("no", Refutation(lambda x: x**2 > 2, at=dict(x=1), given=lambda x: 0 < x <= 1))
    assert " ".join(found.statement.split()) == "exists x : R, 0 < x /\\ x <= 1 /\\ x^2 <= 2"
    for statement, given in ((lambda x: x > 2, lambda x: x > 5), (lambda x: False, None), (lambda x: x < 5, None)):
        with pytest.raises(ValueError):
            of_refutation("no", Refutation(statement, at=dict(x=1), given=given))


def test_nested_witnesses_are_named_by_their_place_and_counts_are_no_numbers():
    found, = of_refutation("no", Refutation(lambda a, x, k: a[0][1]/k <= x, at=dict(a=((1, 2), (3, 4)), x=Q(1, 3)),
                                            counts=dict(k=2)))
    assert " ".join(found.statement.split()) == "exists a_0_0 a_0_1 a_1_0 a_1_1 x : R, x < a_0_1/2"


def test_a_point_with_two_different_roots_is_refused():
    with pytest.raises(NoPoint, match="two different square roots"):
        Point.of([sqrt(2), sqrt(3)])


def test_formulas_that_are_not_transcribed_are_named():
    from numerics import maps
    found = link(maps, "Definition growth (mu e : R) : R := e^2 + mu*e + 1.\nDefinition error (mu a : R) : R := a.\n")
    assert [lemma.name for lemma in found.lemmas] == ["growth"]
    assert {"error", "product_map"} <= set(found.unlinked) and "growth" not in found.unlinked
    assert "Maps.growth e mu = Paper.growth mu e" in found.text
