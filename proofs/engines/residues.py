"""Integers mod p, on many points at once: a third algebra, independent of both engines.

It decides one thing only: whether a damaged formula still states the same.  Equality at random points of a prime field
is not a proof of an identity, and is never used as one.
"""
from fractions import Fraction
from itertools import combinations, islice
import random

import numpy as np

from numerics.algebra import Algebra

from . import Vacuous

LARGE = 2**31 - 1          # products fit in int64
SMALL = 1_009              # the roots of relations are found by trying all residues, or all pairs of them
PRIMES_TRIED = 64
POINTS = 8


class Residue(Algebra):
    """An array of integers mod p.  Division by 0 marks the point as undefined, in an array shared by a computation."""
    __slots__ = "value", "p", "undefined"

    def __init__(self, value, p, undefined):
        self.value, self.p, self.undefined = value, p, undefined

    def _of(self, value):
        return Residue(value % self.p, self.p, self.undefined)

    def constant(self, x):
        x = Fraction(x)
        return self._of(np.int64(x.numerator*pow(x.denominator, -1, self.p) % self.p))

    def add(self, other):
        return self._of(self.value + other.value)

    def sub(self, other):
        return self._of(self.value - other.value)

    def neg(self):
        return self._of(-self.value)

    def mul(self, other):
        return self._of(self.value*other.value)

    def div(self, other):
        self.undefined |= other.value == 0
        return self.mul(other.power(self.p - 2))


def residues(values, p):
    """The columns of `values`, shape (variables, points), as residues that share one record of undefined points."""
    undefined = np.zeros(values.shape[1], dtype=bool)
    return [Residue(row, p, undefined) for row in values], undefined


def points(identity, seed=0):
    """(p, values): random points of GF(p) that meet the identity's relations, values of shape (variables, POINTS)."""
    rng = random.Random(seed)
    names = identity.variables
    if identity.modulo is None:
        return LARGE, np.array([[rng.randrange(2, LARGE) for _ in range(POINTS)] for _ in names], dtype=np.int64)
    for p in islice(primes(SMALL), PRIMES_TRIED):   # sqrt 2 exists mod half of the primes
        found = []
        for _ in range(4*POINTS):
            point = land(identity, [rng.randrange(2, p) for _ in names], p, rng)
            if point is not None:
                found.append(point)
            if len(found) == POINTS:
                return p, np.array(found, dtype=np.int64).T
    raise Vacuous("no point of any prime field tried meets the relations")


def land(identity, point, p, rng):
    """Move a point onto the relations, changing one or two coordinates for each relation; None where this fails."""
    total = len(identity.relations(residues(np.array([point]).T, p)[0]))
    for count in range(1, total + 1):
        moves = [m for size in (1, 2) for m in rng.sample(list(combinations(range(len(point)), size)),
                                                          len(list(combinations(range(len(point)), size))))]
        for moved in moves:
            found = solutions(identity, point, moved, count, p)
            if len(found):
                chosen = found[rng.randrange(len(found))]
                point = [int(chosen[moved.index(i)]) if i in moved else v for i, v in enumerate(point)]
                break
        else:
            return None
    x, undefined = residues(np.array([point], dtype=np.int64).T, p)
    if any((e.value == 0).any() for e in identity.excluded(x)) or undefined.any():
        return None
    return point


def solutions(identity, point, moved, count, p):
    """Values of the coordinates `moved` for which the first `count` relations hold, shape (solutions, len(moved))."""
    grid = np.stack([g.ravel() for g in np.meshgrid(*[np.arange(p)]*len(moved), indexing="ij")])
    columns = np.array([grid[moved.index(i)] if i in moved else np.full(grid.shape[1], v) for i, v in enumerate(point)])
    x, undefined = residues(columns, p)
    zero = ~undefined
    for relation in identity.relations(x)[:count]:
        zero = zero & (relation.value == 0)
    return grid[:, zero].T


def primes(start):
    n = start
    while True:
        if all(n % d for d in range(2, int(n**0.5) + 1)):
            yield n
        n += 1


def differs(identity, at, fault=None) -> bool:
    """Whether the (damaged) identity fails, or is nowhere defined, at the points `at` = (p, values)."""
    p, values = at
    x, undefined = residues(values, p)
    unequal = np.zeros(values.shape[1], dtype=bool)
    for left, right in identity.equations(x, fault):
        unequal |= (x[0] - x[0] + left - right).value != 0
    return bool(undefined.all() or (unequal & ~undefined).any())
