"""Bifurcation diagrams of the plane map on its balanced line, and the periods that are seen in them."""
from dataclasses import dataclass

import numpy as np

from numerics.arguments import common_shape, finite, flat, positive, whole
from numerics.bulk import iterate
from numerics.compiled import compiled
from numerics.maps import error, product_map


@dataclass(frozen=True)
class Diagram:
    """The tails of one balanced orbit for each mu.

    mu          (columns,)
    errors      (keep, columns) errors e after the burn-in; NaN in divergent columns
    divergent   (columns,) some recorded |e| reaches the saturation, or is not a number
    """
    mu: np.ndarray
    errors: np.ndarray
    divergent: np.ndarray


def diagram(mu, start, burn=2500, keep=600, saturation=1000):
    """The errors of `keep` steps after a burn-in of `burn`, from a = b = `start`, for every mu: a `Diagram`.

    mu, start    finite numbers or rows that broadcast to one row
    burn, keep   integers: 0 or more, 1 or more
    saturation   above 0

    Bitwise what NumPy computes with `maps.product_map`.  Guarantee: numerical only: a tail may still be approaching its
    attractor, near a bifurcation for very long.  Raises ValueError naming the argument.
    Source: large-step paper, Appendix I.2.
    """
    mu, start = np.atleast_1d(finite("mu", mu)), finite("start", start)
    burn, keep, saturation = whole("burn", burn, 0), whole("keep", keep, 1), positive("saturation", saturation)
    shape = common_shape(mu=mu, start=start)
    if len(shape) != 1:
        raise ValueError(f"mu and start have shapes {mu.shape} and {start.shape}: write rows")
    mu, start = flat(mu, shape), flat(start, shape)
    a, b = iterate(start, start, mu, burn)
    errors = np.empty((keep, *shape))
    _record(a, b, mu, errors)
    divergent = ~(np.abs(errors) < saturation).all(0)
    errors[:, divergent] = np.nan
    return Diagram(mu, errors, divergent)


def periods(errors, most=64, tolerance=1e-9, separation=1e-6):
    """The least p <= most with |e_(k+p) - e_k| < tolerance throughout, (columns,), of tails (keep, columns); 0 for none.

    Column by column; 0, not a wrong period, also where an orbit still approaches its cycle: where it repeats after p
    steps but comes within `separation` of repeating earlier (an alternating approach to a fixed point is not a
    two-cycle).
    """
    errors = np.asarray(errors)
    if errors.ndim != 2 or len(errors) <= most:
        raise ValueError(f"errors has shape {errors.shape}: write (keep, columns) with keep above most = {most}")
    found = np.zeros(errors.shape[1], dtype=int)
    closest = np.full(errors.shape[1], np.inf)
    for p in range(1, most + 1):
        with np.errstate(invalid="ignore"):
            defect = np.abs(errors[p:] - errors[:-p]).max(0)
        found[(found == 0) & (defect < tolerance) & (closest > separation)] = p
        closest = np.minimum(closest, defect)
    return found


def _record_errors(a, b, mu, errors):
    """Write the errors of the next steps, a row for each; the points (a, b) move on."""
    for row in range(errors.shape[0]):
        for j in range(a.size):
            a[j], b[j] = product_map(a[j], b[j], mu[j])
            errors[row, j] = error(a[j], b[j], mu[j])


_record = compiled(_record_errors)
