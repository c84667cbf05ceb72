"""What holds below and above each threshold of the balanced line, for a whole range of mu at once.

Every function takes the exact end of the range and returns an outcome of `certify.inequality`.  The formulas are those
of `numerics.maps`, multipliers their derivatives.  A statement about an open range 0 < mu has the contact mu = 0,
where it becomes an equality.  Guarantee: exact, except contacts (certified).  Source: see `certify.thresholds`.
"""
from certify.balls import BadInput
from certify.inequality import prove
from certify.invariance import ERROR_INTERVAL, invariant
from certify.outcomes import Proved
from certify.polynomials import Polynomial, from_flint, generators
from numerics.algebra import derivative
from numerics.maps import (balanced_map, balanced_ratio, error_ratio, imbalance_multiplier, normal_multiplier,
                           two_cycle)


def mono_below(mu):
    """|F(e)| <= |e| for e in [-m, 2] and 0 < m <= mu: the ratio F(e)/e lies in [-1, 1] (Theorem 3.5)."""
    def ratio(t, m):
        return balanced_ratio(-m + t*(2 + m), m)

    box = [(0, 1), (0, mu)]
    return together(prove(ratio, box, "<= 1"), prove(ratio, box, ">= -1"))


def mono_above(mu):
    """F(e)/e < -1 at e = 1 - m/2, a point of [-m, 2], for mu <= m <= 2 (Theorem 3.5)."""
    if mu > 2:
        raise BadInput(f"mu = {mu}: the statement above mono is proved up to 2, give mu <= 2")
    return prove(lambda m: balanced_ratio(1 - m/2, m), [(mu, 2)], "< -1")


def fit_below(mu):
    """|F'(0)| < 1 for 0 < m <= mu (Section 3.2)."""
    return together(prove(multiplier_at_zero(), [(0, mu)], "> -1"),
                    prove(multiplier_at_zero(), [(0, mu)], "< 1", contacts=[(0, 0, 1)]))


def fit_above(mu):
    """F'(0) < -1 for every m >= mu (Section 3.2)."""
    return prove(multiplier_at_zero(), [(mu, None)], "< -1")


def flip2_below(mu):
    """Both multipliers of the first two-cycle lie in (-1, 1), and it is real, for 1 < m <= mu (Proposition 3.6)."""
    if mu <= 1:
        raise BadInput(f"mu = {mu}: the first two-cycle exists for mu > 1, give more than 1")
    born = [(0, 1, 1)]
    parts = [prove(cycle_discriminant(), [(1, mu)], "> 0", contacts=born)]
    for multiplier in cycle_multipliers():
        parts += [prove(multiplier, [(1, mu)], "> -1"), prove(multiplier, [(1, mu)], "< 1", contacts=born)]
    return together(*parts)


def flip2_above(mu):
    """The longitudinal multiplier of the first two-cycle is below -1 for every m >= mu (Proposition 3.6)."""
    return prove(cycle_multipliers()[0], [(mu, None)], "< -1")


def div_below(mu):
    """[-m, 2] is invariant under F for 0 <= m <= mu (Proposition 3.4)."""
    return invariant(balanced_map, ERROR_INTERVAL, (0, mu))


def div_above(mu):
    """The orbit of -m/2, a point of [-m, 2], tends to infinity for every m >= mu.

    F(-m/2) > 2, and F(e) - 2 >= 5 (e - 2) for e >= 2: from there on the distance to 2 grows fivefold in a step.
    """
    return together(prove(lambda m: balanced_map(-m/2, m), [(mu, None)], "> 2"),
                    prove(lambda e, m: balanced_map(e, m) - 2 - 5*(e - 2), [(2, None), (mu, None)], ">= 0"))


def normal_below(mu, w_squared):
    """|1 - a^2 - b^2| < 1 where ab = m and (a - b)^2 = w_squared, for 0 < m <= mu (Proposition 3.1)."""
    multiplier = normal_multiplier_at(w_squared)
    born = [(0, 0, 1)] if w_squared == 0 else []
    return together(prove(multiplier, [(0, mu)], "> -1"), prove(multiplier, [(0, mu)], "< 1", contacts=born))


def normal_above(mu, w_squared):
    """1 - a^2 - b^2 < -1 where ab = m and (a - b)^2 = w_squared, for every m >= mu (Proposition 3.1)."""
    return prove(normal_multiplier_at(w_squared), [(mu, None)], "< -1")


# --- multipliers --------------------------------------------------------------------------------------------------

def multiplier_at_zero():
    """F'(0), a polynomial in mu."""
    mu, = generators(1)
    return from_flint(derivative(balanced_map, 0*mu, mu).value)


def cycle_multipliers():
    """(longitudinal, transverse) multiplier of the first two-cycle: polynomials in mu.

    (F^2)'(e) and (1 + e)(1 + F(e)) modulo p_mu(e), which is monic in e; that F^2(e) = e modulo p_mu is checked.
    """
    e, mu = generators(2)
    modulus = two_cycle(e, mu).value
    image = balanced_map(e, mu)
    longitudinal = derivative(balanced_map, e, mu)*derivative(balanced_map, image, mu)
    transverse = imbalance_multiplier(e)*imbalance_multiplier(image)
    back, *rest = [divmod(p.value, modulus)[1] for p in (balanced_map(image, mu) - e, longitudinal, transverse)]
    if back != 0 or any(p.degrees()[0] > 0 for p in rest):
        raise ArithmeticError("the zeros of p_mu are not a two-cycle")
    return tuple(_in_second(p) for p in rest)


def cycle_discriminant():
    """The discriminant of p_mu(e) in e, a polynomial in mu: positive where the two points are real and distinct."""
    e, mu = generators(2)
    return _in_second(two_cycle(e, mu).value.discriminant(0))


def normal_multiplier_at(w_squared):
    """1 - a^2 - b^2 as a function of mu = ab at (a - b)^2 = w_squared: the ratio e+/e of the plane map at e = 0."""
    a, b = generators(2)
    if (normal_multiplier(a, b) - error_ratio(0*a, a - b, a*b)).value != 0:
        raise ArithmeticError("the normal multiplier is not the ratio of errors at e = 0")

    def multiplier(mu):
        at_no_imbalance = error_ratio(0*mu, 0*mu, mu)
        return (at_no_imbalance*w_squared.denominator - w_squared.numerator)/w_squared.denominator
    return multiplier


def _in_second(p):
    """A FLINT polynomial in (e, mu) free of e, as a `Polynomial` in mu."""
    return Polynomial(tuple((exponents[1:], c) for exponents, c in from_flint(p).terms))


def together(*outcomes):
    """All of the statements: the first outcome that is not proved, or one `Proved` for them all."""
    for outcome in outcomes:
        if outcome.status != "proved":
            return outcome
    return Proved(sum(o.boxes for o in outcomes), max(o.depth for o in outcomes), min(o.margin for o in outcomes),
                  max((o.bits for o in outcomes if o.bits is not None), default=None))
