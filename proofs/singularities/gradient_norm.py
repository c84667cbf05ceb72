"""Section 2.3 and Appendix A.4: bounds on the gradient norm by the singular values.

Of the gradient only S = sum_k alpha_k sigma_k^2 with alpha_k = (v_k.z)^2 can be rebuilt.
"""
from fractions import Fraction as Q

from numerics.algebra import derivative
from proofs.evidence import Argument, Identity, Nonnegative, Refutation

from .paper import paper
from .spectra import energy, stable_rank
from .decomposition import CAUCHY


MORE = "Three values are written out; each further one adds a term of the same form."


# --- the first weight ----------------------------------------------------------------------------------------------

def first_coordinate(m1, m2, m3, p, q, g2, g3):
    """v_1.z - [mu_1 p - q (mu_2 + mu_3)] with v_1 = (p, g_2, g_3), |g_r| <= q."""
    goal = m1*p + m2*g2 + m3*g3 - (m1*p - q*(m2 + m3))
    return goal, {"m2": m2, "m3": m3, "q + g2": q + g2, "q + g3": q + g3}, [
        (1, ("m2", "q + g2"), 1), (1, ("m3", "q + g3"), 1)]


def bound_without_sign(m1, m2, m3, p, q, g2, g3):
    """alpha_1 >= (mu_1 p - q (mu_2 + mu_3))^2."""
    return (m1*p + m2*g2 + m3*g3)**2 >= (m1*p - q*(m2 + m3))**2


def unit_vector_with_negative_bracket(m1, m2, m3, p, q, g2, g3):
    return (p**2 + q**2 == 1 and p**2 + g2**2 + g3**2 == 1 and p > 0 and m1 >= m2 >= m3 >= 0
            and m1*p - q*(m2 + m3) < 0)


@paper.claim("SING-18", "A.4, lower bound on alpha_1 [rebuilt]",
             r"\alpha_1=(v_1\cdot z)^2\ge\mu_1^2\bigl(\sqrt{1-\epsilon}-\sqrt\epsilon(\tfrac1\eta-1)\bigr)^2,\quad "
             r"\eta=\mu_1/\textstyle\sum_r\mu_r", hypotheses=("the bracket is not negative",))
def first_weight():
    """The weight of sigma_1 is bounded below; the bracket must not be negative, or the square says something false."""
    yield Nonnegative(first_coordinate, at=dict(m1=3, m2=2, m3=1, p=Q(4, 5), q=Q(3, 5), g2=0, g3=Q(1, 5)),
                      tight=dict(m1=3, m2=2, m3=0, p=Q(4, 5), q=Q(3, 5), g2=Q(-3, 5), g3=0))
    yield Argument("""
        sqrt(1 - eps) = p, sqrt(eps) = q, and sum_{r>1} mu_r = (1/eta - 1) mu_1 exactly.  If the bracket is not
        negative, v_1.z is at least mu_1 times it, and squares keep the order.  Each further mu_r adds a term of the
        same form.""",
                   name="square")
    yield Refutation(bound_without_sign, at=dict(m1=1, m2=1, m3=1, p=Q(3, 5), q=Q(4, 5), g2=Q(-4, 5), g3=0),
                     given=unit_vector_with_negative_bracket, corroborates=True)


# --- the first weight against the others ---------------------------------------------------------------------------

def first_weight_is_largest(m1, m2, m3):
    """v_1 = beta_1, v_2 = (beta_2 + beta_3)/sqrt2: alpha_1 > alpha_2."""
    return m1**2 > (m2 + m3)**2/2


def ordered(m1, m2, m3):
    return m1 >= m2 >= m3 >= 0 and m1 > 0


def gap_of_weights(eta, p, q):
    """(p - q x) - (q + x) > 0 with x = 1/eta - 1: the lower bound of |v_1.z| exceeds the upper one of |v_k.z|."""
    x = (1 - eta)/eta
    return (p - q*x) - (q + x), {"1/eta": 1/eta, "eta (1 + p) - (1 + q)": eta*(1 + p) - (1 + q)}, [
        (1, ("1/eta", "eta (1 + p) - (1 + q)"), 1)]


def eta_divisor(eta, p, q):
    return (eta,)


def other_coordinate(m1, m2, m3, q, g1, g2, g3):
    """mu_1 q + mu_2 + mu_3 - v_k.z where |v_k.beta_1| <= q and |v_k.beta_r| <= 1."""
    goal = m1*q + m2 + m3 - (m1*g1 + m2*g2 + m3*g3)
    return goal, {"m1": m1, "m2": m2, "m3": m3, "q - g1": q - g1, "1 - g2": 1 - g2, "1 - g3": 1 - g3}, [
        (1, ("m1", "q - g1"), 1), (1, ("m2", "1 - g2"), 1), (1, ("m3", "1 - g3"), 1)]


