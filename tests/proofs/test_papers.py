"""Ledgers of one's own, in folders: what loads, and the one line that says what does not."""
import sys

import pytest

from proofs.ledger import LedgerError
from proofs.papers import load, load_all, load_folder, reload
from proofs.verification import select, verify

LEDGER = """
from separatrix import Identity, Paper
from helper import sides

paper = Paper("{slug}", title="A note")

@paper.claim("X-1", "Lemma 1", "x")
def lemma():
    '''Words.'''
    yield Identity(sides)
"""
HELPER = "def sides(a, b):\n    return (a - b)*(a + b), a**2 - b**{power}\n"


@pytest.fixture(autouse=True)
def clean(monkeypatch):
    monkeypatch.setattr(sys, "path", sys.path[:])


def write(folder, **files):
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder/f"{name}.py").write_text(text)
    return folder


def test_a_folder_loads_with_the_modules_beside_it(tmp_path):
    paper, = load_folder(write(tmp_path/"a", ledger=LEDGER.format(slug="note"), helper=HELPER.format(power=2)))
    assert paper.slug == "note" and list(paper.claims) == ["X-1"] and paper.folder == str(tmp_path/"a")
    assert reload("note", paper.folder) is paper
    assert verify([paper]).failed == []


def test_two_folders_do_not_take_each_others_modules(tmp_path):
    one, = load_folder(write(tmp_path/"a", ledger=LEDGER.format(slug="one"), helper=HELPER.format(power=2)))
    two, = load_folder(write(tmp_path/"b", ledger=LEDGER.format(slug="two"), helper=HELPER.format(power=3)))
    assert (one.slug, two.slug) == ("one", "two")
    assert len(verify([one]).failed) == 0 and len(verify([two]).failed) == 2


def test_other_processes_load_the_folder(tmp_path):
    paper, = load_folder(write(tmp_path/"a", ledger=LEDGER.format(slug="note"), helper=HELPER.format(power=3)))
    assert sorted(o.piece_id for o in verify([paper], jobs=2).failed) == ["X-1/sides[flint]", "X-1/sides[sympy]"]


@pytest.mark.parametrize("files, said", [
    (dict(ledger="x = 1"), r"ledger\.py:1: there are no claims"),
    (dict(ledger="from separatrix import Paper\npaper = Paper('p', title='t')"), r"ledger\.py:1: there are no claims"),
    (dict(ledger="\nimport helper", helper="a = 1\nb = a/0"), r"helper\.py:2: ZeroDivisionError: division by zero"),
    (dict(ledger="import helper", helper="def f(:\n"), r"helper\.py:1: SyntaxError: invalid syntax"),
    (dict(ledger="import sys\nsys.exit('no\\nway')"), r"ledger\.py:2: SystemExit: no way$"),
    (dict(ledger="import nowhere_at_all"), r"ledger\.py:1: ModuleNotFoundError: No module named 'nowhere_at_all'"),
    (dict(ledger="x = 1", random="y = 1"), r"random\.py:1: the module name 'random' is taken by .*: rename the file"),
    (dict(ledger=LEDGER.format(slug="n") + "\n@paper.claim('X-1', 'l', 'x')\ndef again():\n    '''W.'''\n",
          helper=HELPER.format(power=2)), r"ledger\.py:12: X-1 is already claimed at .*ledger\.py:7"),
    (dict(ledger=LEDGER.format(slug="n") + "\nother = Paper('n', title='t')", helper=HELPER.format(power=2)),
     "two papers are called 'n'"),
    (dict(ledger=LEDGER.format(slug="n") + LEDGER.format(slug="m").replace("paper", "other"), helper=HELPER.format(power=2)),
     r"ledger\.py:1\d: X-1 is already claimed at .*ledger\.py:7"),
    *[(dict(ledger=LEDGER.format(slug="n").replace("X-1", id), helper=HELPER.format(power=2)), r"ledger\.py:7: the id .*NOTE-1")
      for id in ("../X-1", "X 1", "-X", "<b>")],
    *[(dict(ledger=LEDGER.format(slug=slug), helper=HELPER.format(power=2)), r"ledger\.py:1: the paper's name .*write small")
      for slug in ("a/b", "My", "..")],
    (dict(ledger="x = '\0'"), r"ledger\.py:1: SyntaxError: source code string cannot contain null bytes"),
    (dict(notes="x = 1"), r"has no ledger\.py: `separatrix init NEW_FOLDER` writes one"),
])
def test_what_does_not_load_is_one_line(tmp_path, files, said):
    with pytest.raises(LedgerError, match=said) as caught:
        load_folder(write(tmp_path/"a", **files))
    assert "\n" not in str(caught.value)


def test_a_file_or_nothing_is_not_a_folder(tmp_path):
    write(tmp_path, ledger="x = 1")
    for path in (tmp_path/"ledger.py", tmp_path/"no"):
        with pytest.raises(LedgerError, match="is not a folder"):
            load_folder(path)


def test_our_papers():
    assert [paper.slug for paper in load_all()] == [load(paper.slug).slug for paper in load_all()]
    assert all(paper.folder == "" and reload(paper.slug) is paper for paper in load_all())
    with pytest.raises(LedgerError, match="no claim 'LST-T41' in large_step; nearest: LST-T4.1"):
        select([load("large_step")], ["LST-T41"])
