"""`separatrix init`: a stranger's folder, outside the project, checked by every way that its README names."""
import json
import os
from pathlib import Path
import subprocess
import sys

import pytest

from reports import cli, exits

ROOT = Path(__file__).parents[3]
OURS = {"numerics", "certify", "proofs", "reports", "tests", "separatrix"}


def stranger(folder, *argv):
    """Run a module of Python from inside the folder, as a user would who has the package installed."""
    found = subprocess.run([sys.executable, "-m", *argv], cwd=folder, capture_output=True, text=True,
                           env=os.environ | {"PYTHONPATH": str(ROOT)})
    return found.returncode, found.stdout, found.stderr


@pytest.fixture
def paper(tmp_path, capsys):
    assert cli.main(["init", str(tmp_path/"deep"/"paper")]) == exits.FINE
    capsys.readouterr()
    return tmp_path/"deep"/"paper"


def test_it_passes_as_it_stands_by_every_way(paper):
    code, out, err = stranger(paper, "reports.cli", "verify", "--ledger", ".", "--jobs", "2")
    assert (code, err) == (0, "") and "5 claims, 10 checks passed" in out
    assert "NOTE-3         refuted" in out and "NOTE-4         holds        certified" in out
    code, out, _ = stranger(paper, "reports.cli", "mutate", "--ledger", ".")
    assert code == 0 and "100.0 %" in out
    code, out, _ = stranger(paper, "pytest", "-v", "-p", "no:cacheprovider")
    assert code == 0 and "10 passed" in out and "NOTE-3/corrected/contraction_at_least_minus_one[flint]" in out


def test_its_modules_have_none_of_our_names(paper):
    assert not {path.stem for path in paper.iterdir()} & OURS
    source = (paper/"ledger.py").read_text()
    assert "from separatrix import" in source and not any(f"from {name} " in source for name in OURS - {"separatrix"})


def test_a_false_claim_fails_by_every_way(paper):
    text = (paper/"ledger.py").read_text()
    assert text.count("1 - h*x*(x + 1)") == 1
    (paper/"ledger.py").write_text(text.replace("1 - h*x*(x + 1)", "1 - h*x*(x + 2)"))
    code, out, _ = stranger(paper, "reports.cli", "verify", "--ledger", ".")
    assert code == exits.BROKEN and "not as recorded: NOTE-1/distance_factors[sympy]" in out
    code, out, _ = stranger(paper, "pytest", "-q", "-p", "no:cacheprovider", "-k", "NOTE-1")
    assert code == 1 and "2 failed" in out


def test_a_ledger_that_is_not_well_formed_is_one_line_and_exit_2(paper):
    text = (paper/"ledger.py").read_text()
    (paper/"ledger.py").write_text(text.replace('uses="NOTE-4"', 'uses="NOTE-44"'))
    for command in ("verify", "mutate", "doctor"):
        code, out, err = stranger(paper, "reports.cli", command, "--ledger", ".")
        assert code == exits.BAD_USAGE and out == "" and len(err.splitlines()) == 1
        assert "ledger.py:" in err and "NOTE-5 uses NOTE-44, unknown; nearest: NOTE-4" in err


def test_long_evidence_is_kept_with_the_ledger(paper):
    text = (paper/"ledger.py").read_text()
    (paper/"ledger.py").write_text(text.replace("Certified(shrinking)", "Certified(shrinking, long=True)"))
    code, out, _ = stranger(paper, "reports.cli", "verify", "--ledger", ".")
    assert code == 0 and "skipped, 1 checks: long evidence" in out and not (paper/"results").exists()
    code, out, _ = stranger(paper, "reports.cli", "verify", "--ledger", ".", "--long")
    assert code == 0 and json.loads((paper/"results"/"NOTE-4.json").read_text())["shrinking[balls]"]["passed"] is True
    code, out, _ = stranger(paper, "reports.cli", "verify", "--ledger", ".")
    assert code == 0 and "9/16" not in out and "10 checks passed" in out
    (paper/"ledger.py").write_text((paper/"ledger.py").read_text() + "\n# changed\n")
    code, out, _ = stranger(paper, "reports.cli", "verify", "--ledger", ".")
    assert code == exits.BROKEN and "stale: the code has changed since" in out


def test_init_overwrites_nothing(tmp_path, capsys):
    (tmp_path/"ledger.py").write_text("mine")
    assert cli.main(["init", str(tmp_path)]) == exits.BAD_USAGE
    assert cli.main(["init", str(tmp_path/"ledger.py")]) == exits.BAD_USAGE
    captured = capsys.readouterr()
    assert len(captured.err.splitlines()) == 2 and "is not empty: name a new folder" in captured.err and captured.out == ""
    assert [path.name for path in tmp_path.iterdir()] == ["ledger.py"] and (tmp_path/"ledger.py").read_text() == "mine"
