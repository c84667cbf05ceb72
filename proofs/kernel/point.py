"""Real points, with coordinates in Q or in one Q(sqrt n), and Coq proofs of the comparisons that hold there."""
from dataclasses import dataclass
from fractions import Fraction

from numerics.algebra import Algebra
from proofs.engines.flint import elements
from proofs.surd import Surd

from .terms import SUM, Term, conjunction, number, quotient, times


class NoPoint(ValueError):
    """No real point is known that meets the hypotheses: they may contradict each other."""


@dataclass(frozen=True)
class Point:
    """A point, by its exact coordinates; `n` is the radicand of its square root, None if all are rational."""
    coordinates: tuple
    n: int | None

    @staticmethod
    def of(coordinates):
        """The point with these coordinates: integers, Fractions and `Surd`s of one radicand."""
        radicands = {x.n for x in coordinates if isinstance(x, Surd)}
        if len(radicands) > 1:
            raise NoPoint("a point with two different square roots")
        exact = tuple(x if isinstance(x, Surd) else Fraction(x) for x in coordinates)
        return Point(exact, radicands.pop() if radicands else None)

    def elements(self, names):
        """The coordinates as numbers that are called by their names, and the list that records their comparisons."""
        (t,), _ = elements(("t",))
        log = []
        return [Valued(Term(name), x, symbol(x, t), t, log) for name, x in zip(names, self.coordinates)], log

    @property
    def opening(self):
        """The first steps of a proof about the point: t > 0 and t*t = n for the root t."""
        if self.n is None:
            return []
        return [f"destruct (root {self.n} ltac:(lra)) as [Root Square].", f"set (t := sqrt {self.n}) in *."]

    def value_is(self, x):
        """The tactic for: the formula of x has the value of x."""
        if self.n is None:
            return "field; nonzero"
        difference = x.symbol - symbol(x.value, x.root)
        cofactor, rest = divmod(difference.numerator, (x.root**2 - self.n).numerator)
        if rest != 0:
            raise ArithmeticError(f"the value of {x.term} at the point is not the one computed")
        total = times(quotient(cofactor, difference.denominator, ["t"]), Term(f"(t*t - {self.n})"))
        return (f"apply Rminus_diag_uniq; transitivity ({total}); [field; repeat split; numeric | "
                f"apply multiple_vanishes; rewrite Square; ring]")

    def proof(self, comparison):
        """The tactic for one comparison that holds here: of the value of right - left with 0."""
        lemma, shape = REASONS[comparison.relation]
        x = comparison.right - comparison.left
        return (f"apply {lemma}; apply (by_value (fun y => {shape}) _ ({value_term(x.value, 't')})); "
                f"[{self.value_is(x)} | numeric]")


REASONS = {   # lemma of Prelude.v, and what it needs of y = right - left
    "=": ("equal", "y = 0"), "<>": ("apart", "y <> 0"), "<": ("below", "0 < y"), "<=": ("at_most", "0 <= y")}
HOLDS = {"=": lambda y: y == 0, "<>": lambda y: y != 0, "<": lambda y: y > 0, "<=": lambda y: y >= 0}
OPPOSITE = {"=": "<>", "<>": "=", "<": "<=", "<=": "<"}   # of left and right exchanged, for < and <=


@dataclass(frozen=True)
class Comparison:
    """A comparison of two numbers that holds at a point."""
    left: "Valued"
    relation: str
    right: "Valued"

    @property
    def text(self):
        return f"{self.left.term.at(SUM)} {self.relation} {self.right.term.at(SUM)}"


class Valued(Algebra):
    """A number at a point: its formula as text, its exact value, its element of Q(t); comparisons are recorded."""
    __slots__ = "term", "value", "symbol", "root", "log"
    rank = 1

    def __init__(self, term, value, symbol, root, log):
        self.term, self.value, self.symbol, self.root, self.log = term, value, symbol, root, log

    def constant(self, x):
        if not isinstance(x, Surd):
            x = Fraction(x)
        return Valued(value_term(x), x, symbol(x, self.root), self.root, self.log)

    def _apply(self, operation, *others):
        numbers = (self, *others)
        return Valued(operation(*(x.term for x in numbers)), operation(*(x.value for x in numbers)),
                      operation(*(x.symbol for x in numbers)), self.root, self.log)

    def add(self, other):
        return self._apply(lambda x, y: x + y, other)

    def sub(self, other):
        return self._apply(lambda x, y: x - y, other)

    def neg(self):
        return self._apply(lambda x: -x)

    def mul(self, other):
        return self._apply(lambda x, y: x*y, other)

    def div(self, other):
        return self._apply(lambda x, y: x/y, other)

    def power(self, n):
        return self._apply(lambda x: x**n)

    def compare(self, relation, other):
        """Whether the relation holds; what holds, the relation or its opposite, is recorded."""
        other = self.lift(other)
        holds = bool(HOLDS[relation](other.value - self.value))
        if holds:
            self.log.append(Comparison(self, relation, other))
        elif relation in ("=", "<>"):
            self.log.append(Comparison(self, OPPOSITE[relation], other))
        else:
            self.log.append(Comparison(other, OPPOSITE[relation], self))
        return holds

    def __eq__(self, other):
        return self.compare("=", other)

    def __ne__(self, other):
        return self.compare("<>", other)

    def __lt__(self, other):
        return self.compare("<", other)

    def __le__(self, other):
        return self.compare("<=", other)

    def __gt__(self, other):
        return self.lift(other).compare("<", self)

    def __ge__(self, other):
        return self.lift(other).compare("<=", self)

    def __abs__(self):
        return self if 0 <= self else self.neg()

    def __bool__(self):
        raise TypeError("a number is not a truth value: compare it with one")

    __hash__ = None


def symbol(x, root):
    """A number of Q(sqrt n) as an element of Q[t]."""
    return x.p + x.q*root if isinstance(x, Surd) else root.constant(x)


def value_term(x, root=None):
    """A number of Q(sqrt n) as a term; `root` is what the square root is called, if it has a name."""
    if not isinstance(x, Surd):
        return number(x)
    return number(x.p).add(number(x.q).mul(Term(root or f"(sqrt {x.n})")))


def exists(names, point, comparisons):
    """(statement, proof script): at some real point all the comparisons hold, namely at this one."""
    radicands = {v.n for c in comparisons for v in (c.left.value, c.right.value) if isinstance(v, Surd)}
    if len(radicands) > 1:
        raise NoPoint("comparisons with two different square roots")
    point = Point(point.coordinates, *(radicands or {point.n}))
    tactics = [point.proof(c) for c in comparisons]
    values = ", ".join(f"({value_term(x)})" for x in point.coordinates)
    steps = [f"split; [solve [{tactic}] |]." for tactic in tactics[:-1]] + [f"solve [{tactics[-1]}]."]
    statement = f"exists {' '.join(names)} : R,\n  {conjunction(c.text for c in comparisons)}"
    return statement, (f"exists {values}.", *point.opening, *steps)
