"""Appendix A.1: from matrices to vectors."""
from proofs.evidence import Argument, Refutation

from .kernel_regime import equal_features, positive_definite
from .paper import paper


@paper.claim("SCAL-55", "A.1", r"n\text{-sample NTK arguments apply verbatim with}\ nL\ \text{samples}", finding="gap",
             uses=("SCAL-40",))
def more_samples():
    """Identities and eigenvalue bounds do apply to nL samples; what needs distinct or independent samples does not:
    two samples with one prefix have one feature, and their kernel is not definite.
    """
    yield Refutation(positive_definite, at=dict(a=3, b=1, c=3, d=1), given=equal_features)
    yield Argument("""
        The reduction is an identity: the Gram matrix of the nL token outputs is a Gram matrix, and the dynamics
        depends on it alone. But the L prefixes of one sequence are functions of each other, so concentration over
        independent samples does not cover them, and prefixes of different sequences may coincide: then the kernel is
        singular (SCAL-40).""", name="what_is_used_of_samples")
