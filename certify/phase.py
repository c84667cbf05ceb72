"""What training does at one effective step size mu: the phase, the attracting cycle, and the entropy.

The phases in the paper's words, on the balanced line w = 0, and what proves each:

monotone    0 < mu <= 2 sqrt 2 - 2, decided exactly: |F_mu(e)| <= |e| on [-mu, 2], and almost every e converges to 0
catapult    2 sqrt 2 - 2 < mu <= 1, exactly: the error can grow in one step, and almost every e converges to 0
periodic    mu > 1, entropy 0, and almost every e converges to a proved attracting cycle; for 1 < mu <= sqrt 5 - 1,
            decided exactly, to the two-cycle
chaotic     the topological entropy is proved positive: Li-Yorke chaos.  An attracting cycle may be proved beside it (a
            periodic window): then almost every e converges to it, after a chaotic transient
divergent   mu > 2, exactly: almost every e diverges
undecided   none of these is proved
"""
from dataclasses import dataclass
from fractions import Fraction

from certify.balls import BadInput, exact
from certify.cycles import attracting_cycle
from certify.entropy import Entropy, entropy
from certify.kneading import critical_point
from certify.phase_diagram import PhaseDiagram, phase_diagram   # noqa: F401  (offered from here as well)
from certify.shooting import Cycle
from numerics.maps import balanced_map

MONOTONE, CATAPULT, PERIODIC, CHAOTIC, DIVERGENT, UNDECIDED = (
    "monotone", "catapult", "periodic", "chaotic", "divergent", "undecided")


@dataclass(frozen=True)
class Phase:
    """What is proved about the balanced map at `mu`.

    regime    one of the words above;  why: what proves it
    cycle     the attracting cycle (`certify.shooting.Cycle`, with both multipliers), or None;  attraction: what is known
              of it, in words
    entropy   `certify.entropy.Entropy`, two-sided; None for mu > 2, where the interval [-mu, 2] is lost
    """
    mu: Fraction
    regime: str
    why: str
    cycle: Cycle | None
    attraction: str
    entropy: Entropy | None


def phase(mu, digits=20):
    """The phase of training at the effective step size `mu`, an exact number > 0, with entropy and cycle to `digits` digits.

    Raises BadInput for mu <= 0, a float, or digits < 1.  Guarantee (certified): thresholds are compared exactly; a
    cycle has exactly the period it is given, or is not given at all.  Source: large-step paper, Theorem 3.7 (amended:
    almost every starting point), basin theorem (B), (C); entropy notes, sections 7 and 8.
    """
    mu = exact(mu, "mu")
    if isinstance(digits, bool) or not isinstance(digits, int) or digits < 1:
        raise BadInput(f"digits = {digits!r}: write an integer, 1 or more")
    if mu <= 0:
        raise BadInput(f"mu = {mu} is not a step size: write a number above 0")
    if mu > 2:
        return Phase(mu, DIVERGENT, _divergence(mu), None, "no attracting cycle: almost every e diverges", None)
    h = entropy(mu, digits)
    found = attracting_cycle(mu, max(digits, 30)) if mu not in (1, 2) else None     # neutral; none, as every cycle repels
    cycle = found if isinstance(found, Cycle) else None
    return Phase(mu, *_regime(mu, cycle, h), cycle, _attraction(mu, cycle), h)


def _regime(mu, cycle, h):
    if (mu + 2)**2 <= 8:
        return MONOTONE, "mu <= 2 sqrt 2 - 2, as (mu + 2)^2 <= 8"
    if mu <= 1:
        return CATAPULT, "2 sqrt 2 - 2 < mu <= 1, as (mu + 2)^2 > 8"
    if h.lower > 0:
        return CHAOTIC, "the entropy is proved positive" + (
            f"; a periodic window: an attracting cycle of period {cycle.period} is proved as well" if cycle else "")
    if (mu + 1)**2 <= 5:
        return PERIODIC, "1 < mu <= sqrt 5 - 1, as (mu + 1)^2 <= 5: the two-cycle attracts almost every e"
    if cycle and h.upper == 0:
        return PERIODIC, f"the entropy is 0 and an attracting cycle of period {cycle.period} is proved"
    return UNDECIDED, ("the entropy is proved 0" if h.upper == 0 else "the entropy is not proved positive") + (
        f", an attracting cycle of period {cycle.period} is proved" if cycle else ", no attracting cycle is proved")


def _attraction(mu, cycle):
    if cycle:
        what = "the fixed point e = 0" if cycle.period == 1 else f"a cycle of period {cycle.period}"
        return f"{what} attracts almost every e in [-mu, 2]"
    if mu == 1:
        return "the fixed point e = 0 is neutral (multiplier -1) and weakly attracting: almost every e converges to it"
    if mu == 2:
        return "no attracting cycle: every cycle repels"
    return "no attracting cycle is proved"


def _divergence(mu):
    """Both critical points of the double cover escape, so that the set of bounded orbits is null; decided exactly."""
    excess = balanced_map(critical_point(mu), mu) - 2
    assert excess > 0
    return f"mu > 2: the critical value F_mu(c) = 2 + {excess} lies beyond 2, so that almost every orbit diverges"
