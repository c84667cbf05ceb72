"""Section 3.1, detection: the ratio of a gradient to its running average."""
from fractions import Fraction as Q

from numerics.experiments import attention_failure as toy
from proofs.evidence import Argument, Identity, Nonnegative, Refutation, Simulation

from .paper import paper


def average(norms, a, start):
    """The recursion g_avg <- (1 - a) g_avg + a g from `start`."""
    value = start
    for g in norms:
        value = (1 - a)*value + a*g
    return value


# --- the average of vectors ----------------------------------------------------------------------------------------

def alternating_average(g, a):
    """The average a/(2 - a) g after +g is reached again from its negative: gradients +-g have the ratio (2 - a)/a."""
    settled = a/(2 - a)*g
    return average([g], a, -settled), settled


def alternating_divisor(g, a):
    return (2 - a,)


def independent_average(v, a):
    """The mean square a/(2 - a) of the average of independent zero-mean gradients of mean square 1 is stationary."""
    settled = a/(2 - a)
    return (1 - a)**2*settled + a**2 + 0*v, settled


def firing_rates():
    """Shares of steps at which each rule would fire in healthy training, at thresholds 3 and 2."""
    return {(rule, tau): toy.firing_rate(rule, tau, toy.DESIGN[:4])
            for rule in ("vector", "norm") for tau in (3.0, 2.0)}


def vector_rule_fires(rates):
    return all(rates["vector", tau] > 0.2 and rates["norm", tau] < 0.01 for tau in (3.0, 2.0))


@paper.claim("SING-26", "3.1",
             r"\mu_{t+1}=\frac{\|g^{t+1}\|_F}{\|g^t_{avg}\|_F},\quad g_{avg}\ \text{an average of gradient vectors}")
def vector_average():
    """The printed ratio compares with an average of vectors, which cancels: constant norms give ratios far above 1.

    Gradients that alternate give exactly (2 - a)/a, 19 at a = 0.1; independent ones give sqrt((2 - a)/a) in mean
    square.  An average of norms gives 1 in both.  The text says vectors: this is its design, and it does not fit "0.1
    % of the steps".
    """
    yield Identity(alternating_average, excluding=alternating_divisor)
    yield Identity(independent_average, excluding=alternating_divisor, few_damages="g enters only as a unit")
    yield Argument("""
        The recursion contracts by 1 - a (the mean square by (1 - a)^2), so averages tend to the stationary values,
        whatever the start.""", name="contraction")
    yield Simulation(firing_rates, vector_rule_fires,
                     "vector rule on over 20 %, norm rule on under 1 % of healthy steps",
                     corroborates=True)


# --- the start of the average --------------------------------------------------------------------------------------

@paper.claim("SING-27", "3.1", r"g^t_{avg}=(1-\alpha)g^{t-1}_{avg}+\alpha g^t,\quad g^0_{avg}\ \text{not given}",
             finding="ambiguous")
def start_of_average():
    """Where the average starts is not said; the first ratios depend on it."""


def step_from_zero(g, a, w):
    """If the average of equal gradients g is (1 - w) g, w = (1 - a)^t, then next it is (1 - (1 - a) w) g."""
    return average([g], a, (1 - w)*g), (1 - (1 - a)*w)*g


def step_from_first(g, a):
    """If it is g, it stays g."""
    return average([g], a, g), g


ONE_STEP = "one step of a short recursion"


def from_start(start):
    return Argument(f"""
        {start}, and the identity is the step of an induction on t.""", name="induction")


@start_of_average.reading("zero", r"g^0_{avg}=0:\ \mu=1/(1-(1-\alpha)^t)\ \text{for constant gradients}")
def start_of_average():
    """Read with 0 as the start a constant gradient looks like a spike: 10 times the average at first, for a = 0.1."""
    yield Identity(step_from_zero)
    yield from_start("At t = 0 the average is 0 = (1 - w) g with w = 1")


@start_of_average.reading("first gradient", r"g^0_{avg}=g^1:\ \mu=1")
def start_of_average():
    """Read with the first gradient as the start the ratio of constant gradients is 1, and the first one weighs most."""
    yield Identity(step_from_first, few_damages=ONE_STEP)
    yield from_start("At t = 1 the average is g")


