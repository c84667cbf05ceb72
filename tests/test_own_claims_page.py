"""The ledger that docs/own_claims.md works through is checked as a stranger's folder would be."""
from pathlib import Path
import re

import pytest

from proofs.ledger import Finding
from reports import cli, exits

PAGE = (Path(__file__).parent.parent/"docs"/"own_claims.md").read_text()
CODE = "\n\n".join(re.findall(r"```python\n(.*?)```", PAGE, re.S))


@pytest.fixture
def folder(tmp_path):
    (tmp_path/"ledger.py").write_text(CODE)
    return tmp_path


def rows(text):
    return {row[0]: row[1:3] for row in map(str.split, text.splitlines()) if row and row[0].startswith("HB-")}


def test_the_worked_example_passes(folder, capsys):
    assert cli.main(["verify", "--ledger", str(folder)]) == exits.FINE
    assert rows(capsys.readouterr().out) == {
        "HB-1": ["holds", "exact"], "HB-2": ["holds", "exact"], "HB-3": ["amended", "argued"],
        "HB-4": ["refuted", "argued"], "HB-5": ["holds", "certified"], "HB-6": ["holds", "cited"],
        "HB-7": ["ambiguous", "argued"], "HB-8": ["uncheckable", "argued"]}


def test_its_proofs_notice_every_damage(folder, capsys):
    assert cli.main(["mutate", "--ledger", str(folder)]) == exits.FINE
    assert "100.0 %" in capsys.readouterr().out


def test_the_failure_that_the_page_shows_is_what_one_sees(folder, capsys):
    (folder/"ledger.py").write_text(CODE.replace("(a - (1 - s)**2)*(a", "(a - (1 - s)**3)*(a"))
    assert cli.main(["verify", "HB-2", "--ledger", str(folder)]) == exits.BROKEN
    shown = re.search(r"    (not as recorded: .*)\n    (    .*)\n", PAGE).groups()
    assert "\n".join(shown) in capsys.readouterr().out


def test_the_page_names_every_kind_of_evidence_and_every_finding():
    kinds = "Argument Certified Citation Computed Identity Lost Nonnegative Refutation Simulation".split()
    assert all(f"yield {kind}(" in CODE for kind in kinds)
    assert all(f"| `{finding.value}` |" in PAGE for finding in Finding)
