"""The whole text, and Section 3."""
from fractions import Fraction as Q

from numerics.algebra import jacobian
from proofs.evidence import Argument, Identity, Lost, Nonnegative, Refutation

from .bookkeeping import terms_at_the_threshold
from .paper import paper


@paper.claim("SCAL-00", "whole text", r"\text{the statements whose displays are missing}", finding="uncheckable")
def lost_displays():
    """Definitions, theorems and tables of which the text keeps only the surrounding words."""
    yield Lost("""
        The displays of the scaling-law principle, the risks, Lemma 4.1, H_(nu), Theorems 5.5 to 5.7 and Corollary 5.6,
        Theorem 6.1 with (3), the header of 6.2, Lemma A.1, Theorems A.2 and A.3, the map of A.4, the tables, and
        Appendices C.2 to I.
        """)


@lost_displays.reading(
    "two-stage bound", r"e^{-\xi^2\mathsf C/\mathsf N^7}+\tfrac{\xi^2}{\mathsf N};\quad \text{equal terms where}\ "
    r"\mathsf N^7\log\tfrac{\mathsf N}{\xi^2}=\xi^2\mathsf C", uses=("SCAL-05", "SCAL-10", "SCAL-12"))
def lost_displays():
    """Rebuilt from the words around it: what Sections 6.1 and 8 and B.6 keep of Theorem 6.1 fits one bound, the sum of
    the decay of Stage I and the floor, whose two terms are equal at the threshold that B.6 quotes (with L d = 1).
    """
    yield Identity(terms_at_the_threshold, excluding=lambda xi, N: (xi, N))


# --- 3.1 -----------------------------------------------------------------------------------------------------------

def column_of_index(row, column, d):
    """k = (row - 1) d + column: the column is k - (row - 1) d, and k lies between (row - 1) d + 1 and row d."""
    k = (row - 1)*d + column
    return (k - (row - 1)*d, row*d - k, k - ((row - 1)*d + 1)), (column, d - column, column - 1)


@paper.claim("SCAL-01", "Section 3.1",
             r"\mathrm{vect}_k(A)=A_{\lceil k/d\rceil,\,k-(\lceil k/d\rceil-1)d}\ \text{is inverse to}\ "
             r"\mathrm{matr}_{k_1,k_2}(a)=a_{(k_1-1)d+k_2}", hypotheses=("n = d, so that both are defined",))
def flattening():
    """The row-major flattening and its reshaping undo each other."""
    yield Identity(column_of_index)
    yield Argument("""
        For 1 <= column <= d the identity gives (row - 1) d < k <= row d, so the ceiling of k/d is the row, and then
        the column is k - (row - 1) d. Both maps therefore use the same bijection of index pairs and indices.""",
                   name="ceiling")


# --- 3.2 -----------------------------------------------------------------------------------------------------------

def parameter_count(depth, m, d):
    """M: the matrices W (d x m), U (d x d) and A (m x d) of every layer."""
    return depth*(m*d + d**2) + depth*m*d


def count_factors(depth, m, d):
    """M = N d (2 m + d)."""
    return parameter_count(depth, m, d), depth*d*(2*m + d)


def count_is_at_most(depth, m, d):
    """3 N m d - M = N d (m - d)."""
    return 3*depth*m*d - parameter_count(depth, m, d), {"N": depth, "d": d, "m - d": m - d}, [
        (1, ("N", "d", "m - d"), 1)]


def count_is_at_least(depth, m, d):
    """M - 2 N m d = N d^2."""
    return parameter_count(depth, m, d) - 2*depth*m*d, {"N": depth}, [(1, ("N",), d)]


def count_is_at_most_three(depth, m, d):
    return parameter_count(depth, m, d) <= 3*depth*m*d


@paper.claim("SCAL-02", "Section 3.2", r"\mathsf M=N(md+d^2)+Nmd=\Theta(Nmd)", finding="amended")
def number_of_parameters():
    """The number of parameters is said to be of the order N m d."""
    yield Identity(count_factors)
    yield Refutation(count_is_at_most_three, at=dict(depth=1, m=1, d=3))


@number_of_parameters.corrected(r"\mathsf M=Nd(2m+d),\qquad m\ge d\implies 2Nmd\le\mathsf M\le3Nmd",
                                hypotheses=("m >= d",))
def number_of_parameters():
    """It is N d (2 m + d), of that order exactly where d = O(m); for m >= d it is between 2 and 3 times N m d."""
    yield Identity(count_factors)
    yield Nonnegative(count_is_at_most, at=dict(depth=1, m=2, d=1), tight=dict(depth=1, m=2, d=2))
    yield Nonnegative(count_is_at_least, at=dict(depth=1, m=2, d=1), tight=dict(depth=1, m=2, d=Q(1, 100)))


# --- the parts that are lost ---------------------------------------------------------------------------------------

@paper.claim("SCAL-57", "Lemmas 4.1, 5.3, A.1; Theorems 5.5-5.7; A.5; Appendix C",
             r"\text{the statements and proofs named there}", finding="uncheckable")
def lost_proofs():
    """Results that are used throughout and whose statements and proofs are not in the text."""
    yield Lost("""
        The statements of Lemmas 4.1, 5.3 and A.1 and of Theorems 5.5 to 5.7, and every proof in the appendices to which
        they defer.
        """)


def two_layer_outputs(p, q, a, b):
    """Two samples a, b through two layers with residuals, one weight each: h = x + p x^2, f = h + q h^2."""
    return tuple(h + q*h**2 for h in (a + p*a**2, b + p*b**2))


def two_layer_loss(p, q, a, b, eps, n, y, z):
    """(1/n) |eps f - Y|^2 with Y = (y, z)."""
    f, g = two_layer_outputs(p, q, a, b)
    return ((eps*f - y)**2 + (eps*g - z)**2)/n


def layers_add_up(p, q, a, b, eps, n, y, z):
    """-dL/dt = |grad L|^2 = sum over the layers of (4 eps^2/n^2) r'H r, H the kernel of the layer alone."""
    (gradient,) = jacobian(two_layer_loss, (p, q), a, b, eps, n, y, z)
    first, second = jacobian(two_layer_outputs, (p, q), a, b)
    r, s = (eps*f - t for f, t in zip(two_layer_outputs(p, q, a, b), (y, z)))
    energies = [(r*u)**2 + 2*(r*u)*(s*v) + (s*v)**2 for u, v in zip(first, second)]
    return sum(g**2 for g in gradient), 4*eps**2/n**2*(energies[0] + energies[1])


@lost_proofs.reading("Lemma 4.1", r"-\dot{\mathcal L}=\sum_\nu\tfrac{4\epsilon^2}{n^2}\,r^\top H_{(\nu)}\,r")
def lost_proofs():
    """Rebuilt for Lemma 4.1, of which the words say that the layers' contributions add up: each layer descends along
    its own kernel. For any model the squared gradient is the sum of its parts in the layers' own parameters.
    """
    yield Identity(layers_add_up, excluding=lambda p, q, a, b, eps, n, y, z: (n,))
    yield Argument("""
        With parameters theta_nu in layer nu and J_nu the derivative of f in them, grad_nu L = (2 eps/n) J_nu'r, so
        |grad L|^2 is the sum over nu of (4 eps^2/n^2) r'J_nu J_nu'r. The identity is the case of two layers, one weight
        in each and two samples.""", name="chain_rule")
