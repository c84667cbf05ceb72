"""Figure I.3: orbits inside and outside the Chebyshev ellipse."""
import matplotlib
import numpy as np

from numerics import maps
from numerics.experiments import portraits
from reports.figures.style import BLUE, GREEN, GREY, INK, ORANGE, RED, SETTINGS, SKY, Caption, canvas, power

MUS = (0.7, 1.3)
REACH = 3.4


def compute():
    """Both portraits, the attracting cycle, the approach at mu = 0.7 and a late stretch of an interior orbit."""
    pair = [portraits.portrait(mu) for mu in MUS]
    late = portraits.orbits(pair[1].orbits[0, :, 0], MUS[1], 1000 + 48)[1000:]
    errors = maps.error(late[:, 0], late[:, 1], MUS[1])
    return pair, portraits.attracting_cycle(MUS[1]), portraits.approach(MUS[0]), errors


def caption(data):
    _, cycle, approach, _ = data
    agreement = np.abs(approach.ratio - approach.predicted).max()
    return Caption(
        title="Phase portraits and the Chebyshev separatrix",
        finding=rf"At $\mu=1.3$ the interior orbits settle onto a cycle of period {cycle.period}, not onto the first "
                rf"two-cycle; no orbit spirals.",
        shows=r"Orbits of the product map from the marked points, every iterate a dot, with arrows in the direction "
              r"of iteration. The ellipse separates "
              r"the orbits that stay from those that escape. Crosses at $\mu=1.3$: the two-cycle of Proposition 3.6, "
              r"repelling beyond $\sqrt{5}-1=1.236\ldots$; "
              r"rings: the attracting cycle. Right: the error along the first interior orbit at $\mu=1.3$ after 1000 "
              r"steps, with the values of the two-cycle.",
        parameters="Four starts per panel, chosen here (the paper's were picked by hand): two inside, at 0.80 and "
                   "0.86 of the way to the ellipse, "
                   "two outside, at 1.15 and 1.20. 200 steps; escaping orbits are drawn until they leave the frame.",
        constants={"Ellipse": r"$(a+b)^2/(2+\mu)+(a-b)^2/(2-\mu)=4$, exact (LST-T4.3a)",
                   f"Cycle at {cycle.mu}":
                       f"multipliers {cycle.longitudinal:.4f} along and {power(cycle.transverse)} across the line",
                   "At 0.7":
                       rf"real multipliers $1$ and $1-2\mu-w^2$; measured error ratios agree to {power(agreement)}"})


def draw(data):
    figure = canvas(caption(data), 13, 5.2)
    with matplotlib.rc_context(SETTINGS):
        axes = figure.subplots(1, 3, gridspec_kw={"width_ratios": (1, 1, 0.62)})
        for axis, portrait in zip(axes, data[0]):
            _portrait(axis, portrait)
        _cycles(axes[1], data[1])
        _late(axes[2], data[3], data[1])
    return figure


def _portrait(axis, portrait):
    mu = portrait.mu
    angle = np.linspace(0, 2*np.pi, 600)
    a, b = portraits.from_ellipse(1, angle, mu)
    axis.fill(a, b, color="#f3f6f9", lw=0, zorder=0)
    axis.plot(a, b, color=INK, lw=1.8, zorder=2)
    branch = np.geomspace(mu/REACH/1.2, REACH*1.2, 400)
    for sign in (1, -1):
        axis.plot(sign*branch, sign*mu/branch, color=GREEN, lw=1.5, zorder=1)
    axis.plot([-REACH, REACH], [-REACH, REACH], color=GREY, lw=0.7, ls=(0, (1, 2)), zorder=0)

    for orbit, colour in zip(np.moveaxis(portrait.orbits, 2, 0), (BLUE, SKY, RED, ORANGE)):
        _orbit(axis, orbit, colour)
    axis.set_xlim(-REACH, REACH)
    axis.set_ylim(-REACH, REACH)
    axis.set_aspect("equal")
    axis.set_xlabel("$a$")
    axis.set_ylabel("$b$")
    axis.set_title(rf"$\mu={mu}$", size=15)
    axis.text(0.06 + mu/3.1, 3.1, r"$ab=\mu$", color=GREEN, size=12, ha="left")
    axis.text(-1.35 - 0.12*(mu < 1), 1.42 - 0.75*(mu > 1), r"$\mathcal{E}_\mu$", size=15, ha="right")


def _orbit(axis, orbit, colour, arrows=9):
    seen = np.flatnonzero((np.abs(orbit) > REACH).any(1) | ~np.isfinite(orbit).all(1))
    path = orbit[:seen[0] + 1] if len(seen) else orbit
    path = np.clip(path, -40, 40)
    axis.plot(*path.T, color=colour, lw=0.7, alpha=0.55, zorder=3)
    axis.plot(*path.T, ".", color=colour, ms=4.5, mew=0, alpha=0.9, zorder=4)
    axis.plot(*path[0], "o", color=colour, ms=8, mec="white", mew=1.2, zorder=7)
    for start, end in zip(path[:arrows], path[1:arrows + 1]):
        if np.hypot(*(end - start)) > 0.25:
            middle = start + 0.55*(end - start)
            axis.annotate("", middle, start, zorder=5, annotation_clip=True,
                          arrowprops={"arrowstyle": "-|>", "color": colour, "lw": 0.8, "shrinkA": 0, "shrinkB": 0,
                                      "mutation_scale": 11})


def two_cycle(mu):
    """The errors e_+ and e_- of the first two-cycle, the roots of `maps.two_cycle`."""
    root = np.sqrt(mu**2 + 2*mu - 3)
    return np.array([1 - mu + root, 1 - mu - root])/2


def _cycles(axis, cycle):
    pair = np.sqrt(two_cycle(cycle.mu) + cycle.mu)
    points = np.sqrt(cycle.points + cycle.mu)
    for sign in (1, -1):
        axis.plot(sign*points, sign*points, "o", mfc="none", mec=INK, ms=6.5, mew=0.8, zorder=6)
        axis.plot(sign*pair, sign*pair, "x", color=INK, ms=9, mew=1.8, zorder=8)


def _late(axis, errors, cycle):
    for value, name in zip(two_cycle(cycle.mu), ("$e_+$", "$e_-$")):
        axis.axhline(value, color=INK, lw=0.9, ls="--", zorder=0)
        axis.text(1.02, value, name, transform=axis.get_yaxis_transform(), va="center", size=12)
    steps = np.arange(len(errors))
    for start in range(0, len(errors), 2*cycle.period):
        axis.axvspan(start - 0.5, start + cycle.period - 0.5, color="#f0f3f6", lw=0, zorder=-1)
    axis.plot(steps, errors, color=BLUE, lw=0.4, alpha=0.5)
    axis.plot(steps, errors, "o", color=BLUE, ms=3.4, mew=0)
    axis.set_xlim(-0.5, len(errors) - 0.5)
    axis.set_xticks(range(0, len(errors) + 1, cycle.period))
    axis.set_ylim(-1.05, 0.85)
    axis.set_title(rf"$\mu={cycle.mu}$: error $e_k$, period {cycle.period}", size=13)
    axis.set_xlabel("$k-1000$")
