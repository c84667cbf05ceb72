"""Section 4.3 and A.1: the signs on the attractor, and the printed fit."""
from fractions import Fraction as Q

from proofs.evidence import Argument, Nonnegative, Refutation

from .paper import paper

SHORT = "the statement has few operations"


def regime_is_possible(eta, b, x):
    """At A = 0, a = -1/eta: a coordinate x > 0 is active and 0 is not."""
    return -x/eta + b > 0 and not b > 0


def complement_is_active(a_minus, b, x):
    """b > 0 follows from a < 0 (a = -a_minus), x > 0 and a x + b > 0."""
    active = -a_minus*x + b
    return b, {"active": active, "-a": a_minus, "x": x}, [(1, ("active",), 1), (1, ("-a", "x"), 1)]


@paper.claim("FS-M.13", "A.1", r"\eta>0\ \text{fixed, and}\ A=1+\eta a_1=0", finding="refuted")
def positive_gain():
    """The gain is taken positive, on the attractor and in the activation regime of the reduction."""
    yield Refutation(regime_is_possible, at=dict(eta=1, b=Q(-1, 4), x=Q(1, 2)))


def signs_of_the_regime(x, a, b):
    """a > 0: x a = (a x + b) + (-b), V_{c+1} active and the complement not."""
    return x*a, {"a x + b": a*x + b, "-b": -b}, [(1, ("a x + b",), 1), (1, ("-b",), 1)]


def gain_is_negative(a, eta):
    """-eta = a eta^2 where eta a = -1; so eta < 0, as it is not 0."""
    return -eta, {"a": a}, [(1, ("a",), eta)]


def gain_of_the_attractor(a, eta):
    return (1 + eta*a,)


def threshold_is_positive(b, eta):
    """B = eta b = (-eta)(-b)."""
    return eta*b, {"-b": -b, "-eta": -eta}, [(1, ("-b", "-eta"), 1)]


@positive_gain.corrected(r"A=0,\ V_{c+1}\ \text{active, complement inactive}\implies\eta<0,\ a>0,\ b_1'<0,\ B>0",
                         hypotheses=("b_1' is not 0, as the output would be 0",))
def positive_gain():
    """With eta > 0 the complement is active wherever V_{c+1} is; the regime needs eta < 0, a > 0, b < 0, as the printed
    fit has.
    """
    yield Nonnegative(complement_is_active, at=dict(a_minus=1, b=2, x=1), tight=dict(a_minus=0, b=0, x=0), strict=True,
                      few_damages=SHORT)
    yield Nonnegative(signs_of_the_regime, at=dict(x=1, a=2, b=-1), tight=dict(x=1, a=0, b=0), strict=True,
                      few_damages=SHORT)
    yield Nonnegative(gain_is_negative, modulo=gain_of_the_attractor, at=dict(a=2, eta=-Q(1, 2)),
                      tight=dict(a=10**4, eta=-Q(1, 10**4)), few_damages=SHORT)
    yield Nonnegative(threshold_is_positive, at=dict(b=-1, eta=-1), tight=dict(b=0, eta=-1), strict=True,
                      few_damages=SHORT)


def printed_scalar_is_tiny(a, eta, bound):
    return abs(1 + eta*a) < bound


@paper.claim("FS-M.14", "Section 4.3", r"(a,b_1',\eta)=(0.785,-0.274,-1.274),\ |A|<10^{-14}", finding="ambiguous")
def printed_fit():
    """A printed triple, with |A| below 1e-14."""


@printed_fit.reading("printed digits", r"1-1.274\cdot0.785=-9\cdot10^{-5}")
def printed_fit():
    """Of the printed decimals it is false: they give A = -0.00009 exactly."""
    yield Refutation(printed_scalar_is_tiny, at=dict(a=Q(785, 1000), eta=Q(-1274, 1000), bound=Q(1, 10**14)))


def rounded_scalar_is_nonzero(a, b, eta):
    return 1 + eta*a != 0


def rounds_to_printed(a, b, eta):
    half = Q(1, 2000)
    return (abs(a - Q(785, 1000)) <= half and abs(b + Q(274, 1000)) <= half and abs(eta + Q(1274, 1000)) <= half
            and eta*b > 0)


@printed_fit.reading("rounded values", r"a=0.785,\ \eta=-1/0.785\approx-1.274:\ A=0,\ B>0")
def printed_fit():
    """Of numbers that round to them it is consistent: some have A = 0 and B > 0, in the regime with eta < 0."""
    yield Refutation(rounded_scalar_is_nonzero, at=dict(a=Q(785, 1000), b=Q(-274, 1000), eta=Q(-1000, 785)),
                     given=rounds_to_printed)
