"""Section 6.2: the Lambert factor, the noise, and the breakdown; and the conclusion's Theta."""
from fractions import Fraction as Q

from numerics.algebra import derivative
from proofs.evidence import Argument, Identity, Nonnegative, Refutation

from .bookkeeping import compute_family, compute_family_divisors, terms_at_the_threshold
from .certificates import (BEST_NOISE, LAMBERT_SOLUTION, LOCAL_EXPONENTS, OPTIMISED, PRACTICAL_RATIOS, WHOLE_RANGE,
                           corrected_ratio)
from .paper import paper
from .simulations import BREAKDOWN


# --- Lambert's W ---------------------------------------------------------------------------------------------------

def lambert_equation(xi, C, N, Ld, u):
    """With N^7 u = 7 xi^2 C: (N Ld/xi^2)^7 u = 7 (Ld)^7 C/xi^12, so u = log (N Ld/xi^2)^7 solves u e^u = that."""
    return ((N*Ld/xi**2)**7*u, (xi**2/N)**7), (7*Ld**7*C/xi**12, xi**12/C*(u/7))


def boundary_of_stages(xi, C, N, Ld, u):
    return (N**7*u - 7*xi**2*C,)


@paper.claim("SCAL-12", "Theorem 6.1, B.6",
             r"\mathsf N^7\log\tfrac{\mathsf NLd}{\xi^2}=\xi^2\mathsf C\iff \mathsf N=\Bigl(\tfrac{7\xi^2\mathsf C}W"
             r"\Bigr)^{1/7},\ \tfrac{\xi^2}{\mathsf N}=\xi^{12/7}\mathsf C^{-1/7}\Bigl(\tfrac W7\Bigr)^{1/7},\ "
             r"W=W\Bigl(\tfrac{7(Ld)^7\mathsf C}{\xi^{12}}\Bigr)", hypotheses=("N Ld > xi^2",))
def lambert_solution():
    """The boundary of the stages is solved by Lambert's W. Rebuilt: the display of Theorem 6.1 is lost, the words keep
    the factor W(C/xi^12), which is this one up to the constants 7 and L d.
    """
    yield Identity(lambert_equation, modulo=boundary_of_stages, excluding=lambda xi, C, N, Ld, u: (xi, N, C))
    yield Argument("""
        Let u = 7 log(N Ld/xi^2) > 0. The boundary is N^7 u = 7 xi^2 C, and by the identity e^u u = 7 (Ld)^7 C/xi^12;
        u -> u e^u is increasing for u > 0, with inverse W. Conversely u = W gives N by N^7 u = 7 xi^2 C.""",
                   name="inverse_function")
    yield LAMBERT_SOLUTION


def local_exponent(W, z):
    """W' = W/(z (1 + W)); for the rate (W/C)^(1/7), d log/d log C = (1/7)(z W'/W - 1) = -W/(7 (1 + W))."""
    slope = W/(z*(1 + W))
    return (z*slope/W - 1)/7, -W/(7*(1 + W))


def slope_of_lambert(W, e, z):
    """d(W e^W)/dW = e^W (1 + W) with e = e^W and z = W e: its inverse is W/(z (1 + W))."""
    def product(w, power):
        return w*power*(1 + w - W)          # to first order at w = W, e^w = e (1 + w - W)
    return derivative(product, W, e)*(W/(z*(1 + W))), 0*W + 1


def lambert_relation(W, e, z):
    return (z - W*e,)


@paper.claim("SCAL-13", "Section 6.2, B.6",
             r"\text{the ratio of the}\ W\text{-corrected to the bare rate is essentially constant on}\ "
             r"[10^{18},10^{25}]",
             finding="amended")
def ratio_is_constant():
    """The ratio of the corrected to the bare rate is said to be essentially constant over the practical range."""


@ratio_is_constant.corrected(
    r"\text{it increases by}\ 5.1\%\ (\xi=1),\ 3.2\%\ (\xi=0.1);\ \text{local exponent}\ -\tfrac W{7(1+W)}")
def ratio_is_constant():
    """It grows by 5.1 % for xi = 1 and 3.2 % for xi = 0.1 while the bare rate falls tenfold; a power fit sees the
    exponent -0.1398 in place of -0.1429.
    """
    yield PRACTICAL_RATIOS
    yield Identity(local_exponent, excluding=lambda W, z: (W, z, 1 + W))
    yield Identity(slope_of_lambert, modulo=lambert_relation, excluding=lambda W, e, z: (W, z, 1 + W))
    yield LOCAL_EXPONENTS
    yield WHOLE_RANGE


def offset_absorbs(factor, A, B, first, second):
    """A + factor B x = A' + B x at two values x of C^(-alpha) with one A'."""
    return factor*B*first - B*first == factor*B*second - B*second


