"""Every piece of evidence is a test, named by its claim: `pytest`, or `pytest -k NOTE-3` for one claim."""
from pathlib import Path

import pytest

from separatrix import check, load_folder, pieces


def parameters():
    for paper in load_folder(Path(__file__).parent):
        for claim in paper.claims.values():
            for piece in pieces(claim):
                is_long = piece.evidence is not None and piece.evidence.long
                yield pytest.param(piece, id=piece.id, marks=[pytest.mark.long] if is_long else [])


@pytest.mark.parametrize("piece", list(parameters()))
def test_evidence(piece):
    outcome = check(piece)
    assert outcome.passed is True, outcome.detail or "undecided"
