"""The prose of `docs/` agrees with the ledger and the code."""
from pathlib import Path
import re

import pytest

from numerics import maps
from proofs.papers import PAPERS, load

DOCS = Path(__file__).parent.parent/"docs"


@pytest.mark.parametrize("slug", PAPERS)
def test_every_fault_of_a_paper_is_in_its_prose_and_nothing_else(slug):
    claims = load(slug).claims
    named = set(re.findall(r"`\[(.*?)\]`", (DOCS/"findings"/f"{slug}.md").read_text()))
    assert named <= set(claims), "every id is in the ledger"
    assert {c.id for c in claims.values() if c.finding not in ("holds", "new")} <= named
    assert not {i for i in named if claims[i].finding == "holds"} - {"LST-P2.1a"}


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: page.stem)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text()):
        assert (page.parent/target).exists(), target


def test_names_in_the_table_of_symbols_exist():
    table = (DOCS/"symbols.md").read_text().split("## Large-step training")[1].split("\n## ")[0]
    names = {name for row in table.splitlines() if row.startswith("| ")
             for name in re.findall(r"`(\w+)[(`]", row.split("|")[2])}
    assert len(names) >= 15
    assert all(hasattr(maps, name) for name in names), [n for n in names if not hasattr(maps, n)]
