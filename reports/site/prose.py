"""The pages of `docs/` as parts of the site: Markdown to HTML, with links to claims, to each other and to drawn figures."""
from pathlib import Path, PurePosixPath
from posixpath import normpath
import re
from typing import NamedTuple

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from .text import linker, typeset

DOCS = Path(__file__).resolve().parents[2]/"docs"     # an installed wheel has no docs: its site leaves these pages out
GENERAL = {"trust.html": "trust.md", "reading.html": "reading_findings.md", "symbols.html": "symbols.md"}
OF_PAPER = {"large_step": {"basin-theorem.html": "basin_theorem.md"}, "superposition": {"cascade.html": "cascade.md"},
            "singularities": {"smoothing.html": "smoothing.md"}, "scaling_law": {"scaling-law.html": "scaling_law.md"}}
_CLAIM = re.compile(r"\[([\w.-]+)\]")


class Page(NamedTuple):
    """A page of prose: its heading, the rest, and the slug of its paper ("" for one about all papers)."""
    title: Markup
    body: Markup
    paper: str


def sources(ledger, docs) -> dict[str, tuple[str, str]]:
    """Name in the site -> (paper, file in `docs`), of all pages that exist and concern a paper of the ledger."""
    named = {name: ("", file) for name, file in GENERAL.items()}
    for slug in (paper["slug"] for paper in ledger.papers):
        own = {f"{slug}-findings.html": f"findings/{slug}.md"} | OF_PAPER.get(slug, {})
        named |= {name: (slug, file) for name, file in own.items()}
    return {name: (slug, file) for name, (slug, file) in named.items() if docs and (docs/file).is_file()}


def prose(ledger, docs) -> dict[str, Page]:
    """Name in the site -> page.  Links to what the site has not become plain text, pictures that were not drawn are left out."""
    found = sources(ledger, docs)
    names = {file: name for name, (_, file) in found.items()}
    drawn = {figure["name"] for figure in ledger.figures}

    def page(slug, file):
        source = (docs/file).read_text(encoding="utf-8")
        return Page(*_render(source, PurePosixPath(file).parent, names, drawn, ledger.claims), slug)
    return {name: page(slug, file) for name, (slug, file) in found.items()}


def _render(source, folder, names, drawn, claims):
    """(heading, body) of one page that lies in `folder` of the docs."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    linked = linker(claims, "")

    def text(renderer, tokens, i, options, env):
        words, in_link = typeset(tokens[i].content), sum(t.nesting for t in tokens[:i] if t.type.startswith("link_"))
        return words if in_link else linked(words)

    def code(renderer, tokens, i, options, env):
        claim = _CLAIM.fullmatch(tokens[i].content)
        return f'<span class="claim">[{linked(claim[1])}]</span>' if claim else f"<code>{escape(tokens[i].content)}</code>"

    def image(renderer, tokens, i, options, env):
        name, words = PurePosixPath(tokens[i].attrs["src"]).stem, tokens[i].content
        return (f'<img src="figures/{name}.webp" alt="{escape(words)}" loading="lazy">'
                f'<span class="soft">{typeset(words)}.</span>')

    def table(renderer, tokens, i, options, env):
        return '<div class="scroll" tabindex="0" role="region" aria-label="Table"><table class="plain">\n'

    for rule, function in {"text": text, "code_inline": code, "image": image, "table_open": table}.items():
        markdown.add_render_rule(rule, function)
    markdown.add_render_rule("table_close", lambda *_: "</table></div>\n")

    tokens = _without_missing(markdown.parse(source), drawn)
    for token in tokens:
        if token.children:
            token.children = _links(token.children, folder, names)
    title = markdown.renderer.render(tokens[1:2], markdown.options, {})
    return Markup(title), Markup(markdown.renderer.render(tokens[3:], markdown.options, {}))


def _links(children, folder, names):
    """The links among the pages of the site, by their names there, without anchors; of others only their words."""
    kept, dropped = [], False
    for token in children:
        if token.type == "link_open":
            token.attrs["href"] = names.get(normpath(folder/token.attrs["href"].partition("#")[0]))
            dropped = token.attrs["href"] is None
        if not (dropped and token.type in ("link_open", "link_close")):
            kept.append(token)
    return kept


def _without_missing(tokens, drawn):
    """Without the paragraphs that are a picture which the site has not."""
    def missing(token):
        return bool(token.children) and len(token.children) == 1 and token.children[0].type == "image" \
            and PurePosixPath(token.children[0].attrs["src"]).stem not in drawn
    gone = {j for i, token in enumerate(tokens) if missing(token) for j in (i - 1, i, i + 1)}
    return [token for i, token in enumerate(tokens) if i not in gone]
