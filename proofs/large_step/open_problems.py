"""Section 7 and Appendix H: what the paper leaves open, and what it says it leaves unproved."""
from proofs.evidence import Argument, Citation

from .paper import paper


@paper.claim("LST-S7", "Section 7", r"\text{the structural results give no pointwise basin theorem; it is open}")
def basin_problem():
    """The paper's results do not determine the fate of almost every interior orbit, and it says so."""
    yield Argument("""
        Theorem 4.7 rules out invariant measures, and an orbit may still wander without one being seen by it in the
        limit only if its empirical measures have limits on e = 0 or w = 0, which the theorem does not exclude. So the
        paper proves no statement on individual orbits. The basin theorem of this ledger (LST-N1 to LST-N5) does.""",
                   name="what_is_missing")


@paper.claim("LST-H.1", "Appendix H",
             r"\text{the only result not proved is the Li--Yorke and divergence classification}", finding="gap")
def unproved_results():
    """The Li-Yorke and divergence parts of Theorem 3.7 are said to be the only ones that the paper does not prove."""
    yield Argument("""
        Theorem 3.7 also asserts convergence in the monotone and the catapult phase and periodic nonconvergence after
        the flip. Theorem 3.5 and Proposition 3.6 are about one step and about local stability; neither implies a
        limit of every orbit, and no other proof is given. Both are true with the corrections of LST-T3.7a, b and c.""",
                   name="two_more_gaps")
    yield Citation("X. Chen, K. Balasubramanian, P. Ghosal, B. K. Agrawalla, From stability to chaos, Transactions on Machine "
                   "Learning Research, 2024: the source to which the paper defers.", name="deferred_to", corroborates=True)
