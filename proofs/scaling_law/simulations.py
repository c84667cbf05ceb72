"""Seeded runs beside the exact evidence, each with the margin that separates what holds from what is said.

No grade rests on them.  The experiments are in `numerics.experiments`; they are loaded when a run is asked for.
"""
from proofs.evidence import Simulation


def least_eigenvalues():
    """Least eigenvalues at the start over six seeds: distinct prefixes, a shared first token, no mask."""
    from numerics.experiments.lazy_training import positive_definiteness
    found = positive_definiteness()
    return {"distinct": float(found.distinct.min()), "shared": float(abs(found.shared).max()),
            "unmasked": float(found.unmasked.min())}


SHARED_PREFIXES = Simulation(least_eigenvalues, lambda found: found["distinct"] > 1e-3 and found["shared"] < 1e-12,
                             "above 1e-3 for distinct prefixes, below 1e-12 with a shared token", corroborates=True)
WITHOUT_MASK = Simulation(least_eigenvalues, lambda found: found["unmasked"] > 1e-6,
                          "without the mask all nL eigenvalues stay above 1e-6", corroborates=True)


def drift_in_width():
    """Slopes in log m of the root mean square drift of a hidden unit, of the share of active units that flip, and of
    the kernel's relative change.
    """
    from numerics.experiments.lazy_training import drift
    found = drift()
    return found.unit_slope, found.flip_slope, found.kernel_slope


WIDTH_DRIFT = Simulation(
    drift_in_width, lambda found: all(abs(x + 0.5) < 0.06 for x in found[:2]) and abs(found[2] + 0.75) < 0.1,
    "units and flips within 0.06 of -1/2, the kernel within 0.1 of -3/4", long=True, corroborates=True)


def rates_in_depth():
    """Slopes in log depth of the kernel's least eigenvalue, for omega = 1/depth and for omega = 1/4."""
    from numerics.experiments.lazy_training import rate_in_depth
    found = rate_in_depth()
    return found.scaled_slope, found.fixed_slope


DEPTH_RATES = Simulation(rates_in_depth, lambda found: found[0] < -0.5 and found[1] > 0.5,
                         "below -0.5 for omega = 1/depth, above 0.5 for fixed omega", corroborates=True)


def rates_of_decay():
    """Measured rate over 4 lambda_min/n for one layer and four starts."""
    from numerics.experiments.lazy_training import decay
    runs = [decay(1, seed=seed) for seed in range(4)]
    return [float(measured/predicted) for predicted, measured, _ in runs]


DECAY_RATES = Simulation(rates_of_decay, lambda found: all(0.97 < ratio < 1.03 for ratio in found),
                         "within 3 % of 4 lambda/n", corroborates=True)


def training_in_depth():
    """Over depths 1, 2, 4, 8 and three seeds: the least and largest measured rate over 4 lambda_min/n; the factor from
    depth 1 to 8 of the mean rate for omega = 1/depth and for omega = 1/4; and the kernel's mean drift for omega =
    1/depth at depth 2, 4, 8 over that at depth 1, the least of them.
    """
    from numerics.experiments.lazy_training import decays
    found = decays()
    ratio, rate, drift = found.measured/found.predicted, found.measured.mean(2), found.drift[0].mean(1)
    return [float(x) for x in (ratio.min(), ratio.max(), rate[0, 3]/rate[0, 0], rate[1, 3]/rate[1, 0],
                               drift[1:].min()/drift[0])]


TRAINING_IN_DEPTH = Simulation(
    training_in_depth,
    lambda found: 0.97 < found[0] <= found[1] < 1.03 and found[2] < 0.5 and found[3] > 2 and found[4] > 2,
    "rates within 3 % of 4 lambda/n; with depth they more than halve for omega = 1/depth, more than double for fixed "
    "omega; deeper networks drift more", long=True, corroborates=True)


def steps_and_times():
    """Steps and flow times of full-batch descent on 400 examples, for the output scales 1 and 1/n, and kappa log."""
    from math import log

    from numerics.experiments.lazy_training import step_count
    first, second = step_count(400, 1), step_count(400, 1/400)
    return first.steps, second.steps, second.time/first.time, first.condition*log(1e6)


STEPS_AND_TIMES = Simulation(
    steps_and_times, lambda found: abs(found[0] - found[1]) <= 1 and abs(found[2]/400**2 - 1) < 0.01
    and abs(found[0]/found[3] - 1) < 0.01,
    "the same number of steps up to one, kappa log to 1 %, flow times apart by n^2 = 1.6e5", corroborates=True)


def factor_kernels():
    """Over 200 trials with d = 6: the least eigenvalues of the two differences of the sandwich, relative; and the upper
    factor over d for d = 60.
    """
    from numerics.experiments.query_key import sandwich
    found = sandwich()
    return float(found.above.min()), float(found.below.min()), float(sandwich(trials=20, d=60, outputs=2).factor.mean())


FACTORS = Simulation(factor_kernels, lambda found: min(found[:2]) > -1e-12 and 6.5 < found[2] < 8,
                     "no eigenvalue below -1e-12 of the largest; the factor between 6.5 d and its limit 8 d",
                     corroborates=True)


def conditions():
    """n, condition number and n/(2 d) for random unit vectors in ten dimensions."""
    from numerics.experiments.lazy_training import condition_numbers
    return [tuple(map(float, row)) for row in condition_numbers()]


CONDITIONS = Simulation(conditions,
                        lambda found: all(k >= bound for _, k, bound in found) and found[-1][1] > 6*found[0][1],
                        "above n/(2d), and more than sixfold from n = 50 to 400", corroborates=True)


def floors_in_data():
    """Slopes of the late risk in log N, at constant noise and at noise proportional to sqrt N."""
    from numerics.experiments.two_stages import floors
    found = floors()
    return found.constant_slope, found.growing_slope


BREAKDOWN = Simulation(floors_in_data, lambda found: abs(found[0] + 1) < 0.15 and abs(found[1]) < 0.15,
                       "within 0.15 of -1 and of 0, with noise of other seeds", corroborates=True)


def both_stages():
    """Rate of the first stage, the share of variance that a straight line leaves, the floor over xi^2 rank/N."""
    from numerics.experiments.two_stages import stages
    found = stages()
    return found.rate, found.curvature, found.floor/found.predicted


BOTH_STAGES = Simulation(both_stages, lambda found: found[0] > 0 and found[1] < 0.01 and 0.7 < found[2] < 1.4,
                         "straight on a log scale to 1 %, the floor within 40 % of xi^2 rank/N", corroborates=True)
