"""Appendix I.4-I.6: the experiments on mini-batches."""
from fractions import Fraction as Q
from itertools import combinations

from numerics.maps import error, imbalance_multiplier, normal_multiplier, random_cocycle
from proofs.evidence import Argument, Identity, Refutation
from proofs.surd import Surd

from .paper import paper
from .simulations import (ALL_RUNS, EXITS, FIRST_SHARES, FITTED_SHARES, OUTLIERS, PLATEAU, RUNS, STEP_BY_STEP,
                          SYMMETRIC_POPULATIONS, TREND)


# --- I.4: one-step crossing ----------------------------------------------------------------------------------------

@paper.claim("LST-I4a", "Section I.4, Figure 4",
             r"\text{the exit fraction of one batch step from}\ (\sqrt\mu,\sqrt\mu)\ \text{is that of}\ "
             r"\mu(\xi^2+2\xi)>2",
             hypotheses=("0 < mu < 2",), uses=("LST-C6.4",))
def exit_fraction():
    """Among sampled batches the share that leaves the ellipse is the share that meets Corollary 6.4."""
    yield Argument("""
        The criterion is an equivalence for every single batch, so the two shares are equal sample by sample, not only
        within sample size.""", name="sample_by_sample")


@paper.claim("LST-I4b", "Section I.4, Figure 4",
             r"m=8:\ \text{a small fraction crosses, the orbit stays in a tight cloud};\quad "
             r"m=1:\ \text{many excursions outside}",
             finding="ambiguous")
def excursions():
    """Batches of eight are said to keep the orbit in a cloud inside the ellipse,
    single examples to send it out many times.

    The population is a truncated Cauchy sample with one boosted outlier; scale, truncation and boost are not given.
    """


@excursions.reading("one step", r"\text{exit probability}\ 0\text{ to }0.02\ (m=8),\ 0.01\text{ to }0.25\ (m=1)")
def excursions():
    """Read of single steps from the full-batch solution: true of six populations that fit the description."""
    yield EXITS


@excursions.reading("500 steps", r"m=1:\ \text{in six populations all 20 sampled runs diverge within 500 steps}")
def excursions():
    """Read of whole runs: with single examples nearly every orbit leaves for good within 500 steps."""
    yield RUNS


# --- I.5: transverse exponent --------------------------------------------------------------------------------------

def exponent_is_log_one_minus_mu(r, mu):
    """Along the balanced full-batch solution the multiplier has the modulus |1 - mu|."""
    return abs(random_cocycle(r, mu)[1]) == abs(1 - mu)


def is_full_batch_solution(r, mu):
    return 0 < mu < 1 and random_cocycle(r, mu)[0] == r and r > 0


@paper.claim("LST-I5a", "Section I.5, Figure 5", r"\Lambda(n)=\log|1-\mu|<0\quad\text{at}\ \mu=0.6", finding="refuted")
def full_batch_exponent():
    """The transverse exponent of the full batch is said to be log|1 - mu|."""
    yield Refutation(exponent_is_log_one_minus_mu, at=dict(r=Surd(0, Q(1, 5), 15), mu=Q(3, 5)),
                     given=is_full_batch_solution)


def full_batch_multiplier(r):
    """At nu = r^2 the factor r is fixed with the transverse multiplier 1; at r = 0 the multiplier is 1 - nu."""
    return (random_cocycle(r, r**2), random_cocycle(0*r, r)), ((r, 0*r + 1), (0*r, 1 - r))


@full_batch_exponent.corrected(
    r"\Lambda(n)=0\ \text{for every}\ \mu>0;\quad \log|1-\mu|\ \text{is the exponent at the origin}",
                               uses=("LST-P3.1a",))
def full_batch_exponent():
    """It is exactly 0: across the balanced line is along the zero-error curve, whose multiplier is 1."""
    yield Identity(full_batch_multiplier)


def full_batch_contracts_most(low, high, below, above):
    """No noise traps r^2 in [low, high] with |r^2 - nu| < sqrt2 for the two batches `below` and `above`.

    By LST-N.rand such noise has a negative exponent, below that of the full batch, which is 0.
    """
    return not all(traps(low, high, nu) for nu in (below, above))


def square_of_factor(x, nu):
    """r^2 after a batch nu, as a function of x = r^2."""
    return x*(1 + nu - x)**2


