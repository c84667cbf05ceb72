"""Elementary functions in any algebra: balls, nested dual numbers, and exact numbers where the value is exact.

`numerics.maps` needs only ``+ - * / **``; a formula that needs more calls these.  A derivative is supplied here once,
for `numerics.algebra.Dual`; a ball outside the domain gives NaN, which is undecided.  Guarantee: certified on balls.
"""
from fractions import Fraction
import math

from flint import arb

from certify.balls import hull, maximum
from numerics.algebra import Algebra, Dual


class NotExact(TypeError):
    """An elementary function of an exact number whose value is not rational."""


def exp(x):
    """e^x."""
    if isinstance(x, Dual):
        value = exp(x.value)
        return _chain(x, value, value)
    return _apply("exp", x, {0: 1})


def log(x):
    """The natural logarithm; NaN on a ball that is not proved positive."""
    if isinstance(x, Dual):
        return _chain(x, log(x.value), 1/x.value)
    return _apply("log", x, {1: 0})


def atan(x):
    """The arc tangent, in (-pi/2, pi/2)."""
    if isinstance(x, Dual):
        return _chain(x, atan(x.value), 1/(1 + x.value**2))
    return _apply("atan", x, {0: 0})


def sqrt(x):
    """The square root; NaN on a ball that is not proved nonnegative."""
    if isinstance(x, Dual):
        value = sqrt(x.value)
        return _chain(x, value, 1/(2*value))
    return _apply("sqrt", x, {0: 0, 1: 1})


def power(x, m, logs=0):
    """|x|^m (log |x|)^logs, continuous at x = 0 where m > 0 (m >= 0 and a value in [0, 1] where logs = 0).

    `x` and `m` from the same algebra, or constants of it; `logs` is an int.  The factor (log |x|)^logs is what
    differentiation in `m` brings, so the family is closed: d/dm raises `logs`, d/dx divides by x.
    """
    if isinstance(x, Dual) or isinstance(m, Dual):
        return _power_dual(x, m, logs)
    if isinstance(x, arb) or isinstance(m, arb):
        return _power_ball(x if isinstance(x, arb) else arb(x), m if isinstance(m, arb) else arb(m), logs)
    if isinstance(x, Algebra) or isinstance(m, Algebra):
        return (x if isinstance(x, Algebra) else m).lift(x).real_power(m, logs)
    if isinstance(x, float) or isinstance(m, float):
        return abs(x)**m*(math.log(abs(x))**logs if logs else 1)
    return _power_exact(x, m, logs)


# --- how each algebra takes part ----------------------------------------------------------------------------------

def _apply(name, x, exact_values):
    """`name` of a ball, of an algebra that knows it, of a float, or of an exact number where the value is exact."""
    if hasattr(x, name):
        return getattr(x, name)()
    if isinstance(x, float):
        return getattr(math, name)(x)
    for argument, value in exact_values.items():
        if x == argument:
            return value
    raise NotExact(f"{name}({x!r}) is not rational: evaluate it on a ball")


def _chain(x, value, slope):
    return Dual(value, tuple(_times(slope, p) for p in x.gradient), x.rank)


def _times(slope, p):
    """slope*p, but 0 where p is exactly 0: a constant has derivative 0 even where the slope is unbounded."""
    return p if _is_zero(p) else slope*p


def _is_zero(x):
    if isinstance(x, Dual):
        return _is_zero(x.value) and all(_is_zero(p) for p in x.gradient)
    return bool(x == 0)


def _power_dual(x, m, logs):
    rank = x.rank if isinstance(x, Dual) else 0
    top = m if isinstance(m, Dual) and m.rank > rank else x
    x, m = top.lift(x), top.lift(m)
    value = power(x.value, m.value, logs)
    moved_base = not all(_is_zero(p) for p in x.gradient)
    moved_exponent = not all(_is_zero(q) for q in m.gradient)
    slope = 0
    if moved_base:
        slope = m.value*value/x.value
        if logs:
            slope = slope + logs*power(x.value, m.value, logs - 1)/x.value
    rise = power(x.value, m.value, logs + 1) if moved_exponent else 0
    return Dual(value, tuple(_times(slope, p) + _times(rise, q) for p, q in zip(x.gradient, m.gradient)), top.rank)


def _power_ball(x, m, logs):
    if x.is_nan() or m.is_nan():
        return arb.nan()
    if x.abs_lower() > 0:
        logarithm = abs(x).log()
        value = (m*logarithm).exp()
        return value*logarithm**logs if logs else value
    lowest = m.lower()
    if not (lowest > 0 or logs == 0 and lowest >= 0):
        return arb.nan()
    reach = x.abs_upper()
    if reach == 0:
        return arb(0) if lowest > 0 else hull(0, 1)
    logarithm = reach.log()
    if logs == 0:
        return hull(0, maximum((m.lower()*logarithm).exp(), (m.upper()*logarithm).exp()))
    peak = -logs/lowest                                      # where |x|^m |log x|^logs is largest on (0, 1)
    if logarithm < peak:
        bound = (lowest*logarithm).exp()*abs(logarithm)**logs
    else:
        bound = (logs/(lowest*arb(1).exp()))**logs
        if not logarithm <= 0:
            bound = maximum(bound, (m.upper()*logarithm).exp()*logarithm**logs)
    return hull(-bound, bound)


def _power_exact(x, m, logs):
    x, m = Fraction(x), Fraction(m)
    if x == 0 and m > 0:
        return Fraction(0)
    if abs(x) == 1:
        return Fraction(int(logs == 0))
    if x != 0 and logs == 0 and m.denominator == 1:
        return abs(x)**int(m)
    raise NotExact(f"|{x}|^{m} is not rational: evaluate it on a ball")
