"""Polynomials over the rationals, read off a formula: the bridge from a plain function to exact algebra.

`polynomial(f, n)` runs `f` on the generators of Q[x_1, ..., x_n] (FLINT) and returns its coefficients, or None where
`f` is no polynomial.  Division is allowed by constants only, because FLINT cancels silently: (a^2 - 1)/(a - 1) is not
a + 1 at a = 1.  Guarantee: exact.
"""
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq, fmpq_mpoly_ctx

from certify.balls import BadInput
from numerics.algebra import Algebra


class NotPolynomial(TypeError):
    """The formula leaves the ring of polynomials."""


class Element(Algebra):
    """A polynomial as an element of an algebra: what a formula sees."""
    __slots__ = "value", "ring"

    def __init__(self, value, ring):
        self.value, self.ring = value, ring

    def constant(self, x):
        try:
            return Element(self.ring.constant(fmpq(*Fraction(x).as_integer_ratio())), self.ring)
        except (TypeError, ValueError, OverflowError):
            raise NotPolynomial(f"{x!r} is no rational constant") from None

    def add(self, other):
        return Element(self.value + other.value, self.ring)

    def neg(self):
        return Element(-self.value, self.ring)

    def mul(self, other):
        return Element(self.value*other.value, self.ring)

    def div(self, other):
        divisor = other.rational()
        if divisor == 0:
            raise ZeroDivisionError("division by zero in a formula")
        return Element(self.value/fmpq(*divisor.as_integer_ratio()), self.ring)

    def power(self, n):
        return Element(self.value**n, self.ring) if n >= 0 else self.constant(1).div(self.power(-n))

    def rational(self):
        """The value of a constant polynomial as a Fraction; NotPolynomial for any other."""
        if not self.value.is_constant():
            raise NotPolynomial(f"{self.value} is not constant")
        c = self.value.leading_coefficient() if self.value != 0 else fmpq(0)
        return Fraction(int(c.p), int(c.q))

    def __eq__(self, other):
        return self.value == (other.value if isinstance(other, Element) else other)

    __hash__ = None

    def exp(self):
        return self._where(0, 1)

    def log(self):
        return self._where(1, 0)

    def atan(self):
        return self._where(0, 0)

    def sqrt(self):
        return self._where(1, 1)

    def real_power(self, m, logs):
        """|x|^m (log |x|)^logs where that is a polynomial: x = 1 or -1, or an even integer m and no logarithm."""
        if self == 1 or self == -1:
            return self.constant(int(logs == 0))
        exponent = self.lift(m).rational()
        if logs == 0 and exponent >= 0 and exponent.denominator == 1 and exponent % 2 == 0:
            return self.power(int(exponent))
        raise NotPolynomial("a real power")

    def _where(self, argument, value):
        if self == argument:
            return self.constant(value)
        raise NotPolynomial("an elementary function")


class Tracer(Algebra):
    """Knows nothing but which constants a formula uses: a float among them is an error before any ball meets it."""
    __slots__ = ()

    def constant(self, x):
        if isinstance(x, Fraction):
            raise TypeError(f"{x!r} does not multiply a ball: write integers and divide inside the formula, x/3")
        return self

    def add(self, other):
        return self

    mul = div = add

    def neg(self):
        return self

    exp = log = atan = sqrt = neg

    def __eq__(self, other):
        raise TypeError("a formula must not compare: on balls every comparison can be False")

    def __bool__(self):
        raise TypeError("a formula must not compare: on balls every comparison can be False")

    __hash__ = None

    def real_power(self, m, logs):
        self.lift(m)
        return self


def refuse_floats(f, count, name="f"):
    """BadInput where the formula `f` of `count` arguments computes with a float."""
    try:
        results = f(*[Tracer() for _ in range(count)])
    except ZeroDivisionError:
        return
    except TypeError as error:
        raise BadInput(f"{name} cannot be evaluated on {count} exact arguments: {error}") from None
    for result in results if isinstance(results, tuple) else (results,):
        if isinstance(result, float):
            raise BadInput(f"{name} returned the float {result!r}: divide integers inside the formula, x/3 for x*0.333")


def generators(count):
    """The generators x0, ..., x(count-1) of a polynomial ring over the rationals, as algebra elements."""
    ring = fmpq_mpoly_ctx.get(tuple(f"x{i}" for i in range(max(count, 1))), "lex")
    return tuple(Element(g, ring) for g in ring.gens()[:count])


@dataclass(frozen=True)
class Polynomial:
    """A polynomial as data: pairs (exponents, coefficient).  Callable in any algebra; can be pickled."""
    terms: tuple

    def __call__(self, *x):
        total = zero = 0*x[0]
        for exponents, coefficient in self.terms:
            product = zero + coefficient.numerator
            for base, exponent in zip(x, exponents):
                if exponent:
                    product = product*base**exponent
            total = total + (product if coefficient.denominator == 1 else product/coefficient.denominator)
        return total

    def degree(self, i):
        """The degree in the i-th variable."""
        return max((exponents[i] for exponents, _ in self.terms), default=0)

    def reversed(self, i, even):
        """t^d p(1/t) in the i-th variable, d the degree or the next even number: p's sign where t > 0, or t != 0."""
        degree = self.degree(i) + (self.degree(i) % 2 if even else 0)
        return Polynomial(tuple((e[:i] + (degree - e[i],) + e[i + 1:], c) for e, c in self.terms))


def polynomial(f, count):
    """The formula `f` of `count` arguments as a `Polynomial`, or None where it is none."""
    try:
        value = f(*generators(count))
    except (NotPolynomial, TypeError):
        return None
    if isinstance(value, Element):
        return from_flint(value.value)
    return None if isinstance(value, (tuple, float)) else Polynomial((((0,)*count, Fraction(value)),))


def from_flint(p):
    """A FLINT polynomial as data."""
    return Polynomial(tuple((tuple(map(int, e)), Fraction(int(c.p), int(c.q))) for e, c in p.to_dict().items()))


def factors(p, count):
    """(constant, [(factor, multiplicity), ...]) over the rationals; FLINT's answer is multiplied out and compared."""
    value = p(*generators(count))
    constant, found = value.value.factor()
    product = constant
    for factor, multiplicity in found:
        product = product*factor**int(multiplicity)
    if product != value.value:
        raise ArithmeticError("FLINT's factors do not multiply to the polynomial")
    return (Fraction(int(constant.p), int(constant.q)),
            [(from_flint(factor), int(multiplicity)) for factor, multiplicity in found])
