"""Section 5: what the theorems say about learning rates."""
from fractions import Fraction as Q

from numerics.algebra import derivative
from numerics.maps import (balanced_map, ellipse, error, error_ratio, imbalance_map, normal_multiplier, product_map,
                           symmetric_multiplier, two_cycle)
from proofs.evidence import Argument, Identity, Nonnegative, Refutation, proved
from proofs.surd import sqrt

from .coordinates import on_hyperbola
from .paper import paper
from .reduction_algebra import effective_step


# --- step-size thresholds ------------------------------------------------------------------------------------------

def step_thresholds(y, k, root_two):
    """(18): eta_mono, eta_fit, eta_div for a target y, with k = sqrt(c) and root_two = sqrt2."""
    return (2*root_two - 2)/(2*y*k), 1/(2*y*k), 1/(y*k)


def thresholds_in_mu(y, k, root_two):
    """At the three learning rates mu is 2 sqrt2 - 2, 1 and 2."""
    one = 0*y + 1
    return tuple(effective_step(eta, y, k) for eta in step_thresholds(y, k, root_two)), (2*root_two - 2, one, 2*one)


def thresholds_scale_inversely(y, k, root_two, t):
    """Multiplying |y| sqrt(c) by t divides all three by t."""
    return tuple(t*eta for eta in step_thresholds(t*y, k, root_two)), step_thresholds(y, k, root_two)


@paper.claim("LST-S5.1", "(18)",
             r"\eta_{\rm mono}=\tfrac{2\sqrt2-2}{2|y|\sqrt c},\quad \eta_{\rm fit}=\tfrac1{2|y|\sqrt c},\quad "
             r"\eta_{\rm div}=\tfrac1{|y|\sqrt c}",
             uses=("LST-R2.2a", "LST-T3.5a", "LST-T3.5b", "LST-S3.2a", "LST-T3.7e"))
def learning_rate_thresholds():
    """The thresholds mu = 2 sqrt2 - 2, 1, 2 in terms of the learning rate;
    all three scale inversely with |y| sqrt(c).
    """
    yield Identity(thresholds_in_mu, excluding=lambda y, k, root_two: (y, k))
    yield Identity(thresholds_scale_inversely, excluding=lambda y, k, root_two, t: (y, k, t))


def balanced_error_shrinks(e, mu):
    """One step makes the balanced error smaller."""
    return abs(balanced_map(e, mu)) < abs(e)


def is_in_monotone_regime(e, mu):
    return e != 0 and -mu <= e <= 2 and 0 < mu and (mu + 2)**2 <= 8


@paper.claim("LST-S5.2", "Section 5, step-size thresholds",
             r"\eta\le\eta_{\rm mono}:\ \text{contracts};\ \eta\le\eta_{\rm fit}:\ \text{converges};\ "
             r"\eta=\eta_{\rm fit}:\ "
             r"\text{loses stability};\ \eta>\eta_{\rm div}:\ \text{diverges}", finding="amended")
def regimes_along_step_size():
    """Along the learning rate the balanced error contracts, then converges with catapults, then not, then diverges."""
    yield Refutation(balanced_error_shrinks, at=dict(e=2, mu=Q(1, 2)), given=is_in_monotone_regime)


@regimes_along_step_size.corrected(
    r"\eta\le\eta_{\rm mono}:\ |e^+|\le|e|;\quad "
    r"\eta\le\eta_{\rm fit}:\ e_k\to0\ \text{for almost every}\ e_0\in(-\mu,2);\quad "
    r"\eta>\eta_{\rm div}:\ |e_k|\to\infty\ \text{for almost every}\ e_0",
    hypotheses=("w = 0",),
    uses=("LST-S5.1", "LST-T3.5a", "LST-T3.7a", "LST-T3.7b", "LST-S3.2a", "LST-T3.7e", "LST-T4.3f"))
def regimes_along_step_size():
    """The error does not grow up to eta_mono; convergence, and divergence beyond eta_div,
    are for almost every start.
    """
    yield Argument("""
        Put mu = 2 eta |y| sqrt(c) into Theorem 3.5, Theorem 3.7 (monotone, catapult, divergence) and Section 3.2.  The
        exceptions are null: the ends -mu and 2 and the points that land on -mu; beyond eta_div a Cantor set.  Escaping
        branches off the line are those of D = 0 for mu > 2 (Theorem 4.3).""", name="in_the_learning_rate")


# --- balance -------------------------------------------------------------------------------------------------------

def stability_by_imbalance(a, b, mu):
    """On ab = mu the normal multiplier m is 1 - 2 mu - w^2; so 1 - m = 2 mu + w^2 and 1 + m = 2 - (2 mu + w^2)."""
    m, y = normal_multiplier(a, b), 2*mu + (a - b)**2
    return (m, 1 - m, 1 + m), (1 - 2*mu - (a - b)**2, y, 2 - y)


