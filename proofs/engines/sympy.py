"""SymPy decides: the field of fractions of Q[x, ...], and Gröbner bases, over Python's own integers."""
from fractions import Fraction

import sympy
from sympy.external.gmpy import GROUND_TYPES
from sympy.polys.fields import field
from sympy.polys.groebnertools import groebner
from sympy.polys.matrices import DomainMatrix

from numerics.algebra import Algebra

from . import ForbiddenDivisor, Vacuous


class Watched(Algebra):
    """An element of a SymPy field of fractions that records what it was divided by.

    The field cancels silently, (a^2 - 1)/(a - 1) = a + 1; the record keeps the hole at a = 1 in sight.
    """
    __slots__ = "element", "divisors"

    def __init__(self, element, divisors):
        self.element, self.divisors = element, divisors

    def _of(self, element):
        return Watched(element, self.divisors)

    def _polynomial(self, numerator):
        """An element with denominator 1, without the field's search for common factors."""
        return self._of(self.element.field.raw_new(numerator, self.element.field.ring.one))

    @property
    def is_polynomial(self):
        return self.element.denom == 1

    def constant(self, x):
        x = Fraction(x)
        return self._polynomial(self.element.field.ring(sympy.QQ(x.numerator, x.denominator)))

    def add(self, other):
        if self.is_polynomial and other.is_polynomial:
            return self._polynomial(self.element.numer + other.element.numer)
        return self._of(self.element + other.element)

    def sub(self, other):
        if self.is_polynomial and other.is_polynomial:
            return self._polynomial(self.element.numer - other.element.numer)
        return self._of(self.element - other.element)

    def neg(self):
        return self._of(-self.element)

    def mul(self, other):
        if self.is_polynomial and other.is_polynomial:
            return self._polynomial(self.element.numer*other.element.numer)
        return self._of(self.element*other.element)

    def div(self, other):
        if not other.element:
            raise ZeroDivisionError("divides by zero")
        if other.is_polynomial and other.element.numer.is_ground:
            return self.mul(self._polynomial(self.element.field.ring(1/other.element.numer.LC)))
        if not other.element.numer.is_ground:
            self.divisors.append(other.element.numer)
        return self._of(self.element/other.element)

    def power(self, n):
        if n < 0:
            return self.constant(1).div(self.power(-n))
        if self.is_polynomial:
            return self._polynomial(self.element.numer**n)
        return self._of(self.element**n)


def elements(names):
    """The generators of Q(names) as watched elements, their field, and the record of divisors."""
    require_python_integers()
    fractions, *generators = field(names, sympy.QQ)
    divisors = []
    return [Watched(g, divisors) for g in generators], fractions, divisors


def require_python_integers():
    if GROUND_TYPES != "python":
        raise RuntimeError(f"SymPy computes with {GROUND_TYPES}: set SYMPY_GROUND_TYPES=python before SymPy is imported")


def decide(identity, fault=None) -> bool:
    """Whether every equation of the identity holds in Q(x, ...), or modulo its relations."""
    x, fractions, divisors = elements(identity.variables)
    basis = relations_basis(identity.relations(x), fractions)

    def vanishes(polynomial):
        return not (polynomial.rem(basis) if basis else polynomial)

    holds = True
    for left, right in identity.equations(x, fault):
        difference = (x[0] - x[0] + left - right).element
        if basis and vanishes(difference.denom):
            raise Vacuous("a denominator vanishes on the relations")
        holds = vanishes(difference.numer) and holds
    if fault is None:
        require_named(divisors, [d.element.numer for d in identity.excluded(x)])
    return holds


def relations_basis(relations, fractions):
    generators = [r.element.numer for r in relations]
    basis = groebner(generators, fractions.ring) if generators else []
    if any(g.is_ground and g for g in basis):
        raise Vacuous("the relations contradict each other")
    return basis


def require_named(divisors, excluded):
    allowed = {f.primitive()[1] for e in excluded for f, _ in e.factor_list()[1]}
    for divisor in divisors:
        for factor, _ in divisor.factor_list()[1]:
            if not allowed & {factor.primitive()[1], (-factor).primitive()[1]}:
                raise ForbiddenDivisor(f"divides by {factor}, which excluding= does not name")


# --- computations: each has a namesake in the other engine -------------------------------------------------------

def _polynomial(formula, names, at=None):
    x, fractions, _ = elements(names)
    values = [x[0].constant(at[n]) if at and n in at else g for n, g in zip(names, x)]
    return (x[0] - x[0] + formula(*values)).element.numer.as_expr(), fractions


def _of(formula, names, of, at):
    expression, _ = _polynomial(formula, names, at)
    return sympy.Poly(expression, sympy.Symbol(of))


def real_root_count(formula, names, *, of, at=None, between=None):
    """The number of distinct real roots of the polynomial in `of`, strictly inside `between` if that is given."""
    polynomial = sympy.Poly(_of(formula, names, of, at), domain="QQ")
    if between is None:
        return int(polynomial.sqf_part().count_roots())
    low, high = (sympy.Rational(v.numerator, v.denominator) for v in map(Fraction, between))
    ends = sum(polynomial.eval(v) == 0 for v in (low, high))
    return int(polynomial.sqf_part().count_roots(low, high)) - ends


def discriminant(formula, names, *, of, value):
    """Whether the discriminant with respect to `of` is the polynomial `value` of the other variables."""
    rest = [n for n in names if n != of]
    expected, _ = _polynomial(value, rest)
    return sympy.Poly(_of(formula, names, of, None).discriminant() - expected, *map(sympy.Symbol, rest)).is_zero


def resultant(formula, other, names, *, of, value):
    """Whether the resultant with respect to `of` is the polynomial `value` of the other variables."""
    rest = [n for n in names if n != of]
    expected, _ = _polynomial(value, rest)
    found = _of(formula, names, of, None).resultant(_of(other, names, of, None))
    return sympy.Poly(sympy.expand(found if not hasattr(found, "as_expr") else found.as_expr()) - expected,
                      *map(sympy.Symbol, rest)).is_zero


def irreducible(formula, names):
    """Whether the polynomial is irreducible over Q."""
    expression, _ = _polynomial(formula, names)
    return bool(sympy.Poly(expression, *map(sympy.Symbol, names)).is_irreducible)


def rank(matrix):
    """The rank of a matrix of fractions."""
    require_python_integers()
    rows = [[sympy.QQ(v.numerator, v.denominator) for v in map(Fraction, row)] for row in matrix]
    return int(DomainMatrix(rows, (len(rows), len(rows[0])), sympy.QQ).rank())
