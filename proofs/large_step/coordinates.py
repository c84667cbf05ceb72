"""Coordinates of a point (a, b) of the plane, and shorthands that several sections share."""
from fractions import Fraction as Q

from numerics.maps import (balanced_map, ellipse, error, growth, product_map, separatrix)
from proofs.evidence import Nonnegative


def separatrix_at(a, b, mu):
    """D at the point (a, b)."""
    return separatrix(error(a, b, mu), a - b, mu)


def ellipse_at(a, b, mu):
    """R at the point (a, b); divides by 2 + mu and 2 - mu."""
    return ellipse(a + b, a - b, mu)


def ellipse_divisors(*x):
    """What R divides by; mu is the last variable."""
    return 2 + x[-1], 2 - x[-1]


def on_hyperbola(a, b, mu):
    """The relation ab = mu of the zero-error curve."""
    return (error(a, b, mu),)


def balanced_iterate(e, mu, n):
    """F_mu applied n times."""
    for _ in range(n):
        e = balanced_map(e, mu)
    return e


def growth_is_positive(e, mu):
    """q_mu(e) > 0 for every real e if -2 < mu < 2: a square plus a positive number."""
    return growth(e, mu), {"2 - mu": 2 - mu, "2 + mu": 2 + mu}, [
        (Q(1, 4), ("2 - mu", "2 + mu"), 1), (1, (), e + mu/2)]


GROWTH_POSITIVE = Nonnegative(growth_is_positive, at=dict(e=1, mu=-1), tight=dict(e=-1, mu=Q(3999, 2000)), strict=True)


def separatrix_update(a, b, mu):
    """One step multiplies D by the growth factor q_mu(e)."""
    return separatrix_at(*product_map(a, b, mu), mu), growth(error(a, b, mu), mu)*separatrix_at(a, b, mu)


def ellipse_update(a, b, mu):
    """One step multiplies 4 - R by the growth factor q_mu(e)."""
    return 4 - ellipse_at(*product_map(a, b, mu), mu), growth(error(a, b, mu), mu)*(4 - ellipse_at(a, b, mu))
