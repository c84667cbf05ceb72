"""`separatrix mutate`: what is done is kept when it is interrupted."""
import json

import pytest

from reports import cli, exits
from reports.commands import mutate


@pytest.fixture
def interrupted(monkeypatch):
    damage, calls = mutate.damage, []

    def then_stop(*task):
        if len(calls) == 2:
            raise KeyboardInterrupt
        calls.append(task)
        return damage(*task)
    monkeypatch.setattr(mutate, "damage", then_stop)


def test_an_interruption_keeps_what_was_done(interrupted, capsys):
    assert cli.main(["mutate", "LST-T4.1", "LST-P3.1b"]) == exits.INTERRUPTED
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "interrupted: 4 of 6 identities were not damaged"
    assert lines[1].split() == ["LST-P3.1b", "2", "61", "61"] and len(lines) == 4


def test_an_interruption_keeps_what_was_done_as_json(interrupted, capsys):
    assert cli.main(["mutate", "LST-T4.1", "LST-P3.1b", "--json"]) == exits.INTERRUPTED
    data = json.loads(capsys.readouterr().out)
    assert data["interrupted"] is True and (data["identities"], data["of"]) == (2, 6) and data["rejected"] == 61
