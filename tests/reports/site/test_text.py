import pytest

from reports.site.text import (breakable, count, fraction, linker, paragraphs, percent, scientific, seconds, symbols,
                                typeset)


@pytest.mark.parametrize("plain, typeset_", [
    ("2 mu + w^2 < 2", "2 μ + w²\u00a0< 2"),
    ("for mu >= sqrt5 - 1", "for μ\u00a0≥ √5 − 1"),
    ("lambda_max and 3mu", "λ_max and 3μ"),
    ("N^(-2), N^(6 + b), x^10", "N⁻², N^(6 + b), x¹⁰"),
    ("e at -1/2 != 1e-12", "e at −1/2\u00a0≠ 1e-12"),
    ("sqrt(eta), sqrt m, sqrt2, sqrt k_c", "√η, √m, √2, √k_c"),
    ("phi^2. and n^-eps", "φ². and n^−ε"),
    ("a -> b", "a → b"),
    ("on -mu or at (-e, -2), with --kernel", "on −μ or at (-e, −2), with --kernel"),
    ("much, music, menu, DPhi, 2^1.54, 0.05^3/2", "much, music, menu, DPhi, 2^1.54, 0.05^3/2"),
    ("Lemma 4-5, LST-N.rand and well-known", "Lemma 4-5, LST-N.rand and well-known"),
])
def test_symbols(plain, typeset_):
    assert symbols(plain) == typeset_


@pytest.mark.parametrize("plain, html", [
    ("L_sup, z_3*, n^(3/2)/p, sqrt k_c", "L<sub>sup</sub>, z<sub>3</sub><sup>*</sup>, n<sup>3/2</sup>/p, √k<sub>c</sub>"),
    ("u_{d+1}^+ and W^KQ z^T U", "u<sub>d+1</sub><sup>+</sup> and W<sup>KQ</sup> z<sup>T</sup> U"),
    ("(np)^(-1/2), n^-eps.", "(np)<sup>−1/2</sup>, n<sup>−ε</sup>."),
    ("v^((1-a)/2), |(f^n)'|", "v<sup>(1−a)/2</sup>, |(f<sup>n</sup>)&#39;|"),
    ("lambda_max^2 and 2mu_1", "λ<sub>max</sub>² and 2μ<sub>1</sub>"),
    ("M_2^ext: gamma_c^*", "M<sub>2</sub><sup>ext</sup>: γ<sub>c</sub><sup>*</sup>"),
    ("0.05^3/2, 2^1.54", "0.05<sup>3</sup>/2, 2<sup>1.54</sup>"),
    ("sigma*_i", "σ<sup>*</sup><sub>i</sub>"),
    (r'at "$\eta\|V\|_{\mathrm{op}}$", eta_1', r"at &#34;$\eta\|V\|_{\mathrm{op}}$&#34;, η<sub>1</sub>"),
    ("sum_i x_i, max_{j}, min_slack", "sum<sub>i</sub> x<sub>i</sub>, max<sub>j</sub>, min_slack"),
    ("ℰ_μ, μ_∞, ‖W‖²_F, e²_{2j}, (m_c/k_{c+1})", "ℰ<sub>μ</sub>, μ<sub>∞</sub>, ‖W‖²<sub>F</sub>, "
     "e²<sub>2j</sub>, (m<sub>c</sub>/k<sub>c+1</sub>)"),
    ("w_k, σ_{k+1}, N^(6+b), M_k M_{k+1}", "w<sub>k</sub>, σ<sub>k+1</sub>, N<sup>6+b</sup>, M<sub>k</sub> M<sub>k+1</sub>"),
    ("a < b_1 & c", "a\u00a0&lt; b<sub>1</sub> &amp; c"),
    ("product_map, i_j_k, a.b_c, claims/x_y, ReLU_x", "product_map, i_j_k, a.b_c, claims/x_y, ReLU_x"),
    ("2500*3, LST-T4*, x*y, n*(m), S*.", "2500*3, LST-T4*, x*y, n*(m), S<sup>*</sup>."),
])
def test_indices_and_exponents(plain, html):
    assert typeset(plain) == html


def test_names_break_after_underscores_and_dots_alone():
    assert breakable("Derivatives.normal_stability") == "Derivatives.<wbr>normal_<wbr>stability"
    assert breakable("_<b>_") == "_&lt;b&gt;_"


def test_paragraphs_join_lines():
    assert paragraphs("One\nline.\n\n  Two.  \n") == ["One line.", "Two."]


def test_links_are_whole_ids_and_text_is_escaped():
    linked = linker(["LST-N.1", "LST-N.17", "LST-N1"], "../")
    assert linked("<b> LST-N.17.") == '&lt;b&gt; <a href="../claims/LST-N.17.html">LST-N.17</a>.'
    assert linked("LST-N.171, XLST-N1, LST-N1a, LST-N1-2") == "LST-N.171, XLST-N1, LST-N1a, LST-N1-2"
    assert linked("(LST-N1)") == '(<a href="../claims/LST-N1.html">LST-N1</a>)'
    assert linker([], "")("a < b") == "a &lt; b"


def test_numbers():
    assert [seconds(x) for x in (0, 0.0002, 0.0123, 0.5, 12.34)] == ["under 0.1 ms", "0.2 ms", "12 ms", "500 ms", "12.3 s"]
    assert [scientific(x) for x in (0, 0.0213, 3.21e-36, 1.5e7)] == ["0", "0.021", "3.2·10⁻³⁶", "1.5·10⁷"]
    assert fraction("1/3") == "0.33" and fraction("2") == "2"
    assert fraction("2238354063502/4000000000004000000000001") == "5.6·10⁻¹³"
    assert count(6500000) == "6\u202f500\u202f000" and count(12) == "12"
    assert percent(0.0624) == "6.2 %" and percent(0.37) == "37 %"
