"""Compiled formulas: the function objects of `maps`, and machine code that follows the source."""
from pathlib import Path
import shutil
import subprocess
import sys

import numpy as np
import pytest

from numerics.compiled import compiled
from numerics.maps import balanced_map, product_map

ROOT = Path(__file__).parent.parent.parent

PROGRAM = """
from numerics.bulk import iterate
print(repr(float(iterate(0.5, 0.25, 1.0, 3)[0])))
"""


def test_an_edited_formula_gives_another_result(tmp_path):
    shutil.copytree(ROOT/"numerics", tmp_path/"numerics", ignore=shutil.ignore_patterns("__pycache__", "experiments"))

    def run():
        run = subprocess.run([sys.executable, "-c", PROGRAM], cwd=tmp_path, capture_output=True, text=True, check=True)
        return run.stdout
    before, again = run(), run()
    maps = tmp_path/"numerics"/"maps.py"
    maps.write_text(maps.read_text().replace("return a*b - mu", "return a*b - 2*mu"))
    after = run()
    assert before == again and after != before


def test_the_second_process_finds_its_machine_code_on_disk(tmp_path):
    shutil.copytree(ROOT/"numerics", tmp_path/"numerics", ignore=shutil.ignore_patterns("__pycache__", "experiments"))
    program = PROGRAM + "from numerics import bulk\nprint(sum(bulk._advance.stats.cache_hits.values()))"

    def hits():
        run = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
        return int(run.stdout.split()[-1])
    assert (hits(), hits()) == (0, 1)
    (tmp_path/"numerics"/"maps.py").write_text((tmp_path/"numerics"/"maps.py").read_text() + "\n# another hash\n")
    assert hits() == 0
    assert len(list((tmp_path/"numerics"/"__pycache__").glob("kernels-*"))) == 1, "the former folder is gone"


def test_constants_reach_helpers_and_have_machine_code_of_their_own():
    assert compiled(scaled, FACTOR=3)(2.0) == 6.0 and compiled(scaled, FACTOR=5)(2.0) == 10.0 and scaled(2.0) == 4.0


FACTOR = 2


def scaled(x):
    return factor()*x


def factor():
    return FACTOR


def test_the_formulas_import_neither_sympy_nor_numba():
    program = ("import sys, numerics.maps, numerics.algebra\n"
               "print([name for name in ('sympy', 'numba', 'numpy') if name in sys.modules])")
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_helpers_are_compiled_with_the_formula():
    run = compiled(product_map)
    a, b = np.random.default_rng(0).uniform(-2, 2, (2, 50))
    assert all(run(x, y, 0.7) == product_map(x, y, 0.7) for x, y in zip(a, b))


def test_a_function_that_calls_itself_is_refused():
    with pytest.raises(TypeError, match="calls itself"):
        compiled(endless)


def endless(x):
    return endless(x)


def test_division_by_zero_is_that_of_numpy():
    assert compiled(reciprocal)(0.0) == np.inf and np.isnan(compiled(quotient)(0.0, 0.0))


def reciprocal(x):
    return 1/x


def quotient(x, y):
    return x/y


def test_contraction_keeps_nan():
    assert np.isnan(compiled(balanced_map, contract=True)(np.nan, 1.0))
