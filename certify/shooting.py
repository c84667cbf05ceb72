"""One cycle of the balanced map, proved from a guess: interval Newton on F^p(e) = e along an exact pseudo-orbit.

The guess is polished by Newton's method (search).  The check follows the exact points c of the polished pseudo-orbit, the
ball E about 0 in which F^k(c_0) - c_k lies, the derivative D of F^k on the whole interval c_0 + H, and with them the
boxes c + E + D H that contain its images.  If c_0 + N, N = -(c_p + E - c_0)/(D - 1), lies inside c_0 + H, there is
exactly one point of period p in it.  Boxes that are disjoint prove that no divisor of p is the period.
"""
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from certify.balls import BadInput, at, ball, exact, fraction, sign
from certify.straightline import Recurrence
from numerics.algebra import derivative
from numerics.maps import balanced_map, imbalance_multiplier

NEWTON_STEPS = 60
SLOPE_BITS = 4           # F' < 2^4 on [-mu, 2] for 0 < mu <= 2


@dataclass(frozen=True)
class Undecided:
    """Nothing is proved, for the reason `why`."""
    why: str


@dataclass(frozen=True)
class Cycle:
    """A cycle of the balanced map F_mu on the line w = 0, enclosed.

    period          its least period
    points          balls, in the order of the orbit; exact for the fixed points 0, 2 and (where mu is dyadic) -mu
    longitudinal    the product of F' over the cycle: the multiplier along the line
    transverse      the product of 1 + e: the multiplier of the imbalance
    """
    mu: Fraction
    period: int
    points: tuple
    longitudinal: arb
    transverse: arb

    @property
    def stability(self):
        """"attracting", "saddle" or "repelling" in the plane, as proved; "neutral" where a multiplier is proved to have
        modulus 1; "undecided"."""
        along, across = sign(abs(self.longitudinal) - 1), self.transverse_sign
        if None in (along, across):
            return "undecided"
        return {-2: "attracting", 2: "repelling"}.get(along + across, "neutral" if 0 in (along, across) else "saddle")

    @property
    def attracting_on_the_line(self):
        """Whether |longitudinal| < 1: True or False as proved, None undecided."""
        along = sign(abs(self.longitudinal) - 1)
        return None if along is None else along < 0

    @property
    def transverse_sign(self):
        """The proved sign of the transverse exponent log|transverse|/period, or None.

        At mu = 2 it is 0 on every cycle but the fixed point 2: there 2 - F(e) = (2 - e)(1 + e)^2, and the product of this
        over a cycle leaves transverse^2 = 1.  At the fixed point 0 the multiplier is exactly 1.
        """
        if self.mu == 2 and self.points[0] != 2:
            return 0
        return sign(abs(self.transverse) - 1)

    @property
    def transverse_exponent(self):
        """log|transverse|/period; not finite where a point may be -1."""
        return abs(self.transverse).log()/self.period


