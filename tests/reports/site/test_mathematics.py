import re
import xml.etree.ElementTree as xml

from reports.site.mathematics import mathml, with_formulas


def test_every_formula_of_the_ledger_becomes_mathml(data):
    formulas = {s["latex"] for c in data["claims"] for s in c["statements"]}
    assert len(formulas) > 250
    for latex in formulas:
        root = xml.fromstring(mathml(latex))
        assert root.tag == "math" and root.get("alttext") == latex
        shown = "".join(root.itertext())
        assert shown.strip() and "\\" not in shown, latex
        variants = {node.get("mathvariant") for node in root.iter()} - {None}
        assert variants <= {"normal"}, "browsers know no other variant"


def test_letters_of_other_alphabets_are_characters():
    assert "".join(xml.fromstring(mathml(r"\mathcal{E}\mathcal{A}\mathbb{R}\mathbb{D}\mathbf{x}\mathsf{N}")).itertext()) == "ℰ𝒜ℝ𝔻𝐱𝖭"


def test_relations_are_operators_and_functions_stand_apart():
    made = mathml(r"a\iff b, \log x, \log|x|")
    assert re.search(r"<mo [^>]*>⟺</mo>", made)
    assert made.count('<mspace width="0.17em"') == 1, "log x, not log|x|"
    assert mathml(r"\Bigl\{x\Bigr\}").count("\\") == 4, "in the source alone"


def test_captions():
    made = with_formulas(r"at $\mu<1$ & beyond")
    assert made.startswith("at <math") and 'display="inline"' in made and made.endswith(" &amp; beyond")
