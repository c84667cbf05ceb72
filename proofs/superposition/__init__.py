"""The claims of the superposition paper, one module per section or topic, in the paper's order."""
from .paper import paper
from . import (background, setting, graphs, no_residual, moebius, attractor, manifold, printed_fit, diagonalisation,
               commutant, hessian_gap, noise, frontier, saturation, conditions, regime, critical_scales,
               contraction, cascade, end_to_end, simulations)

__all__ = ["paper"]
