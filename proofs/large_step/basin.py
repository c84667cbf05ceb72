"""The basin theorem for |mu| < 2: V climbs, and from it the fate of every orbit off the ellipse up to a null set.

T = 4 - R throughout; L is the limit set of an orbit in the coordinates (u, v); P and Q are the corners (u, e) = (0, -2) and
(v, e) = (0, 2) of the region T >= 0.  `docs/basin_theorem.md` is the same proof for reading.
"""
from fractions import Fraction as Q

from numerics.maps import balanced_ratio, growth, imbalance_multiplier, squares_error, symmetric_multiplier
from proofs.evidence import Argument, Identity, Nonnegative, proved

from .balanced_line import endpoint_factorizations, second_iterate
from .certificates import BASINS
from .coordinates import ellipse_divisors, ellipse_update
from .paper import paper
from .rigidity import CLIMBING, error_factor
from .transverse import gap_derivative, gap_divisors, growth_as_mean


def interior_height(u, v, mu):
    """T = 4 - R in the squares of the two modes."""
    return 4 - u/(2 + mu) - v/(2 - mu)


def squares_divisors(*x):
    return 2 + x[-1], 2 - x[-1]


def height_and_error(u, v, mu):
    """(C4): (4 - mu^2) T/4 = (2 - mu)(2 - e) - v = (2 + mu)(2 + e) - u."""
    e, t = squares_error(u, v, mu), (4 - mu**2)*interior_height(u, v, mu)/4
    return (t, t), ((2 - mu)*(2 - e) - v, (2 + mu)*(2 + e) - u)


HEIGHT = Identity(height_and_error, excluding=squares_divisors)


def gap_lower_bound(e, mu):
    """q <= 4 for |e| <= 1 and |mu| <= 2."""
    return 4 - growth(e, mu), {"1 - e": 1 - e, "1 + e": 1 + e, "2 - mu": 2 - mu, "2 + mu": 2 + mu}, [
        (1, ("1 - e", "1 + e"), 1), (Q(1, 2), ("1 - e", "2 + mu"), 1), (Q(1, 2), ("1 + e", "2 - mu"), 1)]


@paper.claim("LST-N0", "new: the climbing function",
             r"V=\log|4-R|-A\log v-B\log u:\ V\circ\Phi_\mu-V=g(e)\ge0,\ \text{equality iff}\ e=0", finding="new",
             hypotheses=("-2 < mu < 2", "u v > 0", "R != 4"), uses=("LST-T4.4d",))
def climbing():
    """V never decreases along an orbit, rises by g(e), and on [-2, 2] the rise is at least a multiple of e^2."""
    yield CLIMBING
    yield Identity(growth_as_mean)
    yield Identity(gap_derivative, excluding=gap_divisors)
    yield Nonnegative(gap_lower_bound, at=dict(e=0, mu=1), tight=dict(e=1, mu=2))
    yield Argument("""
        g(e) = log q - 2A log|1 + e| - 2B log|1 - e| is the rise of V. For |e| < 1 its derivative (4 - mu^2) e/(q (1 -
        e^2)) is at least (4 - mu^2) e/4 in size, so g >= (4 - mu^2) e^2/8; for 1 <= |e| <= 2, g >= min(g(2), g(-2)) >
        0, as g is monotone on either side. So g >= kappa e^2 on [-2, 2] with some kappa(mu) > 0.""",
                   name="quadratic_rise")
    yield from proved("Lyapunov.V_never_decreases", "Lyapunov.V_rises_quadratically", "Lyapunov.exp_V_never_decreases",
                      "Lyapunov.exp_V_equality", instead_of="quadratic_rise")
    yield from proved("Growth.growth_bound", "Growth.growth_bound_equality")


@paper.claim("LST-N.2", "new: limit sets",
             r"L\ne\emptyset\ \text{compact},\ f(L)=L;\ \text{no proper open}\ U\subset L\ \text{has}\ f(\overline "
             r"U)\subset U",
             finding="new", hypotheses=("f is continuous on a closed set", "the orbit is bounded"))
