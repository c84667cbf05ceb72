"""`separatrix doctor`: what is installed, and what each engine would check."""
from collections import Counter
import sys

from proofs.engines import coqc
from proofs.papers import load_all
from proofs.verification import kernel_pieces, pieces
from reports import exits, provenance

HELP = "Show versions, the engines that are present and what each would check, ground types, and shadowed packages."
EXAMPLE = "separatrix doctor"
PACKAGES = ("numerics", "certify", "proofs", "reports")


def configure(parser):
    pass


def run(args) -> int:
    print(f"separatrix {provenance.version()} at {provenance.commit()}")
    print(provenance.machine())
    for name, version in provenance.versions().items():
        print(f"  {name:14} {version}")
    problems = list(complaints())
    print("\nengines")
    work = Counter(p.engine for paper in load_all() for claim in paper.claims.values()
                   for p in (*pieces(claim), *kernel_pieces(claim)))
    for engine, count in work.most_common():
        print(f"  {engine:14} {count:5} checks")
    print(f"  {coq()}")
    print(f"\nSymPy computes with {provenance.ground_types()} integers")
    print("\n".join(f"problem: {p}" for p in problems) or "no problem found")
    return exits.BROKEN if problems else exits.FINE


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
