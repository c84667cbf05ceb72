"""Appendix A.2: the trainable read-out A."""
from fractions import Fraction as Q

from proofs.evidence import Identity, Nonnegative, Refutation

from .bookkeeping import compute_family, compute_family_divisors
from .paper import paper


def width_of_readout_is_met(n, ratio):
    """A width of at most M = ratio * n^3 meets m >= n^4."""
    return ratio*n**3 >= n**4


@paper.claim("SCAL-09", "Definition 5.2, A.2", r"\text{trainable}\ A:\ m=\Omega(n^4L^6d^2\cdots)\ \text{with}\ "
             r"\mathsf M=\Theta(\mathsf N^3)", finding="refuted", hypotheses=("the set-up of Section 3: A is trained",))
def width_with_trainable_readout():
    """The read-out is trained, which needs a width of order n^4, and the headline takes M of order N^3."""
    yield Refutation(width_of_readout_is_met, at=dict(n=101, ratio=100))


@width_with_trainable_readout.corrected(
    r"\mathsf M=\Theta(\mathsf N^4):\ \exp(-\Theta(\xi^2\mathsf C/\mathsf N^8)),\ \xi^{7/4}\mathsf C^{-1/8},\ "
    r"\text{breakdown}\ \xi\sim\mathsf C^{1/14}")
def width_with_trainable_readout():
    """As m <= M, the width forces M >= N^4: every 7 becomes 8, and the breakdown exponent 1/12 becomes 1/14."""
    yield Identity(compute_family, excluding=compute_family_divisors)
    yield Identity(corrected_headline, modulo=boundary_with_readout, excluding=lambda xi, C, N: (N, C))


def corrected_headline(xi, C, N):
    """M = N^4, T = C/(M N): xi^2 T/N^3 = xi^2 C/N^8; where N^8 = xi^2 C, (xi^2/N)^8 = xi^14/C."""
    T = C/(N**4*N)
    return (xi**2*T/N**3, (xi**2/N)**8), (xi**2*C/N**8, xi**14/C)


def boundary_with_readout(xi, C, N):
    return (N**8 - xi**2*C,)


@width_with_trainable_readout.reading("frozen read-out", r"A\ \text{frozen}:\ \mathsf M=\Theta(\mathsf N^3),\ "
                                      r"\xi^2\mathsf C/\mathsf N^7")
def width_with_trainable_readout():
    """Read with A frozen, as in strict kernel training, the width n^3 suffices and the headline 7 stands."""
    yield Identity(compute_family, excluding=compute_family_divisors)


def stays_below_quarter(omega, lam, constant):
    """constant omega <= omega lambda/4."""
    return constant*omega <= omega*lam/4


def with_width(omega, lam, c, root):
    """omega lambda/4 - c omega/sqrt m = omega (lambda sqrt m - 4 c)/(4 sqrt m); root = sqrt m."""
    return (omega*lam/4 - c*omega/root)*root, {"omega": omega, "lambda sqrt m - 4 c": lam*root - 4*c}, [
        (Q(1, 4), ("omega", "lambda sqrt m - 4 c"), 1)]


@paper.claim("SCAL-63", "A.2", r"O(\omega)\le\omega\lambda/4\ \text{by the width condition}", finding="ambiguous")
def contribution_of_readout():
    """The read-out adds O(omega) to the perturbation of the kernel, which the width is said to keep below omega
    lambda/4.
    """


@contribution_of_readout.reading("letter", r"c\,\omega\le\omega\lambda/4\iff c\le\lambda/4")
def contribution_of_readout():
    """Read as printed there is no width in it, and the bound fails for a constant above lambda/4."""
    yield Refutation(stays_below_quarter, at=dict(omega=1, lam=1, constant=1))


@contribution_of_readout.reading("with width", r"c\,\omega/\sqrt m\le\omega\lambda/4\iff m\ge(4c/\lambda)^2")
def contribution_of_readout():
    """Read as c omega/sqrt m, with the drift R in it, the width (4 c/lambda)^2 suffices."""
    yield Nonnegative(with_width, at=dict(omega=1, lam=1, c=1, root=5), tight=dict(omega=1, lam=1, c=1, root=4),
                      excluding=lambda omega, lam, c, root: (root,))
