"""`separatrix thresholds`: the table, the JSON, exit codes and messages."""
import argparse
import json
import math

import pytest

from certify.balls import BadInput, load
from reports.commands import thresholds


def main(argv):
    parser = argparse.ArgumentParser()
    thresholds.configure(parser)
    return thresholds.run(parser.parse_args(argv))


def test_the_table(capsys):
    assert main(["--target", "1.5", "--kappa", "0.25", "--eta", "0.9"]) == 0
    text = capsys.readouterr().out
    for name in ("eta_mono", "eta_fit", "eta_flip2", "eta_div"):
        assert name in text
    assert "4 of 4 thresholds proved on both sides" in text
    assert "beyond the first two-cycle" in text and "below eta_div" in text
    assert "0.82842712474619009760" in text and "0.66666666666666666667" in text
    assert all(len(line) <= 80 for line in text.splitlines())


def test_json_carries_exact_balls(capsys):
    assert main(["--target=-1", "--kappa", "1", "--eta", "1/2", "--imbalance", "1/2", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    rows = {row["name"]: row for row in document["thresholds"]}
    assert list(rows) == ["mono", "fit", "flip2", "div", "normal"]
    assert all(row["below"]["status"] == row["above"]["status"] == "proved" for row in rows.values())
    assert abs(float(load(rows["mono"]["eta"]["ball"]).mid()) - (math.sqrt(2) - 1)) < 1e-15
    assert document["standing"]["phase"] == "catapult" and document["standing"]["sides"]["fit"] == 0


@pytest.mark.parametrize("arguments, word", [
    ("--target 0 --kappa 1", "target"), ("--target 1 --kappa=-1", "kappa"), ("--target 1 --kappa 1 --eta 0", "eta"),
    ("--target 1 --kappa 1 --distance 0", "distance"), ("--target 1 --kappa 1 --imbalance 2", "w")])
def test_bad_input_names_the_argument(arguments, word):
    with pytest.raises(BadInput, match=word):
        main(arguments.split())