@paper.claim("LST-S5.3", "Section 5, balance matters",
             r"\text{normal multiplier}\ 1-2\mu-w^2\ \text{on}\ \mathcal M_\mu;\ \text{stable iff}\ 2\mu+w^2<2",
             hypotheses=("mu > 0",), uses=("LST-P3.1a",))
def stability_needs_balance():
    """A zero-error point is normally attracting exactly if 2 mu + w^2 < 2, for mu > 0."""
    yield Identity(stability_by_imbalance, modulo=on_hyperbola)
    yield from proved("Derivatives.normal_stability")


# --- near mu = 2 ---------------------------------------------------------------------------------------------------

def squared_intercepts(mu):
    """The ellipse meets w = 0 at s^2 = 4(2 + mu) and s = 0 at w^2 = 4(2 - mu)."""
    return 4*(2 + mu), 4*(2 - mu)


def intercepts_are_on_ellipse(s, w, mu):
    """R = s^2/(2 + mu) on w = 0 and R = w^2/(2 - mu) on s = 0, so these are where R = 4."""
    u, v = squared_intercepts(mu)
    return (ellipse(s, 0*w, mu) - 4, ellipse(0*s, w, mu) - 4), ((s**2 - u)/(2 + mu), (w**2 - v)/(2 - mu))


def squared_aspect_ratio(mu):
    """The ratio of the squares is (2 + mu)/(2 - mu) = 4/(2 - mu) - 1."""
    u, v = squared_intercepts(mu)
    return (u/v, u/v), ((2 + mu)/(2 - mu), 4/(2 - mu) - 1)


@paper.claim("LST-S5.4", "Section 5, near mu = 2",
             r"\text{aspect ratio}\ \sqrt{(2+\mu)/(2-\mu)}\to\infty\quad(\mu\uparrow2)", hypotheses=("0 < mu < 2",),
             uses=("LST-T4.3a",))
def thin_region():
    """The ellipse becomes thin across the balanced line:
    its aspect ratio is sqrt((2 + mu)/(2 - mu)), which tends to infinity.
    """
    yield Identity(intercepts_are_on_ellipse, excluding=lambda s, w, mu: (2 + mu, 2 - mu))
    yield Identity(squared_aspect_ratio, excluding=lambda mu: (2 - mu,))
    yield Argument("""
        s and w are sqrt2 times orthonormal coordinates, so the ratio of intercepts is the ratio of half axes.  As mu
        tends to 2 from below, 4/(2 - mu) - 1 exceeds every bound, and the largest |w|, 2 sqrt(2 - mu), tends to 0.""",
                   name="limit_of_the_ratio")


# --- what a constant or a decaying rate can reach ------------------------------------------------------------------

def error_survives(e, w, mu):
    """The error is not 0 after one step."""
    return imbalance_map(e, w, mu)[0] != 0


def has_error_beyond_one(e, w, mu):
    return e != 0 and mu > 1


@paper.claim("LST-S5.5", "Section 5, warmup and decay",
             r"\text{a constant learning rate with}\ \mu>1\ \text{does not converge to a single fixed transformer}",
             finding="amended", hypotheses=("mu > 1",))
def constant_rate():
    """With a constant learning rate beyond mu = 1 training is said not to converge to one fixed point."""
    yield Refutation(error_survives, at=dict(e=-1, w=0, mu=Q(4, 3)), given=has_error_beyond_one)


def error_is_multiplied(a, b, mu):
    """e^+ = M(e, w) e and s^+ = (1 - e) s."""
    e, (a1, b1) = error(a, b, mu), product_map(a, b, mu)
    return (error(a1, b1, mu), a1 + b1), (error_ratio(e, a - b, mu)*e, symmetric_multiplier(e)*(a + b))


def curve_repels(w, mu):
    """-1 - M(0, w) = 2(mu - 1) + w^2: for mu > 1 every point of the zero-error curve is normally repelling."""
    return -1 - error_ratio(0*w, w, mu), {"mu - 1": mu - 1}, [(2, ("mu - 1",), 1), (1, (), w)]


@constant_rate.corrected(
    r"\text{for almost every start the orbit converges to no fixed point; the exceptions land on}\ ab=\mu\ \text{or}\ "
    r"s=0",
    hypotheses=("mu > 1",), uses=("LST-E8",))
