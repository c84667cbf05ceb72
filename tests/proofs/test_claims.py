"""The proof checker: one test for every piece of evidence and engine, named by its claim.

    pytest -k 'LST-T4.1/'       checks one theorem
"""
import pytest

from proofs.papers import load_all
from proofs.verification import check, pieces


def parameters():
    for paper in load_all():
        for claim in paper.claims.values():
            for piece in pieces(claim):
                is_long = piece.evidence is not None and piece.evidence.long
                yield pytest.param(piece, id=piece.id, marks=[pytest.mark.long] if is_long else [])


@pytest.mark.parametrize("piece", list(parameters()))
def test_evidence(piece):
    outcome = check(piece)
    assert outcome.passed is True, f"{outcome.piece_id}: {outcome.detail or outcome.passed}"


@pytest.mark.parametrize("paper", load_all(), ids=lambda paper: paper.slug)
def test_every_id_of_the_inventory_stands_in_the_ledger(paper, inventory_ids):
    missing = [i for i in inventory_ids[paper.slug] if i not in paper.claims]
    assert not missing
    assert len(inventory_ids[paper.slug]) > 0
