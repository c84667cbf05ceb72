"""LaTeX to MathML that browsers draw as meant: what latex2mathml leaves to old MathML is said in today's."""
from functools import cache
from html import escape
import re
import xml.etree.ElementTree as xml

from latex2mathml.converter import convert
from markupsafe import Markup

NAMESPACE = "{http://www.w3.org/1998/Math/MathML}"
RELATIONS = set("⟺⟹±∓⪯≼⟂∖⧵;%…∼")             # converted as identifiers, they are operators
FUNCTIONS = {"log", "exp", "ln", "cos", "sin"}
ALPHABETS = {"script": 0x1D49C, "double-struck": 0x1D538, "bold": 0x1D400, "sans-serif": 0x1D5A0, "fraktur": 0x1D504}
ELSEWHERE = dict(zip("𝒝𝒠𝒡𝒣𝒤𝒧𝒨𝒭𝔺𝔿𝕅𝕇𝕈𝕉𝕑", "ℬℰℱℋℐℒℳℛℂℍℕℙℚℝℤ"))    # letters with a place of their own in Unicode


@cache
def mathml(latex, display="block") -> Markup:
    """The formula as MathML; its source stays as the text that a screen reader or a search finds."""
    root = xml.fromstring(convert(latex, display=display))
    for node in root.iter():
        node.tag = node.tag.removeprefix(NAMESPACE)
    for node in list(root.iter()):
        tidy(node)
    root.set("alttext", latex)
    return Markup(xml.tostring(root, encoding="unicode"))


def tidy(node):
    """Letters of other alphabets as characters, relations as operators, bars close to what they enclose, `log x` apart."""
    variant, text = node.get("mathvariant"), node.text or ""
    if variant in ALPHABETS:
        del node.attrib["mathvariant"]
        node.text = "".join(letter(c, variant) for c in text)
    text = (node.text or "").replace("~", "∼").removeprefix("\\")
    if text:
        node.text = text
    if node.tag == "mi" and text in RELATIONS:
        node.tag = "mo"
    elif node.tag == "mi" and re.fullmatch(r"\.\d+", text):
        node.tag = "mn"
    if node.tag == "mo" and text in ("⟺", "⟹"):
        node.attrib |= {"lspace": "0.5em", "rspace": "0.5em"}
    if node.tag == "mo" and text == "|":
        node.attrib |= {"lspace": "0", "rspace": "0", "stretchy": "false"}
    if node.tag in ("mrow", "math", "mstyle"):
        apart = [i for i, (child, after) in enumerate(zip(node, node[1:])) if child.tag == "mi" and child.text in FUNCTIONS
                 and after.tag != "mo"]
        for i in reversed(apart):
            node.insert(i + 1, xml.Element("mspace", width="0.17em"))


def letter(character, variant) -> str:
    """A letter in another alphabet; what has no place there stays."""
    if not ("A" <= character <= "Z" or "a" <= character <= "z"):
        return character
    offset = ord(character) - ord("A") if character <= "Z" else ord(character) - ord("a") + 26
    found = chr(ALPHABETS[variant] + offset)
    return ELSEWHERE.get(found, found)


def with_formulas(text) -> Markup:
    """A caption: text in which $...$ is LaTeX."""
    return Markup("").join(mathml(part, "inline") if i % 2 else Markup(escape(part)) for i, part in enumerate(text.split("$")))
