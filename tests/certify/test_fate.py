"""The fate of single starts: exact exceptions, certified traps, and agreement with plain iteration."""
from fractions import Fraction as Q
import random

import numpy as np
import pytest

from certify.balls import BadInput
from certify.fate import fate
from numerics.maps import ellipse, error, product_map


@pytest.mark.parametrize("start, mu, side, outcome", [
    ((1, "0.5"), "0.7", "inside", "zero error"),
    ((3, 1), "0.7", "outside", "diverges"),
    ((1, "0.3"), "1.1", "inside", "cycle"),
    ((1, "1.5"), "1.3", "inside", "cycle"),
    (("1.2", "1.2"), "1.4532", "inside", "cycle"),
    ((1, "0.5"), "-0.7", "inside", "zero error"),
    ((2, "0.35"), "0.7", "outside", "lands"),
    ((1, -1), "0.5", "inside", "origin"),
    ((0, 0), 1, "inside", "origin"),
])
def test_certified_fates(start, mu, side, outcome):
    found = fate(*start, mu)
    assert (found.side, found.outcome, found.certified) == (side, outcome, True)
    assert found.claims and found.step is not None


def test_the_ellipse_is_the_stated_exception():
    mu = Q(1, 4)   # 2 + mu = (3/2)^2: the point of the ellipse on the balanced line is rational
    found = fate(Q(3, 2), Q(3, 2), mu)
    assert ellipse(3, 0, mu) == 4
    assert found.side == "on" and found.outcome == "stays on the ellipse" and found.certified


def test_what_is_not_certified_says_so():
    found = fate(1, "-0.5", 1)   # at mu = 1 convergence is algebraic: no trap
    assert not found.certified and found.outcome == "zero error" and found.claims == ("LST-N1",)
    assert fate(1, "0.5", "1.9").outcome in ("balanced line", "cycle")


@pytest.mark.parametrize("arguments, said", [
    ((1, 1, 2), "mu = 2"), ((1, 1, "-2.5"), "|mu| < 2"), ((0.5, 1, 1), "a = 0.5 is a float"),
    ((1, "nan", 1), "b = 'nan' is not a number"), ((1, 1, "inf"), "mu = 'inf'")])
def test_bad_input(arguments, said):
    with pytest.raises(BadInput) as caught:
        fate(*arguments)
    assert said in str(caught.value)


def test_certified_fates_agree_with_plain_iteration():
    chance, agreed = random.Random(1), 0
    for mu in ("0.3", "0.7", "1.1", "1.27"):
        for _ in range(40):
            a, b = (Q(chance.randint(-300, 300), 100) for _ in range(2))
            found = fate(a, b, mu)
            if not found.certified or found.outcome in ("lands", "origin"):
                continue
            x, y = np.float64(a), np.float64(b)
            with np.errstate(over="ignore", invalid="ignore"):
                for _ in range(3000):
                    x, y = product_map(x, y, float(Q(mu)))
            e = error(x, y, float(Q(mu)))
            if found.outcome == "diverges":
                assert not abs(x) + abs(y) < 1e6
            elif found.outcome == "zero error":
                assert abs(e) < 1e-9
            else:
                assert abs(x - y) < 1e-6 and abs(e) < 2
            agreed += 1
    assert agreed >= 120
