"""The search for a real point on the relations of an identity.  Nothing found here is trusted: the kernel evaluates
it.
"""
from fractions import Fraction
from math import isqrt

import flint

from proofs.engines.flint import elements
from proofs.surd import Surd

from .point import NoPoint, Point
from .radical import Radical

CANDIDATES = tuple(Fraction(n, d) for n, d in (
    (2, 1), (1, 1), (3, 1), (1, 2), (0, 1), (-1, 1), (-2, 1), (3, 2), (3, 5), (4, 5), (5, 3), (5, 1), (-1, 2), (1, 3)))
NODES = 20_000


def real_point(identity) -> Point:
    """A real point on the identity's relations and off its divisors; NoPoint if the search finds none."""
    values, _ = elements((*identity.variables, "t"))
    *values, t = values
    relations = [(t - t + r).numerator for r in identity.relations(values)]
    search = Search(t.numerator.context(), lambda x: all(d != 0 for d in identity.excluded(x)))
    return Point.of(search.extend({}, relations, None))


class Search:
    """Depth first: a relation in one variable is solved, other variables take small rational values."""

    def __init__(self, ring, allowed):
        self.ring, self.allowed, self.nodes = ring, allowed, NODES
        self.t = ring.gens()[-1]
        self.count = len(ring.gens()) - 1

    def extend(self, known, relations, n):
        """The coordinates of a point that extends the `known` ones; NoPoint if there is none within the budget."""
        self.nodes -= 1
        if self.nodes < 0:
            raise NoPoint(f"no real point on the relations found within {NODES} tries")
        open_relations = [r for r in relations if r != 0]
        if any(not self.variables(r) for r in open_relations):
            raise NoPoint("the relations cannot be met")
        if open_relations:
            relation = min(open_relations, key=lambda r: len(self.variables(r)))
            index = max(self.variables(relation), key=lambda i: relation.degrees()[i])
            values = self.roots(relation, index, n) if len(self.variables(relation)) == 1 else CANDIDATES
        else:
            free = [i for i in range(self.count) if i not in known]
            if not free:
                return self.finish(known, n)
            index, values = free[0], CANDIDATES
        for value in values:
            try:
                return self.extend({**known, index: value}, *self.substitute(index, value, open_relations, n))
            except NoPoint:
                if self.nodes < 0:
                    raise
        raise NoPoint("no real point on the relations found among small rational values and square roots")

    def substitute(self, index, value, relations, n):
        """The relations with this value of the variable, and the radicand of t."""
        if isinstance(value, Radical):   # the root of the one relation that contains the variable
            others = [r for r in relations if index not in self.variables(r)]
            if len(others) < len(relations) - 1:
                raise NoPoint("a nested square root in two relations")
            return others, n
        n = value.n if isinstance(value, Surd) else n
        image = self.replacing(index, self.element(value))
        return [self.reduce(r.compose(*image), n) for r in relations], n

    def variables(self, relation):
        return [i for i, d in enumerate(relation.degrees()[:-1]) if d]

    def element(self, value):
        """A number of Q(sqrt n) as a polynomial in t."""
        p, q = (value.p, value.q) if isinstance(value, Surd) else (value, Fraction(0))
        return flint.fmpq(p.numerator, p.denominator) + flint.fmpq(q.numerator, q.denominator)*self.t

    def replacing(self, index, element):
        return [element if i == index else g for i, g in enumerate(self.ring.gens())]

    def reduce(self, relation, n):
        return relation if n is None else divmod(relation, self.t**2 - n)[1]

    def roots(self, relation, index, n):
        """Real roots of a relation in one variable: rational ones, then those of quadratic factors."""
        if relation.degrees()[-1]:
            yield from self.roots_over_surds(relation, index, n)
            return
        for factor, _ in sorted(relation.factor()[1], key=lambda f: f[0].total_degree()):
            c = {m[index]: Fraction(int(v.p), int(v.q)) for m, v in factor.to_dict().items()}
            degree = factor.degrees()[index]
            if degree == 1:
                yield -c.get(0, Fraction(0))/c[1]
            elif degree == 2:
                yield from quadratic_roots(c[2], c.get(1, Fraction(0)), c.get(0, Fraction(0)), n)

    def roots_over_surds(self, relation, index, n):
        """The root of c x + (p + q t), or of c x^2 + (p + q t), with rational c."""
        found = {m: Fraction(int(v.p), int(v.q)) for m, v in
                 (((m[index], m[-1]), v) for m, v in relation.to_dict().items())}
        degree = relation.degrees()[index]
        if degree > 2 or set(found) - {(degree, 0), (0, 0), (0, 1)}:
            return
        c = found[degree, 0]
        value = Surd(-found.get((0, 0), Fraction(0))/c, -found.get((0, 1), Fraction(0))/c, n)
        if degree == 1:
            yield value
        elif value > 0:
            yield Radical(Fraction(0), Fraction(1), value)

    def finish(self, known, n):
        coordinates = tuple(known[i] for i in range(self.count))
        if not self.allowed(coordinates):
            raise NoPoint("every point found lies on an excluded divisor")
        return coordinates


def quadratic_roots(a, b, c, n):
    """The real roots of a x^2 + b x + c, irreducible over Q, if they lie in Q(sqrt n), or in any Q(sqrt m) if n is
    None.
    """
    discriminant = b*b - 4*a*c
    if discriminant <= 0:
        return
    radicand, factor = int(discriminant*discriminant.denominator**2), Fraction(1, discriminant.denominator)
    for d in range(2, isqrt(radicand) + 1):
        while radicand % (d*d) == 0:
            radicand, factor = radicand//(d*d), factor*d
    if n in (None, radicand):
        for sign in (1, -1):
            yield Surd(-b/(2*a), sign*factor/(2*a), radicand)
