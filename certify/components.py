"""Hyperbolic components of the balanced map in compiled intervals: curves of periodic points, continued and proved.

A *component* is a maximal interval of parameters mu with an attracting cycle of F_mu.  Along it the multiplier rho
falls from 1 to -1; its *centre* is where rho = 0.  `component` proves the curve rho -> (x, mu) of p-periodic points.
"""
import numpy as np
from numba import njit

from certify.centres import F, F_e, F_mu, centred, turning
from certify.rounding import Interval, around, bounded, common, inside, middle, partials, point, square
from numerics import maps
from numerics.algebra import jacobian

LIMIT = 2.0**100           # beyond it an enclosure says nothing; no operation below overflows within it
SHORTEST = 2.0**-18        # the shortest step in rho that is still tried


def balanced_slope(e, mu):
    """F_mu'(e)."""
    return jacobian(maps.balanced_map, (e, mu))[0][0]


(F_ee, F_emu), = partials(balanced_slope, "e mu")


@njit
def follow(x, mu, rho, period):
    """Search: Newton's method for F_mu^period(x) = x with multiplier rho, in plain doubles.  Proves nothing."""
    for _ in range(20):
        y, a, y_mu, a_x, a_mu = x, 1.0, 0.0, 0.0, 0.0
        for _ in range(period):
            slope = F_e(y, mu)
            a_mu = (F_ee(y, mu)*y_mu + F_emu(y, mu))*a + slope*a_mu
            a_x = F_ee(y, mu)*a*a + slope*a_x
            y_mu = slope*y_mu + F_mu(y, mu)
            a = slope*a
            y = F(y, mu)
        determinant = (a - 1.0)*a_mu - y_mu*a_x
        if determinant == 0.0 or not abs(y) < 4.0:
            return x, mu, False
        dx = (a_mu*(y - x) - y_mu*(a - rho))/determinant
        dmu = ((a - 1.0)*(a - rho) - a_x*(y - x))/determinant
        x -= dx
        mu -= dmu
        if abs(dx) + abs(dmu) < 2.0**-49:
            return x, mu, True
    return x, mu, abs(dx) + abs(dmu) < 2.0**-42


@njit
def jets(x, mu, period):
    """Enclosures over the box x, mu of a = (F^p)'(x), of y_mu, a_x, a_mu (y = F^p(x)), and of y, a at its middle.

    The last value is False if an enclosure has outgrown `LIMIT`.
    """
    x0, mu0 = point(middle(x)), point(middle(mu))
    dx, dmu = x - x0, mu - mu0
    y, a, y_mu, a_x, a_mu = x, point(1), point(0), point(0), point(0)
    y0, a0 = x0, point(1)
    for _ in range(period):
        slope, curvature = F_e(y, mu), F_ee(y, mu)
        a_mu = (curvature*y_mu + F_emu(y, mu))*a + slope*a_mu
        a_x = curvature*square(a) + slope*a_x
        y_mu = slope*y_mu + F_mu(y, mu)
        a0 = F_e(y0, mu0)*a0
        a = common(slope*a, a0 + a_x*dx + a_mu*dmu)
        y0 = centred(y0, mu0)
        y = y0 + a*dx + y_mu*dmu
        if not (bounded(y, LIMIT) and bounded(a, LIMIT) and bounded(y_mu, LIMIT) and bounded(a_x, LIMIT)
                and bounded(a_mu, LIMIT)):
            return a, y_mu, a_x, a_mu, y0, a0, False
    return a, y_mu, a_x, a_mu, y0, a0, True


@njit
def newton_image(x, mu, at_box, rho):
    """Krawczyk's image of the box for F^p(x) = x, (F^p)'(x) = rho, all rho in an interval at once.

    If it lies in the interior of the box, then for every rho there is exactly one solution in the box, it lies in the
    image, and it depends continuously on rho.
    Source: Neumaier, *Interval Methods for Systems of Equations* (Cambridge 1990), section 5.1.
    """
    a, y_mu, a_x, a_mu, y0, a0, _ = at_box
    x0, mu0 = point(middle(x)), point(middle(mu))
    p, q, r, s = middle(a) - 1.0, middle(y_mu), middle(a_x), middle(a_mu)
    determinant = p*s - q*r
    if determinant == 0.0 or not abs(determinant) < LIMIT:
        return x, mu
    p, q, r, s = point(s/determinant), point(-q/determinant), point(-r/determinant), point(p/determinant)
    gap, excess = y0 - x0, a0 - rho
    dx, dmu = x - x0, mu - mu0
    image_x = x0 - (p*gap + q*excess) + (1 - (p*(a - 1) + q*a_x))*dx - (p*y_mu + q*a_mu)*dmu
    image_mu = mu0 - (r*gap + s*excess) - (r*(a - 1) + s*a_x)*dx + (1 - (r*y_mu + s*a_mu))*dmu
    return image_x, image_mu


