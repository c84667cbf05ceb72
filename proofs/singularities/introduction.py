"""The text as a whole, and the Introduction."""
from proofs.evidence import Identity, Lost, Refutation

from .paper import paper
from .update import change_of_rank, is_update, updated_rank, update_divisors


@paper.claim("SING-00", "whole text", r"\text{the displays of the paper}", finding="uncheckable")
def missing_displays():
    """What the equations and theorems say can only be rebuilt from the prose around them."""
    yield Lost("""
        Equations (1) to (20): the text refers to Equations 5, 19 and 20, which are not there.  The definitions of SR and
        phi in 2.1.1, of which only the sentences on them are left.  Theorems 2.1 to 2.4: their places hold "A detailed
        proof is provided in Appendix A.1" and the like, with no statement before it.  A.1 breaks off at "the change in
        the square of the largest singular value of the parameter matrix is given by:" and again in both cases; A.2 and
        A.3 are a heading each; A.4 breaks off at "is bounded as follows:".  C.1 ends with "we introduce several
        smoothing functions below."  Appendices B, D and E and the bodies of Tables 1 to 3 are missing.  What could be
        rebuilt from the prose is marked [rebuilt] in this ledger.
        """)


@paper.claim("SING-06", "Introduction",
             r"\mathrm{SR}(W)\ \text{is provably lower-bounded to increase following each gradient update}",
             finding="ambiguous")
def stable_rank_lower_bounded():
    """The stable rank is said to increase after each gradient update, against Section 2.2, where it decreases."""


def stable_rank_rises(A, B, K, s, f):
    """The update raises the stable rank A/B."""
    return updated_rank(A, B, K, s, f) > A/B


@stable_rank_lower_bounded.reading("letter", r"\mathrm{SR}(W')<\mathrm{SR}(W)\ \text{occurs, against the letter}")
def stable_rank_lower_bounded():
    """Read to the letter it is false under the paper's own increments: the stable rank falls from 20 to 11."""
    yield Refutation(stable_rank_rises, at=dict(A=20, B=1, K=1, s=2, f=1), given=is_update)


@stable_rank_lower_bounded.reading(
    "misprint",
    r"\text{singularity increases: } \mathrm{SR}(W')<\mathrm{SR}(W)\iff \mathrm{SR}(W)>1+(\mathrm{SR}(Z)-1)/\varphi^2",
    uses=("SING-11",))
def stable_rank_lower_bounded():
    """Read with "singularity" for "stable rank", plainly what is meant, it is Theorem 2.1 and needs its hypothesis."""
    yield Identity(change_of_rank, excluding=update_divisors)
