"""Which part of the invariant ellipse provably converges, and which part of its surroundings provably escapes.

The plane is cut into cells of the modes s = |a + b|, w = |a - b| (one quadrant: the map commutes with both signs).  A
cell is *certified* when an iterate of it lies in a trap (`certify.traps`), or in a union of cells that were certified
before: by induction all of its points then reach the trap.  Sweeps over the open cells alternate with halvings of the
cells.

Iterates are enclosed in compiled intervals (`certify.rounding`), in the mean-value form over all steps; a random sample
of points of the certified cells is followed into the trap again in balls.
"""
from dataclasses import dataclass, field
from fractions import Fraction
import math
import random
import time

from flint import arb
from numba import njit
import numpy as np

from certify.balls import BadInput, at, ball, exact, fraction
from certify.rounding import Interval, bounded, compiled, middle, outward, partials, point
from certify.traps import CYCLE, ESCAPES, SETTLES, cycle_trap, escapes, in_cycle, in_trap, settles
from numerics.maps import imbalance_multiplier, squares_error, symmetric_multiplier

STEPS = 8               # iterates of a cell that are tried
WIDEST = 64             # an iterate wider than so many cells is given up
FARTHEST = 2.0**20      # an iterate that reaches beyond is given up
CHUNK = 20_000          # cells between two looks at the clock
WORTH = 16              # a sweep that certifies fewer than 1 of 16 cells is followed by a halving
MOST_CELLS = 2**26      # of the quadrant; memory ends the halving here
SAMPLE = 20             # points that are followed again in balls


def modes_map(s, w, mu):
    """The plane map in the modes s = a + b, w = a - b."""
    e = squares_error(s**2, w**2, mu)
    return symmetric_multiplier(e)*s, imbalance_multiplier(e)*w


step = compiled(modes_map)
(s_s, s_w, _), (w_s, w_w, _) = partials(modes_map, "s w mu")


# --- the compiled proof -----------------------------------------------------------------------------------------------

@njit
def arrived(s, w, mu, target, boxes):
    if target == SETTLES:
        return settles(s, w, mu)
    if target == CYCLE:
        return in_cycle(s, w, mu, boxes)
    return escapes(s, w, mu)


@njit
def magnitude(x):
    """|x| over the interval."""
    if x.low >= 0.0:
        return x
    if x.high <= 0.0:
        return Interval(-x.high, -x.low)
    return Interval(0.0, max(-x.low, x.high))


@njit
def covered(s, w, side_s, side_w, before):
    """The box lies in certified cells.  before[i, j] counts those of rows < i and columns < j.

    Sides are powers of two: the divisions are exact, and so are the floors.
    """
    s, w = magnitude(s), magnitude(w)
    i, k = math.floor(s.low/side_s), math.floor(s.high/side_s) + 1
    j, l = math.floor(w.low/side_w), math.floor(w.high/side_w) + 1
    if k >= before.shape[0] or l >= before.shape[1]:
        return False
    return before[k, l] - before[i, l] - before[k, j] + before[i, j] == (k - i)*(l - j)


@njit
def certifies(s, w, mu, side_s, side_w, before, widest, target, boxes):
    """Some iterate of the box of modes is in the trap or in certified cells.

    After n steps the box lies in (n steps of its middle) + J (box - middle), J an enclosure of the Jacobian of n steps.
    """
    if arrived(s, w, mu, target, boxes):
        return True
    s0, w0 = point(middle(s)), point(middle(w))
    ds, dw = s - s0, w - w0
    p, q, r, t = point(1), point(0), point(0), point(1)
    for _ in range(STEPS):
        a, b, c, d = s_s(s, w, mu), s_w(s, w, mu), w_s(s, w, mu), w_w(s, w, mu)
        p, q, r, t = a*p + b*r, a*q + b*t, c*p + d*r, c*q + d*t
        s0, w0 = step(s0, w0, mu)
        s, w = s0 + p*ds + q*dw, w0 + r*ds + t*dw
        if not (bounded(s, FARTHEST) and bounded(w, FARTHEST)):
            return False
        if arrived(s, w, mu, target, boxes) or covered(s, w, side_s, side_w, before):
            return True
        if s.high - s.low > widest or w.high - w.low > widest:
            return False
    return False


