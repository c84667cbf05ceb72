"""D.4: the contraction of errors from layer to layer, and its constants."""
from fractions import Fraction as Q

from certify.balls import at as at_precision, ball, less, less_equal
from proofs.evidence import Argument, Certified, Identity, Nonnegative, Refutation

from .paper import paper


# --- the contraction factor ----------------------------------------------------------------------------------------

def factor_below_one(alpha, m):
    """lambda^2 - 1 = (3m - alpha^2)/(m + alpha^2) for lambda = 2/sqrt(1 + alpha^2/m)."""
    return 4/(1 + alpha**2/m) - 1, (3*m - alpha**2)/(m + alpha**2)


def factor_divisors(alpha, m):
    return m, m + alpha**2


FACTOR = Identity(factor_below_one, excluding=factor_divisors)


@paper.claim("FS-D.2", "D.4", r"\lambda=2/\sqrt{1+\alpha^2/m}<1\iff\alpha^2>3m", hypotheses=("m > 0",))
def contraction_factor():
    """The factor of one step is below 1 exactly when alpha^2 > 3m."""
    yield FACTOR


def strictly_above_three(mean):
    return mean - 1 > 3


@paper.claim("FS-D.3", "D.4", r"np\ge4\implies np-1>3,\ \text{well satisfied}", finding="refuted")
def mean_above_four():
    """The condition is said to be well satisfied from np = 4 on."""
    yield Refutation(strictly_above_three, at=dict(mean=4), given=lambda mean: mean >= 4)


def factor_at_ideal(k, m):
    """At alpha = m/sqrt k: lambda^2 - 1 = (3k - m)/(k + m)."""
    return 4/(1 + m/k) - 1, (3*k - m)/(k + m)


def factor_at_mean(mean, k):
    """lambda^2 - 1 is (4 - np)/np at m = (np - 1) k, and (4k - np k - 1)/(np k + 1) at m = (np - 1) k + 1."""
    first, second = factor_at_ideal(k, (mean - 1)*k)[0], factor_at_ideal(k, (mean - 1)*k + 1)[0]
    return (first, second), ((4 - mean)/mean, (4*k - mean*k - 1)/(mean*k + 1))


def mean_and_size(mean, k):
    return k, mean, mean*k + 1


@mean_above_four.corrected(r"np>4;\quad\lambda^2=4/np\ \text{at}\ m=(np-1)k:\ \lambda=1\ \text{at}\ np=4")
def mean_above_four():
    """At np = 4 the factor is 1 (below it by a term of order 1/k if m = (np - 1) k + 1): the condition is np > 4."""
    yield Identity(factor_at_mean, excluding=mean_and_size)


def ideal_mixing_is_large(root, m):
    """(m/sqrt k)^2 > 3m."""
    return (m/root)**2 > 3*m


@paper.claim("FS-D.4", "D.4", r"\text{small}\ np:\ \alpha_{\rm eff}>\sqrt{3m}\ \text{is ensured (R4)}",
             finding="refuted",
             hypotheses=("alpha_eff = m/sqrt k, the ideal value",))
def small_mean():
    """For small np the condition alpha_eff > sqrt(3m) is said to be ensured by a hypothesis (whose text is lost)."""
    yield Refutation(ideal_mixing_is_large, at=dict(root=1, m=2))


def excess_of_ideal_mixing(k, m):
    """(alpha*)^2 - 3m = m (m - 3k)/k."""
    return m**2/k - 3*m, m*(m - 3*k)/k


@small_mean.corrected(r"(\alpha^*)^2>3m\iff m>3k,\ \text{that is}\ np>4\ \text{again}")
def small_mean():
    """At the ideal value it is the same condition m > 3k, so no hypothesis can ensure both for small np."""
    yield Identity(factor_at_ideal, excluding=lambda k, m: (k, k + m))
    yield Identity(excess_of_ideal_mixing, excluding=lambda k, m: (k,))


def dunkl_williams(a, b, c):
    """|x| = a, |y| = b, cosine c: 4 |x-y|^2 - (a+b)^2 |x/a - y/b|^2 = 2 (1+c)(a-b)^2."""
    return 4*(a**2 + b**2 - 2*a*b*c) - (a + b)**2*(2 - 2*c), {"1 + c": 1 + c}, [(2, ("1 + c",), a - b)]


def printed_bound(a, b, c):
    """So 4 |x-y|^2 - b^2 |x/a - y/b|^2 = 2 (1+c)(a-b)^2 + 2 (1-c) a (a + 2b), where |x/a - y/b|^2 = 2 - 2c."""
    return 4*(a**2 + b**2 - 2*a*b*c) - b**2*(2 - 2*c), {"1 + c": 1 + c, "1 - c": 1 - c, "a": a, "b": b}, [
        (2, ("1 + c",), a - b), (2, ("1 - c",), a), (4, ("1 - c", "a", "b"), 1)]


