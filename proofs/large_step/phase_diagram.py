"""Section 3.3: the phases of the balanced line."""
from fractions import Fraction as Q

from numerics.algebra import derivative
from numerics.maps import balanced_factor_map, balanced_map, growth, product_map
from proofs.evidence import Argument, Certified, Citation, Identity, Nonnegative, Refutation

from .balanced_line import critical_points, double_cover, endpoint_factorizations
from .paper import paper
from .simulations import PLANE_DIVERGES


# --- Theorem 3.7 ---------------------------------------------------------------------------------------------------

def converges_from_two(e, mu):
    """One step from e changes the error."""
    return balanced_map(e, mu) != e


def in_monotone_phase(e, mu):
    return e != 0 and 0 < mu and (mu + 2)**2 <= 8


def beyond_two(e, mu):
    """F(e) - 2 - (e - 2) = (e - 2)(q - 1) > 0 for e > 2, mu > 0: every start beyond 2 escapes."""
    return balanced_map(e, mu) - e, {"e - 2": e - 2, "mu": mu}, [
        (1, ("e - 2", "e - 2", "e - 2"), 1), (4, ("e - 2", "e - 2"), 1), (4, ("e - 2",), 1),
        (1, ("e - 2", "e - 2", "mu"), 1), (2, ("e - 2", "mu"), 1)]


BEYOND_TWO = Nonnegative(beyond_two, at=dict(e=3, mu=1), tight=dict(e=Q(20_001, 10_000), mu=Q(1, 10)), strict=True)


@paper.claim("LST-T3.7a", "Theorem 3.7, monotone phase",
             r"w=0,\ 0<\mu\le2\sqrt2-2:\ \text{monotone convergence}", finding="amended")
def monotone_phase():
    """On the balanced line training converges monotonically up to 2 sqrt2 - 2."""
    yield Refutation(converges_from_two, at=dict(e=2, mu=Q(1, 2)), given=in_monotone_phase)


@monotone_phase.corrected(
    r"|e_{k+1}|\le|e_k|\ \text{on}\ [-\mu,2];\ e_k\to0\ \text{for}\ e_0\in(-\mu,2)\setminus\{p_j\};\ e_k\to\infty\ "
    r"\text{for}\ e_0>2",
    hypotheses=("0 < mu <= 2 sqrt2 - 2",), uses=("LST-T3.5a", "LST-T3.5d"))
def monotone_phase():
    """Non-strictly monotone convergence from (-mu, 2) outside a countable set; from beyond 2 training diverges."""
    yield BEYOND_TWO
    yield Argument("Theorem 3.5 gives the monotony, the convergence for mu <= 1 the limit.  Beyond 2 the error increases, and a "
                   "finite limit would be a fixed point, but there is none above 2.", name="conclusion")


@paper.claim("LST-T3.7b", "Theorem 3.7, catapult phase",
             r"w=0,\ 2\sqrt2-2<\mu\le1:\ \text{catapult convergence}", finding="amended")
def catapult_phase():
    """On the balanced line training converges, with possible growth of the error, up to mu = 1."""
    yield Refutation(converges_from_two, at=dict(e=2, mu=Q(9, 10)), given=in_catapult_phase)


def in_catapult_phase(e, mu):
    return e != 0 and (mu + 2)**2 > 8 and mu <= 1


@catapult_phase.corrected(
    r"2\sqrt2-2<\mu\le1:\ e_k\to0\ \text{for}\ e_0\in(-\mu,2)\setminus\{p_j\};\ e_k\to\infty\ \text{for}\ e_0>2",
    hypotheses=("2 sqrt2 - 2 < mu <= 1",), uses=("LST-T3.5b", "LST-T3.5d"))
def catapult_phase():
    """Convergence from (-mu, 2) outside a countable set, though the error can grow in a step."""
    yield BEYOND_TWO
    yield Argument("The two claims used, and the escape beyond 2.", name="conclusion")


@paper.claim("LST-T3.7c", "Theorem 3.7, periodic phase",
             r"\text{bounded periodic nonconvergence after the flip at}\ \mu=1", finding="ambiguous")
def periodic_phase():
    """After the flip at mu = 1 training is said to be bounded and periodic; the paper gives no end of this phase."""


@periodic_phase.reading("first window",
                        r"1<\mu\le\sqrt5-1:\ \text{all but countably many}\ e_0\in(-\mu,2)\ \text{converge to}\ "
                        r"\{e_\pm\}",
                        hypotheses=("1 < mu <= sqrt5 - 1",), uses=("LST-N.7",))
def periodic_phase():
    """Read up to sqrt5 - 1: every start but a countable set converges to the first two-cycle."""
    yield Argument("Exceptions land on -mu or on 0: preimages of two points under iterates of a cubic.", name="countable")



def cascade_cover():
    """Every mu up to 1.30228346262204 has an attracting cycle of the cascade, by a cover with parameter balls."""
    from certify.cover import zero_entropy_cover
    return zero_entropy_cover("1.30228346262204", letters=2**15)


def covers_cascade(cover):
    return cover.sign == 0 and cover.upper == Q("1.30228346262204") if cover.complete else None


