"""The site in a headless browser, from disk.  Without one these tests skip; with SEPARATRIX_BROWSER=required they fail."""
import os
import re
import shutil

import pytest

KINDS = ("index.html", "large_step.html", "scaling_law.html", "large_step-graph.html", "figures.html", "margins.html", "trust.html",
         "open.html", "changes.html", "claims/LST-T4.1.html", "claims/LST-P3.1b.html", "claims/LST-LE.1.html",
         "claims/LST-N.rand.html", "claims/SCAL-57.html", "claims/SCAL-36.html", "large_step-findings.html", "superposition-findings.html",
         "reading.html", "symbols.html", "basin-theorem.html", "smoothing.html")

CONTRASTS = """() => {
  const parse = c => { const v = c.match(/[\\d.]+/g).map(Number); return [v[0], v[1], v[2], v[3] ?? 1]; };
  const light = c => { const [r, g, b] = c.map(x => (x /= 255) <= .03928 ? x/12.92 : ((x + .055)/1.055)**2.4);
                       return .2126*r + .7152*g + .0722*b; };
  const ground = e => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c[3] > 0) return c; }
                        return [255, 255, 255, 1]; };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || e.closest("svg, script, style") || !e.getClientRects().length) continue;
    const a = light(parse(getComputedStyle(e).color).slice(0, 3)), b = light(ground(e).slice(0, 3));
    found.push([(Math.max(a, b) + .05)/(Math.min(a, b) + .05), walker.currentNode.data.trim().slice(0, 40)]);
  }
  return found;
}"""

NAMELESS = """() => [...document.querySelectorAll("a, button, input, select, img, summary, [role=region], svg")].filter(e => !(
  e.getAttribute("aria-label") || e.textContent.trim() || e.alt || (e.labels && e.labels.length)
  || e.getAttribute("aria-labelledby"))).map(e => e.outerHTML.slice(0, 100))"""


def unavailable(reason):
    (pytest.fail if os.environ.get("SEPARATRIX_BROWSER") == "required" else pytest.skip)(f"no browser tests: {reason}")


@pytest.fixture(scope="module")
def chromium():
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        unavailable("chromium is not installed")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        unavailable("playwright is not installed: pip install '.[browser]'")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium, site):
    """visit(path, **context): the page, opened; at the end of the test it has asked for nothing but files and said nothing."""
    contexts, complaints = [], []

    def open_page(path, **options):
        context = chromium.new_context(**({"viewport": {"width": 1200, "height": 900}} | options))
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("requestfailed", lambda request: request.failure == "net::ERR_ABORTED" or complaints.append(request.url))
        page.on("request", lambda request: request.url.startswith("file:") or complaints.append(request.url))
        page.goto(f"file://{site}/{path}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def test_every_kind_of_page_renders_and_everything_has_a_name(visit):
    page = visit("index.html")
    for path in KINDS:
        page.goto(re.sub(r"(claims/)?[^/]+$", "", page.url) + path)
        assert page.locator("h1").count() == 1 and page.locator("h1").is_visible()
        assert "Separatrix" in page.title()
        assert page.evaluate(NAMELESS) == [], path
        assert page.locator("main").bounding_box()["width"] > 600


@pytest.mark.parametrize("path", ["large_step.html", "claims/LST-P3.1b.html", "figures.html"])
def test_formulas_are_visible(visit, path):
    page = visit(path)
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    sizes = page.locator("math").evaluate_all("all => all.map(m => { const b = m.getBoundingClientRect(); return [b.width, b.height]; })")
    assert len(sizes) >= 2 and all(width > 4 and height > 7 for width, height in sizes)
    assert "\\" not in page.locator("main").inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(visit, scheme):
    page, counted = visit("index.html", color_scheme=scheme), 0
    grounds = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, re.findall(r"\d+", grounds)[:3])) < 150) is (scheme == "dark")
    for path in KINDS:
        page.goto(re.sub(r"(claims/)?[^/]+$", "", page.url) + path)
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        for ratio, words in page.evaluate(CONTRASTS):
            assert ratio >= 4.5, (path, words, ratio)
            counted += 1
    assert counted > 2000