def constant_rate():
    """True for almost every start: those that converge land exactly on the zero-error curve or on s = 0, null sets."""
    yield Identity(error_is_multiplied)
    yield Nonnegative(curve_repels, at=dict(w=1, mu=2), tight=dict(w=0, mu=1), strict=True)
    yield Argument("""
        Fixed points lie on ab = mu or at the origin.  If z_k tends to a point of the curve, M tends to M(0, w) < -1, so
        |e_k| grows as long as it is not 0: some e_k is 0.  If z_k tends to the origin, 1 - e_k tends to 1 + mu > 1, so
        some s_k is 0.  e_k and s_k are polynomials in the start; e_k(0, 0) = -mu is not 0, and s_k = s at the points of
        the curve.  So both landing sets are countable unions of null sets.""", name="landing_is_null")


def two_cycle_multiplier_below(e, mu, r):
    """-1 - F'(e)F'(F(e)) = 2(mu - (sqrt5 - 1))(mu + sqrt5 + 1) on the first two-cycle."""
    other = balanced_map(e, mu)
    multiplier = derivative(balanced_map, e, mu)*derivative(balanced_map, other, mu)
    return -1 - multiplier, {"mu - sqrt5 + 1": mu - r + 1, "mu + sqrt5 + 1": mu + r + 1}, [
        (2, ("mu - sqrt5 + 1", "mu + sqrt5 + 1"), 1)]


def on_two_cycle_with_root_five(e, mu, r):
    return two_cycle(e, mu), r**2 - 5


@paper.claim("LST-S5.6", "Section 5, warmup and decay",
             r"\mu>\sqrt5-1:\ \text{the first two-cycle is longitudinally unstable}", hypotheses=("mu > sqrt5 - 1",))
def two_cycle_is_lost():
    """Beyond sqrt5 - 1 the longitudinal multiplier of the first two-cycle lies below -1."""
    yield Nonnegative(two_cycle_multiplier_below, at=dict(e=Q(1, 2), mu=Q(3, 2), r=sqrt(5)),
                      tight=dict(e=(3 - sqrt(5))/2, mu=sqrt(5) - 1, r=sqrt(5)), strict=True,
                      modulo=on_two_cycle_with_root_five)
    yield from proved("FirstTwoCycle.unstable_beyond_the_window")


def decay_shrinks_ellipse_value(s, w, mu, t):
    """Learning rate times t^2: (4 - mu^2)(4 - t^4 mu^2)(R - R') is a sum of squares with positive weights."""
    r = t**2
    bounds = {"1 - t^2": 1 - r, "2 - mu": 2 - mu, "2 + mu": 2 + mu, "2 - t^2 mu": 2 - r*mu, "2 + t^2 mu": 2 + r*mu}
    goal = (4 - mu**2)*(4 - r**2*mu**2)*(ellipse(s, w, mu) - ellipse(t*s, t*w, r*mu))
    return goal, bounds, [(2, ("1 - t^2", "2 - mu", "2 - t^2 mu"), s), (2, ("1 - t^2", "2 + mu", "2 + t^2 mu"), w)]


def decay_divisors(s, w, mu, t):
    return 2 + mu, 2 - mu, 2 + t**2*mu, 2 - t**2*mu


def factor_of_decay(mu, r):
    """r(2 + mu)/(2 + r mu) = 1 - 2(1 - r)/(2 + r mu), and the same for -mu: both are below 1 for 0 < r < 1."""
    return (r*(2 + mu)/(2 + r*mu), r*(2 - mu)/(2 - r*mu)), (1 - 2*(1 - r)/(2 + r*mu), 1 - 2*(1 - r)/(2 - r*mu))


@paper.claim("LST-S5.7", "Section 5, warmup and decay",
             r"\text{a schedule that is high early and decays below}\ \mu=1\ \text{can still converge}",
             hypotheses=("mu < 2 throughout", "start inside the ellipse"), uses=("LST-R2.2a", "LST-C4.2", "LST-N1"))
def decay_schedule():
    """A decay of the learning rate keeps interior states interior,
    and there almost every orbit converges once mu <= 1.
    """
    yield Identity(factor_of_decay, excluding=lambda mu, r: (2 + r*mu, 2 - r*mu))
    yield Nonnegative(decay_shrinks_ellipse_value, at=dict(s=1, w=1, mu=1, t=Q(1, 2)),
                      tight=dict(s=0, w=0, mu=1, t=Q(1, 2)), excluding=decay_divisors)
    yield Argument("""
        When eta becomes r eta with r = t^2 <= 1, the normalised factors are multiplied by t and mu by r (Remark 2.2).
        By the inequality R does not grow, so R < 4 stays true at a decay, and between decays by the invariance of the
        interior.  A null set of states pulls back to a null set along finitely many steps and rescalings; so almost
        every start converges to zero error once the rate is constant with mu <= 1.""", name="schedule")
