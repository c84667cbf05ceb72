"""Which claims a command is about: `ID ... --paper P --ledger DIR`, and how many processes it may use."""
from pathlib import Path

from proofs.ledger import LedgerError
from proofs.papers import PAPERS, load, load_all, load_folder
from proofs.stored import Store

from .arguments import name, whole
from .provenance import STORE


def add_selection(parser):
    parser.add_argument("ids", nargs="*", metavar="ID", help="claims, such as LST-T4.1; quoted, * matches: 'LST-T4*'")
    parser.add_argument("--paper", metavar="P", type=name, help=f"only this paper: {', '.join(PAPERS)}")
    add_ledger(parser)
    add_jobs(parser)


def add_ledger(parser):
    parser.add_argument("--ledger", metavar="DIR", type=name, help="the claims of your own in this folder (see `separatrix init`)")


def add_jobs(parser):
    parser.add_argument("--jobs", type=whole(1, 256), default=1, metavar="N", help="processes (default 1)")


def chosen_papers(args):
    """The papers that the arguments name; LedgerError where there are none."""
    folder, slug = getattr(args, "ledger", None), getattr(args, "paper", None)
    if folder is None:
        return [load(slug)] if slug else load_all()
    papers = load_folder(folder)
    chosen = [paper for paper in papers if slug in (None, paper.slug)]
    if not chosen:
        raise LedgerError(f"no paper {slug!r} in {folder}, only {', '.join(paper.slug for paper in papers)}")
    return chosen


def store(args):
    """Where the results of long evidence are kept: with the ledger."""
    folder = getattr(args, "ledger", None)
    return Store(Path(folder)/"results" if folder else STORE)
