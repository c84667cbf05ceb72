"""Certified basins against simulation, against the budget, and against what must not be claimed."""
from fractions import Fraction
import random

import numpy as np
import pytest

from certify import basin as module
from certify.balls import BadInput
from certify.basin import basin, escape
from numerics.maps import ellipse, product_map


@pytest.fixture(scope="module")
def monotone():
    return basin("7/10", 200_000)


@pytest.fixture(scope="module")
def periodic():
    return basin("11/10", 200_000)


@pytest.fixture(scope="module")
def outside():
    return escape("7/10", 100_000)


def certified_points(result, count, seed):
    """Random points (a, b), in all quadrants, of certified cells."""
    chance, cells = random.Random(seed), np.argwhere(result.cells)
    for i, j in chance.choices(list(cells), k=count):
        s, w = ((int(n) + chance.random())*float(side)*chance.choice((-1, 1)) for n, side in zip((i, j), result.side))
        yield (s + w)/2, (s - w)/2


def orbit(a, b, mu, steps):
    for _ in range(steps):
        a, b = product_map(a, b, mu)
    return a, b


def test_certified_shares(monotone, periodic, outside):
    assert 0.95 < monotone.certified < 1 and 0.8 < periodic.certified < 1 and 0.7 < outside.certified < 1
    for result in (monotone, periodic, outside):
        assert result.rechecked == module.SAMPLE and result.boxes == result.budget and result.stopped == "budget"
        assert isinstance(result.certified, Fraction) and "outward" in result.arithmetic


def test_the_share_is_the_area_of_the_cells(monotone):
    area = int(np.count_nonzero(monotone.cells))*float(monotone.side[0]*monotone.side[1])
    assert abs(float(monotone.certified) - area/(np.pi*(4 - 0.49)**0.5)) < 1e-12


def test_certified_points_converge_to_the_attracting_segment(monotone):
    checked = 0
    for a, b in certified_points(monotone, 400, 1):
        a, b = orbit(a, b, 0.7, 3000)
        assert abs(a*b - 0.7) < 1e-9 and (a - b)**2 < 0.6 + 1e-9
        checked += 1
    assert checked == 400


def test_certified_points_converge_to_the_balanced_two_cycle(periodic):
    root, checked = (1.1**2 + 2.2 - 3)**0.5, 0
    for a, b in certified_points(periodic, 400, 2):
        a, b = orbit(a, b, 1.1, 3000)
        e = a*b - 1.1
        assert min(abs(e - (-0.1 + root)/2), abs(e - (-0.1 - root)/2)) < 1e-9 and abs(a - b) < 1e-9
        checked += 1
    assert checked == 400


def test_certified_points_escape(outside):
    checked = 0
    for a, b in certified_points(outside, 400, 3):
        for _ in range(200):
            a, b = product_map(a, b, 0.7)
            if abs(a) + abs(b) > 1e6:
                break
        assert abs(a) + abs(b) > 1e6
        checked += 1
    assert checked == 400


def test_nothing_is_claimed_on_the_wrong_side_of_the_ellipse(monotone, periodic, outside):
    chance, checked = random.Random(4), 0
    for result, inside in ((monotone, True), (periodic, True), (outside, False)):
        for _ in range(2000):
            a, b = (Fraction(chance.randint(-400, 400), 128) for _ in range(2))
            if result.covers(a, b):
                assert (ellipse(a + b, a - b, result.mu) < 4) is inside
                checked += 1
    assert checked > 1200


def test_exceptional_points_are_not_claimed(monotone, periodic):
    """The origin, the antibalanced line, points outside; beyond mu = 1 the zero-error curve."""
    for point in ((0, 0), ("1/2", "-1/2"), (2, 2), ("-1.14", "1.14"), (50, 50)):
        assert not monotone.covers(*point) and not periodic.covers(*point)
    for a in (Fraction(5, 4), Fraction(11, 10), Fraction(3, 2)):
        assert not periodic.covers(a, Fraction(11, 10)/a)
    assert monotone.covers(1, "7/10") and periodic.covers("1.2", "1.19")


def test_more_boxes_certify_more_and_the_budget_reproduces():
    shares = [basin("7/10", boxes).certified for boxes in (1, 1000, 3000, 10_000, 40_000)]
    assert shares == sorted(shares) and len(set(shares)) >= 4
    again = basin("7/10", 10_000)
    assert again.certified == shares[3] and again.boxes == 10_000
    assert np.array_equal(again.cells, basin("7/10", 10_000).cells)


def test_the_clock_ends_early_and_is_recorded():
    result = basin("7/10", 10**9, seconds=0.2)
    assert result.stopped == "seconds" and 0 < result.boxes < 10**9 and result.certified > 0


def test_no_trap_no_claim():
    for mu in (1, "3/2", "1.9"):
        result = basin(mu, 1000)
        assert (result.certified, result.boxes, result.stopped) == (0, 0, "no trap") and not result.cells.any()


def test_next_to_the_end_of_the_range():
    result = escape("1.9999999999", 10)
    assert result.boxes == 10 and 0 <= result.certified <= 1
    for mu in ("1." + "9"*16, "1." + "9"*400):
        with pytest.raises(BadInput, match="mu is so near 2"):
            escape(mu, 10)


def test_a_window_of_period_three():
    result = basin("1.4532", 100_000)
    assert "period 3" in result.target and 0 < result.certified < 1
    assert result.rechecked > 0


def test_an_interrupt_keeps_what_is_proved(monkeypatch):
    real, calls = module.sweep, []

    def sweep(*args):
        calls.append(1)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return real(*args)

    monkeypatch.setattr(module, "sweep", sweep)
    result = basin("7/10", 10**6)
    assert result.stopped == "interrupted" and 0 < result.boxes < 10**6 and result.certified > 0


@pytest.mark.parametrize("arguments, name", [
    (("2", 10), "mu"), ((0, 10), "mu"), (("-1/2", 10), "mu"), ((0.7, 10), "mu"), (("x", 10), "mu"),
    (("7/10", 0), "boxes"), (("7/10", -5), "boxes"), (("7/10", 1e6), "boxes"), (("7/10", True), "boxes"),
    (("7/10", 10, 0), "seconds"), (("7/10", 10, -1), "seconds"), (("7/10", 10, "3"), "seconds"),
    (("7/10", 10, float("nan")), "seconds")])
def test_bad_input(arguments, name):
    with pytest.raises(BadInput, match=name):
        basin(*arguments)
    with pytest.raises(BadInput, match=name):
        escape(*arguments)


def test_bad_window():
    with pytest.raises(BadInput, match="window"):
        escape("7/10", 10, window="1/2")


@pytest.mark.long
def test_the_figures_of_the_issue():
    assert basin("7/10", 1_500_000).certified >= Fraction(985, 1000)
    assert basin("11/10", 4_500_000).certified >= Fraction(95, 100)
