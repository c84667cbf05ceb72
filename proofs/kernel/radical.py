"""Exact ordered arithmetic with nested square roots: sqrt(1 - sqrt(2)/2) and what is computed from it."""
from fractions import Fraction

from numerics.algebra import Algebra
from proofs.surd import Surd


class Radical(Algebra):
    """p + q sqrt(square), where p, q and square > 0 are Fractions or Surds and square is no square of their field."""
    __slots__ = "p", "q", "square"

    def __init__(self, p, q, square):
        self.p, self.q, self.square = p, q, square

    def lift(self, x):
        if isinstance(x, Radical) and _sign(x.square - self.square) != 0:
            raise ValueError("two different nested roots in one computation")
        return self.constant(x) if isinstance(x, Surd) else super().lift(x)

    def constant(self, x):
        return Radical(x if isinstance(x, Surd) else Fraction(x), Fraction(0), self.square)

    def add(self, other):
        return Radical(self.p + other.p, self.q + other.q, self.square)

    def neg(self):
        return Radical(-self.p, -self.q, self.square)

    def mul(self, other):
        return Radical(self.p*other.p + self.square*(self.q*other.q), self.p*other.q + self.q*other.p, self.square)

    def div(self, other):
        norm = other.p*other.p - self.square*(other.q*other.q)
        return self.mul(Radical(other.p/norm, -other.q/norm, self.square))

    def sign(self):
        """-1, 0 or 1, exactly."""
        p, q = _sign(self.p), _sign(self.q)
        if p*q >= 0:
            return p or q
        return p*_sign(self.p*self.p - self.square*(self.q*self.q))

    def __eq__(self, other):
        return self.sub(self.lift(other)).sign() == 0

    def __gt__(self, other):
        return self.sub(self.lift(other)).sign() > 0

    def __ge__(self, other):
        return self.sub(self.lift(other)).sign() >= 0

    def __lt__(self, other):
        return self.sub(self.lift(other)).sign() < 0

    def __le__(self, other):
        return self.sub(self.lift(other)).sign() <= 0

    __hash__ = None

    def __repr__(self):
        return f"{self.p} + ({self.q})*sqrt({self.square})"


def _sign(x):
    return (x > 0) - (x < 0)
