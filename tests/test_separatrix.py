"""The module that a ledger of one's own imports from."""
import re
import subprocess
import sys
from pathlib import Path

import separatrix

PAGE = (Path(__file__).parent.parent/"docs"/"own_claims.md").read_text()


def test_it_offers_what_it_names():
    assert sorted(separatrix.__all__) == separatrix.__all__
    assert all(hasattr(separatrix, name) for name in separatrix.__all__)


def test_the_worked_example_imports_nothing_else_of_ours():
    names = re.search(r"from separatrix import \((.*?)\)", PAGE, re.S).group(1).replace("\n", " ").split(",")
    assert len(names) >= 10 and {name.strip() for name in names} <= set(separatrix.__all__)
    assert not re.search(r"(from|import) (numerics|certify|proofs|reports)\b", PAGE)


def test_it_settles_sympys_integers():
    program = "import separatrix; from sympy.external.gmpy import GROUND_TYPES; print(GROUND_TYPES)"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True,
                           cwd=Path(__file__).parent.parent)
    assert found.stdout == "python\n"