def limit_sets():
    """The limit set of a bounded orbit is compact, invariant and cannot be split by a trapping set of its own.

    Also: L is the union of the limit sets L_i of f^i(x) under f^n, 0 <= i < n, and f(L_i) = L_{i+1}.
    """
    yield Argument("""
        Compactness and f(L) = L follow from compactness of the orbit's closure. Let U be relatively open in L,
        neither empty nor all, with f(closure of U) inside U. The compact sets f(closure U) and L - U are at a
        distance 3d > 0. By uniform continuity points close to closure(U) are mapped within d of f(closure U). A late
        orbit point close to closure(U) has a late image, which is close to some point of L; that point is not in L -
        U, so it is in U. Hence the orbit stays close to closure(U) for ever and no point of L - U is a limit point, a
        contradiction.""", name="no_trapping_subset")


def corner_multipliers(mu):
    """At P (e = -2): (1 - e)^2 = 9 and q = 5 - 2 mu; at Q (e = 2): (1 + e)^2 = 9 and q = 5 + 2 mu."""
    two = 0*mu + 2
    return (symmetric_multiplier(-two)**2, growth(-two, mu), imbalance_multiplier(two)**2, growth(two, mu)), (
        0*mu + 9, 5 - 2*mu, 0*mu + 9, 5 + 2*mu)


@paper.claim("LST-N.3", "new: corners",
             r"T_k>0:\ L\subset\{uv=0\}\Rightarrow P\notin L;\quad L\subset\{v=0\}\Rightarrow Q\notin L", finding="new",
             hypotheses=("-2 < mu < 2",), uses=("LST-N.2", "LST-T4.4e"))
def corners():
    """An interior orbit whose limit set lies on the axes does not accumulate at a corner of the region."""
    yield Identity(ellipse_update, excluding=ellipse_divisors)
    yield HEIGHT
    yield Identity(corner_multipliers)
    yield Argument("""
        Let m = max(u, |T|); m = 0 only at P. Near P one step multiplies u by about 9 and T by about 5 - 2 mu > 1, so
        m grows by a factor l > 1 where m < d. A point of L with image P has v != 0, hence u = 0 (L lies on u v = 0),
        and T = 0 since q > 0: it is P. So there is d' < d such that late orbit points with m < d' come from points
        with m < d, hence with m smaller by the factor l. If P were in L, going back from late visits would make m = 0
        at a fixed time, but T > 0. For Q take m = max(v, |T|) and the factors 9, 5 + 2 mu; a point of L with image Q
        has v = 0 by hypothesis.""",
                   name="expansion_at_a_corner")


@paper.claim("LST-N.4", "new: interior dichotomy",
             r"R<4,\ u_kv_k\ne0:\ \text{either}\ \textstyle\sum e_k^2<\infty\ \text{and}\ z_k\to z\in\mathcal "
             r"M_\mu,\ sw\ne0,\ \text{or}\ L\subset\{v=0\},\ P,Q\notin L",
             finding="new", hypotheses=("0 <= mu < 2", "R(z) < 4"), uses=("LST-N0", "LST-N.2", "LST-N.3"))
def interior_dichotomy():
    """An interior orbit off the axes either converges to a point of the zero-error curve or tends to the balanced
    line.
    """
    yield CLIMBING
    yield HEIGHT
    yield Argument("""
        Inside, |e| <= 2 and orbits are bounded; V increases. If V stays bounded, the sum of e_k^2 is finite, so u_k
        v_k = u_0 v_0 prod (1 - e_j^2)^2 has a positive limit and u_k - v_k -> 4 mu: (u_k, v_k) converges, the signs
        of s and w settle, and T_k = exp(V_k) v_k^A u_k^B stays away from 0.""", name="bounded_height")
    yield Argument("""
        If V is unbounded, v^A u^B -> 0 because T <= 4, so L lies on u v = 0 and P is not in L. Suppose x in L has u =
        0 < v. Its preimages in L have v != 0, so u = 0: there is a backward orbit in L on u = 0, where e = -mu - v/4
        lies in [-2, -mu] and |1 + e| <= 1. Its v increases to a limit with (1 + e)^2 = 1 and e < 0, so e = -2, and P
        is in L: a contradiction. Hence L lies on v = 0, and Q is not in L.""", name="unbounded_height")
    yield Argument("""
        Orbits that meet an axis: on u = 0, e lies in (-2, 0] and v decreases to a limit, which can only be 0: the
        orbit tends to the origin. On v = 0, L lies on v = 0 and misses Q by the corner lemma.""", name="on_the_axes")