@njit
def sweep(certified, start, most, side_s, side_w, mu_low, mu_high, before, widest, target, boxes):
    """Try the open cells from index `start` on, at most `most` of them; returns (next index, cells tried, cells won).

    Cells wholly on the wrong side of the ellipse are passed over (plain doubles: nothing is claimed about them).
    """
    mu = Interval(mu_low, mu_high)
    rows, columns = certified.shape
    tried, won = 0, 0
    for index in range(start, rows*columns):
        i, j = index//columns, index % columns
        corner = 1 if target == ESCAPES else 0
        level = ((i + corner)*side_s)**2/(2.0 + mu_low) + ((j + corner)*side_w)**2/(2.0 - mu_low)
        if certified[i, j] or (level <= 4.0 if target == ESCAPES else level >= 4.0):
            continue
        if tried == most:
            return index, tried, won
        tried += 1
        s, w = Interval(i*side_s, (i + 1)*side_s), Interval(j*side_w, (j + 1)*side_w)
        if certifies(s, w, mu, side_s, side_w, before, widest, target, boxes):
            certified[i, j] = True
            won += 1
    return rows*columns, tried, won


# --- the search -----------------------------------------------------------------------------------------------------

@dataclass(frozen=True, eq=False)
class Basin:
    """What was proved about one region: inside or outside of the ellipse.

    mu          Fraction
    target      what the certified points do, in words
    certified   Fraction: a lower bound of the certified share of the area of the region; 0 if there is no trap
    boxes       cells evaluated; budget: how many were allowed
    side        (Fraction, Fraction): the sides of the finest cells in s and w
    stopped     why the work ended: "budget", "seconds", "finest", "interrupted", or "no trap"
    seconds     wall time
    rechecked   of `SAMPLE` random points of certified cells, how many balls followed into the trap again
    arithmetic  what the proof trusts
    """
    mu: Fraction
    target: str
    certified: Fraction
    boxes: int
    budget: int
    side: tuple
    stopped: str
    seconds: float = field(repr=False)
    rechecked: int
    cells: np.ndarray = field(repr=False)
    arithmetic: str = "doubles rounded outward, compiled (certify.rounding)"

    def covers(self, a, b):
        """True if the point (a, b), exact numbers, lies in a certified cell; False claims nothing about it."""
        a, b = exact(a, "a"), exact(b, "b")
        i, j = (int(abs(mode)/side) for mode, side in zip((a + b, a - b), self.side))
        return i < self.cells.shape[0] and j < self.cells.shape[1] and bool(self.cells[i, j])


def basin(mu, boxes, seconds=None, progress=None):
    """The certified share of the interior of the invariant ellipse, for 0 < mu < 2.

    mu < 1: the orbits of the certified points converge to points of the zero-error curve inside its attracting segment.
    mu > 1: they converge to the attracting cycle of the balanced line (up to the sign of s), where one is found; else,
    and at mu = 1, there is no trap, and nothing is certified.
    boxes     cells to evaluate, an integer >= 1: the result depends on it alone, and does not decrease with it
    seconds   an earlier end by the clock (a positive number; recorded in `stopped`), or None
    progress  called as progress(cells evaluated, boxes) now and then
    Raises BadInput otherwise.  A KeyboardInterrupt ends the work and keeps what is proved.
    Guarantee (certified): see `Basin`.  Source: large-step paper, Section 4; basin theorem (A)-(C).
    """
    mu = _parameter(mu)
    if mu < 1:
        target, trap, words = SETTLES, (), "converges to a point of the zero-error curve with w^2 < 2 - 2 mu"
    else:
        target, trap = CYCLE, cycle_trap(mu) if mu != 1 else None
        words = f"converges to the attracting cycle of period {trap.period} of the balanced line" if trap else "unknown"
    return _certify(mu, target, trap, words, Fraction(1), boxes, seconds, progress)


def escape(mu, boxes, seconds=None, progress=None, window=Fraction(5, 4)):
    """The certified share, escaping to infinity, of what lies between the ellipse and a rectangle around it.

    window    the rectangle has `window` times the half-axes 2 sqrt(2 + mu), 2 sqrt(2 - mu) of the ellipse (rounded up
              to cells), a number >= 1.  The other arguments, guarantee and errors are those of `basin`.
    """
    window = exact(window, "window")
    if window < 1:
        raise BadInput(f"window = {window}: write a number, 1 or more")
    return _certify(_parameter(mu), ESCAPES, (), "escapes to infinity", window, boxes, seconds, progress)


def _parameter(mu):
    mu = exact(mu, "mu")
    if not 0 < mu < 2:
        raise BadInput(f"mu = {mu}: the ellipse is bounded and has an interior for 0 < mu < 2 only")
    if float(mu) == 2:
        raise BadInput("mu is so near 2 that the cells, which are doubles, do not tell it from 2: write one below 2 - 1e-15")
    return mu


