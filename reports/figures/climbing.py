"""V climbing along interior orbits."""
import matplotlib
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.ticker import MaxNLocator
import numpy as np

from numerics import maps
from numerics.experiments import climbing, portraits
from reports.figures.style import BLUE, GREEN, INK, ORANGE, PURPLE, RED, SETTINGS, SKY, Caption, canvas, power

MUS = (0.7, 1.3)
SEED, COUNT = 4, 6
SHADE = LinearSegmentedColormap.from_list("height", ["#fbfcfd", "#d5dce4", "#9aa7b5", "#5d6b7a"])
COLOURS = (BLUE, RED, GREEN, ORANGE, PURPLE, SKY)


def compute():
    """The orbits drawn and, for the caption, the largest fall of V in many more."""
    return [climbing.climb(mu, COUNT, seed=SEED) for mu in MUS], [climbing.climb(mu, 4000, seed=SEED) for mu in MUS]


def caption(data):
    fall = max(run.largest_fall for run in data[1])
    run = data[0][1]
    return Caption(
        title="A height that climbs along every orbit",
        finding=r"$V=\log|4-R|-A\,\log v-B\,\log u$ never falls: inside the ellipse nothing recurs off the two axes "
                r"and the zero-error curve.",
        shows=r"Left: $V$ in the plane, darker is higher; $V=-\infty$ on the ellipse and $+\infty$ on the two axes "
              r"$a=\pm b$. The orbits only "
              r"ever go up, and rest only on $ab=\mu$ (green). Right: the height along them. At $\mu=0.7$ they stop "
              r"on the zero-error curve; "
              r"at $\mu=1.3$, where that curve repels, they climb for ever towards the balanced line.",
        parameters=rf"Seed {SEED}; {COUNT} starts uniform in the ellipse; $A=(2+\mu)/4$, $B=(2-\mu)/4$, "
                   rf"$R=u/(2+\mu)+v/(2-\mu)$, $u=(a+b)^2$, $v=(a-b)^2$. "
                   + f"Over 4000 orbits the largest fall in one step is {power(max(fall, 0))}: rounding.",
        constants={"Exact": r"$V\circ\Phi-V=\log q_\mu(e)-2A\,\log|1+e|-2B\,\log|1-e|\geq0$ (LST-N0)",
                   f"Slope at {run.mu}":
                       rf"$-2A\Lambda={run.rate:.4f}$ per step on the attracting {run.cycle.period}-cycle (dashed)"})


def draw(data):
    figure = canvas(caption(data), 12, 8.4)
    with matplotlib.rc_context(SETTINGS):
        axes = figure.subplots(2, 2, gridspec_kw={"width_ratios": (1, 1.35)})
        for (plane, heights), run in zip(axes, data[0]):
            _plane(plane, run)
            _heights(heights, run)
        axes[1, 1].set_xlabel("step $k$")
        axes[1, 0].set_xlabel("$a$")
    return figure


def _plane(axis, run):
    mu, reach = run.mu, 2.15
    grid = np.linspace(-reach, reach, 801)
    a, b = np.meshgrid(grid, grid)
    inside = maps.ellipse(a + b, a - b, mu) < 4
    values = np.where(inside, climbing.height(a, b, mu), np.nan)
    axis.imshow(values, origin="lower", extent=(-reach, reach)*2, cmap=SHADE, vmin=-3.5, vmax=4.5,
                interpolation="bilinear", zorder=0)
    axis.contour(a, b, values, levels=np.arange(-4, 5, 1), colors="white", linewidths=0.7, linestyles="solid", zorder=1)
    axis.plot(*portraits.from_ellipse(1, np.linspace(0, 2*np.pi, 500), mu), color=INK, lw=1.8, zorder=3)
    branch = np.geomspace(mu/reach, reach, 300)
    for sign in (1, -1):
        axis.plot(sign*branch, sign*mu/branch, color=GREEN, lw=1.5, zorder=2)
    for orbit, colour in zip(np.moveaxis(run.orbits, 2, 0), COLOURS):
        axis.plot(*orbit.T, color=colour, lw=0.8, alpha=0.8, zorder=4)
        axis.plot(*orbit.T, ".", color=colour, ms=4, mew=0, zorder=5)
        axis.plot(*orbit[0], "o", color=colour, ms=7.5, mec="white", mew=1.1, zorder=6)
    axis.set_xlim(-reach, reach)
    axis.set_ylim(-reach, reach)
    axis.set_aspect("equal")
    axis.set_ylabel("$b$")
    axis.set_title(rf"$\mu={mu}$", size=15)


def _heights(axis, run):
    for heights, colour in zip(run.heights.T, COLOURS):
        axis.plot(heights, color=colour, lw=1.3, marker=".", ms=4, mew=0)
    if run.rate is not None:
        steps = np.array([20, len(run.heights) - 1])
        axis.plot(steps, np.median(run.heights[-1]) + run.rate*(steps - steps[1]) - 6, color=INK, lw=1.2, ls="--")
    axis.set_title("height $V$ along the orbits")
    axis.set_xlim(0, len(run.heights) - 1 if run.rate is not None else 20)
    axis.xaxis.set_major_locator(MaxNLocator(integer=True))
