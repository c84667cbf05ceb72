"""Theorem 5 and Appendix D: the rate, the slope of the loss, and what is lost of the theorem."""
from fractions import Fraction as Q

from proofs.evidence import Argument, Identity, Lost, Refutation

from .paper import paper


def rate_is_quadratic(n, d, constant):
    """n/(8dn^3) >= constant/n^2."""
    return n/(8*d*n**3) >= constant/n**2


def rate(n, d):
    """(1/(8dn^3)) n = 1/(8dn^2)."""
    return n/(8*d*n**3), 1/(8*d*n**2)


@paper.claim("FS-D.10", "D.7 (ii)", r"\nu=\Omega(1/n^2):\ \tfrac1{8dn^3}\cdot B,\ B=O(n)", finding="refuted")
def locking_rate():
    """The rate 1/(8 d n^3) times B = O(n) is said to be of order 1/n^2 at least."""
    yield Refutation(rate_is_quadratic, at=dict(n=1000, d=1000, constant=Q(1, 1000)), given=lambda n, d,
                     constant: d >= n)


@locking_rate.corrected(r"\tfrac{n}{8dn^3}=\tfrac1{8dn^2}\le\tfrac1{8n^3}\ \text{for}\ d\ge n;\ B=O(n)\ \text{bounds "
                        r"it from above only}")
def locking_rate():
    """The product is 1/(8 d n^2), at most 1/(8 n^3) for d >= n; and an upper bound on B bounds no rate from below."""
    yield Identity(rate, excluding=lambda n, d: (n, d))


@paper.claim("FS-D.11", "D.5", r"\tau(t)=\tau(0)e^{-\nu t}+O(\bar\delta)", finding="uncheckable")
def moebius_locking():
    """An exponential rate for a quantity that is not defined."""
    yield Lost("""
        D.5 is one display: its statement, and Lemma 31 which defines tau, kappa and M_infinity, are lost.  The next
        words are "D.6 Stage 5".  What D.7 (ii) says of the rate nu is judged as FS-D.10.""")


@paper.claim("FS-D.12", "Theorem 5", r"\text{Theorem 5 as a whole}", finding="uncheckable")
def theorem_five():
    """Convergence of the cascade under gradient flow."""
    yield Lost("""
        Parts (III) and (IV), most of the hypotheses (R3) to (R5), D.1 to D.3 and Lemmas 14 to 20 are lost: the text
        goes from "when $d" in (R3) to the last lines of D.3.  What is left of the proof does not stand as printed:
        part (I) (FS-T5.1, FS-P1.3), the Lipschitz constant on the frontier (FS-L12.4), the factor (FS-D.7), the
        closing of the radius (FS-D.9) and the slope in gamma_0 (FS-D.13).""")


def slope_fits_the_loss(slope, width, depth, scale):
    """A decrease of at least slope/sqrt d per unit of gamma_0, over a range `scale`, fits into the loss's range 2 (D -
    1).
    """
    return slope/width*scale <= 2*(depth - 1)


@paper.claim("FS-D.13", "D.3, Lemma 10 step 2",
             r"-\partial\mathcal L_{\rm sup}/\partial\gamma_0\ge c_0/\sqrt d\ \text{uniformly in}\ \gamma_0",
             finding="refuted")
def uniform_slope():
    """The slope in gamma_0 is said to be bounded away from 0 for all gamma_0 (the order of the cascade rests on it)."""
    yield Refutation(slope_fits_the_loss, at=dict(slope=Q(1, 1000), width=8, depth=3, scale=10**6))


@uniform_slope.corrected(r"\int_0^\infty\max(0,-\partial_{\gamma_0}\mathcal L)\,d\gamma_0\ \text{with a fixed sign is "
                         r"at most}\ 2(D-1);\ \liminf=0")
def uniform_slope():
    """Impossible for a bounded loss: a slope of one sign has a bounded integral, so its lower limit is 0."""
    yield Argument("The loss is a sum of D - 1 terms 1 - cos in [0, 2].", name="bounded_loss")