def test_nothing_sticks_out_at_400_pixels(visit, data):
    page = visit("index.html", viewport={"width": 400, "height": 800})
    base = re.sub(r"[^/]+$", "", page.url)
    claims = [f"claims/{c['id']}.html" for c in data["claims"][::6]]
    assert len(claims) > 30
    for path in (*KINDS, *claims):
        page.goto(base + path)
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        assert page.evaluate("document.documentElement.scrollWidth") <= 400, path
        assert float(page.evaluate("parseFloat(getComputedStyle(document.querySelector('main p')).fontSize)")) >= 14


def test_names_of_the_code_are_broken_after_underscores_alone(visit):
    page = visit("margins.html", viewport={"width": 400, "height": 800})
    lines = page.locator("code.name").evaluate_all("""all => all.flatMap(e => [...e.childNodes]).filter(n => n.data).map(n => {
      const range = document.createRange(); range.selectNode(n);
      return [n.data, new Set([...range.getClientRects()].map(r => r.top)).size]; })""")
    assert len(lines) > 60 and all(count == 1 for _, count in lines), lines


def test_no_line_begins_with_the_dot_between_paper_and_section(visit):
    page = visit("claims/LST-P3.1b.html", viewport={"width": 400, "height": 800})
    assert page.locator(".path").inner_text().splitlines()[0].count("·") == 1
    link, dot = page.evaluate("""() => {
      const [a, section] = document.querySelectorAll(".path > span > *"), range = document.createRange();
      range.setStart(section.firstChild, 0); range.setEnd(section.firstChild, 2);
      return [[...a.getClientRects()].at(-1).bottom, range.getBoundingClientRect().bottom]; }""")
    assert abs(link - dot) < 3, "it stands where the title of the paper ends"


def test_an_index_is_found_as_it_is_written(visit, data):
    page = visit("large_step.html")
    page.get_by_label("Search").fill("u_{d+1}")
    assert 0 < len(shown(page)) < len(ids(data)) and page.locator("main sub").count() > 10


def test_a_formula_wider_than_a_caption_scrolls_there(visit):
    page = visit("figures.html", viewport={"width": 400, "height": 800})
    page.evaluate("""() => document.querySelector("figcaption").insertAdjacentHTML(
      "beforeend", `<p><math><mrow>${"<mi>x</mi><mo>+</mo>".repeat(80)}</mrow></math></p>`)""")
    inside, around = page.evaluate("[document.querySelector('figcaption'), document.documentElement].map(e => e.scrollWidth)")
    assert inside > 500 and around <= 400


def shown(page):
    return page.locator("article.row:visible").evaluate_all("rows => rows.map(r => r.id)")


def ids(data, paper="large_step", **wanted):
    return [c["id"] for c in data["claims"] if c["paper"] == paper and all(c[k] == v for k, v in wanted.items())]


def test_filters_and_search(visit, data):
    page = visit("large_step.html")
    assert shown(page) == ids(data)
    page.get_by_label("Finding").select_option("refuted")
    assert shown(page) == ids(data, finding="refuted") and page.url.endswith("#finding=refuted")
    assert page.locator("output").inner_text() == f"{len(ids(data, finding='refuted'))} of {len(ids(data))} claims"
    page.get_by_label("Grade").select_option("exact")
    assert shown(page) == ids(data, finding="refuted", grade="exact")
    page.get_by_role("button", name="All").click()
    page.wait_for_function("!location.hash")
    assert shown(page) == ids(data)

    page.get_by_label("Evidence").select_option("Simulation")
    assert shown(page) == [c["id"] for c in data["claims"] if c["paper"] == "large_step"
                           and any(e["kind"] == "Simulation" for e in c["evidence"])] != []
    page.get_by_label("Evidence").select_option("")
    page.get_by_label("Search").fill("period SIXTEEN")
    assert 0 < len(shown(page)) < 5
    page.get_by_label("Search").fill(r"\mathcal")
    assert 0 < len(shown(page)) < len(ids(data)), "the source of a formula is found"
    page.get_by_label("Search").fill("no such words")
    assert shown(page) == [] and page.get_by_text("No claim matches.").is_visible()
    assert page.locator("section.group:visible").count() == 0


