"""The stability map of the zero-error curve in (mu, w)."""
import matplotlib
from matplotlib.colors import LinearSegmentedColormap
import numpy as np

from numerics.experiments import stability
from reports.figures.style import BLUE, GREY, INK, RED, SETTINGS, Caption, canvas, label

REACH_MU, REACH_W = 2.0, 2.4
MAP = LinearSegmentedColormap.from_list("multiplier", [
    (0, "#7a2d00"), (0.25, "#e58b57"), (0.4999, "#fbe6d8"), (0.5, "#dcebf5"), (0.75, "#6ab0dc"), (1, "#003f6b")])


def compute():
    return stability.ends()


def caption(ends):
    return Caption(
        title="Where the zero-error curve attracts",
        finding="Imbalance shrinks the stable range of the step; with negative steps, as batches have, the curve "
                "attracts down to −1, not below.",
        shows=r"The normal multiplier $1-2\mu-w^2$ at the point of $ab=\mu$ with imbalance $w=a-b$. Blue: "
              r"attracting, $|1-2\mu-w^2|<1$; "
              r"red: repelling. On the dashed line it is 0 and the error dies at second order; right of it the error "
              r"alternates in sign. Hatched: no such point. "
              r"Beyond the thin curve the points of $ab=\mu$ lie outside the Chebyshev ellipse. Dots: where random "
              r"orbits from inside the ellipse end.",
        parameters=rf"Seed {ends.seed}; {len(ends.mu)} orbits of 4000 steps, $\mu$ uniform in $(-0.98,0.98)$, starts "
                   rf"uniform in the ellipse; the largest "
                   rf"|multiplier| among their ends is {ends.largest_multiplier:.4f}.",
        constants={"Boundary": r"$2\mu+w^2=2$ for $\mu>0$, exact (LST-P3.1b)",
                   r"For $\mu<0$": r"$-4\mu\leq w^2<2-2\mu$, nonempty exactly for $-1<\mu$"})


def draw(ends):
    figure = canvas(caption(ends), 10, 5.4)
    with matplotlib.rc_context(SETTINGS):
        axis = figure.subplots()
        mu, w = np.meshgrid(np.linspace(-REACH_MU, REACH_MU, 1201), np.linspace(-REACH_W, REACH_W, 801))
        values = np.abs(stability.multiplier(mu, w))
        shade = np.where(values < 1, 0.5 + 0.5*(1 - values), 0.5 - 0.5*np.minimum((values - 1)/4, 1) - 1e-4)
        axis.imshow(shade, origin="lower", extent=(-REACH_MU, REACH_MU, -REACH_W, REACH_W), aspect="auto", cmap=MAP,
                    vmin=0, vmax=1, interpolation="bilinear", zorder=0)
        _curves(axis)
        axis.plot(ends.mu, ends.w, ".", color=INK, ms=2.2, mew=0, alpha=0.55, zorder=4)
        axis.set_xlim(-REACH_MU, REACH_MU)
        axis.set_ylim(-REACH_W, REACH_W)
        axis.set_xlabel(r"effective step $\mu$")
        axis.set_ylabel(r"imbalance $w=a-b$")
        label(axis, 0.562, 0.50, "attracting", size=13, color=BLUE, ha="center", va="center")
        label(axis, 0.86, 0.50, "repelling", size=13, color=RED, ha="center", va="center")
        label(axis, 0.13, 0.50, r"no point of $ab=\mu$", size=12, color=GREY, ha="center", va="center")
        bar = figure.colorbar(axis.images[0], ax=axis, pad=0.02, aspect=30, ticks=(0, 0.25, 0.5, 0.75, 1))
        bar.ax.set_yticklabels(["5", "3", "1", "0.5", "0"])
        bar.set_label(r"$|1-2\mu-w^2|$")
        bar.outline.set_visible(False)
    return figure


def _curves(axis):
    mu = np.linspace(-REACH_MU, REACH_MU, 1601)
    edge = np.sqrt(np.where(mu < 0, -4*mu, 0))
    axis.fill_between(mu, -edge, edge, where=mu <= 0, facecolor="white", edgecolor="#c5ccd4", hatch="////", lw=0,
                      zorder=1)
    with np.errstate(invalid="ignore"):
        for sign in (1, -1):
            for square, style in ((2 - 2*mu, {"color": INK, "lw": 2}),
                                  (1 - 2*mu, {"color": "white", "lw": 1.3, "ls": "--"}),
                                  (2*(2 - mu), {"color": GREY, "lw": 1})):
                curve = np.sqrt(square)
                axis.plot(mu, sign*np.where(curve >= edge, curve, np.nan), zorder=3, **style)
            axis.plot(mu[mu <= 0], sign*edge[mu <= 0], color=GREY, lw=1, zorder=3)
