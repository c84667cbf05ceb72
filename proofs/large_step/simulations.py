"""The seeded runs behind the claims of Appendix I, each with the margin that separates what holds from what is said.

The experiments themselves are in `numerics.experiments`; they are loaded when a run is asked for.
"""
import math

from proofs.evidence import Simulation


# --- I.1 and I.2 ---------------------------------------------------------------------------------------------------

def projected_discrepancies():
    """The largest distance between projected full training and the plane map over 300 steps, 50 prompts, three mu."""
    from numerics.experiments.reduction import discrepancies
    return {mu: (found.projected_median, found.projected_worst) for mu in (0.5, 0.9, 1.3)
            for found in [discrepancies(mu)]}


PROJECTED = Simulation(
    projected_discrepancies,
    lambda found: all(worst < 1e-12 for _, worst in found.values()) and found[1.3][0] > 5e-15,
    "every worst case below 1e-12; the median at mu = 1.3 above 5e-15, so not the printed 1e-15")


def observed_boundaries():
    """Where the recorded tails of the bifurcation diagram change, on the paper's grid of 1400 values."""
    from numerics.experiments.bifurcation import boundaries
    found = boundaries()
    return {"spacing": found.spacing, "exceptions": found.exceptions,
            "misses": (found.first_two_cycle - 1, math.sqrt(5) - 1 - found.last_two_cycle, 2 - found.last_bounded,
                       found.first_divergent - 2)}


BOUNDARIES = Simulation(
    observed_boundaries,
    lambda found: found["exceptions"] == 0 and all(0 <= x <= 2*found["spacing"] for x in found["misses"]),
    "each transition within two grid steps of 1, sqrt5 - 1 and 2, on the right side, without an exception")


def bounded_orbits_beyond_two():
    """Of 20000 starts in the plane, the orbits still bounded after 20000 steps, at four mu beyond 2."""
    from numerics.experiments.basin import divergence
    return {mu: divergence(mu)[0] for mu in (2.001, 2.1, 2.5, 5)}


PLANE_DIVERGES = Simulation(bounded_orbits_beyond_two, lambda found: set(found.values()) == {0},
                            "none of 4 x 20000 orbits stays bounded")


# --- I.4 and I.5 ---------------------------------------------------------------------------------------------------

def one_step_exits():
    """Exit fractions of single steps with 1 and 8 examples, over six populations, and samples that contradict the
    corollary.
    """
    from numerics.experiments.crossing import exit_fractions
    found = exit_fractions()
    return {"m=1": [x.fraction for (_, size), x in found.items() if size == 1],
            "m=8": [x.fraction for (_, size), x in found.items() if size == 8],
            "mismatches": sum(x.mismatches for x in found.values())}


EXITS = Simulation(
    one_step_exits,
    lambda found: found["mismatches"] == 0 and max(found["m=8"]) < 0.02 and 0.01 < min(found["m=1"]) and max(found["m=1"]) < 0.25,
    "no mismatch in 12 x 6000 samples; exits below 0.02 for m = 8, between 0.01 and 0.25 for m = 1")


def whole_runs():
    """Runs of 500 steps that diverge, of 20 in each of six populations."""
    from numerics.experiments.crossing import excursions
    return {size: [x.diverged for x in excursions() if x.size == size] for size in (1, 8)}


RUNS = Simulation(whole_runs, lambda found: set(found[1]) == {20} and max(found[8]) < 10,
                  "m = 1: all 120 runs diverge; m = 8: fewer than half in every population")


def symmetric_exponents():
    """The largest slope of any finite run, by population and batch size below n; None where no run is finite."""
    from numerics.experiments.transverse_exponent import SYMMETRIC, symmetric
    rows = symmetric(choices=SYMMETRIC[1:6:2], sizes=(1, 4, 16), runs=60, steps=800)
    return [float(x) if math.isfinite(x) else None for row in rows for x in row.largest]


SYMMETRIC_POPULATIONS = Simulation(
    symmetric_exponents,
    lambda found: all(x is None or x < 0 for x in found) and sum(x is not None for x in found) >= 5,
    "every finite run has a negative slope, in at least five of nine cases with finite runs")


