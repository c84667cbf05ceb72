"""The lazy transformer's kernel: definite or singular, its drift against width, its least eigenvalue against depth."""
from dataclasses import dataclass

import matplotlib
import numpy as np

from numerics.experiments import lazy_training
from reports.figures.style import BLUE, GREEN, GREY, ORANGE, RED, SETTINGS, Caption, canvas

TINY = 1e-17


@dataclass(frozen=True)
class Data:
    eigenvalues: lazy_training.LeastEigenvalues
    drift: lazy_training.Drift
    decays: lazy_training.Decays


def compute():
    return Data(lazy_training.positive_definiteness(), lazy_training.drift(), lazy_training.decays(seeds=1))


def caption(data):
    ratio = data.decays.measured/data.decays.predicted
    return Caption(
        title="The lazy transformer at small sizes",
        finding="A shared prefix makes the kernel singular; width freezes it; depth speeds training up only at a fixed "
                "residual scale.",
        shows=r"Left: least eigenvalue of the first layer's kernel at the start, one dot a seed. Middle: root mean "
              r"square drift of a hidden unit, share of active units that flip, and relative change of the tangent "
              r"kernel after the same flow time; dots: the powers. Right: rate at which the loss decays in the slowest "
              r"direction against the number of layers: measured in training (marks), and $4\lambda_{\min}/n$ of the "
              r"kernel at the start (lines), with $\omega=1/N$ as Definition 5.2 asks and with $\omega=1/4$.",
        parameters=rf"Seeds from 0 up; unit tokens, $d=8$ or 6, 3 or 4 tokens a sequence. Slopes in $\log m$: units "
                   rf"{data.drift.unit_slope:.2f}, flips {data.drift.flip_slope:.2f}, kernel "
                   rf"{data.drift.kernel_slope:.2f}. Measured over predicted rate: {ratio.min():.3f} to "
                   rf"{ratio.max():.3f}.",
        constants={"Exact": r"equal prefixes have equal features, so $\lambda=0$ (SCAL-40); $\omega\lambda N$ has no "
                            r"$N$ for $\omega\propto1/N$; layers as written, of kernel $\propto\omega^2$, even slow "
                            r"down (SCAL-24)"})


def draw(data):
    figure = canvas(caption(data), 12, 4.0)
    with matplotlib.rc_context(SETTINGS):
        start, width, depth = figure.subplots(1, 3)
        _start(start, data.eigenvalues)
        _width(width, data.drift)
        _depth(depth, data.decays)
    return figure


def _start(axis, found):
    rows = (("distinct", found.distinct, BLUE), ("no mask", found.unmasked, GREEN), ("shared token", found.shared, RED))
    for i, (_, values, colour) in enumerate(rows):
        axis.semilogy(i + np.linspace(-0.15, 0.15, len(values)), np.maximum(abs(values), TINY), "o", color=colour, ms=5)
    axis.axhspan(TINY/3, 1e-14, color="#f0f3f6", zorder=0, lw=0)
    axis.text(0.05, 0.03, "rounding", size=10, color=GREY, transform=axis.transAxes)
    axis.set_xticks(range(3), [name for name, _, _ in rows])
    axis.set_xlim(-0.5, 2.5)
    axis.set_ylim(TINY/3, 1)
    axis.set_ylabel(r"$\lambda_{\min}(H')/\omega^2$")
    axis.set_title("at the start")


def _width(axis, found):
    rows = ((found.unit, BLUE, "o-", r"hidden unit, $m^{-1/2}$", -1/2),
            (found.flips, GREEN, "s-", r"flips, $m^{-1/2}$", -1/2),
            (found.kernel, ORANGE, "^-", r"kernel, $m^{-3/4}$", -3/4))
    for values, colour, mark, name, power in rows:
        axis.loglog(found.widths, values, mark, color=colour, ms=5, label=name)
        guide = values[0]*(found.widths/found.widths[0])**power
        axis.loglog(found.widths, guide, color=GREY, ls=":", lw=1)
    axis.set_ylim(1.5e-3, 1)
    axis.set_xticks(found.widths, [str(m) for m in found.widths])
    axis.minorticks_off()
    axis.set_xlabel("width $m$")
    axis.set_ylabel("drift")
    axis.set_title("after training")
    axis.legend(loc="lower left", handlelength=1.4)


def _depth(axis, found):
    for row, colour, mark, name in ((0, RED, "o", r"$\omega=1/N$"), (1, GREEN, "s", r"$\omega=1/4$")):
        axis.loglog(found.depths, found.predicted[row].mean(1), color=colour, label=name)
        axis.loglog(found.depths, found.measured[row].mean(1), mark, color=colour, ms=6)
    axis.set_xticks(found.depths, [str(n) for n in found.depths])
    axis.minorticks_off()
    axis.set_xlabel("layers $N$")
    axis.set_ylabel("decay of the loss per flow time")
    axis.set_title("slowest direction")
    axis.legend(loc="lower center", handlelength=1.4)
