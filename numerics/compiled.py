"""Formulas compiled to machine code by Numba: the very function objects of `numerics.maps`, never a copy of them.

`compiled` takes a plain Python function (a formula, or a kernel that loops over one) and compiles it together with
every plain Python function that it calls: `maps.product_map` calls `maps.error`, and both are compiled.  So what is
proved is what is simulated.

Machine code is kept on disk, in a folder named by a hash of every source file of this package: whoever edits a formula
gets new machine code, also where the file that holds the kernel has not changed.
"""
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import FunctionType
import os
import shutil

import llvmlite.binding as llvm
from numba import config, njit

SOURCES = Path(__file__).parent


def compiled(function, contract=False, **constants):
    """`function` compiled for the arguments it meets, and every plain Python function it calls compiled the same way.

    function   a module-level function; the functions it calls are found among its global names
    contract   False: every operation is rounded as IEEE 754 and NumPy round it, so results are bitwise reproducible.
               True: a product and a sum may be fused into one rounding (fused multiply-add): faster, and bitwise
               different on chaotic orbits.  Nothing else is relaxed: NaN and inf keep their meaning.
    constants  values for global names that these functions read, which the compiler then knows, as ``PASS=4``

    Returns a Numba dispatcher that releases Python's global lock while it runs.  Division by zero gives inf or NaN, as
    in NumPy.  Machine code is kept on disk where the folder can be written, and compiled anew in each process elsewhere.
    Raises TypeError for a function that calls itself, directly or through another.
    """
    options = dict(nogil=True, error_model="numpy", fastmath={"contract"} if contract else False)
    folder = cache_folder()
    if folder is None:
        return njit(**options)(_with_compiled_helpers(function, options, constants))
    variant = "-".join(["contracted" if contract else "exact"] + [f"{name}={n}" for name, n in constants.items()])
    with _caching_in(folder/variant):
        return njit(cache=True, **options)(_with_compiled_helpers(function, options, constants))


def _with_compiled_helpers(function, options, constants, callers=()):
    """A twin of `function` whose global names mean compiled functions where they meant plain ones."""
    if function in callers:
        raise TypeError(f"{function.__name__} calls itself: write it as a loop")
    scope = {**function.__globals__, **constants}
    for name in function.__code__.co_names:
        if isinstance(scope.get(name), FunctionType):
            scope[name] = njit(**options)(_with_compiled_helpers(scope[name], options, constants, (*callers, function)))
    twin = FunctionType(function.__code__, scope, function.__name__, function.__defaults__, function.__closure__)
    twin.__qualname__, twin.__module__, twin.__doc__ = function.__qualname__, function.__module__, function.__doc__
    return twin


# --- the folder of machine code -----------------------------------------------------------------------------------

def fingerprint():
    """A hash of every source file of this package: names and contents."""
    digest = sha256()
    for source in sorted(SOURCES.rglob("*.py")):
        contents = source.read_bytes()
        digest.update(f"{source.relative_to(SOURCES).as_posix()} {len(contents)} ".encode())
        digest.update(contents)
    return digest.hexdigest()[:24]


@cache
def cache_folder():
    """Where machine code made from these sources is kept, or None where nothing can be written.

    In ``NUMBA_CACHE_DIR`` where that is set; otherwise beside the sources, in ``__pycache__``, and then the folders of
    former sources, which nothing can use again, are removed.
    """
    beside = SOURCES/"__pycache__"
    base = Path(config.CACHE_DIR or beside)
    folder = base/f"kernels-{fingerprint()}"
    try:
        if base == beside and not folder.is_dir():
            for former in base.glob("kernels-*"):
                shutil.rmtree(former, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


@contextmanager
def _caching_in(folder):
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


# --- the machine's widest vectors ---------------------------------------------------------------------------------

def _use_widest_vectors():
    """Let LLVM use 512-bit registers where the processor has them: on some it would keep to 256 bits by default."""
    if config.CPU_NAME is None and config.CPU_FEATURES is None:
        features = llvm.get_host_cpu_features()
        if features.get("avx512f"):
            config.CPU_FEATURES = f"{features.flatten()},-prefer-256-bit"


_use_widest_vectors()
