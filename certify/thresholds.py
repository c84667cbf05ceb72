"""The learning-rate thresholds of the balanced line, each the positive root of a quadratic, proved on both sides.

    name      mu              below it                                        above it
    mono      2 sqrt(2) - 2   |F(e)| <= |e| on [-mu, 2]                       |F(e)| > |e| at e = 1 - mu/2
    fit       1               |F'(0)| < 1: the zero-error solution attracts   F'(0) < -1: it repels
    flip2     sqrt(5) - 1     the first two-cycle attracts, in the plane too  its multiplier is below -1
    div       2               [-mu, 2] is invariant                           the orbit of -mu/2 tends to infinity
    normal    1 - w^2/2       |1 - a^2 - b^2| < 1 where ab = mu, a - b = w    1 - a^2 - b^2 < -1

In the units of a prompt with target y and geometry constant kappa, mu = 2 eta |y| sqrt(kappa).
Source: large-step paper, Theorem 3.5, Section 3.2, Propositions 3.6, 3.4, 3.1, Remark 2.2, equation (18).
Guarantee: sides and comparisons are exact; printed values are certified.
"""
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, fmpq

from certify import threshold_sides
from certify.balls import BadInput, at, ball, endpoints, exact


@dataclass(frozen=True)
class Threshold:
    """The positive root of c2 mu^2 + c1 mu + c0, where c0 < 0 <= c1, c2: it increases for mu > 0, so its sign tells."""
    name: str
    below: str
    above: str
    coefficients: tuple                    # (c0, c1, c2), ints or Fractions
    w_squared: Fraction | None = None      # for the normal threshold

    def side(self, mu):
        """-1, 0 or 1 as the exact number `mu` > 0 lies below, at or above the threshold."""
        c0, c1, c2 = self.coefficients
        mu = exact(mu, "mu")
        value = c2*mu**2 + c1*mu + c0
        return (value > 0) - (value < 0)

    def side_of_root(self, square):
        """The same for mu = sqrt(square), exactly: the sign of c2 square + c0 + c1 sqrt(square)."""
        c0, c1, c2 = self.coefficients
        rational = c2*square + c0
        if rational >= 0:
            return int(rational > 0 or c1 > 0)
        difference = c1**2*square - rational**2
        return (difference > 0) - (difference < 0)

    def value(self):
        """The threshold as a ball at the working precision."""
        c0, c1, c2 = (arb(fmpq(*Fraction(c).as_integer_ratio())) for c in self.coefficients)
        return ((c1**2 - 4*c0*c2).sqrt() - c1)/(2*c2) if c2 != 0 else -c0/c1


MONO = Threshold("mono", "the balanced error never grows in a step", "some balanced error grows in a step", (-4, 4, 1))
FIT = Threshold("fit", "the zero-error solution attracts", "the zero-error solution repels", (-1, 1, 0))
FLIP2 = Threshold("flip2", "the first two-cycle attracts", "the first two-cycle repels", (-4, 2, 1))
DIV = Threshold("div", "balanced errors in [-mu, 2] stay there", "balanced errors leave and diverge", (-2, 1, 0))
BALANCED = MONO, FIT, FLIP2, DIV
PHASES = "monotone", "catapult", "two-cycle", "beyond the first two-cycle", "divergent"


def normal(w):
    """The threshold 2 mu + w^2 = 2 of normal stability of the zero-error curve at the imbalance `w`, w^2 < 2."""
    w = exact(w, "w")
    if w**2 >= 2:
        raise BadInput(f"w = {w}: where w^2 >= 2 no zero-error point is normally stable, for any mu > 0; give w^2 < 2")
    return Threshold("normal", "the zero-error curve attracts at this imbalance",
                     "the zero-error curve repels at this imbalance", (w**2 - 2, 2, 0), w**2)


# --- both sides ---------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Sides:
    """`below` is the outcome for all mu up to `low`, `above` for all from `high` on; low < threshold < high."""
    threshold: Threshold
    low: Fraction
    high: Fraction
    below: object
    above: object

    @property
    def proved(self):
        return self.below.status == self.above.status == "proved"


def both_sides(threshold, distance="1e-12"):
    """The statements of the table at rational points within `distance` below and above the threshold; `Sides`.

    The range below starts at 0 (1 for flip2), the one above has no end (2 for mono).
    """
    low, high = bracket(threshold, distance)
    return Sides(threshold, low, high, side_below(threshold, low), side_above(threshold, high))


