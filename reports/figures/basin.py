"""The basins of the plane map, with the ellipse."""
import matplotlib
from matplotlib.colors import LinearSegmentedColormap
import numpy as np

from numerics.experiments import basin, portraits
from reports.figures.style import INK, SETTINGS, Caption, canvas

MUS = (0.7, 1.3)
PIXELS, STEPS = 900, 600
ESCAPE = LinearSegmentedColormap.from_list("escape", ["#fff7ec", "#fdd49e", "#fc8d59", "#d7301f", "#7f0000"])


def compute():
    return [basin.basin(mu, PIXELS, steps=STEPS) for mu in MUS], [basin.fates(mu) for mu in MUS]


def caption(data):
    images, fates = data
    inner, outer = fates
    return Caption(
        title="Basins of the product map",
        finding="The Chebyshev ellipse is the basin boundary; inside, the two symmetric limits are tangled in each "
                "other.",
        shows=r"Each point is a start $(a,b)$. Inside: the sign of $a+b$ in the limit, dark for the limit with "
              r"$a+b>0$ and light for its mirror image; "
              r"at $\mu=0.7$ the limits are the two branches of $ab=\mu$ (green), at $\mu=1.3$ two balanced cycles. "
              r"Outside: the step at which $|a|+|b|$ passes 1000. "
              r"Black: the ellipse, where $V=-\infty$.",
        parameters=rf"{PIXELS}$\times${PIXELS} starts, {STEPS} steps; {sum(x.mismatches for x in images)} pixels "
                   rf"more than a pixel off the ellipse disagree with it. Random starts, seed 0, "
                   + "; ".join(_fate(x) for x in fates) + ".",
        constants={"Ellipse": r"$(a+b)^2/(2+\mu)+(a-b)^2/(2-\mu)=4$, exact (LST-T4.3a)",
                   "Exceptions": r"null sets only, the points of $ab=\mu$ outside among them (LST-N1, N3)"})


def _fate(x):
    return (rf"$\mu={x.mu}$: {x.stayed} of {x.inside} inside stay, {x.escaped} of {x.outside} outside escape, "
            f"within {x.slowest} steps")


def draw(data):
    figure = canvas(caption(data), 12, 6.1)
    with matplotlib.rc_context(SETTINGS):
        axes = figure.subplots(1, 2)
        for axis, image in zip(axes, data[0]):
            shown = _image(axis, image)
        axes[0].set_ylabel("$b$")
        bar = figure.colorbar(shown, ax=axes, pad=0.015, aspect=32, shrink=0.9)
        bar.set_label("escape step")
        bar.outline.set_visible(False)
    return figure


def _image(axis, image):
    reach = -np.floor(10*image.grid[0])/10
    extent = (-reach, reach)*2
    times = np.where(image.times >= 0, image.times.astype(float), np.nan)
    shown = axis.imshow(times, origin="lower", extent=extent, cmap=ESCAPE, vmin=2, vmax=14, interpolation="nearest",
                        zorder=0)
    colours = matplotlib.colors.ListedColormap(["#a9cbe6", "#1f5f94"])
    side = np.ma.masked_equal(image.side, 0)
    axis.imshow(side, origin="lower", extent=extent, cmap=colours, vmin=-1, vmax=1, interpolation="nearest", zorder=1)
    mu = image.mu
    axis.plot(*portraits.from_ellipse(1, np.linspace(0, 2*np.pi, 600), mu), color=INK, lw=2, zorder=4)
    branch = np.geomspace(mu/reach, reach, 300)
    for sign in (1, -1):
        axis.plot(sign*branch, sign*mu/branch, color="#7be0b8", lw=1.3, zorder=3)
    axis.set_xlim(-reach, reach)
    axis.set_ylim(-reach, reach)
    axis.set_xlabel("$a$")
    axis.set_title(rf"$\mu={mu}$", size=15)
    return shown
