"""Appendix A: the definitions, as the rest of the paper uses them."""
from numerics.algebra import derivative
from numerics.maps import balanced_map
from proofs.evidence import Argument, Identity, proved

from .paper import paper


def fixed_ends(mu):
    """F_mu(-mu) = -mu and F_mu(2) = 2."""
    two = 0*mu + 2
    return (balanced_map(-mu, mu), balanced_map(two, mu)), (-mu, two)


def flip_multiplier(mu):
    """The multiplier 1 - 2 mu of the zero-error point is -1 plus 2(1 - mu): it crosses -1 at mu = 1, a flip (A.8)."""
    return derivative(balanced_map, 0*mu, mu), -1 + 2*(1 - mu)


@paper.claim("LST-DA", "Definitions A.1-A.10",
             r"\text{orbit, invariance, stability, attractor, exponent, flip, separatrix, Li--Yorke}",
             uses=("LST-P3.4",))
def definitions():
    """The definitions are the standard ones; three uses of them in the paper need a look.

    Proposition 3.4 calls an interval invariant in the weaker sense of A.2; equality holds.  By A.4 no point of the
    zero-error curve is locally attracting, as one multiplier is 1: the paper says normally attracting.  By A.5 an
    attracting set has a whole neighbourhood in its basin, which the statement after Theorem 4.5 overlooks (LST-T4.5b).
    """
    yield Identity(fixed_ends)
    yield Identity(flip_multiplier)
    yield Argument("""
        F is continuous, F([-mu, 2]) lies in [-mu, 2] and contains both ends, which are fixed: by the intermediate value
        theorem F([-mu, 2]) = [-mu, 2].""", name="invariance_with_equality")
    yield from proved("MonotoneThreshold.interval_invariant", "MonotoneThreshold.interval_onto",
                      instead_of="invariance_with_equality")
