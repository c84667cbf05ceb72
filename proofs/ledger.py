"""What a claim is: statements of a paper, a finding, evidence, and the grade that the evidence earns.

    paper = Paper("large_step", title=..., ...)

    @paper.claim("LST-T4.1", "Theorem 4.1", r"D^+ = q_\\mu(e)\\,D")
    def normal_form():
        \"\"\"One step multiplies the separatrix coordinate by the growth factor.\"\"\"
        yield Identity(separatrix_update)

A claim whose printed statement does not stand takes a corrected one, an ambiguous claim takes its readings:

    @normal_form.corrected(latex, uses=("LST-C4.2",))        @normal_form.reading("letter", latex)

Nothing is checked here beyond the shape of the ledger (`Paper.validate`); `proofs.verification` runs the evidence.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import IntEnum, StrEnum
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
import inspect
from typing import Callable, Iterable


class Grade(IntEnum):
    """How strongly a statement is established; a statement has the weakest grade among what it rests on."""
    broken = 0
    pending = 1
    simulated = 2
    cited = 3
    argued = 4
    certified = 5
    exact = 6


class Finding(StrEnum):
    """What checking found of the printed statement."""
    holds = "holds"
    amended = "amended"            # holds with a hypothesis that the paper left out
    refuted = "refuted"            # false as stated
    gap = "gap"                    # true, but its proof or its status is not what the paper says
    ambiguous = "ambiguous"        # depends on the reading
    uncheckable = "uncheckable"    # the text lost what is needed
    new = "new"                    # ours, not the paper's


class LedgerError(ValueError):
    """A ledger that is not well formed; the message names file, line and claim."""


@dataclass(frozen=True, eq=False)
class Failure:
    """Stands for the evidence of a statement whose generator raised."""
    reason: str


@dataclass(eq=False)
class Statement:
    """One statement of a claim with its evidence.

    `role` is "printed", "corrected" or "reading: <name>".  `evidence` runs the generator, once per process.
    """
    role: str
    latex: str
    words: str
    hypotheses: tuple[str, ...]
    uses: tuple[str, ...]
    body: Callable[[], Iterable]
    where: str

    @property
    def slug(self) -> str:
        """The role as part of an identifier: "" for the printed statement."""
        return "" if self.role == "printed" else self.role.removeprefix("reading: ").replace(" ", "-")

    @cached_property
    def evidence(self) -> tuple | Failure:
        try:
            return tuple(self.body() or ())
        except Exception as error:   # the claim is broken with this reason; the run goes on
            return Failure(f"{type(error).__name__}: {error}")


@dataclass(eq=False)
class Claim:
    """One statement of one paper under its inventory id, as printed and as corrected or read."""
    id: str
    label: str
    finding: Finding
    pending: str
    where: str
    paper: Paper = field(repr=False)
    statements: list[Statement] = field(default_factory=list)

    def corrected(self, latex, *, hypotheses=(), uses=()):
        """Decorator: the statement that does hold, in place of the printed one."""
        return self._add("corrected", latex, hypotheses, uses)

    def reading(self, name, latex, *, hypotheses=(), uses=()):
        """Decorator: one way to read an ambiguous claim, under a short `name`."""
        return self._add(f"reading: {name}", latex, hypotheses, uses)

    def _add(self, role, latex, hypotheses, uses):
        def add(body):
            where = _where(body)
            if any(s.role == role for s in self.statements):
                raise LedgerError(f"{where}: {self.id} has two statements in the role {role!r}")
            words = inspect.cleandoc(body.__doc__ or "")
            if not words:
                raise LedgerError(f"{where}: {self.id}: say the statement in words, as the docstring")
            self.statements.append(
                Statement(role, latex, words, _strings(hypotheses), _strings(uses), body, where))
            return self
        return add

    @property
    def printed(self) -> Statement:
        return self.statements[0]

    @property
    def usable(self) -> tuple[Statement, ...]:
        """The statements that a claim resting on this one rests on."""
        corrected = tuple(s for s in self.statements if s.role == "corrected")
        readings = tuple(s for s in self.statements if s.role.startswith("reading"))
        return corrected or readings or (self.printed,)

    @property
    def unsettled(self) -> bool:
        """Whether a claim resting on this one waits: it is pending, or all that it says is lost."""
        return bool(self.pending) or (self.finding == Finding.uncheckable and self.usable == (self.printed,))

    @property
    def uses(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(u for s in self.statements for u in s.uses))


class Paper:
    """A paper and its claims, in the paper's order.

    `sha256` is the hash of the text that was judged; `identifier` and `date` are as that text gives them.  `summary` says
    in a few plain sentences what stands and what is wrong, and names the claims that show it.
    `folder` is where a ledger of one's own was loaded from, "" for ours.
    """
    folder = ""

    def __init__(self, slug, *, title, authors="", identifier="", date="", sha256="", summary=""):
        self.slug, self.title, self.authors, self.summary = slug, title, authors, summary
        self.identifier, self.date, self.sha256 = identifier, date, sha256
        self.claims: dict[str, Claim] = {}

    def claim(self, id, label, latex, *, finding="holds", hypotheses=(), uses=(), pending=""):
        """Decorator: a claim of the paper.  Its docstring restates it; its body yields the evidence.

        `pending` says what the claim still waits for.
        """
        def add(body):
            where = _where(body)
            if id in self.claims:
                raise LedgerError(f"{where}: {id} is already claimed at {self.claims[id].where}")
            if finding not in Finding.__members__:
                nearest = get_close_matches(str(finding), Finding.__members__, 1, 0)[0]
                raise LedgerError(f"{where}: {id}: unknown finding {finding!r}; nearest: {nearest}")
            claim = Claim(id, label, Finding(finding), pending, where, self)
            claim._add("printed", latex, hypotheses, uses)(body)
            self.claims[id] = claim
            return claim
        return add

    def find(self, id) -> Claim:
        """The claim with this id; LedgerError with the nearest match otherwise."""
        if id in self.claims:
            return self.claims[id]
        raise LedgerError(f"no claim {id!r} in {self.slug}{_nearest(id, self.claims)}")

    def order(self) -> list[str]:
        """The ids in an order in which every claim comes after those it uses."""
        for claim in self.claims.values():
            for used in claim.uses:
                if used not in self.claims:
                    raise LedgerError(f"{claim.where}: {claim.id} uses {used}, unknown{_nearest(used, self.claims)}")
        try:
            return list(TopologicalSorter({c.id: c.uses for c in self.claims.values()}).static_order())
        except CycleError as error:
            first = self.claims[error.args[1][0]]
            raise LedgerError(f"{first.where}: uses go in a circle: {' -> '.join(error.args[1])}") from None

    def validate(self) -> "Paper":
        """The paper itself if its ledger is well formed; LedgerError, naming file and line, otherwise."""
        if not self.claims:
            raise LedgerError(f"the ledger of {self.slug} has no claims")
        self.order()
        for claim in self.claims.values():
            _validate(claim)
        return self


def _validate(claim):
    def refuse(statement, reason):
        raise LedgerError(f"{statement.where}: {claim.id}: {reason}")

    roles = [s.role for s in claim.statements]
    for statement in claim.statements:
        if isinstance(statement.evidence, Failure):
            continue
        names = [e.name for e in statement.evidence]
        words = [e.name for e in statement.evidence if not e.engines]
        for evidence in statement.evidence:
            for fault in evidence.faults():
                refuse(statement, f"{evidence.kind} {evidence.name}: {fault}")
            if evidence.instead_of and evidence.instead_of not in words:
                refuse(statement, f"{evidence.name} stands in for {evidence.instead_of!r}, not an argument of the statement")
            if names.count(evidence.name) > 1:
                refuse(statement, f"two pieces of evidence are called {evidence.name}")
    if claim.pending:
        return
    needed = [s for s in claim.statements if not (s.role == "printed" and claim.finding in _PRINTED_MAY_BE_BARE)]
    for statement in needed:
        if statement.evidence == ():
            refuse(statement, f"the {statement.role} statement has no evidence; give some, or pending='what it waits for'")
    if claim.finding == Finding.uncheckable and not isinstance(claim.printed.evidence, Failure) and not any(
            e.shows_loss for e in claim.printed.evidence):
        refuse(claim.printed, "an uncheckable claim needs Lost evidence, which says what the text lost")
    if claim.finding in (Finding.amended, Finding.refuted) and "corrected" not in roles:
        refuse(claim.printed, f"a claim that is {claim.finding} needs a corrected statement")
    if claim.finding in (Finding.holds, Finding.new) and "corrected" in roles:
        refuse(claim.printed, f"a claim that {claim.finding} has no corrected statement: is it amended?")
    if claim.finding == Finding.ambiguous and sum(r.startswith("reading") for r in roles) < 2:
        refuse(claim.printed, "an ambiguous claim needs at least two readings, each with evidence")
    if claim.finding == Finding.refuted and not isinstance(claim.printed.evidence, Failure) and not any(
            e.refutes for e in claim.printed.evidence):
        refuse(claim.printed, "a refuted claim needs a Refutation of the printed statement")


_PRINTED_MAY_BE_BARE = (Finding.amended, Finding.ambiguous, Finding.uncheckable)


def _where(body):
    return f"{inspect.getsourcefile(body)}:{body.__code__.co_firstlineno}"


def _strings(names):
    return (names,) if isinstance(names, str) else tuple(names)


def _nearest(word, among):
    close = get_close_matches(word, among, 1, 0.5)
    return f"; nearest: {close[0]}" if close else ""
