"""The diagram to period 9: its counts, its length, its components against balls, and wrong windows."""
from fractions import Fraction
import random

import numpy as np
import pytest

from certify import phase_diagram as module
from certify.balls import BadInput
from certify.components import COMPONENT
from certify.phase_diagram import phase_diagram, union_length
from certify.recheck import recheck

COMPONENTS = {1: 0, 2: 2, 3: 4, 4: 10, 5: 24, 6: 60, 7: 156, 8: 410, 9: 1092}     # of exactly this period, in [1, 2]


@pytest.fixture(scope="module")
def diagram():
    return phase_diagram(9)


def proved(diagram):
    found = diagram.components
    return found[(found.pieces > 0) & (found.right_low > found.left_high)]


def shifted(component, by):
    wrong = component.copy()
    for end in ("left_low", "left_high", "right_low", "right_high"):
        wrong[end] += by
    return wrong


def test_counts_are_complete_and_add_up(diagram):
    assert diagram.centres == COMPONENTS and diagram.undecided == 0 and diagram.stopped == ""
    assert len(diagram.components) == sum(COMPONENTS.values()) + diagram.cascade
    assert len(proved(diagram)) + diagram.slivers == len(diagram.components)
    assert diagram.whole + diagram.degenerate >= len(proved(diagram)) - diagram.cut
    assert diagram.rechecked == module.SAMPLE and "outward" in diagram.arithmetic and "0.35" in str(diagram)


def test_certified_length(diagram):
    """At least what the sketches reached; below the share seen in long simulations; the sum where nothing overlaps."""
    assert Fraction(3535, 10000) < diagram.certified < Fraction(359, 1000)
    components = proved(diagram)
    assert len(components) > 2000 and all(components.right_low[:-1] <= components.left_high[1:])
    lengths = [Fraction(float(c.right_low)) - Fraction(float(c.left_high)) for c in components]
    assert sum(lengths) == diagram.certified and len(lengths) > 2000


def test_two_precisions_overlap_and_wrong_windows_are_rejected(diagram):
    chance, components = random.Random(5), proved(diagram)
    sample = [component for component in components if component.period <= 9]
    agreed, rejected = 0, 0
    for component in chance.sample(sample, 25):
        width = component.right_low - component.left_high
        verdict = recheck(component, Fraction(chance.randint(1, 9), 10))
        assert verdict.agrees is True, verdict.why
        assert verdict.left < verdict.right
        agreed += 1
        for by in (width, -width):
            assert recheck(shifted(component, by)).agrees is not True
            rejected += 1
    assert (agreed, rejected) == (25, 50)


def test_published_windows_are_found(diagram):
    """The stable two-cycle, the second one beyond 2 sqrt 2 - 1, and the period-3 window."""
    def window(period, inside):
        c = diagram.components
        hits = c[(c.period == period) & (c.left_high < inside) & (c.right_low > inside)]
        assert len(hits) == 1
        return hits[0]

    assert abs(window(2, 1.1).right_low - 5**0.5 + 1) < 1e-12
    assert abs(window(2, 1.83).left_high - 2*2**0.5 + 1) < 1e-12
    assert abs(window(3, 1.453).right_low - 1.46082867387857991362) < 1e-12
    assert abs(window(4, 1.26).right_low - 1.28803175448284276195) < 1e-12


def test_simulated_cycles_lie_in_components_of_their_period(diagram):
    """At random parameters of the diagram, the critical orbit of plain doubles has the period that was proved."""
    chance, components, checked = random.Random(6), proved(diagram), 0
    for component in chance.choices(components, weights=components.right_low - components.left_high, k=60):
        mu = component.left_high + chance.uniform(0.1, 0.9)*(component.right_low - component.left_high)
        e = (1 - 2*mu)/3
        for _ in range(3000*int(component.period)):
            e = e*((e + mu)*(e - 2) + 1)
        x, times = e, 0
        while times < 200:
            x, times = x*((x + mu)*(x - 2) + 1), times + 1
            if abs(x - e) < 1e-9:
                break
        assert times == component.period
        checked += 1
    assert checked == 60


def test_union_length_counts_overlaps_once():
    intervals = np.zeros(4, COMPONENT).view(np.recarray)
    intervals.left_high, intervals.right_low = [1.0, 1.25, 1.5, 1.25], [1.5, 1.375, 1.625, 1.375]
    assert union_length(intervals) == Fraction(5, 8)
    assert union_length(intervals[:0]) == 0


@pytest.mark.parametrize("wrong", [0, -3, 2.0, "4", True, None])
def test_bad_input(wrong):
    with pytest.raises(BadInput, match="max_period"):
        phase_diagram(wrong)


def test_smaller_periods_certify_less(diagram):
    lengths = [phase_diagram(period).certified for period in (1, 2, 4, 6)] + [diagram.certified]
    assert lengths[0] == 0 and lengths == sorted(lengths) and len(set(lengths)) == 5


def test_an_interrupt_keeps_what_is_proved(monkeypatch):
    real = module.isolate

    def isolate(period, *rest):
        if period == 5:
            raise KeyboardInterrupt
        return real(period, *rest)

    monkeypatch.setattr(module, "isolate", isolate)
    partial = phase_diagram(8)
    assert partial.stopped == "interrupted" and set(partial.centres) == {1, 2, 3, 4}
    lengths = [Fraction(float(c.right_low)) - Fraction(float(c.left_high)) for c in proved(partial)]
    assert partial.certified == sum(lengths) > 0


def test_a_refuted_component_is_an_error(diagram):
    fives = proved(diagram)[proved(diagram).period == 5][:5]
    wrong = np.array([shifted(c, c.right_low - c.left_high) for c in fives]).view(np.recarray)
    with pytest.raises(ArithmeticError, match="refute"):
        module.rechecked(wrong)


@pytest.mark.long
def test_period_twelve_reaches_the_figure():
    diagram = phase_diagram(12)
    assert diagram.centres == COMPONENTS | {10: 2952, 11: 8052, 12: 22140} and diagram.undecided == 0
    assert diagram.certified >= Fraction(355, 1000) and diagram.rechecked == module.SAMPLE


@pytest.mark.long
def test_period_fifteen():
    diagram = phase_diagram(15)
    assert diagram.centres[13] == 61320 and diagram.centres[14] == 170820 and diagram.centres[15] == 478288
    assert diagram.undecided == 0 and diagram.certified >= Fraction(3564, 10000)
