"""Laps: their ends, their number, and the fixed points on them, against sampling and the Chebyshev case."""
from fractions import Fraction

import pytest
from flint import arb

from certify.balls import at, ball
from certify.cycles import periodic_points
from certify.laps import L, LAP_BITS, M, R, Laps
from numerics.maps import balanced_map


def all_laps(laps, n):
    """Every nonempty lap of n letters with its word, written left to right."""
    level = {(): laps.whole}
    for k in range(1, n + 1):
        level = {(letter, *word): longer for word, lap in level.items() for letter in (L, M, R)
                 if (longer := at(LAP_BITS, laps.extend, lap, k, letter)) is not None}
    return level


def letter(e, mu):
    return L if e < (1 - 2*mu)/3 else M if e < 1 else R


@pytest.mark.parametrize("mu", ["0.4", "1.3", "1.77", "2"])
def test_a_point_lies_in_the_lap_of_its_word(mu):
    mu, n, inside = Fraction(mu), 6, 0
    level = all_laps(Laps(mu, n), n)
    for k in range(1, 400):
        e = -mu + (2 + mu)*Fraction(k, 400)
        word, x = [], e
        for _ in range(n):
            word.append(letter(x, mu))
            x = balanced_map(x, mu)
        lap = level[tuple(word)]
        assert not ball(e) < lap.left.point and not ball(e) > lap.right.point
        image = at(4000, ball, x)
        ends = lap.left.image, lap.right.image
        assert not all(image < end for end in ends) and not all(image > end for end in ends)
        inside += 1
    assert inside == 399


@pytest.mark.parametrize("mu", ["1.3", "1.77", "2"])
def test_the_laps_cover_the_interval_and_their_ends_have_the_images_they_say(mu):
    mu, n = Fraction(mu), 5
    level = all_laps(Laps(mu, n), n)
    ordered = sorted(level.values(), key=lambda lap: float(lap.left.point))
    assert ordered[0].left.name == "-mu" and ordered[-1].right.name == "2"
    assert all(a.right.point.overlaps(b.left.point) for a, b in zip(ordered, ordered[1:]))
    assert len(ordered) == 3**n if mu == 2 else len(ordered) < 3**n
    checked = 0
    for lap in ordered:
        for end in (lap.left, lap.right):
            x = end.point
            for _ in range(n):
                x = at(200, balanced_map, x, at(200, ball, mu))
            assert x.overlaps(end.image)
            checked += 1
        assert lap.sure and (lap.falling == (lap.left.image > lap.right.image))
    assert checked == 2*len(ordered)


def test_one_word_of_each_cyclic_class():
    """At mu = 2 no word is missing: the necklaces of n beads in 3 colours, by Burnside's count."""
    for n in range(1, 8):
        found, visited = at(LAP_BITS, lambda: Laps(Fraction(2), n).necklaces(n, 10**5))
        words = {min(word[i:] + word[:i] for i in range(n)) for word, _ in found}
        assert len(words) == len(found) == sum(3**gcd(k, n) for k in range(n))//n and visited > len(found)
    assert at(LAP_BITS, lambda: Laps(Fraction(2), 6).necklaces(6, 50)) == (None, 51)


def gcd(a, b):
    return gcd(b, a % b) if b else a


def test_fixed_points_are_counted_by_the_signs_at_the_ends():
    counts = [lap.fixed_points() for lap in all_laps(Laps(Fraction(2), 4), 4).values()]
    assert counts.count(1) == 79 and counts.count(None) == 2 and len(counts) == 81   # None: the laps at -mu and at 2
    few = [lap.fixed_points() for lap in all_laps(Laps(Fraction("1.2"), 4), 4).values()]
    assert few.count(0) > few.count(1) > 0


def test_a_critical_value_that_meets_an_end_makes_the_lap_unsure():
    """The superstable mu of period 3, to 20 digits: whether F(c) lies beyond a preimage of c cannot be told."""
    mu = Fraction("1.45315558364575431637")
    unsure = [lap for lap in all_laps(Laps(mu, 5), 5).values() if not lap.sure]
    assert unsure and all(lap.fixed_points() is None for lap in unsure)
    assert periodic_points(mu, 3).status == periodic_points(mu, 6).status == "complete"


def test_a_preimage_ball_contains_the_preimage():
    laps, checked = Laps(Fraction("1.7"), 2), 0
    ends = [Fraction("-1.7"), Fraction("-0.8"), Fraction(1), Fraction(2)]
    for branch, left, right in zip((L, M, R), ends, ends[1:]):
        for k in range(65):
            x = left + (right - left)*Fraction(k, 64)
            found = at(LAP_BITS, lambda: laps.preimage(ball(balanced_map(x, laps.mu)), branch))
            assert at(LAP_BITS, lambda: found.contains(ball(x)) or found.overlaps(ball(x)) and k in (0, 64))
            assert found.rad() < arb("1e-6")
            checked += 1
    assert checked == 195
