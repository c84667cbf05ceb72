"""certify.inequality: forms, witnesses, hypotheses, unbounded boxes, bad input, and the published benchmarks."""
from fractions import Fraction

from hypothesis import given, settings, strategies as st
import pytest

from benchmarks.bench_inequality import BENCHMARKS
from certify.balls import BadInput, ball, exact
from certify.elementary import atan, exp, log
from certify.inequality import prove
from certify.outcomes import Proved, Undecided
from numerics.maps import balanced_map, growth

F_ABOVE = {"t": (0, 1), "mu": (0, 2)}


def room_above(t, mu):
    return 2 - balanced_map(-mu + t*(2 + mu), mu)


# --- the published benchmarks -------------------------------------------------------------------------------------

@pytest.mark.parametrize("name, f, box, relation, false", BENCHMARKS, ids=[b[0] for b in BENCHMARKS])
def test_published_inequalities_are_proved_and_sharpened_ones_refuted(name, f, box, relation, false):
    outcome = prove(f, box, relation)
    assert outcome.status == "proved" and outcome.boxes < 5000
    refuted = prove(f, box, false)
    assert refuted.status == "refuted", "a bound beyond the published one must have a witness"
    bound = exact(false.split()[-1])
    if name == "arctan":
        assert refuted.value > ball(bound)
    else:
        assert refuted.value == f(*refuted.witness)
        assert (refuted.value < bound) if ">" in false else (refuted.value > bound)
    assert all(Fraction(low) <= x <= Fraction(high) for x, (low, high) in zip(refuted.witness, box))


def test_there_are_ten_of_them():
    assert len({name.split("(")[0].strip() for name, *_ in BENCHMARKS}) >= 10


# --- forms --------------------------------------------------------------------------------------------------------

def test_every_form_proves_a_strict_inequality_and_the_better_ones_need_fewer_boxes():
    box = {"e": (-2, 2), "mu": ("-1.9", "1.9")}
    boxes = {method: prove(growth, box, "> 0", method=method) for method in ("natural", "mean value", "bernstein")}
    assert all(outcome.status == "proved" for outcome in boxes.values())
    assert boxes["natural"].boxes > 3*boxes["mean value"].boxes > 3*boxes["bernstein"].boxes
    assert boxes["bernstein"].bits is None and boxes["natural"].bits == 64


def test_only_the_factored_form_proves_a_tangency_inside():
    assert prove(room_above, F_ABOVE, ">= 0", method="factored").status == "proved"
    curve = prove(lambda x, y: (3*x - y)**2*(x + 2), [(-1, 1)]*2, ">= 0")
    assert curve.status == "proved" and dict(curve.forms)["factored"] == 2
    assert prove(lambda x, y: (3*x - y)**2*(x + 2), [(-1, 1)]*2, ">= 0", method="bernstein").status == "undecided"
    assert prove(lambda x, y: (3*x - y)**2*(x + 2), [(-1, 1)]*2, "> 0").status == "refuted"
    assert prove(lambda x, y: (3*x - y)**2*(x + 2) + x*0 + 1, [(-1, 1)]*2, ">= 0",
                 method="factored").status == "undecided"


def test_a_contact_settles_what_no_other_form_can():
    def gap(x):
        return exp(x) - 1 - x

    assert prove(gap, [(-3, 2)], "> 0", contacts=[(0, 0, 2)]).equality == ((0, 0, 2),)
    assert prove(gap, [(-3, 2)], ">= 0").status == "undecided"
    assert prove(gap, [(-3, 2)], "> 0").status == "refuted"
    for false_contact in ((0, 0, 3), (0, 1, 1), (0, "1e-9", 2)):
        outcome = prove(gap, [(-3, 2)], "> 0", contacts=[false_contact])
        assert outcome.status == "undecided" and "vanish" in outcome.reason


def test_an_odd_contact_holds_on_one_side_only():
    assert prove(lambda x: log(1 + x), [(0, 3)], "> 0", contacts=[(0, 0, 1)]).status == "proved"
    assert prove(lambda x: log(1 + x), [("-1/2", 3)], "> 0", contacts=[(0, 0, 1)]).status == "refuted"


def test_the_margin_is_a_lower_bound_and_nearly_attained():
    outcome = prove(lambda x: x**2 - x + 1, [(0, 1)], "> 0")
    assert 0 < outcome.margin <= Fraction(3, 4)
    sharp = prove(lambda x: x**2 - x + 1, [(0, 1)], "> 0.7499999")
    assert sharp.status == "proved" and sharp.margin <= Fraction(1, 10**7)
    assert prove(lambda x: x**2 - x + 1, [(0, 1)], "> 0.7500001").status == "refuted"
    assert prove(lambda x: x**2 - x + 1, [(0, 1)], ">= 3/4").status == "proved"
    assert prove(lambda x: x**2 - x + 1, [(0, 1)], "> 3/4").witness == (Fraction(1, 2),)


