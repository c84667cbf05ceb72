"""The fate of almost every interior orbit when F_mu has an attracting cycle, 1 < mu < 2.

r = (a + b)/2 and y = (a - b)/2; f(r) = r (1 + mu - r^2) is the map on y = 0, J = {r^2 <= 2 + mu}, e = r^2 - mu.  A sink is
a cycle of F in [-mu, 2] with multiplier in [-1, 1), a fold one with multiplier 1.  P_n(r) is the product of |1 + e| along n
steps: the transverse derivative.  `docs/basin_theorem.md` is the same proof for reading.
"""
from fractions import Fraction as Q

from numerics.algebra import derivative, jacobian
from numerics.maps import balanced_factor_map, balanced_map, error, product_map
from proofs.evidence import Argument, Certified, Citation, Identity, Nonnegative

from .balanced_line import critical_points, critical_value, double_cover, endpoint_factorizations
from .paper import paper
from .phase_diagram import CASCADE, brackets_the_threshold, cascade_cover, entropy_bracket, full_branches
from .transverse import growth_as_mean
from .two_cycle import critical_divisors, schwarzian

FATOU = Citation("""
    P. Fatou; J. Milnor, Dynamics in One Complex Variable (3rd ed.), Theorems 8.6 and 10.15: for a polynomial of
    degree at least 2 a cycle whose multiplier has modulus below 1 or is a root of unity attracts the orbit of a
    critical point.""", name="fatou")
SCHWARZ_PICK = Citation("""
    J. Milnor, Dynamics in One Complex Variable (3rd ed.), Theorem 2.11: for hyperbolic plane domains a holomorphic
    covering is a local isometry of the hyperbolic metrics, and a connected open proper subset has the larger density.""",
                   name="schwarz_pick")
MANE = Citation("""
    R. Mane, Hyperbolicity, sinks and measure in one dimensional dynamics, Communications in Mathematical Physics 100
    (1985) 495-524, Theorem A: a compact invariant set of a C^2 interval map without critical points, sinks and
    non-hyperbolic periodic points is expanding.""", name="mane")
SCHWARZIAN = Identity(schwarzian, excluding=critical_divisors)


def cover_slope(r, mu):
    """(C18): f is odd, its slope is 1 + mu - 3 r^2 = 1 - 3e - 2 mu, and F' = (1 - e)(1 - 3e - 2 mu)."""
    e = r**2 - mu
    slope = derivative(balanced_factor_map, r, mu)
    return (balanced_factor_map(-r, mu), slope, derivative(balanced_map, e, mu)), (
        -balanced_factor_map(r, mu), 1 - 3*e - 2*mu, (1 - e)*slope)


def plane_map_in_means(r, y, mu):
    """The plane map in r = (a + b)/2 and y = (a - b)/2."""
    a, b = product_map(r + y, r - y, mu)
    return (a + b)/2, (a - b)/2


def derivative_on_balanced_line(r, mu):
    """(C17): on y = 0 the derivative in (r, y) is diagonal, with entries 1 - 3e - 2 mu and 1 + e."""
    e = error(r, r, mu)
    return jacobian(plane_map_in_means, (r, 0*r), mu), ((1 - 3*e - 2*mu, 0*e), (0*e, 1 + e))


@paper.claim("LST-N.13", "new: sinks, folds and expansion",
             r"\text{a sink attracts strictly; it, or a fold, attracts}\ c;\ f\ \text{expands away from the critical "
             r"orbits}",
             finding="new", hypotheses=("1 < mu < 2",))
def sinks_and_expansion():
    """(a) Iterates of f move points near a sink strictly towards it.  (b) A sink or fold attracts both critical points of f, so
    there is at most one cycle with |multiplier| <= 1.  (c) On a compact forward invariant K in J away from the closure of the
    critical orbits, |(f^n)'| >= C^{-1} l^n with some l > 1.
    """
    yield Identity(double_cover)
    yield Identity(cover_slope)
    yield Identity(critical_points)
    yield SCHWARZIAN
    yield FATOU
    yield SCHWARZ_PICK
    yield Argument("""
        (a) F' is (1 + mu)^2 and 5 + 2 mu at -mu and 2, and F(1) = -mu: a sink O lies in (-mu, 2) without 1. Over a
        point of O lies r with f^m(r) = r for m = 2|O| (f is odd), and r -> e conjugates f^m there to H = F^m with H'
        the square of the multiplier. If that is 1, H'' = 0 and H''' < 0 by the negative Schwarzian. (b) The points
        over O form one or two cycles of f; by Fatou each attracts a critical point r_c or -r_c, and f is odd, so
        F^k(c) tends to O.""", name="sinks")
    yield Argument("""
        (c) |f(z)| >= 2|z| for |z| >= 3. U = {|z| < 3} minus the closed critical orbits is connected, V = f^{-1}(U) is
        a proper subset of U, and f: V -> U is a covering on each component. So in the hyperbolic density of U the
        derivative of f on V exceeds 1, and on the compact K, which lies in V, it is at least some l > 1; densities
        are bounded on K.""",
                   name="hyperbolic_metric")