CASCADE = Certified(cascade_cover, covers_cascade, long=True)


@periodic_phase.reading(
    "cascade", r"1<\mu\le1.30228346262204:\ \text{almost every}\ e_0\in(-\mu,2)\ \text{converges to a cycle of "
               r"period}\ 2^k",
    hypotheses=("1 < mu <= 1.30228346262204",), uses=("LST-N.13", "LST-N.17", "LST-N.18"))
def periodic_phase():
    """Read up to the accumulation of the flips: almost every start converges to one cycle whose period is a power of
    two.
    """
    yield CASCADE
    yield Argument("""
        By LST-N.18 there is such a cycle with multiplier in [-1, 1). The starts whose orbits stay away from it form a
        countable union of compact forward invariant sets without points of the critical orbit in their closures, on
        which the double cover expands (LST-N.13): an expanding set of a C^2 map is null, because small pieces of it
        are blown up with bounded distortion to a fixed size, where it has gaps. All other orbits enter a
        neighbourhood that the cycle attracts.""",
                   name="almost_every_start")


def full_branches(mu):
    """F(c) - 1 = (1 + mu)(4 mu^2 + 8 mu - 23)/27: F(c) >= 1 iff mu >= 3 sqrt3/2 - 1 (mu > 0)."""
    return balanced_map((1 - 2*mu)/3, mu) - 1, (1 + mu)*(4*mu**2 + 8*mu - 23)/27


LI_YORKE = Citation("""
    T.-Y. Li and J. A. Yorke, Period three implies chaos, American Mathematical Monthly 82 (1975) 985-992: a
    continuous interval map with a point of period three has an uncountable scrambled set.""", name="li_yorke")


@paper.claim("LST-T3.7d", "Theorem 3.7, chaotic phase",
             r"\text{Li--Yorke chaotic bounded dynamics in the chaotic window}", finding="ambiguous")
def chaotic_phase():
    """In a chaotic window, which the paper does not define, training is said to be bounded and Li-Yorke chaotic."""


@chaotic_phase.reading("horseshoe", r"\tfrac{3\sqrt3}{2}-1\le\mu\le2:\ \text{period three, so Li--Yorke chaos}",
                       hypotheses=("3 sqrt3/2 - 1 <= mu <= 2",), uses=("LST-P3.4",))
def chaotic_phase():
    """Read as the window where both branches left of e = 1 are full: period three, hence Li-Yorke chaos."""
    yield Identity(full_branches)
    yield Identity(endpoint_factorizations)
    yield Argument("""
        F(-mu) = F(1) = -mu and F(c) >= 1, so [-mu, c] and [c, 1] are both mapped over [-mu, 1]. The loop [-mu, c],
        [-mu, c], [c, 1] is followed by a point x with F^3(x) = x; a fixed point would lie in both intervals, but c is
        not fixed.""",
                   name="period_three_by_covering")
    yield LI_YORKE


def three_cycles():
    """Exact elimination: the number of real cycles of period three, for every mu in (0, 2]."""
    from certify.chaos import period_three
    return period_three()


def begins_where_the_factor_vanishes(found):
    expected = (2197, 1690, 715, 376, -113, -206, -35, 16, 4)
    from certify.balls import ball
    onset = bool(ball("1.45044096448787") < found.onset) and bool(found.onset < ball("1.45044096448788"))
    return found.polynomial == expected and found.counts[0] == 0 and 0 not in found.counts[1:] and onset


@chaotic_phase.reading("period three", r"1.45044096448787\ldots\le\mu\le2:\ \text{period three, so Li--Yorke chaos}",
                       hypotheses=("1.45044096448788 <= mu <= 2",))
def chaotic_phase():
    """Read as the window where a cycle of period three exists: from a root of 4a^8 + 16a^7 - ..., a = 1 + mu, up to 2.
    """
    yield Certified(three_cycles, begins_where_the_factor_vanishes)
    yield LI_YORKE


def entropy_bracket():
    """Two parameters, 1e-9 apart, with entropy zero at the lower and positive entropy at the upper one."""
    from certify.cascade import entropy_threshold
    return entropy_threshold("1e-9")


def brackets_the_threshold(found):
    if not found.complete:
        return None
    return Q("1.302283462") < found.lower < found.upper < Q("1.302283463")


def positive_entropy():
    """Positive entropy for every mu in [1.3023, 2], by a cover with parameter balls: no monotonicity is used."""
    from certify.cover import positive_entropy_cover
    return positive_entropy_cover("1.3023")


@chaotic_phase.reading("positive entropy", r"\mu\ge1.3023:\ \text{positive entropy, so Li--Yorke chaos}",
                       hypotheses=("1.3023 <= mu <= 2",))
def chaotic_phase():
    """Read as positive entropy, which a cover proves from 1.3023 on; at 1.302283462 it is still zero."""
    yield Certified(positive_entropy, lambda cover: cover.sign == 1 and cover.lower == Q("1.3023") if cover.complete else None)
    yield Certified(entropy_bracket, brackets_the_threshold, corroborates=True)
    yield Citation("""
        M. Misiurewicz, Horseshoes for mappings of the interval, Bulletin de l'Academie Polonaise des Sciences 27
        (1979) 167-169: positive entropy of a continuous interval map is equivalent to a period that is not a power of
        two; by Sharkovskii an iterate then has period three.""", name="misiurewicz")
    yield LI_YORKE


