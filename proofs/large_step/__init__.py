"""The claims of the large-step paper, one module per section, in the paper's order."""
from .paper import paper
from . import zero_error_curve, balanced_line, phase_diagram, separatrix, transverse, rigidity, basin, open_problems

__all__ = ["paper"]
