"""`separatrix report`: the whole ledger checked and written, what changed since, and input that is refused."""
import json

import pytest

from reports import cli, exits
from reports.commands import report


def run(capsys, *argv):
    code = cli.main(["report", *argv])
    captured = capsys.readouterr()
    return code, captured.out, [line for line in captured.err.splitlines() if not line.startswith("checking")]


@pytest.fixture
def few(monkeypatch):
    """The report of three claims, to be quick."""
    def check(args):
        args.ids = ["LST-T4.1", "LST-C4.2", "SCAL-12"]
        return check_ledger(args)
    check_ledger = report.check_ledger
    monkeypatch.setattr(report, "check_ledger", check)


def test_the_report_of_the_whole_ledger(capsys, tmp_path):
    out = tmp_path/"deep"/"site"
    code, said, err = run(capsys, "--out", str(out), "--no-figures")
    assert code == exits.FINE and err == []
    assert said.splitlines()[-1] == str(out/"index.html")
    data = json.loads((out/"ledger.json").read_text())
    text = (out/"ledger.md").read_text()
    assert len(data["claims"]) >= 213
    for claim in data["claims"]:
        assert (out/"claims"/f"{claim['id']}.html").is_file() and claim["id"] in text
        assert claim["grade"] != "broken"
    for paper in data["header"]["papers"]:
        assert sum(paper["grades"].values()) == paper["claims"] == sum(paper["findings"].values())
        assert (out/f"{paper['slug']}.html").is_file() and (out/f"{paper['slug']}-graph.html").is_file()
    assert data["figures"] == [] and not (out/"figures").exists() or list((out/"figures").iterdir()) == []
    assert sum(file.stat().st_size for file in out.rglob("*") if file.is_file()) < 10_000_000
    assert [file for file in out.iterdir() if file.name.startswith(".")] == [], "nothing unfinished is left"


def test_figures_are_drawn_beside_the_check(capsys, tmp_path, few, monkeypatch):
    monkeypatch.setattr(report, "CLAIMS", {"stability": ("LST-P3.1b",), "cascade": ("of no paper",)})
    code, _, _ = run(capsys, "--out", str(tmp_path))
    figure, = json.loads((tmp_path/"ledger.json").read_text())["figures"]
    assert code == exits.FINE and figure["claims"] == ["LST-P3.1b"] and figure["seconds"] > 0
    assert (tmp_path/"figures"/"stability.webp").read_bytes()[8:12] == b"WEBP"


def test_since_says_what_changed_on_the_terminal_and_as_a_page(capsys, tmp_path, few):
    out, old = tmp_path/"out", tmp_path/"old.json"
    run(capsys, "--out", str(out), "--no-figures")
    assert not (out/"changes.html").exists()
    data = json.loads((out/"ledger.json").read_text())
    data["claims"][0]["finding"] = "amended"
    gone = data["claims"].pop()
    old.write_text(json.dumps(data))
    code, said, _ = run(capsys, "--out", str(out), "--since", str(old), "--no-figures")
    assert code == exits.FINE
    assert "of the claims 1 new, 0 gone, 1 changed" in said and "finding amended -> holds" in said and gone["id"] in said
    assert gone["id"] in (out/"changes.html").read_text()
    run(capsys, "--out", str(out), "--no-figures")
    assert not (out/"changes.html").exists(), "a page that is no longer part of the report goes"


@pytest.mark.parametrize("content, reason", [
    (None, "No such file"), ("{", "not JSON"), ('{"a": 1}', "no ledger"), ('{"schema": 1, "claims": []}', "schema 1"),
    ('{"schema": 2, "claims": [], "header": {}, "figures": []}', "does not meet the schema"),
])
def test_an_earlier_report_that_cannot_be_read_is_one_line_and_nothing_is_written(capsys, tmp_path, few, content, reason):
    old, out = tmp_path/"old.json", tmp_path/"out"
    if content is not None:
        old.write_text(content)
    code, said, err = run(capsys, "--out", str(out), "--since", str(old))
    assert code == exits.BAD_USAGE and said == "" and not out.exists()
    assert len(err) == 1 and f"--since {old}" in err[0] and reason in err[0]


def test_a_folder_that_cannot_be_written_is_one_line(capsys, tmp_path, few):
    (tmp_path/"file").write_text("mine")
    (tmp_path/"out"/"index.html").mkdir(parents=True)
    for out in ("/dev/null/x", str(tmp_path/"file"), str(tmp_path/"out")):
        code, said, err = run(capsys, "--out", out, "--no-figures")
        assert code == exits.BAD_USAGE and said == "" and len(err) == 1 and f"--out {out}" in err[0]
    assert (tmp_path/"file").read_text() == "mine"
    assert [p.name for p in (tmp_path/"out").iterdir()] == ["index.html"]


def test_what_breaks_is_reported_and_exits_1(capsys, tmp_path, few, monkeypatch):
    from numerics import maps
    from proofs.large_step import separatrix
    monkeypatch.setattr(separatrix, "chebyshev", lambda e: maps.chebyshev(e) + 1)
    code, said, _ = run(capsys, "--out", str(tmp_path), "--no-figures")
    assert code == exits.BROKEN and "broken" in said
    assert "did not" in (tmp_path/"index.html").read_text() and "LST-" in (tmp_path/"open.html").read_text()


def test_a_ledger_of_ones_own_has_a_report_and_json(capsys, tmp_path):
    cli.main(["init", str(tmp_path/"note")])
    capsys.readouterr()
    code, said, _ = run(capsys, "--ledger", str(tmp_path/"note"), "--out", str(tmp_path/"site"), "--json")
    assert code == exits.FINE
    data = json.loads(said)
    assert data == json.loads((tmp_path/"site"/"ledger.json").read_text())
    assert [c["id"] for c in data["claims"]] == [f"NOTE-{i}" for i in range(1, 6)] and data["figures"] == []
    assert (tmp_path/"site"/"claims"/"NOTE-3.html").is_file()
    assert not (tmp_path/"site"/"reading.html").exists(), "the prose is on the papers judged here"


def test_a_paper_that_is_called_like_a_page_is_refused(capsys, tmp_path):
    cli.main(["init", str(tmp_path/"note")])
    ledger = tmp_path/"note"/"ledger.py"
    ledger.write_text(ledger.read_text().replace('Paper("quartic_step"', 'Paper("index"'))
    capsys.readouterr()
    code, _, err = run(capsys, "--ledger", str(tmp_path/"note"), "--out", str(tmp_path/"site"))
    assert code == exits.BAD_USAGE and "a page of the site is called 'index'" in err[0] and len(err) == 1
