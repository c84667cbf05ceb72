"""Lyapunov exponents by simulation: along a map and across the balanced line, of an orbit and of a cycle."""
import math

import numpy as np

from numerics.algebra import derivative
from numerics.arguments import finite, whole
from numerics.maps import balanced_map, imbalance_multiplier


def exponent(factors):
    """The mean of log|factor|; minus infinity if a factor is 0.

    factors   real numbers, shape (..., steps); the mean is over the last axis, shape (...)
    Guarantee: numerical only; the mean of equal factors is exactly the logarithm of one of them.
    Raises ValueError where there is no factor or one is NaN.
    """
    factors = np.abs(np.asarray(factors, dtype=float))
    if factors.shape[-1:] in ((), (0,)):
        raise ValueError("factors is empty: an exponent is a mean over one step or more")
    if np.isnan(factors).any():
        raise ValueError("factors contains NaN: the orbit is not finite there; shorten it")
    with np.errstate(divide="ignore"):
        logs = np.log(factors)
    first = logs[..., :1]
    with np.errstate(invalid="ignore"):
        spread = (logs - first).mean(-1)
    return np.where(np.isneginf(logs).any(-1), -math.inf, first[..., 0] + spread)[()]


def orbit(map, start, steps, *parameters):
    """The points x_0 ... x_{steps} of a scalar map, shape (steps + 1, *shape of start)."""
    steps = whole("steps", steps, least=0)
    points = [finite("start", start)]
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(steps):
            points.append(map(points[-1], *parameters))
    return np.stack(points)


def longitudinal(start, mu, steps, map=balanced_map, burn=0):
    """The Lyapunov exponent of the orbit of `start`: the mean of log|map'| over steps burn ... burn + steps - 1.

    start, mu  real numbers or arrays that broadcast; map: a scalar formula of (x, mu), its derivative by dual numbers
    Returns minus infinity on a superstable orbit (one that meets a critical point), NaN where the orbit is not finite.
    Guarantee: numerical only: a short run is no limit.  Source: Definition A.7.
    """
    return _along(start, mu, steps, map, burn, lambda x: derivative(map, x, mu))


def transverse(start, mu, steps, burn=0):
    """The transverse exponent of a balanced orbit: the mean of log|1 + e| over the same steps (Section 4.1)."""
    return _along(start, mu, steps, balanced_map, burn, imbalance_multiplier)


def _along(start, mu, steps, map, burn, factor):
    steps, burn = whole("steps", steps, least=1), whole("burn", burn, least=0)
    points = orbit(map, np.broadcast_arrays(finite("start", start), finite("mu", mu))[0], burn + steps - 1, mu)[burn:]
    with np.errstate(over="ignore", invalid="ignore"):
        factors = np.moveaxis(np.broadcast_to(factor(points), points.shape), 0, -1)
    lost = ~np.isfinite(factors).all(-1)
    return np.where(lost, math.nan, exponent(np.where(lost[..., None], 1.0, factors)))[()]


def of_cycle(points, mu, map=balanced_map):
    """(longitudinal, transverse) exponents per step of a cycle with these points, shape (period,)."""
    points = finite("points", points)
    if points.ndim != 1 or not points.size:
        raise ValueError(f"points has shape {points.shape}: write the points of one cycle as a row")
    slopes = derivative(map, points, mu)
    return exponent(np.broadcast_to(slopes, points.shape)), exponent(imbalance_multiplier(points))