def bracket(threshold, distance):
    """Rational numbers within `distance` below and above the threshold; on which side they lie is checked exactly."""
    distance = exact(distance, "distance")
    if not 0 < distance <= Fraction(1, 10):
        raise BadInput(f"distance = {distance}: more than 0 and at most 1/10")
    steps = int(2/distance) + 1                                       # the grid is finer than half the distance
    enclosure = at(64 + steps.bit_length(), lambda: endpoints(threshold.value()))
    low, high = Fraction(int(enclosure[0]*steps), steps), Fraction(int(enclosure[1]*steps) + 1, steps)
    while threshold.side(low) >= 0:
        low -= Fraction(1, steps)
    while threshold.side(high) <= 0:
        high += Fraction(1, steps)
    if threshold.side(low + distance) <= 0 or threshold.side(high - distance) >= 0:
        raise ArithmeticError(f"the bracket of {threshold.name} is wider than asked")
    return low, high


def side_below(threshold, mu):
    """The statement "below" of the table for every parameter up to `mu`: an outcome."""
    return _statement(threshold, "below")(_positive(mu), *_imbalance(threshold))


def side_above(threshold, mu):
    """The statement "above" of the table for every parameter from `mu` on: an outcome."""
    return _statement(threshold, "above")(_positive(mu), *_imbalance(threshold))


def _statement(threshold, side):
    return getattr(threshold_sides, f"{threshold.name}_{side}")


def _imbalance(threshold):
    return () if threshold.w_squared is None else (threshold.w_squared,)


def _positive(mu):
    mu = exact(mu, "mu")
    if mu <= 0:
        raise BadInput(f"mu = {mu}: the thresholds are about mu > 0")
    return mu


# --- the prompt's own units ---------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Rate:
    """A threshold as an effective step size `mu` and as a learning rate `eta`: balls."""
    threshold: Threshold
    mu: object
    eta: object


@dataclass(frozen=True)
class Standing:
    """Where a learning rate stands: mu (a ball), the phase, and its side of each threshold, decided exactly."""
    eta: Fraction
    mu: object
    phase: str
    sides: dict                            # threshold name -> -1, 0, 1


def learning_rates(target, kappa, w=None, digits=30):
    """The thresholds in a prompt's units: a tuple of `Rate`, for mono, fit, flip2, div, and normal where `w` is given.

    target  the query target y, not 0         kappa   the geometry constant, > 0
    w       imbalance a - b in normalised coordinates (there w^2 = 4 eta (a - sqrt(kappa) b)^2 for raw factors)
    """
    target, kappa = _prompt(target, kappa)
    if isinstance(digits, bool) or not isinstance(digits, int) or digits < 1:
        raise BadInput(f"digits = {digits!r}: an integer, 1 or more")
    thresholds = BALANCED if w is None else BALANCED + (normal(w),)

    def rates():
        unit = 2*ball(abs(target))*ball(kappa).sqrt()
        return tuple(Rate(threshold, threshold.value(), threshold.value()/unit) for threshold in thresholds)
    return at(int(digits*3.33) + 32, rates)


def standing(target, kappa, eta, w=None, digits=30):
    """Where the learning rate `eta` > 0 stands on that prompt: a `Standing`.  Exact even at a threshold."""
    target, kappa = _prompt(target, kappa)
    eta = exact(eta, "eta")
    if eta <= 0:
        raise BadInput(f"eta = {eta}: the learning rate is more than 0")
    square = 4*eta**2*target**2*kappa
    thresholds = BALANCED if w is None else BALANCED + (normal(w),)
    sides = {threshold.name: threshold.side_of_root(square) for threshold in thresholds}
    phase = PHASES[sum(sides[threshold.name] > 0 for threshold in BALANCED)]
    return Standing(eta, at(int(digits*3.33) + 32, lambda: ball(square).sqrt()), phase, sides)


def _prompt(target, kappa):
    target, kappa = exact(target, "target"), exact(kappa, "kappa")
    if target == 0:
        raise BadInput("target = 0: mu is 0 at every learning rate, there are no thresholds; give another target")
    if kappa <= 0:
        raise BadInput(f"kappa = {kappa}: the geometry constant is more than 0")
    return target, kappa
