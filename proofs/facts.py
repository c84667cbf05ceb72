"""What a result says about itself beyond its verdict: margin, boxes, precision, and how far it lay from its threshold.

Certified results are read as they are; a seeded run is shown to its condition as numbers that remember every comparison.
"""
from dataclasses import fields, is_dataclass
from fractions import Fraction
from numbers import Real

from flint import arb


def leaves(result):
    """Every named value in a result: (name, value), through tuples, lists, dicts and dataclasses."""
    if is_dataclass(result):
        for f in fields(result):
            value = getattr(result, f.name)
            yield f.name, value
            yield from leaves(value)
    elif isinstance(result, (tuple, list, dict)):
        for value in result.values() if isinstance(result, dict) else result:
            yield from leaves(value)
    elif isinstance(result, arb):
        yield "ball", result


def of_certified(result) -> dict:
    """boxes (all together), bits (the least), margin (the least that is positive, exact), radius (the largest of a ball)."""
    found = {}
    for name, value in leaves(result):
        found.setdefault(name, []).append(value)
    boxes, bits = found.get("boxes", []), [b for b in found.get("bits", []) if b]
    margins = [m for m in found.get("margin", []) if isinstance(m, Fraction) and m > 0]
    radii = [float(b.rad()) for b in found.get("ball", []) if b.is_finite()]
    return ({"boxes": sum(boxes)} if boxes and all(type(b) is int for b in boxes) else {}) | (
        {"bits": min(bits)} if bits else {}) | ({"margin": str(min(margins))} if margins else {}) | (
        {"radius": max(radii)} if radii else {})


class Measured(float):
    """A measured number that notes its relative distance from whatever it is compared with.

    Numbers computed from it are measured too.  Two numbers of the result itself, compared with each other as `max` does,
    are not: neither is a threshold.
    """
    __slots__ = ("seen", "derived")

    def __new__(cls, value, seen, derived=False):
        new = super().__new__(cls, value)
        new.seen, new.derived = seen, derived
        return new

    def note(self, other):
        raw = isinstance(other, Measured) and not (self.derived or other.derived)
        if isinstance(other, Real) and not raw:
            mine, theirs = float(self), float(other)
            self.seen.append(abs(mine - theirs)/(max(abs(mine), abs(theirs)) or 1.0))

    __hash__ = float.__hash__


def _compared(name):
    plain = getattr(float, name)

    def compare(self, other):
        self.note(other)
        return plain(self, other)
    return compare


def _computed(name):
    plain = getattr(float, name)

    def compute(self, *others):
        value = plain(self, *others)
        return Measured(value, self.seen, True) if isinstance(value, float) else value
    return compute


for _name in ("__lt__", "__le__", "__gt__", "__ge__"):
    setattr(Measured, _name, _compared(_name))
for _name in ("add", "sub", "mul", "truediv", "pow", "radd", "rsub", "rmul", "rtruediv", "rpow"):
    setattr(Measured, f"__{_name}__", _computed(f"__{_name}__"))
for _name in ("__neg__", "__abs__"):
    setattr(Measured, _name, _computed(_name))


def measured(result, seen):
    """The result with every float in its tuples, lists and dicts replaced by a `Measured` that notes in `seen`."""
    if type(result) is float:
        return Measured(result, seen)
    if type(result) in (tuple, list):
        return type(result)(measured(x, seen) for x in result)
    if type(result) is dict:
        return {name: measured(x, seen) for name, x in result.items()}
    return result


def of_run(result, shows) -> tuple[bool, dict]:
    """Whether the condition holds, and the least relative distance at which a measured number met its threshold."""
    seen = []
    verdict = bool(shows(measured(result, seen)))
    return verdict, {"slack": min(seen)} if seen else {}
