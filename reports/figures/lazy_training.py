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
    depth: lazy_training.RateInDepth


def compute():
    return Data(lazy_training.positive_definiteness(), lazy_training.drift(), lazy_training.rate_in_depth())


def caption(data):
    return Caption(
        title="The lazy transformer at small sizes",
        finding="A shared prefix makes the kernel singular; width freezes it; depth speeds training up only at a fixed "
                "residual scale.",
        shows=r"Left: least eigenvalue of the first layer's kernel at the start, one dot a seed. Middle: root mean "
              r"square "
              r"drift of a hidden unit and relative change of the tangent kernel after the same flow time. Right: "
              r"least "
              r"eigenvalue of the tangent kernel against the number of layers, with $\omega=1/N$ as Definition 5.2 "
              r"asks and "
              r"with $\omega=1/4$.",
        parameters=rf"Seeds from 0 up; unit tokens, $d=8$ or 6, 4 tokens a sequence. Slopes: units "
                   rf"{data.drift.unit_slope:.2f}, kernel {data.drift.kernel_slope:.2f}; depth "
                   rf"{data.depth.scaled_slope:.2f} "
                   rf"at $\omega=1/N$ and {data.depth.fixed_slope:.2f} at fixed $\omega$.",
        constants={"Exact": r"equal prefixes have equal features, so $\lambda=0$ (SCAL-40); $\omega\lambda N$ has no "
                            r"$N$ for "
                            r"$\omega\propto1/N$ (SCAL-24)"})


def draw(data):
    figure = canvas(caption(data), 12, 4.0)
    with matplotlib.rc_context(SETTINGS):
        start, width, depth = figure.subplots(1, 3)
        _start(start, data.eigenvalues)
        _width(width, data.drift)
        _depth(depth, data.depth)
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
    for values, colour, name, power in ((found.unit, BLUE, "hidden "
                                                           "unit", -0.5), (found.kernel, ORANGE, "kernel", -0.75)):
        axis.loglog(found.widths, values, "o-", color=colour, ms=5, label=name)
        guide = values[0]*(found.widths/found.widths[0])**power
        axis.loglog(found.widths, guide, color=GREY, ls=":", lw=1, label=rf"$m^{{{power}}}$")
    axis.set_ylim(3e-3, 1)
    axis.set_xticks(found.widths, [str(m) for m in found.widths])
    axis.minorticks_off()
    axis.set_xlabel("width $m$")
    axis.set_ylabel("drift")
    axis.set_title("after training")
    axis.legend(loc="lower left", handlelength=1.4)


def _depth(axis, found):
    axis.loglog(found.depths, found.scaled, "o-", color=RED, ms=5, label=r"$\omega=1/N$")
    axis.loglog(found.depths, found.fixed, "s-", color=GREEN, ms=5, label=r"$\omega=1/4$")
    axis.set_xticks(found.depths, [str(n) for n in found.depths])
    axis.minorticks_off()
    axis.set_xlabel("layers $N$")
    axis.set_ylabel(r"$\lambda_{\min}$ of the tangent kernel")
    axis.set_title("rate against depth")
    axis.legend(loc="lower center", handlelength=1.4)
