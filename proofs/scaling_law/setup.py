"""The whole text, and Section 3."""
from fractions import Fraction as Q

from proofs.evidence import Argument, Identity, Lost, Nonnegative, Refutation

from .paper import paper


@paper.claim("SCAL-00", "whole text", r"\text{the statements whose displays are missing}", finding="uncheckable")
def lost_displays():
    """Definitions, theorems and tables of which the text keeps only the surrounding words."""
    yield Lost("""
        The displays of the scaling-law principle, the risks, Lemma 4.1, H_(nu), Theorems 5.5 to 5.7 and Corollary 5.6,
        Theorem 6.1 with (3), the header of 6.2, Lemma A.1, Theorems A.2 and A.3, the map of A.4, the tables, and
        Appendices C.2 to I.
        """)


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
