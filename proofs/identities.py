"""The base of all evidence, and the two kinds that are identities: an equation, and a certificate of an inequality."""
from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
import inspect
from typing import Callable, ClassVar, Mapping

from .engines import EXACT, Vacuous, engine
from .ledger import Grade
from .saboteur import Spoiled
from .surd import Surd


@dataclass(frozen=True)
class Check:
    """The outcome of one piece of evidence under one engine: `passed` is None where it is undecided."""
    passed: bool | None
    detail: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Evidence:
    """What every kind has.

    `corroborates`: it must pass, but the grade does not rest on it.  `long`: it takes more than about two seconds.
    """
    corroborates: bool = False
    long: bool = False
    grade: ClassVar[Grade]
    refutes: ClassVar[bool] = False
    shows_loss: ClassVar[bool] = False     # whether it says what the text lost
    engines: ClassVar[tuple[str, ...]] = ()
    for_kernel: ClassVar[bool] = False     # whether the Coq kernel has a lemma for it
    instead_of: ClassVar[str] = ""         # the argument of the same statement that it makes superfluous once it has passed

    @property
    def kind(self) -> str:
        return type(self).__name__

    @property
    def name(self) -> str:
        return self.subject.__name__

    @property
    def where(self) -> str:
        """File and line of the formula, run or words."""
        code = inspect.unwrap(self.subject).__code__
        return f"{code.co_filename}:{code.co_firstlineno}"

    @property
    def words(self) -> str:
        return inspect.cleandoc(self.subject.__doc__ or "")

    def faults(self):
        """Reasons to refuse this evidence before anything is run."""
        return ()

    def identities(self) -> tuple[Identity, ...]:
        """The identities in it, for the saboteur and the kernel."""
        return ()

    def check(self, engine_name) -> Check:
        raise NotImplementedError


def flatten(left, right):
    """Pairs of entries of two nested tuples of the same shape."""
    nested = isinstance(left, (tuple, list)), isinstance(right, (tuple, list))
    if nested == (False, False):
        yield left, right
    elif nested == (True, True) and len(left) == len(right):
        for pair in zip(left, right):
            yield from flatten(*pair)
    else:
        raise ValueError("the two sides of the identity have different shapes")


def nested(f, value):
    """f of every entry of nested tuples."""
    return tuple(nested(f, v) for v in value) if isinstance(value, (tuple, list)) else f(value)


def positional(function) -> tuple[str, ...]:
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return tuple(n for n, p in inspect.signature(function).parameters.items() if p.kind in kinds)


def floats_in(value):
    """The floats anywhere inside a witness or a certificate."""
    if isinstance(value, (float, complex)):
        yield value
    elif isinstance(value, Mapping):
        for v in value.values():
            yield from floats_in(v)
    elif isinstance(value, (tuple, list)):
        for v in value:
            yield from floats_in(v)


def refuse_floats(**values):
    for name, value in values.items():
        for bad in floats_in(value):
            yield f"{name} contains the float {bad!r}: write a Fraction or an integer"


@dataclass(frozen=True, eq=False)
class Identity(Evidence):
    """An equation between rational functions, or many of them (nested tuples), decided by both engines.

    sides      function of ring elements -> (lhs, rhs)
    modulo     function of the same elements -> polynomials that vanish: the identity holds modulo these relations
    excluding  function of the same elements -> everything that a formula divides by, up to factors
    variables  names of the ring elements, if `sides` takes ``*elements``
    size       integers for the keyword parameters of `sides`: one member of a family in n or d
    few_damages  why the saboteur finds fewer than a dozen damages
    """
    sides: Callable
    modulo: Callable | None = None
    excluding: Callable | None = None
    variables: tuple[str, ...] = ()
    size: Mapping[str, int] = field(default_factory=dict)
    few_damages: str = ""
    grade: ClassVar[Grade] = Grade.exact
    engines: ClassVar[tuple[str, ...]] = EXACT
    for_kernel: ClassVar[bool] = True

    def __post_init__(self):
        if not self.variables:
            object.__setattr__(self, "variables", positional(self.sides))

    @property
    def subject(self):
        return self.sides

    @property
    def name(self):
        size = ",".join(f"{k}={v}" for k, v in self.size.items())
        return self.sides.__name__ + (f"({size})" if size else "")

    def equations(self, elements, fault=None):
        """The pairs (lhs, rhs) of ring elements; with one operation done wrong if there is a `fault`."""
        inputs = [Spoiled(x, fault) for x in elements] if fault else elements
        pairs = list(flatten(*self.sides(*inputs, **self.size)))
        if not pairs:
            raise Vacuous("there is no equation")
        if fault is None:
            return pairs
        return [tuple(y.inner if isinstance(y, Spoiled) else y for y in pair) for pair in pairs]

    def relations(self, elements):
        return list(self.modulo(*elements, **self.size)) if self.modulo else []

    def excluded(self, elements):
        return list(self.excluding(*elements, **self.size)) if self.excluding else []

    def identities(self):
        return (self,)

    def check(self, engine_name):
        return Check(engine(engine_name).decide(self))


