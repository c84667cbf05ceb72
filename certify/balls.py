"""Arb balls, used safely: exact input, explicit precision, three-valued comparison, exact serialisation.

The formulas of `numerics.maps` run on plain `flint.arb`; this module is where flint's traps are met, once:

* a number enters as an int, a Fraction or a decimal string, never as a float (`exact`, `ball`);
* flint's precision is one global for all threads: it is set by `at(bits, f, ...)` alone, for the length of one call;
* ``not (x < y)`` proves nothing and NaN compares False: `less`, `sign` answer True, False or None (undecided);
* an `arb` can be neither pickled nor copied: `dump` and `load` carry it exactly as integers;
* ``arb(0, 1)**2`` is NaN (flint 3.6, midpoint exactly 0): `hull` never builds such a ball.
"""
from fractions import Fraction
from functools import wraps
import copyreg
import inspect
import re
import threading

from flint import arb, ctx, fmpq, fmpz

_lock = threading.RLock()
_NUMBER = re.compile(r"\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,6})?\s*|\s*[+-]?\d+\s*/\s*\d+\s*")


class BadInput(ValueError):
    """An argument outside what a function is defined for; the message names it and says what to write instead."""


def exact(x, name="the number"):
    """`x` as a Fraction: an int, a Fraction, or a string "1.9", "-3e-5", "19/10".  A float is refused (BadInput)."""
    if isinstance(x, Fraction):
        return x
    if isinstance(x, int) and not isinstance(x, bool):
        return Fraction(x)
    if isinstance(x, fmpz):
        return Fraction(int(x))
    if isinstance(x, fmpq):
        return Fraction(int(x.p), int(x.q))
    if isinstance(x, str):
        if _NUMBER.fullmatch(x) and not re.search(r"/\s*0+\s*$", x):
            return Fraction(x.replace(" ", ""))
        raise BadInput(f"{name} = {x!r} is not a number: write a decimal or a fraction, \"1.9\" or \"19/10\"")
    if isinstance(x, float):
        raise BadInput(f"{name} = {x!r} is a float, which is not the number you see: write \"{x!r}\" or a Fraction")
    raise BadInput(f"{name} = {x!r} is a {type(x).__name__}: write an int, a Fraction or a decimal string")


def at(bits, function, *args, **kwargs):
    """`function(*args, **kwargs)` with flint's working precision at `bits`, restored on any exit.

    One thread at a time computes, so that no thread sees another's precision.  A generator would carry the precision
    out of the call: it is refused (TypeError).
    """
    if isinstance(bits, bool) or not isinstance(bits, int) or bits < 2:
        raise BadInput(f"bits = {bits!r}: the working precision is an integer, 2 or more")
    with _lock:
        before, ctx.prec = ctx.prec, bits
        try:
            result = function(*args, **kwargs)
        finally:
            ctx.prec = before
    if inspect.isgenerator(result):
        result.close()
        raise TypeError(f"{function.__name__} is a generator: it would run outside its precision; return a list")
    return result


def working(bits):
    """Decorator: the function runs at `bits` of working precision unless it is called with ``bits=``."""
    def decorate(function):
        @wraps(function)
        def run(*args, bits=bits, **kwargs):
            return at(bits, function, *args, **kwargs)
        return run
    return decorate


def ball(x, name="the number"):
    """The smallest ball at the working precision that contains the exact number `x` (see `exact`)."""
    if isinstance(x, arb):
        return x
    x = exact(x, name)
    return arb(fmpq(x.numerator, x.denominator))


def hull(low, high, name="the interval"):
    """A ball that contains [low, high] (exact numbers or balls), never one with midpoint exactly 0 and a radius."""
    union = ball(low, name).union(ball(high, name))
    if union.mid() == 0 and not union.is_exact():
        union = union.union(union.upper()*(1 + arb(2)**-20))
    return union


def less(x, y):
    """True if x < y is proved, False if x >= y is proved, None if undecided (NaN is undecided)."""
    if x < y:
        return True
    if x >= y:
        return False
    return None


def sign(x):
    """-1, 0 or 1 when proved, None when undecided."""
    if x > 0:
        return 1
    if x < 0:
        return -1
    return 0 if x == 0 else None


def fraction(x):
    """The exact value of a ball without radius, or of an endpoint or midpoint, as a Fraction."""
    if not x.is_exact():
        raise ValueError(f"{x} has a radius: take .mid(), .lower() or .upper() first")
    mantissa, exponent = x.man_exp()
    return Fraction(int(mantissa))*Fraction(2)**int(exponent)


def endpoints(x):
    """(lower, upper) of a finite ball as Fractions, rounded outward at the working precision."""
    return fraction(x.lower()), fraction(x.upper())


def dump(x):
    """A finite ball as four ints, exactly: mantissa and exponent of the midpoint and of the radius."""
    return tuple(int(n) for part in (x.mid(), x.rad()) for n in part.man_exp())


def load(numbers):
    """The ball that `dump` wrote, exactly, at any working precision."""
    mantissa, exponent, radius, radius_exponent = numbers
    bits = max(64, abs(mantissa).bit_length() + 2, radius.bit_length() + 2)
    return at(bits, lambda: arb((mantissa, exponent), (radius, radius_exponent)))


copyreg.pickle(arb, lambda x: (load, (dump(x),)))   # process pools and deepcopy carry balls exactly
