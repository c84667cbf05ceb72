"""Every page of the site, as text, from the data of `ledger.json`."""
import json
from pathlib import Path
from typing import Iterator

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from .. import schema
from ..markdown import markdown
from . import graph, mathematics, model, text
from .prose import prose

LISTS = ("figures", "trust", "open", "margins")
NAMED = (*LISTS, "changes", "index", "reading", "symbols")      # no paper may be called so
HERE = Path(__file__).resolve().parent


def pages(data, changes=None, docs=None) -> Iterator[tuple[str, str]]:
    """(path inside the site, content).  Pictures are not among them; `changes` is the result of `reports.changes.compare`.

    With `docs`, the folder `reports.site.prose.DOCS`, come the pages of prose on the papers judged here.
    """
    ledger = model.Ledger(data)
    written = prose(ledger, docs)
    environment = templates(ledger, changes, written)

    def render(template, root="", **values):
        return environment.get_template(template).render(
            root=root, linked=text.linker(ledger.claims, root), **values)

    yield "index.html", render("index.html", here="index")
    for paper in ledger.papers:
        slug = paper["slug"]
        yield f"{slug}.html", render("paper.html", here=slug, paper=paper)
        drawn = graph.lay_out(ledger.sections(paper))
        yield f"{slug}-graph.html", render("graph.html", here=slug, paper=paper, graph=drawn)
        claims = ledger.of(paper)
        for before, claim, after in zip([None, *claims], claims, [*claims[1:], None]):
            yield f"claims/{claim['id']}.html", render(
                "claim.html", root="../", here=slug, paper=paper, claim=claim, before=before, after=after)
    for name in (*LISTS, "changes") if changes is not None else LISTS:
        yield f"{name}.html", render(f"{name}.html", here=name)
    for name in written:
        if name != "trust.html":    # the lists of the trusted base stand below that page
            page = written[name]
            yield name, render("prose.html", here=page.paper or name.removesuffix(".html"), page=page)
    for file in sorted((HERE/"static").iterdir()):
        yield file.name, file.read_text()
    yield "ledger.json", json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    yield "ledger.schema.json", schema.FILE.read_text()
    yield "ledger.md", markdown(data)


def templates(ledger, changes, written):
    environment = Environment(loader=FileSystemLoader(HERE/"templates"), autoescape=True, undefined=StrictUndefined,
                              trim_blocks=True, lstrip_blocks=True)
    environment.globals |= {
        "ledger": ledger, "header": ledger.header, "changes": changes, "prose": written,
        "findings": model.FINDINGS, "grades": model.GRADES, "standing": model.STANDING, "outcome": model.outcome, "node_width": graph.WIDTH, "node_height": graph.HEIGHT}
    environment.filters |= {
        "mathml": mathematics.mathml, "formulas": mathematics.with_formulas, "symbols": text.symbols, "typeset": text.typeset,
        "paragraphs": text.paragraphs, "breakable": text.breakable, "seconds": text.seconds,
        "scientific": text.scientific, "fraction": text.fraction, "percent": text.percent, "grouped": text.count}
    return environment