def factor_bound(e, mu):
    """Half the slope of f exceeds 3 in size for e > 5/3: (3e + 2 mu - 1) - 6 > 0."""
    return 3*e + 2*mu - 7, {"e - 5/3": e - Q(5, 3), "mu - 1": mu - 1}, [(3, ("e - 5/3",), 1), (2, ("mu - 1",), 1)]


@paper.claim("LST-N.14", "new: domination",
             r"P_n\le C_1\ \text{where}\ e_0\le\tfrac53;\quad P_n\le C_2\theta^n|(f^n)'|,\ \theta<1,\ \text{on "
             r"expanding}\ K",
             finding="new", hypotheses=("1 < mu < 2",), uses=("LST-T4.4d", "LST-N.13"))
def domination():
    """The transverse derivative is bounded along orbits that start with e <= 5/3, and on an expanding set it is dominated by
    the longitudinal one at an exponential rate.
    """
    yield Identity(endpoint_factorizations)
    yield Identity(growth_as_mean)
    yield Nonnegative(factor_bound, at=dict(e=2, mu=Q(3, 2)), tight=dict(e=Q(5, 3), mu=1), strict=True,
                      few_damages="a linear inequality")
    yield Argument("""
        On y = 0, 2 - e is multiplied by q, and q >= |1 + e|^{2A} |1 - e|^{2B}; r is multiplied by 1 - e. If e_0 <=
        5/3 then prod q <= 3 (2 + mu), as 2 - e lies between 1/3 and 2 + mu. If |r_n| >= 1, prod |1 - e| >= 1/2 (|r_0|
        < 2), so P_n^{2A} <= 3 (2 + mu) 2^{2B}. Where |r| < 1, e lies in [-mu, 1 - mu) and |1 + e| < 1: going back to
        the last time with |r| >= 1 costs a factor 3.""", name="bounded_product")
    yield Argument("""
        While e > 5/3, |1 + e| <= 3 < |f'|/2 by the inequality. From the first time m with e <= 5/3 on, P is at most
        C_1, while |(f^{n-m})'| >= C^{-1} l^{n-m}. Together P_n <= 2^{-m} |(f^m)'| C_1 C l^{m-n} |(f^{n-m})'|.""",
                   name="two_phases")


@paper.claim("LST-N.15", "new: expanding limit sets attract a null set",
             r"K\ \text{expanding}:\ \{z\ \text{bounded}:L(z)\subset K\times\{0\}\}\ \text{is Lebesgue-null}", finding="new",
             hypotheses=("1 < mu < 2", "K is compact, f(K) in K, and f expands on K"), uses=("LST-N.14",))
def expanding_sets_attract_nothing():
    """Only a null set of bounded orbits of the plane has its limit set inside an expanding set of the balanced line."""
    yield Identity(derivative_on_balanced_line)
    yield Argument("""
        Choose n with |(f^n)'| >= 4 and P_n <= |(f^n)'|/8 on K; G is the n-th iterate of the plane map. Near K x {0},
        G maps curves of slope at most 1 over the r-axis to such curves, stretches r at least twofold, halves
        differences of slope, and its logarithmic stretch is Lipschitz. Let N be a closed d-neighbourhood and E the
        closed set of points that stay in N under G.""", name="cone_field")
    yield Argument("""
        Suppose a horizontal slice of E has positive length, with density point t. The pieces around t whose k-th
        image is a graph over an interval of length 2d have bounded distortion, because stretches are geometric, so
        the images of the complement shrink to length 0; a subsequence of the graphs converges to a graph of length 2d
        inside E. But its images stay in N and are graphs over intervals of length 2^k 2d: impossible in a bounded
        set. So every slice is null, hence E (Fubini), hence its preimages, as the Jacobian determinant of the plane
        map is a nonzero polynomial.""", name="density_point")


