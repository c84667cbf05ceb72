"""Figure I.2: the bifurcation diagram of the balanced line, with its exponents."""
import matplotlib
from matplotlib.colors import LinearSegmentedColormap
import numpy as np

from certify.cascade import band_merging, entropy_threshold
from certify.chaos import period_three
from numerics.experiments import bifurcation
from reports.figures.style import BLUE, GREEN, GREY, INK, ORANGE, RED, SETTINGS, Caption, canvas, power

SHADE = LinearSegmentedColormap.from_list("density", ["#ffffff", "#9cc4e4", "#2b6ca8", "#06213f"])
THRESHOLDS = ((2*np.sqrt(2) - 2, r"$2\sqrt{2}-2$"), (1, "$1$"), (np.sqrt(5) - 1, r"$\sqrt{5}-1$"), (2, "$2$"))
LATER = r"$\mu_\infty$", "bands\nmerge", "period 3", "horseshoe"


def certified_landmarks():
    """Where doubling accumulates, two bands merge, period 3 begins and F(c) = 1, from `certify`."""
    threshold = entropy_threshold("1e-11")
    if threshold.why == "interrupted":      # half a bracket is no landmark
        raise KeyboardInterrupt
    return (float(threshold.lower), float(band_merging(1).mu), float(period_three().onset), 3*np.sqrt(3)/2 - 1)


def compute():
    found = bifurcation.diagram()
    return found, bifurcation.boundaries(found), certified_landmarks()


def caption(data):
    found, seen, landmarks = data
    inner = (found.mu > 1) & (found.mu < 2) & ~found.divergent
    return Caption(
        title="The balanced line as the effective step grows",
        finding=r"The thresholds 1, $\sqrt{5}-1$ and 2 show in the tail; $2\sqrt{2}-2$ leaves no trace there, for it "
                r"concerns single steps.",
        shows=r"Top: 600 errors after 2500 steps for each of 1400 values of $\mu$, shaded by how often they are "
              r"visited. Dashed: the paper's four thresholds; dotted: the ends "
              r"$-\mu$ and 2 of the invariant interval. Orange: the two-cycle of Proposition 3.6, repelling where "
              r"broken. Bottom: Lyapunov exponents of the same orbits, along the line and "
              r"across it. Across, it is negative for every $1<\mu<2$: imbalance dies out (Theorem 4.5).",
        parameters=rf"$a_0=b_0=0.4\sqrt{{\mu}}+0.15$, no randomness. Seen on the grid (spacing {seen.spacing:.4f}): "
                   rf"two-cycle from {seen.first_two_cycle:.4f} to "
                   rf"{seen.last_two_cycle:.4f}, bounded up to {seen.last_bounded:.4f}, divergent from "
                   rf"{seen.first_divergent:.4f}. Largest transverse exponent in "
                   rf"$(1,2)$: {_minus(np.max(found.transverse[inner]))}. Largest tail $|e|$ for "
                   rf"$0.70\leq\mu\leq0.95$: {power(seen.tail_near_monotone)}.",
        constants={**{name.replace("\n", " "): f"{value:.9f}" for name, value in zip(LATER[:3], landmarks)},
                   "horseshoe": r"$3\sqrt{3}/2-1=1.598\ldots$ (certified, LST-T3.7d)"})


def _minus(x):
    return f"${x:.4f}$"


def draw(data):
    found, _, landmarks = data
    figure = canvas(caption(data), 12, 7.4)
    with matplotlib.rc_context(SETTINGS):
        top, bottom = figure.subplots(2, 1, sharex=True, gridspec_kw={"height_ratios": (2.3, 1)})
        _diagram(top, found, landmarks)
        _exponents(bottom, found)
    return figure


def _diagram(axis, found, landmarks):
    mu = found.mu
    low, high, rows = -2.12, 2.12, 900
    edges = np.linspace(low, high, rows + 1)
    density = np.zeros((rows, mu.size))
    for j in np.flatnonzero(~found.divergent):
        density[:, j] = np.histogram(found.errors[:, j], edges)[0]
    half = (mu[1] - mu[0])/2
    axis.imshow(np.minimum(density, 8)**0.5, origin="lower", aspect="auto", interpolation="antialiased", cmap=SHADE,
                extent=(mu[0] - half, mu[-1] + half, low, high), zorder=0)
    inside = np.linspace(0, 2, 200)
    axis.plot(inside, -inside, color=GREY, lw=1, ls=(0, (1, 2)))
    axis.plot(inside, np.full(200, 2), color=GREY, lw=1, ls=(0, (1, 2)))
    axis.text(0.42, -0.63, r"$e=-\mu$", color=GREY, rotation=-11.5, size=11)
    axis.text(0.42, 1.83, "$e=2$", color=GREY, size=11)

    pair = np.linspace(1, 2, 400)
    root = np.sqrt(np.maximum(pair**2 + 2*pair - 3, 0))
    stable = pair <= np.sqrt(5) - 1
    for sign in (1, -1):
        e = (1 - pair + sign*root)/2
        axis.plot(pair[stable], e[stable], color=ORANGE, lw=1.6, zorder=3)
        axis.plot(pair[~stable], e[~stable], color=ORANGE, lw=1.1, ls=(0, (4, 3)), zorder=3)
    for value, name in THRESHOLDS:
        axis.axvline(value, color=RED, lw=0.9, ls="--", zorder=1)
        axis.text(value, 2.17, name, color=RED, ha="center", va="bottom", size=11.5)
    for (value, name), side in zip(zip(landmarks, LATER), ("right", "center", "center", "center")):
        axis.plot([value, value], [1.2, 1.5], color=INK, lw=0.8, zorder=1)
        axis.text(value, 1.54, name, color=INK, ha=side, va="bottom", size=9.5, linespacing=0.95)
    for x, name in ((0.40, "monotone"), (0.913, "catapult"), (1.12, "two-cycle"), (2.1, "divergence")):
        axis.text(x, -2.05, name, ha="center", va="bottom", size=10.5, color=GREY, style="italic")
    axis.set_ylim(low, high)
    axis.set_ylabel("error $e_k$ in the tail")


def _exponents(axis, found):
    for exponent, colour, name in ((found.longitudinal, BLUE, r"along: mean of $\log|F_\mu'(e)|$"),
                                   (found.transverse, GREEN, r"across: mean of $\log|1+e|$")):
        axis.plot(found.mu, exponent, color=colour, lw=1, label=name)
    axis.axhline(0, color=GREY, lw=0.7)
    for value, _ in THRESHOLDS:
        axis.axvline(value, color=RED, lw=0.9, ls="--", zorder=1)
    axis.axhline(np.log(3), xmin=0.8, color=GREY, lw=0.8, ls=(0, (1, 2)))
    axis.text(2.19, np.log(3), r"$\log 3$", ha="right", va="bottom", size=10.5, color=GREY)
    axis.set_ylim(-2.6, 1.45)
    axis.set_xlim(0, 2.2)
    axis.set_xlabel(r"effective step $\mu$")
    axis.set_ylabel("exponent per step")
    axis.legend(loc="lower right", bbox_to_anchor=(0.83, 0.0))
