"""Section 4, first part: the normal form, the invariant ellipse, and what happens on it."""
from fractions import Fraction as Q

from numerics.maps import (balanced_map, chebyshev, ellipse, error, imbalance_map, normal_form, product_map, separatrix)
from proofs.evidence import Argument, Identity, Nonnegative, Refutation, proved
from proofs.surd import sqrt

from .certificates import ELLIPSE_ORBIT
from .coordinates import (ellipse_at, ellipse_divisors, GROWTH_POSITIVE, separatrix_at,
                          separatrix_update)
from .paper import paper

# --- Theorem 4.1 ---------------------------------------------------------------------------------------------------

def normal_form_of_imbalance_map(e, w, mu):
    """The map of (e, w), written in (e, D), is the normal form."""
    e1, w1 = imbalance_map(e, w, mu)
    return (e1, separatrix(e1, w1, mu)), normal_form(e, separatrix(e, w, mu), mu)


def squared_imbalance(e, w, mu):
    """(29): w^2 = (2 - mu)(2 - e) + D; (30): it is multiplied by (1 + e)^2."""
    w1 = imbalance_map(e, w, mu)[1]
    return (w**2, w1**2), ((2 - mu)*(2 - e) + separatrix(e, w, mu), (1 + e)**2*w**2)


def chebyshev_upper(e):
    """(31): 2 - C(e) = (2 - e)(1 + e)^2, and its mirror image 2 + C(e) = (2 + e)(1 - e)^2."""
    return (2 - chebyshev(e), 2 + chebyshev(e)), ((2 - e)*(1 + e)**2, (2 + e)*(1 - e)**2)


@paper.claim("LST-T4.1", "Theorem 4.1, (15), (29)-(31)", r"e^+ = C(e) - eD, \quad D^+ = q_\mu(e)\,D")
def normal_form_theorem():
    """In the coordinates (e, D) the plane map is the cubic C driven by a multiplicative cocycle, for every real mu."""
    yield Identity(normal_form_of_imbalance_map)
    yield Identity(separatrix_update)
    yield Identity(squared_imbalance)
    yield Identity(chebyshev_upper)


# --- Corollary 4.2 -------------------------------------------------------------------------------------------------

@paper.claim("LST-C4.2", "Corollary 4.2",
             r"0<\mu<2:\ \{D<0\},\ \{D=0\},\ \{D>0\}\ \text{are each forward invariant under}\ \Phi_\mu",
             hypotheses=("0 < mu < 2",), uses=("LST-T4.1",))
def sign_of_separatrix():
    """The sign of D never changes along an orbit; so the three sets are invariant forwards and backwards."""
    yield Identity(separatrix_update)
    yield GROWTH_POSITIVE
    yield from proved("Separatrix.sides_are_invariant", "Separatrix.sides_fail_at_two")


# --- Theorem 4.3 ---------------------------------------------------------------------------------------------------

def ellipse_is_separatrix(a, b, mu):
    """R - 4 = 4 D/(4 - mu^2)."""
    return ellipse_at(a, b, mu) - 4, 4*separatrix_at(a, b, mu)/(4 - mu**2)


@paper.claim("LST-T4.3a", "Theorem 4.3, (16)",
             r"D=0 \iff \frac{(a+b)^2}{2+\mu}+\frac{(a-b)^2}{2-\mu}=4", hypotheses=("0 < mu < 2",))
def ellipse_equation():
    """The set D = 0 is the ellipse R = 4, because R - 4 is a positive multiple of D."""
    yield Identity(ellipse_is_separatrix, excluding=ellipse_divisors)
    yield from proved("Separatrix.ellipse_is_zero_set")


def error_range_on_ellipse(e, w, s, mu):
    """Where D = 0: w^2 = (2 - mu)(2 - e) and, (32), s^2 = (2 + mu)(2 + e)."""
    return (w**2, s**2), ((2 - mu)*(2 - e), (2 + mu)*(2 + e))


def on_ellipse(e, w, s, mu):
    return separatrix(e, w, mu), s**2 - w**2 - 4*(e + mu)


