"""Figure I.5: the transverse Lyapunov exponent against the batch size."""
import matplotlib
import numpy as np

from numerics.experiments import populations, transverse_exponent
from numerics.experiments.transverse_exponent import MU, SIZES
from reports.figures.style import BLUE, GREY, INK, RED, SETTINGS, Caption, canvas

SCALE, TRUNCATION = 0.1, 1.0
COLOURS = matplotlib.colormaps["viridis"]


def compute():
    """A population with far negative examples, a symmetric one, and the full-batch exponent, exact at mu = 9/16."""
    return (transverse_exponent.by_batch_size(populations.outliers()),
            transverse_exponent.by_batch_size(populations.cauchy(scale=SCALE, truncation=TRUNCATION)),
            transverse_exponent.full_batch_exponent())


def caption(data):
    outlying, symmetric, (multiplier, _) = data
    return Caption(
        title="Transverse exponent of the balanced line against batch size",
        finding="The full batch is neutral, not contracting; moderate noise contracts; here only far negative examples "
                "make the line repelling.",
        shows=r"Left and middle: $\log|\delta w_k/\delta w_0|$, median and 10–90 % of the bounded runs, for a "
              r"population with four far negative examples and "
              r"for a symmetric truncated Cauchy one. Right: the fitted exponents with 10–90 % bars, and the "
              r"small-noise law (dashed). The cross is the paper's full-batch value "
              r"$\log|1-\mu|$, which belongs to the origin.",
        parameters=rf"$\mu={MU}$, $n=64$, 1500 steps, 150 runs per batch size, seed 1; slopes fitted after step 300. "
                   rf"Negative examples: 4 of 64 at $-1.8$ from the "
                   rf"others. Cauchy: scale {SCALE}, truncation {TRUNCATION}, seed 7; {symmetric[1].finite} of 150 "
                   rf"runs stay bounded at $m=1$.",
        constants={"Exact": rf"the full-batch multiplier is {multiplier}, the exponent 0 (LST-I5a)",
                   "Small noise": r"$\Lambda=-\mathrm{Var}(\nu)/(1-\mu)$ (LST-N.rand)",
                   "Single examples": f"{outlying[1].median:+.4f} and {symmetric[1].median:+.4f}"})


def draw(data):
    outlying, symmetric, _ = data
    figure = canvas(caption(data), 13, 4.6)
    with matplotlib.rc_context(SETTINGS):
        left, middle, right = figure.subplots(1, 3, gridspec_kw={"width_ratios": (1, 1, 1.1)})
        _curves(left, outlying, "far negative examples")
        _curves(middle, symmetric, "symmetric truncated Cauchy")
        _exponents(right, outlying, symmetric)
    return figure


def _curves(axis, found, title):
    for i, (size, result) in enumerate(found.items()):
        colour = COLOURS(0.88*i/(len(found) - 1))
        low, median, high = np.quantile(result.curves, (0.1, 0.5, 0.9), axis=1)
        axis.fill_between(np.arange(len(median)), low, high, color=colour, alpha=0.18, lw=0)
        axis.plot(median, color=colour, label=rf"$m={size}$" if size < 64 else "full batch")
    axis.axhline(0, color=GREY, lw=0.6)
    axis.set_title(title)
    axis.set_xlabel("step $k$")
    axis.set_xlim(0, 1500)
    axis.set_ylim(-470, 110)
    axis.set_ylabel(r"$\log|\delta w_k/\delta w_0|$")
    if found[1].median > 0:
        axis.legend(loc="lower left", ncols=1, handlelength=1.2, labelspacing=0.25)


def _exponents(axis, outlying, symmetric):
    for found, colour, marker, name in ((outlying, RED, "o", "far negative examples"),
                                        (symmetric, BLUE, "s", "symmetric Cauchy")):
        low, median, high = np.array([np.quantile(found[size].slopes, (0.1, 0.5, 0.9)) for size in SIZES]).T
        axis.errorbar(SIZES, median, (median - low, high - median), color=colour, marker=marker, ms=6, lw=1.1,
                      capsize=2.5, label=name, zorder=3)
        axis.plot(SIZES, [found[size].law for size in SIZES], color=colour, lw=1.1, ls="--", zorder=2)
    axis.axhline(0, color=GREY, lw=0.6)
    axis.plot(SIZES[-1], np.log(1 - MU), "x", color=INK, ms=9, mew=2)
    axis.annotate(r"paper: $\log|1-\mu|$", (SIZES[-1], np.log(1 - MU)), xytext=(-10, 0), textcoords="offset points",
                  ha="right", va="center")
    axis.annotate("exactly 0", (SIZES[-1], 0), xytext=(0, 8), textcoords="offset points", ha="center")
    axis.set_xscale("log", base=2)
    axis.set_xticks(SIZES, [str(size) for size in SIZES])
    axis.set_xlabel("batch size $m$")
    axis.set_title(r"exponent $\hat\Lambda(m)$ per step")
    axis.set_ylim(-1, 0.15)
    axis.legend(loc="lower left", bbox_to_anchor=(0.02, 0.14))
