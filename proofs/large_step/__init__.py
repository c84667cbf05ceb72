"""The claims of the large-step paper, one module per section, in the paper's order."""
from .paper import paper
from . import introduction
from . import reduction, normalisation
from . import zero_error_curve, balanced_line, phase_diagram, separatrix, transverse, rigidity, basin
from . import consequences
from . import mini_batch, batch_exponents
from . import open_problems
from . import background, experiments, batch_experiments

__all__ = ["paper"]
