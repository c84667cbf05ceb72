"""FLINT decides: quotients of polynomials in Q[x, ...], and Buchberger's algorithm over Z[x, ...]."""
from fractions import Fraction
from math import lcm

import flint

from numerics.algebra import Algebra

from . import ForbiddenDivisor, Vacuous


class Quotient(Algebra):
    """A quotient of two FLINT polynomials over Q that records every divisor it met; nothing is cancelled."""
    __slots__ = "numerator", "denominator", "divisors"

    def __init__(self, numerator, denominator, divisors):
        self.numerator, self.denominator, self.divisors = numerator, denominator, divisors

    def _of(self, numerator, denominator):
        return Quotient(numerator, denominator, self.divisors)

    def constant(self, x):
        ring, x = self.numerator.context(), Fraction(x)
        return self._of(ring.constant(flint.fmpq(x.numerator, x.denominator)), ring.constant(1))

    def add(self, other):
        if self.denominator == other.denominator:
            return self._of(self.numerator + other.numerator, self.denominator)
        return self._of(self.numerator*other.denominator + other.numerator*self.denominator,
                        self.denominator*other.denominator)

    def neg(self):
        return self._of(-self.numerator, self.denominator)

    def mul(self, other):
        return self._of(self.numerator*other.numerator, self.denominator*other.denominator)

    def div(self, other):
        if other.numerator == 0:
            raise ZeroDivisionError("divides by zero")
        if not other.numerator.is_constant():
            self.divisors.append(other.numerator)
        return self._of(self.numerator*other.denominator, self.denominator*other.numerator)

    def power(self, n):
        if n < 0:
            return self.constant(1).div(self.power(-n))
        return self._of(self.numerator**n, self.denominator**n)


def elements(names):
    """The generators of Q(names) as quotients, and the record of divisors."""
    ring = flint.fmpq_mpoly_ctx.get(list(names), "degrevlex")
    divisors = []
    return [Quotient(g, ring.constant(1), divisors) for g in ring.gens()], divisors


def decide(identity, fault=None) -> bool:
    """Whether every equation of the identity holds in Q(x, ...), or modulo its relations."""
    x, divisors = elements(identity.variables)
    vanishes = reduction([r.numerator for r in identity.relations(x)], identity.variables)
    holds = True
    for left, right in identity.equations(x, fault):
        difference = x[0] - x[0] + left - right
        if vanishes(difference.denominator):
            raise Vacuous("a denominator vanishes on the relations")
        holds = vanishes(difference.numerator) and holds
    if fault is None:
        require_named(divisors, [d.numerator for d in identity.excluded(x)])
    return holds


def reduction(relations, names):
    """The test whether a polynomial lies in the ideal of the relations (is zero, if there are none)."""
    if not relations:
        return lambda polynomial: polynomial == 0
    ring = flint.fmpz_mpoly_ctx.get(list(names), "degrevlex")
    basis = flint.fmpz_mpoly_vec([integral(r, ring) for r in relations], ring).buchberger_naive()
    if any(g.is_constant() and g != 0 for g in basis):
        raise Vacuous("the relations contradict each other")
    return lambda polynomial: integral(polynomial, ring).reduction_primitive_part(basis) == 0


def integral(polynomial, ring):
    """The polynomial times the least common multiple of its denominators, over Z."""
    scale = lcm(*(int(c.q) for c in polynomial.coeffs())) if polynomial != 0 else 1
    return ring.from_dict({m: int(c*scale) for m, c in polynomial.to_dict().items()})


def require_named(divisors, excluded):
    allowed = [f for e in excluded for f, _ in e.factor()[1]]
    for divisor in divisors:
        for factor, _ in divisor.factor()[1]:
            if factor not in allowed:
                raise ForbiddenDivisor(f"divides by {factor}, which excluding= does not name")


# --- computations: each has a namesake in the other engine -------------------------------------------------------

def _polynomial(formula, names, at=None):
    x, _ = elements(names)
    values = [x[0].constant(at[n]) if at and n in at else g for n, g in zip(names, x)]
    value = x[0] - x[0] + formula(*values)
    if not value.denominator.is_constant():
        raise ValueError("not a polynomial")
    return value.numerator/value.denominator.leading_coefficient()


def _univariate(polynomial, index):
    """The polynomial, which contains one variable only, over Z up to a positive factor."""
    coefficients = {m[index]: c for m, c in polynomial.to_dict().items()}
    scale = lcm(*(int(c.q) for c in coefficients.values()))
    top = int(max(coefficients, default=0))
    return flint.fmpz_poly([int(coefficients.get(k, flint.fmpq(0))*scale) for k in range(top + 1)])


def real_root_count(formula, names, *, of, at=None, between=None):
    """The number of distinct real roots of the polynomial in `of`, strictly inside `between` if that is given (Sturm).
    """
    polynomial = _univariate(_polynomial(formula, names, at), list(names).index(of))
    chain = sturm_chain(flint.fmpq_poly(polynomial))
    if between is None:
        return sign_changes([p.leading_coefficient()*(-1)**p.degree() for p in chain]) - sign_changes(
            [p.leading_coefficient() for p in chain])
    low, high = (flint.fmpq(v.numerator, v.denominator) for v in map(Fraction, between))
    return sign_changes([p(low) for p in chain]) - sign_changes([p(high) for p in chain]) - (chain[0](high) == 0)


def sturm_chain(polynomial):
    """Sturm's chain of the square-free part."""
    square_free = polynomial//polynomial.gcd(polynomial.derivative())
    chain = [square_free, square_free.derivative()]
    while chain[-1].degree() > 0:
        chain.append(-(chain[-2] % chain[-1]))
    return [p for p in chain if p != 0]


def sign_changes(values):
    signs = [v > 0 for v in values if v != 0]
    return sum(x != y for x, y in zip(signs, signs[1:]))


def discriminant(formula, names, *, of, value):
    """Whether the discriminant with respect to `of` is the polynomial `value` of the other variables."""
    found = _polynomial(formula, names).discriminant(of)
    return found == _polynomial(_ignoring(value, names, of), names)


def resultant(formula, other, names, *, of, value):
    """Whether the resultant with respect to `of` is the polynomial `value` of the other variables."""
    found = _polynomial(formula, names).resultant(_polynomial(other, names), of)
    return found == _polynomial(_ignoring(value, names, of), names)


def _ignoring(value, names, of):
    position = list(names).index(of)
    return lambda *x: value(*(v for i, v in enumerate(x) if i != position))


def irreducible(formula, names):
    """Whether the polynomial is irreducible over Q."""
    factors = _polynomial(formula, names).factor()[1]
    return len(factors) == 1 and factors[0][1] == 1


def rank(matrix):
    """The rank of a matrix of fractions."""
    return flint.fmpq_mat([[flint.fmpq(v.numerator, v.denominator) for v in map(Fraction, row)] for row in matrix]).rank()