def marginal_product(e, y, mu):
    """(C10): M M+ = 1 + 2 sigma + y^2/2 + (2 - 3 mu) e y + mu e y^2 + e^2 a(e, y), v = y + 2 - 2 mu."""
    v = y + 2 - 2*mu
    here = balanced_ratio(e, mu) - v
    there = balanced_ratio(e*here, mu) - (1 + e)**2*v
    return here*there, 1 + 2*marginal_excess(e, y, mu) + y**2/2 + (2 - 3*mu)*e*y + mu*e*y**2 + e**2*remainder(e, y, mu)


def marginal_excess(e, y, mu):
    """sigma = (u v - 4(1 - mu^2))/4 at v = y + 2 - 2 mu."""
    return y + 2*(1 - mu)*e + e*y + y**2/4


def remainder(e, y, mu):
    """The polynomial a(e, y)."""
    return (e**6 + (3*mu - 6)*e**5 + (3*mu**2 - 12*mu - 3*y + 9)*e**4
            + (mu**3 - 6*mu**2 - 6*mu*y + 7*mu + 12*y + 2)*e**3
            + (-3*mu**2*y - mu**2 + 12*mu*y + 6*mu + 3*y**2 - 7*y - 3)*e**2
            + (mu**3 - 4*mu**2 + 3*mu*y**2 + 3*mu*y + 11*mu - 6*y**2 - 8*y - 10)*e
            - 2*mu**2*y + 2*mu**2 + 4*mu*y - 6*mu - y**3 - 2*y**2 - 5*y)


def excess_is_product(e, y, mu):
    """With v = y + 2 - 2 mu and u = v + 4(e + mu): u v - 4(1 - mu^2) = 4 sigma."""
    v = y + 2 - 2*mu
    return v*(v + 4*(e + mu)) - 4*(1 - mu**2), 4*marginal_excess(e, y, mu)


@paper.claim("LST-N.9", "new: marginal multiplier",
             r"0<\mu<1,\ z_k\to z\in\mathcal M_\mu,\ e_k\ne0,\ \textstyle\sum e_k^2<\infty\implies v_\infty<2-2\mu", finding="new",
             hypotheses=("0 < mu < 1",), uses=("LST-N.4",))
def marginal_limit():
    """The limit of an interior orbit lies strictly inside the attracting segment of the zero-error curve."""
    yield Identity(error_factor)
    yield Identity(marginal_product)
    yield Identity(excess_is_product)
    yield Argument("""
        M_k -> 1 - 2 mu - v < 1 and e_{k+1} = M_k e_k -> 0 give v <= 2 - 2 mu. Suppose equality, y = v - (2 - 2 mu).
        Once |e_k| <= 1, u_k v_k decreases to 4(1 - mu^2), so sigma_k >= 0; and y^2/2 + mu e y^2 + (2 - 3 mu) e y >=
        y^2/4 - 2|e y| >= -4 e^2 for |e| <= 1/4. So M_k M_{k+1} >= 1 - C e_k^2 late on, and x_j = e_{2j}^2 satisfies
        x_{j+1} >= x_j (1 - C x_j)^2, 1/x_{j+1} <= 1/x_j + 4C: the sum of x_j diverges, against the finite sum of
        e_k^2.""", name="algebraic_decay")


@paper.claim("LST-N.8", "new: limit sets on the balanced line",
             r"0<\mu\le\sqrt5-1,\ L\subset\{v=0\},\ Q\notin L,\ u_k\ne0:\ L=\{0\}\ \text{or}\ L=\{e_+,e_-\}", finding="new",
             hypotheses=("0 < mu <= sqrt5 - 1", "R(z) < 4"), uses=("LST-N.2", "LST-T3.5d", "LST-N.7", "LST-S3.2a", "LST-P3.6b"))
def limits_on_balanced_line():
    """An interior orbit that tends to the balanced line, mu <= sqrt5 - 1, tends to the zero error or to the first
    two-cycle.
    """
    yield Identity(endpoint_factorizations)
    yield Identity(second_iterate)
    yield Argument("""
        L in the coordinate e is compact in [-mu, 2) and F(L) = L. L is not {-mu}: there |1 - e| -> 1 + mu > 1, but u
        -> 0. Let x = 0 if mu <= 1, a point of the two-cycle otherwise; a power of F moves nearby points strictly
        towards x. If some point of L is attracted to x or its cycle, small neighbourhoods of x in a part L_i of L are
        trapping, so L_i = {x} (LST-N.2) and L is the orbit of x. If none is, mu > 1 and 0 is in L, then {0} is open
        in L and invariant, so L = {0}. Otherwise every point of L lands on -mu: L lies in {-mu} and the backward
        orbit p_j of 1; with p_j it contains all later p_j and their limit 2, which is excluded, so L = {-mu},
        excluded too.""", name="which_limit_sets")


