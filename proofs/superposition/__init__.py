"""The claims of the superposition paper, one module per section, in the paper's order."""
from .paper import paper
from . import (background, setting, no_residual, moebius, manifold, diagonalisation, commutant, hessian_gap, noise,
               frontier, saturation, conditions, regime, cascade, end_to_end, simulations)

__all__ = ["paper"]
