"""What a proof attempt returns: proved, refuted with a witness, or undecided with the reason.

None of them has a truth value: ``if prove(...)`` would take "undecided" for something.  Ask for ``.status``.
"""
from dataclasses import dataclass, field
from fractions import Fraction


class Outcome:
    @property
    def verdict(self):
        """True, False or None (undecided)."""
        return {"proved": True, "refuted": False}.get(self.status)

    def __bool__(self):
        raise TypeError(f"an outcome is neither true nor false, it is {self.status!r}: compare .status")


@dataclass(frozen=True)
class Proved(Outcome):
    """The statement holds.

    boxes   boxes examined                  margin  the inequality holds with at least this much room (exact)
    depth   most bisections to any box      bits    working precision; None where all arithmetic was exact
    forms   how many boxes each form of evaluation settled
    equality   the sets on which equality is attained, where a proof divided by them; elsewhere it is strict
    """
    boxes: int
    depth: int
    margin: Fraction
    bits: int | None
    forms: tuple = ()
    equality: tuple = ()
    status: str = field(default="proved", init=False)


@dataclass(frozen=True)
class Refuted(Outcome):
    """The statement is false at `witness`, an exact point; `value` (a Fraction, or a ball) shows it."""
    witness: object
    value: object
    boxes: int = 0
    reason: str = ""
    status: str = field(default="refuted", init=False)


@dataclass(frozen=True)
class Undecided(Outcome):
    """Neither: `box` is where the attempt stopped and `reason` why.

    `proved` is the share of the domain that is settled; `remaining` what is not, for ``resume=`` to take up.
    """
    reason: str
    box: object = None
    boxes: int = 0
    proved: Fraction = Fraction(0)
    bits: int | None = None
    remaining: object = field(default=(), repr=False)
    status: str = field(default="undecided", init=False)

    @property
    def interrupted(self):
        return self.reason.startswith("interrupted")