@paper.claim("FS-D.5", "D.4", r"\Bigl\|\tfrac x{\|x\|}-\tfrac y{\|y\|}\Bigr\|\le\tfrac{2\|x-y\|}{\|y\|}")
def normalisation_bound():
    """True, and improved by Dunkl and Williams to 2|x-y|/(|x| + |y|), which makes the factor about sqrt(k/k') < 1 for
    every np > 1.
    """
    yield Nonnegative(printed_bound, at=dict(a=1, b=2, c=0), tight=dict(a=1, b=1, c=1))
    yield Nonnegative(dunkl_williams, at=dict(a=1, b=2, c=0), tight=dict(a=1, b=1, c=0))


def weights_move_little(m, b, x):
    """The logits of the b edges out of one source are raised by x = beta eps above those of the m - b others: a - 1/m <=
    x/m, in balls.
    """
    r = x.exp()
    return less_equal(r/(b*r + m - b) - 1/m, x/m)


def is_in_the_radius(m, b, x):
    """x is at most beta eps = log(8m sqrt k)/2 of D.4, where k = m/b sources have b edges each."""
    return less_equal(2*x, (8*m*(m/b).sqrt()).log())


@paper.claim("FS-D.6", "D.4", r"|a_i-1/m|\le(\gamma\varepsilon/\sqrt d)/m", finding="refuted",
             hypotheses=("logits change by at most beta eps",))
def frontier_redistribution():
    """The weights on the frontier are said to move by at most beta eps/m."""
    yield Refutation(weights_move_little, at=dict(m=100, b=4, x=3), given=is_in_the_radius, bits=64)


def weight_is_not_large(p, T, m, u, v):
    """u = exp(beta eps), v = 1/u: a = p/T, with p <= u and T >= m v the sum of m such, is at most u^2/m."""
    return u**2*T - m*p, {"T - m v": T - m*v, "u - p": u - p, "m": m}, [(1, ("T - m v",), u), (1, ("m", "u - p"), 1)]


def weight_is_not_small(p, T, m, u, v):
    """With p >= v and T <= m u it is at least (2 - u^2)/m."""
    return m*p - T*(2 - u**2), {"p - v": p - v, "m u - T": m*u - T, "m": m, "T": T}, [
        (1, ("m", "p - v"), 1), (1, ("m u - T",), v), (1, ("T",), u - v)]


def inverse_factor(p, T, m, u, v):
    return (u*v - 1,)


def exponent_of_the_constants(root, log):
    """D.4: 2 beta eps = log(8m sqrt k) for beta = 2 sqrt k log(8m sqrt k) and eps = 1/(4 sqrt k)."""
    return 2*(2*root*log)*(1/(4*root)), log


@frontier_redistribution.corrected(r"|a_i-1/m|\le(e^{2\beta\varepsilon}-1)/m;\ \text{with D.4's constants}\ "
                                   r"e^{2\beta\varepsilon}=8m\sqrt k")
def frontier_redistribution():
    """True to first order only; with the constants of D.4 a weight may change by the factor 8 m sqrt k."""
    yield Nonnegative(weight_is_not_large, modulo=inverse_factor, tight=dict(p=2, T=1, m=2, u=2, v=Q(1, 2)),
                      at=dict(p=1, T=2, m=2, u=2, v=Q(1, 2)))
    yield Nonnegative(weight_is_not_small, modulo=inverse_factor, tight=dict(p=1, T=2, m=2, u=1, v=1),
                      at=dict(p=1, T=2, m=2, u=2, v=Q(1, 2)))
    yield Identity(exponent_of_the_constants, excluding=lambda root, log: (root,), few_damages="a short product")


def contracts_with_own_constants(k, m):
    """lambda (1 + rho) < 1 with alpha = m/sqrt k, rho = alpha beta/sqrt m and beta = 2 sqrt k log(8m sqrt k), in balls.
    """
    rho = 2*m.sqrt()*(8*m*k.sqrt()).log()
    return less(2/(1 + m/k).sqrt()*(1 + rho), 1 + 0*m)


@paper.claim("FS-D.7", "D.4", r"\lambda_{\rm eff}=\lambda(1+\rho)<1,\ \rho=\alpha\gamma/(\sqrt d\sqrt m)",
             finding="refuted",
             hypotheses=("rho is reconstructed from the display before it",))
