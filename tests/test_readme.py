"""What the README shows is what happens."""
from pathlib import Path
import re

from proofs.papers import load_all
from reports import cli

README = Path(__file__).parent.parent/"README.md"


def test_three_things_in_five_lines(capsys):
    program = re.search(r"```python\n(from proofs\.papers.*?)```", README.read_text(), re.S).group(1)
    exec(compile(program, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert printed.startswith("exact\n")
    assert "survivors=()" in printed
    assert "Instead:" in printed


def test_the_excerpt_is_real(capsys):
    command, excerpt = re.search(r"<!-- excerpt: separatrix (.*?) -->\n(.*?)<!-- end of excerpt -->", README.read_text(),
                                 re.S).groups()
    assert cli.main(command.split()) == 0
    shown = [line.split() for line in excerpt.splitlines() if line.startswith("    LST-")]
    printed = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("LST-")]
    assert [row[:3] for row in shown] == [row[:3] for row in printed], "claim, finding and grade"
    assert len(shown) >= 3


def test_the_claim_of_the_readme_is_the_ledgers():
    source = (README.parent/"proofs"/"large_step"/"balanced_line.py").read_text()
    block = re.search(r"```python\n(def endpoint_factorizations.*?)\n\n@paper", README.read_text(), re.S).group(1)
    assert block in source


def test_the_numbers_of_claims_are_the_ledgers():
    told = re.findall(r"\*([^*]+)\*\s+\((\d+)", README.read_text().split("    make report")[0])
    assert {" ".join(title.split()): int(count) for title, count in told} == {
        paper.title.partition(":")[0]: len(paper.claims) for paper in load_all()}
