"""The command line: exit codes, one-line errors, what is written."""
import json
from pathlib import Path
import subprocess
import sys

import pytest

from reports import cli, exits


def run(capsys, *argv):
    code = cli.main(argv)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.parametrize("argv, said", [
    (["verfy"], "no command 'verfy'; nearest: verify"),
    (["verify", "LST-T41"], "nearest: LST-T4.1"),
    (["verify", "--paper", "scaling_law", "LST-T4.1"], "no claim 'LST-T4.1' in scaling_law"),
    (["verify", "--paper", "larg_step"], "no paper 'larg_step'; nearest: large_step"),
    (["verify", "--papr", "x"], "unknown argument '--papr'; nearest: --paper"),
    (["verify", "--jobs", "0"], "write a whole number"),
    (["verify", "--jobs", "many"], "write a whole number, 1 to 256"),
    (["verify", "LST-T4.1", "--json", "/no/such/folder/x.json"], "no such folder as /no/such/folder"),
    (["verify", "--ledger", "/no/such/folder"], "is not a folder: write the folder that has your ledger.py"),
    (["report", "--out", "/dev/null/x"], "--out /dev/null/x"),
    (["report"], "--out"),
    (["phase", "x"], "write a decimal or a fraction"),
    (["phase"], "for example: separatrix phase 1.1"),
    (["phase", "1", "--digits", "0"], "write a whole number, 1 to 1000"),
    (["fate", "1", "nan", "--mu", "1"], "write a decimal or a fraction"),
    (["thresholds", "--target", "1", "--kappa", "1", "--eta", "x"], "--eta: 'x': write a decimal"),
    (["orbit", "chebyshev", "--start", "1", "--steps", "-1"], "write a whole number, 0 or more"),
    (["orbit", "chebyshev", "--steps", "1", "--start"], "for example: separatrix orbit product_map"),
    (["basin", "0.7", "--seconds", "0"], "write a number of seconds above 0"),
    (["basin", "0.7", "--boxes", "1e6"], "write a whole number, 1 or more"),
    (["diagram", "--period", "0"], "write a whole number, 1 to 24"),
    (["phase", "1", "--digits", "1" + "0"*99], "'1000000000000000000000000000000000000000...0000000000': write a whole"),
    (["phase", "1"*70 + "x"], "...111111111x': write a decimal"),
    (["thresholds", "--target", "1", "--kappa", "1", "--digits", "9"*30], "write a whole number, 1 to 10000"),
    (["verify", "--jobs", "9"*20], "write a whole number, 1 to 256"),
    (["verify", "--paper", ""], "--paper: it is empty: write a name"),
    (["verify", "--ledger", " "], "--ledger: it is empty: write a name"),
    (["report", "--out", ""], "--out: it is empty: write a name"),
    (["report", "--out", "x", "--since", ""], "--since: it is empty: write a name"),
    (["report", "--out", "x", "--since", "/dev/zero"], "it is a device: name a file"),
    (["figures", "--out", ""], "--out: it is empty: write a name"),
    (["init", ""], "it is empty: write a name"),
    (["phase", "1", "--json="], "--json: it is empty: write a name"),
    (["phase", "1", "--json", "/tmp"], "'/tmp'; a FILE after --json has a name that ends in .json"),
    (["basin", "1." + "9"*30, "--boxes", "10"], "mu is so near 2"),
    (["init", "/dev/null/x"], "cannot write to /dev/null/x"),
])
def test_bad_usage_is_one_line_and_exit_2(capsys, argv, said):
    code, out, err = run(capsys, *argv)
    assert code == exits.BAD_USAGE
    assert len(err.splitlines()) == 1 and said in err and out == ""
    assert err.startswith(f"separatrix {argv[0]}:") or argv[0] not in cli.COMMANDS


def test_verify_one_theorem(capsys):
    code, out, _ = run(capsys, "verify", "LST-T4.1")
    assert code == exits.FINE
    assert "LST-T4.1       holds        exact" in out
    assert all(len(line) <= 80 for line in out.splitlines())


