"""The claims of the large-step paper, one module per section, in the paper's order."""
from .paper import paper
from . import (abstract, introduction, reduction, normalisation, zero_error_curve, balanced_line, two_cycle, phase_diagram,
               separatrix, transverse, rigidity, consequences, mini_batch, open_problems, background, experiments,
               batch_experiments, batch_exponents, basin, fate)