def range_is_attained(e, mu):
    """For every e these squares satisfy D = 0 and s^2 - w^2 = 4(e + mu): each error of [-2, 2] occurs."""
    u, v = (2 + mu)*(2 + e), (2 - mu)*(2 - e)
    return (v - (2 - mu)*(2 - e), u - v), (0*e, 4*(e + mu))


def triple_angle(c, s):
    """With c = cos t and s = sin t: C(2 cos t) = 2 cos 3t."""
    return chebyshev(2*c), 2*(c*(c**2 - s**2) - 2*s**2*c)


def circle(c, s):
    return (c**2 + s**2 - 1,)


def error_update_on_ellipse(e, w, mu):
    """Where D = 0, the error moves by the Chebyshev cubic."""
    return imbalance_map(e, w, mu)[0], chebyshev(e)


def separatrix_vanishes(e, w, mu):
    return (separatrix(e, w, mu),)


@paper.claim("LST-T4.3b", "Theorem 4.3, (17), (32)",
             r"e\in[-2,2],\quad e^+=e^3-3e,\quad e=2\cos\theta\mapsto 2\cos 3\theta\quad\text{on}\ \mathcal E_\mu",
             hypotheses=("0 < mu < 2",), uses=("LST-T4.3a",))
def error_on_ellipse():
    """On the ellipse the error takes exactly the values of [-2, 2] and its angle triples."""
    yield Identity(error_range_on_ellipse, modulo=on_ellipse)
    yield Identity(range_is_attained)
    yield Identity(error_update_on_ellipse, modulo=separatrix_vanishes)
    yield Identity(triple_angle, modulo=circle)
    yield ELLIPSE_ORBIT
    yield from proved("Separatrix.ellipse_error_range", "Separatrix.ellipse_carries_chebyshev",
                      "Separatrix.angle_tripling", "Separatrix.angle_tripling_orbit")


def point_on_ellipse(p, q, c, s):
    """The point with half axes 2p along a + b and 2q along a - b, p^2 = 2 + mu and q^2 = 2 - mu, at the angle phi."""
    return p*c + q*s, p*c - q*s


def ellipse_relations(p, q, c, s):
    return p**2 + q**2 - 4, c**2 + s**2 - 1


def angle_map_on_ellipse(p, q, c, s):
    """The point at phi goes to the point at pi - 3 phi: cosine -cos 3phi, sine sin 3phi."""
    cos3, sin3 = c*(c**2 - s**2) - 2*s**2*c, s*(c**2 - s**2) + 2*c**2*s
    return product_map(*point_on_ellipse(p, q, c, s), p**2 - 2), point_on_ellipse(p, q, -cos3, sin3)


def error_is_double_angle(p, q, c, s):
    """e = 2 cos 2phi."""
    return error(*point_on_ellipse(p, q, c, s), p**2 - 2), 2*(c**2 - s**2)


@paper.claim("LST-T4.3c", "Theorem 4.3",
             r"\mathcal E_\mu\ \text{carries Chebyshev, equivalently angle-tripling, dynamics}", finding="ambiguous",
             hypotheses=("0 < mu < 2",))
def angle_tripling():
    """The ellipse is said to carry the dynamics of tripling an angle."""


@angle_tripling.reading("error", r"e=2\cos\theta \implies e^+=2\cos 3\theta", uses=("LST-T4.3b",))
def angle_tripling():
    """Read of the error: e is a factor of the map on the ellipse, and its angle is tripled."""
    yield Identity(triple_angle, modulo=circle)


@angle_tripling.reading("curve", r"\varphi^+=\pi-3\varphi,\qquad e=2\cos 2\varphi")
def angle_tripling():
    """Read of the curve itself: its angle moves by phi -> pi - 3 phi, a circle map of degree -3, not conjugate to
    tripling.
    """
    yield Identity(angle_map_on_ellipse, modulo=ellipse_relations)
    yield Identity(error_is_double_angle, modulo=ellipse_relations)
    yield Argument("""
        A conjugacy of circle maps keeps the degree up to the sign of an orientation, which cancels: h of degree d = 1
        or -1 gives deg(h f h^{-1}) = d deg(f) d = deg f. Here the degree is -3, for tripling it is 3. The second
        iterates, 9 phi plus a constant, agree in degree.""", name="degree_is_invariant")


