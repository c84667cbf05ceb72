"""The site as files: every link resolves, nothing leads outside, every claim and every figure is where it should be."""
from html.parser import HTMLParser
import json
import re

import pytest

from reports import schema
from reports.site import model, pages

LOADED = {"link": "href", "script": "src", "img": "src", "a": "href"}


class Page(HTMLParser):
    """The links, the ids, and the words of a page."""

    def __init__(self, file):
        super().__init__()
        self.links, self.ids, self.words, self.unnamed = [], [], "", []
        self.feed(file.read_text())

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if LOADED.get(tag) in attributes:
            self.links.append(attributes[LOADED[tag]])
        if tag == "img" and not attributes.get("alt"):
            self.unnamed.append(attributes)

    def handle_data(self, words):
        self.words += words


@pytest.fixture(scope="module")
def read(site):
    return {file.relative_to(site).as_posix(): Page(file) for file in site.rglob("*.html")}


def test_every_link_resolves_inside_the_site(site, read):
    followed = 0
    for name, page in read.items():
        for link in page.links:
            assert not re.match(r"[a-z]+:|//|/", link), (name, link)
            path, _, anchor = link.partition("#")
            target = ((site/name).parent/path).resolve() if path else site/name
            assert target.is_relative_to(site.resolve()) or not path, (name, link)
            assert target.is_file(), (name, link)
            if anchor and "=" not in anchor:
                assert anchor in read[target.relative_to(site.resolve()).as_posix() if path else name].ids, (name, link)
            followed += 1
    assert followed > 3000


def test_ids_are_unique_and_pictures_have_words(read):
    for name, page in read.items():
        assert len(page.ids) == len(set(page.ids)), name
        assert page.unnamed == [], name


def test_no_page_loads_from_elsewhere(site):
    for file in [*site.rglob("*.html"), site/"style.css", site/"filter.js"]:
        assert not re.search(r"https?://|url\(|@import|fetch\(|XMLHttp", file.read_text()), file.name


def test_every_claim_has_its_page_with_all_that_is_known(data, read):
    for claim in data["claims"]:
        page = read[f"claims/{claim['id']}.html"]
        assert f"separatrix verify {claim['id']}" in page.words and claim["source"] in page.words
        for word in (claim["finding"], claim["grade"], claim["label"]):
            assert word in page.words, (claim["id"], word)
        for e in claim["evidence"]:
            assert (e["name"] if e["engine"] else e["name"].replace("_", " ")) in page.words, (claim["id"], e["name"])
            assert e["source"] in page.words and e["engine"] in page.words
        for used in (u for s in claim["statements"] for u in s["uses"]):
            assert f"{used}.html" in page.links
            assert f"{claim['id']}.html" in read[f"claims/{used}.html"].links, "it is listed among those that use it"


def test_margin_boxes_precision_and_time_are_shown(read):
    words = " ".join(read["claims/LST-LE.1.html"].words.split())
    assert "269" in words and "64 bits" in words and re.search(r"balls passed, [\d.]+ m?s", words)
    words = " ".join(read["claims/LST-N.rand.html"].words.split())
    assert "within 1 % of the law" in words and "from the nearest threshold" in words
    assert "to ± " in read["claims/SCAL-12.html"].words


def test_totals_of_the_front_page_are_those_of_the_ledger(data, read):
    ledger = model.Ledger(data)
    for paper in ledger.papers:
        columns, rows = ledger.matrix(paper)
        assert {f: sum(counts) for f, counts in rows} == paper["findings"]
        assert {g: sum(counts[i] for _, counts in rows) for i, g in enumerate(columns)} == paper["grades"]
        assert paper["title"] in read["index.html"].words
        assert f"{paper['slug']}.html#finding={rows[0][0]}&grade={columns[0]}" in " ".join(read["index.html"].links) \
            or rows[0][1][0] == 0
    assert data["header"]["command"] in read["index.html"].words


