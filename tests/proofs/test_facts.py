from dataclasses import dataclass
from fractions import Fraction as Q
import math

from flint import arb
import pytest

from proofs.evidence import Certified, Simulation
from proofs.facts import of_certified, of_run


@dataclass
class Result:
    boxes: int
    bits: int | None
    margin: Q
    inside: tuple = ()


def test_facts_of_certified_results_are_gathered_from_all_parts():
    found = of_certified([Result(3, 64, Q(1, 7)), Result(4, 128, Q(0), (Result(5, None, Q(1, 9)), arb(2, 1e-9), arb(1)))])
    assert found.pop("radius") == pytest.approx(1e-9, rel=1e-6)
    assert found == {"boxes": 12, "bits": 64, "margin": "1/9"}
    assert of_certified(Q(1, 2)) == {} and of_certified(True) == {}
    assert of_certified(Result("many", 64, 0.5)) == {"bits": 64}


@pytest.mark.parametrize("result, shows, verdict, slack", [
    ((0.9,), lambda r: r[0] < 1, True, 0.1),
    ((0.9,), lambda r: 1 > r[0], True, 0.1),
    ({"a": 0.5, "b": 0.99}, lambda r: r["a"] < 1 and r["b"] < 1, True, 0.01),
    ((1.1,), lambda r: abs(r[0] - 1) < 0.2, True, 0.5),
    ((1.1,), lambda r: r[0] < 1, False, 0.1/1.1),
    ([(2.0, 1.0)], lambda r: all(x > 1.5*y for x, y in r), True, 0.25),
    ([0.1, 0.10001], lambda r: max(r) < 0.2, True, 0.49995),     # comparing the two with each other is not a threshold
    ((math.inf,), lambda r: r[0] > 1, True, math.nan),
])
def test_slack_of_a_run(result, shows, verdict, slack):
    found = of_run(result, shows)
    assert found[0] is verdict
    assert found[1]["slack"] == pytest.approx(slack, nan_ok=True)


def test_counts_have_no_slack():
    assert of_run({"n": 3}, lambda r: r["n"] == 3) == (True, {})
    assert of_run({"n": 3}, lambda r: r["n"] == 4) == (False, {})


def test_the_verdict_is_the_one_that_plain_numbers_get():
    """Over arithmetic, powers, comparisons, formatting and hashing a measured number is the number."""
    def shows(r):
        x, y = r
        return (2*x - y/3 + x**2 <= 5 and -x < 0 < abs(-y) and round(x, 3) == 1.5 and {x: 1}[1.5] == 1
                and f"{x:.2f}" == "1.50" and math.log(y) > 0 and 2**x > 1 and x == 1.5 and max(x, y) == 2.5)
    assert shows((1.5, 2.5)) is True and of_run((1.5, 2.5), shows)[0] is True


def test_evidence_carries_its_facts():
    check = Simulation(lambda: (0.5,), lambda r: r[0] < 1, "below 1").check("numpy")
    assert check.passed and check.facts == {"margin": "below 1", "slack": 0.5}
    check = Certified(lambda: Result(1, 53, Q(1, 3)), lambda r: True).check("balls")
    assert check.facts == {"boxes": 1, "bits": 53, "margin": "1/3"}
