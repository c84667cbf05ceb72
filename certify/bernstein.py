"""Bernstein form of a polynomial on a box: exact integer coefficients whose least and greatest enclose the range.

A polynomial on [0, 1]^n of degree d_i in x_i has coefficients b_k, 0 <= k_i <= d_i, in the basis of products of
binom(d, k) x^k (1 - x)^(d - k).  Its range lies between the least and the greatest b; at a vertex of the box the b of
that corner is its value; its i-th derivative has the differences of b along axis i, up to a positive factor.  The b
are kept as integers times one positive rational `unit`, so every answer is exact.  Bisection is de Casteljau's.

Source: Garloff (1986); Munoz and Narkawicz, J. Autom. Reasoning 51 (2013).  Guarantee: exact.
"""
from fractions import Fraction
from itertools import product
from math import comb, lcm

import numpy as np

from certify.polynomials import generators

LARGEST = 50_000   # coefficients of one tensor


class Patch:
    """A polynomial on one box, in Bernstein form."""
    __slots__ = "box", "b", "unit"

    def __init__(self, box, b, unit):
        self.box, self.b, self.unit = box, b, unit

    @classmethod
    def of(cls, p, box):
        """The Bernstein form of the formula `p` on `box`, a tuple of pairs of Fractions."""
        u = generators(len(box))
        value = p(*[low + (high - low)*t for (low, high), t in zip(box, u)])
        terms = {tuple(map(int, e)): Fraction(int(c.p), int(c.q)) for e, c in value.value.to_dict().items()}
        degrees = [max((e[i] for e in terms), default=0) for i in range(len(box))]
        denominator = lcm(1, *(c.denominator for c in terms.values()))
        b = np.zeros([d + 1 for d in degrees], dtype=object)
        for exponents, c in terms.items():
            b[exponents] = int(c*denominator)
        scale = denominator
        for axis, d in enumerate(degrees):
            common = lcm(*(comb(d, k) for k in range(d + 1)))
            rows = [[comb(i, k)*common//comb(d, k) if k <= i else 0 for k in range(d + 1)] for i in range(d + 1)]
            b = np.moveaxis(np.tensordot(np.array(rows, dtype=object), b, (1, axis)), 0, axis)
            scale *= common
        return cls(tuple(box), b, Fraction(1, scale))

    def lower(self):
        """A lower bound of the polynomial on the box."""
        return self.b.min()*self.unit

    def upper(self):
        """An upper bound of the polynomial on the box."""
        return self.b.max()*self.unit

    def vertices(self):
        """Pairs (vertex, value) for the vertices of the box; values are exact."""
        ends = [(0,) if n == 1 else (0, n - 1) for n in self.b.shape]
        for index in product(*ends):
            vertex = tuple(high if k else low for (low, high), k in zip(self.box, index))
            yield vertex, self.b[index]*self.unit

    def least_vertex(self):
        """(vertex, value) with the least value among the vertices."""
        ends = [slice(None, None, max(n - 1, 1)) for n in self.b.shape]
        corners = self.b[tuple(ends)]
        index = np.unravel_index(corners.argmin(), corners.shape)
        vertex = tuple(high if k else low for (low, high), k in zip(self.box, index))
        return vertex, corners[index]*self.unit

    def monotone_face(self):
        """The face on which the least value is attained because the polynomial is monotone; None if none is found."""
        estimate = self._floats()
        ends = list(self.box)
        cut = [slice(None)]*len(ends)
        for axis, n in enumerate(self.b.shape):
            if n == 1:
                continue
            guess = np.diff(estimate, axis=axis)
            steps = None
            if guess.min() >= 0 and (steps := np.diff(self.b, axis=axis)).min() >= 0:
                cut[axis], ends[axis] = slice(0, 1), (ends[axis][0],)*2
            elif guess.max() <= 0 and (steps if steps is not None else np.diff(self.b, axis=axis)).max() <= 0:
                cut[axis], ends[axis] = slice(n - 1, n), (ends[axis][1],)*2
        if ends == list(self.box):
            return None
        return Patch(tuple(ends), self.b[tuple(cut)], self.unit)

    def restless_axis(self):
        """The axis along which the coefficients vary most: where a bisection gains most (a heuristic)."""
        estimate = self._floats()
        variations = [np.abs(np.diff(estimate, axis=axis)).max()*(n - 1) if n > 1 else -1.0
                      for axis, n in enumerate(self.b.shape)]
        return int(np.argmax(variations))

    def halves(self, axis):
        """The two halves across `axis`."""
        degree = self.b.shape[axis] - 1
        level = np.moveaxis(self.b, axis, 0)
        left, right = [None]*(degree + 1), [None]*(degree + 1)
        for k in range(degree + 1):
            left[k], right[degree - k] = level[0] << (degree - k), level[-1] << (degree - k)
            level = level[:-1] + level[1:]
        low, high = self.box[axis]
        middle = (low + high)/2
        unit = self.unit/2**degree
        return tuple(
            Patch(self.box[:axis] + (interval,) + self.box[axis + 1:], np.moveaxis(np.stack(half), 0, axis), unit)
            for interval, half in (((low, middle), left), ((middle, high), right)))

    def _floats(self):
        """The coefficients as floats up to a common factor: to choose by, never to conclude from."""
        largest = int(np.abs(self.b).max())
        excess = max(largest.bit_length() - 1000, 0)
        return (self.b >> excess if excess else self.b).astype(float)