def test_what_is_wrong_stands_on_the_front_page_beside_what_holds(data, read):
    wrong = [c for c in data["claims"] if c["finding"] in ("refuted", "amended")]
    assert len(wrong) > 20
    for claim in wrong:
        assert f"claims/{claim['id']}.html" in read["index.html"].links
    assert read["index.html"].words.count("Instead:") >= len(wrong)


def test_a_summary_is_short_and_names_claims_that_bear_it_out(data):
    found = {c["id"]: c["finding"] for c in data["claims"]}
    summaries = [paper["summary"] for paper in data["header"]["papers"] if paper["summary"]]
    assert len(summaries) >= 2
    for summary in summaries:
        named = re.findall(r"\(((?:[A-Z]+-[\w.]+(?:, )?)+)\)", summary)
        findings = [found[id] for ids in named for id in ids.split(", ")]
        assert findings.count("refuted") >= 4 and len(summary) < 700, summary


def test_what_is_not_verified_is_listed(data, read):
    for claim in data["claims"]:
        if claim["finding"] in ("uncheckable", "gap") or claim["grade"] in ("simulated", "cited", "argued", "pending"):
            assert f"claims/{claim['id']}.html" in read["open.html"].links, claim["id"]


def test_changes_have_a_page(read):
    assert {"claims/LST-T4.1.html"} <= set(read["changes.html"].links)
    assert "LST-GONE" in read["changes.html"].words
    assert "of the claims 1 new, 1 gone, 1 changed" in read["changes.html"].words


def test_figures_stand_beside_their_claims(site, read):
    assert (site/"figures"/"stability.webp").stat().st_size > 10_000
    assert "../figures/stability.webp" in read["claims/LST-P3.1b.html"].links
    assert "figures/portraits.webp" in read["figures.html"].links


def test_the_data_of_the_site_meets_its_schema_and_gives_the_same_site(site, data):
    full = schema.read(site/"ledger.json")
    assert json.loads((site/"ledger.schema.json").read_text())["properties"]["schema"]["const"] == full["schema"]
    again = dict(pages(full))
    assert again["index.html"].replace(" ", "") and again["claims/LST-T4.1.html"].count("<h2") >= 3
    assert {c["id"] for c in full["claims"]} == {c["id"] for c in data["claims"]}


def test_a_ledger_in_which_something_failed_says_so_first(data):
    claims = [dict(c) for c in data["claims"]]
    broken = next(c for c in claims if c["id"] == "LST-T4.1")
    broken |= {"grade": "broken", "evidence": [dict(e) for e in broken["evidence"]]}
    broken["evidence"][0] |= {"passed": False, "skipped": "", "detail": "differs at a = 1"}
    made = dict(pages(data | {"claims": claims}))
    assert "1 did not" in made["index.html"]
    assert "differs at a = 1" in made["open.html"] and "differs at a = 1" in made["claims/LST-T4.1.html"]
    assert 'class="failed"' in made["claims/LST-T4.1.html"]


def test_words_of_the_ledger_are_escaped(data):
    claims = [dict(c) for c in data["claims"]]
    claims[0] |= {"label": "<script>alert(1)</script> & more"}
    made = dict(pages(data | {"claims": claims}))
    for page in (made["large_step.html"], made[f"claims/{claims[0]['id']}.html"]):
        assert "<script>alert" not in page and "&lt;script&gt;alert(1)" in page


def test_a_paper_without_a_summary_shows_what_is_refuted(data):
    papers = [paper | {"summary": ""} for paper in data["header"]["papers"]]
    page = dict(pages(data | {"header": data["header"] | {"papers": papers}}))["index.html"]
    assert page.count("False as stated, among") == len(papers)


def test_one_paper_alone_and_an_empty_selection_render(data):
    one = data["header"]["papers"][:1]
    alone = data | {"header": data["header"] | {"papers": one}, "claims": [c for c in data["claims"] if c["paper"] == one[0]["slug"]]}
    assert "of 1 paper," in dict(pages(alone))["index.html"]
    few = alone | {"claims": alone["claims"][:3]}
    assert "not in this report" in "".join(dict(pages(few)).values()) or not any(
        s["uses"] for c in few["claims"] for s in c["statements"])
