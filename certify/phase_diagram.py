"""Where the balanced map F_mu has an attracting cycle: every hyperbolic component up to a period, as a certified curve.

A component of period p is proved as a curve of periodic points along its multiplier, from rho = 1 (its left end) to
rho = -1 (its right end, a flip); the components of period 2p, 4p, ... beyond the flip are added as far as they are
wide.  What all of them cover in [1, 2] is a lower bound for the measure of {mu : F_mu has an attracting cycle}; for
each of these mu almost every point of [-mu, 2] converges to the cycle.

Search and proof run in compiled doubles rounded outward (`certify.rounding`, `certify.centres`, `certify.components`);
a random sample of the components is proved again in balls (`certify.recheck`).
"""
from dataclasses import dataclass, field
from fractions import Fraction
import random
import time

import numpy as np

from certify.balls import BadInput
from certify.centres import divides, isolate
from certify.components import COMPONENT, continue_all
from certify.recheck import recheck

LOW, HIGH = 1, 2
CELLS = 64          # parts of [1, 2] that are searched one by one, so that an interrupt is noticed between them
BATCH = 2000        # components that are continued in one compiled call
WIDE = 2.0**-22     # components narrower than this are not followed through their flips
DEEPEST = 256       # the longest period in a cascade
SAMPLE = 20         # components that are proved again in balls, of period at most `LIGHT`
LIGHT = 64


@dataclass(frozen=True, eq=False)
class PhaseDiagram:
    """What `phase_diagram` proved about the parameters in [1, 2].

    components   record array (dtype `certify.components.COMPONENT`) in the order of mu; doubles, each an exact number
    centres      {period: components of exactly that period}, each known by its superstable parameter; complete up to
                 max_period if `undecided` is 0 and `stopped` is empty
    certified    Fraction: a lower bound of the measure of the parameters with an attracting cycle
    whole        components proved from rho = 1 to rho = -1, of positive width
    degenerate   components of positive width whose curve stops short of rho = 1: they leave a flip of half their
                 period, where the equations are singular.  The rest of each is not counted
    cut          components of positive width whose curve stops short of rho = -1; the rest is not counted
    slivers      components whose curve or width doubles do not resolve; they count as 0
    cascade      how many of the components have a period above max_period (no claim of completeness there)
    undecided    parameter boxes where a centre is neither found nor excluded, and centres whose period is undecided
    boxes        parameter boxes evaluated; seconds: wall time
    rechecked    components proved again in balls, of the `SAMPLE` drawn at random among those of period <= `LIGHT`
    stopped      "" or why the work ended early; what is listed is proved all the same
    arithmetic   what the proof trusts
    """
    max_period: int
    components: np.recarray = field(repr=False)
    centres: dict
    certified: Fraction
    whole: int
    degenerate: int
    cut: int
    slivers: int
    cascade: int
    undecided: int
    boxes: int
    seconds: float
    rechecked: int
    stopped: str
    arithmetic: str = "doubles rounded outward, compiled (certify.rounding)"

    def __str__(self):
        return (f"{int(self.certified*10**6)/10**6} of [1, 2] has an attracting cycle: {len(self.components)} "
                f"components, {self.cascade} of them of period above {self.max_period}; {self.whole} whole, "
                f"{self.degenerate} with a degenerate end, {self.cut} cut, {self.slivers} slivers, {self.undecided} "
                f"undecided; in {self.arithmetic}, {self.rechecked} proved again in balls; "
                f"{self.stopped or 'complete'}")


def phase_diagram(max_period, progress=None):
    """Every hyperbolic component of F_mu in [1, 2] of period up to `max_period`, and the cascades of the wide ones.

    max_period   an integer >= 1 (BadInput otherwise).  12 takes seconds, 15 minutes.
    progress     called as progress(centres sought, centres expected) now and then
    Guarantee (certified): see `PhaseDiagram`.  Raises ArithmeticError if balls refute a component of the sample.
    A KeyboardInterrupt ends the work and keeps what is proved.
    Source: large-step paper, Theorem 3.7; components correspond to centres because the multiplier falls along each.
    """
    if isinstance(max_period, bool) or not isinstance(max_period, int) or max_period < 1:
        raise BadInput(f"max_period = {max_period!r}: write an integer, 1 or more")
    began, survey, stopped = time.perf_counter(), Survey(max_period, progress), ""
    try:
        for period in range(1, max_period + 1):
            survey.period(period)
        survey.cascades(max_period)
    except KeyboardInterrupt:
        stopped = "interrupted"
    return survey.diagram(max_period, began, stopped)