@start_of_average.reading("bias-corrected", r"g_{avg}/(1-(1-\alpha)^t):\ \mu=1")
def start_of_average():
    """Read with the usual correction the ratio of constant gradients is 1 from the first step."""
    yield Identity(step_from_zero)
    yield from_start("The correction divides by the sum 1 - w of the weights; at t = 0 w = 1")


# --- the rate law --------------------------------------------------------------------------------------------------

def growing_average(rho, a):
    """The stationary average of g_t = rho^t is a rho/(rho - 1 + a) rho^t: the next ratio is 1 + (rho - 1)/a."""
    settled = a*rho/(rho - 1 + a)
    return (average([rho], a, settled), rho/settled), (settled*rho, 1 + (rho - 1)/a)


def growth_divisors(rho, a):
    return rho - 1 + a, a, rho


def zero_average(rho, a, R, w):
    """The average from 0 of 1, ..., rho^(t-1), with R = rho^t and w = (1 - a)^t."""
    return a*(R - w)/(rho - 1 + a)


def step_of_growth(rho, a, R, w):
    """The next norm is R: R becomes rho R and w becomes (1 - a) w."""
    return average([R], a, zero_average(rho, a, R, w)), zero_average(rho, a, rho*R, (1 - a)*w)


def ratio_of_growth(rho, a, R, w):
    """R over the average is (1 + (rho - 1)/a)/(1 - w/R)."""
    return R/zero_average(rho, a, R, w), (1 + (rho - 1)/a)/(1 - w/R)


def step_divisors(rho, a, R, w):
    return (rho - 1 + a,)


def ratio_divisors(rho, a, R, w):
    return rho - 1 + a, a, R, R - w


def threshold_rate(a, tau):
    """1 + (rho - 1)/a = tau at rho = 1 + a (tau - 1)."""
    rho = 1 + a*(tau - 1)
    return 1 + (rho - 1)/a, tau


def rate_divisor(a, tau):
    return (a,)


def seen_at_equality(rho, a):
    """The bias-corrected ratio after 8 norms 1, rho, ..., rho^7 reaches tau = 1 + (rho - 1)/a."""
    ratio = rho**8*average([1]*8, a, 0*a)/average([rho**k for k in range(8)], a, 0*a)
    return ratio >= 1 + (rho - 1)/a


@paper.claim("SING-28", "3.1",
             r"\|g_t\|=\rho^t:\ \mu_t\to1+\frac{\rho-1}\alpha;\quad \text{in the long run}\ \mu_t\ge\tau\iff"
             r"\rho\ge1+\alpha(\tau-1)",
             finding="new", hypotheses=("rho > 1", "0 < alpha < 1", "the average starts from 0, as printed"))
def rate_law():
    """Geometric growth of norms has the limiting ratio 1 + (rho - 1)/alpha: slower divergence is not seen.

    With alpha = 0.1 and tau = 3 that is rho < 1.2.  From 0 the ratio falls to its limit, so that the first steps are
    flagged whatever rho is, and equality counts as seen.  Bias-corrected, or with the first gradient as the start, it
    rises to its limit without reaching it: seen, sooner or later, exactly if rho > 1 + alpha (tau - 1).
    """
    yield Identity(growing_average, excluding=growth_divisors)
    yield Identity(step_of_growth, excluding=step_divisors)
    yield Identity(ratio_of_growth, excluding=ratio_divisors)
    yield Identity(threshold_rate, excluding=rate_divisor, few_damages="one line")
    yield Argument("""
        By induction, from R = w = 1 at t = 0, the average from 0 is the one given, and the ratio L/(1 - w/R) with
        L = 1 + (rho - 1)/a and w/R = ((1 - a)/rho)^t, which tends to 0: it decreases to L from above.  So it is at
        least tau at every step if L >= tau, and below tau from some step on if L < tau.  Bias correction multiplies by
        1 - w: (1 - w)/(1 - w/R) < 1 tends to 1.  Started from the first gradient the average is larger by w, so the
        ratio is L/(1 + w (L - 1)/R) < L.  Both tend to L from below: tau is reached if and only if L > tau.""",
                   name="limits")
    yield Refutation(seen_at_equality, at=dict(rho=Q(6, 5), a=Q(1, 10)), corroborates=True)


# --- the threshold, and what happens to the gradient ---------------------------------------------------------------

