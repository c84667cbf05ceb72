"""Where and with what a report was made."""
from importlib.metadata import PackageNotFoundError, version as installed
from pathlib import Path
import os
import platform
import subprocess

ROOT = Path(__file__).resolve().parent.parent
STORE = ROOT/"reports"/"data"
LIBRARIES = ("sympy", "python-flint", "mpmath", "numpy", "numba", "matplotlib", "hypothesis", "pytest")


def version() -> str:
    return versions(["separatrix"])["separatrix"]


def versions(names=LIBRARIES) -> dict[str, str]:
    """Installed versions by distribution; "missing" where there is none."""
    def one(name):
        try:
            return installed(name)
        except PackageNotFoundError:
            return "missing"
    return {name: one(name) for name in names}


def commit() -> str:
    """The commit of the working tree, with "+changes" if it differs; "unknown" outside a repository."""
    def git(*arguments):
        return subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=True).stdout.strip()
    try:
        return git("rev-parse", "--short=12", "HEAD") + ("+changes" if git("status", "--porcelain") else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def stored_axioms() -> set[str]:
    """The axioms on which the stored theorems of the Coq kernel rest."""
    from proofs.stored import Store
    from proofs.verification import STORED
    return {axiom for record in Store(STORE).records(STORED).values() for axiom in record["axioms"]}


def machine() -> str:
    """Processor, cores and system, without a host name."""
    try:
        model = next(line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name"))
    except (OSError, StopIteration):
        model = platform.processor() or platform.machine()
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}, Python {platform.python_version()}"


def ground_types() -> str:
    """What SymPy computes with; "python" keeps its arithmetic apart from FLINT's."""
    import proofs   # noqa: F401  (sets the ground types before SymPy loads)
    from sympy.external.gmpy import GROUND_TYPES
    return GROUND_TYPES


def source(where: str) -> str:
    """A file:line relative to the project, as the report shows it."""
    path, _, line = where.rpartition(":")
    if not path:
        return ""
    try:
        return f"{Path(path).resolve().relative_to(ROOT)}:{line}"
    except ValueError:
        return f"{Path(path).name}:{line}"
