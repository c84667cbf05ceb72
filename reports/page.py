"""`index.html`, rendered from the data of `ledger.json`: one page, no script, no network; mathematics as MathML."""
from functools import cache
from html import escape

from latex2mathml.converter import convert

STYLE = """
:root { color-scheme: light dark; --ink: #1d2430; --soft: #5b6675; --line: #d9dee5; --ground: #ffffff; --panel: #f6f8fa;
  --exact: #0b6b3a; --certified: #1f5fa8; --argued: #6a4a9c; --cited: #8a6d1a; --simulated: #8a4b1a; --pending: #6b7280;
  --broken: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ee; --soft: #9aa5b3; --line: #323a45; --ground: #14181e;
  --panel: #1c222a; --exact: #5ec48f; --certified: #7db3f0; --argued: #b79be6; --cited: #d6b757; --simulated: #e09a62;
  --pending: #9aa5b3; --broken: #ff8a80; } }
body { font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--ground); max-width: 62rem;
  margin: 0 auto; padding: 2rem 1rem 6rem; }
h1 { font-size: 1.7rem; margin: 0 0 .3rem; } h2 { font-size: 1.3rem; margin: 2.5rem 0 .5rem; }
code { font-family: ui-monospace, monospace; font-size: .88em; overflow-wrap: anywhere; }
.formula { display: block; background: var(--panel); padding: .5rem .7rem; border-radius: .3rem; margin: .3rem 0;
  overflow-x: auto; font-size: 1.05em; }
.soft { color: var(--soft); } a { color: inherit; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .25rem .6rem .25rem 0;
  border-bottom: 1px solid var(--line); vertical-align: top; }
article { border-top: 1px solid var(--line); padding: 1rem 0; }
article h3 { font-size: 1rem; margin: 0 0 .3rem; }
.tag { font-size: .8rem; font-weight: 600; border: 1px solid currentColor; border-radius: 1rem; padding: .05rem .55rem;
  margin-left: .4rem; white-space: nowrap; }
details { margin: .3rem 0; } summary { cursor: pointer; color: var(--soft); }
ul { margin: .3rem 0; padding-left: 1.2rem; }
""" + "".join(f".{g} {{ color: var(--{g}); }}\n" for g in
              ("exact", "certified", "argued", "cited", "simulated", "pending", "broken"))


def page(data) -> str:
    """The report as one self-contained page."""
    header = data["header"]
    body = ["<h1>Verification report</h1>", overview(header)]
    for paper in header["papers"]:
        claims = [c for c in data["claims"] if c["paper"] == paper["slug"]]
        body += [f"<h2>{escape(paper['title'])}</h2>", paper_summary(paper), wrong(claims),
                 *(article(c) for c in claims)]
    return ("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
            f"<title>Verification report</title><style>{STYLE}</style></head><body>\n"
            + "\n".join(body) + "\n</body></html>\n")


def overview(header):
    packages = ", ".join(f"{escape(n)} {escape(v)}" for n, v in header["packages"].items())
    return (f"<p class=\"soft\">Separatrix {escape(header['version'])} at <code>{escape(header['commit'])}</code>, "
            f"{escape(header['date'])}, {header['wall_seconds']} s on {escape(header['machine'])}. SymPy computes with "
            f"{escape(header['ground_types'])} integers. {packages}. Replay: <code>{escape(header['command'])}</code></p>")


def paper_summary(paper):
    def row(name, table):
        cells = " · ".join(f"<span class=\"{escape(k)}\">{n} {escape(k)}</span>" for k, n in table.items())
        return f"<tr><th>{name}</th><td>{cells}</td></tr>"
    return (f"<p class=\"soft\">{escape(paper['authors'])}. Text judged: sha256 <code>{escape(paper['sha256'])}</code></p>"
            f"<table><tr><th>claims</th><td>{paper['claims']}</td></tr>{row('findings', paper['findings'])}"
            f"{row('grades', paper['grades'])}</table>")


def wrong(claims):
    """The refuted and the amended claims, in words, each beside what holds instead."""
    return corrections(claims, "refuted", "False as stated") + corrections(claims, "amended", "True with a change")


def corrections(claims, finding, title):
    items = []
    for claim in claims:
        corrected = [s for s in claim["statements"] if s["role"] == "corrected"]
        if claim["finding"] == finding and corrected:
            items.append(f"<li><a href=\"#{claim['id']}\">{claim['id']}</a> ({escape(claim['label'])}): "
                         f"{escape(claim['statements'][0]['words'])} <strong>Instead:</strong> "
                         f"{escape(corrected[0]['words'])}</li>")
    opened = " open" if finding == "refuted" else ""
    return (f"<details{opened}><summary><strong>{title}: {len(items)}</strong></summary><ul>{''.join(items)}</ul></details>"
            if items else "")


def article(claim):
    tag = f"<span class=\"tag\">{escape(claim['finding'])}</span><span class=\"tag {claim['grade']}\">{claim['grade']}</span>"
    parts = [f"<article id=\"{escape(claim['id'])}\"><h3>{escape(claim['id'])} · {escape(claim['label'])}{tag}</h3>"]
    if claim["pending"]:
        parts.append(f"<p class=\"pending\">Pending: {escape(claim['pending'])}.</p>")
    parts += [statement(s, claim) for s in claim["statements"]]
    parts.append(f"<p class=\"soft\">Again: <code>separatrix verify {escape(claim['id'])}</code> · "
                 f"{escape(claim['source'])}</p></article>")
    return "".join(parts)


def statement(s, claim):
    found = [e for e in claim["evidence"] if e["statement"] == s["role"]]
    title = "" if s["role"] == "printed" else f"<strong>{escape(s['role'].capitalize())}.</strong> "
    given = f" <span class=\"soft\">Hypotheses: {escape('; '.join(s['hypotheses']))}.</span>" if s["hypotheses"] else ""
    uses = " <span class=\"soft\">Uses " + ", ".join(
        f"<a href=\"#{u}\">{u}</a>" for u in s["uses"]) + ".</span>" if s["uses"] else ""
    listed = f"<details><summary>evidence: {len(found)}</summary><ul>{''.join(map(piece, found))}</ul></details>"
    return (f"<p>{title}{escape(s['words'])}{given}{uses}</p><span class=\"formula\">{mathml(s['latex'])}</span>"
            + (listed if found else ""))


@cache
def mathml(latex) -> str:
    """The formula as MathML; the source stays in it as an annotation for copying."""
    return convert(latex).replace(' xmlns="http://www.w3.org/1998/Math/MathML"', f' title="{escape(latex)}"', 1)


def piece(e):
    if not e["engine"]:
        return f"<li>{escape(e['kind'])}: {escape(' '.join(e['words'].split()))}</li>"
    outcome = "passed" if e["passed"] else f"skipped: {e['skipped']}" if e["skipped"] else "<strong>not passed</strong>"
    instead = e.get("instead_of") and f"Instead of the argument {e['instead_of']}."
    more = " ".join(filter(None, (instead, e["words"], e["detail"] and f"[{e['detail']}]")))
    return (f"<li>{escape(e['kind'])} <code>{escape(e['name'])}</code> [{escape(e['engine'])}] {outcome}, "
            f"{e['seconds']:.3f} s. {escape(more)} <span class=\"soft\">{escape(e['source'])}</span></li>")
