"""The papers that are judged: ours by slug, and those of a folder that holds a ledger of one's own."""
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path
import re
import sys
from traceback import extract_tb

from .ledger import LedgerError, Paper

PAPERS = ("large_step", "superposition", "singularities", "scaling_law")
MODULE = "ledger"     # the module that a folder's papers are taken from


@cache
def load(slug) -> Paper:
    """The paper with its whole, validated ledger; LedgerError where it is not well formed or not known."""
    if slug not in PAPERS:
        nearest = get_close_matches(slug, PAPERS, 1, 0)
        raise LedgerError(f"no paper {slug!r}; nearest: {nearest[0]}")
    return import_module(f"proofs.{slug}").paper.validate()


def load_all() -> list[Paper]:
    return [load(slug) for slug in PAPERS]


def load_folder(folder) -> list[Paper]:
    """The papers of the folder's `ledger.py`, validated, in the order of their definition.

    The module may import others beside it.  LedgerError, naming file and line, where it raises, is not well formed or
    has no claims.  See docs/own_claims.md.
    """
    return list(_load_folder(Path(folder).resolve()))


def reload(slug, folder="") -> Paper:
    """In another process: the paper `slug` of `folder`, or ours."""
    return next(p for p in load_folder(folder) if p.slug == slug) if folder else load(slug)


@cache
def _load_folder(folder):
    file = folder/f"{MODULE}.py"
    if not folder.is_dir():
        raise LedgerError(f"{folder} is not a folder: write the folder that has your {MODULE}.py")
    if not file.is_file():
        raise LedgerError(f"{folder} has no {MODULE}.py: `separatrix init NEW_FOLDER` writes one to start from")
    papers = list(dict.fromkeys(x for x in vars(_import(folder)).values() if isinstance(x, Paper)))
    if not any(paper.claims for paper in papers):
        raise LedgerError(f"{file}:1: there are no claims: write `paper = Paper(...)` and claims under `@paper.claim(...)`")
    slugs = [paper.slug for paper in papers]
    for paper in papers:
        if slugs.count(paper.slug) > 1:
            raise LedgerError(f"{file}:1: two papers are called {paper.slug!r}")
        paper.validate().folder = str(folder)
    _named_apart(file, papers)
    return papers


def _named_apart(file, papers):
    """No two claims have one id, and ids and slugs serve as file names; LedgerError otherwise."""
    claims = {}
    for paper in papers:
        if not re.fullmatch("[a-z0-9_]+", paper.slug):
            raise LedgerError(f"{file}:1: the paper's name {paper.slug!r}: write small letters, digits and underscores")
        for claim in paper.claims.values():
            if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9.-]*", claim.id):
                raise LedgerError(f"{claim.where}: the id {claim.id!r}: write letters, digits, dots and hyphens, as NOTE-1")
            if claim.id in claims:
                raise LedgerError(f"{claim.where}: {claim.id} is already claimed at {claims[claim.id].where}")
            claims[claim.id] = claim


def _import(folder):
    """The folder's ledger module; the folder stays first on the path, for what its evidence imports later."""
    _make_room(folder)
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    try:
        return import_module(MODULE)
    except LedgerError:
        raise
    except SyntaxError as error:
        where = f"{error.filename}:{error.lineno}" if error.filename else f"{folder/MODULE}.py:1"
        raise LedgerError(f"{where}: {type(error).__name__}: {error.msg}") from None
    except (Exception, SystemExit) as error:
        lines = [f for f in extract_tb(error.__traceback__) if Path(f.filename).is_relative_to(folder)]
        where = f"{lines[-1].filename}:{lines[-1].lineno}" if lines else f"{folder/MODULE}.py:1"
        raise LedgerError(f"{where}: {type(error).__name__}: {' '.join(str(error).split())}") from None


_ours = {}     # module name -> the ledger folder that it was loaded from


def _make_room(folder):
    """The names of the folder's modules are free: another ledger's are forgotten, any other is an error."""
    for file in folder.glob("*.py"):
        name, loaded = file.stem, sys.modules.get(file.stem)
        if loaded is not None and name != "conftest" and not name.startswith("test_"):
            where = getattr(loaded, "__file__", None)
            if name in _ours and _ours[name] != folder:
                del sys.modules[name]
            elif where is None or Path(where).resolve() != file:
                raise LedgerError(f"{file}:1: the module name {name!r} is taken by {where or 'Python'}: rename the file")
        _ours[name] = folder
