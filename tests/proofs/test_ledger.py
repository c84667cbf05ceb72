"""A ledger that is not well formed is refused when it loads, naming file, line and claim."""
from fractions import Fraction as Q
import re

import pytest

from proofs.evidence import Argument, Citation, Identity, Lost, Nonnegative, Refutation
from proofs.ledger import Finding, Grade, LedgerError, Paper
from proofs.verification import verify


def difference_of_squares(a, b):
    return (a - b)*(a + b), a**2 - b**2


def is_positive(x):
    return x > 0


@pytest.fixture
def paper():
    return Paper("example", title="An example")


def add(paper, id="X-1", evidence=(), finding="holds", **options):
    def body():
        """Words."""
        yield from evidence
    return paper.claim(id, "label", "x", finding=finding, **options)(body)


def attach(decorator, evidence):
    def body():
        """Words."""
        yield from evidence
    return decorator(body)


def refused(paper, pattern):
    with pytest.raises(LedgerError, match=pattern) as caught:
        paper.validate()
    assert re.match(r".*test_ledger\.py:\d+: ", str(caught.value)), "the message names file and line"


EXACT = Identity(difference_of_squares)


def test_a_well_formed_ledger_is_accepted(paper):
    add(paper, evidence=[EXACT])
    assert paper.validate() is paper


def test_two_claims_with_one_id(paper):
    add(paper, evidence=[EXACT])
    with pytest.raises(LedgerError, match="X-1 is already claimed at .*test_ledger"):
        add(paper, evidence=[EXACT])


def test_unknown_finding_names_the_nearest(paper):
    with pytest.raises(LedgerError, match="nearest: refuted"):
        add(paper, evidence=[EXACT], finding="refutd")


def test_a_statement_without_words(paper):
    with pytest.raises(LedgerError, match="say the statement in words"):
        paper.claim("X-1", "label", "x")(lambda: None)


def test_neither_evidence_nor_a_reason(paper):
    add(paper)
    refused(paper, "X-1: the printed statement has no evidence")


def test_pending_with_a_reason_is_accepted(paper):
    add(paper, pending="waits for the morning")
    assert verify([paper.validate()]).claim_grade(paper.claims["X-1"]) == Grade.pending


def test_refuted_needs_a_refutation(paper):
    claim = add(paper, evidence=[EXACT], finding="refuted")
    attach(claim.corrected("y"), [EXACT])
    refused(paper, "needs a Refutation")


@pytest.mark.parametrize("finding", ["refuted", "amended"])
def test_what_fails_needs_a_corrected_statement(paper, finding):
    add(paper, evidence=[Refutation(is_positive, at=dict(x=-1))], finding=finding)
    refused(paper, "needs a corrected statement")


def test_a_corrected_statement_needs_evidence_of_its_own(paper):
    claim = add(paper, evidence=[Refutation(is_positive, at=dict(x=-1))], finding="refuted")
    attach(claim.corrected("y"), [])
    refused(paper, "the corrected statement has no evidence")


def test_a_claim_that_holds_has_no_corrected_statement(paper):
    attach(add(paper, evidence=[EXACT]).corrected("y"), [EXACT])
    refused(paper, "is it amended")


def test_ambiguous_needs_two_readings(paper):
    claim = add(paper, finding="ambiguous")
    attach(claim.reading("one", "y"), [EXACT])
    refused(paper, "at least two readings")


def test_ambiguous_readings_need_evidence(paper):
    claim = add(paper, finding="ambiguous")
    attach(claim.reading("one", "y"), [EXACT])
    attach(claim.reading("two", "z"), [])
    refused(paper, "the reading: two statement has no evidence")


def test_uncheckable_says_what_was_lost(paper):
    add(paper, finding="uncheckable")
    refused(paper, "needs Lost evidence, which says what the text lost")


def test_what_was_lost_argues_for_the_finding_alone(paper):
    add(paper, "X-1", evidence=[Lost("the display after 'we obtain'")], finding="uncheckable")
    add(paper, "X-2", evidence=[EXACT], uses=("X-1",))
    run = verify([paper.validate()])
    assert run.claim_grade(paper.claims["X-1"]) == Grade.argued
    assert run.claim_grade(paper.claims["X-2"]) == Grade.pending


def test_a_reading_of_a_lost_statement_can_be_used(paper):
    claim = add(paper, "X-1", evidence=[Lost("the constant")], finding="uncheckable")
    attach(claim.reading("natural", "y"), [EXACT])
    add(paper, "X-2", evidence=[EXACT], uses=("X-1",))
    assert grade_of(paper, "X-2") == Grade.exact


def test_unknown_use_names_the_nearest(paper):
    add(paper, evidence=[EXACT])
    add(paper, "X-2", evidence=[EXACT], uses=("X-11",))
    refused(paper, "X-2 uses X-11, unknown; nearest: X-1")


