"""`ledger.json`: the one source from which every report is rendered."""
from datetime import datetime, timezone
from collections import Counter

from proofs.engines import KERNEL
from proofs.ledger import Failure, Finding, Grade
from proofs.verification import Piece, Verification, exempt

from . import provenance

SCHEMA = 1


def document(run: Verification, *, command: str, wall_seconds: float) -> dict:
    """The whole ledger with what was checked, as plain data."""
    return {
        "schema": SCHEMA,
        "header": {
            "version": provenance.version(),
            "commit": provenance.commit(),
            "packages": provenance.versions(),
            "ground_types": provenance.ground_types(),
            "machine": provenance.machine(),
            "date": datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
            "wall_seconds": round(wall_seconds, 1),
            "command": command,
            "interrupted": run.interrupted,
            "kernel": kernel_entry(run),
            "papers": [paper_entry(paper, run) for paper in run.papers],
        },
        "claims": [claim_entry(claim, run) for claim in run.selected],
    }


def kernel_entry(run):
    """What the Coq kernel was asked, and on which axioms its answers rest; null if it was not run."""
    return run.kernel and {
        "coq": run.kernel.coq, "axioms": list(run.kernel.axioms), "lemmas": run.kernel.counts(),
        "exempt": exempt(run.selected), "unlinked": list(run.kernel.unlinked), "seconds": round(run.kernel.seconds, 1)}


def paper_entry(paper, run):
    claims = [c for c in run.selected if c.paper is paper]
    findings = Counter(c.finding.value for c in claims)
    grades = Counter(run.claim_grade(c).name for c in claims)
    return {
        "slug": paper.slug, "title": paper.title, "authors": paper.authors, "identifier": paper.identifier,
        "date": paper.date, "sha256": paper.sha256, "claims": len(claims),
        "findings": {f.value: findings[f.value] for f in Finding if findings[f.value]},
        "grades": {g.name: grades[g.name] for g in reversed(Grade) if grades[g.name]},
    }


def claim_entry(claim, run):
    return {
        "id": claim.id, "paper": claim.paper.slug, "label": claim.label, "finding": claim.finding.value,
        "grade": run.claim_grade(claim).name, "pending": claim.pending, "source": provenance.source(claim.where),
        "statements": [{
            "role": s.role, "latex": s.latex, "words": s.words, "hypotheses": list(s.hypotheses), "uses": list(s.uses),
            "grade": run.grade(s, claim).name if s.evidence or s.uses else "none",
        } for s in claim.statements],
        "evidence": [entry for s in claim.statements for entry in evidence_entries(claim, s, run)],
    }


def evidence_entries(claim, statement, run):
    """One entry for every engine of every piece of evidence of the statement."""
    if isinstance(statement.evidence, Failure):
        yield outcome_entry("Failure", "evidence", statement, claim.where, "generator", "",
                            run.outcomes.get(Piece(claim, statement, None, "generator").id))
        return
    for evidence in statement.evidence:
        engines = dict.fromkeys((*evidence.engines, *[KERNEL]*evidence.for_kernel))
        for engine in engines or ("",):
            outcome = run.outcomes.get(Piece(claim, statement, evidence, engine).id) if engine else None
            yield outcome_entry(evidence.kind, evidence.name, statement, evidence.where, engine, evidence.words, outcome,
                                grade=evidence.grade.name, corroborates=evidence.corroborates, long=evidence.long,
                                instead_of=evidence.instead_of)


def outcome_entry(kind, name, statement, where, engine, words, outcome, **more):
    """`passed` stands only for what ran: it is null for arguments and citations, and for what was skipped."""
    entry = {"kind": kind, "name": name, "statement": statement.role, "engine": engine, "words": words, **more,
             "passed": None, "skipped": "", "seconds": 0.0, "detail": "", "stored": "", "source": provenance.source(where)}
    if outcome is not None:
        entry |= {"passed": outcome.passed, "skipped": outcome.skipped, "seconds": round(outcome.seconds, 4),
                  "detail": outcome.detail, "stored": outcome.stored}
    return entry
