"""Figure I.1: the one-prompt reduction, with and without projection onto the sector."""
import matplotlib
from matplotlib.lines import Line2D
import numpy as np

from numerics.experiments import reduction
from reports.figures.style import BLUE, GREEN, GREY, INK, ORANGE, RED, SETTINGS, Caption, canvas, power

MUS = (0.5, 0.9, 1.3)
SEED = 3

def compute():
    """The runs drawn, and the statistics over 50 prompts quoted in the caption."""
    return ([reduction.reduction(mu, SEED) for mu in MUS], [reduction.discrepancies(mu) for mu in MUS])


def caption(data):
    counts = ", ".join(f"{d.diverged}" for d in data[1])
    worst = max(max(d.projected_worst, d.frozen_worst) for d in data[1])
    return Caption(
        title="One-prompt training and the product map",
        finding="With the projection the two agree by construction; without it, training leaves the sector at first "
                "order in the step.",
        shows=r"Each row is one effective step $\mu$. Left: orbits in the plane of the normalised factors, from the "
              r"square, with the "
              r"zero-error hyperbola (dotted). Middle: the normalised prediction error. Right: the distance from the "
              r"orbit of the "
              r"product map. The projection is Appendix I.1's; the frozen column keeps the first $d$ entries of "
              r"$u_{d+1}$ at 0 and projects nothing else.",
        parameters=rf"Seed {SEED}; one prompt, $d=3$, $N=20$; $A_0=1.15\sqrt{{\mu}}$, $B_0=0.85\sqrt{{\mu}}$ "
                   rf"(product $0.9775\,\mu$; the paper "
                   r"leaves the split open); 300 steps at $\eta=\mu/(2|y_q|\sqrt{\kappa})$. "
                   rf"Over {data[1][0].prompts} prompts the projected and the frozen orbits stay within "
                   rf"{power(worst)} of the product map, and unprojected training "
                   rf"diverges for {counts} of them at the three steps.",
        constants={"Exact": r"the part outside the sector after one step is $-2\eta E\,P_\perp GS$ with "
                            r"$S=(u_1,\ldots,u_d)\,x_q$ (LST-P2.1b)"})


def draw(data):
    runs, _ = data
    figure = canvas(caption(data), 11, 8.6)
    with matplotlib.rc_context(SETTINGS):
        axes = figure.subplots(len(runs), 3, gridspec_kw={"width_ratios": (0.85, 1, 1)})
        for (plane, error, distance), run in zip(axes, runs):
            _plane(plane, run)
            _errors(error, run)
            _distances(distance, run)
        axes[0, 1].set_title(r"error $|AB-\mu|$")
        axes[0, 2].set_title(r"distance from the reduced orbit")
        for axis in axes[-1, 1:]:
            axis.set_xlabel("step $k$")
        axes[-1, 0].set_xlabel("$A$")
        axes[0, 1].legend(handles=[Line2D([], [], color=BLUE, lw=2.6, alpha=0.6, label="product map"),
                                   Line2D([], [], color=RED, lw=1, ls="--", label="projected"),
                                   Line2D([], [], color=GREEN, label="frozen column"),
                                   Line2D([], [], color=ORANGE, label="no projection")],
                          loc="center right", bbox_to_anchor=(1, 0.42), handlelength=1.8)
    return figure


ORBITS = (("unconstrained", ORANGE), ("projected", RED), ("frozen", GREEN))


def _plane(axis, run):
    A, B = run.reduced
    free = run.unconstrained[..., 0]
    seen = np.concatenate([run.reduced, free], axis=1)
    low, high = np.nanmin(seen, axis=1), np.nanmax(seen, axis=1)
    pad = 0.12*(high - low)
    grid = np.linspace(max(low[0] - pad[0], 0.05), high[0] + pad[0], 300)
    axis.plot(grid, run.mu/grid, color=GREY, lw=0.8, ls=(0, (1, 2)), zorder=0)
    axis.plot(*free, color=ORANGE, lw=0.7, marker="o", ms=2.6, mew=0, alpha=0.8)
    axis.plot(A, B, color=BLUE, lw=0.8, marker="o", ms=5, mew=0, alpha=0.55)
    axis.plot(*run.projected[..., 0], color=RED, lw=0.9, ls="--", marker=".", ms=2.5)
    axis.plot(A[0], B[0], marker="s", color=INK, ms=5, zorder=5)
    axis.set_xlim(low[0] - pad[0], high[0] + pad[0])
    axis.set_ylim(low[1] - pad[1], high[1] + pad[1])
    axis.set_ylabel("$B$")
    axis.set_title(rf"$\mu={run.mu}$", size=15)


def _errors(axis, run):
    def errors(orbit):
        return np.abs(orbit[0]*orbit[1] - run.mu)

    axis.semilogy(errors(run.unconstrained[..., 0]), color=ORANGE, lw=1)
    axis.semilogy(errors(run.reduced), color=BLUE, lw=2.6, alpha=0.6)
    axis.semilogy(errors(run.projected[..., 0]), color=RED, lw=0.9, ls="--")
    axis.set_ylim(1e-17, 10)


def _distances(axis, run):
    for name, colour in ORBITS:
        axis.semilogy(np.maximum(run.discrepancy(name)[:, 0], 1e-17), color=colour, lw=1.2)
    axis.set_ylim(5e-18, 10)
    axis.axhspan(5e-18, 2e-13, color="#f0f3f6", zorder=0, lw=0)
    axis.text(297, 3e-13, "rounding", ha="right", va="bottom", size=10, color=GREY)