def effective_factor():
    """The factor with the attention term is said to be below 1."""
    yield Refutation(contracts_with_own_constants, at=dict(k=5, m=20), bits=64)


def logarithm_exceeds_two():
    """log 8 > 2, so that log(8m sqrt k) > 2 and rho = 2 sqrt m log(8m sqrt k) > 4 sqrt m for all k, m >= 1."""
    return at_precision(64, lambda: less(ball(2), ball(8).log()))


def factor_exceeds_one(k, m, h, extra):
    """lambda^2 (1 + rho)^2 > 1, times k + m, where h = sqrt m and rho = 4h + extra: 4k (1 + rho)^2 > k + m."""
    return 4*k*(1 + 4*h + extra)**2 - (k + m), {"k": k, "k - 1": k - 1, "m": m, "h": h, "extra": extra}, [
        (3, ("k",), 1), (32, ("k", "h"), 1), (63, ("k", "m"), 1), (1, ("m", "k - 1"), 1), (8, ("k", "extra"), 1),
        (32, ("k", "h", "extra"), 1), (4, ("k",), extra)]


def root_of_frontier(k, m, h, extra):
    return (h**2 - m,)


@effective_factor.corrected(r"\text{with}\ \beta\ge2\sqrt k\log(8m\sqrt k):\ \lambda_{\rm eff}>1\ \text{for all}\ "
                            r"k,m\ge1")
def effective_factor():
    """With the constants of D.4 the factor exceeds 1 for all sizes (47.9 at k = 5, m = 20)."""
    yield Certified(logarithm_exceeds_two)
    yield Nonnegative(factor_exceeds_one, modulo=root_of_frontier, strict=True,
                      at=dict(k=2, m=4, h=2, extra=1), slack="the factor is above 1 by far")


def unfolding(f, g, b0, b1, b2):
    """e_{c+1} = f (e_c + b_c) + g from e_0 = 0: after three steps f^3 b_0 + f^2 b_1 + f b_2 + g (1 + f + f^2)."""
    e = 0*f
    for b in (b0, b1, b2):
        e = f*(e + b) + g
    return (e, (1 + f + f**2)*(1 - f)), (f**3*b0 + f**2*b1 + f*b2 + g*(1 + f + f**2), 1 - f**3)


@paper.claim("FS-D.8", "D.4, (10), (11)",
             r"\varepsilon'_c\le\sum_k\bar\lambda^{c-k}b_k+\frac{\bar\lambda\bar\alpha\bar\delta}{1-\bar\lambda}",
             hypotheses=("eps'_0 = 0", "0 <= lambda < 1"))
def geometric_unfolding():
    """The recursion unfolds to a geometric sum; adding b_c gives b_max/(1 - lambda)."""
    yield Identity(unfolding)
    yield Argument("Induction on c, for any number of steps; the geometric sum is at most 1/(1 - lambda).",
                   name="induction")


def radius_closes(root, last):
    """1/(4 sqrt K) + 1/(8 sqrt k) <= 1/(4 sqrt k) with root = sqrt k, last = sqrt K."""
    return 1/(4*last) + 1/(8*root) <= 1/(4*root)


def radius(root, last):
    """1/(4 sqrt k) - 1/(4 sqrt K) - 1/(8 sqrt k) has the sign of sqrt K - 2 sqrt k, which is that of K - 4k; with half of
    b_max it has that of sqrt K - sqrt k >= 0.
    """
    closed, halved = last - 2*root, last - root
    return (1/(4*root) - 1/(4*last) - 1/(8*root), 1/(4*root) - 1/(8*last) - 1/(8*root), closed*(last + 2*root)), (
        closed/(8*root*last), halved/(8*root*last), last**2 - 4*root**2)


@paper.claim("FS-D.9", "D.4, (R5)",
             r"\tfrac{b_{\max}}{1-\bar\lambda}+O(\bar\delta)\le"
             r"\tfrac1{4\sqrt{k_{D-1}}}+\tfrac1{8\sqrt{k_c}}\le\tfrac1{4\sqrt{k_c}}",
             finding="refuted")
def closing_the_radius():
    """The two parts of the error are said to stay within the radius at every depth."""
    yield Refutation(radius_closes, at=dict(root=2, last=2), given=lambda root, last: root <= last)


@closing_the_radius.corrected(r"\iff k_{D-1}\ge4k_c;\quad\text{at all}\ c\ \text{with}\ "
                              r"b_{\max}\le(1-\bar\lambda)/(8\sqrt{k_{D-1}})")
def closing_the_radius():
    """At c = D - 1 the sum is 3/8, not 1/4; half the bound on b_max closes every depth."""
    yield Identity(radius, excluding=lambda root, last: (root, last))
