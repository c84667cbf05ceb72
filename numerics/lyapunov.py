"""Lyapunov exponents: the mean logarithm of |multiplier| along an orbit or around a cycle."""
import numpy as np

from numerics import maps
from numerics.algebra import derivative
from numerics.arguments import common_shape, positive, reals


def exponent(multipliers):
    """The mean of log|m| over axis 0, shape (...), of one-step multipliers, shape (steps, ...).

    -inf where a multiplier is 0 and none is infinite: the orbit is superstable; +inf where one is infinite and none 0;
    NaN where one is NaN, or both occur.  The mean is taken as a difference from the first logarithm, so that equal
    multipliers give their logarithm exactly.

    Guarantee: numerical only; the mean over an orbit is the exponent of that piece, not its limit: in a chaotic regime
    it is off by about (piece)^(-1/2), and beside a saddle an orbit may take long to leave.
    Raises ValueError where there is no multiplier.
    """
    multipliers = reals("multipliers", multipliers)
    if not multipliers.ndim or not len(multipliers):
        raise ValueError(f"multipliers has shape {multipliers.shape}: write at least one step along axis 0")
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.log(np.abs(multipliers))
        first = np.where(np.isfinite(logs[0]), logs[0], 0)
        return first + (logs - first).mean(0)


def of_orbit(f, orbit, *parameters):
    """The exponent of the map x -> f(x, *parameters) along `orbit`, shape (steps, ...): the mean of log|f'|.

    f   a formula in ``+ - * / **``, as those of `numerics.maps`; its derivative is taken by `numerics.algebra`
    """
    orbit = reals("orbit", orbit)
    parameters = [reals(f"parameter {i}", parameter) for i, parameter in enumerate(parameters, 1)]
    common_shape(orbit=orbit, **{f"parameter_{i}": parameter for i, parameter in enumerate(parameters, 1)})
    with np.errstate(over="ignore", invalid="ignore"):
        slopes = derivative(f, orbit, *parameters)
    return exponent(slopes + np.zeros(orbit.shape))


def of_cycle(f, points, *parameters, tolerance=1e-6):
    """The exponent of a cycle x_0, ..., x_(p-1) of x -> f(x, *parameters): log|its multiplier|/p.  As `of_orbit`.

    points      (p, ...) in the order of the orbit
    tolerance   ValueError where a point's image is farther than this from the next point
    """
    points = reals("points", points)
    if not points.ndim or not len(points):
        raise ValueError(f"points has shape {points.shape}: write at least one point along axis 0")
    with np.errstate(over="ignore", invalid="ignore"):
        defect = np.abs(f(points, *parameters) - np.roll(points, -1, axis=0))
    if not (defect <= positive("tolerance", tolerance)).all():
        raise ValueError(f"points is not a cycle: an image is {defect.max():.3g} from the next point; write the points "
                         f"of one period, in the order of the orbit")
    return of_orbit(f, points, *parameters)


def longitudinal(e, mu):
    """The exponent along the balanced line of the orbit or cycle of errors e, shape (steps, ...): mean log|F_mu'(e)|.

    Source: large-step paper, Section 3 and Appendix I.2.  See `exponent`.
    """
    return of_orbit(maps.balanced_map, e, mu)


def transverse(e):
    """The exponent across the balanced line of the orbit or cycle of errors e, shape (steps, ...): mean log|1 + e|.

    Negative where a small imbalance dies out along that orbit (Theorem 4.5).  See `exponent`.
    """
    return exponent(maps.imbalance_multiplier(reals("e", e)))
