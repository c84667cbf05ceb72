"""The papers that are judged, by slug."""
from difflib import get_close_matches
from functools import cache
from importlib import import_module

from .ledger import LedgerError, Paper

PAPERS = ("large_step", "superposition", "singularities", "scaling_law")


@cache
def load(slug) -> Paper:
    """The paper with its whole, validated ledger; LedgerError where it is not well formed or not known."""
    if slug not in PAPERS:
        nearest = get_close_matches(slug, PAPERS, 1, 0)
        raise LedgerError(f"no paper {slug!r}; nearest: {nearest[0]}")
    return import_module(f"proofs.{slug}").paper.validate()


def load_all() -> list[Paper]:
    return [load(slug) for slug in PAPERS]


def paper_of(id) -> Paper:
    """The paper that has the claim `id`; LedgerError with the nearest match otherwise."""
    papers = load_all()
    for paper in papers:
        if id in paper.claims:
            return paper
    ids = [i for paper in papers for i in paper.claims]
    close = get_close_matches(id, ids, 1, 0)
    raise LedgerError(f"no claim {id!r}; nearest: {close[0]}")