def eta_is_small(m1, m2, m3):
    """mu_1 sum mu_r - sum mu_r^2 >= 0: eta <= 1/SR(Z)."""
    goal = m1*(m1 + m2 + m3) - (m1**2 + m2**2 + m3**2)
    return goal, {"m2": m2, "m3": m3, "m1 - m2": m1 - m2, "m1 - m3": m1 - m3}, [
        (1, ("m2", "m1 - m2"), 1), (1, ("m3", "m1 - m3"), 1)]


@paper.claim("SING-19", "A.4",
             r"\alpha_1>\alpha_k\ (k>1):\ \text{clearly holds for}\ \epsilon\ll1,\ \eta\approx1,\ d\ \text{moderate}",
             finding="amended")
def first_weight_dominates():
    """The weight of sigma_1 is said to be clearly the largest.

    A small eps is not enough: for mu = (1, 9/10, 9/10), SR(Z) = 131/50, v_1 = beta_1, v_2 = (beta_2 + beta_3)/sqrt2
    it is 1 < 81/50.
    """
    yield Refutation(first_weight_is_largest, at=dict(m1=1, m2=Q(9, 10), m3=Q(9, 10)), given=ordered)


@first_weight_dominates.corrected(
    r"\eta>\frac{1+\sqrt\epsilon}{1+\sqrt{1-\epsilon}}\implies\alpha_1>\alpha_k;\quad \epsilon=0:\ "
    r"\alpha_1>\alpha_k\ \text{for all}\ v_k\iff\mathrm{SR}(Z)<2", uses=("SING-18",))
def first_weight_dominates():
    """It follows from the paper's bounds above a threshold for eta, which forces SR(Z) < 2; and at eps = 0 SR(Z) < 2
    is sharp.
    """
    yield Nonnegative(gap_of_weights, at=dict(eta=Q(19, 20), p=Q(4, 5), q=Q(3, 5)),
                      tight=dict(eta=Q(8, 9), p=Q(4, 5), q=Q(3, 5)),
                      excluding=eta_divisor, strict=True)
    yield Nonnegative(other_coordinate, at=dict(m1=3, m2=2, m3=1, q=Q(3, 5), g1=0, g2=0, g3=0),
                      tight=dict(m1=3, m2=2, m3=1, q=Q(3, 5), g1=Q(3, 5), g2=1, g3=1))
    yield Nonnegative(eta_is_small, at=dict(m1=3, m2=2, m3=1), tight=dict(m1=1, m2=1, m3=0))
    yield CAUCHY
    yield Argument("""
        |v_k.beta_1| <= sqrt(eps) as v_k is orthogonal to v_1, and |v_k.beta_r| <= 1: so |v_k.z| <= mu_1 (q + x).  The
        threshold is at least 1/2, and eta <= 1/SR(Z), so SR(Z) < 2.  At eps = 0, v_k runs over the unit vectors of
        span(beta_2, ...), on which (v.z)^2 is at most sum_{r>1} mu_r^2 = mu_1^2 (SR(Z) - 1), attained along z: below
        alpha_1 = mu_1^2 iff SR(Z) < 2.""",
                   name="sharpness")


# --- moving energy -------------------------------------------------------------------------------------------------

def weighted(alpha, squares):
    return sum((a*x for a, x in zip(alpha[1:], squares[1:])), alpha[0]*squares[0])


def transfer(a1, a2, a3, x1, x2, x3, delta):
    """Moving delta of sigma_2^2 to sigma_1^2 changes S by delta (alpha_1 - alpha_2)."""
    alpha = a1, a2, a3
    return weighted(alpha, (x1 + delta, x2 - delta, x3)) - weighted(alpha, (x1, x2, x3)), delta*(a1 - a2)


@paper.claim("SING-20", "A.4", r"S'-S=\delta(\alpha_1-\alpha_j),\quad S=\sum_k\alpha_k\sigma_k^2")
def transfer_of_energy():
    """Moving the energy delta from sigma_j^2 to sigma_1^2 changes S by delta (alpha_1 - alpha_j)."""
    yield Identity(transfer)


def all_energy_first_is_best(a1, a2, x1, x2):
    """alpha_1 C >= S."""
    return a1*(x1 + x2) >= a1*x1 + a2*x2


