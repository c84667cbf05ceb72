"""What evidence is.  Evidence is data; each kind has one checker, small enough to read.

    kind          carries                                                      checked by                    grade
    Identity      (ring elements) -> (lhs, rhs), relations, excluded divisors  SymPy and FLINT               exact
    Nonnegative   goal = sum of products of hypotheses and squares             an Identity, and signs        exact
    Computed      an exact computation and its value                           SymPy and FLINT               exact
    Refutation    a witness that meets the hypotheses and breaks the claim     exact arithmetic, or balls    exact, certified
    Certified     a call into `certify`                                        balls                         certified
    Argument      one step of ordinary mathematics                             a reader                      argued
    Citation      the source of a result that is taken over                    nobody                        cited
    Lost          what the text lost, so that the statement cannot be judged   a reader                      argued
    Proved        a theorem proved by hand in Coq                              the Coq kernel                exact
    Simulation    a seeded run and the margin it must meet                     NumPy                         simulated

The Coq kernel also checks, when it is asked to, every Identity, every Nonnegative and every exact Refutation.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
import inspect
from typing import Callable, ClassVar, Mapping

from .engines import EXACT, KERNEL, engine
from .identities import Check, Evidence, Identity, Nonnegative, floats_in, flatten, nested, positional, refuse_floats
from .kernel import lemmas
from .ledger import Grade

__all__ = ["Argument", "Certified", "Check", "Citation", "Computed", "Evidence", "Identity", "Lost", "Nonnegative",
           "Proved", "Refutation", "Simulation", "flatten", "floats_in", "positional", "proved", "refuse_floats"]


@dataclass(frozen=True, eq=False)
class Computed(Evidence):
    """An exact computation, done in both engines, and its value.

    `computation` names a function that both engine modules have; `value` is what it must return (True for the
    computations that decide something).  `formula` is a polynomial in the variables of its signature, or a matrix.
    """
    computation: str
    formula: object
    value: object = True
    options: Mapping = field(default_factory=dict)
    title: str = ""
    grade: ClassVar[Grade] = Grade.exact
    engines: ClassVar[tuple[str, ...]] = EXACT

    @property
    def subject(self):
        return self.formula if callable(self.formula) else type(self)

    @property
    def where(self):
        return super().where if callable(self.formula) else ""

    @property
    def words(self):
        return super().words if callable(self.formula) else ""

    @property
    def name(self):
        return self.title or f"{self.computation}_of_{self.formula.__name__}"

    def faults(self):
        yield from refuse_floats(value=self.value, options=self.options)

    def check(self, engine_name):
        names = (positional(self.formula),) if callable(self.formula) else ()
        others = [self.options["other"]] if "other" in self.options else []
        options = {k: v for k, v in self.options.items() if k != "other"}
        found = getattr(engine(engine_name), self.computation)(self.formula, *others, *names, **options)
        return Check(found == self.value, f"{self.computation} = {found}")


@dataclass(frozen=True, eq=False)
class Refutation(Evidence):
    """A witness against a statement, exact (Fractions, integers, `proofs.surd`) or certified in balls.

    statement(**at, **counts) must be False and given(**at, **counts), the hypotheses, True.  With `bits` the numbers
    become balls at that precision, and the two return what is proved: True, False or None.

    at      real numbers, or nested tuples of them
    counts  what is no real number, handed over as it is: integers that count, graphs
    """
    statement: Callable
    at: Mapping = field(default_factory=dict)
    given: Callable | None = None
    bits: int = 0
    counts: Mapping = field(default_factory=dict)
    refutes: ClassVar[bool] = True

    @property
    def subject(self):
        return self.statement

    @property
    def grade(self):
        return Grade.certified if self.bits else Grade.exact

    @property
    def engines(self):
        return ("balls",) if self.bits else ("exact",)

    @property
    def for_kernel(self):
        return not self.bits and bool(self.at)     # the kernel proves comparisons of real numbers

    def faults(self):
        yield from refuse_floats(at=self.at, counts=self.counts)
        if not self.at and not self.counts:
            yield "give a witness: numbers in at=, integers that count and graphs in counts="

    def check(self, engine_name):
        if self.bits:
            from certify.balls import at as at_precision, ball
            return at_precision(self.bits, lambda: self._judge({n: ball(v, n) for n, v in self.at.items()}))
        return self._judge({n: nested(exact_number, v) for n, v in self.at.items()})

    def _judge(self, numbers):
        witness = {**numbers, **self.counts}
        shown = ", ".join(f"{n} = {v}" for n, v in (*self.at.items(), *self.counts.items()))
        if self.given is not None and self.given(**witness) is not True:
            return Check(False, f"the witness {shown} is not proved to meet the hypotheses")
        verdict = self.statement(**witness)
        if verdict is None:
            return Check(None, f"undecided at {shown}")
        broken = verdict is False or (not self.bits and not verdict)
        return Check(broken, f"{'fails' if broken else 'holds'} at {shown}")


def exact_number(x):
    """An integer as a Fraction, so that a quotient of two is one; other numbers as they are."""
    return Fraction(x) if isinstance(x, int) else x


@dataclass(frozen=True, eq=False)
class Certified(Evidence):
    """A call into `certify` that must come out as the claim says; the result is computed, never stored here.

    `call` takes no arguments and returns a result of `certify`; `shows(result)` is True, False or None (undecided).
    Without `shows` the result itself must be a verdict, or carry one as `.verdict` or `.proved`.
    """
    call: Callable
    shows: Callable | None = None
    grade: ClassVar[Grade] = Grade.certified
    engines: ClassVar[tuple[str, ...]] = ("balls",)

    @property
    def subject(self):
        return self.call

    def check(self, engine_name):
        from .facts import of_certified   # balls, which exact evidence does without
        result = self.call()
        if was_interrupted(result):
            raise KeyboardInterrupt
        verdict = self.shows(result) if self.shows else getattr(result, "verdict", getattr(result, "proved", result))
        if verdict not in (True, False, None):
            raise TypeError(f"{self.name} shows {verdict!r}: True, False or None (undecided) is expected")
        return Check(verdict, "undecided" if result is None else summary(result), of_certified(result))


@dataclass(frozen=True, eq=False)
class Simulation(Evidence):
    """A seeded run, and the margin that separates the claim from what it is told apart from.

    `run` takes no arguments and returns numbers; `shows(numbers)` is whether they meet the margin.
    """
    run: Callable
    shows: Callable
    margin: str
    grade: ClassVar[Grade] = Grade.simulated
    engines: ClassVar[tuple[str, ...]] = ("numpy",)

    @property
    def subject(self):
        return self.run

    def check(self, engine_name):
        from .facts import of_run
        result = self.run()
        verdict, found = of_run(result, self.shows)
        missed = "" if verdict else f"; margin: {self.margin}"
        return Check(verdict, summary(result) + missed, {"margin": self.margin} | found)


@dataclass(frozen=True, eq=False)
class Argument(Evidence):
    """One step of ordinary mathematics, short enough to check in a minute; its formulas are evidence of their own."""
    text: str
    name: str = "argument"
    grade: ClassVar[Grade] = Grade.argued

    @property
    def words(self):
        return inspect.cleandoc(self.text)

    @property
    def where(self):
        return ""

    def faults(self):
        if not self.text.strip():
            yield "an argument says something"


@dataclass(frozen=True, eq=False)
class Citation(Argument):
    """The source of a result that is taken over without proof."""
    name: str = "citation"
    grade: ClassVar[Grade] = Grade.cited


@dataclass(frozen=True, eq=False)
class Lost(Argument):
    """What the text lost, and where it breaks off, so that an uncheckable statement cannot be judged.

    It argues for the finding, not for the statement: a claim that rests on an uncheckable one is pending.
    """
    name: str = "what_the_text_lost"
    shows_loss: ClassVar[bool] = True


@dataclass(frozen=True, eq=False)
class Proved(Evidence):
    """A theorem of `proofs/kernel/*.v`, which the Coq kernel checks; without Coq it is skipped and lowers no grade.

    lemma       its name in `proofs.kernel.lemmas`, "File.lemma"
    instead_of  the name of an argument of the same statement, which says what the theorem proves.  The grade does not
                rest on that argument when every theorem that names it has passed.
    """
    lemma: str
    instead_of: str = field(default="", kw_only=True)
    grade: ClassVar[Grade] = Grade.exact
    engines: ClassVar[tuple[str, ...]] = (KERNEL,)
    for_kernel: ClassVar[bool] = True

    @property
    def name(self):
        return self.lemma

    @property
    def where(self):
        return lemmas.TABLE[self.lemma].where

    @property
    def words(self):
        return lemmas.TABLE[self.lemma].words

    def faults(self):
        if self.lemma not in lemmas.TABLE:
            yield f"no such lemma in proofs.kernel.lemmas; nearest: {get_close_matches(self.lemma, lemmas.TABLE, 1, 0)[0]}"


def proved(*names, instead_of="") -> tuple[Proved, ...]:
    """Theorems that together say what the argument `instead_of` says; without one they corroborate the claim."""
    return tuple(Proved(name, instead_of=instead_of, corroborates=not instead_of) for name in names)


def was_interrupted(result) -> bool:
    """Whether a result of `certify` says that Ctrl-C cut it short: what it proved is no verdict on a claim."""
    if isinstance(result, (tuple, list)):
        return any(map(was_interrupted, result))
    said = (getattr(result, name, "") for name in ("why", "stopped", "reason"))
    return any(isinstance(text, str) and text.startswith("interrupted") for text in said)


def summary(result) -> str:
    """One line on a result: its own `summary`, or its representation, cut at 300 characters."""
    text = getattr(result, "summary", None)
    text = text() if callable(text) else text if text else repr(result)
    return text if len(text) <= 300 else text[:297] + "..."