@paper.claim("LST-T3.7e", "Theorem 3.7, divergence", r"w=0,\ \mu>2:\ \text{generic divergence}", finding="amended")
def divergence():
    """Beyond mu = 2 the balanced error diverges for generic starts."""


def critical_value_escapes(mu):
    """4((1 + mu)/3)^3 - (2 + mu) = (mu - 2)(2 mu + 5)^2/27: the critical value of the double cover, squared, exceeds 2
    + mu.
    """
    return 4*((1 + mu)/3)**3 - (2 + mu), (mu - 2)*(2*mu + 5)**2/27


def critical_value_of_cover(r, mu):
    """At a critical point, 3 r^2 = 1 + mu, the square of the value is 4((1 + mu)/3)^3."""
    return balanced_factor_map(r, mu)**2, 4*((1 + mu)/3)**3


def critical_point_of_cover(r, mu):
    return (derivative(balanced_factor_map, r, mu),)


def expansion(e, mu):
    """(g')^2 > q for mu > 2, where g' = 1 - 3e - 2 mu is the slope of the double cover."""
    slope = 1 - 3*e - 2*mu
    return 32*(slope**2 - growth(e, mu)), {"mu - 2": mu - 2, "7 mu + 18": 7*mu + 18}, [
        (1, (), 16*e + 11*mu - 6), (1, ("mu - 2", "7 mu + 18"), 1)]


@divergence.corrected(
    r"\mu>2:\ e_k\to\infty\ \text{for Lebesgue-almost every}\ e_0\ge-\mu;\ \text{the exceptions form an uncountable "
    r"Cantor set}",
    hypotheses=("mu > 2",))
def divergence():
    """Almost every balanced start diverges; the exceptions are a nowhere dense, uncountable null set."""
    yield Identity(double_cover)
    yield Identity(critical_value_of_cover, modulo=critical_point_of_cover)
    yield Identity(critical_value_escapes)
    yield Nonnegative(expansion, at=dict(e=1, mu=3), tight=dict(e=Q(-1), mu=Q(2)), strict=True)
    yield BEYOND_TWO
    yield Argument("""
        Let g(r) = r(1 + mu - r^2), J = {r^2 <= 2 + mu}, so that e = r^2 - mu <= 2 on J; outside J the orbit escapes.
        Both critical values lie outside J, so J meets g^{-1}(J) in three intervals without critical points, each
        mapped onto J: the points that stay in J for n steps fill 3^n intervals, whose intersection contains a point
        for every sequence of three symbols. By 2 + mu - g(r)^2 = (2 - e) q and 2 + mu - r^2 = 2 - e, the metric
        dr/sqrt(2 + mu - r^2) grows by |g'|/sqrt(q) in a step inside J, and (g')^2 - q is bounded below by a positive
        number: one factor above 1. The total length of J in the metric is pi and it dominates Euclidean length, so
        the lengths of the iterates of such an interval sum geometrically; as |g'| is bounded below there, distortion
        is bounded, and each interval of generation n loses a fixed share in the next. The intersection is null and
        contains no interval.""", name="expanding_cantor_set")


@paper.claim("LST-T3.7f", "Theorem 3.7 and Section 5, the plane beyond mu = 2",
             r"\mu>2:\ \text{divergence in the plane}", finding="ambiguous")
def divergence_in_the_plane():
    """Beyond mu = 2 training is said to diverge; the theorem speaks of the balanced line only."""


@divergence_in_the_plane.reading("generic", r"\mu>2:\ |\Phi_\mu^k(z)|\to\infty\ \text{for generic}\ z")
def divergence_in_the_plane():
    """Read as generic divergence in the plane: observed without exception, not proved."""
    yield PLANE_DIVERGES


def image_differs(a, b, mu):
    """The point moves."""
    return product_map(a, b, mu) != (a, b)


def beyond_two_in_the_plane(a, b, mu):
    return mu > 2


@divergence_in_the_plane.reading("every start", r"\mu>2:\ |\Phi_\mu^k(z)|\to\infty\ \text{for every}\ z\ne0")
def divergence_in_the_plane():
    """Read of every start: false for each mu, all points of the zero-error curve are fixed."""
    yield Refutation(image_differs, at=dict(a=1, b=3, mu=3), given=beyond_two_in_the_plane)


@paper.claim("LST-S3.3", "after Theorem 3.7",
             r"\text{the theory of real cubic maps applies to the balanced restriction}")
def cubic_theory():
    """The balanced restriction is a real cubic, so the classical results on iterated cubic maps are about it."""
    yield Identity(critical_points)
    yield Citation("""
        J. Milnor, Remarks on iterated cubic maps, Experimental Mathematics 1 (1992) 5-24; J. Milnor and C. Tresser,
        On entropy and monotonicity for real cubic maps, Communications in Mathematical Physics 209 (2000) 123-178.""",
                   name="cubic_maps")
