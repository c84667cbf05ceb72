"""Appendix I.1-I.3: the experiments on the reduction, the bifurcation diagram and the phase portrait."""
from fractions import Fraction as Q

from certify.balls import ball, less
from numerics.algebra import derivative, jacobian
from numerics.maps import balanced_map, error, imbalance_multiplier, normal_multiplier, product_map, two_cycle
from proofs.evidence import Argument, Identity, Nonnegative, Refutation
from proofs.surd import sqrt

from .coordinates import ellipse_at, on_hyperbola
from .abstract import error_changes
from .certificates import SIXTEEN_CYCLE
from .paper import paper
from .simulations import BOUNDARIES, PROJECTED
from .reduction import UNIT_PROMPT, has_geometry, second_step_follows
from .reduction_algebra import (columns, columns_step, frozen_columns_step, geometry, in_sector, scalar_coordinates,
                                scalar_map)
from .symbolic_prompt import for_each_dimension, setting


# --- I.1: the reduction --------------------------------------------------------------------------------------------

def projected_step(*z, d):
    """A full step, then u_{d+1} cut back to its last entry, moves (a, b) by (6): the cut changes neither a nor b."""
    G, query, first, last, y, eta = setting(z, d)
    U = in_sector(first, last[-1])
    full = columns(columns_step(U, G, query, y, eta))
    cut = in_sector(columns(full)[:-1], full[-1][-1])
    moved = scalar_map(*scalar_coordinates(U, G, query), geometry(G, query), y, eta)
    return (scalar_coordinates(cut, G, query), cut), (moved, frozen_columns_step(U, G, query, y, eta))


@paper.claim("LST-I1a", "Section I.1, Figure 1",
             r"\|(A,B)_{\rm LSA}-(A,B)_{\rm red}\|\sim10^{-15}\ \text{over 300 steps},\ \mu\in\{0.5,0.9,1.3\}",
             finding="amended",
             uses=("LST-P2.1a",))
def projected_training():
    """Full training that is projected onto the scalar sector after each step follows the reduced map to about 1e-15."""


@projected_training.corrected(
    r"\text{equal in exact arithmetic, by the projection; in double precision below}\ 10^{-12}\ \text{over 300 steps}",
    uses=("LST-P2.1a",))
def projected_training():
    """The agreement holds by construction: the projection makes every step a first step,
    for which (6) is an identity.
    """
    yield from for_each_dimension(projected_step, dimensions=(1, 2))
    yield PROJECTED


@paper.claim("LST-I1b", "Section I.1, what this confirms",
             r"\Phi_\mu\ \text{captures gradient descent on the original loss without approximation, on an invariant "
             r"submanifold}",
             finding="refuted")
def reduction_without_approximation():
    """The plane map is said to be the exact training dynamics of the original loss on an invariant submanifold."""
    yield Refutation(second_step_follows, at=dict(UNIT_PROMPT, eta=1), given=has_geometry)


@reduction_without_approximation.corrected(
    r"\text{exact for one step from the sector; for all steps with frozen entries, or in an eigenvector sector}",
    uses=("LST-P2.1a", "LST-P2.1b", "LST-P2.1c"))
def reduction_without_approximation():
    """The submanifold of Proposition 2.1 is not invariant:
    from the second step on full training leaves the plane map.
    """
    yield Argument("""
        One step is exact (LST-P2.1a), the sector is left at first order (LST-P2.1b), and there are two ways to keep it:
        do not train the first d entries of u_{d+1} (LST-P2.1a), or start in an eigenvector of G (LST-P2.1c).""",
                   name="what_is_exact")


# --- I.2: the bifurcation diagram ----------------------------------------------------------------------------------

@paper.claim("LST-I2a", "Section I.2, Figure 2",
             r"\text{on the grid of 1400 values the tail changes at}\ \mu=1,\ \sqrt5-1,\ 2")
def observed_transitions():
    """In the diagram the recorded errors change from 0 to period two at 1, to longer periods at sqrt5 - 1,
    to divergence at 2.
    """
    yield BOUNDARIES


def tail_vanishes(e, mu):
    """Whether the balanced error is proved to tend to 0:
    after 60 steps |e| < 1/100, where |F(e)| <= q |e| with q < 1.
    """
    for _ in range(60):
        e = balanced_map(e, mu)
    small = ball(Q(1, 100))
    rate = abs(1 - 2*mu) + abs(mu - 2)*small + small**2
    return True if less(abs(e), small) and less(rate, ball(1)) else None


def tails_differ(low, high):
    """From the paper's start r = 0.4 sqrt(mu) + 0.15 the tails at mu = low^2 and mu = high^2 are not both 0."""
    both = [tail_vanishes((2*p/5 + ball(Q(3, 20)))**2 - p**2, p**2) for p in (low, high)]
    return False if all(both) else None


def are_on_both_sides(low, high):
    """low^2 < 2 sqrt2 - 2 < high^2 <= 1."""
    return bool((low**2 + 2)**2 < 8) and bool((high**2 + 2)**2 > 8) and bool(high**2 <= 1)


