"""The command prints what is certified, in both forms, and names what it does not know."""
import argparse
import json

import pytest

from certify.balls import BadInput, load
from certify.orbit import certified_orbit
from numerics import maps
from reports.commands import orbit


def parsed(text):
    parser = argparse.ArgumentParser()
    orbit.configure(parser)
    return parser.parse_args(text.split())


def test_the_first_example(capsys):
    assert orbit.run(parsed(orbit.EXAMPLE.splitlines()[0].partition("orbit ")[2])) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["step", "a", "b"] and lines[4].startswith("certified")
    assert lines[2].split() == ["1000", *["1.872378065426528490926002766841"]*2]


def test_json_carries_the_exact_balls(capsys):
    assert orbit.run(parsed("balanced_map --mu 1.9 --start 1/10 --steps 100 --digits 20 --every 50 --json")) == 0
    document = json.loads(capsys.readouterr().out)
    proved = certified_orbit(maps.balanced_map, "1/10", "1.9", 100, 20, every=50)
    assert [p["step"] for p in document["points"]] == [0, 50, 100]
    for record, (step, point) in zip(document["points"], proved.points, strict=True):
        assert load(record["ball"][0]).overlaps(point[0]) and proved.confirms(step, record["decimal"][0]) is True


def test_escapes_and_switching(capsys):
    assert orbit.run(parsed("product_map --mu 1.9 --start 5,7 --steps 100 --digits 10")) == 1
    assert "escaped" in capsys.readouterr().out
    assert orbit.run(parsed("product_map --mu 1.8,1.9,1.7 --start=-1/2,3/4 --steps 3 --digits 10")) == 0
    assert orbit.run(parsed("chebyshev --start 1/3 --steps 30")) == 0


def test_an_unknown_map_lists_all_and_the_nearest():
    with pytest.raises(BadInput, match="nearest: product_map; all: product_map.*chebyshev"):
        orbit.run(parsed("productmap --mu 1 --start 1,1 --steps 1"))


@pytest.mark.parametrize("words, said", [
    ("product_map --mu 1 --start 1 --steps 1", "takes --start A,B: write 2 of them, not 1"),
    ("product_map --start 1,1 --steps 1", "takes --start A,B and --mu M"),
    ("chebyshev --mu 1 --start 1 --steps 1", "takes --start E and no --mu")])
def test_what_a_map_takes(words, said):
    with pytest.raises(BadInput, match=said):
        orbit.run(parsed(words))
