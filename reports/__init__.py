"""The report, the figures, the command line.

Work is shared among processes; BLAS must not start threads in each of them besides, which compete for the same cores and
make the evidence on matrices three times slower.  OpenBLAS reads the setting once, when NumPy loads.
"""
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
