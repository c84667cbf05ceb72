"""certify.charts: the charts cover the box, keep signs, and lead back to its points."""
from fractions import Fraction

import pytest

from certify.charts import Composed, charts
from certify.polynomials import polynomial

F = Fraction


@pytest.mark.parametrize("pair, points", [((F(0), F(3)), (0, 1, 3)), ((None, None), (-50, -1, F(-1, 7), F(2, 5), 1, 9)),
                                          ((F(2), None), (2, F(5, 2), 3, 77)),
                                          ((None, F(-1)), (-1, F(-3, 2), -2, -90))])
def test_every_point_lies_in_a_chart_with_its_sign(pair, points):
    p = polynomial(lambda x, y: x**3 - 2*x + y, 2)
    parts, found = charts(p, (pair, (F(-1), F(1)))), 0
    assert len(parts) == (1 if None not in pair else 2)
    for x in points:
        for q, box, back in parts:
            move = back.moves[0] if back else None
            if move is None:
                t = F(x)
            else:
                t = (F(x) - move[0])*move[1]
                if move[2]:
                    if t == 0:
                        continue
                    t = 1/t
            if box[0][0] <= t <= box[0][1]:
                found += 1
                value, there = p(F(x), F(1, 3)), q(t, F(1, 3))
                assert (value > 0) - (value < 0) == (there > 0) - (there < 0)
                if back:
                    assert next(iter(back.points((t, F(1, 3))))) == (x, F(1, 3))
                    assert Composed(p, back)(t, F(1, 3)) == value
    assert found >= len(points)


def test_infinity_leads_to_points_ever_farther_out():
    _, (_, box, back) = charts(polynomial(lambda x: x, 1), ((F(2), None),))
    far = list(back.points((F(0),)))
    assert [x[0] for x in far[:3]] == [4, 6, 10] and far[-1][0] > 10**50 and box == ((0, 1),)
