"""Results of long evidence, kept as JSON with a hash of the code that they depend on.

A stored result whose code has changed is stale: it is not shown as passed, and the run fails until it is made again.
"""
import ast
from functools import cache
import hashlib
from importlib.util import find_spec
import inspect
import json
from pathlib import Path

PACKAGES = ("numerics", "certify", "proofs", "separatrix")
VOLATILE = ("commit", "seconds")   # what differs between two runs that say the same


@cache
def imported_files(path) -> frozenset[Path]:
    """The files that a source file imports, itself included, transitively: those of our packages and those beside it."""
    found, waiting = set(), [Path(path)]
    while waiting:
        file = waiting.pop()
        if file in found:
            continue
        found.add(file)
        waiting.extend(_imports(file))
    return frozenset(found)


def _imports(file):
    package = _package_of(file)
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[:len(package) - node.level + 1]) if node.level else ""
            module = ".".join(filter(None, (base, node.module)))
            names = [module, *(f"{module}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            beside = file.parent/f"{name.split('.')[0]}.py"
            if name.split(".")[0] in PACKAGES:
                yield from _file_of(name)
            elif not package and beside.exists():     # in a ledger of one's own
                yield beside


def _package_of(file):
    parts = [file.stem] if file.stem != "__init__" else []
    folder = file.parent
    while (folder / "__init__.py").exists():
        parts.insert(0, folder.name)
        folder = folder.parent
    return parts if file.stem == "__init__" else parts[:-1]


def _file_of(name):
    try:
        spec = find_spec(name)
    except (ModuleNotFoundError, AttributeError):
        return
    if spec is not None and spec.origin and spec.origin.endswith(".py"):
        yield Path(spec.origin)


def code_hash(evidence) -> str:
    """A hash of the source of the evidence's function and of everything of ours that it imports."""
    digest = hashlib.sha256()
    start = Path(inspect.getsourcefile(inspect.unwrap(evidence.subject)))
    for file in sorted(imported_files(start), key=lambda f: (f.parent.name, f.name)):
        digest.update(f"{file.parent.name}/{file.name}\n".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


class Store:
    """A folder with one file per claim."""

    def __init__(self, folder):
        self.folder = Path(folder)

    def _file(self, claim_id):
        return self.folder / f"{claim_id}.json"

    def records(self, claim_id):
        """All stored records of the claim, by evidence."""
        file = self._file(claim_id)
        return json.loads(file.read_text()) if file.exists() else {}

    def get(self, claim_id, key):
        """The stored record of one piece of evidence, or None."""
        return self.records(claim_id).get(key)

    def seconds(self, claim_ids):
        """How long each stored piece of these claims took, by its id "claim/key"."""
        return {f"{claim_id}/{key}": record["seconds"] for claim_id in claim_ids
                for key, record in self.records(claim_id).items()}

    def put(self, claim_id, key, record):
        """Keep a record; one that says what is stored already leaves the file as it is, with the commit of the first."""
        old = self.records(claim_id)
        if key in old and _said(old[key]) == _said(record):
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        records = old | {key: record}
        self._file(claim_id).write_text(json.dumps(dict(sorted(records.items())), indent=1) + "\n")


def _said(record):
    return {k: v for k, v in record.items() if k not in VOLATILE}
