"""The saboteur: a proof that survives a damaged formula proves nothing.

Every operation of an identity is done wrong, one at a time and in several ways, inside the algebra of each engine.  A
damage counts when it changes the statement, which integers mod p decide and neither engine does; both engines must then
reject it.
"""
from dataclasses import dataclass
from fractions import Fraction
import operator

from numerics.algebra import Algebra

from .engines import EXACT, Vacuous, engine
from .engines import residues

RIGHT = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv,
    "power": operator.pow, "neg": lambda x, _: -x,
}
WRONG = {
    "add": {"sign": lambda x, y: x - y, "drop right": lambda x, y: x + 0*y, "drop left": lambda x, y: y + 0*x,
            "coefficient": lambda x, y: x + 2*y},
    "sub": {"sign": lambda x, y: x + y, "drop right": lambda x, y: x + 0*y, "coefficient": lambda x, y: x - 2*y,
            "swap": lambda x, y: y - x},
    "mul": {"sign": lambda x, y: -(x*y), "drop right": lambda x, y: x + 0*y, "coefficient": lambda x, y: 2*(x*y),
            "exponent": lambda x, y: x*x*y, "add": lambda x, y: x + y},
    "div": {"sign": lambda x, y: -(x/y), "coefficient": lambda x, y: 2*(x/y), "multiply": lambda x, y: x*y},
    "power": {"exponent": lambda x, n: x**(n + 1), "sign": lambda x, n: -x**n},
    "neg": {"sign": lambda x, _: x},
}
ENOUGH = 12   # fewer damages than this need a written reason


@dataclass
class Fault:
    """Counts operations and does operation `index` wrong in the way `how`; with index None it only counts."""
    index: int | None = None
    how: str = ""

    def __post_init__(self):
        self.kinds = []

    def apply(self, kind, x, y):
        self.kinds.append(kind)
        if len(self.kinds) - 1 == self.index:
            return WRONG[kind][self.how](x, y)
        return RIGHT[kind](x, y)


class Spoiled(Algebra):
    """An element of any algebra whose operations pass through a `Fault`."""
    __slots__ = "inner", "fault"
    rank = 1

    def __init__(self, inner, fault):
        self.inner, self.fault = inner, fault

    def constant(self, x):
        return Spoiled(Fraction(x) if isinstance(x, int) else x, self.fault)

    def _apply(self, kind, other):
        return Spoiled(self.fault.apply(kind, self.inner, other), self.fault)

    def add(self, other):
        return self._apply("add", other.inner)

    def sub(self, other):
        return self._apply("sub", other.inner)

    def mul(self, other):
        return self._apply("mul", other.inner)

    def div(self, other):
        return self._apply("div", other.inner)

    def neg(self):
        return self._apply("neg", None)

    def power(self, n):
        return self._apply("power", n)


@dataclass(frozen=True)
class Damage:
    """How an identity stood up: damages tried, those that change the statement, and those an engine let pass."""
    tried: int
    changed: int
    survivors: tuple[str, ...]

    @property
    def rejected(self):
        return self.changed - len(self.survivors)


def sabotage(identity, engines=EXACT) -> Damage:
    """Damage every operation of `identity` in every way, and see whether each of `engines` rejects it."""
    at = residues.points(identity)
    count = Fault()
    if residues.differs(identity, at, count):
        raise ValueError(f"{identity.name} fails mod {at[0]} without any damage")
    tried, changed, survivors = 0, 0, []
    for index, kind in enumerate(count.kinds):
        for how in WRONG[kind]:
            tried += 1
            if not residues.differs(identity, at, Fault(index, how)):
                continue
            changed += 1
            passed = [name for name in engines if survives(identity, name, Fault(index, how))]
            if passed:
                survivors.append(f"operation {index} ({kind}, {how}) passes {' and '.join(passed)}")
    return Damage(tried, changed, tuple(survivors))


def survives(identity, name, fault) -> bool:
    try:
        return engine(name).decide(identity, fault)
    except (ZeroDivisionError, Vacuous):
        return False
