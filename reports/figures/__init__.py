"""One module a figure, with `compute()`, `caption(data)` and `draw(data)`: they only draw what `numerics` returns."""
from importlib import import_module

NAMES = ("reduction", "bifurcation", "portraits", "crossing", "transverse_exponent", "multi_prompt",
         "basin", "stability", "climbing", "two_stages", "lazy_training", "cascade")
"""The large-step paper's figures 1 to 6, in its order, three that it lacks, two for the scaling law, and one for superposition."""


def module(name):
    """The module of the figure `name`; imported only when asked for, because Matplotlib is slow to load."""
    if name not in NAMES:
        raise ValueError(f"unknown figure {name!r}: write one of {', '.join(NAMES)}")
    return import_module(f"reports.figures.{name}")
