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
    """Slopes in log m of the root mean square drift of a hidden unit and of the kernel's relative change."""
    from numerics.experiments.lazy_training import drift
    found = drift()
    return found.unit_slope, found.kernel_slope


WIDTH_DRIFT = Simulation(drift_in_width, lambda found: abs(found[0] + 0.5) < 0.1 and -1 < found[1] < -0.55,
                         "the units' slope within 0.1 of -1/2, the kernel's between -1 and -0.55", corroborates=True)


def rates_in_depth():
    """Slopes in log depth of the kernel's least eigenvalue, for omega = 1/depth and for omega = 1/4."""
    from numerics.experiments.lazy_training import rate_in_depth
    found = rate_in_depth()
    return found.scaled_slope, found.fixed_slope


DEPTH_RATES = Simulation(rates_in_depth, lambda found: found[0] < -0.5 and found[1] > 0.5,
                         "below -0.5 for omega = 1/depth, above 0.5 for fixed omega", corroborates=True)


def decay_rates():
    """(4 lambda_min/n, late decay rate of the loss) for three starts."""
    from numerics.experiments.lazy_training import rate_against_eigenvalue
    return [tuple(map(float, row)) for row in rate_against_eigenvalue()]


LATE_RATES = Simulation(decay_rates,
                        lambda found: all(0.95 < measured/predicted < 1.3 for predicted, measured in found),
                        "at least the rate 4 lambda/n, and at most 30 % above it", corroborates=True)


def steps_and_times():
    """Steps and flow times of full-batch descent on 200 examples, for the output scales 1 and 1/n."""
    from numerics.experiments.lazy_training import step_count
    return [(x.steps, x.time) for x in (step_count(200, 1), step_count(200, 1/200))]


STEPS_AND_TIMES = Simulation(
    steps_and_times, lambda found: abs(found[0][0] - found[1][0]) <= 1 and found[1][1]/found[0][1] > 3.9e4,
    "the same number of steps up to one, flow times apart by n^2 = 4e4", corroborates=True)


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
                       "within 0.15 of -1 and of 0", corroborates=True)


def both_stages():
    """Rate of the first stage, the share of variance that a straight line leaves, the floor over xi^2 rank/N."""
    from numerics.experiments.two_stages import stages
    found = stages()
    return found.rate, found.curvature, found.floor/found.predicted


BOTH_STAGES = Simulation(both_stages, lambda found: found[0] > 0 and found[1] < 0.01 and 0.7 < found[2] < 1.4,
                         "straight on a log scale to 1 %, the floor within 40 % of xi^2 rank/N", corroborates=True)