@paper.claim("LST-N1", "new: basin theorem (A), (B)",
             r"0<\mu<2,\ R<4:\ e_k\to0\ \text{or}\ w_k\to0;\quad 0<\mu\le1:\ z_k\to\text{a point of}\ \mathcal "
             r"M_\mu\ \text{unless}\ s_j=0",
             finding="new", hypotheses=("R(z) < 4",), uses=("LST-N.4", "LST-N.8", "LST-N.9", "LST-C4.8c"))
def interior_training_converges():
    """Inside the ellipse, e_k -> 0 or w_k -> 0 for every start.  For 0 < mu <= 1 every orbit that never meets s = 0 converges
    to a point of the zero-error curve; if it never lands on w = 0 or on the curve, the limit has 0 < w^2 < 2 - 2 mu for
    mu < 1 and is (1, 1) or (-1, -1) for mu = 1.
    """
    yield Identity(error_factor)
    yield Argument("""
        (A) is the dichotomy. (B): if the orbit tends to w = 0, then e_k -> 0 by LST-N.8 and the sign of s settles:
        the limit is (r, r), r^2 = mu. For mu < 1 this happens only by landing: M_k -> 1 - 2 mu in (-1, 1) makes the
        sum of |e_k| finite, and v_k = v_0 prod (1 + e_j)^2 does not tend to 0. Otherwise the limit is on the curve
        with s w != 0; if e_k != 0 for all k, LST-N.9 bounds it for mu < 1, while for mu = 1 |M_k| -> 1 + v > 1
        contradicts e_k -> 0.""", name="conclusion")


@paper.claim("LST-N2", "new: basin theorem (C)",
             r"1<\mu<2,\ R<4:\ w_k\to0\ \text{unless}\ z\ \text{lands on}\ \mathcal M_\mu;\quad\mu\le\sqrt5-1:\ "
             r"\text{convergence to the two-cycle}",
             finding="new", hypotheses=("1 < mu < 2", "R(z) < 4"),
             uses=("LST-N.4", "LST-N.8", "LST-C4.8b", "LST-C4.8c", "LST-P3.6a"))
def interior_collapse():
    """Inside the ellipse and beyond mu = 1 every orbit that does not land on the zero-error curve tends to the balanced line;
    up to sqrt5 - 1 it converges to a lift of the first two-cycle, unless it meets s = 0.
    """
    yield Argument("""
        In the first case of the dichotomy |M_k| -> 2 mu - 1 + v > 1, so e_k = 0 for some k. In the second, with mu <=
        sqrt5 - 1, LST-N.8 leaves {0} and the two-cycle; {0} would again need |M_k| -> 2 mu - 1 > 1 with 0 != e_k ->
        0. As 1 - e > 0 on the cycle, the sign of s settles, so one of the two lifts a = b = r, r^2 = e + mu, is
        reached.""", name="conclusion")
    yield BASINS


def outside_step(e, tau, mu):
    """(C16): v = tau (e - 2)(e + mu): e+ - e = (1 - tau) e (e - 2)(e + mu), and lower bounds of e+ - 2 and e+ + mu."""
    v = tau*(e - 2)*(e + mu)
    image = e*(balanced_ratio(e, mu) - v)
    slack = e*(e - 2)*(e + mu)*(Q(1, 4) - tau)
    return (image - e, image - 2 - slack, image + mu - slack), (
        (1 - tau)*e*(e - 2)*(e + mu), (e - 2)*upper_factor(e, mu), (e + mu)*lower_factor(e))


def upper_factor(e, mu):
    """d1 = (3/4)(e^2 + mu e) + 1."""
    return Q(3, 4)*(e**2 + mu*e) + 1


def lower_factor(e):
    """d2 = (3/4) e^2 - (3/2) e + 1."""
    return Q(3, 4)*e**2 - Q(3, 2)*e + 1


def tau_shrinks(x, t):
    """(25/49) d1 d2 >= (1 + e)^2 for e = 4 + x, mu = -2 + t, x, t >= 0: no coefficient is negative."""
    e, mu = 4 + x, t - 2
    return Q(25, 49)*upper_factor(e, mu)*lower_factor(e) - (1 + e)**2, {"x": x, "t": t}, [
        (Q(225, 784), (), x**2), (Q(225, 784), ("x", "t"), x), (Q(675, 196), ("x",), x), (Q(1125, 392), ("t",), x),
        (Q(2879, 196), (), x), (Q(1875, 196), ("x", "t"), 1), (Q(155, 7), ("x",), 1), (Q(75, 7), ("t",), 1)]


