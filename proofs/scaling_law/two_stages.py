"""Section 6.1: the two stages, and the laws in one variable."""
from fractions import Fraction as Q

from proofs.evidence import Identity, Nonnegative, Refutation

from .bookkeeping import C, M, N, T, XI
from .monomials import exponents, solved_for
from .paper import paper
from .simulations import BOTH_STAGES


# --- Theorem 6.1 ---------------------------------------------------------------------------------------------------

def headline_decay(xi, C, N):
    """eps = xi/N, M = N^3, T = C/(M N): eps^2 T/N = xi^2 T/N^3 = xi^2 C/N^7."""
    M = N**3
    T = C/(M*N)
    return ((xi/N)**2*T/N, xi**2*T/N**3), (xi**2*C/N**7, xi**2*C/N**7)


@paper.claim("SCAL-05", "Theorem 6.1, Section 6.1",
             r"\epsilon=\tfrac\xi{\mathsf N},\ \mathsf M=\mathsf N^3,\ \mathsf C=\mathsf{MTN}:\quad "
             r"\frac{\epsilon^2\mathsf T}{\mathsf N}=\frac{\xi^2\mathsf T}{\mathsf N^3}=\frac{\xi^2\mathsf "
             r"C}{\mathsf N^7}")
def exponent_of_stage_one():
    """The exponent of Stage I follows from its three ingredients (the display itself is lost and rebuilt from the
    text).
    """
    yield Identity(headline_decay, excluding=lambda xi, C, N: (N,))
    yield BOTH_STAGES


def at_the_elbow(xi, C, N):
    return (N**7 - xi**2*C,)


def floor_at_elbow(xi, C, N):
    """Where N^7 = xi^2 C: (xi^2/N)^7 = xi^12/C."""
    return (xi**2/N)**7, xi**12/C


@paper.claim("SCAL-10", "Theorem 6.1, Stage II",
             r"\mathsf N=(\xi^2\mathsf C)^{1/7}\implies \xi^2/\mathsf N=\xi^{12/7}\mathsf C^{-1/7}")
def exponent_of_stage_two():
    """The bare rate of Stage II is the floor at the elbow. (The display is lost; Section 8 quotes the rate.)"""
    yield Identity(floor_at_elbow, modulo=at_the_elbow, excluding=lambda xi, C, N: (N, C))


def approximation_below_floor(xi, N):
    """xi/N <= xi^2/N."""
    return xi/N <= xi**2/N


def squared_below_floor(xi, N):
    """xi^2/N - xi^2/N^2 = xi^2 (N - 1)/N^2."""
    return xi**2/N - xi**2/N**2, {"N - 1": N - 1}, [(1, ("N - 1",), xi/N)]


def not_below_floor(xi, N):
    """(xi^2/N - xi/N) N = xi (xi - 1): nonnegative exactly where xi >= 1."""
    return (xi**2/N - xi/N)*N, xi*(xi - 1)


@paper.claim("SCAL-64", "Theorem 6.1, B.2", r"\epsilon=\xi/\mathsf N\ \text{balances approximation against the floor}\ "
             r"\xi^2/\mathsf N", finding="ambiguous", hypotheses=("N >= 1",))
def balance_of_scale():
    """The output scale xi/N is said to balance the approximation error against the statistical floor."""


@balance_of_scale.reading("error", r"\epsilon\le\xi^2/\mathsf N\iff\xi\ge1")
def balance_of_scale():
    """Read with an approximation error of the order epsilon: only for xi >= 1, while the text also uses xi = 0.1."""
    yield Identity(not_below_floor, excluding=lambda xi, N: (N,))
    yield Refutation(approximation_below_floor, at=dict(xi=Q(1, 10), N=10))


@balance_of_scale.reading("squared error", r"\epsilon^2=\xi^2/\mathsf N^2\le\xi^2/\mathsf N")
def balance_of_scale():
    """Read with a squared error of the order epsilon^2 it is below the floor, by a factor N: no balance either."""
    yield Nonnegative(squared_below_floor, at=dict(xi=1, N=2), tight=dict(xi=1, N=1), excluding=lambda xi, N: (N,))


def sum_of_three(a, b, c):
    """(a + b + c)^2 <= a^2 + b^2 + c^2."""
    return (a + b + c)**2 <= a**2 + b**2 + c**2


def three_times_the_sum(a, b, c):
    """3 (a^2 + b^2 + c^2) - (a + b + c)^2 = (a - b)^2 + (b - c)^2 + (c - a)^2."""
    return 3*(a**2 + b**2 + c**2) - (a + b + c)**2, {"1": 0*a + 1}, [
        (1, (), a - b), (1, (), b - c), (1, (), c - a)]


@paper.claim("SCAL-41", "Section 6.1",
             r"\Delta\mathcal R\le\mathcal R_{\rm optimization}+\mathcal R_{\rm approximation}"
             r"+\mathcal R_{\rm estimation}", finding="amended")
def decomposition_of_risk():
    """The squared excess risk is said to split into three squared distances."""
    yield Refutation(sum_of_three, at=dict(a=1, b=1, c=1))


