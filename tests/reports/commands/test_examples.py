"""Every command: its help, its examples, which run as they stand, and JSON."""
import json
import shlex

import pytest

from reports import cli, exits

ELSEWHERE = {"report"}      # minutes long: tests of the report itself run it
ALL = {"separatrix figures --out figures"}


def command(name):
    return __import__(f"reports.commands.{name}", fromlist=["run"])


def examples(name):
    return [line for line in command(name).EXAMPLE.splitlines()]


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_help_teaches_within_80_columns(name, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit) as stopped:
        cli.main([name, "--help"])
    out = capsys.readouterr().out
    assert stopped.value.code == 0
    assert all(len(line) <= 80 for line in out.splitlines())
    assert all(line in out for line in examples(name)) and len(examples(name)) >= 1


@pytest.mark.parametrize("line", [line for name in cli.COMMANDS if name not in ELSEWHERE for line in examples(name)])
def test_every_example_runs(line, capsys, monkeypatch, tmp_path):
    words = shlex.split(line, comments=True)
    if " ".join(words) in ALL:
        words += ["--only", "stability"]
    monkeypatch.chdir(tmp_path)
    assert words[0] == "separatrix"
    assert cli.main(words[1:]) == exits.FINE
    captured = capsys.readouterr()
    assert captured.err == ""
    if words[-1] == "--json":
        assert json.loads(captured.out)
    else:
        assert captured.out and all(len(row) <= 80 for row in captured.out.splitlines())


@pytest.mark.parametrize("name", [name for name in cli.COMMANDS if name not in ELSEWHERE])
def test_every_command_takes_json(name, capsys, monkeypatch, tmp_path):
    words = shlex.split(examples(name)[0], comments=True)[1:]
    monkeypatch.chdir(tmp_path)
    assert cli.main([*words, "--json"]) == exits.FINE
    assert json.loads(capsys.readouterr().out)
    assert not list(tmp_path.glob("*.json"))


def test_the_first_steps_of_the_overview_run(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    lines = cli.FIRST_STEPS.splitlines()
    for line in lines:
        assert cli.main(shlex.split(line, comments=True)[1:]) == exits.FINE
    assert len(lines) == 3 and (tmp_path/"my_paper"/"ledger.py").exists()