def successes_by_threshold(seeds=toy.FEW):
    """Of held-out runs at the failing learning rate, 8 unless said otherwise, those that end well, by threshold."""
    return {tau: toy.train(toy.replace(toy.SMOOTHING, threshold=tau), seeds).successes for tau in (1.5, 3.0)}


def low_threshold_fails(found):
    return found[1.5] <= 2 and found[3.0] >= 6


def all_by_threshold():
    """The same on all 24 held-out seeds."""
    return successes_by_threshold(toy.HELD_OUT)


def low_threshold_fails_in_all(found):
    return found[1.5] <= 3 and found[3.0] >= 17


@paper.claim("SING-29", "3.1", r"\text{a lower}\ \tau\ \text{causes false positives without disrupting training}",
             finding="ambiguous")
def threshold_is_robust():
    """The threshold is said to be harmless when too low."""


def smoothed_energy(s1, s2, a1, a2):
    """Smoothing that lowers values removes energy only: nothing grows."""
    goal = s1**2 + s2**2 - (a1**2 + a2**2)
    return goal, {"s1 - a1": s1 - a1, "s1 + a1": s1 + a1, "s2 - a2": s2 - a2, "s2 + a2": s2 + a2}, [
        (1, ("s1 - a1", "s1 + a1"), 1), (1, ("s2 - a2", "s2 + a2"), 1)]


@threshold_is_robust.reading("weights",
                             r"\text{a guarded smoothing does not let}\ \sigma_1,\ \|W\|_F\ \text{grow nor SR fall}",
                             uses=("SING-35",))
def threshold_is_robust():
    """Read of stability a needless smoothing is harmless: guarded, it lets nothing grow."""
    yield Nonnegative(smoothed_energy, at=dict(s1=3, s2=2, a1=2, a2=1), tight=dict(s1=3, s2=2, a1=3, a2=2))


@threshold_is_robust.reading("training", r"\text{toy: tau = 1.5 ends well in 1 of 24 runs, tau = 3 in 20}")
def threshold_is_robust():
    """Read of training it is not harmless in a toy, which says nothing of large models: smoothing at every third step.
    """
    yield Simulation(successes_by_threshold, low_threshold_fails, "at most 2 of 8 at 1.5, at least 6 at 3")
    yield Simulation(all_by_threshold, low_threshold_fails_in_all, "at most 3 of 24 at 1.5, at least 17 at 3",
                     corroborates=True, long=True)


def successes_by_treatment(seeds=toy.FEW):
    """Of held-out runs at learning rate 1.2, 8 unless said otherwise, those that end well if the gradient that spiked is
    applied, skipped, or taken again at the smoothed weights.
    """
    return {name: toy.train(toy.replace(toy.SMOOTHING, skip=skip), seeds, 1.2).successes
            for name, skip in (("applied", False), ("skipped", True), ("taken again", "recompute"))}


def applying_fails(found):
    return found["applied"] <= 1 and found["skipped"] >= 5


def the_others_do_not(found):
    return min(found["skipped"], found["taken again"]) >= found["applied"] + 3


def all_by_treatment():
    """The same on all 24 held-out seeds."""
    return successes_by_treatment(toy.HELD_OUT)


def applying_fails_in_all(found):
    return found["applied"] <= 6 and min(found["skipped"], found["taken again"]) >= 14


@paper.claim("SING-47", "3.1", r"\text{the spiking gradient, after smoothing: applied, skipped, or taken again?}",
             finding="ambiguous")
def treatment_of_gradient():
    """What happens to the gradient that triggered the smoothing is not said."""


@treatment_of_gradient.reading("applied", r"\text{toy: 3 of 24 runs end well at learning rate 1.2}")
def treatment_of_gradient():
    """Read as applied all the same, with the momentum zeroed, it fails in the toy."""
    yield Simulation(successes_by_treatment, applying_fails, "applied at most 1 of 8, skipped at least 5")
    yield Simulation(all_by_treatment, applying_fails_in_all, "applied at most 6 of 24, the others at least 14",
                     corroborates=True, long=True)


@treatment_of_gradient.reading("skipped or taken again", r"\text{toy: 19 and 17 of 24}")
def treatment_of_gradient():
    """Read as skipped, or computed again at the smoothed weights, it works in the toy; the two are not told apart."""
    yield Simulation(successes_by_treatment, the_others_do_not, "both at least 3 of 8 above applied")
