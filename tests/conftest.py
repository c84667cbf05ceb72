"""Settings for the whole suite."""
import proofs   # noqa: F401  (SymPy's ground types are set before anything imports SymPy)
import reports   # noqa: F401  (one BLAS thread a process)

from hypothesis import settings

settings.register_profile("suite", deadline=None, derandomize=True, max_examples=100)
settings.load_profile("suite")
