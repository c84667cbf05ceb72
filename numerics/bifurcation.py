"""Bifurcation diagrams of the balanced map, by kernels compiled from its formula."""
from dataclasses import dataclass

import numpy as np

from numerics import threads
from numerics.arguments import finite, whole
from numerics.compiled import compiled
from numerics.maps import balanced_map

COLUMNS = 64        # parameters of one part of the work
SATURATION = 1e3    # an error beyond this has escaped


@dataclass(frozen=True)
class Diagram:
    """The errors that balanced orbits visit.

    mu         (columns,)
    errors     (columns, keep): the errors after `burn` steps; NaN in a divergent column
    divergent  (columns,) bool: the error left [-SATURATION, SATURATION]
    """
    mu: np.ndarray
    errors: np.ndarray
    divergent: np.ndarray


def _columns(mu, start, burn, errors):
    """Kernel: the orbit of every parameter."""
    for i in range(mu.size):
        e = start[i]
        for _ in range(burn):
            e = balanced_map(e, mu[i])
        for k in range(errors.shape[1]):
            errors[i, k] = e
            e = balanced_map(e, mu[i])


_orbits = compiled(_columns)


def diagram(mu, start, burn=2500, keep=600):
    """The bifurcation diagram of F_mu: a `Diagram`.

    mu      a row of finite parameters;  start: the error at the start, one number or one for each parameter
    burn    steps that are not recorded;  keep: errors that are, 1 or more

    Raises ValueError naming the argument.  Guarantee: numerical only.  Source: Section I.2, Figure 2.
    """
    mu, start = finite("mu", mu), finite("start", start)
    if mu.ndim != 1 or not mu.size:
        raise ValueError(f"mu has shape {mu.shape}: write a row of parameters")
    burn, keep = whole("burn", burn, least=0), whole("keep", keep, least=1)
    start = np.ascontiguousarray(np.broadcast_to(start, mu.shape))
    errors = np.empty((mu.size, keep))
    threads.share(lambda part: _orbits(mu[part], start[part], burn, errors[part]), threads.slices(mu.size, COLUMNS))
    with np.errstate(invalid="ignore"):
        divergent = ~(np.abs(errors).max(1) < SATURATION)
    errors[divergent] = np.nan
    return Diagram(mu, errors, divergent)
