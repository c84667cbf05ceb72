"""Section 2: what is taken over from other work."""
from proofs.evidence import Argument, Citation

from .paper import paper


@paper.claim("FS-2.1", "Section 2",
             r"\text{Merrill and Sabharwal (2024) prove an}\ \Omega(n^2)\ \text{discrete-CoT lower bound}",
             finding="amended")
def chain_of_thought_bound():
    """The cited work is said to prove that reachability takes quadratically many discrete chain-of-thought steps."""
    yield Citation("""
        Merrill and Sabharwal, The expressive power of transformers with chain of thought (2024): linearly many steps
        recognise the regular languages, polynomially many recognise P; quadratically many suffice for directed
        connectivity by simulation.  No lower bound of order n^2 is stated there.""", name="what_the_source_states")


@chain_of_thought_bound.corrected(r"O(n^2)\ \text{steps suffice; whether fewer do is left open}")
def chain_of_thought_bound():
    """The cited bound is an upper bound: quadratically many steps suffice."""
    yield Citation("Merrill and Sabharwal (2024), on the simulation of polynomial-time machines by chains of thought.",
                   name="upper_bound")
    yield Argument("An upper bound on the number of steps that suffice excludes no smaller number.",
                   name="upper_is_not_lower")
