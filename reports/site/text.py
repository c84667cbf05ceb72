"""From the ledger's plain text to HTML: paragraphs, mathematics in the text, links to claims, numbers with units."""
import re

from markupsafe import Markup, escape

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
GREEK = {"mu": "μ", "nu": "ν", "xi": "ξ", "eta": "η", "lambda": "λ", "omega": "ω", "kappa": "κ", "alpha": "α", "beta": "β",
         "gamma": "γ", "delta": "δ", "zeta": "ζ", "theta": "θ", "sigma": "σ", "tau": "τ", "phi": "φ", "Phi": "Φ", "rho": "ρ",
         "Lambda": "Λ", "Theta": "Θ", "Omega": "Ω", "Delta": "Δ", "pi": "π", "Pi": "Π", "psi": "ψ", "Psi": "Ψ", "eps": "ε",
         "chi": "χ", "Gamma": "Γ", "Sigma": "Σ"}
SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠", "->": "→", "+-": "±"}
_GREEK = re.compile(rf"(?<![A-Za-z.])({'|'.join(GREEK)})(?![A-Za-z])")
_POWER = re.compile(r"\^(?:(\d+)|\((-?\d+)\))(?!\d|\.\d|/\d)")
_GROUP = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\{(?:[^{}]|\{[^{}]*\})*\}"
_SYMBOL = r"(?<![A-Za-zα-ωΑ-Ω_./\\])[A-Za-zα-ωΑ-Ω]"
_OPERATOR = r"(?<![A-Za-z_./])(?:sum|max|min)(?=_(?:[a-z](?![A-Za-z\d_])|[{(]))"
_OTHER = r"(?<=/)[A-Za-zα-ω](?=_\{)|[ℰ‖²³]"
_SUB = re.compile(rf"({_SYMBOL}\*?|{_OPERATOR}|{_OTHER})_({_GROUP}|∞|[\dA-Za-zα-ωΑ-Ω]{{1,6}})(?![A-Za-z\d_]|\.\w)")
_SUP = re.compile(rf"(?<=[\w)\]}}|>'])\^({_GROUP}|[-−]?\d+(?:\.\d+)?|[-−]?[A-Za-zα-ω]+|[-+*])")
_STAR = re.compile(rf"({_SYMBOL}|(?<=\w)</sub>)\*(?![A-Za-zα-ωΑ-Ω\d_(*])")


def symbols(text) -> str:
    """The mathematics of a docstring in its usual letters: mu <= 2, w^2 and sqrt5 become μ ≤ 2, w² and √5."""
    text = _GREEK.sub(lambda m: GREEK[m[1]], text)
    for sign, meant in SIGNS.items():
        text = text.replace(sign, meant)
    text = _POWER.sub(lambda m: (m[1] or m[2]).translate(SUPERSCRIPTS), text)
    text = re.sub(r"(?<![\w.)-])-(?=[\dα-ω√])|(?<= )-(?= )", "−", text)
    text = re.sub(r" (?=[<>=≤≥≠] )", "\u00a0", text)      # no line begins with a relation
    return re.sub(r"\bsqrt ?(?=[\d(]|[A-Za-zα-ω](?![A-Za-zα-ω]))", "√", re.sub(r"\bsqrt\((\w+)\)", r"√\1", text))


def typeset(text) -> Markup:
    """The same as HTML: k_c and n^(3/2) become k<sub>c</sub>, n<sup>3/2</sup>.

    Names of the code stay as they are, and so does quoted LaTeX, $...$.
    """
    parts = re.split(r"(\$[^$]*\$)", text)
    return Markup("").join(escape(part) if i % 2 else _typeset(part) for i, part in enumerate(parts))


def _typeset(text) -> Markup:
    def inside(group):
        bare = group[1:-1] if group[0] in "({" else group
        return bare.replace("-", "−")

    text = _SUB.sub(lambda m: f"{m[1]}<sub>{inside(m[2])}</sub>", str(escape(symbols(text))))
    text = _STAR.sub(r"\1<sup>*</sup>", text)
    return Markup(_SUP.sub(lambda m: f"<sup>{inside(m[1])}</sup>", text))


def breakable(name) -> Markup:
    """A name of the code, which may be broken after its underscores and dots, and nowhere else."""
    return Markup(re.sub(r"(?<=[_.])(?=\w)", "<wbr>", str(escape(name))))


def paragraphs(text) -> list[Markup]:
    """The paragraphs of a docstring, typeset, without its line breaks."""
    return [typeset(" ".join(part.split())) for part in re.split(r"\n\s*\n", text) if part.strip()]


def linker(ids, root):
    """A function that makes links of the claim ids in a text; `root` leads from the page to the site's folder."""
    if not ids:
        return escape
    pattern = re.compile(r"(?<![\w.-])(" + "|".join(map(re.escape, sorted(ids, key=len, reverse=True))) + r")(?![\w-]|\.\w)")

    def linked(text) -> Markup:
        return Markup(pattern.sub(lambda m: f'<a href="{root}claims/{m[1]}.html">{m[1]}</a>', str(escape(text))))
    return linked


def seconds(value) -> str:
    """A time; what was stored or measured as 0 is below the resolution of its clock."""
    if value < 5e-5:
        return "under 0.1 ms"
    return f"{value:.1f} s" if value >= 0.95 else f"{1000*value:.0f} ms" if value >= 0.0095 else f"{1000*value:.1f} ms"


def scientific(value) -> str:
    """A number with two digits: 0.021, 3.2·10⁻³⁶; exactly 0 stays 0."""
    if value == 0 or 1e-3 <= abs(value) < 1e4:
        return f"{value:.2g}"
    mantissa, exponent = f"{value:.1e}".split("e")
    return f"{mantissa}·10{str(int(exponent)).translate(SUPERSCRIPTS)}"


def fraction(text) -> str:
    """An exact fraction as a decimal with two digits."""
    top, _, bottom = text.partition("/")
    return scientific(int(top)/int(bottom or 1))


def count(value) -> str:
    """A whole number in groups of three digits."""
    return f"{value:,}".replace(",", "\u202f")


def percent(value) -> str:
    return f"{100*value:.0f} %" if value >= 0.095 else f"{100*value:.1f} %"
