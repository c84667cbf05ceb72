"""What an algebra must offer so that a formula of `numerics.maps` runs in it; dual numbers over any algebra.

A formula uses ``+ - * / **`` and integers.  A class that subclasses `Algebra` supplies ``constant add neg mul div`` (and
may override ``sub`` and ``power``); the reflected operators, exact lifting of constants and the refusal of floats come
from here.  `Dual` needs nothing of the algebra beneath it but the operators, so it runs over floats, balls, polynomials
and over itself: derivatives are never typed by hand.
"""

class Algebra:
    """Reflected operators over ``constant add neg mul div``.

    `rank` orders algebras by nesting: an element of higher rank treats one of lower rank as a constant.
    """
    __slots__ = ()
    __array_ufunc__ = None   # NumPy arrays step aside
    rank = 0

    def lift(self, x):
        """`x` as an element of this algebra; NotImplemented where `x` is of higher rank; TypeError for a float."""
        if isinstance(x, Algebra):
            if x.rank == self.rank and type(x) is type(self):
                return x
            return self.constant(x) if x.rank < self.rank else NotImplemented
        if isinstance(x, (float, complex, bool)):
            raise TypeError(f"{x!r} is not exact: write an integer, or divide integers inside the formula: (u - v)/4")
        return self.constant(x)

    def constant(self, x):
        raise NotImplementedError

    def add(self, other):
        raise NotImplementedError

    def neg(self):
        raise NotImplementedError

    def mul(self, other):
        raise NotImplementedError

    def div(self, other):
        raise NotImplementedError

    def sub(self, other):
        return self.add(other.neg())

    def power(self, n):
        """self**n for an integer n, by squaring."""
        if n < 0:
            return self.constant(1).div(self.power(-n))
        result, square = self.constant(1), self
        while n:
            if n & 1:
                result = result.mul(square)
            square, n = (square.mul(square), n >> 1) if n > 1 else (square, 0)
        return result

    def __neg__(self):
        return self.neg()

    def __pow__(self, n):
        if isinstance(n, bool) or not isinstance(n, int):
            raise TypeError(f"exponent {n!r}: write an integer")
        return self.power(n)

    def _left(name):
        def operator(self, other):
            lifted = self.lift(other)
            if lifted is NotImplemented:   # `other` is of higher rank, perhaps of the same class: no reflected call
                return getattr(other.lift(self), name)(other)
            return getattr(self, name)(lifted)
        return operator

    def _right(name):
        def operator(self, other):
            return getattr(self.lift(other), name)(self)
        return operator

    __add__, __radd__ = _left("add"), _right("add")
    __sub__, __rsub__ = _left("sub"), _right("sub")
    __mul__, __rmul__ = _left("mul"), _right("mul")
    __truediv__, __rtruediv__ = _left("div"), _right("div")
    del _left, _right


class Dual(Algebra):
    """A value with its gradient: forward differentiation over any algebra, itself included.

    `rank` is one more than the highest rank among the values it carries, so that nested derivatives never mix.
    """
    __slots__ = "value", "gradient", "rank"

    def __init__(self, value, gradient, rank=1):
        self.value, self.gradient, self.rank = value, gradient, rank

    def lift(self, x):
        """As for every algebra, except that floats are allowed: the algebra beneath decides what is exact."""
        return self.constant(x) if isinstance(x, float) else super().lift(x)

    def constant(self, x):
        return Dual(x, tuple(0*g for g in self.gradient), self.rank)

    def add(self, other):
        return Dual(self.value + other.value, tuple(p + q for p, q in zip(self.gradient, other.gradient)), self.rank)

    def sub(self, other):
        return Dual(self.value - other.value, tuple(p - q for p, q in zip(self.gradient, other.gradient)), self.rank)

    def neg(self):
        return Dual(-self.value, tuple(-p for p in self.gradient), self.rank)

    def mul(self, other):
        x, y = self.value, other.value
        return Dual(x*y, tuple(p*y + x*q for p, q in zip(self.gradient, other.gradient)), self.rank)

    def div(self, other):
        y = other.value
        quotient = self.value/y
        return Dual(quotient, tuple((p - quotient*q)/y for p, q in zip(self.gradient, other.gradient)), self.rank)

    def power(self, n):
        if n == 0:
            return self.constant(1)
        if n == 1:
            return self
        slope = n*self.value**(n - 1)
        return Dual(self.value**n, tuple(slope*p for p in self.gradient), self.rank)


def jacobian(f, at, *parameters):
    """Rows d f_i / d at_j of `f(*at, *parameters)` at the point `at`, in the algebra of its coordinates.

    `f` returns one element or a tuple.  Exact where the algebra is.  Nest freely: the coordinates may be duals.
    """
    rank = 1 + max((x.rank for x in (*at, *parameters) if isinstance(x, Algebra)), default=0)
    point = [Dual(x, tuple(0*x + int(i == j) for j in range(len(at))), rank) for i, x in enumerate(at)]
    image = f(*point, *parameters)
    rows = image if isinstance(image, tuple) else (image,)
    flat = [y if isinstance(y, Dual) and y.rank == rank else point[0].constant(y) for y in rows]
    return tuple(y.gradient for y in flat)


def derivative(f, x, *parameters):
    """f'(x) of a scalar function of its first argument, in the algebra of `x`."""
    return jacobian(f, (x,), *parameters)[0][0]
