"""Section 2.3, Appendix B: sigma_1 as a proxy of the singularity, measured alignment, gradients at large sigma_1."""
from fractions import Fraction as Q

from numerics.algebra import derivative
from proofs.evidence import Identity, Nonnegative, Refutation

from .paper import paper
from .spectra import energy, stable_rank


# --- sigma_1 as a proxy --------------------------------------------------------------------------------------------

def larger_top_means_lower_rank(s1, s2, t1, t2):
    """Of two spectra the one with the larger first value has the lower stable rank."""
    return stable_rank(t1, t2) < stable_rank(s1, s2)


def first_value_is_larger(s1, s2, t1, t2):
    return t1 > s1 >= s2 >= 0 and t1 >= t2 >= 0


def rank_falls_with_top(F, s, t):
    """F/s^2 - F/t^2 > 0 for t > s at the same energy F."""
    return F/s**2 - F/t**2, {"F": F, "t - s": t - s, "t + s": t + s, "1/s^2": 1/s**2, "1/t^2": 1/t**2}, [
        (1, ("F", "t - s", "t + s", "1/s^2", "1/t^2"), 1)]


def top_divisors(F, s, t):
    return s, t


def energy_is_rank_times_square(s1, s2, s3):
    """SR sigma_1^2 = ||W||_F^2."""
    return stable_rank(s1, s2, s3)*s1**2, energy(s1, s2, s3)


def first_divisor(s1, s2, s3):
    return (s1,)


@paper.claim("SING-23", "2.3", r"\sigma_1\ \text{is a proxy for the growing parametric singularity}", finding="amended")
def proxy():
    """sigma_1 stands for the singularity; but the stable rank is free of scale, and sigma_1 is not."""
    yield Refutation(larger_top_means_lower_rank, at=dict(s1=1, s2=0, t1=2, t2=2), given=first_value_is_larger)


@proxy.corrected(r"\text{at fixed}\ \|W\|_F:\ \sigma_1'>\sigma_1\iff\mathrm{SR}(W')<\mathrm{SR}(W)",
                 hypotheses=("W is not 0",))
def proxy():
    """Among matrices of the same Frobenius norm a larger sigma_1 is the same as a lower stable rank."""
    yield Identity(energy_is_rank_times_square, excluding=first_divisor)
    yield Nonnegative(rank_falls_with_top, at=dict(F=5, s=1, t=2), tight=dict(F=1, s=1, t=1), excluding=top_divisors,
                      strict=True)


# --- the measured alignment ----------------------------------------------------------------------------------------

def weight_is_positive(m1, m2, p, q):
    """alpha_1 = (v_1.z)^2 > 0 for v_1 = (p, -q)."""
    return (m1*p - m2*q)**2 > 0


def empirical_alignment(m1, m2, p, q):
    return p == Q(3, 5) and p**2 + q**2 == 1 and m1 > m2 > 0


@paper.claim("SING-46", "2.1.1, Appendix B", r"\text{the theorems hold for the empirical}\ \varphi\in[0.6,1]",
             finding="amended")
def empirical_values():
    """Appendix B, which is missing, is said to confirm the theorems for the measured alignment.

    At phi = 3/5 the weight of sigma_1 in the gradient can be 0: mu = (1, 3/4), v_1 = (3/5, -4/5); so no positive
    lower bound holds.
    """
    yield Refutation(weight_is_positive, at=dict(m1=1, m2=Q(3, 4), p=Q(3, 5), q=Q(4, 5)), given=empirical_alignment)


def threshold_at_six_tenths(s):
    """1 + (s - 1)/phi^2 at phi = 3/5 is 1 + 25 (s - 1)/9: 483/9 at SR(Z) = 20."""
    return 1 + (s - 1)/(0*s + Q(9, 25)), (25*s - 16)/9


@empirical_values.corrected(
    r"\varphi=0.6:\ \mathrm{SR}(W)>1+\tfrac{25}9(\mathrm{SR}(Z)-1)\ \text{for the fall};\ \alpha_1>0\ \text{if}\ "
    r"\sqrt{1-\epsilon}>\sqrt\epsilon(\tfrac1\eta-1)", uses=("SING-11", "SING-18"))
def empirical_values():
    """The fall of the stable rank keeps its threshold; the lower bound needs its bracket positive, at phi = 0.6 eta >
    4/7.
    """
    yield Identity(threshold_at_six_tenths, few_damages="one line of numbers")
    yield Identity(bracket_at_six_tenths, excluding=bracket_divisor, few_damages="one line of numbers")


def bracket_at_six_tenths(eta):
    """3/5 - (4/5)(1/eta - 1) = (7 eta - 4)/(5 eta)."""
    return (3 - 4*(1/eta - 1))/5, (7*eta - 4)/(5*eta)


def bracket_divisor(eta):
    return (eta,)


# --- gradients at large sigma_1 ------------------------------------------------------------------------------------

def softmax_gradient(o):
    """Two tokens with values 1 and -1 and scores s and 0: the output is o = tanh(s/2), for the answer -1 the loss is
    (o + 1)^2/2 and its derivative in s is (o + 1)(1 - o^2)/2."""
    return (o + 1)*(1 - o**2)/2


def softmax_gradient_grows(first, second):
    """The gradient at the output `second`, where the score is larger, is at least that at `first`."""
    return softmax_gradient(second) >= softmax_gradient(first)


def larger_score(first, second):
    return 0 <= first < second < 1


def linear_gradient(s, answer):
    """The same with the output s in place of softmax: the derivative of (s - answer)^2/2."""
    return s - answer


def linear_gradient_grows(s, t, answer):
    """The square of the gradient grows with s above the answer."""
    goal = linear_gradient(t, answer)**2 - linear_gradient(s, answer)**2
    return goal, {"t - s": t - s, "s - answer": s - answer}, [(1, ("t - s",)*2, 1), (2, ("t - s", "s - answer"), 1)]


@paper.claim("SING-51", "2.3 against 4.4",
             r"\|\nabla\|\ \text{grows with}\ \sigma_1\ (2.3);\quad \|\nabla\|\to0\ \text{after divergence}\ (4.4)",
             finding="ambiguous")
def gradient_at_large_values():
    """Gradients are said to grow with sigma_1, and to vanish after a failure."""


@gradient_at_large_values.reading("linear surrogate", r"s\mapsto|s-y|\ \text{grows for}\ s>y")
def gradient_at_large_values():
    """Read of the linear surrogate, on which Section 2.3 rests, the gradient grows with the score and so with sigma_1.
    """
    yield Nonnegative(linear_gradient_grows, at=dict(s=2, t=3, answer=-1), tight=dict(s=2, t=2, answer=-1))


@gradient_at_large_values.reading("softmax", r"\tfrac12(1+o)(1-o^2),\ o=\tanh\tfrac s2:\ \text{rises, then tends to 0}")
def gradient_at_large_values():
    """Read of softmax itself it rises only until o = 1/3 and then vanishes: monotonicity belongs to the surrogate."""
    yield Refutation(softmax_gradient_grows, at=dict(first=Q(1, 3), second=Q(9, 10)), given=larger_score)
    yield Identity(softmax_slope, few_damages="a cubic and its derivative")


def softmax_slope(o):
    """The derivative in o is (1 + o)(1 - 3o)/2."""
    return derivative(softmax_gradient, o), (1 + o)*(1 - 3*o)/2
