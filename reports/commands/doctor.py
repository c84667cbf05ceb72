"""`separatrix doctor`: what is installed, and what each engine would check."""
from collections import Counter
import sys

from proofs.engines import coqc
from proofs.verification import kernel_pieces, pieces
from reports import exits, provenance
from reports.arguments import add_json
from reports.output import show
from reports.selection import add_ledger, chosen_papers

HELP = """Show versions, the engines that are present and what each would check, SymPy's ground types, and shadowed packages.
Exit code 1 if there is a problem; each is named with what to do."""
EXAMPLE = """separatrix doctor
separatrix doctor --json"""
PACKAGES = ("numerics", "certify", "proofs", "reports")


def configure(parser):
    add_ledger(parser)
    add_json(parser)


def run(args) -> int:
    engines = Counter(p.engine for paper in chosen_papers(args) for claim in paper.claims.values()
                      for p in (*pieces(claim), *kernel_pieces(claim)))
    data = {"version": provenance.version(), "commit": provenance.commit(), "machine": provenance.machine(),
            "packages": provenance.versions(), "checks_by_engine": dict(engines.most_common()), "coq": coq(),
            "ground_types": provenance.ground_types(), "problems": list(complaints())}
    show(args, data, "\n".join(lines(data)))
    return exits.BROKEN if data["problems"] else exits.FINE


def lines(data):
    yield f"separatrix {data['version']} at {data['commit']}"
    yield data["machine"]
    yield from (f"  {name:14} {version}" for name, version in data["packages"].items())
    yield "\nengines"
    yield from (f"  {engine:14} {count:5} checks" for engine, count in data["checks_by_engine"].items())
    yield f"  {data['coq']}"
    yield f"\nSymPy computes with {data['ground_types']} integers"
    yield "\n".join(f"problem: {p}" for p in data["problems"]) or "no problem found"


def coq() -> str:
    """The Coq that `make kernel` would use, or what it lacks."""
    try:
        return f"Coq {coqc.find().version} with Coquelicot"
    except coqc.Unusable as error:
        return f"`make kernel` cannot run: {error}"


def complaints():
    if provenance.ground_types() != "python":
        yield "SymPy shares FLINT's arithmetic: set SYMPY_GROUND_TYPES=python before Python starts"
    for name, version in provenance.versions(("sympy", "python-flint", "mpmath", "numpy")).items():
        if version == "missing":
            yield f"{name} is missing: pip install {name}"
    for name in PACKAGES:
        found = getattr(sys.modules.get(name), "__file__", None)
        if found and not found.startswith(str(provenance.ROOT)):
            yield f"package {name} is shadowed by another one of that name"