@decomposition_of_risk.corrected(r"\|a+b+c\|^2\le3(\|a\|^2+\|b\|^2+\|c\|^2),\ \text{equality for}\ a=b=c")
def decomposition_of_risk():
    """With a factor 3, which is sharp. (The distance to the class is the approximation error and the rest of the way
    the estimation error; the text has the two names exchanged.)
    """
    yield Nonnegative(three_times_the_sum, at=dict(a=1, b=2, c=3), tight=dict(a=1, b=1, c=1))


# --- one variable at a time ----------------------------------------------------------------------------------------

def time_law(xi, T, N):
    """With eps = xi/N: eps^2 T/N = xi^2 T/N^3."""
    return (xi/N)**2*T/N, xi**2*T/N**3


@paper.claim("SCAL-20", "Time-Law", r"\Delta\mathcal R\le\exp(-\alpha\xi^2\mathsf T/\mathsf N^3)+O(\xi^2/\mathsf N)",
             hypotheses=("the two-stage bound with rate alpha eps^2/N",), uses=("SCAL-04",))
def law_of_time():
    """The exponent N^3 is N^2 from the output scale and N from the mean loss."""
    yield Identity(time_law, excluding=lambda xi, T, N: (N,))


def time_for_the_floor(xi, N, alpha, log):
    """At T = N^3 log/(alpha xi^2) the exponent alpha xi^2 T/N^3 is log = log(N/xi^2), so its exponential is xi^2/N."""
    T = N**3*log/(alpha*xi**2)
    return alpha*xi**2*T/N**3, log


@paper.claim("SCAL-21", "Data-Law", r"\mathsf T\ge\tfrac{\mathsf N^3}{\alpha\xi^2}\log\tfrac{\mathsf N}{\xi^2}\implies "
             r"\Delta\mathcal R\le O(\xi^2/\mathsf N)", uses=("SCAL-20",))
def law_of_data():
    """Training for N^3 log/xi^2 takes the exponential below the floor."""
    yield Identity(time_for_the_floor, excluding=lambda xi, N, alpha, log: (xi, N, alpha))


def model_law(zeta):
    """eps = xi/M^zeta: T from eps^2 T/N = 1, then C = M T N; at M = N^(1/zeta), T and C; and the risk in C at fixed
    N.
    """
    eps = XI/M**zeta
    time = solved_for(eps**2*T/N, N**0, "T")
    compute = M*time*N
    end = N**(1/zeta)
    size = solved_for(compute, C, "M")
    return ((exponents(time, "M N xi"), exponents(compute, "M N xi"), exponents(time.where(M=end), "N xi"),
             exponents(compute.where(M=end), "N xi"), exponents((XI**2*M**(-zeta)).where(M=end), "N xi"),
             exponents((M**(-zeta)).where(M=size), "C N xi")[0]),
            ((2*zeta, 1, -2), (1 + 2*zeta, 2, -2), (3, -2), (4 + 1/zeta, -2), (-1, 2), -zeta/(1 + 2*zeta)))


def width_is_met(M, N, root):
    """With zeta = 1/root: M <= N^root, as the law asks, has the width N^3."""
    return M >= N**3


def before_saturation(M, N, root):
    return root >= 3 and M <= N**3


def exponent_at_most_a_fifth(zeta):
    """1/5 - zeta/(1 + 2 zeta) = (1 - 3 zeta)/(5 (1 + 2 zeta))."""
    return Q(1, 5) - zeta/(1 + 2*zeta), (1 - 3*zeta)/(5*(1 + 2*zeta))


@paper.claim("SCAL-22", "Model-Law", r"\epsilon=\xi/\mathsf M^\zeta,\ \mathsf T=\tilde\Omega(\mathsf "
                                     r"M^{2\zeta}\mathsf N/"
             r"\xi^2),\ \mathsf M\le\mathsf N^{1/\zeta}:\ \Delta\mathcal R\le\xi^2\mathsf M^{-\zeta}",
             finding="amended",
             hypotheses=("0 < zeta <= 1/3",))
def law_of_model_size():
    """At fixed data the risk is said to fall like M^(-zeta) for all M up to N^(1/zeta)."""
    yield Refutation(width_is_met, at=dict(M=4, N=2, root=3), given=before_saturation)


@law_of_model_size.corrected(
    r"\text{the same for}\ \mathsf N^3\le\mathsf M\le\mathsf N^{1/\zeta};\ \text{fixed}\ \mathsf N:\ "
    r"\mathsf C^{-\zeta/(1+2\zeta)},\ \tfrac\zeta{1+2\zeta}\le\tfrac15",
    hypotheses=("0 < zeta <= 1/3",))
def law_of_model_size():
    """The width condition M >= N^3 must be met as well: a range that is one point at zeta = 1/3 and empty beyond.
    Time and end point agree with the Data-Law; the compute exponent at fixed N is at most 1/5.
    """
    yield Identity(model_law, excluding=lambda zeta: (zeta, 1 + 2*zeta))
    yield Identity(exponent_at_most_a_fifth, excluding=lambda zeta: (1 + 2*zeta,))
