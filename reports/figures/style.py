"""The one look of all figures: type, colours (Okabe and Ito, safe for colour-blind readers), title and caption."""
from dataclasses import dataclass, field
import textwrap

import matplotlib
from matplotlib.figure import Figure

INK, GREY, MIST = "#1b1f24", "#6b7480", "#e6e9ed"
BLUE, RED, GREEN, ORANGE, SKY, PURPLE = "#0072B2", "#D55E00", "#009E73", "#E69F00", "#56B4E9", "#AA4499"

SETTINGS = {
    "font.family": "STIXGeneral", "mathtext.fontset": "stix", "font.size": 11.5,
    "axes.titlesize": 12, "axes.titlelocation": "left", "axes.labelsize": 12, "axes.labelcolor": INK,
    "axes.edgecolor": GREY, "axes.linewidth": 0.8, "axes.spines.top": False, "axes.spines.right": False,
    "xtick.color": GREY, "ytick.color": GREY, "xtick.labelcolor": INK, "ytick.labelcolor": INK,
    "xtick.labelsize": 10.5, "ytick.labelsize": 10.5, "text.color": INK,
    "legend.fontsize": 10.5, "legend.frameon": False, "lines.linewidth": 1.4, "lines.solid_capstyle": "round",
    "figure.facecolor": "white", "savefig.facecolor": "white",
    "svg.fonttype": "path", "svg.hashsalt": "separatrix", "axes.formatter.use_mathtext": True,
}


@dataclass(frozen=True)
class Caption:
    """What a figure says: printed under it, and stored with it in `figures.json`.

    title        what is drawn
    finding      the one sentence to take away
    shows        how to read it
    parameters   seed and set-up, in words and numbers
    constants    {name: value and where it is proved or certified}
    """
    title: str
    finding: str
    shows: str
    parameters: str
    constants: dict = field(default_factory=dict)


def _wrap(paragraph, width):
    """Lines of at most `width` characters that never break inside $...$."""
    held = "$".join(part.replace(" ", "\u00a0") if i % 2 else part for i, part in enumerate(paragraph.split("$")))
    lines = textwrap.wrap(held, width, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\u00a0", " ") for line in lines]


def canvas(caption, width=10.5, height=5.0):
    """A figure with its title above and its caption below; the axes between take width x height inches."""
    lines = []
    constants = "  ·  ".join(f"{name}: {value}" for name, value in caption.constants.items())
    for paragraph in (caption.shows, caption.parameters, constants):
        lines += _wrap(paragraph, int(17*width))
    below, above = 0.185*len(lines) + 0.2, 0.86
    total = height + below + above
    with matplotlib.rc_context(SETTINGS):
        figure = Figure(figsize=(width, total))
        figure.set_layout_engine("constrained", rect=(0, below/total, 1, 1 - (below + above)/total),
                                 w_pad=0.07, h_pad=0.06)
        figure.text(0.14/width, 1 - 0.16/total, caption.title, size=16, weight="bold", va="top")
        figure.text(0.14/width, 1 - 0.47/total, caption.finding, size=12.5, color=GREY, va="top", style="italic")
        for i, line in enumerate(lines):
            figure.text(0.14/width, (below - 0.08 - 0.185*i)/total, line, size=10, color=GREY, va="top")
    return figure


def without_caption(figure):
    """The same figure with its axes alone, for a page that sets title and caption itself."""
    width, total = figure.get_size_inches()
    share = figure.get_layout_engine().get()["rect"][3]
    for text in list(figure.texts):
        text.remove()
    figure.set_layout_engine("constrained", rect=(0, 0, 1, 1))
    figure.set_size_inches(width, total*share)
    return figure


def save(figure, path, dpi=150):
    """Write the figure, laid out once; the same picture gives the same bytes (no date in an SVG)."""
    with matplotlib.rc_context(SETTINGS):
        if figure.get_layout_engine() is not None:
            figure.draw_without_rendering()
            figure.set_layout_engine("none")
        figure.savefig(path, dpi=dpi, metadata={"Date": None} if str(path).endswith(".svg") else None)


def label(axis, x, y, text, **options):
    """Text in axes coordinates on a white ground, so that curves behind it do not disturb."""
    options = {"transform": axis.transAxes, "zorder": 10,
               "bbox": {"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 1.5}, **options}
    return axis.text(x, y, text, **options)


def power(x):
    """x as mathtext in scientific notation with two digits."""
    mantissa, exponent = f"{x:.1e}".split("e")
    return rf"${mantissa}\cdot10^{{{int(exponent)}}}$"
