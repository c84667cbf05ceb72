"""The claims of the large-step paper, one module per section, in the paper's order."""
from .paper import paper
from . import separatrix

__all__ = ["paper"]
