"""Methods timed side by side in one run, and limits in C compiled on the spot."""
from ctypes import CDLL
from pathlib import Path
from shutil import which
from subprocess import run
from tempfile import TemporaryDirectory
from time import perf_counter

import numpy as np
from numpy.ctypeslib import ndpointer

FLAGS = ("-O3", "-march=native", "-mprefer-vector-width=512", "-fopenmp", "-shared", "-fPIC")

doubles = ndpointer(np.float64, flags="C_CONTIGUOUS")
int32s = ndpointer(np.int32, flags="C_CONTIGUOUS")


def c_library(name, *flags):
    """The compiled `c/<name>.c`, or a string that says why there is none."""
    compiler = next(filter(None, map(which, ("cc", "gcc", "clang"))), None)
    if compiler is None:
        return "no C compiler: cc, gcc and clang are not on the path"
    with TemporaryDirectory() as folder:
        library = Path(folder)/f"{name}.so"
        source = Path(__file__).parent/"c"/f"{name}.c"
        made = run([compiler, *FLAGS, *flags, source, "-o", library], capture_output=True, text=True)
        if made.returncode:
            return f"{compiler} does not compile {source.name}: {made.stderr.strip().splitlines()[0]}"
        return CDLL(str(library))


def shortest(methods, rounds):
    """{name: seconds}: the shortest of `rounds` calls of each, after one call each that is not counted.

    methods   {name: (prepare, call)}; `call` is timed on what `prepare` returns, and all take turns in every round
    """
    times = {name: [] for name in methods}
    for _ in range(rounds + 1):
        for name, (prepare, call) in methods.items():
            data = prepare()
            start = perf_counter()
            call(data)
            times[name].append(perf_counter() - start)
    return {name: min(taken[1:]) for name, taken in times.items()}


def show(seconds, reference, work, unit):
    """Print a row for each method: its time, `work` per second in `unit`, and its speed over that of `reference`."""
    width = max(map(len, seconds))
    print(f"{'':{width}} {'time':>11} {unit:>12} {'speed/' + reference:>18}")
    for name, taken in seconds.items():
        ratio = f"{seconds[reference]/taken:18.3f}" if reference in seconds else f"{'-':>18}"
        print(f"{name:{width}} {1e3*taken:8.2f} ms {work/taken:12.4g} {ratio}")