def orthonormal_ellipse(x, y, r, mu):
    """R in the orthonormal coordinates x = (a + b)/sqrt2, y = (a - b)/sqrt2, with r = sqrt2."""
    return ellipse(r*x, r*y, mu)/4, x**2/(2*(2 + mu)) + y**2/(2*(2 - mu))


def root_two(x, y, r, mu):
    return (r**2 - 2,)


def printed_half_axis_is_the_length(p, mu):
    """The printed half axis 2p along a + b, p^2 = 2 + mu, ends on the ellipse when it is measured in the plane."""
    return ellipse_at(*half_axis_end(2*p), mu) == 4


def half_axis_end(length):
    """The end (a, a) of a segment of this length on the diagonal a = b, with a = length/sqrt2."""
    return length/sqrt(2), length/sqrt(2)


@paper.claim("LST-T4.3d", "Theorem 4.3, interpretation",
             r"\text{the semi-axes of}\ \mathcal E_\mu\ \text{along}\ a\pm b\ \text{are}\ 2\sqrt{2\pm\mu}",
             finding="ambiguous", hypotheses=("0 < mu < 2",), uses=("LST-T4.3a",))
def semi_axes():
    """The half axes of the ellipse are said to be 2 sqrt(2 + mu) along a + b and 2 sqrt(2 - mu) along a - b."""
    yield Refutation(printed_half_axis_is_the_length, at=dict(p=Q(3, 2), mu=Q(1, 4)), given=is_root)


def is_root(p, mu):
    return p**2 == 2 + mu


def intercepts(s, w, mu):
    """R = 4 at w = 0 means s^2 = 4(2 + mu); at s = 0, w^2 = 4(2 - mu)."""
    return (ellipse(s, 0*w, mu) - 4, ellipse(0*s, w, mu) - 4), (
        (s**2 - 4*(2 + mu))/(2 + mu), (w**2 - 4*(2 - mu))/(2 - mu))


@semi_axes.reading("coordinates", r"\max|a+b|=2\sqrt{2+\mu},\qquad \max|a-b|=2\sqrt{2-\mu}")
def semi_axes():
    """Read of the coordinates s = a + b and w = a - b as axes: the intercepts are the printed numbers."""
    yield Identity(intercepts, excluding=ellipse_divisors)


@semi_axes.reading("plane", r"\text{half axes}\ \sqrt{2(2+\mu)},\ \sqrt{2(2-\mu)}\ \text{in the}\ (a,b)\text{-plane}")
def semi_axes():
    """Read of lengths in the plane of (a, b): the printed numbers are too large by sqrt 2."""
    yield Identity(orthonormal_ellipse, modulo=root_two, excluding=ellipse_divisors)


def balanced_map_at_two(e):
    """F_2 = C."""
    return balanced_map(e, 2), chebyshev(e)


def separatrix_at_two(e, w):
    """At mu = 2, D = w^2."""
    return separatrix(e, w, 2), w**2


@paper.claim("LST-T4.3e", "Theorem 4.3, interpretation",
             r"\mu=2:\ \mathcal E_\mu\ \text{degenerates to}\ w=0\ \text{and}\ F_2=C", finding="ambiguous")
def degenerate_ellipse():
    """At mu = 2 the ellipse is said to degenerate to the balanced line, where the map is the Chebyshev cubic."""
    yield Identity(balanced_map_at_two, few_damages="the statement compares two short cubics")


@degenerate_ellipse.reading("equation", r"\mu=2:\ D=w^2,\ \{D=0\}=\{w=0\}\ \text{and}\ F_2=C")
def degenerate_ellipse():
    """Read of the equation D = 0: it becomes w^2 = 0, the whole balanced line."""
    yield Identity(separatrix_at_two, few_damages="D has one term left")
    yield Identity(balanced_map_at_two, few_damages="the statement compares two short cubics")


