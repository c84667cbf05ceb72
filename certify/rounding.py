"""Compiled intervals: doubles rounded outward, for proofs of millions of boxes that balls are too slow for.

Inside a Numba function an `Interval` is a number: ``+ - * / **`` with intervals and with integers, so that the
formulas of `numerics.maps` run on it as they stand (`compiled`), and so do their partial derivatives (`partials`).

Guarantee (certified).  Every operation returns an interval that contains all results of the exact operation, because

1.  the hardware rounds to nearest (IEEE 754), and Numba neither contracts ``x*y + z`` nor reorders, as `fastmath` is
    never set: the computed r of an operation with exact result t is the double nearest to t, so that t lies between
    the neighbours of r, and equals r or is nearer to r than the neighbour on its side;
2.  `up(r)` is at least the neighbour of r above.  Let g be the distance to it, D = |r| EPS + TINY as computed, with
    EPS = 2^-52 and TINY = 2^-1022.  If |r| >= 2^-1022, then g <= |r| 2^-52, a product that is computed exactly or with
    an error below TINY; if not, g = 2^-1074 < TINY.  Hence the sum is at least g before it is rounded, and D >= g
    after, because rounding is monotone and g is a double.  Likewise r + D >= r + g, the neighbour, which is a double:
    the computed up(r) is not below it, and t is not above it.  `down` is the mirror image;
3.  sums, differences, products and quotients of intervals attain their extremes at endpoints, squares there or at 0.

Overflow is the caller's to exclude: on endpoints beyond 2^1023 the next operation may yield NaN, which ``< <= > >=``
reject but `min` may drop.  A proof therefore asks `bounded` before it composes further: the answer False is undecided.
Source: Tucker, *Validated Numerics* (Princeton 2011), chapter 2; Rump, *Acta Numerica* 19 (2010), section 5.
"""
from fractions import Fraction
import math
import operator
from types import FunctionType

from flint import fmpq_mpoly_ctx
from numba import njit, types
from numba.core import cgutils
from numba.extending import (lower_builtin, make_attribute_wrapper, models, overload, register_model, type_callable)

from numerics.algebra import jacobian

EPS, TINY = 2.0**-52, 2.0**-1022


# --- the type -----------------------------------------------------------------------------------------------------

class Interval:
    """``Interval(low, high)``, inside compiled code only: the reals between two doubles, both included."""


class IntervalType(types.Type):
    def __init__(self):
        super().__init__(name="Interval")


interval = IntervalType()


@register_model(IntervalType)
class IntervalModel(models.StructModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, [("low", types.float64), ("high", types.float64)])


make_attribute_wrapper(IntervalType, "low", "low")
make_attribute_wrapper(IntervalType, "high", "high")


@type_callable(Interval)
def _constructor(context):
    return lambda low, high: interval if low == high == types.float64 else None


@lower_builtin(Interval, types.float64, types.float64)
def _construct(context, builder, signature, arguments):
    value = cgutils.create_struct_proxy(interval)(context, builder)
    value.low, value.high = arguments
    return value._getvalue()


# --- rounding, and the operations ---------------------------------------------------------------------------------

@njit
def up(r):
    return r + (abs(r)*EPS + TINY)


@njit
def down(r):
    return r - (abs(r)*EPS + TINY)


@njit
def point(x):
    """The double `x` itself, or an integer below 2^53."""
    return Interval(float(x), float(x))


@njit
def _add(x, y):
    return Interval(down(x.low + y.low), up(x.high + y.high))


@njit
def _subtract(x, y):
    return Interval(down(x.low - y.high), up(x.high - y.low))


@njit
def _multiply(x, y):
    a, b, c, d = x.low*y.low, x.low*y.high, x.high*y.low, x.high*y.high
    return Interval(down(min(min(a, b), min(c, d))), up(max(max(a, b), max(c, d))))


@njit
def _divide(x, y):
    if not (y.low > 0.0 or y.high < 0.0):
        raise ZeroDivisionError("the divisor contains 0")
    a, b, c, d = x.low/y.low, x.low/y.high, x.high/y.low, x.high/y.high
    return Interval(down(min(min(a, b), min(c, d))), up(max(max(a, b), max(c, d))))


