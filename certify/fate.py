"""The fate of one start of the plane map for |mu| < 2, by the basin theorem and, where an orbit reaches a trap, certified.

The theorem speaks of almost every start; a single orbit is followed exactly for a few steps, to see whether it lands on an
exceptional curve, and then in balls until it lies in a trap of `certify.traps`.
"""
from dataclasses import dataclass
from fractions import Fraction

from certify.balls import BadInput, at, ball, exact
from certify.basin import CYCLE, ESCAPES, SETTLES, modes_map
from certify.traps import cycle_trap, in_trap
from numerics.maps import error, product_map, separatrix

EXACT_STEPS = 5      # coordinates triple their length at every step
MOST_BITS = 2**13    # the precision at which a start is given up
STEPS = 4096         # steps within which a trap must be reached


@dataclass(frozen=True)
class Fate:
    """What becomes of the start (a, b) at mu.

    side       "inside" or "outside" the invariant ellipse, or "on" it
    outcome    "zero error": converges to a point of ab = mu; "cycle": to the attracting cycle of the balanced line;
               "origin": to the spurious stationary point; "diverges"; "lands": arrives exactly on ab = mu and rests;
               "balanced line": w -> 0, nothing more is known; "stays on the ellipse"
    certified  True: proved for this start.  False: the theorem's statement for almost every start, this one included
               unless its orbit lands on s = 0, w = 0 or ab = mu later on
    step       when the orbit landed, or was proved to lie in a trap; None where neither was seen
    claims     the ids of the ledger that this rests on
    """
    a: Fraction
    b: Fraction
    mu: Fraction
    side: str
    outcome: str
    certified: bool
    step: int | None
    why: str
    claims: tuple[str, ...]


def fate(a, b, mu):
    """The fate of the start (a, b) under the plane map at mu, |mu| < 2.

    a, b, mu: exact numbers.  Returns a `Fate`.  Raises BadInput for inputs that are not exact and for |mu| >= 2.
    Guarantee: certified where `certified` says so, otherwise the basin theorem's statement for almost every start.
    Source: the basin theorem (LST-N1 to LST-N5).
    """
    a, b, mu = exact(a, "a"), exact(b, "b"), exact(mu, "mu")
    if abs(mu) >= 2 or mu == 0:
        raise BadInput(f"mu = {mu}: the basin theorem is about 0 < |mu| < 2; beyond 2, see `separatrix phase`")
    given, mirrored = (a, b, mu), mu < 0
    if mirrored:   # (a, b) -> (a, -b) carries mu to -mu, and exchanges a + b with a - b
        b, mu = -b, -mu
    D = separatrix(error(a, b, mu), a - b, mu)
    side = "on" if D == 0 else "inside" if D < 0 else "outside"

    def found(outcome, certified, step, why, *claims):
        note = "; mu < 0: of (a, -b) at -mu, so a + b and a - b change places"*mirrored
        return Fate(*given, side, outcome, certified, step, why + note, claims)

    landing = _landing(a, b, mu)
    if landing and landing[0] == "ab = mu":
        return found("lands", True, landing[1], "the error is exactly 0 and the point is fixed", "LST-E8")
    if side == "on":
        return found("stays on the ellipse", True, 0, "R = 4 is invariant; its angle moves by phi -> pi - 3 phi",
                     "LST-C4.2", "LST-T4.3c")
    if side == "inside" and landing and landing[0] == "s = 0":
        return found("origin", True, landing[1], "on a + b = 0 inside the ellipse the imbalance shrinks to 0", "LST-N.4")
    target, trap, outcome, claims = _expected(mu, side)
    if target is not None:
        step = _trapped(a, b, mu, target, trap)
        if step is not None:
            return found(outcome, True, step, "the orbit is proved to enter a trap", *claims)
    return found(outcome, False, landing[1] if landing else None,
                 "no trap was reached" if target is not None else "there is no trap to reach", *claims)


def _landing(a, b, mu):
    """(curve, step) where one of the first exact iterates lies on an exceptional curve; None where none does."""
    for step in range(EXACT_STEPS + 1):
        for curve, value in (("ab = mu", error(a, b, mu)), ("s = 0", a + b), ("w = 0", a - b)):
            if value == 0:
                return curve, step
        a, b = product_map(a, b, mu)
    return None


def _expected(mu, side):
    """(target, trap, outcome, claims) for almost every start on this side; target None where there is no trap."""
    if side == "outside":
        return ESCAPES, (), "diverges", ("LST-N3", "LST-N.10")
    if mu < 1:
        return SETTLES if mu > 0 else None, (), "zero error", ("LST-N1", "LST-N.9")
    if mu == 1:
        return None, None, "zero error", ("LST-N1",)
    trap = cycle_trap(mu)
    if trap is None:
        return None, None, "balanced line", ("LST-N2", "LST-N6")
    return CYCLE, trap, "cycle", ("LST-N2", "LST-N5")


def _trapped(a, b, mu, target, trap):
    """The step at which the orbit is proved to be in the trap, at doubled precision until it is; None if undecided."""
    bits = 128
    while bits <= MOST_BITS:
        step = at(bits, _follow, a + b, a - b, mu, target, trap)
        if step is not None:
            return step
        bits *= 4
    return None


def _follow(s, w, mu, target, trap):
    s, w, mu = ball(s), ball(w), ball(mu)
    for step in range(STEPS):
        if in_trap(s, w, mu, target, trap):
            return step
        s, w = modes_map(s, w, mu)
        if not (s.is_finite() and w.is_finite()) or s.rad() > 1 or w.rad() > 1:
            return None
    return None