class Survey:
    """The components found so far, in parts, and the effort."""

    def __init__(self, max_period=0, progress=None):
        self.parts, self.centres, self.undecided, self.boxes = [np.zeros(0, COMPONENT)], {}, 0, 0
        self.progress, self.sought = progress or (lambda done, total: None), 0
        self.expected = sum(3**period for period in range(1, max_period + 1))

    def period(self, period):
        """All components of exactly this period."""
        grid = np.linspace(LOW, HIGH, CELLS + 1)
        found = []
        for low, high in zip(grid, grid[1:]):
            centres, undecided = self.search(period, low, high, capacity=64 + 3**period//period)
            found.append(centres)
            self.undecided += undecided
            self.sought += 3**period/CELLS
            self.progress(self.sought, self.expected)
        centres = np.concatenate(found)
        self.centres[period] = len(centres)
        self.follow(centres, period)

    def cascades(self, max_period):
        """The components of twice the period next to the wide ones, and so on, where that exceeds `max_period`."""
        parents = [record for part in self.parts for record in part if 2*record["period"] > max_period]
        while parents:
            children = []
            for parent in parents:
                twice = 2*int(parent["period"])
                width, flip = parent["right_low"] - parent["left_high"], parent["right_high"]
                if parent["rho_right"] == -1 and width > WIDE and twice <= DEEPEST:
                    centres, _ = self.search(twice, flip + 1e-6*width, flip + 0.26*width, capacity=16)
                    children.extend(self.follow(centres[:1], twice))
            parents = children

    def search(self, period, low, high, capacity):
        """(enclosures of the centres of exactly this period in [low, high], number of undecided boxes or centres)."""
        zeros = np.empty((capacity, 2))
        found, boxes, undecided = isolate(period, low, high, zeros)
        self.boxes += boxes
        kept = []
        for a, b in zeros[:found]:
            verdicts = [divides(a, b, period, divisor) for divisor in range(1, period//2 + 1) if period % divisor == 0]
            undecided += 0 in verdicts and 1 not in verdicts
            if all(verdict == -1 for verdict in verdicts):
                kept.append((a, b))
        return np.array(kept).reshape(-1, 2), undecided

    def follow(self, centres, period):
        """Continue the component of each centre."""
        records = np.zeros(len(centres), COMPONENT)
        records["period"], records["centre"] = period, centres.mean(axis=1)
        for start in range(0, len(records), BATCH):
            batch = records[start:start + BATCH]
            continue_all(batch)
            self.parts.append(batch)
        return records

    def diagram(self, max_period, began, stopped):
        found = np.concatenate(self.parts)
        found = found[np.argsort(found["centre"], kind="stable")].view(np.recarray)
        wide = (found.pieces > 0) & (found.right_low > found.left_high)
        return PhaseDiagram(
            max_period=max_period, components=found, centres=self.centres, certified=union_length(found[wide]),
            whole=int((wide & (found.rho_left == 1) & (found.rho_right == -1)).sum()),
            degenerate=int((wide & (found.rho_left < 1)).sum()), cut=int((wide & (found.rho_right > -1)).sum()),
            slivers=int((~wide).sum()), cascade=int((found.period > max_period).sum()), undecided=self.undecided,
            boxes=self.boxes, rechecked=rechecked(found[wide & (found.period <= LIGHT)]),
            seconds=time.perf_counter() - began, stopped=stopped)


def union_length(components):
    """The exact length of what `components` cover, a Fraction: their ends are doubles in [1, 2], multiples of 2^-52."""
    total, reached = 0, LOW*2**52
    ends = zip(components.left_high, components.right_low)
    for low, high in sorted((int(low*2**52), int(high*2**52)) for low, high in ends):
        low, high = max(low, reached), min(high, HIGH*2**52)
        if high > low:
            total, reached = total + high - low, high
    return Fraction(total, 2**52)


def rechecked(components):
    """How many of a random sample of the components balls prove again; ArithmeticError if they refute one."""
    chance = random.Random(len(components))
    verdicts = [recheck(component, Fraction(chance.randint(1, 9), 10))
                for component in chance.sample(list(components), min(SAMPLE, len(components)))]
    for verdict in verdicts:
        if verdict.agrees is False:
            raise ArithmeticError(f"balls refute a component that compiled intervals proved: {verdict.why}")
    return sum(verdict.agrees is True for verdict in verdicts)
