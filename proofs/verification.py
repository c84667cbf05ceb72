"""Running the evidence of a ledger, and the grades that come of it."""
from __future__ import annotations

from dataclasses import dataclass, field
from difflib import get_close_matches
from fnmatch import fnmatchcase
import time
from typing import Callable, Iterable, Iterator, Mapping

from . import processes
from .engines import KERNEL, coqc
from .evidence import Check, Evidence, Proved
from .ledger import Claim, Failure, Grade, LedgerError, Paper, Statement
from .papers import reload
from .stored import Store, code_hash

STORED = "kernel"   # what the kernel said of the theorems proved by hand stands in the store under this name


@dataclass(frozen=True)
class Piece:
    """One piece of evidence under one engine: what one test runs."""
    claim: Claim
    statement: Statement
    evidence: Evidence | None      # None: the statement's generator raised
    engine: str

    @property
    def key(self) -> str:
        """The evidence inside its claim: "name" or "corrected/name"."""
        return "/".join(filter(None, (self.statement.slug, self.evidence.name if self.evidence else "evidence")))

    @property
    def id(self) -> str:
        return f"{self.claim.id}/{self.key}[{self.engine}]"


@dataclass(frozen=True)
class Outcome:
    """What came of a piece: `passed` is True, False or None (undecided, or `skipped` with the reason)."""
    piece_id: str
    passed: bool | None
    seconds: float = 0.0
    detail: str = ""
    skipped: str = ""
    stored: str = ""     # the commit at which a stored result was made
    facts: Mapping = field(default_factory=dict)   # of `proofs.identities.Check`


def pieces(claim: Claim) -> Iterator[Piece]:
    """Everything of the claim that is checked here.  Arguments and citations have no engine; for Coq see
    `kernel_pieces`.
    """
    for statement in claim.statements:
        if isinstance(statement.evidence, Failure):
            yield Piece(claim, statement, None, "generator")
            continue
        for evidence in statement.evidence:
            for engine in evidence.engines:
                if engine != KERNEL:
                    yield Piece(claim, statement, evidence, engine)


def check(piece: Piece) -> Outcome:
    """Run one piece; whatever it raises is the reason why it is broken."""
    start = time.perf_counter()
    if piece.evidence is None:
        return Outcome(piece.id, False, 0.0, piece.statement.evidence.reason)
    try:
        result = piece.evidence.check(piece.engine)
    except (Exception, SystemExit) as error:
        result = Check(False, f"{type(error).__name__}: {error}")
    return Outcome(piece.id, result.passed, time.perf_counter() - start, result.detail, facts=result.facts)


def from_store(piece: Piece, store: Store | None) -> Outcome:
    """The stored outcome of a long piece; skipped without one, failed where the code has changed since."""
    record = store.get(piece.claim.id, f"{piece.key}[{piece.engine}]") if store else None
    if record is None:
        return Outcome(piece.id, None, skipped="long evidence: run `make verify-all`")
    if record["code"] != code_hash(piece.evidence):
        return Outcome(piece.id, False, record["seconds"], "stale: the code has changed since; run `make verify-all`")
    return Outcome(piece.id, record["passed"], record["seconds"], record["detail"], stored=record["commit"],
                   facts=record.get("facts", {}))


def kernel_pieces(claim: Claim) -> Iterator[Piece]:
    """Everything of the claim that the Coq kernel can check."""
    for statement in claim.statements:
        for evidence in () if isinstance(statement.evidence, Failure) else statement.evidence:
            if evidence.for_kernel:
                yield Piece(claim, statement, evidence, KERNEL)


