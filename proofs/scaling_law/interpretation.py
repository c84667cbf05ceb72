"""Appendix B.6: other widths, and the comparison with Chinchilla."""
from proofs.evidence import Identity, Refutation

from .bookkeeping import compute_family, compute_family_divisors
from .paper import paper


def rate_splits(xi, M, N, T):
    """With C = M T N: xi^2 C/N^7 = (xi^2 T/N^3)(M/N^3)."""
    C = M*T*N
    return xi**2*C/N**7, (xi**2*T/N**3)*(M/N**3)


def rate_at_fixed_compute(xi, M, N, C):
    """T = C/(M N): xi^2 T/N^3 = xi^2 C/(M N^4)."""
    T = C/(M*N)
    return xi**2*T/N**3, xi**2*C/(M*N**4)


def larger_model_decays_no_slower(xi, M, N, C):
    """At fixed compute the exponent for 2 M is at least that for M."""
    return xi**2*C/(2*M*N**4) >= xi**2*C/(M*N**4)


def decays_like_headline(xi, M, N, T):
    """For M >= N^3 the exponent xi^2 T/N^3 is at least xi^2 C/N^7, C = M T N."""
    return xi**2*T/N**3 >= xi**2*(M*T*N)/N**7


def width_met(xi, M, N, T):
    return M >= N**3


@paper.claim("SCAL-07", "B.6", r"\tfrac{\xi^2\mathsf C}{\mathsf N^7}=\tfrac{\xi^2\mathsf T}{\mathsf N^3}\cdot"
             r"\tfrac{\mathsf M}{\mathsf N^3};\ \text{larger}\ \mathsf M\ \text{never hurts the bound}",
             finding="ambiguous")
def larger_models():
    """Larger models are said never to hurt, and the rate exp(-xi^2 C/N^7) to hold once the width is met."""


@larger_models.reading("fixed time",
                       r"\text{fixed}\ \mathsf T:\ \text{the exponent}\ \xi^2\mathsf T/\mathsf N^3\ \text{has "
                                     r"no}\ \mathsf M")
def larger_models():
    """Read at fixed time it is true: the exponent does not contain M."""
    yield Identity(rate_splits, excluding=lambda xi, M, N, T: (N,))


@larger_models.reading("fixed compute",
                       r"\text{fixed}\ \mathsf C:\ \xi^2\mathsf C/(\mathsf{MN}^4)\ \text{falls with}\ \mathsf M")
def larger_models():
    """Read at fixed compute, the budget of a scaling law, larger models do hurt: the exponent is xi^2 C/(M N^4)."""
    yield Identity(rate_at_fixed_compute, excluding=lambda xi, M, N, C: (M, N))
    yield Refutation(larger_model_decays_no_slower, at=dict(xi=1, M=1, N=1, C=1))


@larger_models.reading("beyond the boundary", r"\mathsf M\gg\mathsf N^3:\ \exp(-\Theta(\xi^2\mathsf C/\mathsf N^7))")
def larger_models():
    """Read as the rate for every M above the width it fails: it overstates the exponent by M/N^3."""
    yield Identity(rate_splits, excluding=lambda xi, M, N, T: (N,))
    yield Refutation(decays_like_headline, at=dict(xi=1, M=2, N=1, T=1), given=width_met)


@paper.claim("SCAL-11", "B.6", r"\mathsf M=\mathsf N^\alpha,\ \mathsf T=\mathsf N^3\log/\xi^2:\ \mathsf C\asymp"
             r"\mathsf N^{\alpha+4}\log/\xi^2,\ \text{risk}\ \xi^{2-2/(\alpha+4)}\mathsf C^{-1/(\alpha+4)}",
             hypotheses=("|B| = N",))
def family_of_widths():
    """For any width exponent alpha the boundary is at N^(alpha + 4), which is 7 for alpha = 3."""
    yield Identity(compute_family, excluding=compute_family_divisors)


def linear_width(xi, N, log):
    """M = N: C = M T N with T = N^3 log/xi^2 is N^5 log/xi^2."""
    return N*(N**3*log/xi**2)*N, N**5*log/xi**2


@paper.claim("SCAL-62", "B.6", r"\alpha=1:\ \text{the analogue of the Chinchilla curve}", finding="gap")
def chinchilla_analogue():
    """Closing the gap to alpha = 1 is said to lead to Chinchilla's M proportional to N. The width does; the compute
    is then N^5 log/xi^2 and not the N^2 of that law, as the training time still grows like N^3.
    """
    yield Identity(linear_width, excluding=lambda xi, N, log: (xi,))
    yield Identity(compute_family, excluding=compute_family_divisors)