def test_a_circle_is_named(paper):
    add(paper, "X-1", evidence=[EXACT], uses=("X-2",))
    add(paper, "X-2", evidence=[EXACT], uses=("X-1",))
    refused(paper, "uses go in a circle: X-. -> X-. -> X-.")


def test_a_float_in_a_witness(paper):
    claim = add(paper, evidence=[Refutation(is_positive, at=dict(x=-0.5))], finding="refuted")
    attach(claim.corrected("y"), [EXACT])
    refused(paper, "at contains the float -0.5: write a Fraction")


def square(x):
    return x**2, {}, [(1, (), x)]


def test_a_float_in_a_certificate(paper):
    add(paper, evidence=[Nonnegative(square, at=dict(x=0.5), tight=dict(x=0))])
    refused(paper, "at contains the float 0.5")


def test_a_bound_needs_a_tight_point_or_a_reason(paper):
    add(paper, evidence=[Nonnegative(square, at=dict(x=1))])
    refused(paper, "tight=.*or the reason")


def test_two_pieces_of_one_name(paper):
    add(paper, evidence=[EXACT, Identity(difference_of_squares)])
    refused(paper, "two pieces of evidence are called difference_of_squares")


def test_an_empty_ledger(paper):
    with pytest.raises(LedgerError, match="has no claims"):
        paper.validate()


# --- grades --------------------------------------------------------------------------------------------------------

def grade_of(paper, id):
    run = verify([paper.validate()])
    return run.claim_grade(paper.claims[id])


def test_the_weakest_evidence_decides(paper):
    add(paper, evidence=[EXACT, Argument("one step")])
    assert grade_of(paper, "X-1") == Grade.argued


def test_uses_lower_the_grade(paper):
    add(paper, "X-1", evidence=[Citation("a book")])
    add(paper, "X-2", evidence=[EXACT], uses=("X-1",))
    add(paper, "X-3", evidence=[EXACT], uses=("X-2",))
    assert grade_of(paper, "X-3") == Grade.cited


def test_resting_on_pending_is_pending(paper):
    add(paper, "X-1", pending="later")
    add(paper, "X-2", evidence=[EXACT], uses=("X-1",))
    assert grade_of(paper, "X-2") == Grade.pending


def test_resting_on_a_refuted_claim_means_its_corrected_statement(paper):
    claim = add(paper, "X-1", evidence=[Refutation(is_positive, at=dict(x=-1))], finding="refuted")
    attach(claim.corrected("y"), [Argument("true instead")])
    add(paper, "X-2", evidence=[EXACT], uses=("X-1",))
    assert grade_of(paper, "X-2") == Grade.argued


def test_corroborating_evidence_does_not_lower_but_must_pass(paper):
    add(paper, "X-1", evidence=[EXACT, Argument("seen too", corroborates=True)])
    assert grade_of(paper, "X-1") == Grade.exact

    def wrong(a, b):
        return a, b
    add(paper, "X-2", evidence=[EXACT, Identity(wrong, corroborates=True)])
    assert grade_of(paper, "X-2") == Grade.broken


def test_evidence_that_raises_breaks_the_claim_and_the_run_goes_on(paper):
    def raises():
        """Words."""
        yield EXACT
        raise RuntimeError("no such thing")
    paper.claim("X-1", "label", "x")(raises)
    add(paper, "X-2", evidence=[EXACT])
    run = verify([paper.validate()])
    assert run.claim_grade(paper.claims["X-1"]) == Grade.broken
    assert run.claim_grade(paper.claims["X-2"]) == Grade.exact
    assert [o.detail for o in run.failed] == ["RuntimeError: no such thing"]


def test_evidence_that_ends_the_program_is_broken_and_the_run_goes_on(paper):
    def leaves(a, b):
        raise SystemExit(5)
    add(paper, evidence=[Identity(leaves)])
    add(paper, "X-2", evidence=[EXACT])
    run = verify([paper.validate()])
    assert run.claim_grade(paper.claims["X-1"]) == Grade.broken
    assert run.claim_grade(paper.claims["X-2"]) == Grade.exact
    assert {o.detail for o in run.failed} == {"SystemExit: 5"}


def test_every_finding_of_the_design_is_known():
    assert set(Finding) == {"holds", "amended", "refuted", "gap", "ambiguous", "uncheckable", "new"}


def test_grades_are_ordered():
    assert sorted(Grade, reverse=True) == [Grade.exact, Grade.certified, Grade.argued, Grade.cited, Grade.simulated,
                                           Grade.pending, Grade.broken]


def test_a_generator_runs_once(paper):
    runs = []

    def counted():
        """Words."""
        runs.append(1)
        yield EXACT
    paper.claim("X-1", "label", "x")(counted)
    verify([paper.validate()])
    verify([paper.validate()])
    assert runs == [1]


def test_fraction_witnesses_are_fine(paper):
    claim = add(paper, evidence=[Refutation(is_positive, at=dict(x=Q(-1, 2)))], finding="refuted")
    attach(claim.corrected("y"), [EXACT])
    assert grade_of(paper, "X-1") == Grade.exact
