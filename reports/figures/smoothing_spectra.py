"""Singular values of the attention layer's key matrix over training, in one run under three protections."""
import matplotlib
import numpy as np

from numerics.experiments import attention_failure as toy
from reports.figures.smoothing_outcomes import LABELS, SETUP, SHOWN
from reports.figures.smoothing_training import LEARNING_RATE, compute   # the same runs
from reports.figures.style import INK, SETTINGS, Caption, canvas

__all__ = ["caption", "compute", "draw"]


def failing_seed(data):
    wanted = data["nothing"].failed & ~data["clipping at 1"].failed & ~data["logarithmic"].failed
    return int(np.flatnonzero(wanted)[0])


def caption(data):
    seed = failing_seed(data)
    tops = {name: data[name].spectra[seed, :, 0] for name in SHOWN}
    return Caption(
        title="Singular values of the key matrix over training, in one run",
        finding="At the failure the top singular values break away from the others; clipping prevents it, smoothing "
                "brings them back.",
        shows=r"All 16 singular values of $W_K$, the largest in colour, on one logarithmic scale.",
        parameters=SETUP + rf" Learning rate {LEARNING_RATE:g}, seed {toy.HELD_OUT[seed]}, the first that fails "
                           "unprotected and ends well with both protections.",
        constants={r"Largest $\sigma_1(W_K)$": ", ".join(f"{LABELS[n]}: {top.max():.1f}" for n, top in tops.items())
                   + " (SING-35: a guarded smoothing never raises it)"})


def draw(data):
    figure = canvas(caption(data), 12, 4.2)
    seed = failing_seed(data)
    with matplotlib.rc_context(SETTINGS):
        axes = figure.subplots(1, 3, sharey=True)
        for axis, (name, colour) in zip(axes, SHOWN.items()):
            values = np.maximum(data[name].spectra[seed], 1e-3)
            steps = toy.EVERY*np.arange(len(values))
            axis.plot(steps, values[:, 1:], color=INK, alpha=0.35, lw=0.9)
            axis.plot(steps, values[:, 0], color=colour, lw=2.2)
            axis.set_yscale("log")
            axis.set_title(LABELS[name])
            axis.set_xlabel("step")
            axis.set_xlim(0, toy.STEPS)
            axis.set_ylim(1e-2, None)
        axes[0].set_ylabel(r"$\sigma_i(W_K)$")
    return figure
