"""Real points, with rational or square-root coordinates, and Coq proofs of the comparisons that hold there."""
from dataclasses import dataclass
from fractions import Fraction

from numerics.algebra import Algebra
from proofs.engines.flint import elements
from proofs.surd import Surd

from .ideal import cofactors
from .radical import Radical
from .terms import ATOM, PRODUCT, SUM, Term, conjunction, number, plus, quotient, times


class NoPoint(ValueError):
    """No real point is known that meets the hypotheses: they may contradict each other."""


@dataclass(frozen=True)
class Point:
    """A point, by its exact coordinates; `roots` are the radicands of its square roots, the inner one first."""
    coordinates: tuple
    roots: tuple = ()

    @staticmethod
    def of(coordinates):
        """The point with these coordinates: integers, Fractions, `Surd`s of one radicand, `Radical`s of one."""
        exact = tuple(x if isinstance(x, Algebra) else Fraction(x) for x in coordinates)
        return Point(exact, roots_of(exact))

    def elements(self, names):
        """The coordinates as numbers that are called by their names, and the list that records their comparisons."""
        roots, _ = elements(ROOTS)
        log = []
        return [Valued(Term(name), x, symbol(x, roots), roots, log) for name, x in zip(names, self.coordinates)], log

    def opening(self):
        """The first steps of a proof about the point: t > 0 and t*t = n for every root t of some n."""
        for i, n in enumerate(self.roots):
            radicand = value_term(n, ROOTS)
            yield f"destruct (root ({radicand}) ltac:(numeric)) as [Root{i} Square{i}]."
            yield f"set ({ROOTS[i]} := sqrt {radicand.at(ATOM)}) in *."

    def value_is(self, x):
        """The tactic for: the formula of x has the value of x."""
        if not self.roots:
            return "field; nonzero"
        difference = x.symbol - symbol(x.value, x.roots)
        squares = [(t*t - symbol(n, x.roots)).numerator for t, n in zip(x.roots, self.roots)]
        parts, vanish = [], []
        for i, factor in enumerate(cofactors(difference.numerator, squares)):
            vanishing = Term(f"{ROOTS[i]}*{ROOTS[i]} - {value_term(self.roots[i], ROOTS).at(PRODUCT)}", SUM)
            parts.append(times(quotient(factor, difference.denominator, ROOTS), vanishing))
            vanish.append(f"apply multiple_vanishes; rewrite Square{i}; ring")
        total, vanishes = parts[0], vanish[0]
        for part, tactic in zip(parts[1:], vanish[1:]):
            total, vanishes = plus(total, part), f"apply sum_vanishes; [{vanishes} | {tactic}]"
        return f"apply Rminus_diag_uniq; transitivity ({total}); [field; repeat split; numeric | {vanishes}]"

    def proof(self, comparison):
        """The tactic for one comparison that holds here: of the value of right - left with 0."""
        lemma, shape = REASONS[comparison.relation]
        x = comparison.right - comparison.left
        return (f"apply {lemma}; apply (by_value (fun y => {shape}) _ ({value_term(x.value, ROOTS)})); "
                f"[{self.value_is(x)} | numeric]")


ROOTS = ("t", "t1")   # what the square roots are called in FLINT and in Coq
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
    __slots__ = "term", "value", "symbol", "roots", "log"

    def __init__(self, term, value, symbol, roots, log):
        self.term, self.value, self.symbol, self.roots, self.log = term, value, symbol, roots, log

    def lift(self, x):
        return self.constant(x) if isinstance(x, Surd) else super().lift(x)

    def constant(self, x):
        x = x if isinstance(x, Surd) else Fraction(x)
        return Valued(value_term(x), x, symbol(x, self.roots), self.roots, self.log)

    def _apply(self, operation, *others):
        numbers = (self, *others)
        return Valued(operation(*(x.term for x in numbers)), operation(*(x.value for x in numbers)),
                      operation(*(x.symbol for x in numbers)), self.roots, self.log)

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


def symbol(x, roots):
    """A number as a polynomial in the names of its square roots."""
    if isinstance(x, Radical):
        return symbol(x.p, roots) + symbol(x.q, roots)*roots[1]
    return x.p + x.q*roots[0] if isinstance(x, Surd) else roots[0].constant(x)


def value_term(x, names=()):
    """A number as a term; `names` are what the square roots are called, if they have names."""
    if isinstance(x, Radical):
        root = Term(names[1]) if names else Term(f"(sqrt {value_term(x.square).at(ATOM)})")
        return value_term(x.p, names).add(value_term(x.q, names).mul(root))
    if isinstance(x, Surd):
        return number(x.p).add(number(x.q).mul(Term(names[0] if names else f"(sqrt {x.n})")))
    return number(x)


def roots_of(numbers):
    """The radicands of the square roots in these numbers, the inner one first; NoPoint if they are too many."""
    nested = [x.square for x in numbers if isinstance(x, Radical)]
    plain = {x.n for x in (*numbers, *nested) if isinstance(x, Surd)}
    if len(plain) > 1 or any(x != nested[0] for x in nested):
        raise NoPoint("a point with two different square roots")
    return (*plain, *nested[:1])


def exists(names, point, comparisons):
    """(statement, proof script): at some real point all the comparisons hold, namely at this one."""
    point = Point(point.coordinates, roots_of([
        *point.coordinates, *(side.value for c in comparisons for side in (c.left, c.right))]))
    tactics = [point.proof(c) for c in comparisons]
    values = ", ".join(f"({value_term(x)})" for x in point.coordinates)
    steps = [f"split; [solve [{tactic}] |]." for tactic in tactics[:-1]] + [f"solve [{tactics[-1]}]."]
    statement = f"exists {' '.join(names)} : R,\n  {conjunction(c.text for c in comparisons)}"
    return statement, (f"exists {values}.", *point.opening(), *steps)