def coefficient_absorbs(factor, A, B, x):
    """A + factor (B x) = A + (factor B) x."""
    return A + factor*(B*x), A + (factor*B)*x


@paper.claim("SCAL-14", "Sections 6.2, B.6",
             r"\text{the factor is absorbed into the offset of}\ L=A+B/\mathsf C^\alpha", finding="ambiguous")
def where_the_factor_goes():
    """The nearly constant factor is absorbed, in Section 6.2 into the offset of a fit and in B.6 into B."""


@where_the_factor_goes.reading("offset A", r"gB\,\mathsf C^{-\alpha}+A=A'+B\,\mathsf C^{-\alpha}")
def where_the_factor_goes():
    """Read of the additive offset A: false, a factor is no constant."""
    yield Refutation(offset_absorbs, at=dict(factor=2, A=1, B=1, first=1, second=Q(1, 2)))


@where_the_factor_goes.reading("coefficient B", r"gB\,\mathsf C^{-\alpha}+A=A+B'\mathsf C^{-\alpha},\ B'=gB")
def where_the_factor_goes():
    """Read of the coefficient B: true of a constant factor."""
    yield Identity(coefficient_absorbs)


def margin_of_exponent(W):
    """-W/(7 (1 + W)) + 1/7 = 1/(7 (1 + W)), positive for W > 0."""
    return -W/(7*(1 + W)) + (0*W + 1)/7, 1/(7*(1 + W))


@paper.claim("SCAL-16", "Section 6.2", r"-\tfrac W{7(1+W)}>-\tfrac17", hypotheses=("W > 0",))
def returns_are_lower():
    """The Lambert factor makes each reduction of the error slightly more expensive than a power law says."""
    yield Identity(margin_of_exponent, excluding=lambda W: (1 + W,))
    yield Identity(local_exponent, excluding=lambda W, z: (W, z, 1 + W))


def bare_rate_up_to_two(C, xi):
    """xi^2/N_W, a lower bound of the optimised bound, is at most twice the bare rate xi^(12/7) C^(-1/7)."""
    from certify.balls import less_equal
    return less_equal(corrected_ratio(C, xi, 1), 2)


def bernoulli(x):
    """(1 + x)^7 - (1 + 7 x) = 21 x^2 + 35 x^3 + 35 x^4 + 21 x^5 + 7 x^6 + x^7 for x >= 0."""
    return (1 + x)**7 - (1 + 7*x), {"x": x}, [
        (21, (), x), (35, ("x",), x), (35, (), x**2), (21, ("x",), x**2), (7, (), x**3), (1, ("x",), x**3)]


@paper.claim("SCAL-15", "Section 8", r"\text{in the data-limited stage the risk is}\ "
             r"\Theta(\xi^{12/7}\mathsf C^{-1/7})", finding="refuted")
def theta_of_stage_two():
    """The conclusion states the bare rate as the exact order of Stage II."""
    yield Refutation(bare_rate_up_to_two, at=dict(C="1e400", xi=1), bits=200)


@theta_of_stage_two.corrected(
    r"\inf_N\bigl(e^{-\xi^2C/N^7}+\tfrac{\xi^2}N\bigr)\in\bigl[1,\,1+\tfrac{1+\log W}W\bigr]\cdot\tfrac{\xi^2}{N_W},"
    r"\quad \tfrac{\xi^2}{N_W}=\xi^{12/7}C^{-1/7}\bigl(\tfrac W7\bigr)^{1/7},\ W=W(7C/\xi^{12})\ge1", uses=("SCAL-12",))
def theta_of_stage_two():
    """The order is that of the bare rate times W^(1/7), which tends to infinity: no constant bridges the two. The
    optimised bound is xi^2/N_W itself up to a factor that tends to 1, and is at most 2 for every W > 0.
    """
    yield Identity(terms_at_the_threshold, excluding=lambda xi, N: (xi, N))
    yield Nonnegative(bernoulli, at=dict(x=1), tight=dict(x=0))
    yield Argument("""
        At N_W both terms are xi^2/N_W, so the infimum is at most twice that. For N <= N_W the floor alone is at least
        xi^2/N_W, for N >= N_W the exponential is, as it increases with N. And W tends to infinity with C.""",
                   name="two_sided_bound")
    yield Argument("""
        With w = W/7 and N_W/N = (s/w)^(1/7), the bound over xi^2/N_W is e^(w - s) + (s/w)^(1/7). At s = w + log W it is
        1/W + (1 + 7 log(W)/W)^(1/7), at most 1/W + 1 + log(W)/W by Bernoulli's inequality.""", name="constant")
    yield OPTIMISED


