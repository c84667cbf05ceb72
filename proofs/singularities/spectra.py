"""Formulas on singular values that several sections share, and rational parametrisations of rotations."""


def total(values):
    """The sum of some elements."""
    first, *rest = values
    for value in rest:
        first = first + value
    return first


def energy(*values):
    """||W||_F^2, the sum of the squares of the singular values."""
    return total([s*s for s in values])


def stable_rank(*values):
    """||W||_F^2/||W||_2^2 of singular values of which the first is largest."""
    return energy(*values)/values[0]**2


def product(*matrices):
    """The product of matrices given as tuples of rows."""
    left, *rest = matrices
    for right in rest:
        left = tuple(tuple(total([x*y for x, y in zip(row, column)]) for column in zip(*right)) for row in left)
    return left


def transpose(matrix):
    return tuple(zip(*matrix))


def plane_rotation(c, s):
    """Rows (c, -s), (s, c): orthogonal where c^2 + s^2 = 1."""
    return (c, -s), (s, c)


def rotation(a, b, c, d):
    """The rotation of space with the quaternion a + bi + cj + dk, whose squared norm is divided out."""
    n = a**2 + b**2 + c**2 + d**2
    return ((1 - 2*(c**2 + d**2)/n, 2*(b*c - a*d)/n, 2*(b*d + a*c)/n),
            (2*(b*c + a*d)/n, 1 - 2*(b**2 + d**2)/n, 2*(c*d - a*b)/n),
            (2*(b*d - a*c)/n, 2*(c*d + a*b)/n, 1 - 2*(b**2 + c**2)/n))


def quaternion_norm(a, b, c, d):
    return a**2 + b**2 + c**2 + d**2