def maximum(a1, a2, a3, x1, x2, x3):
    """alpha_1 C - S = sum (alpha_1 - alpha_k) sigma_k^2."""
    goal = a1*(x1 + x2 + x3) - weighted((a1, a2, a3), (x1, x2, x3))
    return goal, {"a1 - a2": a1 - a2, "a1 - a3": a1 - a3, "x2": x2, "x3": x3}, [
        (1, ("a1 - a2", "x2"), 1), (1, ("a1 - a3", "x3"), 1)]


@paper.claim("SING-21", "A.4",
             r"\max\Bigl\{S:\textstyle\sum_k\sigma_k^2=C\Bigr\}=\alpha_1C,\ \text{attained at}\ (C,0,\dots)",
             finding="amended")
def maximiser():
    """S is said to be largest where all energy is on sigma_1."""
    yield Refutation(all_energy_first_is_best, at=dict(a1=1, a2=2, x1=1, x2=1))


@maximiser.corrected(r"\alpha_1>\alpha_k\ (k>1)\implies\alpha_1C\ \text{is the maximum, attained only at}\ (C,0,\dots)",
                     hypotheses=("alpha_1 > alpha_k for k > 1 (see SING-19)",))
def maximiser():
    """True where alpha_1 is the largest weight; in general the maximum is alpha_max C."""
    yield Nonnegative(maximum, at=dict(a1=3, a2=2, a3=1, x1=3, x2=2, x3=1),
                      tight=dict(a1=3, a2=2, a3=1, x1=3, x2=0, x3=0))
    yield Argument(MORE, name="any_dimension")


def lower_rank_gives_larger_sum(a1, a2, a3, x1, x2, x3, y1, y2, y3):
    """S at the squares y is at least S at the squares x."""
    return weighted((a1, a2, a3), (y1, y2, y3)) >= weighted((a1, a2, a3), (x1, x2, x3))


def same_energy_lower_rank(a1, a2, a3, x1, x2, x3, y1, y2, y3):
    return (a1 > a2 >= a3 >= 0 and x1 + x2 + x3 == y1 + y2 + y3 and y1 > x1 >= x2 >= x3 >= 0 and y1 >= y2 >= y3 >= 0)


def concentration(a1, a2, a3, d2, d3):
    """Taking d2 and d3 from the other squares to sigma_1^2 changes S by d2 (alpha_1 - alpha_2) + d3 (alpha_1 -
    alpha_3).
    """
    goal = a1*(d2 + d3) - a2*d2 - a3*d3
    return goal, {"a1 - a2": a1 - a2, "a1 - a3": a1 - a3, "d2": d2, "d3": d3}, [
        (1, ("a1 - a2", "d2"), 1), (1, ("a1 - a3", "d3"), 1)]


@paper.claim("SING-22", "A.4, title",
             r"\text{at}\ \textstyle\sum_k\sigma_k^2=C:\ \text{lower SR}\implies\text{larger}\ S",
             finding="refuted", hypotheses=("alpha_1 > alpha_k for k > 1",))
def concentration_raises_gradient():
    """The gradient norm is said to grow as more energy is concentrated on sigma_1.

    With alpha = (10, 9, 0) and equal energy, sigma^2 = (4, 3, 0) has S = 67, but the more concentrated (5, 1, 1) has
    S = 59.
    """
    yield Refutation(lower_rank_gives_larger_sum, at=dict(a1=10, a2=9, a3=0, x1=4, x2=3, x3=0, y1=5, y2=1, y3=1),
                     given=same_energy_lower_rank)


@concentration_raises_gradient.corrected(
    r"\text{if no other}\ \sigma_k^2\ \text{grows:}\ S'-S=\sum_{k>1}\delta_k(\alpha_1-\alpha_k)\ge0,\ \delta_k="
    r"\sigma_k^2-\sigma_k'^2\ge0",
    hypotheses=("alpha_1 >= alpha_k for k > 1", "sum sigma_k^2 is fixed"))
def concentration_raises_gradient():
    """True where every other singular value gives energy up or keeps it; always for two singular values."""
    yield Nonnegative(concentration, at=dict(a1=3, a2=2, a3=1, d2=1, d3=1), tight=dict(a1=3, a2=3, a3=1, d2=1, d3=0))
    yield Argument(MORE, name="any_dimension")


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


@paper.claim("SING-24", "(19), (20)", r"c\,\sigma_1^2\le\|\nabla_{W_{QK}}\mathcal J\|_F\le C(\sigma_1)",
             finding="uncheckable",
             pending="the text lost both bounds; that the lower constant is positive would need SING-18's bracket")
def gradient_bounds():
    """The gradient norm is said to lie between a multiple of sigma_1^2 and a quickly growing function of it."""


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
