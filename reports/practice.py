"""What is certified, in a practitioner's words.  Each sentence follows from the results it is given; undecided stays so.

A predictor whose normalised error is e answers the prompt with (1 + e/mu) y in place of the target y (LST-R2.2b).
"""
from certify.balls import at, ball
from numerics.maps import two_cycle

BITS = 128
FITS = "From almost every start inside the ellipse training fits the prompt: the prediction converges to the target y."
MONOTONE = f"{FITS} On balanced starts (a = b, error in [-mu, 2]) the error never grows in a step."
CATAPULT = f"{FITS} On the way the error can grow in single steps."
SMALLER = "Up to mu = 1 (eta_fit), almost every start inside the ellipse comes to fit the prompt."
BOUNDED = "the error of balanced starts (a = b) inside the ellipse stays bounded"
WHERE = "From almost every start inside the ellipse"

FATES = {
    "zero error": "training converges to a predictor that fits the prompt",
    "origin": "training ends at the origin, a stationary point that does not fit the prompt",
    "diverges": "training diverges",
    "lands": "training arrives exactly at zero error and rests there",
    "balanced line": "the two factors become equal; what the error then does is not decided here (`separatrix phase` "
                     "says what is known at this mu)",
    "stays on the ellipse": "training stays on the boundary between convergence and divergence, in exact arithmetic; "
                            "rounding will leave it",
}


def sentence(text):
    return text[0].upper() + text[1:]


def answer(e, mu):
    """(1 + e/mu) y to four digits."""
    return f"{at(BITS, lambda: (1 + e/ball(mu)).str(4, radius=False))} y"


def rounds(errors, mu, period):
    """How the checkpoints of a cycle look; `errors` may be empty, where the points are not known."""
    what = "alternate between two predictors" if period == 2 else f"go round {period} predictors"
    shown = [answer(e, mu) for e in errors[:4]]
    if len(errors) > 4:
        values = f", which answer {', '.join(shown)}, ... in place of y"
    else:
        values = f", which answer {', '.join(shown[:-1])} and {shown[-1]} in place of y" if shown else ""
    return f"consecutive checkpoints come to {what}{values}: which one you keep depends on the step at which you stop"


def two_cycle_points(mu):
    """The two zeros of the monic quadratic p_mu, as balls; mu > 1, an exact number or a ball."""
    def solve():
        m = ball(mu)
        constant = two_cycle(0*m, m)
        half = (two_cycle(0*m + 1, m) - 1 - constant)/2
        root = (half**2 - constant).sqrt()
        return -half - root, -half + root
    return at(BITS, solve)


def of_phase(found) -> str:
    """A `certify.phase.Phase` in words."""
    mu, cycle, h = found.mu, found.cycle, found.entropy
    if found.regime == "monotone":
        return MONOTONE
    if found.regime == "catapult":
        slow = " At mu = 1 exactly this is slower than geometric." if mu == 1 else ""
        return CATAPULT + slow
    if found.regime == "divergent":
        return f"Training diverges from almost every balanced start (a = b). {SMALLER}"
    if cycle or found.regime == "periodic":
        errors, period = (cycle.points, cycle.period) if cycle else (two_cycle_points(mu), 2)
        said = [f"Training does not fit the prompt. {WHERE} {rounds(errors, mu, period)}."]
        if h.lower > 0:
            said.append("Some starts never settle (the entropy is positive), but they have measure zero.")
        return " ".join([*said, SMALLER])
    if found.regime == "chaotic":
        typical = ("Every cycle repels: no training run settles into one unless it lands on it exactly." if mu == 2 else
                   "Whether a typical start does so, or settles into a long cycle, is not decided here.")
        return (f"{sentence(BOUNDED)}, but there are some from which training never settles, and nearby ones part "
                f"(the entropy is proved positive). {typical} {SMALLER}")
    return f"{sentence(BOUNDED)}; whether training settles into a cycle is not decided here. {SMALLER}"


def of_standing(place) -> str:
    """A `certify.thresholds.Standing` in words."""
    if place.sides["div"] == 0:
        return f"At eta_div exactly {BOUNDED}; every cycle repels. {SMALLER}"
    if place.phase == "monotone":
        return MONOTONE
    if place.phase == "catapult":
        slow = " At eta_fit exactly this is slower than geometric." if place.sides["fit"] == 0 else ""
        return CATAPULT + slow
    if place.phase == "two-cycle":
        return (f"At this rate training does not fit the prompt. {WHERE} "
                f"{rounds(two_cycle_points(place.mu), place.mu, 2)}. {SMALLER}")
    if place.phase == "divergent":
        return f"At this rate training diverges from almost every balanced start (a = b). {SMALLER}"
    return (f"At this rate {BOUNDED}, but it settles neither on a fit nor on the first two-cycle, save for exceptions of "
            f"measure zero. Longer cycles and chaos follow: `separatrix phase` says what is known at this mu. {SMALLER}")


def of_fate(found, cycle=None) -> str:
    """A `certify.fate.Fate` in words; `cycle`: the attracting one where the outcome is "cycle", if it is known."""
    who = "From this start" if found.certified else (
        "From almost every start on this side of the ellipse, though it is not proved for this one,")
    if found.outcome == "cycle":
        period, errors = (cycle.period, cycle.points) if cycle else (0, ())
        what = rounds(errors, abs(found.mu), period) if period else "training settles into a cycle, not into a fit"
        return f"{who} {what}."
    return f"{who} {FATES[found.outcome]}."
