"""Charts of an unbounded box, for polynomials: the whole line, or half of one, as one or two bounded intervals.

A variable is base + sign*t with t in [0, 1] (or [-1, 1] for a whole line), or base + sign/t with t there.  In the
second chart the polynomial is multiplied by a power of t, an even one where t may be negative, which changes no sign;
t = 0 is infinity, no point of the box.
Guarantee: exact.
"""
from dataclasses import dataclass
from fractions import Fraction

from certify.polynomials import Polynomial, polynomial


@dataclass(frozen=True)
class Back:
    """From the charts of an unbounded box to its points: x = base + sign*t, or base + sign/t."""
    moves: tuple                                     # (base, sign, inverted) or None, one for each variable

    def points(self, chart_point):
        """The point of the original space; where it is at infinity, points ever farther out instead."""
        infinite = any(move and move[2] and t == 0 for move, t in zip(self.moves, chart_point))
        for k in range(1, 200 if infinite else 2):
            nudged = [Fraction(1, 2**k) if move and move[2] and t == 0 else t
                      for move, t in zip(self.moves, chart_point)]
            yield tuple(t if move is None else move[0] + move[1]*(1/t if move[2] else t)
                        for move, t in zip(self.moves, nudged))


@dataclass(frozen=True)
class Composed:
    """A formula seen through a chart."""
    f: object
    back: Back

    def __call__(self, *t):
        return self.f(*[s if move is None else _moved(s, *move) for move, s in zip(self.back.moves, t)])


def _moved(s, base, sign, inverted):
    """base + sign*s or base + sign/s, in the algebra of s."""
    t = sign*(1/s if inverted else s)
    return (t*base.denominator + base.numerator)/base.denominator


def charts(p, pairs):
    """(polynomial, bounded box, Back or None): one chart for a bounded box, 2^k for k unbounded variables.

    `pairs` are (low, high) with None for an end at infinity.
    """
    found = [(p, (), ())]
    for i, (low, high) in enumerate(pairs):
        grown = []
        for q, box, moves in found:
            if low is not None and high is not None:
                grown.append((q, box + ((low, high),), moves + (None,)))
                continue
            base = low if low is not None else high if high is not None else Fraction(0)
            sign = -1 if low is None and high is not None else 1
            side = (Fraction(-1 if low is None and high is None else 0), Fraction(1))
            moved = polynomial(Moved(q, i, base, sign), len(pairs))
            grown.append((moved, box + (side,), moves + ((base, sign, False),)))
            grown.append((moved.reversed(i, even=side[0] < 0), box + (side,), moves + ((base, sign, True),)))
        found = grown
    return [(q, box, Back(moves) if any(moves) else None) for q, box, moves in found]


@dataclass(frozen=True)
class Moved:
    """A polynomial with its i-th variable replaced by base + sign*x_i."""
    p: Polynomial
    i: int
    base: Fraction
    sign: int

    def __call__(self, *x):
        return self.p(*x[:self.i], x[self.i]*self.sign + self.base, *x[self.i + 1:])
