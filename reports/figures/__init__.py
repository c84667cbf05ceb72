"""One module a figure, with `compute()`, `caption(data)` and `draw(data)`: they only draw what `numerics` returns.

A module may also have `table(data)`, which returns Markdown.
"""
from importlib import import_module

NAMES = ("reduction", "bifurcation", "portraits", "crossing", "transverse_exponent", "multi_prompt",
         "basin", "stability", "climbing", "two_stages", "lazy_training", "cascade",
         "smoothing_outcomes", "smoothing_training", "smoothing_spectra")
"""The large-step paper's figures 1 to 6, in its order, and three that it lacks; two for the scaling law, one for
superposition, three for smoothing.
"""


def module(name):
    """The module of the figure `name`; imported only when asked for, because Matplotlib is slow to load."""
    if name not in NAMES:
        raise ValueError(f"unknown figure {name!r}: write one of {', '.join(NAMES)}")
    return import_module(f"reports.figures.{name}")
