"""One module a figure, with `compute()`, `caption(data)` and `draw(data)`: they only draw what `numerics` returns.

A module may also have `table(data)`, which returns Markdown.
"""
from importlib import import_module

CLAIMS = {
    "reduction": ("LST-P2.1a", "LST-P2.1b", "LST-I1a", "LST-I1b"),
    "bifurcation": ("LST-T3.7c", "LST-T3.7d", "LST-I2a", "LST-I2b", "LST-N.17", "LST-N.18"),
    "portraits": ("LST-T4.3a", "LST-I3a", "LST-I3b", "LST-I3d"),
    "crossing": ("LST-C6.4", "LST-I4a", "LST-I4b"),
    "transverse_exponent": ("LST-I5a", "LST-I5b", "LST-I5c", "LST-I5d", "LST-N.rand"),
    "multi_prompt": ("LST-I6a", "LST-I6b", "LST-I6c"),
    "basin": ("LST-N1", "LST-N3", "LST-A.3"),
    "stability": ("LST-P3.1b",),
    "climbing": ("LST-N0",),
    "two_stages": ("SCAL-05", "SCAL-12", "SCAL-13", "SCAL-17"),
    "lazy_training": ("SCAL-04", "SCAL-24", "SCAL-39", "SCAL-40", "SCAL-56"),
    "cascade": ("FS-S.1", "FS-S.2", "FS-S.3", "FS-S.4"),
    "smoothing_outcomes": ("SING-42", "SING-43", "SING-44"),
    "smoothing_training": ("SING-11", "SING-16"),
    "smoothing_spectra": ("SING-35",),
}
"""The claims that each figure serves, by its name: figures 1 to 6 of the large-step paper, in its order, three that it
lacks, two for the scaling law, one for superposition, three for smoothing.
"""
NAMES = tuple(CLAIMS)
LONG = ("cascade", "smoothing_outcomes")
"""Figures that take over a minute: the report shows the stored picture, as `make verify-all` left it."""


def module(name):
    """The module of the figure `name`; imported only when asked for, because Matplotlib is slow to load."""
    if name not in NAMES:
        raise ValueError(f"unknown figure {name!r}: write one of {', '.join(NAMES)}")
    return import_module(f"reports.figures.{name}")
