"""Appendix A.4: bounds on the gradient norm by the singular values.

Of the gradient only S = sum_k alpha_k sigma_k^2 with alpha_k = (v_k.z)^2 can be rebuilt.
"""
from fractions import Fraction as Q

from proofs.evidence import Argument, Identity, Lost, Nonnegative, Refutation

from .paper import paper
from .decomposition import CAUCHY, ENERGY_BOUND


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


# --- the bounds of the gradient ------------------------------------------------------------------------------------

def above_first_term(s1, s2, s3, z1, z2, z3):
    """S - alpha_1 sigma_1^2 is a sum of squares, with alpha_k = z_k^2."""
    return weighted((z1**2, z2**2, z3**2), (s1**2, s2**2, s3**2)) - z1**2*s1**2, {}, [(1, (), z2*s2), (1, (), z3*s3)]


@paper.claim("SING-24", "(19), (20)", r"c\,\sigma_1^2\le\|\nabla_{W_{QK}}\mathcal J\|_F\le C(\sigma_1)",
             finding="uncheckable")
def gradient_bounds():
    """The gradient norm is said to lie between a multiple of sigma_1^2 and a quickly growing function of it."""
    yield Lost("""
        Theorem 2.4 and A.4 break off after "is bounded as follows:"; Equations 19 and 20 are known only from what is said
        of them, that the lower bound is "driven by sigma_1^2" and that the upper one "grows rapidly".
        """)


@gradient_bounds.reading("quadratic sum",
                         r"\alpha_1\sigma_1^2\le S\le\|z\|^2\sigma_1^2,\quad S=\sum_k\alpha_k\sigma_k^2")
def gradient_bounds():
    """Read of the sum S, to which A.4 reduces the gradient, both bounds hold and are quadratic in sigma_1.

    That the lower constant alpha_1 is positive needs the bracket of SING-18; it can vanish at phi = 0.6 (SING-46).  Of
    the gradient of softmax itself no lower bound c sigma_1^2 can hold: it vanishes at large scores (SING-51).
    """
    yield Nonnegative(above_first_term, at=dict(s1=3, s2=2, s3=1, z1=1, z2=1, z3=1),
                      tight=dict(s1=3, s2=2, s3=1, z1=1, z2=0, z3=0), few_damages="two squares are left over")
    yield ENERGY_BOUND
    yield Argument(MORE, name="any_dimension")
