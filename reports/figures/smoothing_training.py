"""Loss, gradient norm, stable rank and alignment of the attention layer over training."""
import matplotlib
import numpy as np

from numerics.experiments import attention_failure as toy
from reports.figures.smoothing_outcomes import LABELS, SETUP, SHOWN
from reports.figures.style import GREY, SETTINGS, Caption, canvas

LEARNING_RATE = 1.0
PANELS = (("loss of the batch", lambda r: r.losses, "log"),
          ("gradient norm", lambda r: r.gradient_norms, "log"),
          (r"stable rank of $W_K$", lambda r: r.stable_ranks[..., 1], "linear"),
          (r"alignment $\varphi=|u_1(W_K)\cdot\beta_1|$", lambda r: r.alignment, "linear"))
CALM = "nothing, learning rate 0.1"
CURVES = SHOWN | {CALM: GREY}


def compute():
    """`toy.Runs` at learning rate 1 by protection, and unprotected at a tenth of it."""
    return {name: toy.train(toy.PROTECTIONS[name], toy.HELD_OUT, LEARNING_RATE) for name in SHOWN} | {
        CALM: toy.train(toy.NOTHING, toy.HELD_OUT, LEARNING_RATE/10)}


def lowest(runs):
    """The median over the runs of the lowest stable rank of W_K in the first half of training."""
    return float(np.median(runs.stable_ranks[:, :toy.STEPS//toy.EVERY//2, 1].min(axis=1)))


def caption(data):
    nothing, calm = data["nothing"], data[CALM]
    start = float(np.median(nothing.stable_ranks[:, 0, 1]))
    ends = nothing.stable_ranks[nothing.failed, -1, 1]
    good = nothing.stable_ranks[~nothing.failed, -1, 1]
    return Caption(
        title="Loss, gradient, stable rank and alignment over training",
        finding="At the rate at which runs fail, stable rank collapses and alignment rises at first; smoothing and "
                "clipping undo it.",
        shows=r"Median and 10–90 % of all runs, for nothing (red), clipping (blue) and guarded logarithmic smoothing "
              r"(green), and for nothing at a tenth of the learning rate (grey). $\beta_1$ is the mean direction of the "
              r"tokens, $u_1$ the top singular vector of $W_K$ on the side of the input.",
        parameters=SETUP + rf" Learning rate {LEARNING_RATE:g}.",
        constants={r"Median stable rank of $W_K$":
                   f"{start:.2f} at first; lowest in the first half {lowest(nothing):.2f} at rate {LEARNING_RATE:g}, "
                   f"{lowest(calm):.2f} at {LEARNING_RATE/10:g}; at the end {np.median(ends):.2f} in the {len(ends)} "
                   f"failed runs, {np.median(good):.2f} in the {len(good)} others (toy; compare SING-11, SING-16)"})


def draw(data):
    figure = canvas(caption(data), 11, 6.2)
    with matplotlib.rc_context(SETTINGS):
        axes = figure.subplots(2, 2, sharex=True)
        for axis, (title, part, scale) in zip(axes.flat, PANELS):
            for name, colour in CURVES.items():
                values = part(data[name])
                steps = toy.EVERY*np.arange(values.shape[1])
                low, median, high = np.quantile(values, (0.1, 0.5, 0.9), axis=0)
                if scale == "log":
                    low, median, high = (np.maximum(x, 1e-9) for x in (low, median, high))
                axis.fill_between(steps, low, high, color=colour, alpha=0.15, lw=0)
                axis.plot(steps, median, color=colour, label=LABELS.get(name, name), lw=1.6)
            axis.set_yscale(scale)
            axis.set_title(title)
            axis.set_xlim(0, toy.STEPS)
        axes[0, 0].legend(loc="lower left")
        for axis in axes[1]:
            axis.set_xlabel("step")
        axes[1, 1].set_ylim(0, 1)
        axes[1, 0].set_ylim(1, None)
    return figure
