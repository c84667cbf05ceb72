"""Arb balls, used safely: exact input, explicit precision, three-valued comparison, exact serialisation.

The formulas of `numerics.maps` run on plain `flint.arb`; this module is where flint's traps are met, once:

* a number enters as an int, a Fraction or a decimal string, never as a float (`exact`, `ball`);
* flint's precision is one global for all threads: it is set by `at(bits, f, ...)` alone, for the length of one call;
* ``not (x < y)`` proves nothing and NaN compares False: `less`, `sign` answer True, False or None (undecided);
* the builtins `min`, `max`, `sorted` return balls in the order they came in: use `minimum`, `maximum`;
* ``nan.contains(0)`` is True: `contains` answers None;
* an `arb` can be neither pickled nor copied: `dump` and `load` carry it exactly as integers;
* ``arb(0, 1)**2`` is NaN (flint 3.6, midpoint exactly 0): `hull` never builds such a ball.
"""
from collections.abc import Awaitable, AsyncIterator, Iterator
from fractions import Fraction
from functools import wraps
import copyreg
import os
import re
import threading

from flint import arb, ctx, fmpq, fmpz

_lock = threading.RLock()
_depth = 0                     # nested calls of `at`, in the one thread that computes
_thread = None                 # which thread that is


def _fresh_lock():
    """A forked child starts with nobody computing, whatever its parent's threads were doing."""
    global _lock, _depth, _thread
    _lock, _depth, _thread = threading.RLock(), 0, None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_fresh_lock)

_NUMBER = re.compile(r"\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,6})?\s*|\s*[+-]?\d+\s*/\s*\d+\s*")


class BadInput(ValueError):
    """An argument outside what a function is defined for; the message names it and says what to write instead."""


MOST_BITS = 13_000   # of numerator and denominator: about 3900 digits, which Python still prints


def exact(x, name="the number"):
    """`x` as a Fraction: an int, a Fraction, or a string "1.9", "-3e-5", "19/10".  A float is refused (BadInput)."""
    value = _exact(x, name)
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > MOST_BITS:
        raise BadInput(f"{name} has more than {MOST_BITS} bits: write a shorter number")
    return value


def _exact(x, name):
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

    One thread at a time computes, so that no thread sees another's precision.  Anything lazy (a generator, `map`, a
    coroutine) would run outside the call, at somebody else's precision: it is refused (TypeError).
    """
    if isinstance(bits, bool) or not isinstance(bits, int) or bits < 2:
        raise BadInput(f"bits = {bits!r}: the working precision is an integer, 2 or more")
    global _depth, _thread
    with _lock:
        before, ctx.prec = ctx.prec, bits
        _depth, _thread = _depth + 1, threading.get_ident()
        try:
            result = function(*args, **kwargs)
        finally:
            ctx.prec = before
            _depth -= 1
    if isinstance(result, (Iterator, Awaitable, AsyncIterator)):
        if hasattr(result, "close"):
            result.close()
        raise TypeError(f"{getattr(function, '__name__', function)} returned a {type(result).__name__}, which would run"
                        " outside its precision: return a list or a tuple")
    return result


def computing():
    """Is this thread inside a call of `at`?  It must then not wait for another thread that computes."""
    return _depth > 0 and _thread == threading.get_ident()


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
    """A ball that contains [low, high] (exact numbers or balls), never one with midpoint exactly 0 and a radius.

    Exactly [low, high] where the ends are dyadic and the half width has at most 30 bits, so that 0 stays an end.
    """
    if not isinstance(low, arb) and not isinstance(high, arb):
        low, high = exact(low, name), exact(high, name)
        middle, radius = low + high, high - low                       # twice both
        bits = middle.denominator | radius.denominator
        if radius >= 0 and middle and bits & (bits - 1) == 0:
            return arb(_twice_dyadic(middle), _twice_dyadic(radius))
    union = ball(low, name).union(ball(high, name))
    if union.mid() == 0 and not union.is_exact():
        union = union.union(union.upper()*(1 + arb(2)**-20))
    return union


def _twice_dyadic(x):
    """Half of a dyadic Fraction as (mantissa, exponent), which flint takes exactly at any precision."""
    return x.numerator, -x.denominator.bit_length()


def less(x, y):
    """True if x < y is proved, False if x >= y is proved, None if undecided (NaN is undecided)."""
    if x < y:
        return True
    if x >= y:
        return False
    return None


def less_equal(x, y):
    """True if x <= y is proved, False if x > y is proved, None if undecided (NaN is undecided)."""
    if x <= y:
        return True
    if x > y:
        return False
    return None


def contains(ball, x):
    """Does `ball` contain the real number that `x` (a ball or an exact number) stands for?

    True if every point of `x` lies in `ball`, False if none does, None otherwise (NaN is undecided).  Exact, at any
    working precision.
    """
    if not isinstance(x, arb):
        x = exact(x)
        if not ball.is_finite():
            return None if ball.is_nan() else bool(ball.contains(0)) or None
        return abs(x - fraction(ball.mid())) <= fraction(ball.rad())
    if ball.is_nan() or x.is_nan():
        return None
    if ball.contains(x):
        return True
    return None if ball.overlaps(x) else False


def minimum(first, *others):
    """A ball that contains the least of the numbers in the given balls; NaN if one of them is NaN."""
    for other in others:
        first = first.min(other)
    return first


def maximum(first, *others):
    """A ball that contains the greatest of the numbers in the given balls; NaN if one of them is NaN."""
    for other in others:
        first = first.max(other)
    return first


def sign(x):
    """-1, 0 or 1 when proved, None when undecided."""
    if x > 0:
        return 1
    if x < 0:
        return -1
    return 0 if x == 0 else None


def fraction(x):
    """The exact value of a ball without radius, or of an endpoint or midpoint, as a Fraction."""
    if not x.is_finite():
        raise ValueError(f"{x} is not finite")
    if not x.is_exact():
        raise ValueError(f"{x} has a radius: take .mid(), .lower() or .upper() first")
    mantissa, exponent = x.man_exp()
    return Fraction(int(mantissa))*Fraction(2)**int(exponent)


def endpoints(x):
    """(lower, upper) of a finite ball as Fractions, rounded outward at the working precision."""
    return fraction(x.lower()), fraction(x.upper())


def dump(x):
    """A finite ball as four ints, exactly: mantissa and exponent of the midpoint and of the radius.

    Infinities and NaN have no such form and are refused (BadInput).
    """
    if not x.is_finite():
        raise BadInput(f"the ball {x} is not finite: there is nothing to write down exactly")
    return tuple(int(n) for part in (x.mid(), x.rad()) for n in part.man_exp())


def load(numbers):
    """The ball that `dump` wrote, exactly, at any working precision."""
    mantissa, exponent, radius, radius_exponent = numbers
    bits = max(64, abs(mantissa).bit_length() + 2, radius.bit_length() + 2)
    return at(bits, _load, mantissa, exponent, radius, radius_exponent)


def _load(mantissa, exponent, radius, radius_exponent):
    x = arb((mantissa, exponent), (radius, radius_exponent))
    if dump(x)[2:] == (radius, radius_exponent):
        return x
    # flint adds one unit to a radius of 30 bits; so it does when a radius is added that is too small to count.
    below = arb((mantissa, exponent), (radius - 1, radius_exponent))
    return below + arb(0, (1, radius_exponent - 64))


copyreg.pickle(arb, lambda x: (load, (dump(x),)))   # process pools and deepcopy carry balls exactly
