"""What commands print, and the arguments that they refuse."""
from argparse import ArgumentTypeError, Namespace
import io
import json

import pytest

from reports import arguments, output
from reports.exits import BadUsage


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_entries_are_wrapped_and_numbers_stay_whole():
    text = output.entry("label", "word "*20 + "[0.123456789012345678901234567890 +/- 3.45e-31]")
    lines = text.splitlines()
    assert len(lines) > 2 and all(len(line) <= 80 for line in lines)
    assert lines[0].startswith("label     word") and all(line.startswith(" "*10) for line in lines[1:])
    assert any("[0.123456789012345678901234567890 +/- 3.45e-31]" in line for line in lines)


def test_colours_only_on_a_terminal_and_without_no_color(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    text = "LST-I5a  refuted  exact  inexact"
    assert output.coloured(text, Terminal()) == "LST-I5a  \033[31mrefuted\033[0m  \033[32mexact\033[0m  inexact"
    assert output.coloured(text, io.StringIO()) == text
    monkeypatch.setenv("NO_COLOR", "1")
    assert output.coloured(text, Terminal()) == text
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert output.coloured(text, Terminal()) == text


def test_json_on_standard_output_or_in_a_file(capsys, tmp_path):
    output.show(Namespace(json=None), {"a": "μ"}, "text")
    assert capsys.readouterr().out == "text\n"
    output.show(Namespace(json="-"), {"a": "μ"}, "text")
    assert json.loads(capsys.readouterr().out) == {"a": "μ"}
    output.show(Namespace(json=str(tmp_path/"x.json")), {"a": "μ"}, "text")
    assert capsys.readouterr().out == "text\n" and json.loads((tmp_path/"x.json").read_text()) == {"a": "μ"}
    with pytest.raises(BadUsage, match="Is a directory"):
        output.show(Namespace(json=str(tmp_path)), {}, "text")


@pytest.mark.parametrize("kind, text, said", [
    (arguments.whole(1), "0", "write a whole number, 1 or more"), (arguments.whole(0), "1.5", "write a whole number, 0 or more"),
    (arguments.number, "1,9", "write a decimal or a fraction"), (arguments.number, "inf", "write a decimal or a fraction"),
    (arguments.numbers, "1,,2", "write a decimal"), (arguments.seconds, "inf", "seconds above 0"),
    (arguments.json_file, "/no/x.json", "no such folder as /no"), (arguments.json_file, "/tmp", "is a folder"),
])
def test_what_a_type_refuses(kind, text, said):
    with pytest.raises(ArgumentTypeError, match=said):
        kind(text)


def test_what_a_type_takes(tmp_path):
    assert arguments.whole(0)("007") == 7 and arguments.seconds("1e-2") == 0.01
    assert arguments.number("-3/4") == "-3/4" and arguments.numbers("1.9,2e-3") == ("1.9", "2e-3")
    assert arguments.json_file("-") == "-"
    assert arguments.json_file(str(tmp_path/"x.json")) == str(tmp_path/"x.json")
    assert not (tmp_path/"x.json").exists(), "nothing is written before there is something to write"