def traps(low, high, nu):
    """x (1 + nu - x)^2 rises up to (1 + nu)/3 and falls up to 1 + nu: its range on [low, high] lies inside."""
    top = (1 + nu)/3
    ends = square_of_factor(low, nu), square_of_factor(high, nu)
    return (0 < low < top < high < 1 + nu and low <= min(ends) and square_of_factor(top, nu) <= high
            and max(abs(low - nu), abs(high - nu))**2 < 2)


def is_noise(low, high, below, above):
    return below != above and 0 < (below + above)/2 < 1


@paper.claim("LST-I5b", "Section I.5, Figure 5",
             r"\Lambda(m)\ \text{depends monotonically on}\ m;\ \text{the full batch contracts most}",
             finding="refuted")
def monotone_in_batch_size():
    """The exponent is said to fall with the batch size, down to the full batch."""
    yield Refutation(full_batch_contracts_most, at=dict(low=Q(2, 5), high=Q(73, 100), below=Q(1, 2), above=Q(7, 10)),
                     given=is_noise)


def square_is_updated(r, nu):
    """The square of r after a batch."""
    return random_cocycle(r, nu)[0]**2, square_of_factor(r**2, nu)


def mean(values):
    return sum(values[1:], values[0])/len(values)


def sampling_variance(*h, n, m):
    """Over all batches of m out of n: the variance of the batch mean is (n - m)/(m(n - 1)) times that of h."""
    centre = mean(h)
    batches = [(mean(batch) - centre)**2 for batch in combinations(h, m)]
    return mean(batches), Q(n - m, m*(n - 1))*mean([(x - centre)**2 for x in h])


@monotone_in_batch_size.corrected(
    r"\Lambda(n)=0;\quad \Lambda(m)=-\tfrac{\eta^2\sigma_h^2}{1-\mu}\tfrac{n-m}{m(n-1)}+O(\varepsilon^3)<0\ "
    r"\text{for small spread},\ m<n",
    hypotheses=("0 < mu < 1", "batches without replacement, |nu - mu| <= epsilon"), uses=("LST-I5a", "LST-N.rand"))
def monotone_in_batch_size():
    """The full batch has exponent 0 and smaller batches of a mild population have negative ones:
    the full batch contracts least.
    """
    yield Identity(square_is_updated)
    for n, m in ((3, 1), (3, 2), (4, 2)):
        yield Identity(sampling_variance, variables=tuple(f"h{i}" for i in range(n)), size=dict(n=n, m=m))
    yield Argument("""
        Put Var(nu) = eta^2 sigma_h^2 (n - m)/(m(n - 1)), the variance of a mean of m out of n without replacement, into
        the small-noise law of LST-N.rand.  Exactly: for batches 1/2 and 7/10 the interval [2/5, 73/100] of r^2 is kept
        and |r^2 - nu| < sqrt2 is not always 0, so Lambda(1) < 0 = Lambda(2).""", name="small_noise_law")


@paper.claim("LST-I5c", "Section I.5, Figure 5", r"\text{small}\ m\ \text{gives a positive exponent}",
             finding="ambiguous",
             uses=("LST-N.rand",))
def small_batches_repel():
    """Small batches are said to make the balanced line transversely repelling; the population is not given.

    By LST-N.rand a positive exponent needs batches with |r^2 - nu| > sqrt2.
    """


@small_batches_repel.reading(
    "symmetric population", r"\Lambda(m)<0\ \text{for every}\ m<n\ \text{whose runs stay finite}")
def small_batches_repel():
    """Read of symmetric truncated Cauchy populations: no finite run has a positive exponent;
    large outliers diverge first.
    """
    yield SYMMETRIC_POPULATIONS


@small_batches_repel.reading("negative outliers", r"\Lambda(1)>0\ \text{for 4 of 64 examples at}\ \nu-\mu\approx-1.7")
def small_batches_repel():
    """Read of populations with a few negative outliers: single examples give a positive exponent."""
    yield OUTLIERS


def criterion_holds(a, b, mu):
    """|1 + e| < 1."""
    return abs(imbalance_multiplier(error(a, b, mu))) < 1


def is_normally_attracting(a, b, mu):
    """The point is a zero-error point that Proposition 3.1 calls normally attracting."""
    return error(a, b, mu) == 0 and abs(normal_multiplier(a, b)) < 1