@paper.claim("LST-N.10", "new: an escaping region",
             r"\Omega=\{e>4,\ 0\le v<\tfrac14(e-2)(e+\mu)\}:\ \Psi(\Omega)\subset\Omega,\ e_k\to\infty", finding="new",
             hypotheses=("-2 < mu < 2",))
def escaping_region():
    """Where the error exceeds 4 and the imbalance is not too large, both stay so and the error tends to infinity."""
    yield Identity(outside_step)
    yield Nonnegative(tau_shrinks, at=dict(x=1, t=1), tight=dict(x=0, t=0))
    yield Argument("""
        Write v = tau (e - 2)(e + mu) with tau < 1/4. Then e+ - e >= (3/4) e (e - 2)(e + mu) >= 12, and tau+ = (1 +
        e)^2 v/((e+ - 2)(e+ + mu)) <= tau (1 + e)^2/(d1 d2) <= (25/49) tau.""", name="stays_and_escapes")


def height_at_zero_error(v, mu):
    """(C15): at e = 0, T = 4(2(2 - mu) - v)/(4 - mu^2), and M = 1 - 2 mu - v."""
    return interior_height(v + 4*mu, v, mu), 4*(2*(2 - mu) - v)/(4 - mu**2)


@paper.claim("LST-N3", "new: basin theorem (D)",
             r"|\mu|<2,\ R>4:\ z\ \text{lands on}\ \mathcal M_\mu\ \text{or}\ |\Phi_\mu^k(z)|\to\infty", finding="new",
             hypotheses=("-2 < mu < 2", "R(z) > 4"), uses=("LST-N0", "LST-N.10", "LST-T4.4e"))
def exterior_diverges():
    """Outside the ellipse an orbit lands on the zero-error curve in finite time or tends to infinity."""
    yield Identity(height_at_zero_error, excluding=squares_divisors)
    yield Identity(endpoint_factorizations)
    yield HEIGHT
    yield Argument("""
        On v = 0 outside, e > 2 and e+ - 2 = (e - 2) q with q >= 5 + 2 mu > 1: e -> infinity; u = 0 by symmetry. Let u
        v != 0 always, e_k != 0 always, and suppose a limit point z* exists; V increases and T <= 0 there.""",
                   name="set_up")
    yield Argument("""
        (a) u v > 0 > T at z*: V has a limit, g(e_k) -> 0, so e = 0 at z*, v > 2(2 - mu) and M < -3. Near z* the error
        at least doubles at every step while it is small, and log v changes by at most 4|e|, in total by a multiple of
        the exit size. So the orbit leaves through an annulus c <= |e| <= K c infinitely often, and has a limit point
        of type (a) with e != 0: a contradiction. (b) u v > 0 = T: V -> -infinity along the subsequence, against V_k
        >= V_0.""", name="limit_points_off_axes")
    yield Argument("""
        (c) v = 0, e > 2 (or the mirror image): an iterate of z* lies in the open set of LST-N.10, so the orbit enters
        it and tends to infinity: a contradiction. (d) z* = Q (or P): m = max(v, |T|) grows by a factor above 1, and
        at most by a fixed one, near Q; m > 0 on the orbit, so it leaves {m < d} infinitely often through {d <= m <=
        Kd}: a limit point with e > 1 other than Q, of type (a), (b) or (c).""", name="limit_points_on_axes")


@paper.claim("LST-N4", "new: basin theorem (E)",
             r"|\mu|<2,\ z\notin\mathcal E_\mu\implies\omega(z)\cap\mathcal E_\mu=\emptyset", finding="new",
             hypotheses=("-2 < mu < 2", "R(z) != 4"), uses=("LST-N.4", "LST-N3"))
def nothing_tends_to_ellipse():
    """No orbit from off the ellipse accumulates on it: the ellipse repels in the strong sense."""
    yield HEIGHT
    yield Argument("""
        Outside, the limit set is empty or one point with R > 4. Inside, for mu >= 0, it is the origin, a point with R
        < 4, or part of v = 0 without Q, and v = 0 meets the ellipse in Q only. For mu < 0 apply (a, b) -> (a, -b),
        which carries mu to -mu and keeps R.""", name="cases")