@njit
def square(x):
    low, high = x.low*x.low, x.high*x.high
    if x.low <= 0.0 <= x.high:
        return Interval(0.0, up(max(low, high)))
    return Interval(max(0.0, down(min(low, high))), up(max(low, high)))


@njit
def _power(x, n):
    result = point(1)
    if n % 2:
        result = x
    for _ in range(n//2):
        result = result*square(x)
    return result


def _operator(symbol, rule):
    """Give `symbol` the meaning `rule` on two intervals, and on an interval and an integer (a float is refused)."""
    @overload(symbol)
    def compile(x, y):
        if x == interval and y == interval:
            return lambda x, y: rule(x, y)
        if x == interval and isinstance(y, types.Integer):
            return lambda x, y: rule(x, point(y))
        if isinstance(x, types.Integer) and y == interval:
            return lambda x, y: rule(point(x), y)


_operator(operator.add, _add)
_operator(operator.sub, _subtract)
_operator(operator.mul, _multiply)
_operator(operator.truediv, _divide)


@overload(operator.pow)
def _compile_power(x, n):
    if x == interval and isinstance(n, types.Integer):
        return lambda x, n: _power(x, n)


@overload(operator.neg)
def _compile_negative(x):
    if x == interval:
        return lambda x: Interval(-x.high, -x.low)


def outward(x):
    """The doubles (low, high), nearest to a Fraction, between which it lies."""
    nearest = float(x)
    low = nearest if Fraction(nearest) <= x else math.nextafter(nearest, -math.inf)
    return low, low if Fraction(low) == x else math.nextafter(low, math.inf)


# --- sets ---------------------------------------------------------------------------------------------------------

@njit
def middle(x):
    """A double near the middle; which one proves nothing."""
    return 0.5*(x.low + x.high)


@njit
def around(centre, radius):
    return Interval(down(centre - radius), up(centre + radius))


@njit
def common(x, y):
    """What `x` and `y`, two enclosures of the same number, have in common."""
    return Interval(max(x.low, y.low), min(x.high, y.high))


@njit
def inside(x, y):
    """`x` lies in the interior of `y` (False when a bound is NaN)."""
    return y.low < x.low and x.high < y.high


@njit
def bounded(x, limit):
    """Both ends lie strictly within -limit and limit; False for NaN."""
    return -limit < x.low and x.low <= x.high and x.high < limit


# --- formulas -----------------------------------------------------------------------------------------------------

def compiled(formula):
    """A formula of `numerics.maps` as a function that compiled code can call on intervals.

    The formulas that it calls are compiled with it.
    """
    calls = {name: compiled(value) for name, value in formula.__globals__.items()
             if name in formula.__code__.co_names and isinstance(value, FunctionType)}
    return njit(FunctionType(formula.__code__, {**formula.__globals__, **calls}, formula.__name__))


def partials(formula, names):
    """The partial derivatives of a polynomial formula, as compiled functions of all its arguments, row by row.

    formula   a scalar- or tuple-valued formula in ``+ - * / **`` and integers; names: its arguments, "e mu".
    Returns a tuple (per value of the formula) of tuples (per argument).  Exact: each derivative is taken by
    `numerics.algebra` over the polynomials with rational coefficients and written out factored, which keeps the
    enclosures tight: that of F_mu by e becomes (e - 1)*(3*e + 2*mu - 1).
    """
    ring = fmpq_mpoly_ctx.get(names.split(), "lex")
    rows = jacobian(formula, ring.gens())
    return tuple(tuple(_from_source(names.split(), _source(ring.constant(1)*entry)) for entry in row) for row in rows)


def _from_source(names, source):
    return compiled(eval(f"lambda {', '.join(names)}: {source}", {"point": point}))


def _source(polynomial):
    """`polynomial` as text: an integer times its factors, over one integer; a constant as an interval."""
    content, factors = polynomial.factor()
    if not factors:
        return f"point({content.p})/point({content.q})"
    powers = [f"({factor})".replace("^", "**") + f"**{power}"*(power > 1) for factor, power in factors]
    numerator = "*".join([str(content.p)]*(abs(content.p) != 1) + powers)
    return "-"*(content.p == -1) + numerator + f"/{content.q}"*(content.q != 1)