def without_kernel(piece: Piece, store: Store | None) -> Outcome:
    """The stored outcome of a theorem proved by hand; skipped without one, if it is stale, and for all other pieces."""
    reason = "run with --kernel" if coqc.installed() else "coqc not found"
    if isinstance(piece.evidence, Proved) and store is not None:
        record = store.get(STORED, piece.evidence.lemma)
        if record is not None:
            from .engines.kernel import fingerprint
            if record["code"] == fingerprint(piece.evidence.lemma.split(".")[0]):
                return Outcome(piece.id, record["passed"], record["seconds"], _kernel_detail(**record), stored=record["commit"])
            reason = f"stale Coq proofs, {reason}"
    return Outcome(piece.id, None, skipped=reason)


def from_kernel(piece: Piece, run) -> Outcome:
    """What a run of the kernel (`proofs.engines.kernel.Run`) said of a piece."""
    record = run.of_piece[piece.id]
    if record.passed is None:
        return Outcome(piece.id, None, skipped=f"not printed for Coq: {record.detail}")
    return Outcome(piece.id, record.passed, record.seconds,
                   _kernel_detail(record.lemma, run.coq, run.axioms, record.detail))


def keep_kernel_run(run, store: Store, commit: str):
    """Store what the kernel said of the theorems that are proved by hand."""
    from .engines.kernel import fingerprint
    for record in run.records:
        if record.origin == "hand":
            store.put(STORED, record.lemma, dict(
                lemma=record.lemma, passed=record.passed, seconds=round(record.seconds, 2), detail=record.detail,
                coq=run.coq, axioms=list(run.axioms), code=fingerprint(record.lemma.split(".")[0]), commit=commit))


def _kernel_detail(lemma, coq, axioms, detail, **_):
    return detail or f"{lemma}, Coq {coq}, {len(axioms)} axioms of the reals"


@dataclass
class Verification:
    """Outcomes by piece id, and the grades of the statements and claims of the papers."""
    papers: list[Paper]
    selected: list[Claim]
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    interrupted: bool = False
    kernel: object = None       # the `proofs.engines.kernel.Run`, if there was one

    def grade(self, statement: Statement, claim: Claim) -> Grade:
        """The weakest grade among what the statement rests on; broken if anything of it failed.

        It does not rest on an argument if all the theorems that stand in for it have passed, nor on those that have not.
        """
        if isinstance(statement.evidence, Failure):
            return Grade.broken
        def outcome(evidence, engine):
            return self.outcomes.get(Piece(claim, statement, evidence, engine).id)

        passed = {e: all(o is not None and o.passed for o in (outcome(e, engine) for engine in e.engines))
                  for e in statement.evidence}
        if any(o is not None and o.passed is False for e in statement.evidence for o in
               (outcome(e, engine) for engine in (*e.engines, KERNEL))):
            return Grade.broken
        replaced = {e.instead_of for e in statement.evidence} - {e.instead_of for e in statement.evidence if not passed[e]}
        grades = [e.grade if passed[e] else Grade.pending for e in statement.evidence
                  if not e.corroborates and e.name not in replaced and (passed[e] or not e.instead_of)]
        for used in statement.uses:
            other = claim.paper.find(used)
            grades += [self.grade(s, other) for s in other.usable] + [Grade.pending]*other.unsettled
        return min(grades, default=Grade.pending)

    def claim_grade(self, claim: Claim) -> Grade:
        """The weakest grade of its statements; of an amended claim the printed one does not count unless it breaks."""
        if claim.pending:
            broken = any(self.grade(s, claim) == Grade.broken for s in claim.statements if s.evidence)
            return Grade.broken if broken else Grade.pending
        bare = [s for s in claim.statements if s.evidence == () and s is claim.printed]
        return min(self.grade(s, claim) for s in claim.statements if s not in bare)

    @property
    def failed(self) -> list[Outcome]:
        """What did not come out as recorded: failed, or undecided."""
        return [o for o in self.outcomes.values() if not o.passed and not o.skipped]