@paper.claim("LST-I2b", "Section I.2, what this confirms",
             r"\text{all four thresholds of Theorem 3.7},\ 2\sqrt2-2,\ 1,\ \sqrt5-1,\ 2,\ "
             r"\text{agree with the observed boundaries}",
             finding="refuted")
def four_thresholds():
    """All four vertical lines of the diagram, 2 sqrt2 - 2 included,
    are said to be boundaries that the diagram shows.
    """
    yield Refutation(tails_differ, at=dict(low=Q(9, 10), high=Q(19, 20)), given=are_on_both_sides, bits=256)


@four_thresholds.corrected(
    r"0<\mu\le1:\ \text{the tail is}\ 0\ \text{on both sides of}\ 2\sqrt2-2;\quad "
    r"\sqrt5-1\ \text{belongs to Proposition 3.6}",
    uses=("LST-T3.7a", "LST-T3.7b", "LST-P3.6c"))
def four_thresholds():
    """A record of tails shows three of the four lines;
    2 sqrt2 - 2 is a threshold of single steps and leaves no trace in it.
    """
    yield Argument("""
        For 0 < mu <= 1 almost every balanced orbit of (-mu, 2) tends to e = 0, so the recorded tail is 0 throughout,
        below and above 2 sqrt2 - 2.  Theorem 3.7 does not name sqrt5 - 1.""", name="no_trace_in_the_tail")


def is_beyond_two(e, mu):
    return mu > 2


@paper.claim("LST-I2c", "Section I.2", r"\mu>2:\ \text{the orbit exits every compact set}", finding="amended")
def exit_beyond_two():
    """Beyond mu = 2 balanced orbits leave every compact set."""
    yield Refutation(error_changes, at=dict(e=0, mu=3), given=is_beyond_two)


@exit_beyond_two.corrected(r"\mu>2:\ |e_k|\to\infty\ \text{for almost every balanced start}", hypotheses=("mu > 2",),
                           uses=("LST-T3.7e",))
def exit_beyond_two():
    """Almost every balanced orbit does; an uncountable null set, with the zero-error point in it, stays bounded."""
    yield Argument("This is Theorem 3.7 beyond mu = 2, in its corrected form.", name="theorem_3_7")


# --- I.3: the phase portrait ---------------------------------------------------------------------------------------

def two_cycle_is_attracting(e, mu):
    """The two-cycle through e attracts on the balanced line."""
    other = balanced_map(e, mu)
    return abs(derivative(balanced_map, e, mu)*derivative(balanced_map, other, mu)) < 1


def is_on_two_cycle(e, mu):
    return two_cycle(e, mu) == 0 and balanced_map(balanced_map(e, mu), mu) == e


@paper.claim("LST-I3a", "Section I.3, Figure 3",
             r"\mu=1.3\ \text{is in the two-cycle regime: interior orbits settle onto the period-two orbit}",
             finding="refuted")
def two_cycle_regime():
    """At mu = 1.3 interior orbits are said to settle onto the first two-cycle."""
    yield Refutation(two_cycle_is_attracting, at=dict(e=Q(-3, 20) + sqrt(129)/20, mu=Q(13, 10)), given=is_on_two_cycle)


def multipliers_at_thirteen_tenths(e):
    """At mu = 13/10 the two-cycle has the multipliers -79/50 along the line and 2/5 across it."""
    mu = 0*e + Q(13, 10)
    other = balanced_map(e, mu)
    along = derivative(balanced_map, e, mu)*derivative(balanced_map, other, mu)
    return (along, imbalance_multiplier(e)*imbalance_multiplier(other)), (0*e - Q(79, 50), 0*e + Q(2, 5))


def on_two_cycle_at_thirteen_tenths(e):
    return (two_cycle(e, 0*e + Q(13, 10)),)


@two_cycle_regime.corrected(
    r"\mu=1.3>\sqrt5-1:\ \text{the two-cycle is a saddle, multipliers}\ -\tfrac{79}{50},\tfrac25;\ "
    r"\text{almost every interior orbit tends to an attracting cycle of period}\ 16",
    uses=("LST-P3.6b", "LST-S5.6", "LST-N5"))
def two_cycle_regime():
    """1.3 lies beyond sqrt5 - 1: there the two-cycle is a saddle, and what attracts is a balanced cycle of period
    sixteen.
    """
    yield SIXTEEN_CYCLE
    yield Identity(multipliers_at_thirteen_tenths, modulo=on_two_cycle_at_thirteen_tenths)
    yield Argument("""
        With multipliers -79/50 and 2/5 two orbits of the second iterate which stay near a point of the cycle cannot
        differ by a vector closer to the expanding direction: that component of their difference would grow for ever.
        So the points that stay lie on a curve, a null set.  Preimages of null sets are null, as det DPhi is a nonzero
        polynomial.  An orbit that tends to the cycle ends up there.""", name="stable_set_is_null")


