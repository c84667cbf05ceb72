"""Appendix B.4: what the trajectories support."""
from fractions import Fraction as Q

from numerics.algebra import derivative
from proofs.evidence import Certified, Identity

from .certificates import CURVATURE
from .paper import paper


def late_exponent():
    """The fitted late exponent over the theoretical one."""
    return Q("0.087")/Q(1, 7)


def literal_elbow():
    """N^7 for the three data sizes of the sweep, and the integer part of (10^25)^(1/7)."""
    sizes = [250_000**7, 2_000_000**7, 16_000_000**7]
    root = round(10**(25/7))
    while root**7 > 10**25:
        root -= 1
    return sizes, root, root**7 <= 10**25 < (root + 1)**7


@paper.claim("SCAL-52", "7.2, B.4",
             r"\text{the late exponent}\ -0.087\ \text{is close to, and the elbow where, the theory predicts}",
             finding="ambiguous")
def late_trajectory():
    """The late part of the trajectories is put into Stage II, with an exponent close to the predicted one."""


@late_trajectory.reading("exponent", r"0.087\big/\tfrac17=0.609")
def late_trajectory():
    """Read of the exponent: 61 % of the predicted one, flatter as the text says; no closer than that."""
    yield Certified(late_exponent, lambda found: found == Q(609, 1000))


@late_trajectory.reading("literal elbow", r"\mathsf N^7\gg10^{25}\ \text{for}\ \mathsf N\ge2.5\cdot10^5;\ "
                                          r"\mathsf C=10^{25}:\ \mathsf N=3727")
def late_trajectory():
    """Read literally, the elbow N^7 lies beyond 1e37 for every data size used, so all experiments are in Stage I; at
    the compute 1e25 the elbow is at N = 3.7e3.
    """
    yield Certified(literal_elbow, lambda found: min(found[0]) > 6*10**37 and found[1] == 3727 and found[2])


def curvature_on_log_log(C, e, f):
    """g = log(e + f) with e = e^(-C) and u = log C, so de/du = -C e: g'' = C e ((C - 1) f - e)/(e + f)^2."""
    def along(C, e):
        return -C*e/(e + f)                     # g'
    slope_C = derivative(along, C, e)*C         # dC/du = C
    slope_e = derivative(lambda x: along(C, x), e)*(-C*e)
    return slope_C + slope_e, C*e*((C - 1)*f - e)/(e + f)**2


@paper.claim("SCAL-53", "B.4", r"\log(e^{-C}+f)\ \text{is concave in}\ \log C\ \text{while}\ (C-1)f<e^{-C}",
             hypotheses=("the elbow e^(-C) = f to the right of the range, as B.4 says",))
def concave_before_the_elbow():
    """Exponential decay into saturation is concave on log-log axes until shortly before the elbow: for f = 0.01 up to
    log C = 1.29, with the elbow at 1.53; beyond, it is convex.
    """
    yield Identity(curvature_on_log_log, excluding=lambda C, e, f: (e + f,))
    yield CURVATURE


@concave_before_the_elbow.reading("throughout", r"\log(e^{-C}+f)\ \text{is concave for all}\ C")
def concave_before_the_elbow():
    """Read for all C it fails: at log C = 3/2 the second derivative is 2.62."""
    yield CURVATURE
