"""Theorems that stand in for arguments: what they do to grades, with a kernel that only says what it is told to."""
import json

import pytest

from proofs.engines.kernel import Record, Run, fingerprint
from proofs.evidence import Argument, Identity, Proved, proved
from proofs.kernel import lemmas
from proofs.ledger import Grade, LedgerError, Paper
from proofs.papers import load_all
from proofs.stored import Store
from proofs.verification import exempt, kernel_pieces, pieces, verify

BOUND, EQUALITY = "Growth.growth_bound", "Growth.growth_bound_equality"


def square(a, b):
    return (a - b)*(a + b), a**2 - b**2


def paper_with(*evidence):
    paper = Paper("example", title="An example")

    @paper.claim("X-1", "label", "x")
    def first():
        """Words."""
        yield from evidence
    return paper


def grade_and_run(paper, **options):
    run = verify([paper.validate()], **options)
    return run.claim_grade(paper.claims["X-1"]), run


def kernel_that_says(**verdicts):
    """A kernel in which every lemma passes but those named, by the end of their names."""
    def kernel(pieces):
        said = {p.id: next((v for k, v in verdicts.items() if p.evidence.name.endswith(k)), True) for p in pieces}
        records = {p.id: Record(p.evidence.name, "hand" if isinstance(p.evidence, Proved) else "generated", said[p.id])
                   for p in pieces}
        return Run("8.16.1", ("classic",), tuple(records.values()), records, (), 0.0)
    return kernel


def argued():
    return paper_with(Identity(square), Argument("By hand.", name="steps"), *proved(BOUND, EQUALITY, instead_of="steps"))


def test_a_skipped_theorem_changes_nothing_and_counts_nothing():
    grade, run = grade_and_run(argued())
    assert grade == Grade.argued and run.failed == []
    skipped = {i: o for i, o in run.outcomes.items() if i.endswith("[coq]")}
    assert len(skipped) == 3
    assert all(o.passed is None and o.skipped in ("run with --kernel", "coqc not found") for o in skipped.values())


def test_an_argument_is_replaced_when_all_its_theorems_have_passed():
    assert grade_and_run(argued(), kernel=kernel_that_says())[0] == Grade.exact
    half = kernel_that_says(growth_bound_equality=None)
    assert grade_and_run(argued(), kernel=half)[0] == Grade.argued


def test_what_the_kernel_rejects_is_broken():
    for name in ("growth_bound", "square"):
        grade, run = grade_and_run(argued(), kernel=kernel_that_says(**{name: False}))
        assert grade == Grade.broken
        assert [o.piece_id for o in run.failed] == [f"X-1/{'Growth.' if name != 'square' else ''}{name}[coq]"]


def test_another_argument_is_not_replaced():
    paper = paper_with(Argument("One.", name="one"), Argument("Two.", name="two"), *proved(BOUND, instead_of="one"))
    assert grade_and_run(paper, kernel=kernel_that_says())[0] == Grade.argued


def test_a_corroborating_theorem_leaves_the_grade():
    for evidence, grade in (((Argument("One."),), Grade.argued), ((Identity(square),), Grade.exact)):
        paper = paper_with(*evidence, *proved(BOUND))
        assert grade_and_run(paper)[0] == grade_and_run(paper, kernel=kernel_that_says())[0] == grade


def test_a_claim_that_rests_on_a_theorem_alone_waits_for_the_kernel():
    assert grade_and_run(paper_with(Proved(BOUND)))[0] == Grade.pending
    assert grade_and_run(paper_with(Proved(BOUND)), kernel=kernel_that_says())[0] == Grade.exact


@pytest.mark.parametrize("evidence, said", [
    ([Proved("Growth.growth_bnd")], "nearest: Growth.growth_bound"),
    ([Argument("One.", name="one"), *proved(BOUND, instead_of="two")], "'two', not an argument of the statement"),
    ([Identity(square), *proved(BOUND, instead_of="square")], "'square', not an argument of the statement"),
])
def test_malformed_ledgers(evidence, said):
    with pytest.raises(LedgerError, match=said):
        paper_with(*evidence).validate()


def test_stored_theorems_count_while_they_are_fresh(tmp_path, monkeypatch):
    store = Store(tmp_path)
    grade_and_run(argued(), kernel=kernel_that_says(), store=store, commit="abc")
    record = json.loads((tmp_path/"kernel.json").read_text())[BOUND]
    assert record["lemma"] == BOUND and record["coq"] == "8.16.1" and record["axioms"] == ["classic"]

    grade, run = grade_and_run(argued(), store=store)
    stored = [o for o in run.outcomes.values() if o.stored]
    assert grade == Grade.exact and len(stored) == 2 and all(o.stored == "abc" for o in stored)
    assert run.outcomes["X-1/square[coq]"].skipped, "only theorems are stored"

    monkeypatch.setattr("proofs.engines.kernel.fingerprint", lambda file: "another")
    grade, run = grade_and_run(argued(), store=store)
    assert grade == Grade.argued
    assert sum("stale" in o.skipped for o in run.outcomes.values()) == 2


def test_stored_theorems_are_fresh():
    """`make kernel` makes them again."""
    from reports.provenance import STORE
    records = json.loads((STORE/"kernel.json").read_text())
    assert set(records) == set(lemmas.TABLE)
    assert [n for n, r in records.items() if r["code"] != fingerprint(n.split(".")[0]) or r["passed"] is not True] == []


def test_every_theorem_is_named_by_a_claim():
    named = {p.evidence.lemma for paper in load_all() for claim in paper.claims.values() for p in kernel_pieces(claim)
             if isinstance(p.evidence, Proved)}
    assert {n for n in lemmas.TABLE if not n.startswith("Pitfalls.")} == named
    assert all(lemma.where.rsplit(":", 1)[1] != "1" and lemma.words for lemma in lemmas.LEMMAS)


def is_combinatorial(evidence):
    """A computation, or a witness without real numbers: a graph, integers that count."""
    return evidence.kind == "Computed" or evidence.kind == "Refutation" and not evidence.at


def test_all_exact_evidence_on_real_numbers_is_for_the_kernel():
    claims = [c for paper in load_all() for c in paper.claims.values()]
    left_out = {f"{c.id}/{p.evidence.name}: {p.evidence.kind}" for c in claims for p in pieces(c)
                if p.evidence is not None and is_combinatorial(p.evidence)}
    assert set(exempt(claims)) == left_out and len(left_out) >= 3
    exact = {p.id.rsplit("[", 1)[0] for c in claims for p in pieces(c) if p.engine in ("flint", "exact")
             and not is_combinatorial(p.evidence)}
    asked = {p.id.rsplit("[", 1)[0] for c in claims for p in kernel_pieces(c)}
    assert exact <= asked and len(exact) > 200
