"""`ledger.json`: the one source from which every report is rendered."""
from collections import Counter
from datetime import datetime, timezone
import sys

from proofs.engines import KERNEL
from proofs.ledger import Failure, Finding, Grade
from proofs.verification import Piece, Verification, exempt

from . import provenance, schema

NOT_REACHED = "the run was interrupted before it"
FACTS = {"margin": "", "slack": None, "bits": None, "boxes": None, "radius": None}


def document(run: Verification, *, command: str, wall_seconds: float, figures=()) -> dict:
    """The whole ledger with what was checked, as plain data that meets `reports/schema/ledger.schema.json`."""
    return schema.validated({
        "schema": schema.version(),
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
            "axioms": sorted(set(run.kernel.axioms if run.kernel else provenance.stored_axioms())),
            "kernel": kernel_entry(run),
            "papers": [paper_entry(paper, run) for paper in run.papers],
        },
        "figures": list(figures),
        "claims": [claim_entry(claim, run) for claim in run.selected],
    })


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
        "date": paper.date, "sha256": paper.sha256, "summary": " ".join(paper.summary.split()), "claims": len(claims),
        "findings": {f.value: findings[f.value] for f in Finding if findings[f.value]},
        "grades": {g.name: grades[g.name] for g in reversed(Grade) if grades[g.name]},
    }


def claim_entry(claim, run):
    return {
        "id": claim.id, "paper": claim.paper.slug, "section": section(claim), "label": claim.label,
        "finding": claim.finding.value,
        "grade": run.claim_grade(claim).name, "pending": claim.pending, "source": provenance.source(claim.where),
        "statements": [{
            "role": s.role, "latex": s.latex, "words": s.words, "hypotheses": list(s.hypotheses), "uses": list(s.uses),
            "grade": run.grade(s, claim).name if s.evidence or s.uses else "none",
        } for s in claim.statements],
        "evidence": [entry for s in claim.statements for entry in evidence_entries(claim, s, run)],
    }


def section(claim) -> str:
    """The part of the paper that the claim stands in: the first line of its module."""
    module = sys.modules[claim.printed.body.__module__]
    return (module.__doc__ or module.__name__.rpartition(".")[2]).strip().split("\n")[0].rstrip(".")


def evidence_entries(claim, statement, run):
    """One entry for every engine of every piece of evidence of the statement."""
    if isinstance(statement.evidence, Failure):
        outcome = run.outcomes.get(Piece(claim, statement, None, "generator").id)
        yield {"kind": "Failure", "name": "evidence", "statement": statement.role, "engine": "generator", "grade": "broken",
               "words": "", "corroborates": False, "long": False, "instead_of": "",
               "source": provenance.source(claim.where), **outcome_entry(outcome)}
        return
    for evidence in statement.evidence:
        engines = dict.fromkeys((*evidence.engines, *[KERNEL]*evidence.for_kernel))
        for engine in engines or ("",):
            outcome = run.outcomes.get(Piece(claim, statement, evidence, engine).id) if engine else None
            yield {"kind": evidence.kind, "name": evidence.name, "statement": statement.role, "engine": engine,
                   "grade": evidence.grade.name, "words": evidence.words, "corroborates": evidence.corroborates,
                   "long": evidence.long, "instead_of": evidence.instead_of,
                   "source": provenance.source(evidence.where or statement.where),
                   **outcome_entry(outcome, NOT_REACHED if engine else "")}


def outcome_entry(outcome, skipped=""):
    """`passed` stands only for what ran: it is null for arguments and citations, and for what was skipped."""
    if outcome is None:
        return {"passed": None, "skipped": skipped, "seconds": 0.0, "detail": "", "stored": "", **FACTS}
    return {"passed": outcome.passed, "skipped": outcome.skipped, "seconds": round(outcome.seconds, 4),
            "detail": outcome.detail, "stored": outcome.stored, **FACTS, **outcome.facts}