class Shooting:
    """The compiled recurrences of F_mu for one exact mu."""

    def __init__(self, mu):
        self.mu = mu

        def newton(x, slope):
            return balanced_map(x, mu).mid(), (derivative(balanced_map, x, mu)*slope).mid()

        def check(c, E, D, T, H):
            box = c + E + D*H
            slope, image = derivative(balanced_map, box, mu), balanced_map(c, mu)
            return image.mid(), slope*E + image.rounding(), slope*D, imbalance_multiplier(box)*T, H, box

        self.newton, self.check = Recurrence(newton, 2), Recurrence(check, 5)

    def polish(self, guess, period, enough):
        """Search, proves nothing: a point near `guess` with F^period(x) = x up to about `enough`, or None."""
        run, x, rows, last = self.newton.bind(), guess.mid(), [()]*period, arb(4)
        for _ in range(NEWTON_STEPS):
            image, slope = run((x, arb(1)), rows)[-1]
            step = ((image - x)/(slope - 1)).mid()
            size = abs(step)
            if not size < 4:
                return None
            x = (x - step).mid()
            if size*size*(1 + abs(slope)) < enough*abs(slope - 1) or last < arb(2)**-32 and not size < last/2:
                return x
            last = size
        return x

    def enclose(self, x, radius, period):
        """(N, boxes, D, T) of the interval x + H, H = [-radius, radius]; see the module."""
        H = arb(0, 1)*radius
        results = self.check.bind()((x, arb(0), arb(1), arb(1), H), [()]*period)
        c, E, D, T, _, _ = results[-1]
        return -(c - x + E)/(D - 1), [row[5] for row in results], D, T

    def cycle(self, guess, period, digits):
        """The `Cycle` of exact period `period` that Newton's method finds from the ball `guess`, or `Undecided`."""
        decimal_bits = digits*3322//1000 + 1
        return at(decimal_bits + SLOPE_BITS*period + 32, self._cycle, guess, period, decimal_bits)

    def _cycle(self, guess, period, decimal_bits):
        finest = 16 - 32 - SLOPE_BITS*period - decimal_bits
        x = self.polish(guess, period, arb(2)**(finest - 8))
        if x is None:
            return Undecided("Newton's method left the interval")
        for exponent in range(finest, -decimal_bits, 16):
            radius = arb(2)**exponent
            N, boxes, D, T = self.enclose(x, radius, period)
            if abs(N) < radius:
                break
        else:
            return Undecided(f"F^{period} has no zero of F^{period}(e) - e that interval Newton isolates near {x.str(12)}")

        if not all(box.rad() < arb(2)**-decimal_bits for box in boxes):
            return Undecided(f"the cycle of period {period} near {x.str(12)} is enclosed too widely")
        for divisor in (d for d in range(1, period) if period % d == 0):
            if boxes[0].overlaps(boxes[divisor]):
                return Undecided(f"the period may be {divisor} instead of {period} near {x.str(12)}")
        if period == 1:
            return self.fixed_point(boxes[0])
        return Cycle(self.mu, period, tuple(boxes), D, T)

    def fixed_point(self, box):
        """The fixed point in a box that contains exactly one: F(e) - e = e (e - 2)(e + mu), so it is known exactly."""
        e, = (e for e in (Fraction(0), Fraction(2), -self.mu) if box.overlaps(ball(e)))
        return Cycle(self.mu, 1, (ball(e),), ball(derivative(balanced_map, e, self.mu)), ball(imbalance_multiplier(e)))


def certified_cycle(mu, guess, period, radius, digits=30):
    """Proof that a cycle of exact period `period` of F_mu passes within `radius` of `guess`.

    mu       exact, 0 < mu <= 2;  guess, radius: exact numbers;  period: an integer, 1 or more
    digits   decimals of the enclosures

    Returns the `Cycle`, its first point the one near `guess`, or `Undecided`.  Raises BadInput.
    Guarantee: certified.  Source: interval Newton (Tucker, Validated Numerics, chapter 5).
    """
    mu, guess, radius = domain(mu), exact(guess, "guess"), exact(radius, "radius")
    whole("period", period, 1)
    whole("digits", digits, 1)
    if radius <= 0:
        raise BadInput(f"radius = {radius}: write a positive number")
    found = Shooting(mu).cycle(at(4*digits + 64, ball, guess), period, digits)
    if isinstance(found, Undecided):
        return found
    if at(4*digits + 64, lambda: abs(found.points[0] - ball(guess)) <= ball(radius)):
        return found
    return Undecided(f"the nearest cycle that was found passes {found.points[0].str(20)}, not proved to be within the radius")


def domain(mu):
    """mu as a Fraction; BadInput unless 0 < mu <= 2."""
    mu = exact(mu, "mu")
    if not 0 < mu <= 2:
        raise BadInput(f"mu = {mu}: the balanced map keeps [-mu, 2] for 0 < mu <= 2 only; write a mu in that range")
    return mu


def whole(name, value, least):
    """BadInput unless `value` is an integer, `least` or more."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise BadInput(f"{name} = {value!r}: write an integer, {least} or more")
