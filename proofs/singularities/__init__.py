"""The claims of the paper on singularities, one module per section, in the paper's order."""
from .paper import paper
from . import (introduction, preliminaries, decomposition, stable_rank_update, alignment, gradient_norm, instability,
               detection, smoothing, policies, cost, experiments)

__all__ = ["paper"]
