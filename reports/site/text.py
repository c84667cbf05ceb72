"""From the ledger's plain text and LaTeX to HTML: paragraphs, links to claims, MathML, numbers with units."""
from functools import cache
from html import unescape
import re

from latex2mathml.converter import convert
from markupsafe import Markup, escape

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@cache
def mathml(latex, display="block") -> Markup:
    """The formula as MathML; its source stays as the text that a screen reader or a search finds."""
    tree = unescape_entities(convert(latex, display=display)).replace(' xmlns="http://www.w3.org/1998/Math/MathML"', "", 1)
    return Markup(tree.replace("<math", f'<math alttext="{escape(latex)}"', 1))


def unescape_entities(xml):
    """Characters in place of numeric references, which are four times as long; < > & " stay escaped."""
    return re.sub(r"&#x?[0-9A-Fa-f]+;", lambda m: m[0] if unescape(m[0]) in '<>&"' else unescape(m[0]), xml)


def with_formulas(text) -> Markup:
    """A caption: text in which $...$ is LaTeX."""
    return Markup("").join(mathml(part, "inline") if i % 2 else escape(part) for i, part in enumerate(text.split("$")))


def linker(ids, root):
    """A function that makes links of the claim ids in a text; `root` leads from the page to the site's folder."""
    if not ids:
        return escape
    pattern = re.compile(r"(?<![\w.-])(" + "|".join(map(re.escape, sorted(ids, key=len, reverse=True))) + r")(?![\w-]|\.\w)")

    def linked(text) -> Markup:
        return Markup(pattern.sub(lambda m: f'<a href="{root}claims/{m[1]}.html">{m[1]}</a>', str(escape(text))))
    return linked


def paragraphs(text) -> list[str]:
    """The paragraphs of a docstring, without its line breaks."""
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", text) if part.strip()]


def seconds(value) -> str:
    return f"{value:.1f} s" if value >= 0.95 else f"{1000*value:.0f} ms" if value >= 0.0095 else f"{1000*value:.1f} ms"


def scientific(value) -> str:
    """A number with two digits: 0.021, 3.2·10⁻³⁶; exactly 0 stays 0."""
    if value == 0 or 1e-3 <= abs(value) < 1e4:
        return f"{value:.2g}"
    mantissa, exponent = f"{value:.1e}".split("e")
    return f"{mantissa}·10{str(int(exponent)).translate(SUPERSCRIPTS)}"


def fraction(text) -> str:
    """An exact margin as a decimal, rounded down to two digits in its last place but one."""
    top, _, bottom = text.partition("/")
    return scientific(int(top)/int(bottom or 1))


def percent(value) -> str:
    return f"{100*value:.0f} %" if value >= 0.095 else f"{100*value:.1f} %"
