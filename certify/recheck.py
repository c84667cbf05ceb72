"""Components of the phase diagram proved a second time, in balls: other arithmetic, derivatives and precision."""
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from certify.balls import at, ball, exact, hull
from certify.shooting import Cycle, Shooting
from numerics.algebra import jacobian
from numerics.maps import balanced_map


DIGITS = 20     # to which the cycle at the tested parameter is enclosed


@dataclass(frozen=True)
class Recheck:
    """agrees: True (proved again), False (a disagreement is proved), None (undecided); why; the two ends as balls."""
    agrees: bool | None
    why: str
    left: arb | None = None
    right: arb | None = None


def recheck(component, fraction=Fraction(1, 3)):
    """Prove in balls that the ends of `component` are where they are said to be, and what happens in between.

    component   a record of `PhaseDiagram.components` with pieces > 0
    fraction    a number in (0, 1): the parameter that far from the certified left end to the right one is tested for an
                attracting cycle of exactly the component's period
    Guarantee (certified): with `agrees` True, mu(rho_left) and mu(rho_right) lie in balls that meet the enclosures of
    the component, and the tested parameter has an attracting cycle of that period.
    """
    bits = 160 + 8*int(component.period)
    return at(bits, _recheck, component, exact(fraction, "fraction"), bits)


def _recheck(component, fraction, bits):
    period, radius = int(component.period), arb(2)**(-bits//2)
    balls = []
    for rho, x, low, high in ((component.rho_left, component.x_left, component.left_low, component.left_high),
                              (component.rho_right, component.x_right, component.right_low, component.right_high)):
        rho, x, low, high = (Fraction(float(value)) for value in (rho, x, low, high))
        mu = solution(x, (low + high)/2, rho, period, radius)
        if mu is None:
            return Recheck(None, f"no point of the curve with multiplier {rho} was isolated in balls")
        if mu < ball(low) or mu > ball(high):
            return Recheck(False, f"multiplier {rho} is at mu = {mu}, outside [{float(low)!r}, {float(high)!r}]")
        balls.append(mu)
    left, right = Fraction(float(component.left_high)), Fraction(float(component.right_low))
    inner = left + fraction*(right - left)
    cycle = Shooting(inner).cycle(ball(Fraction(_limit(float(inner), period))), period, DIGITS)
    if not (isinstance(cycle, Cycle) and cycle.period == period and cycle.attracting_on_the_line):
        return Recheck(None, f"no attracting cycle of period {period} was proved at mu = {inner}")
    return Recheck(True, f"both ends, and an attracting cycle of period {period} at mu = {inner}", *balls)


def _limit(mu, period):
    """Search, in plain doubles: where the orbit of the critical point is after many periods."""
    e = (1 - 2*mu)/3
    for _ in range(1000*period):
        e = balanced_map(e, mu)
    return e


def closing(x, mu, period):
    """(F^period(x) - x, its multiplier): the first is 0 on periodic points."""
    y, multiplier = x, 1
    for _ in range(period):
        multiplier = jacobian(balanced_map, (y, mu))[0][0]*multiplier
        y = balanced_map(y, mu)
    return y - x, multiplier


def solution(x, mu, rho, period, radius):
    """The mu of a solution (x, mu) of F^period(x) = x with multiplier `rho` near the given one: a ball, or None.

    Krawczyk's test in balls at the working precision, on the square of half-width `radius` around Newton's limit.
    """
    x, mu, rho = ball(x), ball(mu), ball(rho)

    def system(x, mu):
        gap, multiplier = closing(x, mu, period)
        return gap, multiplier - rho

    for _ in range(6):
        inverse, residual = _inverse(jacobian(system, (x, mu))), system(x, mu)
        x, mu = (value.mid() for value in (x - _dot(inverse[0], residual), mu - _dot(inverse[1], residual)))
        if not (abs(x) < 4 and abs(mu) < 4):
            return None
    inverse, residual = _inverse(jacobian(system, (x, mu))), system(x, mu)
    (p, q), (r, s) = jacobian(system, (hull(x - radius, x + radius), hull(mu - radius, mu + radius)))
    shift_x = abs(_dot(inverse[0], residual))
    shift_mu = abs(_dot(inverse[1], residual))
    spread_x = abs(1 - _dot(inverse[0], (p, r))) + abs(_dot(inverse[0], (q, s)))
    spread_mu = abs(_dot(inverse[1], (p, r))) + abs(1 - _dot(inverse[1], (q, s)))
    if shift_x + spread_x*radius < radius and shift_mu + spread_mu*radius < radius:
        return mu + arb(0, (shift_mu + spread_mu*radius).upper())
    return None


def _inverse(matrix):
    """The inverse of the midpoint of a 2x2 matrix, without radius; NaN where there is none."""
    (p, q), (r, s) = ([entry.mid() for entry in row] for row in matrix)
    determinant = p*s - q*r
    return [[(value/determinant).mid() for value in row] for row in ((s, -q), (-r, p))]


def _dot(row, column):
    return row[0]*column[0] + row[1]*column[1]
