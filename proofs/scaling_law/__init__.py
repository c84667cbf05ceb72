"""The claims of the scaling-law paper, one module per section, in the paper's order."""
from .paper import paper
from . import (setup, kernel_regime, convergence, generalization, two_stages, drags, case_studies, reduction,
               trainable_readout, lower_bounds, cross_entropy, discretization, lazy_and_rich, transformer_specific,
               diagnostics, query_key, interpretation)

__all__ = ["paper"]
