from matplotlib.backends.backend_agg import FigureCanvasAgg
import numpy as np
import pytest

from numerics.experiments import attention_failure as toy
from reports.commands import figures as command
from reports.figures import smoothing_outcomes, smoothing_spectra, smoothing_training
from reports.figures.style import save


@pytest.fixture(scope="module")
def runs():
    """All held-out seeds and protections, but runs that are stopped early; the first four end badly unprotected."""
    good = np.full(24, 1e-5)
    bad = np.where(np.arange(24) < 4, 1.0, good)
    return {name: toy.replace(toy.train(p, steps=20), final=bad if name == "nothing" else good)
            for name, p in toy.PROTECTIONS.items()}


@pytest.fixture(scope="module")
def data(runs):
    """What each figure's `compute` would return."""
    rescues = {"failed": 4} | {name: 2 for name in toy.RESCUES}
    over_training = {name: runs[name] for name in smoothing_training.SHOWN} | {smoothing_training.CALM: runs["skip"]}
    return {smoothing_outcomes: smoothing_outcomes.Data({rate: runs for rate in smoothing_outcomes.RATES}, rescues),
            smoothing_training: over_training, smoothing_spectra: over_training}


def test_no_text_leaves_the_page(data, tmp_path):
    checked = 0
    for module, found in data.items():
        figure = module.draw(found)
        save(figure, tmp_path/"figure.png")
        assert (tmp_path/"figure.png").stat().st_size > 10_000
        renderer = FigureCanvasAgg(figure).get_renderer()
        texts = [t for t in figure.texts if t.get_text().strip()]
        for axis in figure.axes:
            texts += [t for t in (*axis.get_yticklabels(), axis.xaxis.label, axis._left_title) if t.get_text()]
        for text in texts:
            box = text.get_window_extent(renderer)
            assert 2 <= box.x0 and box.x1 <= figure.bbox.width + 1, (module.__name__, text.get_text())
            checked += 1
    assert checked > 30


def test_captions_carry_what_the_reader_needs(data):
    for module, found in data.items():
        caption = module.caption(found)
        assert caption.title and caption.finding and caption.shows
        assert "Seeds 100 to 123, held out" in caption.parameters and "SING-" in " ".join(caption.constants.values())


def test_the_table_names_every_protection_once(data):
    lines = smoothing_outcomes.table(data[smoothing_outcomes]).splitlines()
    for name in toy.PROTECTIONS:
        assert sum(line.startswith(f"| {smoothing_outcomes.LABELS[name]} |") for line in lines) == 1
    assert any(line.startswith("| nothing | 20/24") for line in lines)
    assert sum("2/4" in line for line in lines) == len(toy.RESCUES)


def test_the_caption_says_who_wins(data, runs):
    found = data[smoothing_outcomes]
    assert "beats every guarded policy" in smoothing_outcomes.caption(found).finding
    worse = runs | {"clipping at 1": toy.replace(runs["clipping at 1"], final=np.full(24, 1.0))}
    lost = smoothing_outcomes.Data({rate: worse for rate in smoothing_outcomes.RATES}, found.rescues)
    assert "does not beat" in smoothing_outcomes.caption(lost).finding


def test_the_command_writes_the_table_beside_the_figure(data, tmp_path, monkeypatch):
    from argparse import ArgumentParser
    monkeypatch.setattr(smoothing_outcomes, "compute", lambda: data[smoothing_outcomes])
    parser = ArgumentParser()
    command.configure(parser)
    assert command.run(parser.parse_args(["--out", str(tmp_path), "--only", "smoothing_outcomes"])) == 0
    assert {path.name for path in tmp_path.iterdir()} == {
        "smoothing_outcomes.svg", "smoothing_outcomes.png", "smoothing_outcomes.md", "figures.json"}
    assert "| clipping | 2/4 |" in (tmp_path/"smoothing_outcomes.md").read_text()
