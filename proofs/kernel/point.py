"""Real points, with coordinates in Q or in one Q(sqrt n), and proofs in Coq about the values of formulas there."""
from dataclasses import dataclass
from fractions import Fraction

from proofs.engines.flint import elements
from proofs.surd import Surd

from .terms import Term, conjunction, number, quotient

SHAPES = {"zero": "{} = 0", "nonzero": "{} <> 0", "positive": "0 < {}", "nonnegative": "0 <= {}"}
MEETS = {"zero": lambda v: v == 0, "nonzero": lambda v: v != 0, "positive": lambda v: v > 0, "nonnegative": lambda v: v >= 0}


class NoPoint(ValueError):
    """No real point is known that meets the hypotheses: they may contradict each other."""


@dataclass(frozen=True)
class Point:
    """A point of the plane or of a larger space; `n` is the radicand of its coordinates, None if all are rational."""
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

    @property
    def opening(self):
        """The first steps of a proof about the point: t > 0 and t*t = n for the root t."""
        if self.n is None:
            return []
        return [f"destruct (root {self.n} ltac:(lra)) as [Root Square].", f"set (t := sqrt {self.n}) in *."]

    def symbolic(self):
        """The coordinates as elements of Q[t], with t for the root."""
        (t,), _ = elements(("t",))
        return [x.p + x.q*t if isinstance(x, Surd) else t.constant(x) for x in self.coordinates]

    def value_is(self, value, symbolic):
        """The tactic for: the formula, whose element of Q(t) is `symbolic`, has this value."""
        if self.n is None:
            return "field; nonzero"
        (t,), _ = elements(("t",))
        difference = t - t + symbolic - (value.p + value.q*t if isinstance(value, Surd) else value)
        cofactor, rest = divmod(difference.numerator, (t*t - self.n).numerator)
        if rest != 0:
            raise ArithmeticError("the value of a formula at the point is not the one computed")
        total = quotient(cofactor, difference.denominator, ["t"]).mul(Term(f"(t*t - {self.n})"))
        return (f"apply Rminus_diag_uniq; transitivity ({total}); [field; repeat split; numeric | "
                f"apply multiple_vanishes; rewrite Square; ring]")

    def proof(self, kind, formula):
        """The tactic for: the formula, a function of the coordinates, is zero, nonzero, positive or nonnegative here."""
        value = formula(self.coordinates)
        if not MEETS[kind](value):
            raise NoPoint(f"a hypothesis is not met at {self}: it should be {kind}")
        symbolic = formula(self.symbolic()) if self.n is not None else None
        shape = SHAPES[kind].format("y")
        return (f"apply (by_value (fun y => {shape}) _ ({value_term(value, 't')})); "
                f"[{self.value_is(value, symbolic)} | numeric]")

    def __str__(self):
        return f"({', '.join(map(str, self.coordinates))})"


def value_term(x, root=None):
    """A number as a term; `root` is what the square root is called, if it has a name."""
    if not isinstance(x, Surd):
        return number(Fraction(x))
    return number(x.p).add(number(x.q).mul(Term(root or f"(sqrt {x.n})")))


def exists(names, point, conditions):
    """(statement, proof): a real point meets all the conditions, triples (term, kind, function of the coordinates)."""
    claims = [SHAPES[kind].format(term.at(3)) for term, kind, _ in conditions]
    tactics = [point.proof(kind, formula) for _, kind, formula in conditions]
    values = ", ".join(f"({value_term(x)})" for x in point.coordinates)
    steps = [f"split; [solve [{tactic}] |]." for tactic in tactics[:-1]] + [f"solve [{tactics[-1]}]."]
    return f"exists {' '.join(names)} : R,\n  {conjunction(claims)}", (f"exists {values}.", *point.opening, *steps)
