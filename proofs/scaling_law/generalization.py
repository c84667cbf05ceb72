"""Section 5.3: the condition number of the kernel at the start."""
from proofs.evidence import Argument, Identity, Refutation

from .paper import paper
from .simulations import CONDITIONS


def arc_cosine_kernel(rho, pi, arcsin):
    """rho (pi - arccos rho)/(2 pi) = rho/4 + rho arcsin(rho)/(2 pi), as arccos = pi/2 - arcsin."""
    return rho*(pi - (pi/2 - arcsin))/(2*pi), rho/4 + rho*arcsin/(2*pi)


def condition_bounded(samples, d, bound):
    """A condition number of at least nL/(2 d) stays below `bound`."""
    return samples/(2*d) <= bound


def ends_of_spectrum(samples, d):
    """(nL/(4d))/(1/2) = nL/(2d)."""
    return samples/(4*d)/((0*d + 1)/2), samples/(2*d)


@paper.claim("SCAL-39", "Section 5.3",
             r"\kappa=\lambda_{\max}/\lambda\le\mathrm{poly}(L,d,1/\delta)", finding="refuted",
             hypotheses=("the kernel of W at infinite width, unit attention outputs in R^d",))
def condition_number():
    """The condition number of the initial kernel is said to be bounded independently of the number of examples."""
    yield Refutation(condition_bounded, at=dict(samples=2_000_001, d=10, bound=100_000))


@condition_number.corrected(r"\kappa\ge\frac{nL}{2d}",
                            hypotheses=("any nL unit vectors in R^d, infinite width",))
def condition_number():
    """It grows at least in proportion to the number of examples, so the two exponents of Stage I, which differ by its
    root, do not agree as powers of N.
    """
    yield Identity(arc_cosine_kernel, excluding=lambda rho, pi, arcsin: (pi,))
    yield Argument("""
        rho arcsin rho has nonnegative Taylor coefficients, so by Schur's product theorem H - G/4 is positive
        semidefinite for the Gram matrix G of the unit vectors. G has rank at most d and trace nL, so its largest
        eigenvalue is at least nL/d and that of H at least nL/(4d). The least eigenvalue of H is at most its mean,
        trace/(nL) = k(1) = 1/2.""", name="largest_and_least_eigenvalue")
    yield Identity(ends_of_spectrum, excluding=lambda samples, d: (d,))
    yield CONDITIONS
