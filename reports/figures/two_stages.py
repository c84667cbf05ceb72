"""The two-stage bound with its elbow, and a noisy kernel regression that shows both stages and their breakdown."""
from dataclasses import dataclass

import matplotlib
import numpy as np

from numerics import scaling_law
from numerics.experiments import two_stages
from reports.figures.style import BLUE, GREEN, GREY, INK, ORANGE, RED, SETTINGS, SKY, Caption, canvas

SIZES = (1e2, 1e3, 1e4)
COMPUTE = np.logspace(12, 32, 400)
COLOURS = (SKY, BLUE, INK)


@dataclass(frozen=True)
class Data:
    runs: tuple
    floors: two_stages.Floors


def compute():
    times = np.concatenate([[0], np.logspace(-1, 2.2, 200)])
    return Data(tuple(two_stages.regression(N, 0.1, times) for N in (100, 1000, 10_000)), two_stages.floors())


def caption(data):
    return Caption(
        title="Two stages and their elbow",
        finding="The bound falls exponentially in compute, then stops at a floor set by the data; its envelope is not "
                "quite a power.",
        shows=r"Left: $\exp(-\xi^2C/N^7)+\xi^2/N$ at $\xi=1$ for three amounts of data, the elbow (dots), the "
              r"boundary rate "
              r"with its Lambert factor (red) and the bare $C^{-1/7}$ (dotted). Middle: excess risk of kernel "
              r"gradient flow "
              r"on noisy labels against time; dashes: $9\xi^2/N$. Right: the floor against $N$, with constant noise "
              r"and with "
              r"$\xi\propto\sqrt{N}$.",
        parameters=rf"Seeds 0-19 (middle, $\xi=0.1$), 0-39 and 40-79 (right); kernel $(1+\langle x,y\rangle)^2$ on the "
                   rf"sphere of $\mathbf{{R}}^3$, rank {two_stages.RANK}. Slopes of the floor in $\log N$: "
                   rf"{data.floors.constant_slope:.2f} and {data.floors.growing_slope:.2f}.",
        constants={"Exact": r"elbow $N^7\log(N/\xi^2)=\xi^2C$ (SCAL-12), breakdown at $\xi\propto N^{1/2}$ (SCAL-17)",
                   "Certified": r"the factor grows by 5.1 % from $10^{18}$ to $10^{25}$ at $\xi=1$ (SCAL-13)"})


def draw(data):
    figure = canvas(caption(data), 12, 4.2)
    with matplotlib.rc_context(SETTINGS):
        bound, flow, floor = figure.subplots(1, 3)
        _bound(bound)
        _flow(flow, data.runs)
        _floor(floor, data.floors)
    return figure


def _bound(axis):
    for N, colour in zip(SIZES, COLOURS):
        axis.loglog(COMPUTE, scaling_law.two_stage_bound(COMPUTE, N, 1), color=colour,
                    label=rf"$N=10^{{{np.log10(N):.0f}}}$")
        elbow = scaling_law.phase_boundary(N, 1)
        axis.plot(elbow, scaling_law.two_stage_bound(elbow, N, 1), "o", color=colour, ms=6, zorder=5)
    axis.loglog(COMPUTE, scaling_law.stage_two(COMPUTE, 1), color=RED, lw=1.8, label=r"$\xi^2/N_W$")
    axis.loglog(COMPUTE, scaling_law.bare_rate(COMPUTE, 1), color=GREY, ls=":", label=r"$C^{-1/7}$")
    axis.set_ylim(2e-5, 3)
    axis.set_xlabel("compute $C$ (flops)")
    axis.set_ylabel("bound on the risk")
    axis.set_title(r"the bound, $\xi=1$")
    axis.legend(loc="lower left", handlelength=1.4)


def _flow(axis, runs):
    for run, colour in zip(runs, COLOURS):
        axis.semilogy(run.times, run.risks.mean(1), color=colour, label=rf"$N={run.N:,}$".replace(",", r"\,"))
        axis.axhline(two_stages.RANK*run.xi**2/run.N, color=colour, lw=0.9, ls="--")
    axis.set_xlim(0, 40)
    axis.set_xlabel("flow time")
    axis.set_ylabel("excess risk")
    axis.set_title("noisy kernel regression")
    axis.legend(loc="upper right", handlelength=1.4)


def _floor(axis, floors):
    axis.loglog(floors.sizes, floors.constant, "o-", color=GREEN, ms=5, label=r"constant $\xi$")
    axis.loglog(floors.sizes, floors.growing, "s-", color=ORANGE, ms=5, label=r"$\xi\propto\sqrt{N}$")
    axis.loglog(floors.sizes, floors.constant[0]*floors.sizes[0]/floors.sizes, color=GREY, ls=":", label="$1/N$")
    axis.set_ylim(2e-4, 3e-2)
    axis.set_xlabel("examples $N$")
    axis.set_ylabel("risk at late times")
    axis.set_title("the floor and its breakdown")
    axis.legend(loc="lower left", handlelength=1.4)
