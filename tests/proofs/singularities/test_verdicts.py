"""Three-valued statements on singular values in balls: proved, disproved, undecided."""
from fractions import Fraction as Q

from flint import arb
import pytest

from certify.balls import ball, working
from proofs.singularities import verdicts


def balls(*values):
    return [ball(Q(v)) for v in values]


@working(64)
def test_order_is_proved_disproved_or_undecided():
    wide = arb(2, 0.5)
    assert verdicts.descends(balls(3, 2, 1)) is True
    assert verdicts.descends(balls(3, 1, 2)) is False
    assert verdicts.descends([ball(3), wide, ball(2)]) is None
    assert verdicts.every([True, None, False]) is False and verdicts.every([True, None]) is None


@working(64)
def test_stable_ranks_are_compared_by_the_largest_new_value_wherever_it_stands():
    before = balls(2, 1)                                        # 5/4
    assert verdicts.rank_at_least(balls(1, 1), before) is True      # 2
    assert verdicts.rank_at_least(balls(1, 3), before) is False     # 10/9, the second value leads
    assert verdicts.rank_at_least(balls(2, 1), before) is not False
    assert verdicts.rank_at_least([ball(2), arb(1, 0.1)], before) is None


@working(64)
def test_the_floor_of_the_stable_rank():
    assert verdicts.dominant_count(balls(2, 1)) == 1
    assert verdicts.dominant_count(balls(10, 10, "99/10")) == 2
    assert verdicts.dominant_count(balls(1, 1, 1)) == 3
    with pytest.raises(ValueError, match="undecided"):
        verdicts.dominant_count([ball(1), arb(1, 0.1)])


@working(64)
def test_policies_are_the_functions_of_their_names():
    log, plus, soft = (f(balls(1, 0)) for f in (verdicts.logarithmic, verdicts.softplus, verdicts.softmax))
    assert float(log[0]) == pytest.approx(0.6931471805599453) and log[1] == 0
    assert float(plus[1]) == pytest.approx(0.6931471805599453)
    assert (soft[0] + soft[1]).overlaps(arb(1)) and float(soft[0]) == pytest.approx(0.7310585786300049)
    assert verdicts.smoothed(verdicts.logarithmic, balls(1, 0), 1)[1] == 0
