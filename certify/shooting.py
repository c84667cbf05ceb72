"""One cycle of the balanced map, proved from a guess: interval Newton on F^p(e) = e along an exact pseudo-orbit.

The guess is polished by Newton's method (search).  The check follows the exact points c of the polished pseudo-orbit,
the ball E about 0 in which F^k(c_0) - c_k lies, the derivative D of F^k on the whole interval c_0 + H, and with them
the boxes c + E + D H that contain its images.  If c_0 + N, N = -(c_p + E - c_0)/(D - 1), lies inside c_0 + H, there is
exactly one point of period p in it.  Boxes that are disjoint prove that no divisor of p is the period.
"""
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, ctx

from certify.balls import BadInput, at, ball, exact, sign
from certify.straightline import Recurrence
from numerics.algebra import derivative
from numerics.maps import balanced_map, imbalance_multiplier

NEWTON_STEPS = 100
UNIT = arb(0, 1)         # the ball [-1, 1]
INSIDE = arb(1023)/1024   # shrinks a ball by more than its rounding
NEUTRAL_BITS = 96        # extra bits for a cycle with a multiplier near 1
SMALLEST = arb(2)**-64   # radius at which a box is left undecided
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
        along, across = _modulus_against_one(self.longitudinal), self.transverse_sign
        if None in (along, across):
            return "undecided"
        return {-2: "attracting", 2: "repelling"}.get(along + across, "neutral" if 0 in (along, across) else "saddle")

    @property
    def attracting_on_the_line(self):
        """Whether |longitudinal| < 1: True or False as proved, None undecided."""
        along = _modulus_against_one(self.longitudinal)
        return None if along is None else along < 0

    @property
    def transverse_sign(self):
        """The proved sign of the transverse exponent log|transverse|/period, or None.

        At mu = 2 it is 0 on every cycle but the fixed point 2: there 2 - F(e) = (2 - e)(1 + e)^2, and the product of
        this over a cycle leaves transverse^2 = 1.  At the fixed point 0 the multiplier is exactly 1.
        """
        if self.mu == 2 and self.points[0] != 2:
            return 0
        return _modulus_against_one(self.transverse)

    @property
    def transverse_exponent(self):
        """log|transverse|/period; not finite where a point may be -1."""
        return at(256, lambda: abs(self.transverse).log()/self.period)


def _modulus_against_one(x):
    """The proved sign of |x| - 1, or None; it compares without arithmetic, so no precision enters."""
    if x > 1 or x < -1:
        return 1
    if -1 < x < 1:
        return -1
    return 0 if x == 1 or x == -1 else None


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
            if size*size*(1 + slope*slope) < enough*abs(slope - 1) or last < arb(2)**-32 and not 8*size < 7*last:
                return x
            last = size
        return x

    def enclose(self, x, radius, period):
        """(F^p(x) - x, boxes, D, T) of the interval x + [-radius, radius]; see the module."""
        H = UNIT*radius
        results = self.check.bind()((x, arb(0), arb(1), arb(1), H), [()]*period)
        c, E, D, T, _, _ = results[-1]
        return c - x + E, [row[5] for row in results], D, T

    def cycle(self, guess, period, digits):
        """The `Cycle` of exact period `period` that Newton's method finds from the ball `guess`, or `Undecided`."""
        decimal_bits = digits*3322//1000 + 1
        bits = decimal_bits + SLOPE_BITS*period + 32
        found = at(bits, self._cycle, guess, period, decimal_bits)
        if found is None:
            found = at(bits + NEUTRAL_BITS, self._cycle, guess, period, decimal_bits)
        return found or Undecided(f"near {guess.str(12)} interval Newton isolates no zero of F^{period}(e) - e "
                                  f"to {digits} digits")

    def _cycle(self, guess, period, decimal_bits):
        """As `cycle`; None when more bits might help, as they do where the multiplier is nearly 1."""
        radius = arb(2)**(16 - ctx.prec)
        x = self.polish(guess, period, radius/256)
        if x is None:
            return Undecided("Newton's method left the interval")
        for _ in range(3):
            residual, boxes, D, T = self.enclose(x, radius, period)
            shift = abs(residual/(D - 1))
            if shift < radius:
                break
            radius = shift.upper()*4
        else:
            return None
        if not all(box.rad() < arb(2)**-decimal_bits for box in boxes):
            return None

        for divisor in (d for d in range(1, period) if period % d == 0):
            if boxes[0].overlaps(boxes[divisor]):
                return Undecided(f"the period may be {divisor} instead of {period} near {x.str(12)}")
        if period == 1:
            return self.fixed_point(boxes[0])
        return Cycle(self.mu, period, tuple(boxes), D, T)

    def zeros(self, box, period, budget=4000):
        """Every zero of F^period(e) - e in a ball: [(enclosure, ball in which it is the only one), ...] and the list of
        balls that stay undecided.

        A zero near an end may lie just outside the ball, and one may be listed twice (see `same_zero`).  Call it at the
        precision wanted.
        """
        found, undecided, stack = [], [], [box]
        while stack:
            X = stack.pop()
            x, radius = X.mid(), X.rad()
            residual, _, D, _ = self.enclose(x, radius, period)
            if sign(residual + (D - 1)*UNIT*radius) in (1, -1):
                continue
            if sign(D - 1) in (1, -1):
                zero = x - residual/(D - 1)
                if not zero.overlaps(X):
                    continue
                wider = X if X.contains_interior(zero) else X.union(zero)
                reach = wider.rad()*5/4
                zero = self.isolated(wider.mid(), reach, period)
                if zero is not None:
                    if not any(alone.contains(zero) for _, alone in found):
                        found.append((zero, wider.mid() + UNIT*reach*INSIDE))
                    continue
            budget -= 1
            if budget <= 0 or radius < SMALLEST:
                undecided.append(X)
                continue
            middle = x + radius/73
            stack += [(x - radius).union(middle), middle.union(x + radius)]
        return found, undecided

    def isolated(self, x, radius, period):
        """The enclosure of the only zero of F^period(e) - e in x + [-radius, radius]; None when that is not proved."""
        residual, _, D, _ = self.enclose(x, radius, period)
        shift = residual/(D - 1)
        return x - shift if abs(shift) < radius*INSIDE else None

    def same_zero(self, first, second, period):
        """Whether two balls with a zero of F^period(e) - e each enclose the same one: True, False or None."""
        if not first.overlaps(second):
            return False
        both = first.union(second)
        return None if self.isolated(both.mid(), both.rad()*2 + SMALLEST, period) is None else True

    def fixed_point(self, box):
        """The fixed point in a box that contains exactly one: F(e) - e = e (e - 2)(e + mu), so it is known exactly."""
        candidates = [e for e in (Fraction(0), Fraction(2), -self.mu) if box.overlaps(ball(e))]
        if len(candidates) != 1:
            return None
        e, = candidates
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
    return Undecided(f"the cycle found passes {found.points[0].str(20)}, which is not proved to be within the radius")


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
