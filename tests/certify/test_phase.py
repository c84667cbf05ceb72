"""Phases: exact thresholds, both sides of every bifurcation, and agreement with the diagram and with simulation."""
from fractions import Fraction
import random

import pytest

from certify import phase as module
from certify.balls import BadInput, ball
from certify.phase import phase, phase_diagram
from numerics.maps import balanced_map


@pytest.mark.parametrize("mu, regime, period", [
    ("1e-9", "monotone", 1), ("1/2", "monotone", 1), ("0.8284271247461900976", "monotone", 1),
    ("0.8284271247461900977", "catapult", 1), ("0.9999999999", "catapult", 1), (1, "catapult", None),
    ("1.0000000001", "periodic", 2), ("1.2", "periodic", 2), ("1.25", "periodic", 4), ("1.29", "periodic", 8),
    ("1.302", "periodic", 32), ("1.31", "chaotic", None), ("1.4532", "chaotic", 3), ("1.832", "chaotic", 2),
    ("1.9", "chaotic", None), (2, "chaotic", None), ("2.0000000001", "divergent", None), (5, "divergent", None)])
def test_phases(mu, regime, period):
    result = phase(mu)
    assert result.regime == regime and (result.cycle and result.cycle.period) == period
    assert (result.entropy is None) == (regime == "divergent")
    if regime == "chaotic":
        assert result.entropy.lower > 0
    elif result.entropy:
        assert result.entropy.upper == 0


def test_the_ends_of_the_convergent_range_are_exact():
    for digits in (3, 10, 30):
        below, above = 1 - Fraction(1, 10**digits), 1 + Fraction(1, 10**digits)
        assert phase(below).regime == "catapult" and phase(above).regime == "periodic"
        for mu, period in ((below, 1), (above, 2)):
            cycle = phase(mu).cycle
            assert cycle is None or cycle.period == period
        assert phase(2 + Fraction(1, 10**digits)).regime == "divergent"
        assert phase(2 - Fraction(1, 10**digits)).regime == "chaotic"


def test_beside_a_flip_never_the_wrong_period():
    asked, answered = 0, 0
    for flip, before, after in ((Fraction(1), 1, 2), (Fraction("1.2360679774997896964"), 2, 4),
                                (Fraction("1.28803175448284276195"), 4, 8)):
        for digits in (4, 6, 8, 10, 12):
            for sign, period in ((-1, before), (1, after)):
                cycle = phase(flip + sign*Fraction(1, 10**digits)).cycle
                assert cycle is None or cycle.period == period
                asked, answered = asked + 1, answered + (cycle is not None)
    assert asked == 30 and answered >= 18


def test_the_neutral_fixed_point_is_not_called_attracting():
    result = phase(1)
    assert result.cycle is None and "weakly attracting" in result.attraction


def test_known_entropies():
    golden, three = (ball(5).sqrt() + 1)/2, ball(3)
    assert phase("1.46").entropy.enclosure.overlaps(golden.log())
    assert phase(2).entropy.enclosure.overlaps(three.log())


def test_undecided_is_said_beside_a_flip_and_at_the_accumulation():
    for mu in ("1.2360679774998", "1.30228346269"):
        result = phase(mu)
        assert result.regime in ("undecided", "periodic") and (result.cycle or result.regime == "undecided")


def test_the_diagram_and_the_phase_agree():
    """The cycle is undecided while the critical orbit is in its chaotic transient; else its period is the same."""
    diagram, chance, agreed = phase_diagram(6), random.Random(8), 0
    found = diagram.components
    found = found[(found.pieces > 0) & (found.right_low - found.left_high > 1e-7) & (found.period <= 64)]
    for component in chance.sample(list(found), 10):
        low, high = Fraction(float(component.left_high)), Fraction(float(component.right_low))
        result = phase(low + (high - low)*Fraction(chance.randint(3, 7), 10))
        assert result.cycle is None or result.cycle.period == component.period
        agreed += result.cycle is not None and result.regime in ("periodic", "chaotic")
    assert agreed >= 8


def test_simulated_orbits_do_what_the_phase_says():
    chance = random.Random(9)
    for mu, period in (("0.7", 1), ("0.95", 1), ("1.1", 2), ("1.25", 4), ("1.4532", 3)):
        cycle, arrived = phase(mu).cycle, 0
        assert cycle.period == period
        for _ in range(20):
            e = chance.uniform(-float(mu), 2)
            for _ in range(5000):
                e = balanced_map(e, float(mu))
            arrived += min(abs(e - float(point.mid())) for point in cycle.points) < 1e-6
        assert arrived == 20


@pytest.mark.parametrize("arguments, name", [((0,), "mu"), (("-1/2",), "mu"), ((1.1,), "mu"), (("nan",), "mu"),
                                             ((None,), "mu"), ((1, 0), "digits"), ((1, -2), "digits"),
                                             ((1, 2.5), "digits")])
def test_bad_input(arguments, name):
    with pytest.raises(BadInput, match=name):
        phase(*arguments)


def test_zero_entropy_without_a_cycle_is_undecided(monkeypatch):
    """Beyond sqrt 5 - 1 'periodic' needs the cycle as well as the entropy."""
    monkeypatch.setattr(module, "attracting_cycle", lambda *args: None)
    assert phase("1.25").regime == "undecided" and phase("1.2").regime == "periodic"