def leaves(a, b, mu):
    """The point moves."""
    return product_map(a, b, mu) != (a, b)


def is_outside(a, b, mu):
    return abs(mu) < 2 and ellipse_at(a, b, mu) > 4


@paper.claim("LST-I3b", "Section I.3",
             r"\mathcal E_\mu\ \text{is the boundary between convergence or bounded nonconvergence and divergence}",
             finding="amended", hypotheses=("0 < mu < 2",))
def boundary_of_fates():
    """Orbits from outside the ellipse are said to diverge, those from inside to stay bounded."""
    yield Refutation(leaves, at=dict(a=Q(5, 2), b=Q(1, 5), mu=Q(1, 2)), given=is_outside)


@boundary_of_fates.corrected(
    r"R<4:\ \text{bounded};\quad R>4:\ |z_k|\to\infty\ \text{unless the orbit lands on}\ \mathcal M_\mu\ "
    r"\text{(a null set)}",
    hypotheses=("0 < mu < 2",), uses=("LST-C4.2", "LST-T4.3a", "LST-N3"))
def boundary_of_fates():
    """True off a null set: outside there are fixed points of the zero-error curve and the points that land on them."""
    yield Argument("""
        Inside, R < 4 is kept and bounds a and b.  Outside is LST-N3.  The landing set is a countable union of zero sets
        of the polynomials e_k, which are -mu at the origin.""", name="both_sides")


@paper.claim("LST-I3c", "Section I.3, Figure 3",
             r"\mu=0.7:\ \text{interior orbits converge to}\ \mathcal M_\mu,\ \text{exterior orbits escape}",
             hypotheses=("almost every start",), uses=("LST-N1", "LST-N3"))
def portrait_in_stable_regime():
    """At mu = 0.7 almost every orbit from inside converges to zero error, and almost every one from outside escapes."""
    yield Argument("""
        0.7 is in (0, 1): LST-N1 gives convergence to a point of the curve for every interior orbit that misses s = 0,
        and LST-N3 escape of every exterior orbit that misses the curve; both exceptional sets are null.""",
                   name="at_seven_tenths")


def discriminant(a, b, mu):
    """trace^2 - 4 det of the Jacobian of the plane map."""
    (p, q), (r, s) = jacobian(product_map, (a, b), mu)
    return (p + s)**2 - 4*(p*s - q*r)


def rotates(a, b, mu):
    """The multipliers at the point are not real, so that nearby orbits turn around it."""
    return discriminant(a, b, mu) < 0


def is_attracting_zero_error_point(a, b, mu):
    return error(a, b, mu) == 0 and abs(normal_multiplier(a, b)) < 1


@paper.claim("LST-I3d", "Section I.3", r"\mu=0.7:\ \text{the interior orbits spiral onto}\ \mathcal M_\mu",
             finding="refuted")
def spiralling():
    """At mu = 0.7 interior orbits are said to spiral onto the zero-error curve."""
    yield Refutation(rotates, at=dict(a=1, b=Q(7, 10), mu=Q(7, 10)), given=is_attracting_zero_error_point)


def real_multipliers(a, b, mu):
    """The discriminant is (p - s)^2 + (2q)^2, as the Jacobian [[p, q], [q, s]] is symmetric."""
    (p, q), (_, s) = jacobian(product_map, (a, b), mu)
    return discriminant(a, b, mu), {}, [(1, (), p - s), (4, (), q)]


def negative_normal_multiplier(a, b):
    """ab = mu > 1/2: -(1 - a^2 - b^2) = (a - b)^2 + 2 mu - 1."""
    return -normal_multiplier(a, b), {"2 mu - 1": 2*a*b - 1}, [(1, ("2 mu - 1",), 1), (1, (), a - b)]


def multipliers_on_curve(a, b, mu):
    """On the curve the discriminant is (a^2 + b^2)^2: the multipliers are 1 and 1 - a^2 - b^2."""
    return discriminant(a, b, mu), (1 - normal_multiplier(a, b))**2


@spiralling.corrected(
    r"\text{all multipliers are real; for}\ \mu>\tfrac12\ \text{the normal one is negative: orbits zigzag across}\ "
    r"\mathcal M_\mu")
def spiralling():
    """The Jacobian is symmetric, so nothing rotates:
    near the curve the error changes sign at every step, the imbalance does not.
    """
    yield Nonnegative(real_multipliers, at=dict(a=1, b=1, mu=1), tight=dict(a=0, b=0, mu=0))
    yield Identity(multipliers_on_curve, modulo=on_hyperbola)
    yield Nonnegative(negative_normal_multiplier, at=dict(a=1, b=1), tight=dict(a=sqrt(2)/2, b=sqrt(2)/2), strict=True)
    yield Argument("""
        Near the curve e+ = M e with M close to the normal multiplier, which is negative, and w+ = (1 + e) w with 1 + e
        close to 1.""", name="zigzag")