def _certify(mu, target, trap, words, window, budget, seconds, progress):
    if isinstance(budget, bool) or not isinstance(budget, int) or budget < 1:
        raise BadInput(f"boxes = {budget!r}: write an integer, 1 or more")
    if seconds is not None and not (isinstance(seconds, (int, float)) and seconds > 0):
        raise BadInput(f"seconds = {seconds!r}: write a positive number, or None")
    began, grid = time.perf_counter(), Grid(mu, window)
    stopped = "no trap" if trap is None else ""
    try:
        while not stopped:
            stopped = grid.sweep(target, trap, budget, began + seconds if seconds else math.inf, progress)
    except KeyboardInterrupt:
        stopped = "interrupted"
    share = at(64, grid.share, target)
    return Basin(mu, words, share, grid.tried, budget, grid.sides, stopped, time.perf_counter() - began,
                 0 if trap is None else grid.rechecked(target, trap), grid.certified)


class Grid:
    """The cells of one quadrant, which of them are certified, and how many were tried."""

    def __init__(self, mu, window):
        self.mu, self.tried = mu, 0
        axes = [float(window)*2*math.sqrt(2 + sign*mu) for sign in (1, -1)]
        self.sides = tuple(Fraction(2)**(math.floor(math.log2(axis)) - 5) for axis in axes)
        self.certified = np.zeros([int(axis/side) + 1 for axis, side in zip(axes, self.sides)], dtype=bool)

    def counts(self):
        """Per corner, how many cells below and to the left of it are certified."""
        counts = np.zeros([n + 1 for n in self.certified.shape], dtype=np.int32)
        np.cumsum(self.certified, axis=0, out=counts[1:, 1:])
        np.cumsum(counts[1:, 1:], axis=1, out=counts[1:, 1:])
        return counts

    def share(self, target):
        """The certified share of the region, rounded down; a quadrant of the ellipse has the area pi sqrt(4 - mu^2)."""
        cell = self.sides[0]*self.sides[1]
        inside = arb.pi()*(4 - ball(self.mu)**2).sqrt()
        region = ball(self.certified.size*cell) - inside if target == ESCAPES else inside
        return fraction((ball(int(np.count_nonzero(self.certified))*cell)/region).lower())

    def sweep(self, target, trap, budget, deadline, progress=None):
        """One sweep over the open cells, then a halving where it was of little worth; "" or why the work is to stop."""
        before, start, tried, won = self.counts(), 0, 0, 0
        mu_low, mu_high = outward(self.mu)
        boxes = np.array([(outward(low)[1], outward(high)[0], outward(top)[0])
                          for low, high, top in (trap.boxes if target == CYCLE else ())]).reshape(-1, 3)
        widest = FARTHEST if target == ESCAPES else WIDEST*float(max(self.sides))
        while start < self.certified.size:
            if self.tried == budget:
                return "budget"
            if time.perf_counter() > deadline:
                return "seconds"
            most = min(CHUNK, budget - self.tried)
            start, visited, gained = sweep(self.certified, start, most, *map(float, self.sides), mu_low, mu_high,
                                           before, widest, target, boxes)
            self.tried, tried, won = self.tried + visited, tried + visited, won + gained
            if progress:
                progress(self.tried, budget)
        if WORTH*won >= tried > 0:
            return ""
        if 4*self.certified.size > MOST_CELLS:
            return "finest" if won == 0 else ""
        self.certified = np.repeat(np.repeat(self.certified, 2, axis=0), 2, axis=1)
        self.sides = tuple(side/2 for side in self.sides)
        return ""

    def rechecked(self, target, trap):
        """How many of random points of certified cells balls follow into the trap."""
        found, chance = np.flatnonzero(self.certified), random.Random(self.tried)
        proved = 0
        for index in chance.choices(found, k=SAMPLE) if len(found) else ():
            corner = divmod(int(index), self.certified.shape[1])
            s, w = ((i + Fraction(chance.randint(0, 64), 64))*side for i, side in zip(corner, self.sides))
            proved += at(256, reaches, s, w, self.mu, target, trap)
        return proved


def reaches(s, w, mu, target, trap, steps=2000):
    """True if the orbit of (s, w) is followed into the trap, in balls at the working precision; False is undecided."""
    s, w = ball(s), ball(w)
    for _ in range(steps):
        if in_trap(s, w, mu, target, trap):
            return True
        s, w = modes_map(s, w, ball(mu))
    return False
