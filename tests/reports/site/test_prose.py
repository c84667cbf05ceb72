"""The pages of `docs/` in the site: ids and links become the site's own, what it has not leaves no trace."""
import re

import pytest

from reports.site import model, pages
from reports.site.prose import DOCS, prose

PROSE = {"trust.html", "reading.html", "symbols.html", "large_step-findings.html", "superposition-findings.html",
         "singularities-findings.html", "scaling_law-findings.html", "basin-theorem.html", "cascade.html", "smoothing.html",
         "scaling-law.html"}


@pytest.fixture(scope="module")
def written(data):
    return prose(model.Ledger(data), DOCS)


@pytest.fixture
def folder(tmp_path):
    """rendered(trust page) of docs that hold one more page, on findings."""
    (tmp_path/"findings").mkdir()
    (tmp_path/"findings"/"large_step.md").write_text("# Found\n\nSee [trust](../trust.md#why).\n")

    def rendered(data, source):
        (tmp_path/"trust.md").write_text(source)
        return prose(model.Ledger(data), tmp_path)
    return rendered


def test_every_page_is_there_and_every_id_in_it_leads_to_its_claim(data, written):
    assert set(written) == PROSE
    ids, counted = {c["id"] for c in data["claims"]}, 0
    for name, page in written.items():
        if name.endswith("-findings.html"):
            named = re.findall(r"`\[(.*?)\]`", (DOCS/"findings"/f"{page.paper}.md").read_text())
            linked = re.findall(r'\[<a href="claims/(.*?)\.html">\1</a>\]', page.body)
            assert linked == named and set(named) <= ids
            counted += len(named)
    assert counted > 200
    assert set(re.findall(r"LST-[\w.]*\w", (DOCS/"basin_theorem.md").read_text())) \
        == set(re.findall(r'href="claims/(.*?)\.html"', written["basin-theorem.html"].body))


def test_no_markdown_is_left_and_no_formula_was_taken_for_a_list(written):
    for name, page in written.items():
        words = re.sub(r"<code.*?</code>|<[^>]*>", "", page.title + page.body, flags=re.DOTALL)
        assert not re.search(r"\*\*|`|\]\(|\w_\w|\w\^", words), (name, re.findall(r".{9}(?:\*\*|`|\]\(|\w_\w|\w\^).{9}", words))
    assert "<li>" not in written["basin-theorem.html"].body


def test_links_and_pictures(data, folder):
    found = folder(data, "# Trust\n\n[Found](findings/large_step.md), [gone](gone.md), [away](https://example.org).\n\n![V](climbing.png)\n\nEnd.")
    assert '<a href="large_step-findings.html">Found</a>, gone, away.' in found["trust.html"].body
    assert "<img" not in found["trust.html"].body and "<p></p>" not in found["trust.html"].body
    assert '<a href="trust.html">trust</a>' in found["large_step-findings.html"].body
    drawn = folder(data | {"figures": [{"name": "climbing", "claims": []}]}, "# Trust\n\n![V](climbing.png)\n")
    assert '<img src="figures/climbing.webp" alt="V"' in drawn["trust.html"].body


def test_html_in_a_page_is_text_and_an_unknown_id_stays_one(data, folder):
    body = folder(data, "# Trust\n\n<script>alert(1)</script> `[LST-NO.1]` and LST-T4.1 in [LST-T4.1](gone.md)")["trust.html"].body
    assert "<script" not in body and "[LST-NO.1]" in body and body.count("claims/LST-T4.1.html") == 2


def test_without_docs_there_is_no_prose_and_no_link_to_it(data, tmp_path):
    for docs in (None, tmp_path):
        made = dict(pages(data, docs=docs))
        assert PROSE & set(made) == {"trust.html"} and "<h1>The trusted base</h1>" in made["trust.html"]
        for name, page in made.items():
            assert not any(f'href="{other}"' in page for other in PROSE - {"trust.html"}), name


def test_a_paper_that_is_not_judged_has_no_prose(data):
    few = data | {"header": data["header"] | {"papers": [p for p in data["header"]["papers"] if p["slug"] == "scaling_law"]}}
    found = prose(model.Ledger(few), DOCS)
    assert set(found) == {"trust.html", "reading.html", "symbols.html", "scaling_law-findings.html", "scaling-law.html"}


def test_the_pages_are_linked_where_a_reader_needs_them(site):
    index = (site/"index.html").read_text()
    for slug in ("large_step", "superposition", "singularities", "scaling_law"):
        for page in (index, (site/f"{slug}.html").read_text()):
            assert f'<a href="{slug}-findings.html">' in page
    assert '<a href="basin-theorem.html">' in (site/"large_step.html").read_text()
    assert '<a href="basin-theorem.html">' in (site/"large_step-findings.html").read_text()
    footer = (site/"claims"/"LST-T4.1.html").read_text().partition("<footer>")[2]
    assert all(f'href="../{name}"' in footer for name in ("reading.html", "trust.html", "symbols.html"))
    trust = (site/"trust.html").read_text()
    assert trust.index("How far to trust each grade</h1>") < trust.index('id="base"') < trust.index('id="axioms"')
