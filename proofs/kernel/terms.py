"""The recording algebra: a formula run on `Term`s becomes Coq text, and nothing is evaluated.

The Coq statement of an identity is therefore what the Python function says, operation by operation; only a literal 0 or 1
is dropped where it is neutral (0 + x, 1*x, 0*x), because derivatives by dual numbers consist mostly of those.
"""
from fractions import Fraction
import re

from numerics.algebra import Algebra

ATOM, POWER, PRODUCT, SUM = range(4)   # how loosely the outermost operation of a text binds in Coq
ZERO, ONE = "0", "1"
LONGEST = 200_000                      # characters of one expression
RESERVED = frozenset("R O S I at as by do end else exists exists2 fix for forall fun if in let match return then using "
                     "where with Prop Set Type SProp cofix IF mod sqrt".split())


class TooLong(ValueError):
    """An expression whose text is too long for Coq to read in reasonable time."""


class Term(Algebra):
    """The text of a real expression in Coq."""
    __slots__ = "text", "binding"

    def __init__(self, text, binding=ATOM):
        if len(text) > LONGEST:
            raise TooLong(f"an expression has {len(text)} characters, more than {LONGEST}: split the identity")
        self.text, self.binding = text, binding

    def at(self, binding):
        """The text, in parentheses if its outermost operation binds more loosely than `binding`."""
        return self.text if self.binding <= binding else f"({self.text})"

    def constant(self, x):
        return number(x)

    def add(self, other):
        if ZERO in (self.text, other.text):
            return other if self.text == ZERO else self
        return plus(self, other)

    def sub(self, other):
        if ZERO in (self.text, other.text):
            return other.neg() if self.text == ZERO else self
        return Term(f"{self.at(SUM)} - {other.at(PRODUCT)}", SUM)

    def neg(self):
        return self if self.text == ZERO else Term(f"(- {self.at(POWER)})")

    def mul(self, other):
        if ZERO in (self.text, other.text):
            return Term(ZERO)
        if ONE in (self.text, other.text):
            return other if self.text == ONE else self
        return times(self, other)

    def div(self, other):
        return Term(f"{self.at(PRODUCT)}/{other.at(POWER)}", PRODUCT)

    def power(self, n):
        if n < 0:
            return Term(ONE).div(self.power(-n))
        if n in (0, 1):
            return self if n else Term(ONE)
        return Term(f"{self.at(ATOM)}^{n}", POWER)

    def __repr__(self):
        return self.text


def number(x):
    """An integer or fraction as a term; TypeError for anything else."""
    if isinstance(x, bool) or not isinstance(x, (int, Fraction)):
        raise TypeError(f"{x!r} is not an integer or a Fraction: only rational constants are printed")
    x = Fraction(x)
    text = str(x.numerator) if x.denominator == 1 else f"({x.numerator}/{x.denominator})"
    return Term(f"({text})" if x < 0 and x.denominator == 1 else text)


def plus(x, y):
    """x + y, whatever they are: proof scripts count on the sum being there."""
    return Term(f"{x.at(SUM)} + {y.at(PRODUCT)}", SUM)


def times(x, y):
    """x*y, whatever they are: proof scripts count on the product being there."""
    return Term(f"{x.at(PRODUCT)}*{y.at(POWER)}", PRODUCT)


def as_term(x):
    """A term, or a rational constant as one."""
    return x if isinstance(x, Term) else number(x)


def identifiers(names):
    """Coq names for Python names, all different and none of them reserved."""
    found = []
    for name in names:
        text = re.sub(r"[^A-Za-z0-9_]", "_", name)
        text = text if text[0].isalpha() else f"x{text}"
        while text in RESERVED or text in found:
            text += "_"
        found.append(text)
    return found


def polynomial(p, names):
    """A FLINT polynomial over Q as a term in the given Coq names."""
    total = number(0)
    for exponents, coefficient in sorted(p.to_dict().items(), reverse=True):
        coefficient = Fraction(int(coefficient.p), int(coefficient.q))
        monomial = number(abs(coefficient))
        for name, k in zip(names, exponents):
            monomial = monomial.mul(Term(name).power(k))
        total = total.add(monomial) if coefficient > 0 else total.sub(monomial)
    return total


def factored(p, names):
    """A FLINT polynomial over Q as the product of a number and irreducible factors."""
    scale, factors = p.factor()
    product = number(Fraction(int(scale.p), int(scale.q)))
    for f, k in factors:
        product = product.mul(polynomial(f, names).power(k))
    return product


def quotient(p, q, names):
    """p/q for FLINT polynomials over Q, with the divisor in factors."""
    scale, factors = q.factor()
    numerator = polynomial(p/scale, names)
    return numerator.div(factored(q/scale, names)) if factors else numerator


def conjunction(propositions):
    return " /\\ ".join(propositions)