@njit
def piece(x0, mu0, radius_x, radius_mu, rho, period):
    """(box, its jets, proved): a box around (x0, mu0) where Krawczyk's test succeeds for all of `rho`, inflated."""
    x, mu = around(x0, radius_x), around(mu0, radius_mu)
    at_box = jets(x, mu, period)
    for _ in range(4):
        if not at_box[6]:
            break
        image_x, image_mu = newton_image(x, mu, at_box, rho)
        if inside(image_x, x) and inside(image_mu, mu):
            return x, mu, at_box, True
        grown_x = 1.2*max(abs(image_x.low - x0), abs(image_x.high - x0))
        grown_mu = 1.2*max(abs(image_mu.low - mu0), abs(image_mu.high - mu0))
        if not (grown_x < 30.0*radius_x and grown_mu < 30.0*radius_mu):
            break
        radius_x, radius_mu = max(radius_x, grown_x), max(radius_mu, grown_mu)
        x, mu = around(x0, radius_x), around(mu0, radius_mu)
        at_box = jets(x, mu, period)
    return x, mu, at_box, False


@njit
def tightened(x, mu, rho, period):
    """A smaller box that still holds every solution for this one `rho` that x, mu holds."""
    for _ in range(6):
        at_box = jets(x, mu, period)
        if not at_box[6]:
            break
        image_x, image_mu = newton_image(x, mu, at_box, point(rho))
        smaller_x, smaller_mu = common(x, image_x), common(mu, image_mu)
        if not (smaller_x.high - smaller_x.low < 0.5*(x.high - x.low)
                or smaller_mu.high - smaller_mu.low < 0.5*(mu.high - mu.low)):
            break
        x, mu = smaller_x, smaller_mu
    return x, mu


@njit
def branch(x, mu, towards, period, start_x, start_mu):
    """Continue the curve from rho = 0 to `towards` = 1 or -1, in pieces that are linked one to the next.

    start_x, start_mu   where the solution at rho = 0 is known to lie, or the whole line if it is not known.
    Returns (rho reached, enclosures of x and mu there, pieces, enclosures of x and mu at rho = 0).  A link: the
    solution at the common rho, which lies in the image of the earlier box, is in the later box, hence is the unique one
    there as well.
    """
    rho, step, pieces = 0.0, 0.125, 0
    link_x, link_mu = start_x, start_mu
    origin_x, origin_mu = start_x, start_mu
    while rho < 1.0:
        linked = False
        while step > SHORTEST:
            reach = min(1.0, rho + step)
            x1, mu1, found1 = follow(x, mu, towards*0.5*(rho + reach), period)
            x2, mu2, found2 = follow(x1, mu1, towards*reach, period)
            if found1 and found2:
                radius_x = 1.5*max(abs(x2 - x1), abs(x - x1)) + 2.0**-48
                radius_mu = 1.5*max(abs(mu2 - mu1), abs(mu - mu1)) + 2.0**-50
                span = Interval(min(towards*rho, towards*reach), max(towards*rho, towards*reach))
                new_x, new_mu, at_box, proved = piece(x1, mu1, radius_x, radius_mu, span, period)
                linked = inside(link_x, new_x) and inside(link_mu, new_mu) or pieces == 0 and start_x.low == -np.inf
                if proved and linked:
                    break
                linked = False
            step *= 0.5
        if not linked:
            break
        if pieces == 0:
            origin_x, origin_mu = tightened(new_x, new_mu, 0.0, period)
        link_x, link_mu = tightened(new_x, new_mu, towards*reach, period)
        x, mu, rho = x2, mu2, reach
        pieces += 1
        step *= 1.6
    return towards*rho, link_x, link_mu, pieces, origin_x, origin_mu


@njit
def exact_period(x, mu, period):
    """True if no point of `x` returns to `x` after fewer than `period` steps that divide it."""
    y = x
    for time in range(1, period):
        y = centred(y, mu)
        if period % time == 0 and not (y.high < x.low or x.high < y.low):
            return False
    return True


COMPONENT = np.dtype([("period", np.int64), ("centre", np.float64), ("rho_left", np.float64), ("x_left", np.float64),
                      ("left_low", np.float64), ("left_high", np.float64), ("rho_right", np.float64),
                      ("x_right", np.float64), ("right_low", np.float64), ("right_high", np.float64),
                      ("pieces", np.int64)])


@njit
def component(record):
    """Prove the curve of periodic points through the centre of `record`, for rho as far as it goes, and fill `record`.

    record   of dtype `COMPONENT`, with period and centre (a double near it) given, the rest 0.
    Guarantee: if pieces > 0, then mu(rho_left) is in [left_low, left_high], mu(rho_right) in [right_low, right_high],
    and every mu strictly between the two has a cycle of that period whose multiplier lies strictly between rho_right
    and rho_left (the intermediate value theorem along the curve).  The exact period is proved at rho = 0 and cannot
    change while |rho| < 1: where F^d(x) = x, d < period, the curve would be that of a d-cycle for all rho.
    """
    period, centre = record.period, record.centre
    x, mu, found = follow(turning(centre), centre, 0.0, period)
    if not found:
        return
    anywhere = Interval(-np.inf, np.inf)
    rho_right, x_right, right, right_pieces, x0, mu0 = branch(x, mu, -1.0, period, anywhere, anywhere)
    if right_pieces == 0 or not exact_period(x0, mu0, period):
        return
    rho_left, x_left, left, left_pieces, _, _ = branch(x, mu, 1.0, period, x0, mu0)
    if left_pieces == 0:
        return
    record.rho_left, record.x_left, record.left_low, record.left_high = rho_left, middle(x_left), left.low, left.high
    record.rho_right, record.x_right, record.right_low, record.right_high = (rho_right, middle(x_right), right.low,
                                                                             right.high)
    record.pieces = left_pieces + right_pieces


@njit
def continue_all(records):
    for i in range(len(records)):
        component(records[i])