@paper.claim("LST-N5", "new: fate of almost every interior orbit",
             r"1<\mu<2,\ F_\mu\ \text{has a sink}\ O:\ \text{a.e.}\ z\ \text{with}\ R(z)<4\ \text{converges to a "
             r"cycle over}\ O",
             finding="new", hypotheses=("1 < mu < 2", "F_mu has a cycle with multiplier in [-1, 1)"),
             uses=("LST-N2", "LST-N.2", "LST-N.13", "LST-N.15"))
def almost_every_fate():
    """Almost every interior start converges to a lift a = b = r of the attracting cycle.

    There are two lifts, exchanged by the sign of a + b, if the product of 1 - e along the cycle is 1, and one of twice the
    length if it is -1.
    """
    yield Argument("""
        For almost every z no landing occurs and w_k -> 0, so L lies in J and f(L) = L. Let K_n be the points of J
        whose orbits stay 1/n away from the points over O: compact, forward invariant, and away from the critical
        orbits, which tend to O. By LST-N.13 and LST-N.15 almost every L lies in no K_n, so L meets the points over O
        in some r. Small neighbourhoods of r are trapping for an iterate, so L is the cycle of r by LST-N.2.""",
                   name="conclusion")


@paper.claim("LST-N6", "new: without a sink",
             r"1<\mu<2:\ \text{all cycles repelling}\Rightarrow c\in\pi(L);\ \text{a fold}\ O\Rightarrow "
             r"O\subset\pi(L),\ \text{for a.e.}\ z",
             finding="new", hypotheses=("1 < mu < 2", "R(z) < 4"), uses=("LST-N2", "LST-N.13", "LST-N.15"))
def without_a_sink():
    """If all cycles repel, almost every interior limit set contains the critical orbit; with a fold it contains the fold.

    What else the limit set is, is not proved: neither equidistribution in the chaotic case nor convergence to a fold.
    """
    yield MANE
    yield Argument("""
        Fold: as for a sink, K_n keeps away from the critical orbits, so L meets the points over O. All cycles
        repelling: the points of J whose orbits keep a distance 1/n from the critical points form a compact set, whose
        invariant core is expanding by Mane's theorem; by LST-N.15 almost every L is in no such core, so it contains a
        critical point.""",
                   name="conclusion")


def iterated_slope_at_zero(mu):
    """F'(0) = 1 - 2 mu < -1 for mu > 1."""
    return derivative(balanced_map, 0*mu, mu), 1 - 2*mu


@paper.claim("LST-N.16", "new: one unimodal level",
             r"g\ \text{unimodal},\ Sg<0,\ g'(\ell)>1:\ \text{one interior fixed point}\ x,\ g'(x)<1,\ c\prec x\iff "
             r"c\prec g(c)",
             finding="new", hypotheses=("g is C^3 with one critical point c", "g maps both ends to the end l"))
def unimodal_level():
    """A unimodal map with negative Schwarzian and repelling end has one interior fixed point, with multiplier below 1.
    """
    yield Argument("""
        Negative Schwarzian makes |g'|^{-1/2} convex where g' != 0, so |g'| has no positive local minimum. g > id near
        l and g < id at the other end; let x be the least interior fixed point. If x is not beyond c: g' has mean 1 on
        [l, x] and g'(l) > 1, so g' < 1 somewhere before x, hence from there to c by the minimum principle: g'(x) < 1
        and no further fixed point up to c, nor beyond, where g <= g(c) <= c. If x is beyond c, g decreases there.""",
                   name="minimum_principle")


@paper.claim("LST-N.17", "new: the cascade below its accumulation",
             r"\sqrt5-1<\mu_\infty<\tfrac{3\sqrt3}2-1:\ F_\mu\ \text{has a sink of period}\ 2^{k(\mu)}\ \text{for "
             r"every}\ 1<\mu<\mu_\infty",
             finding="new", hypotheses=("1 < mu",), uses=("LST-N.16", "LST-N.7", "LST-N.13"))