@degenerate_ellipse.reading("limit", r"\lim_{\mu\uparrow2}\mathcal E_\mu=\{w=0,\ |e|\le2\}", uses=("LST-T4.3b",))
def degenerate_ellipse():
    """Read of the limit of the curves: only the segment |e| <= 2 of the balanced line."""
    yield Identity(error_range_on_ellipse, modulo=on_ellipse)
    yield Argument("""
        On the ellipse |e| <= 2, s^2 = (2 + mu)(2 + e) and w^2 = (2 - mu)(2 - e) <= 4(2 - mu), which tends to 0. So
        every limit point lies on w = 0 with |e| <= 2, and each such point is the limit of the points with the same e
        and s > 0 or s < 0.""", name="limit_of_the_curves")


def branch_beyond_two(e, w, mu):
    """D = 0 reads w^2 = (mu - 2)(e - 2)."""
    return separatrix(e, w, mu), w**2 - (mu - 2)*(e - 2)


def chebyshev_moves_up(e):
    """C(e) - e = e (e - 2)(e + 2)."""
    return chebyshev(e) - e, e*(e - 2)*(e + 2)


def escape_is_at_least_linear(e):
    """C(e) - 2 >= 9 (e - 2) for e >= 2: the distance from the fixed point 2 grows at least ninefold."""
    return chebyshev(e) - 2 - 9*(e - 2), {"e - 2": e - 2}, [(1, ("e - 2",), e - 2), (6, (), e - 2)]


def on_branch(e, w, mu):
    return mu > 2 and separatrix(e, w, mu) == 0


def error_grows(e, w, mu):
    return imbalance_map(e, w, mu)[0] > e


@paper.claim("LST-T4.3f", "Theorem 4.3, interpretation",
             r"\mu>2:\ \{D=0\}=\{w^2=(\mu-2)(e-2),\ e\ge2\},\ \text{along which the error diverges}",
             finding="amended", hypotheses=("mu > 2",))
def noncompact_branch():
    """Beyond mu = 2 the set D = 0 is an unbounded curve on which the error diverges."""
    yield Identity(branch_beyond_two)
    yield Refutation(error_grows, at=dict(e=2, w=0, mu=3), given=on_branch)


@noncompact_branch.corrected(
    r"\mu>2:\ \{D=0\}=\{w^2=(\mu-2)(e-2),\ e\ge2\};\ e_k\to\infty\ \text{along it unless}\ e_0=2",
    hypotheses=("mu > 2", "e > 2"), uses=("LST-T4.1",))
def noncompact_branch():
    """The same, except for the vertices e = 2, w = 0, which are fixed points; from any e > 2 the error tends to
    infinity.
    """
    yield Identity(branch_beyond_two)
    yield Identity(chebyshev_moves_up)
    yield Nonnegative(escape_is_at_least_linear, at=dict(e=3), tight=dict(e=2))
    yield Argument("""
        The set D = 0 is kept (Theorem 4.1) and there e+ = C(e). By the inequality e_k - 2 >= 9^k (e_0 - 2), so e_k
        tends to infinity if e_0 > 2; C(2) = 2. As w^2 >= 0 and mu > 2, D = 0 forces e >= 2.""",
                   name="escape_along_the_branch")
    yield from proved("Separatrix.branch_beyond_two", "Separatrix.chebyshev_grows")


@paper.claim("LST-T4.3g", "Theorem 4.3, interpretation",
             r"\text{for every}\ 0<\mu<2\ \text{a compact off-balanced chaotic invariant set exists}",
             hypotheses=("0 < mu < 2",), uses=("LST-T4.3a", "LST-T4.3b"))
def compact_chaotic_set():
    """The ellipse is compact, invariant, off the balanced line except at two points, and its angle map has entropy log
    3.
    """
    yield Identity(angle_map_on_ellipse, modulo=ellipse_relations)
    yield Argument("""
        The ellipse meets w = 0 where sin phi = 0: two points, e = 2. The map phi -> pi - 3 phi expands every arc
        threefold, so n-step separated sets have 3^n points up to a constant: its entropy is log 3, and it is Devaney
        chaotic, like every circle map of constant slope with modulus above 1.""", name="expansion")
