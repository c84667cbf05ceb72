"""Running a ledger: selection, processes, interruption, stored results."""
import json

import pytest

from proofs.evidence import Certified, Identity
from proofs.ledger import Grade, LedgerError, Paper
from proofs.papers import load, load_all
from proofs.stored import Store, code_hash, imported_files
from proofs.verification import pieces, select, verify


def square(a, b):
    return (a - b)*(a + b), a**2 - b**2


def slow_but_true():
    return True


@pytest.fixture
def paper():
    paper = Paper("example", title="An example")

    @paper.claim("X-1", "label", "x")
    def first():
        """Words."""
        yield Identity(square)
        yield Certified(slow_but_true, long=True)
    return paper.validate()


def test_long_evidence_is_skipped_stored_and_then_stale(paper, tmp_path, monkeypatch):
    store, claim = Store(tmp_path), paper.claims["X-1"]
    run = verify([paper], store=store)
    assert {i: o.skipped for i, o in run.outcomes.items() if o.skipped and not i.endswith("[coq]")} == {
        "X-1/slow_but_true[balls]": "long evidence: run `make verify-all`"}
    assert run.claim_grade(claim) == Grade.pending and run.failed == []

    verify([paper], long=True, store=store, commit="abc")
    record = json.loads((tmp_path/"X-1.json").read_text())["slow_but_true[balls]"]
    assert record["passed"] is True and record["commit"] == "abc"

    run = verify([paper], store=store)
    assert run.claim_grade(claim) == Grade.certified
    assert [o.stored for o in run.outcomes.values() if o.stored] == ["abc"]

    monkeypatch.setattr("proofs.verification.code_hash", lambda evidence: "another")
    run = verify([paper], store=store)
    assert run.claim_grade(claim) == Grade.broken
    assert "stale" in run.failed[0].detail


def test_the_hash_depends_on_what_is_imported():
    from proofs.large_step import separatrix
    files = {f.name for f in imported_files(separatrix.__file__)}
    assert {"separatrix.py", "coordinates.py", "maps.py", "algebra.py", "evidence.py"} <= files
    assert len(code_hash(Certified(slow_but_true))) == 16


def test_undecided_is_neither_passed_nor_false(tmp_path):
    paper = Paper("example", title="An example")

    @paper.claim("X-1", "label", "x")
    def first():
        """Words."""
        yield Certified(lambda: None)
    run = verify([paper.validate()])
    assert run.claim_grade(paper.claims["X-1"]) == Grade.pending
    assert [o.passed for o in run.failed] == [None]


def test_an_interruption_keeps_what_is_done(paper):
    done = []

    def interrupt(outcome, total):
        done.append(outcome)
        raise KeyboardInterrupt
    run = verify([paper], progress=interrupt)
    assert run.interrupted and len(done) == 1
    assert [o for i, o in run.outcomes.items() if not i.endswith("[coq]")] == done


def test_processes_give_the_same_outcomes():
    patterns = ["LST-T4.1", "LST-P3.4"]
    one = verify(load_all(), patterns)
    two = verify(load_all(), patterns, jobs=2)
    assert {i: o.passed for i, o in one.outcomes.items()} == {i: o.passed for i, o in two.outcomes.items()}
    assert len(one.outcomes) >= 10


def test_selection():
    papers = load_all()
    assert [c.id for c in select(papers, ["LST-T4.1"])] == ["LST-T4.1"]
    assert len(select(papers, ["LST-T4.*"])) > 5
    with pytest.raises(LedgerError, match="nearest: LST-T4.1"):
        select(papers, ["LST-T41"])
    with pytest.raises(LedgerError, match="nearest: large_step"):
        load("large-step")


def test_what_a_claim_rests_on_is_checked_with_it():
    run = verify(load_all(), ["LST-C4.2"])
    assert [c.id for c in run.selected] == ["LST-C4.2"]
    assert any(i.startswith("LST-T4.1/") for i in run.outcomes)


def test_names_of_pieces_are_unique():
    names = [p.id for paper in load_all() for claim in paper.claims.values() for p in pieces(claim)]
    assert len(names) == len(set(names)) > 300


def test_stored_results_are_fresh():
    """A stored result whose code has changed is stale and fails; `make verify-all` makes it again."""
    from reports.provenance import STORE
    store, stale = Store(STORE), []
    for paper in load_all():
        for claim in paper.claims.values():
            for piece in pieces(claim):
                if piece.evidence is not None and piece.evidence.long:
                    record = store.get(claim.id, f"{piece.key}[{piece.engine}]")
                    if record is not None and record["code"] != code_hash(piece.evidence):
                        stale.append(piece.id)
    assert stale == []
