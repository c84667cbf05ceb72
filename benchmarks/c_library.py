"""C sources compiled on the spot, as yardsticks; a reason where there is no compiler."""
import ctypes
from pathlib import Path
import shutil
import subprocess
import tempfile


def compiled_c(name, *flags):
    """(library, "") of benchmarks/c/<name>.c at the machine's widest vectors, or (None, why there is none)."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None, "no C compiler found"
    source = Path(__file__).parent/"c"/f"{name}.c"
    target = Path(tempfile.mkdtemp())/f"{name}.so"
    command = [compiler, "-O3", "-march=native", "-mprefer-vector-width=512", "-ffast-math", "-fopenmp", "-shared", "-fPIC",
               *flags, str(source), "-o", str(target)]
    found = subprocess.run(command, capture_output=True, text=True)
    if found.returncode:
        return None, f"{compiler} failed: {found.stderr.strip().splitlines()[-1]}"
    return ctypes.CDLL(str(target)), ""


def pointer(array):
    return ctypes.c_void_p(array.ctypes.data)
