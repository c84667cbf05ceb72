from matplotlib.backends.backend_agg import FigureCanvasAgg
import numpy as np
import pytest

from numerics.experiments import attention_failure as toy
from reports import smoothing_figures as figures
from reports.figures.style import save


@pytest.fixture(scope="module")
def survey():
    """All held-out seeds, but runs that are stopped early, cut to the shape of whole ones."""
    runs = {name: toy.train(p, steps=20) for name, p in toy.PROTECTIONS.items()}
    final = np.where(np.arange(24) < 4, 1.0, 1e-5)
    for name in runs:
        runs[name] = toy.replace(runs[name], final=final if name == "nothing" else np.full(24, 1e-5))
    rescues = {"failed": 4} | {name: 2 for name in toy.RESCUES}
    return figures.Survey({rate: runs for rate in figures.RATES}, rescues)


def test_no_text_leaves_the_page(survey, tmp_path):
    checked = 0
    for name, draw in figures.FIGURES.items():
        figure = draw(survey)
        save(figure, tmp_path/f"{name}.png")
        assert (tmp_path/f"{name}.png").stat().st_size > 10_000
        renderer = FigureCanvasAgg(figure).get_renderer()
        texts = [t for t in figure.texts if t.get_text().strip()]
        for axis in figure.axes:
            texts += [t for t in (*axis.get_yticklabels(), axis.xaxis.label, axis._left_title) if t.get_text()]
        for text in texts:
            box = text.get_window_extent(renderer)
            assert 2 <= box.x0 and box.x1 <= figure.bbox.width + 1, (name, text.get_text())
            checked += 1
    assert checked > 30


def test_the_table_names_every_protection_once(survey):
    lines = figures.table(survey).splitlines()
    for name in toy.PROTECTIONS:
        assert sum(line.startswith(f"| {figures.LABELS[name]} |") for line in lines) == 1
    assert any(line.startswith("| nothing | 20/24") for line in lines)
    assert sum("2/4" in line for line in lines) == len(toy.RESCUES)


def test_captions_say_who_wins(survey):
    assert "beats every guarded policy" in figures.outcomes_caption(survey).finding
    worse = toy.replace(survey.runs[1.0]["clipping at 1"], final=np.full(24, 1.0))
    runs = {rate: survey.runs[rate] | {"clipping at 1": worse} for rate in figures.RATES}
    assert "does not beat" in figures.outcomes_caption(figures.Survey(runs, survey.rescues)).finding
