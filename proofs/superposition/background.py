"""Section 2: what is taken over from other work."""
from fractions import Fraction as Q

from proofs.evidence import Argument, Citation, Refutation

from .paper import paper


def needs_quadratically_many(n, constant):
    """2n - 1, the number of steps of a depth-first search, is at least constant * n^2."""
    return 2*n - 1 >= constant*n**2


DEPTH_FIRST = Argument("""
    One vertex per step: the last vertex v attends to the edges out of v, with a penalty for targets written before
    (the average of the earlier tokens gives it), and writes the target; if that target was written before, it
    writes the predecessor of the first v instead.  This is a depth-first search: each of at most n - 1 vertices is
    entered once and left once.  Equality of tokens, averages and the previous token are all that a causal decoder
    with saturated attention needs for it, in a fixed number of layers.""", name="depth_first_search")


@paper.claim("FS-2.1", "Section 2",
             r"\text{Merrill and Sabharwal (2024) prove an}\ \Omega(n^2)\ \text{discrete-CoT lower bound}",
             finding="refuted")
def chain_of_thought_bound():
    """The cited work is said to prove that reachability takes quadratically many discrete chain-of-thought steps."""
    yield Refutation(needs_quadratically_many, at=dict(n=10**6, constant=Q(1, 1000)))
    yield DEPTH_FIRST


@chain_of_thought_bound.corrected(r"O(n^2)\ \text{steps suffice (Merrill and Sabharwal); so do}\ 2n-1")
def chain_of_thought_bound():
    """The cited bound is an upper bound: quadratically many steps suffice.  Linearly many do, by depth-first search."""
    yield Citation("""
        Merrill and Sabharwal, The expressive power of transformers with chain of thought (2024): linearly many
        steps recognise the regular languages, polynomially many recognise P; quadratically many suffice for
        directed connectivity by simulation.  No lower bound of order n^2 is stated there.""",
                   name="what_the_source_states")
    yield DEPTH_FIRST
