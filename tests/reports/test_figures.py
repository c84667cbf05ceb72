from argparse import ArgumentParser
import json
from pathlib import Path
import re
import xml.etree.ElementTree as xml

import matplotlib
import numpy as np
import pytest

from reports import figures
from reports.commands import figures as command
from reports.exits import BadUsage
from reports.figures.style import SETTINGS, Caption, _wrap, canvas, power, save

QUICK = ("reduction", "bifurcation", "portraits", "crossing", "basin", "stability", "climbing",
         "two_stages", "lazy_training", "cascade")
SMALL = {"cascade": dict(seeds=(0,), steps=2, course_steps=4, fresh=50)}


@pytest.fixture(scope="module")
def drawn():
    return {name: (data, figures.module(name).draw(data))
            for name in QUICK for data in [figures.module(name).compute(**SMALL.get(name, {}))]}


def test_every_figure_has_a_module_with_the_three_functions():
    folder = Path(figures.__file__).parent
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__", "style"}
    assert modules == set(figures.NAMES) and len(figures.NAMES) == 15
    for name in figures.NAMES:
        module = figures.module(name)
        assert callable(module.compute) and callable(module.caption) and callable(module.draw)


def test_captions_carry_what_the_reader_needs(drawn):
    assert drawn
    for name, (data, _) in drawn.items():
        caption = figures.module(name).caption(data)
        assert caption.title and caption.finding and caption.shows and caption.constants, name
        words = caption.parameters + " ".join(caption.constants.values())
        assert re.search(r"[Ss]eed|starts per panel|no randomness", words), name
        assert re.search("LST-|SCAL-|FS-|SING-", " ".join(caption.constants.values())), name


def boxes(figure):
    renderer = figure.canvas.get_renderer()
    for text in figure.texts:
        if text.get_text().strip():
            yield text.get_window_extent(renderer), text.get_text()
    for axis in figure.axes:
        for text in (axis.title, axis._left_title, axis.xaxis.label, axis.yaxis.label):
            if text.get_text():
                yield text.get_window_extent(renderer), text.get_text()


def test_no_text_overlaps_or_leaves_the_page(drawn):
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    compared = 0
    for name, (_, figure) in drawn.items():
        FigureCanvasAgg(figure).draw()
        found = list(boxes(figure))
        page = figure.bbox
        for i, (box, text) in enumerate(found):
            assert box.x0 >= page.x0 and box.x1 <= page.x1 and box.y0 >= page.y0 - 1 and box.y1 <= page.y1, (name, text)
            for other, words in found[:i]:
                width = min(box.x1, other.x1) - max(box.x0, other.x0)
                height = min(box.y1, other.y1) - max(box.y0, other.y0)
                assert width <= 0 or height <= 3, (name, text, words)
                compared += 1
    assert compared > 100


def test_saved_files_are_reproducible_and_well_formed(drawn, tmp_path):
    _, figure = drawn["stability"]
    for name in ("one.svg", "two.svg", "one.png"):
        save(figure, tmp_path/name)
    assert (tmp_path/"one.svg").read_bytes() == (tmp_path/"two.svg").read_bytes()
    assert xml.parse(tmp_path/"one.svg").getroot().tag.endswith("svg")
    assert (tmp_path/"one.png").read_bytes()[:4] == b"\x89PNG"


def test_settings_stay_inside(drawn):
    assert matplotlib.rcParams["font.family"] != [SETTINGS["font.family"]]


def arguments(*words):
    parser = ArgumentParser()
    command.configure(parser)
    return parser.parse_args(words)


def test_command_writes_figures_and_captions(tmp_path, capsys):
    out = tmp_path/"deep"/"figures"
    assert command.run(arguments("--out", str(out), "--only", "stability")) == 0
    assert command.run(arguments("--out", str(out), "--only", "portraits")) == 0
    assert {path.name for path in out.iterdir()} == {"stability.svg", "stability.png", "portraits.svg", "portraits.png",
                                                     "figures.json"}
    record = json.loads((out/"figures.json").read_text())
    assert set(record) == {"stability", "portraits"}
    assert "period 16" in record["portraits"]["finding"]
    assert "stability" in capsys.readouterr().out


def test_command_refuses_what_it_cannot_do(tmp_path):
    (tmp_path/"file").write_text("")
    with pytest.raises(BadUsage, match="cannot write"):
        command.run(arguments("--out", str(tmp_path/"file"), "--only", "stability"))
    with pytest.raises(SystemExit):
        arguments("--out", "x", "--only", "nothing")
    with pytest.raises(ValueError, match="unknown figure"):
        figures.module("nothing")


def test_wrapping_never_breaks_mathematics():
    lines = _wrap(r"the quick brown $a + b + c + d$ fox and $e + f$ again", 22)
    assert len(lines) > 2 and all(line.count("$") % 2 == 0 for line in lines)
    assert " ".join(lines) == r"the quick brown $a + b + c + d$ fox and $e + f$ again"


def test_canvas_and_numbers():
    figure = canvas(Caption("T", "F", "S", "P", {"c": "1"}), 8, 3)
    assert figure.get_size_inches()[0] == 8 and figure.get_size_inches()[1] > 3
    assert power(3.21e-14) == r"$3.2\cdot10^{-14}$" and power(np.float64(2)) == r"$2.0\cdot10^{0}$"


def test_an_interrupt_is_not_taken_for_a_landmark(monkeypatch):
    from reports.figures import bifurcation

    class Half:
        why = "interrupted"
    monkeypatch.setattr(bifurcation, "entropy_threshold", lambda width: Half)
    with pytest.raises(KeyboardInterrupt):
        bifurcation.certified_landmarks()
