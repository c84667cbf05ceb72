"""Claims, the evidence for them, and the engines that check it.

SymPy must compute with Python integers here: with FLINT underneath, the two engines would share their arithmetic.  The
setting is read once, when SymPy loads, so it is made before anything in this package can import SymPy.
"""
import os
import sys

if "sympy" not in sys.modules:
    os.environ["SYMPY_GROUND_TYPES"] = "python"