def test_dependency_does_not_blow_up():
    """A formula that repeats its variable: 20,000 boxes of the natural form are a few of the centred one."""
    def f(x):
        return x*exp(-x) - x/(1 + x + x**2)

    assert prove(f, [(0, "1/100")], "> -0.00006", method="natural", budget=20_000).boxes > 100
    assert prove(f, [(0, "1/100")], "> -0.00006").boxes < 10
    assert prove(lambda x, y: x*y - y*x, [(-9, 9)]*2, ">= 0").boxes == 1


# --- relations ----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("relation, status", [("< 1.0000001", "proved"), ("<= 1", "proved"), ("< 1", "refuted"),
                                              (">= 0", "proved"), ("> 0", "refuted"), (">0.0000001", "refuted"),
                                              ("> -1e-9", "proved"), ("<= 9999999/10000000", "refuted")])
def test_relations(relation, status):
    assert prove(lambda x: x**2, [(-1, 1)], relation).status == status


def test_points_and_constants():
    assert prove(lambda x: x - 1, [("1/3", "1/3")], "< -0.66666666").status == "proved"
    assert prove(lambda x: exp(x), [(0, 0)], "<= 1").status == "proved"
    assert prove(lambda x: exp(x), [(0, 0)], "> 1").status == "refuted"
    assert prove(lambda x: exp(x) - exp(x), [(1, 1)], "> 0").status == "undecided", "zero, but not exactly computable"
    assert prove(lambda x: 3, [(0, 1)], "> 2").status == "proved"
    assert prove(lambda x: 0*x, [(0, 1)], "> 0").status == "refuted"


# --- hypotheses and unbounded boxes -------------------------------------------------------------------------------

def test_hypotheses():
    above_one = [lambda x, y: x - 1, lambda x, y: y - 1]
    assert prove(lambda x, y: x*y - 1, [(0, 4)]*2, "> -0.001", where=above_one).status == "proved"
    assert prove(lambda x, y: x*y - 1, [(0, 4)]*2, "> -0.001").status == "refuted"
    refuted = prove(lambda x, y: x*y - 2, [(0, 4)]*2, "> 0", where=above_one)
    assert refuted.status == "refuted" and all(x >= 1 for x in refuted.witness)
    assert prove(lambda x, y: exp(x)*y - 1, [(0, 4)]*2, "> 0", where=above_one).status == "proved"


def test_hypotheses_that_nothing_meets_prove_nothing():
    for f in (lambda x: x, lambda x: exp(x) - 100):
        outcome = prove(f, [(-1, 1)], "> 0", where=[lambda x: x - 5])
        assert outcome.status == "undecided" and "no point" in outcome.reason


def test_whole_lines_and_half_lines():
    assert prove(growth, {"e": (None, None), "mu": ("-1.999", "1.999")}, "> 0").status == "proved"
    refuted = prove(growth, {"e": (None, None), "mu": ("-1.999", "2.001")}, "> 0")
    assert refuted.status == "refuted" and growth(*refuted.witness.values()) == refuted.value <= 0
    assert prove(lambda x, y: x*y - 1, [(1, None)]*2, ">= 0").status == "proved"
    far = prove(lambda x: 10**9 - x**2, [(1, None)], "> 0")
    assert far.status == "refuted" and far.witness[0]**2 >= 10**9
    assert prove(lambda x: 10**9 - x**3, [(None, -1)], "> 0").status == "proved"
    assert prove(lambda x: x**3 + 10, [(None, 0)], "> 0").status == "refuted"
    assert prove(lambda x: x, [(None, None)], ">= 0", where=[lambda x: x - 1]).status != "refuted"
    assert prove(lambda x: x - 2, [(None, None)], "> 0", where=[lambda x: x - 1]).status == "refuted"
    assert prove(lambda x: x*0 - 1, [(1, None)], "< 0").status == "proved"


def test_the_point_at_infinity_is_no_witness():
    outcome = prove(lambda x, y: (x + 2)*(x + y), [(0, None), (1, None)], "> 0")
    assert outcome.status != "refuted"


# --- undecided ----------------------------------------------------------------------------------------------------

