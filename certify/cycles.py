"""The cycles of the balanced map F_mu: all those of a period, and the attracting one.

`cycle` and `periodic_points` find every cycle: `certify.laps` says how many fixed points of F^n lie where, and
`certify.shooting` proves each.  `attracting_cycle` follows the free critical point c = (1 - 2 mu)/3: the other, 1, goes
to the repelling fixed point -mu, so that by Singer's theorem there is at most one attracting cycle, and any that is
proved is the one.
"""
from dataclasses import dataclass
from fractions import Fraction

from certify.balls import BadInput, at, ball
from certify.laps import LAP_BITS, Laps
from certify.shooting import Cycle, Shooting, Undecided, certified_cycle, domain, whole
from certify.straightline import Recurrence
from numerics.maps import balanced_map

__all__ = ["Cycle", "Cycles", "Undecided", "attracting_cycle", "certified_cycle", "cycle", "periodic_points"]


SEARCH_BITS = 192
LONGEST = 64            # the longest period for which all cycles are listed
NEAR = 32               # the critical orbit must return to within 1/NEAR for a period to be tried


@dataclass(frozen=True)
class Cycles:
    """Cycles of F_mu, each proved.

    status      "complete": these are all; "undecided": others may exist, for the reason `why`, in the balls `undecided`
    cycles      the cycles
    count       the number of their points
    laps        how many laps were visited
    """
    mu: Fraction
    period: int
    status: str
    why: str
    cycles: tuple
    count: int
    undecided: tuple
    laps: int


def periodic_points(mu, period, digits=30, *, max_laps=10**6):
    """Every cycle of the balanced map F_mu whose period divides `period`: its points are the zeros of F^period(e) - e.

    mu         exact, 0 < mu <= 2;  period: an integer, 1 or more;  digits: decimals of each enclosure
    max_laps   the budget; when it is used up the result is undecided and without cycles

    Returns `Cycles`.  Raises BadInput.  Guarantee: certified.
    Source: laps and negative Schwarzian derivative (see `certify.laps`), interval Newton.
    """
    mu = domain(mu)
    whole("period", period, 1)
    if period > LONGEST:
        raise BadInput(f"period = {period}: at most {LONGEST} here; for one long attracting cycle see attracting_cycle")
    whole("digits", digits, 1)
    whole("max_laps", max_laps, 1)
    laps, shooting = at(LAP_BITS, Laps, mu, period), Shooting(mu)
    necklaces, visited = at(LAP_BITS, laps.necklaces, period, max_laps)
    if necklaces is None:
        return Cycles(mu, period, "undecided", f"the budget of {max_laps} laps is used up", (), 0, (), visited)

    cycles, uncertain, undecided, why = [], [], [], "every lap is decided"
    try:
        for letters, lap in necklaces:
            found = _lone_cycle(laps, shooting, letters, lap, digits) if lap.fixed_points() == 1 else None
            if found is None:
                uncertain.append(lap.hull)
            else:
                cycles.append(found)
        for hull in uncertain:
            undecided += _isolated_cycles(shooting, hull, period, digits, cycles)
        if undecided:
            why = "the balls `undecided` may hold points that are multiple, nearly so, or not proved"
    except KeyboardInterrupt:
        why = "interrupted: these cycles are proved, and others may exist"

    cycles = tuple(sorted(cycles, key=lambda c: c.period))
    status = "complete" if why == "every lap is decided" else "undecided"
    return Cycles(mu, period, status, why, cycles, sum(c.period for c in cycles), tuple(_merged(undecided)), visited)


def cycle(mu, period, digits=30, *, max_laps=10**6):
    """Every cycle of F_mu of exact period `period`, as `Cycles`; arguments and guarantee as for `periodic_points`."""
    every = periodic_points(mu, period, digits, max_laps=max_laps)
    cycles = tuple(c for c in every.cycles if c.period == period)
    return Cycles(every.mu, period, every.status, every.why, cycles, period*len(cycles), every.undecided, every.laps)


def _lone_cycle(laps, shooting, letters, lap, digits):
    """The cycle through the only fixed point of F^n on a lap; None when it is not proved to be that one."""
    n, guess = len(letters), laps.search_fixed_point(letters, lap.hull)
    for period in _divisors(n):
        if letters == letters[:period]*(n//period):
            found = shooting.cycle(guess, period, digits)
            if isinstance(found, Cycle) and lap.left.point < found.points[0] < lap.right.point:
                return found
    return None


def _isolated_cycles(shooting, hull, n, digits, cycles):
    """Add to `cycles` those through zeros of F^n(e) - e in the ball `hull`; the balls in which that stays undecided."""
    zeros, undecided = at(LAP_BITS, shooting.zeros, hull, n)
    for zero, alone in zeros:
        found = next((c for c in (shooting.cycle(zero, p, digits) for p in _divisors(n))
                      if isinstance(c, Cycle) and alone.contains(c.points[0])), None)
        if found is None:
            undecided.append(zero)
            continue
        known = [at(LAP_BITS, shooting.same_zero, found.points[0], e, n)
                 for c in cycles if c.period == found.period for e in c.points if e.overlaps(found.points[0])]
        if None in known:
            undecided.append(zero)
        elif True not in known:
            cycles.append(found)
    return undecided


def _merged(boxes):
    """The unions of balls that overlap."""
    merged = []
    for box in boxes:
        for other in [m for m in merged if m.overlaps(box)]:
            merged.remove(other)
            box = box.union(other)
        merged.append(box)
    return merged


def _divisors(n):
    return [d for d in range(1, n + 1) if n % d == 0]


def attracting_cycle(mu, digits=30, *, max_period=128, transient=20000):
    """The attracting cycle of the balanced map F_mu: |longitudinal| < 1 is proved; `transverse` tells about the plane.

    mu          exact, 0 < mu <= 2;  digits: decimals of each enclosure
    max_period  longest period tried;  transient: steps of the critical orbit before it is taken to have settled

    Returns the `Cycle`, the only attracting one, or `Undecided` when no cycle within this budget was proved to attract.
    Raises BadInput.  Guarantee: certified.
    Source: Singer 1978 (an attracting cycle attracts a critical point); interval Newton.
    """
    mu = domain(mu)
    for name, value in ("digits", digits), ("max_period", max_period), ("transient", transient):
        whole(name, value, 1)
    if mu == 2:
        return Undecided("at mu = 2 none exists: the free critical point -1 is mapped to the repelling fixed point 2")
    x, later = at(SEARCH_BITS + 4*digits, _search_critical_orbit, mu, transient, max_period)
    shooting, tried = Shooting(mu), set()
    for near in (p for p, y in enumerate(later, 1) if abs(y - x)*NEAR < 1):
        for period in _divisors(near):
            if period not in tried:
                tried.add(period)
                found = shooting.cycle(x, period, digits)
                if isinstance(found, Cycle) and found.attracting_on_the_line:
                    return found
    return Undecided(f"no cycle of period up to {max_period} is proved to attract the critical orbit, followed for "
                     f"{transient} steps")


def _search_critical_orbit(mu, transient, length):
    """Search, proves nothing: the critical orbit after `transient` steps, and the next `length` points."""
    step = Recurrence(lambda x: (balanced_map(x, mu).mid(),), 1, exact=True).bind()
    x, = step((ball((1 - 2*mu)/3).mid(),), [()]*transient)[-1]
    return x, [y for y, in step((x,), [()]*length)]
