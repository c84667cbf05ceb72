from itertools import product
import os
from pathlib import Path
import shutil
import subprocess
import sys

import numpy as np
import pytest

from numerics import maps
from numerics.compiled import SOURCES, compiled

STEP = """
import sys
sys.path.insert(0, {folder!r})
from numerics import bulk
print(*(x.item() for x in bulk.iterate(3.0, 5.0, 7.0, 1)), sum(bulk._advance.stats.cache_hits.values()))
"""


def run_copy(folder):
    environment = {name: value for name, value in os.environ.items() if name not in ("NUMBA_CACHE_DIR", "PYTHONPATH")}
    done = subprocess.run([sys.executable, "-I", "-c", STEP.format(folder=str(folder))], cwd=folder, env=environment,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    *values, hits = done.stdout.split()
    return [float(x) for x in values], int(hits)


def kernel_folders(folder):
    return sorted(path.name for path in Path(folder, "numerics/__pycache__").glob("kernels-*"))


def test_who_edits_a_formula_gets_new_machine_code(tmp_path):
    copy = tmp_path/"numerics"
    shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("__pycache__", "experiments"))
    assert run_copy(tmp_path) == ([-37, -19], 0)       # e = 8: (3 - 40, 5 - 24)
    assert run_copy(tmp_path) == ([-37, -19], 1)       # from the disk
    before = kernel_folders(tmp_path)

    formulas = (copy/"maps.py").read_text()
    edited = formulas.replace("    return a*b - mu\n", "    return a*b + mu\n")
    assert edited != formulas
    (copy/"maps.py").write_text(edited)
    assert run_copy(tmp_path) == ([-107, -61], 0)     # e = 22, although product_map itself was not touched
    assert len(before) == 1 and len(kernel_folders(tmp_path)) == 1 and kernel_folders(tmp_path) != before


def read_power(x):
    return x**POWER


def calls_twice(x):
    return read_power(x) + read_power(2*x)


def calls_itself(x):
    return calls_itself(x - 1) if x > 0 else x


POWER = 2


def test_helpers_are_compiled_too_and_constants_may_be_set():
    assert compiled(calls_twice)(3.0) == 9 + 36
    assert compiled(calls_twice, POWER=3)(3.0) == 27 + 216
    assert POWER == 2 and calls_twice(3.0) == 45


def test_a_function_that_calls_itself_is_refused():
    with pytest.raises(TypeError, match="calls_itself calls itself"):
        compiled(calls_itself)


ARGUMENTS = {maps.error: 3, maps.loss: 3, maps.product_map: 3, maps.squares_map: 3, maps.imbalance_map: 3,
             maps.balanced_map: 2, maps.balanced_factor_map: 2, maps.growth: 2, maps.chebyshev: 1,
             maps.normal_multiplier: 2, maps.random_cocycle: 2}


def test_compiled_formulas_are_those_of_maps():
    checked = 0
    grid = (-1.75, -0.5, 0.1, 2.0)
    for formula, count in ARGUMENTS.items():
        fast = compiled(formula)
        for point in product(grid, repeat=count):
            np.testing.assert_allclose(fast(*point), formula(*point), rtol=4e-15, atol=4e-15)
            checked += 1
    assert checked == 5*64 + 5*16 + 4


def test_infinities_and_nan_keep_their_meaning():
    for contract in (False, True):
        error = compiled(maps.error, contract=contract)
        assert np.isnan(error(np.inf, 0.0, 1.0)) and error(np.inf, -1.0, 1.0) == -np.inf
        assert np.isnan(error(1.0, 1.0, np.nan)) and error(1e200, 1e200, 1.0) == np.inf


def test_a_divisor_of_zero_gives_what_numpy_gives():
    ellipse = compiled(maps.ellipse)
    assert ellipse(1.0, 1.0, 2.0) == np.inf and np.isnan(ellipse(1.0, 0.0, 2.0))
