"""`separatrix phase` and `separatrix basin`: what they print, and their exit codes."""
from argparse import ArgumentParser
from fractions import Fraction
import json

import pytest

from certify.balls import BadInput
from reports.commands import basin, phase


def run(command, *words):
    parser = ArgumentParser()
    command.configure(parser)
    return command.run(parser.parse_args(list(words)))


def test_phase_prints_the_cycle_and_the_entropy(capsys):
    assert run(phase, "1.4532") == 0
    text = capsys.readouterr().out
    assert "chaotic" in text and "period 3" in text and "0.48121182505960344" in text and "multiplier" in text


def test_phase_as_json(capsys):
    assert run(phase, "1.1", "--json") == 0
    record = json.loads(capsys.readouterr().out)
    assert record["regime"] == "periodic" and record["cycle"]["period"] == 2 and record["entropy"]["upper"] == "0"
    assert record["cycle"]["longitudinal"].startswith("[0.18") and record["mu"] == "11/10"
    assert run(phase, "3", "--json") == 0
    assert json.loads(capsys.readouterr().out)["entropy"] is None


def test_basin_prints_both_sides_rounded_down(capsys):
    assert run(basin, "0.7", "--boxes", "5000") == 0
    inside, outside = capsys.readouterr().out.split("\noutside")
    assert inside.startswith("inside") and "stopped by budget" in " ".join(inside.split()) and "escapes" in outside
    assert basin.rounded_down(Fraction(1)) == "1.00000"
    assert basin.rounded_down(Fraction(2, 3)) == "0.66666" and basin.rounded_down(Fraction(1, 10**4)) == "0.00010"


def test_digits_are_those_asked_for(capsys):
    assert run(phase, "1.4532", "--digits", "120", "--json") == 0
    record = json.loads(capsys.readouterr().out)
    for text in (record["entropy"]["enclosure"], *record["cycle"]["points"]):
        assert len(text.split()[0]) > 115
        assert Fraction(text.split()[-1].rstrip("]")) < Fraction(1, 10**115)


def test_numbers_are_not_cut(capsys):
    assert run(phase, "1.4532") == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert all(line.count("[") == line.count("]") for line in lines if "+/-" in line) and "+/-" in "".join(lines)


@pytest.mark.parametrize("command, words", [(phase, ["0"]), (basin, ["2"])])
def test_bad_input_reaches_the_dispatcher(command, words):
    with pytest.raises(BadInput):
        run(command, *words)
