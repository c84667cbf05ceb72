"""Figure I.4: one mini-batch step across the full batch's ellipse."""
import matplotlib
import numpy as np

from numerics.experiments import crossing, populations, portraits
from reports.figures.style import BLUE, GREEN, GREY, INK, ORANGE, RED, SETTINGS, Caption, canvas, label

SEED, SCALE, TRUNCATION, OUTLIER = 0, 0.3, 2.0, 2.4
SIZES = (8, 1)
RUNS = 20
REACH = 3.6


def compute():
    """The population, three runs, the landings at both batch sizes, and the survey over populations."""
    values = populations.boosted(scale=SCALE, truncation=TRUNCATION, outlier=OUTLIER)
    return (values, [crossing.batch_runs(values, size, RUNS, seed=SEED) for size in (1, 8, len(values))],
            [crossing.landings(values, size, seed=SEED) for size in SIZES], crossing.excursions())


def caption(data):
    values, _, landings, survey = data
    single = [row for row in survey if row.size == 1]
    return Caption(
        title="One batch across the separatrix",
        finding=f"Corollary 6.4 tells inside from outside sample by sample; {sum(row.diverged for row in single)} of "
                f"{sum(row.runs for row in single)} single-example runs diverge, over six populations.",
        shows=rf"Left: the common factor along {RUNS} single-example runs from near the full-batch solution (one for "
              rf"$m=8$); shaded: inside the ellipse. Middle and right: where one step from the solution lands, "
              r"for 3000 batches each; all landings lie on the balanced line and are spread across it here for "
              r"legibility. Blue: inside the full batch's "
              r"ellipse; red: outside. Ticks: the two ends of the ellipse on the line.",
        parameters=rf"$n={len(values)}$, $\mu={crossing.MU}$; the paper's truncated Cauchy population leaves scale "
                   rf"and truncation open: here {SCALE} and {TRUNCATION}, one example "
                   rf"raised to {OUTLIER}, seed 7; runs and batches without replacement, seed {SEED}. Over six "
                   rf"populations single-example runs diverge in "
                   + ", ".join(str(row.diverged) for row in single) + f" of {single[0].runs} (LST-I4b).",
        constants={r"Corollary 6.4: outside exactly when $\mu(\xi^2+2\xi)>2$; exit fractions":
                   ", ".join(rf"$m={x.size}$: {x.fraction:.4f}" for x in landings),
                   "samples on which it and the landing differ":
                       f"{sum(x.mismatches for x in landings)} (LST-I4a, C6.4)"})


def draw(data):
    values, runs, landings, _ = data
    figure = canvas(caption(data), 13, 4.7)
    with matplotlib.rc_context(SETTINGS):
        left, *rest = figure.subplots(1, 3)
        _runs(left, runs)
        for axis, landing in zip(rest, landings):
            _landings(axis, landing)
    return figure


def _ellipse(axis):
    mu = crossing.MU
    a, b = portraits.from_ellipse(1, np.linspace(0, 2*np.pi, 500), mu)
    axis.fill(a, b, color="#f3f6f9", lw=0, zorder=0)
    axis.plot(a, b, color=INK, lw=1.6, zorder=2)
    axis.plot([-REACH, REACH], [-REACH, REACH], color=GREY, lw=0.7, ls=(0, (1, 2)), zorder=0)
    branch = np.geomspace(mu/REACH, REACH, 300)
    for sign in (1, -1):
        axis.plot(sign*branch, sign*mu/branch, color=GREEN, lw=1.2, zorder=1)
    axis.set_aspect("equal")
    axis.set_xlim(-REACH, REACH)
    axis.set_ylim(-REACH, REACH)
    axis.set_xlabel("$A$")
    axis.set_ylabel("$B$")


def _runs(axis, runs):
    edge = np.sqrt(2 + crossing.MU)
    axis.axhspan(-edge, edge, color="#f3f6f9", lw=0, zorder=0)
    for side in (edge, -edge):
        axis.axhline(side, color=INK, lw=1.4, zorder=2)
    single, eight, full = (run.path.mean(1) for run in runs)
    axis.plot(eight[:, 0], color=ORANGE, lw=0.7, label="$m=8$", zorder=3)
    axis.plot(full[:, 0], color=BLUE, lw=1.6, label="full batch", zorder=4)
    for run in single.T:
        beyond = np.flatnonzero(~(np.abs(run) < 20))
        axis.plot(np.clip(run[:beyond[0] + 1] if len(beyond) else run, -20, 20), color=RED, lw=0.6, alpha=0.8, zorder=5)
        if len(beyond):
            axis.plot(beyond[0], -2.45, "x", color=RED, ms=4, mew=0.9, zorder=6)
    axis.plot([], [], color=RED, label="$m=1$")
    axis.set_xlim(-6, 500)
    axis.set_ylim(-2.6, 2.6)
    axis.set_xlabel("step $k$")
    axis.set_title("common factor $(A_k+B_k)/2$")
    axis.legend(loc="upper right", ncols=3, handlelength=1.2, columnspacing=1, borderaxespad=0.1)


def _landings(axis, landing):
    _ellipse(axis)
    spread = np.random.default_rng(0).uniform(-0.28, 0.28, landing.xi.size)
    a, b = landing.points
    for chosen, colour in ((~landing.outside, BLUE), (landing.outside, RED)):
        axis.plot(a[chosen] + spread[chosen], b[chosen] - spread[chosen], ".", color=colour, ms=2.6, mew=0, alpha=0.6,
                  zorder=3)
    end = np.sqrt(2 + crossing.MU)
    for sign in (1, -1):
        axis.plot([sign*end - 0.4, sign*end + 0.4], [sign*end + 0.4, sign*end - 0.4], color=INK, lw=1, zorder=4)
    axis.set_title(rf"one step, $m={landing.size}$")
    label(axis, 0.03, 0.94, f"outside: {landing.fraction:.4f}", color=RED, va="top", size=11.5)
    label(axis, 0.03, 0.87, f"inside: {1 - landing.fraction:.4f}", color=BLUE, va="top", size=11.5)