def test_the_budget_is_reported_and_kept():
    outcome = prove(growth, {"e": (-2, 2), "mu": ("-1.99", "1.99")}, "> 0", method="natural", budget=50)
    assert outcome.status == "undecided" and "50" in outcome.reason and outcome.boxes == 50
    assert 0 < outcome.proved < 1 and set(outcome.box) == {"e", "mu"}


def test_resuming_ends_as_one_run_does():
    arguments = growth, {"e": (-2, 2), "mu": ("-1.9", "1.9")}, "> 0"
    whole = prove(*arguments, method="natural")
    part, boxes = prove(*arguments, method="natural", budget=60), 60
    while part.status == "undecided":
        part = prove(*arguments, method="natural", budget=60, resume=part)
        boxes += part.boxes
    assert part.status == "proved" and boxes == whole.boxes > 120


def test_resuming_another_statement_is_refused():
    part = prove(growth, [(-2, 2), ("-1.99", "1.99")], "> 0", method="natural", budget=10)
    for box, relation in (([(-2, 2), ("-1.99", "1.999")], "> 0"), ([(-2, 2), ("-1.99", "1.99")], "> -1")):
        with pytest.raises(BadInput, match="resume"):
            prove(growth, box, relation, method="natural", resume=part)


def test_a_pole_or_a_hole_is_undecided_never_proved():
    for f in (lambda x: 1/x**2, lambda x: x/x, lambda x: log(x**2) + 100, lambda x: (x**2 - x)/(x - x**2) + 2):
        assert prove(f, [(-1, 1)], "> 0").status == "undecided"
    assert prove(lambda x: 1/x, [(-1, 1)], "> -5").status == "refuted"


def test_outcomes_have_no_truth_value():
    for outcome in (prove(growth, [(0, 1), (0, 1)], "> 0"), prove(growth, [(0, 1), (0, 1)], "< 0"), Undecided("why")):
        with pytest.raises(TypeError, match="neither true nor false"):
            bool(outcome)
    assert isinstance(prove(growth, [(0, 1), (0, 1)], "> 0"), Proved)


# --- bad input ----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("change, message", [
    ({"box": [(0.5, 1), (0, 1)]}, "float"), ({"box": [(2, 1), (0, 1)]}, "empty"), ({"box": [(0, 1)]}, "argument"),
    ({"box": [0, 1]}, "pair"), ({"box": []}, "at least one"), ({"box": {"e": (0, 1), "m": (0, 1)}}, "mu"),
    ({"relation": ">"}, "right side"), ({"relation": "= 0"}, "relation"), ({"relation": 5}, "relation"),
    ({"relation": "> nan"}, "right side"), ({"method": "magic"}, "method"), ({"budget": 0}, "budget"),
    ({"budget": True}, "budget"), ({"bits": 0}, "bits"), ({"jobs": 0}, "jobs"), ({"jobs": 1.5}, "jobs"),
    ({"contacts": [("w", 0, 1)]}, "w"), ({"contacts": [("e", 0, 0)]}, "order"), ({"contacts": ["e"]}, "triple"),
    ({"f": lambda e, mu: e*0.5}, "0.5"), ({"f": lambda e, mu: exp(e), "box": [(None, 1), (0, 1)]}, "unbounded"),
    ({"f": lambda e, mu: exp(e), "method": "bernstein"}, "polynomials")])
def test_bad_input_is_named(change, message):
    arguments = {"f": growth, "box": {"e": (0, 1), "mu": (0, 1)}, "relation": "> 0", **change}
    if "bits" in change:
        arguments["method"] = "natural"
    with pytest.raises(BadInput, match=message):
        prove(**arguments)


# --- two methods --------------------------------------------------------------------------------------------------

@given(st.fractions(-3, 3, max_denominator=20), st.fractions(-2, 2, max_denominator=20),
       st.fractions(-2, 2, max_denominator=9))
@settings(max_examples=40, deadline=None)
def test_balls_and_bernstein_never_contradict_each_other(a, b, c):
    def f(x, y):
        return x**2*y - x*y/3 + y**2

    box, relation = [(min(a, b), max(a, b)), (-1, 1)], f"> {c}"
    exactly = prove(f, box, relation, budget=3000)
    in_balls = prove(f, box, relation, method="mean value", budget=3000)
    assert {exactly.status, in_balls.status} != {"proved", "refuted"}
    assert exactly.status != "undecided" or in_balls.status == "undecided"


def test_arctan_by_two_precisions():
    for bits in (53, 200):
        assert prove(lambda x: atan(x) - x/(1 + 28*x**2/100), [(0, 1)], "< 0.005", bits=bits).status == "proved"
