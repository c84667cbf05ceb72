"""Lemma E.1: |1 + e|^mu <= q_mu(e) for 0 < mu < 2, with equality only at e = 0.  Two proofs.

`on_interval`: in balls, on [low, high] x [0, 2].  The gap q_mu(e) - |1 + e|^mu vanishes to second order at e = 0 and,
for every e, at mu = 2; near those sets the sign of a derivative decides (contacts), elsewhere the gap itself.

`everywhere`: for all real e.  t^m is convex in m, so |1 + e|^mu lies below its chord between m = 0 and m = 2, which is
(1 - mu/2) + (mu/2)(1 + e)^2; and q_mu(e) exceeds the chord by exactly (1 - mu/2) e^2.  (At e = -1, where t^0 is not
defined, the gap is 2 - mu.)  So the gap is at least (1 - mu/2) e^2.

Source: large-step paper, Lemma E.1, which states it for 1 < mu < 2 and e in [-mu, 2].
Guarantee: `on_interval` certified; the identity of `everywhere` exact, its convexity ordinary mathematics.
"""
from certify.elementary import power
from certify.inequality import prove
from certify.polynomials import generators
from numerics.maps import growth, imbalance_multiplier


def gap(e, mu):
    """q_mu(e) - |1 + e|^mu."""
    return growth(e, mu) - power(imbalance_multiplier(e), mu)


def chord(e, mu):
    """The chord of m -> |1 + e|^m over [0, 2], at m = mu."""
    return 1 - mu/2 + mu/2*imbalance_multiplier(e)**2


def on_interval(low=-2, high=2, **options):
    """gap > 0 on [low, high] x [0, 2], except where it is 0: at e = 0, and at mu = 2.  An outcome of `prove`."""
    return prove(gap, {"e": (low, high), "mu": (0, 2)}, "> 0", contacts=[("e", 0, 2), ("mu", 2, 1)], **options)


def everywhere():
    """Checks q_mu(e) - chord(e, mu) = (1 - mu/2) e^2 in Q[e, mu]; True, or an ArithmeticError."""
    e, mu = generators(2)
    if growth(e, mu) - chord(e, mu) != (1 - mu/2)*e**2:
        raise ArithmeticError("the identity behind Lemma E.1 fails")
    return True