NEARLY = Fraction(1, 1000)   # a bound must come this close to being attained


@dataclass(frozen=True, eq=False)
class Nonnegative(Evidence):
    """goal >= 0 (or > 0) under hypotheses, by a certificate that anybody can check.

    proof   function of ring elements -> (goal, hypotheses, terms): `hypotheses` maps names to expressions that are
            >= 0, `terms` lists (coefficient, names, base), and the claim is
                goal = sum of coefficient * product of the named hypotheses * base**2.
    at      a point that meets the hypotheses, all strictly: they are not contradictory
    tight   a point that meets them and where the goal is at most 1/1000: the bound is not a weak one
    slack   in place of `tight`: why the bound need not be sharp
    strict  the hypotheses are > 0 and so is the goal: one term is a positive number times hypotheses alone
    """
    proof: Callable
    at: Mapping
    tight: Mapping | None = None
    slack: str = ""
    strict: bool = False
    modulo: Callable | None = None
    excluding: Callable | None = None
    few_damages: str = ""
    grade: ClassVar[Grade] = Grade.exact
    engines: ClassVar[tuple[str, ...]] = (*EXACT, "signs")
    for_kernel: ClassVar[bool] = True

    @property
    def subject(self):
        return self.proof

    @cached_property
    def identity(self) -> Identity:
        """goal = the sum that the certificate names."""
        def sides(*x):
            goal, hypotheses, terms = self.proof(*x)
            total = 0*goal
            for coefficient, names, base in terms:
                term = coefficient*(base*base)
                for name in names:
                    term = term*hypotheses[name]
                total = total + term
            return goal, total
        for attribute in ("__module__", "__name__", "__qualname__", "__doc__"):
            setattr(sides, attribute, getattr(self.proof, attribute))
        return Identity(sides, self.modulo, self.excluding, variables=positional(self.proof),
                        few_damages=self.few_damages)

    def identities(self):
        return (self.identity,)

    def faults(self):
        yield from refuse_floats(at=self.at, tight=self.tight)
        if (self.tight is None) != bool(self.slack):
            yield "give a point where the bound is nearly attained, tight=, or the reason why it need not be, slack="
        for point, name in ((self.at, "at"), (self.tight, "tight")):
            if point is not None and set(point) != set(positional(self.proof)):
                yield f"{name} gives {sorted(point)}, the certificate takes {sorted(positional(self.proof))}"

    def check(self, engine_name):
        if engine_name == "signs":
            return self.signs()
        return self.identity.check(engine_name)

    def evaluate(self, point):
        values = {n: Fraction(v) if isinstance(v, int) else v for n, v in point.items()}
        x = [values[n] for n in positional(self.proof)]
        for relation in (self.modulo(*x) if self.modulo else ()):
            if relation != 0:
                raise Vacuous(f"the point {point} does not meet the relations")
        return self.proof(*x)

    def signs(self) -> Check:
        """The signs of the certificate, its hypotheses at the two points, and that no hypothesis is the goal."""
        goal, hypotheses, terms = self.evaluate(self.at)
        for name, value in hypotheses.items():
            if not value > 0:
                raise Vacuous(f"hypothesis {name!r} is not met at the point given")
        for coefficient, names, _ in terms:
            if list(floats_in(coefficient)) or Fraction(coefficient) < 0:
                return Check(False, f"coefficient {coefficient} is negative or not exact")
        if self.strict and not any(c > 0 and isinstance(base, int) and base != 0 for c, _, base in terms):
            return Check(False, "no term is strictly positive: a positive number times hypotheses alone")
        for name, value in hypotheses.items():
            if self.same_as_goal(name, goal, value):
                return Check(False, f"hypothesis {name!r} is the goal itself, up to a factor")
        if self.tight is None:
            return Check(True, f"not sharp: {self.slack}")
        near, at_edge, _ = self.evaluate(self.tight)
        for name, value in at_edge.items():
            if value < 0:
                raise Vacuous(f"hypothesis {name!r} is not met at the point where the bound is nearly attained")
        if not 0 <= near <= NEARLY:
            return Check(False, f"the bound is not nearly attained: the goal is {near} at {self.tight}")
        return Check(True, f"goal {near} at the tight point")

    def same_as_goal(self, name, goal, value):
        """Whether a hypothesis is a multiple of the goal, by a number: an assumption in place of a proof."""
        goal, value = _rational(goal), _rational(value)
        if goal is None or value is None:
            return False

        def sides(*x):
            expression, hypotheses, _ = self.proof(*x)
            return expression*value, hypotheses[name]*goal
        identity = Identity(sides, self.modulo, self.excluding, variables=positional(self.proof))
        return engine("flint").decide(identity)


def _rational(x):
    """A rational number as it is, None for a proper surd."""
    return x if not isinstance(x, Surd) else x.p if x.q == 0 else None
