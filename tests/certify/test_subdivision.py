"""Covering an interval part by part: what is reached, what is counted, and how it ends early."""
from fractions import Fraction as Q

import pytest

from certify.subdivision import subdivide

ZERO, ONE = Q(0), Q(1)


def narrow(start, end):
    return "narrow" if end - start <= Q(1, 4) else ""


def away_from_third(start, end):
    return "" if start <= Q(1, 3) <= end else "away"


def interrupted_at(count):
    calls = []

    def settles(start, end):
        calls.append(start)
        if len(calls) == count:
            raise KeyboardInterrupt
        return narrow(start, end)
    return settles


@pytest.mark.parametrize("from_right, end", [(False, ONE), (True, ZERO)])
def test_everything_is_covered_and_counted(from_right, end):
    found = subdivide(ZERO, ONE, narrow, from_right=from_right, budget=100, narrowest=Q(1, 100))
    assert (found.complete, found.reached, found.kinds, found.leaves, found.tried) == (True, end, {"narrow": 4}, 4, 7)


@pytest.mark.parametrize("from_right", [False, True])
def test_it_stops_at_a_place_without_a_proof(from_right):
    found = subdivide(ZERO, ONE, away_from_third, from_right=from_right, budget=1000, narrowest=Q(1, 100))
    gap = found.reached - Q(1, 3) if from_right else Q(1, 3) - found.reached
    assert not found.complete and "no proof near" in found.why
    assert 0 < gap < Q(1, 50)


def test_a_spent_budget_keeps_what_is_proved():
    found = subdivide(ZERO, ONE, narrow, from_right=False, budget=5, narrowest=Q(1, 100))
    assert (found.complete, found.reached, found.tried) == (False, Q(1, 2), 5) and "budget" in found.why


def test_an_interruption_keeps_what_is_proved():
    found = subdivide(ZERO, ONE, interrupted_at(4), from_right=False, budget=100, narrowest=Q(1, 100))
    assert (found.complete, found.reached, found.why) == (False, Q(1, 4), "interrupted")