def test_the_kernel_without_coq_is_exit_3_and_one_line(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    code, out, err = run(capsys, "verify", "--kernel", "LST-T4.1")
    assert code == exits.MISSING_TOOL and out == ""
    assert len(err.splitlines()) == 1 and "coqc not found" in err

    code, out, _ = run(capsys, "verify", "LST-T4.1")
    assert code == exits.FINE and "checks: coqc not found" in out
    assert "8 checks passed" in out and "skipped, 4 checks" in out, "what is skipped is not counted"


def test_json_of_one_theorem(capsys):
    code, out, _ = run(capsys, "verify", "LST-P3.1b", "--json", "-")
    data = json.loads(out)
    claim, = data["claims"]
    assert code == exits.FINE
    assert claim["id"] == "LST-P3.1b" and claim["finding"] == "amended" and claim["grade"] == "exact"
    assert [s["role"] for s in claim["statements"]] == ["printed", "corrected"]
    assert {e["engine"] for e in claim["evidence"]} == {"exact", "sympy", "flint", "coq"}
    for e in claim["evidence"]:
        assert e["seconds"] >= 0 and ":" in e["source"]
        assert e["passed"] is True or e["engine"] == "coq" and e["passed"] is None and e["skipped"]
    assert data["header"]["kernel"] is None
    assert data["header"]["ground_types"] == "python"


def test_the_overview_teaches(capsys):
    code, out, _ = run(capsys)
    assert code == exits.FINE and all(f"  {name} " in out for name in cli.COMMANDS)
    assert all(f"{code:3}  {meaning}" in out for code, meaning in exits.MEANINGS.items())
    assert all(len(line) <= 80 for line in out.splitlines())


def test_the_readme_has_the_exit_codes():
    readme = (Path(__file__).parent.parent.parent/"README.md").read_text()
    assert all(f"| {code} | {meaning} |" in readme for code, meaning in exits.MEANINGS.items())


def test_a_minus_sign_is_a_number(capsys):
    code, out, _ = run(capsys, "fate", "-1/2", "-.9", "--mu", "1.1")
    assert code == exits.FINE and "alternate between two" in out


def test_json_may_stand_anywhere_and_goes_to_a_file_that_ends_in_json(capsys, tmp_path):
    _, last, _ = run(capsys, "phase", "1.1", "--json")
    _, first, _ = run(capsys, "phase", "--json", "1.1")
    code, text, _ = run(capsys, "phase", "--json", str(tmp_path/"x.json"), "1.1")
    assert code == exits.FINE and text.startswith("mu        11/10")
    assert json.loads(first) == json.loads(last) == json.loads((tmp_path/"x.json").read_text())


def test_mutate_one_theorem(capsys):
    code, out, _ = run(capsys, "mutate", "LST-T4.1")
    total = out.splitlines()[-1].split()
    assert code == exits.FINE and "100.0" in total
    assert int(total[4]) == int(total[5]) >= 100


def test_doctor(capsys):
    code, out, _ = run(capsys, "doctor")
    assert code == exits.FINE
    assert "sympy" in out and "flint" in out and "SymPy computes with python integers" in out


def test_a_broken_ledger_exits_1(capsys, monkeypatch):
    from numerics import maps
    from proofs.large_step import two_cycle
    monkeypatch.setattr(two_cycle, "two_cycle", lambda e, mu: maps.two_cycle(e, mu) + 1)
    code, out, _ = run(capsys, "verify", "LST-P3.6a")
    assert code == exits.BROKEN
    assert "not as recorded: LST-P3.6a/two_cycle_swap[sympy]" in out and "broken" in out


def test_the_console_script_starts_fast_enough_to_import_nothing_heavy():
    program = ("import sys; from reports import cli; cli.main(['--help']); "
               "print(sorted({'sympy', 'numba', 'flint', 'matplotlib'} & set(sys.modules)))")
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.splitlines()[-1] == "[]"


def test_help_of_a_command(capsys):
    with pytest.raises(SystemExit) as stopped:
        cli.main(["help", "verify"])
    assert stopped.value.code == 0 and capsys.readouterr().out.startswith("usage: separatrix verify")
    assert run(capsys, "help")[1].startswith("usage: separatrix COMMAND")


@pytest.mark.parametrize("command", ["phase 1.1", "verify LST-T4.1", "--help"])
@pytest.mark.parametrize("where, code, said", [
    (">&-", exits.FINE, ""),
    ("| true", exits.FINE, ""),
    ("> /dev/full", exits.BAD_USAGE, "separatrix: standard output: No space left on device\n"),
])
def test_an_output_that_takes_nothing(command, where, code, said):
    script = f"set -o pipefail; {sys.executable} -m reports.cli {command} {where}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, cwd=Path(__file__).parent.parent.parent)
    assert (done.returncode, done.stderr) == (code, said)


def test_a_basin_without_a_trap_says_so(capsys):
    code, out, _ = run(capsys, "basin", "1", "--boxes", "10")
    assert code == exits.FINE and "nothing is certified: no attracting cycle" in " ".join(out.split())
