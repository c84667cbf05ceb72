"""The text as a whole, and the Introduction."""
from proofs.evidence import Identity, Refutation

from .paper import paper
from .update import change_of_rank, is_update, updated_rank, update_divisors


@paper.claim("SING-00", "whole text", r"\text{the displays of the paper}", finding="uncheckable", pending=(
    "the text lost its displays: the definitions of SR and phi, equations (1) to (20), the statements of Theorems 2.1 "
    "to 2.4, Appendix A.2, A.3 and most of A.1 and A.4, the smoothing formulas of C.1, Appendices B, D, E, all tables"))
def missing_displays():
    """What the equations and theorems say can only be rebuilt from the prose around them."""


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