@paper.claim("LST-I5d", "Section I.5, what this confirms",
             r"\text{noise makes the line repelling although the full batch contracts;}\ "
             r"\text{deterministic criterion}\ |1+e|<1\ "
             r"\text{of Proposition 3.1}", finding="refuted")
def noise_destabilises():
    """Batch noise is said to turn a line that the full batch contracts into a repelling one,
    against the criterion |1 + e| < 1.
    """
    yield Refutation(criterion_holds, at=dict(a=Q(7, 10), b=Q(7, 10), mu=Q(49, 100)), given=is_normally_attracting)


@noise_destabilises.corrected(
    r"\text{the full batch is neutral; noise with}\ |r^2-\nu|\le\sqrt2\ "
    r"\text{makes the line attracting; only larger noise can repel}",
    uses=("LST-I5a", "LST-N.rand", "LST-P3.1a"))
def noise_destabilises():
    """Moderate noise stabilises a neutral line; and at zero error |1 + e| = 1,
    so no criterion |1 + e| < 1 is met there.
    """
    yield Argument("""
        Exponent 0 of the full batch is LST-I5a, the sign with noise LST-N.rand.  The condition of Proposition 3.1 is
        |1 - a^2 - b^2| < 1, for the direction normal to the curve; across the balanced line is tangent to it.""",
                   name="neutral_and_noise")


# --- I.6: multi-prompt training ------------------------------------------------------------------------------------

@paper.claim("LST-I6a", "Section I.6, Figure 6",
             r"\text{reference at}\ 0.6:\ |\mu_i|>1\ \text{for}\ 32\%,\ "
             r"|\mu_i|>2\ \text{for}\ 11\%\ \text{of the prompts}",
             finding="ambiguous")
def shares_of_prompts():
    """About a third of the prompts are said to lie beyond mu = 1 and a tenth beyond 2;
    the reference prompt is not given.
    """


@shares_of_prompts.reading("fitted reference", r"P(|\mu_i|>1)=0.32\ \Rightarrow\ P(|\mu_i|>2)\approx0.13\pm0.03")
def shares_of_prompts():
    """Read with the reference chosen so that 32 % lie beyond 1: then 11 % beyond 2 is within the spread."""
    yield FITTED_SHARES


@shares_of_prompts.reading("first prompt", r"P(|\mu_i|>1)\ \text{ranges over}\ 0.01\text{ to }0.85")
def shares_of_prompts():
    """Read with an arbitrary prompt as reference: the shares vary so much that two numbers say little."""
    yield FIRST_SHARES


@paper.claim("LST-I6b", "Section I.6, Figure 6",
             r"\text{full batch relaxes smoothly},\ m=8\ \text{plateaus higher},\ "
             r"m=1\ \text{has large instability events}",
             finding="ambiguous")
def losses_by_batch_size():
    """Full-batch training relaxes, batches of eight plateau, single examples show instability events,
    over 400 steps.
    """


@losses_by_batch_size.reading("finite runs", r"m=8:\ \text{most runs stay finite above the full batch's loss}")
def losses_by_batch_size():
    """Read of problems in which the runs stay finite: the loss of batches of eight ends above the full batch's."""
    yield PLATEAU


@losses_by_batch_size.reading(
    "all runs", r"m=1:\ \text{every run overflows within 400 steps; the full batch does in some problems}")
def losses_by_batch_size():
    """Read of all runs: single examples diverge, and a reference at 0.6 does not guarantee a stable full batch."""
    yield ALL_RUNS


@paper.claim("LST-I6c", "Section I.6, Figure 6",
             r"\|U_k-U^\star\|\ \text{grows monotonically for SGD}", finding="ambiguous")
def distance_from_minimum():
    """The distance from the population minimum is said to grow monotonically under SGD."""


@distance_from_minimum.reading("step by step", r"m=8:\ \text{about half of the steps increase the distance}")
def distance_from_minimum():
    """Read of single steps: not monotone."""
    yield STEP_BY_STEP


@distance_from_minimum.reading("trend", r"\text{the distance at the end exceeds that at the start}")
def distance_from_minimum():
    """Read of the trend over the run: the distance grows, in problems whose runs stay finite."""
    yield TREND
