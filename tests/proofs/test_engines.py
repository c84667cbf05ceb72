"""The two engines share no arithmetic, and neither shares any with the residues that judge the saboteur."""
import subprocess
import sys

import pytest

PROGRAM = """
import sys
sys.modules[{blocked!r}] = None
from proofs.evidence import Identity
from numerics.maps import product_map, error, separatrix, growth
def update(a, b, mu):
    a1, b1 = product_map(a, b, mu)
    e, w = error(a, b, mu), a - b
    return separatrix(error(a1, b1, mu), a1 - b1, mu), growth(e, mu)*separatrix(e, w, mu)
def root(s):
    return s**3, 2*s
assert Identity(update).check({engine!r}).passed is True
assert Identity(root, modulo=lambda s: (s**2 - 2,)).check({engine!r}).passed is True
assert Identity(root).check({engine!r}).passed is False
loaded = {{name.split(".")[0] for name, module in sys.modules.items() if module is not None}}
print(sorted(loaded & {{"sympy", "flint", "gmpy2", "mpmath"}}))
"""


@pytest.mark.parametrize("engine, blocked, absent", [("sympy", "flint", "flint"), ("flint", "sympy", "sympy")])
def test_each_engine_runs_where_the_other_cannot_be_imported(engine, blocked, absent):
    found = subprocess.run([sys.executable, "-c", PROGRAM.format(engine=engine, blocked=blocked)],
                           capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    assert absent not in found.stdout


def test_sympy_over_other_integers_is_refused():
    program = ("import os; os.environ['SYMPY_GROUND_TYPES'] = 'flint'; import sympy; from proofs.evidence import Identity; "
               "Identity(lambda a: (a + a, 2*a)).check('sympy')")
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert found.returncode == 1
    assert "SYMPY_GROUND_TYPES=python" in found.stderr


def test_maps_import_neither_sympy_nor_numba():
    program = "import sys, numerics.maps; print(sorted({'sympy', 'numba', 'numpy', 'flint'} & set(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