def exponents_with_outliers():
    """Median slopes for 4 outliers of depth -1.8 among 64 examples, single examples and pairs."""
    from numerics.experiments.populations import outliers
    from numerics.experiments.transverse_exponent import by_batch_size
    return {size: found.median for size, found in by_batch_size(outliers(), sizes=(1, 2)).items()}


OUTLIERS = Simulation(exponents_with_outliers, lambda found: found[1] > 0.01 and found[2] < -0.1,
                      "above 0.01 for single examples, below -0.1 for pairs")


def small_noise_ratios():
    """Exponent over variance, measured and by the law -1/(1 - mu), at three mu."""
    from numerics.experiments.transverse_exponent import small_noise
    found = [small_noise(mu, sigma) for mu, sigma in ((0.2, 0.01), (0.6, 0.01), (0.9, 0.005))]
    return [(x.ratio, x.law) for x in found]


SMALL_NOISE = Simulation(small_noise_ratios, lambda found: all(abs(ratio/law - 1) < 0.01 for ratio, law in found),
                         "within 1 % of the law", corroborates=True)


# --- I.6 -----------------------------------------------------------------------------------------------------------

def shares_beyond_thresholds():
    """Over 40 problems: the share beyond 2 when 32 % lie beyond 1, and the spread of the share beyond 1 with prompt 0.
    """
    import numpy as np
    from numerics.experiments.multi_prompt import shares
    fitted, first = shares(), shares("first")
    return {"fitted": (float(fitted.beyond_two.mean()), float(fitted.beyond_two.std())),
            "first": tuple(float(x) for x in np.quantile(first.beyond_one, (0.1, 0.9)))}


FITTED_SHARES = Simulation(
    shares_beyond_thresholds,
    lambda found: abs(found["fitted"][0] - 0.11) < 2*found["fitted"][1] and found["fitted"][1] < 0.05,
    "the printed 11 % within two standard deviations")
FIRST_SHARES = Simulation(shares_beyond_thresholds, lambda found: found["first"][0] < 0.1 and found["first"][1] > 0.6,
                          "the 10 % and 90 % quantiles of the share beyond 1 are below 0.1 and above 0.6")


def survey_of_problems():
    """Of 16 problems, those whose run diverges, by batch size; steps that increase the distance for m = 8; unstable
    ones.
    """
    found = _survey()
    return {"diverged": {size: int(x.sum()) for size, x in found.diverged.items()},
            "rising": (float(found.rising[8].min()), float(found.rising[8].max())),
            "unstable": int((found.sharpness > 2).sum())}


def _survey():
    from numerics.experiments.multi_prompt import survey
    return survey()


ALL_RUNS = Simulation(
    survey_of_problems,
    lambda found: found["diverged"][1] == 16 and found["diverged"][128] >= 1 and found["unstable"] >= 1,
    "m = 1 diverges in 16 of 16 problems, the full batch in at least one", long=True)
STEP_BY_STEP = Simulation(
    survey_of_problems, lambda found: 0.2 < found["rising"][0] and found["rising"][1] < 0.8,
    "in every problem between 20 % and 80 % of the steps increase the distance", long=True)


def finite_problems():
    """Two problems in which all runs of the full batch and of m = 8 stay finite: losses and distances at the end."""
    import numpy as np
    from numerics.experiments.multi_prompt import training
    found = [training(problem, runs=10, sizes=(128, 8)) for problem in (3, 4)]
    return [{"finite": all((x < 0).all() for x in run.escaped.values()),
             "losses": tuple(float(np.median(run.losses[m][-1])) for m in (128, 8)),
             "distances": (float(run.distances[8][0].mean()), float(np.median(run.distances[8][-1])))} for run in found]


PLATEAU = Simulation(
    finite_problems, lambda found: all(x["finite"] and x["losses"][1] > 1.05*x["losses"][0] for x in found),
    "the median loss of m = 8 ends more than 5 % above that of the full batch")
TREND = Simulation(finite_problems, lambda found: all(x["distances"][1] > 10*x["distances"][0] for x in found),
                   "the median distance of m = 8 ends above ten times that of the start")
