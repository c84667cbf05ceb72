"""Covering a parameter interval with balls, from one end to the other, until a ball proves nothing."""
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Subdivision:
    """[low, high] up to `reached` was covered; `kinds` counts the leaves by what settled them.

    `complete`: all of it was; otherwise `why` names the budget, the place without a proof, or the interruption.
    """
    reached: Fraction
    kinds: dict
    tried: int
    complete: bool
    why: str

    @property
    def leaves(self):
        return sum(self.kinds.values())


def subdivide(low, high, settles, *, from_right, budget, narrowest):
    """Bisect [low, high] until `settles(start, end)` names what proves each part; "" where nothing does.

    Works from the right or from the left end.  Ends early, keeping what is proved, when `budget` parts were tried, when a
    part is narrower than `narrowest`, and on KeyboardInterrupt.
    """
    todo, reached, kinds, tried = [(low, high)], high if from_right else low, {}, 0
    try:
        while todo:
            start, end = todo.pop()
            if tried == budget or end - start < narrowest:
                why = "the budget of balls" if tried == budget else f"no proof near mu = {start}"
                return Subdivision(reached, kinds, tried, False, why)
            tried += 1
            kind = settles(start, end)
            if kind:
                kinds[kind] = kinds.get(kind, 0) + 1
                reached = start if from_right else end
            else:
                middle = (start + end)/2
                halves = (start, middle), (middle, end)
                todo.extend(halves if from_right else halves[::-1])
    except KeyboardInterrupt:
        return Subdivision(reached, kinds, tried, False, "interrupted")
    return Subdivision(reached, kinds, tried, True, "covered")
