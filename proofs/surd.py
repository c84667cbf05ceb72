"""Exact ordered arithmetic in Q(sqrt n): the algebraic points at which hypotheses and statements are evaluated."""
from fractions import Fraction
from functools import total_ordering

from numerics.algebra import Algebra


@total_ordering
class Surd(Algebra):
    """p + q sqrt(n) with rational p, q and an integer n > 1; compares exactly.  One radicand per computation."""
    __slots__ = "p", "q", "n"

    def __init__(self, p, q, n):
        self.p, self.q, self.n = Fraction(p), Fraction(q), n

    def constant(self, x):
        if isinstance(x, Surd):
            raise ValueError(f"sqrt({self.n}) and sqrt({x.n}) in one computation: only one radicand at a time")
        return Surd(x, 0, self.n)

    def lift(self, x):
        if isinstance(x, Surd) and x.n != self.n:
            return self.constant(x)
        return super().lift(x)

    def add(self, other):
        return Surd(self.p + other.p, self.q + other.q, self.n)

    def neg(self):
        return Surd(-self.p, -self.q, self.n)

    def mul(self, other):
        return Surd(self.p*other.p + self.n*self.q*other.q, self.p*other.q + self.q*other.p, self.n)

    def div(self, other):
        norm = other.p**2 - self.n*other.q**2
        return self.mul(Surd(other.p/norm, -other.q/norm, self.n))

    def sign(self):
        """-1, 0 or 1, exactly."""
        p, q = self.p, self.q
        if p == 0 or q == 0 or (p > 0) == (q > 0):
            return (p + q > 0) - (p + q < 0)
        larger = p**2 - self.n*q**2   # never 0: n is not a square
        return (1 if larger > 0 else -1)*(1 if p > 0 else -1)

    def __eq__(self, other):
        return self.sub(self.lift(other)).sign() == 0

    def __lt__(self, other):
        return self.sub(self.lift(other)).sign() < 0

    def __abs__(self):
        return self if self.sign() >= 0 else self.neg()

    __hash__ = None

    def __repr__(self):
        return f"{self.p} + {self.q}*sqrt({self.n})"


def sqrt(n):
    """The square root of an integer n > 1 that is not a square."""
    if isinstance(n, bool) or not isinstance(n, int) or n < 2 or round(n**0.5)**2 == n:
        raise ValueError(f"sqrt({n!r}): write an integer above 1 that is not a square")
    return Surd(0, 1, n)