@theta_of_stage_two.reading("up to logarithms", r"\tilde\Theta(\xi^{12/7}\mathsf C^{-1/7})", uses=("SCAL-12",))
def theta_of_stage_two():
    """Read up to logarithms, as Section 5.3 and B.3 say, it stands: W(z) is at most log z for z >= e."""
    yield Argument("For z >= e, W(z) >= 1, so W = log z - log W <= log z.", name="lambert_is_logarithmic")


# --- noise ---------------------------------------------------------------------------------------------------------

def no_logarithm_at_breakdown(c, root, Ld):
    """With xi = c root, N = root^2 and C = N^7/xi^2: C = N^6/c^2, N Ld/xi^2 = Ld/c^2, C/xi^12 = 1/c^14, floor = c^2."""
    xi, N = c*root, root**2
    C = N**7/xi**2
    return (C, N*Ld/xi**2, C/xi**12, xi**2/N), (N**6/c**2, Ld/c**2, 1/c**14, c**2)


@paper.claim("SCAL-17", "Section 6.2",
             r"\xi\propto\mathsf N^{1/2}\iff\xi\propto\mathsf C^{1/12}:\ \text{the bound is}\ O(1)",
             hypotheses=("on the phase boundary, M = N^3, |B| = N", "L d > c^2 for xi = c N^(1/2)"))
def breakdown_of_data_scaling():
    """Noise that grows like the root of the data takes all gain away; on the boundary the logarithm is constant there,
    so nothing is lost to it. With M = N^alpha the exponent is 1/(2(alpha + 3)).
    """
    yield Identity(no_logarithm_at_breakdown, excluding=lambda c, root, Ld: (c, root))
    yield Identity(compute_family, excluding=compute_family_divisors)
    yield BREAKDOWN


def floor_at_infinite_compute(xi, N, floor):
    """However much data, xi^2/N stays above `floor`."""
    return xi**2/N >= floor


def floor_grows_with_noise(xi, more, N):
    """(xi + more)^2/N - xi^2/N = more (2 xi + more)/N."""
    return ((xi + more)**2/N - xi**2/N)*N, {"more": more, "2 xi + more": 2*xi + more}, [
        (1, ("more", "2 xi + more"), 1)]


@paper.claim("SCAL-18", "Section 6.2",
             r"\text{even with infinite compute a large}\ \xi\ \text{gives a higher error floor}", finding="amended")
def noise_floor():
    """With infinite compute, more noise is said to leave a higher floor."""
    yield Refutation(floor_at_infinite_compute, at=dict(xi=1, N=1000, floor=Q(1, 100)))


@noise_floor.corrected(r"\mathsf C\to\infty\ \text{at fixed}\ \mathsf N:\ \xi^2/\mathsf N;\quad "
                       r"\text{along Stage II}\ \xi^{12/7}\mathsf C^{-1/7}\to0\ \text{for every}\ \xi",
                       hypotheses=("N fixed",), uses=("SCAL-10",))
def noise_floor():
    """At a fixed amount of data there is a floor xi^2/N, which grows with the noise; along Stage II there is none."""
    yield Nonnegative(floor_grows_with_noise, at=dict(xi=1, more=1, N=1), tight=dict(xi=1, more=0, N=1),
                      excluding=lambda xi, more, N: (N,))
    yield Argument("""
        At fixed N and xi > 0, exp(-xi^2 C/N^7) tends to 0 as C grows; by SCAL-10 the floor of Stage II is the seventh
        root of xi^12/C, which tends to 0.""", name="limits")


def slope_in_noise(v, C, N, e):
    """The derivative in v = xi^2 of exp(-v C/N^7) + v/N is -(C/N^7) e + 1/N; it vanishes where e = N^6/C."""
    value = v

    def bound(v):
        return e*(1 - (v - value)*C/N**7) + v/N      # to first order at `value`
    return derivative(bound, v), (N**6/C - e)*C/N**7


@paper.claim("SCAL-19", "Section 6.1, Stage I",
             r"\exp(-\xi^2\mathsf C/\mathsf N^7)+\xi^2/\mathsf N\ \text{at fixed}\ (\mathsf C,\mathsf N)\ "
             r"\text{falls with}\ \xi\ \text{up to}\ \xi^2=\tfrac{\mathsf N^7}{\mathsf C}\log\tfrac{\mathsf "
             r"C}{\mathsf N^6}",
             finding="gap", hypotheses=("C > N^6",))
def noise_helps_stage_one():
    """The bound improves with noise in Stage I, and is vacuous for noiseless data: an artefact of the output scale
    xi/N, which slows training down as the noise goes to zero.
    """
    yield Identity(slope_in_noise, excluding=lambda v, C, N, e: (C, N))
    yield Argument("""
        The bound is convex in v = xi^2 and 1 at v = 0; its derivative vanishes where exp(-v C/N^7) = N^6/C, at a
        positive v exactly if C > N^6.""", name="convex_in_the_noise")
    yield BEST_NOISE