def test_the_address_keeps_the_filters(visit, data):
    page = visit("large_step.html#finding=amended&words=ellipse")
    assert page.get_by_label("Finding").input_value() == "amended" and page.get_by_label("Search").input_value() == "ellipse"
    found = shown(page)
    assert found and set(found) < set(ids(data, finding="amended"))
    page.reload()
    assert shown(page) == found
    page = visit("large_step.html#finding=nonsense")
    assert shown(page) == ids(data)
    page = visit("large_step.html#LST-T4.1")
    assert shown(page) == ids(data) and page.locator("[id='LST-T4.1']").is_visible()
    page.get_by_label("Grade").select_option("exact")
    page.locator("article.row:visible h3 a").first.click()
    assert page.url.split("/")[-2] == "claims"
    page.go_back()
    assert shown(page) == ids(data, grade="exact")


def test_counts_of_the_front_page_lead_to_those_claims(visit, data):
    page = visit("index.html")
    cell = page.get_by_role("link", name=re.compile("^all .* refuted$")).first
    count = int(cell.inner_text())
    cell.click()
    assert len(shown(page)) == count == len(ids(data, finding="refuted"))


def test_by_keyboard_alone(visit, data):
    page = visit("large_step.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    assert page.locator(".skip").bounding_box()["x"] >= 0, "the link that skips is seen when it has the focus"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == "words":
            break
    page.keyboard.type("separatrix")
    found = shown(page)
    assert 0 < len(found) < len(ids(data))
    page.keyboard.press("Enter")
    assert shown(page) == found, "Enter sends the form nowhere"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "finding"
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    page.keyboard.press("h")
    assert set(shown(page)) <= set(ids(data, finding="holds"))
    for _ in range(4):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('article')?.id") == shown(page)[0]
    page.keyboard.press("Enter")
    page.wait_for_url("**/claims/*")
    assert page.locator("h1").inner_text().startswith("LST-")


def test_without_script_all_claims_are_there(visit, data):
    page = visit("large_step.html", java_script_enabled=False)
    assert page.locator("article.row").count() == len(ids(data))
    assert not page.locator("#filters").is_visible()


@pytest.mark.parametrize("slug", ["large_step", "scaling_law"])
def test_the_graph_is_legible(visit, data, slug):
    page = visit(f"{slug}-graph.html")
    texts = page.locator(".node").evaluate_all("""all => all.map(g => {
      const box = g.querySelector("text").getBoundingClientRect(), around = g.querySelector("rect").getBoundingClientRect();
      return [g.textContent, around.right - box.right, box.height]; })""")
    assert len(texts) == len(ids(data, slug))
    assert all(room > 2 and height >= 12 for _, room, height in texts)
    page.locator(".graph a").first.focus()
    assert page.evaluate("document.activeElement.getAttribute('href')").startswith("claims/")
    assert page.locator("svg").get_attribute("aria-labelledby") == "graph-title"
    page.locator(".graph a").first.click()
    assert "/claims/" in page.url


def test_figures_load(visit):
    page = visit("figures.html")
    page.locator("img").last.scroll_into_view_if_needed()
    page.wait_for_function("[...document.images].every(i => i.complete && i.naturalWidth > 600)")
    assert page.locator("img").count() == 2


def test_printed_pages_have_no_controls_and_dark_ink(visit):
    page = visit("large_step.html", color_scheme="dark")
    page.emulate_media(media="print")
    assert not page.locator("#filters").is_visible() and not page.locator("header.site nav").is_visible()
    assert page.locator("article.row").first.is_visible()
    ratios = [ratio for ratio, _ in page.evaluate(CONTRASTS)]
    assert len(ratios) > 500 and min(ratios) >= 4.5