def cascade():
    """Below the accumulation of period doublings every mu has an attracting cycle, whose period is a power of two.

    mu_inf is the infimum of the parameters in (1, 3 sqrt3/2 - 1] for which no level of renormalisation has an attracting
    fixed point.
    """
    yield Identity(critical_value)
    yield Identity(full_branches)
    yield Identity(iterated_slope_at_zero, few_damages="the slope of a cubic at 0")
    yield SCHWARZIAN
    yield Argument("""
        Level 0 is F on [-mu, 1]. At level k, g_k = F^{2^k} on I_k has the fixed point x_k of LST-N.16 with multiplier
        L_k < 1. Either (alpha) L_k >= -1: a sink of period 2^k. Or L_k < -1; let x' be the other preimage of x_k. If
        g_k^2(c) stays beyond x', the square of g_k on [x', x_k] is level k + 1; otherwise (gamma). So one of (alpha),
        (beta: all levels exist), (gamma) holds.""", name="three_types")
    yield Argument("""
        (alpha) is open: x_j and L_j move continuously, g_j^2(c) != x' below level k as c tends to the sink, and where
        L_k passes -1 the negative Schwarzian gives level k + 1 a fixed point with multiplier near 1. (gamma) is open,
        as its conditions are strict, except for one equality that turns into (gamma) at the same or the next level.
        (1, sqrt5 - 1] is (alpha) and 3 sqrt3/2 - 1 is (gamma), so the infimum mu_inf is neither: it is (beta), and
        below it all is (alpha).""", name="openness")


@paper.claim("LST-N.18", "new: kneading certificate",
             r"s_1s_2\dots\ \text{first differs downward from}\ RLRRRLRL\dots,\ \text{or}\ F^i(c)=c\implies F_\mu\ "
             r"\text{has a sink};\quad"
             r"1.30228346262204<\mu_\infty<1.302283463", finding="new", uses=("LST-N.17",))
def kneading_certificate():
    """Comparing the itinerary of the critical point with that of the accumulation decides whether there is a sink."""
    yield Argument("""
        If level v + 1 exists, v = v_2(i), then F^i(c) lies in g_v(I_{v+1}), on the side of c that the word
        prescribes: in (beta) the itinerary is the word. Let (gamma) hold at level 0: the itinerary begins RL and
        F^3(c) lies before x. On (c, x) the square of g moves points down, so the itinerary of F^3(c) is R^m with m
        even, then L or c: the first difference is at 3, 5 or 6, upward each time. At level k the itineraries differ
        at multiples of 2^k only, where the word repeats itself or its mirror image, and the parity before and the
        order are reversed together.""", name="first_difference")
    yield CASCADE
    yield Certified(entropy_bracket, brackets_the_threshold)
    yield Argument("""
        On every parameter of the cover the first difference is downward or a 2^k-cycle that attracts c is certified:
        a sink. At the upper end of the bracket it is upward, while a sink of period 2^k gives a downward one: not
        (alpha), so mu_inf is not larger.""", name="both_sides_of_the_accumulation")


def settled_parameters():
    """A lower bound of the measure of (0, 1], the cascade, and the certified windows of period at most 12 beyond it."""
    from certify.phase_diagram import phase_diagram, union_length
    diagram, cascade = phase_diagram(12), cascade_cover()
    beyond = diagram.components[diagram.components.left_high > cascade.upper]
    return cascade.upper + union_length(beyond[beyond.right_low > beyond.left_high])


@paper.claim("LST-N.19", "new: how much is settled",
             r"\text{the fate of almost every start is proved for a set of}\ \mu\in(0,2)\ \text{of measure}\ \ge1.3559", finding="new",
             uses=("LST-N1", "LST-N3", "LST-N5", "LST-N.18"))
def measure_of_settled_parameters():
    """For (0, 1] and every mu with a sink, almost every start of the plane has a proved fate; those mu have measure
    above 1.3559.
    """
    yield Certified(settled_parameters, lambda measure: measure >= Q(13_559, 10_000), long=True)
    yield Argument("""
        (0, 1] is LST-N1, (1, 1.30228346262204] has a sink by LST-N.18, and every component of the phase diagram
        consists of parameters with an attracting cycle; LST-N5 applies to both, LST-N3 to R > 4. The components
        counted lie beyond the cascade and are disjoint, and their lengths are exact sums of ends rounded inward.""",
                   name="sum_of_lengths")