def select(papers: list[Paper], patterns: Iterable[str]) -> list[Claim]:
    """The claims with these ids (``*`` and ``?`` match); all without any; LedgerError for an unknown one."""
    everything = [claim for paper in papers for claim in paper.claims.values()]
    patterns = list(patterns)
    if not patterns:
        return everything
    for pattern in patterns:
        if not any(fnmatchcase(c.id, pattern) for c in everything):
            nearest = get_close_matches(pattern, [c.id for c in everything], 1, 0)
            raise LedgerError(f"no claim {pattern!r} in {', '.join(p.slug for p in papers)}; nearest: {nearest[0]}")
    return [c for c in everything if any(fnmatchcase(c.id, p) for p in patterns)]


def with_used(claims: list[Claim]) -> list[Claim]:
    """The claims and all that they rest on."""
    found, waiting = {}, list(claims)
    while waiting:
        claim = waiting.pop(0)
        if claim.id not in found:
            found[claim.id] = claim
            waiting += [claim.paper.find(u) for u in claim.uses]
    return list(found.values())


def exempt(claims: Iterable[Claim]) -> list[str]:
    """The exact evidence that the kernel has no lemma for."""
    return [f"{claim.id}/{evidence.name}: {evidence.kind}" for claim in claims for s in claim.statements
            for evidence in (() if isinstance(s.evidence, Failure) else s.evidence)
            if evidence.grade == Grade.exact and not evidence.for_kernel]


def verify(papers, patterns=(), *, jobs=1, long=False, kernel: Callable | None = None, store: Store | None = None,
           commit="", progress: Callable[[Outcome, int], None] = lambda outcome, total: None) -> Verification:
    """Check the selected claims and all that they rest on.

    `long` also runs the long evidence and writes it to `store`; without it, stored results are used.  So with `kernel`,
    a function of pieces that returns a `proofs.engines.kernel.Run`, and the theorems proved by hand.  An interruption keeps
    what is done: the result says so.
    """
    run = Verification(list(papers), select(papers, patterns))
    todo = [p for claim in with_used(run.selected) for p in pieces(claim)]
    for_kernel = [p for claim in with_used(run.selected) for p in kernel_pieces(claim)]
    run.outcomes |= {p.id: without_kernel(p, store) for p in for_kernel}
    now = [p for p in todo if p.evidence is None or not p.evidence.long or long]
    try:
        for piece in todo:
            if piece.evidence is not None and piece.evidence.long and not long:
                _keep(run, from_store(piece, store), len(todo), progress)
        for piece, outcome in _outcomes(now, jobs):
            _keep(run, outcome, len(todo), progress)
            if store is not None and piece.evidence is not None and piece.evidence.long:
                store.put(piece.claim.id, f"{piece.key}[{piece.engine}]", dict(
                    passed=outcome.passed, seconds=round(outcome.seconds, 2), detail=outcome.detail,
                    facts=outcome.facts, code=code_hash(piece.evidence), commit=commit))
        if kernel is not None:
            run.kernel = kernel(for_kernel)
            run.outcomes |= {p.id: from_kernel(p, run.kernel) for p in for_kernel}
            if store is not None:
                keep_kernel_run(run.kernel, store, commit)
    except KeyboardInterrupt:
        run.interrupted = True
    return run


def _keep(run, outcome, total, progress):
    run.outcomes[outcome.piece_id] = outcome
    progress(outcome, total)


def _outcomes(todo, jobs):
    if jobs == 1:
        for piece in todo:
            yield piece, check(piece)
        return
    groups = {}
    for piece in todo:
        paper = piece.claim.paper
        groups.setdefault((paper.slug, paper.folder, piece.claim.id), []).append(piece)
    tasks = {(*key, tuple(p.id for p in group)): group for key, group in groups.items()}
    for task, outcomes in processes.results(_check_claim, tasks, jobs):
        yield from zip(tasks[task], outcomes)


def _check_claim(slug, folder, claim_id, piece_ids):
    """In a worker process: evidence holds functions, so the ledger is loaded there and pieces go by their ids."""
    wanted = set(piece_ids)
    return [check(p) for p in pieces(reload(slug, folder).find(claim_id)) if p.id in wanted]
