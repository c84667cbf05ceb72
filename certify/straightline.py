"""Straight-line programs: a formula, recorded once, becomes plain ball operations without repeats.

Running a formula of `numerics.maps` on `Term` records its operations.  Equal subexpressions are one node, exact
constants are folded, and what the outputs do not need is dropped; derivatives come from `numerics.algebra.jacobian`
over the same terms.  The recorded program is compiled to a Python function whose only operations are those of
`flint.arb`: at thousands of bits a product costs far more than anything else, so e**3 + (mu - 2)*e**2 + (1 - 2*mu)*e
at mu = 19/10 becomes one square, one product and a few products with small integers.
"""
from fractions import Fraction

from flint import arb, fmpq

from numerics.algebra import Algebra


class Term(Algebra):
    """An element of the recording algebra: an exact constant (`value`) or a node of a program (`name`, `tape`).

    Besides the operators of every algebra a node has a `mid` and a `rounding`.
    """
    __slots__ = "tape", "name", "value"

    def __init__(self, tape, name=None, value=None):
        self.tape, self.name, self.value = tape, name, value

    def constant(self, x):
        return Term(self.tape, value=Fraction(x))

    def add(self, other):
        if self.value is not None and other.value is not None:
            return self.constant(self.value + other.value)
        if self.value == 0:
            return other
        return self if other.value == 0 else self.tape.node("+", self, other)

    def sub(self, other):
        if self.value is not None and other.value is not None:
            return self.constant(self.value - other.value)
        if self.value == 0:
            return other.neg()
        return self if other.value == 0 else self.tape.node("-", self, other)

    def neg(self):
        return self.mul(self.constant(-1))

    def mul(self, other):
        if self.value is not None and other.value is not None:
            return self.constant(self.value*other.value)
        if other.value is not None:
            self, other = other, self
        if self.value is not None and self.value in (0, 1):
            return other if self.value else self
        return self.tape.node("*", self, other)

    def mid(self):
        """The midpoint, a ball without radius."""
        return self.tape.node("mid", self, self)

    def rounding(self):
        """x - x.mid(), a ball about 0."""
        return self.tape.node("rounding", self, self)

    def div(self, other):
        if other.value is not None:
            return self.mul(self.constant(1/other.value))
        return self.tape.node("/", self, other)


class Tape:
    """The nodes of one program, each written once: name -> (operation, left, right)."""

    def __init__(self):
        self.nodes, self._names = {}, {}

    def node(self, operation, left, right):
        if operation in ("+", "*") and left.value is None and right.value is None and right.name < left.name:
            left, right = right, left
        key = operation, left.name, left.value, right.name, right.value
        if key not in self._names:
            self._names[key] = f"t{len(self._names)}"
            self.nodes[self._names[key]] = operation, left, right
        return Term(self, self._names[key])


class Recurrence:
    """The compiled recurrence (state, row) -> outputs, the first of which are the next state.

    formula   called with `state + row` terms; returns at least `state` elements
    exact     whether the state has no radius: then it is squared as x**2, which is a third faster than x*x at
              thousands of bits but NaN for a ball about 0 (flint 3.6)

    `bind()` encloses the constants at the working precision and returns run(state, rows), which gives the outputs after
    each row, computed at the working precision of that call.  For a state without rows: run(state, repeat((), steps)).
    Guarantee: certified (each operation is one of arb's, on exact constants or their enclosures).
    """

    def __init__(self, formula, state, row=0, exact=False):
        self.tape, self._lines, self._constants = Tape(), [], {}
        names = [f"x{i}" for i in range(state + row)]
        self._known, self._squares = set(names), set(names[:state]) if exact else set()

        image = formula(*(Term(self.tape, name) for name in names))
        outputs = [self._operand(y if isinstance(y, Term) else Term(self.tape, value=Fraction(y))) for y in image]
        listed = ", ".join

        self.source = "\n".join([
            f"def bind({listed(self._constants.values())}):",
            "    def run(state, rows):",
            f"        {listed(names[:state])}, = state",
            "        results = []",
            f"        for ({listed(names[state:])}{',' if row else ''}) in rows:",
            *(f"            {line}" for line in self._lines),
            f"            results.append(({listed(outputs)},))",
            f"            {listed(names[:state])}, = {listed(outputs[:state])},",
            "        return results",
            "    return run"])
        scope = {"unit": arb(0, 1)}
        exec(self.source, scope)
        self._bind = scope["bind"]

    def bind(self):
        return self._bind(*(arb(fmpq(c.numerator, c.denominator)) for c in self._constants))

    def _constant(self, value):
        return self._constants.setdefault(value, f"c{len(self._constants)}")

    def _operand(self, term):
        """The name of `term` in the source, after the lines that compute it."""
        if term.value is not None:
            return self._constant(term.value)
        if term.name not in self._known:
            self._known.add(term.name)
            self._lines.append(f"{term.name} = {self._operation(*self.tape.nodes[term.name])}")
        return term.name

    def _operation(self, operation, left, right):
        if operation == "*" and left.value is not None:
            return self._scaled(self._operand(right), left.value)
        left, right = self._operand(left), self._operand(right)
        if operation == "mid":
            return f"{left}.mid()"
        if operation == "rounding":
            return f"unit*{left}.rad()"
        if operation == "*" and left == right and left in self._squares:
            return f"{left}**2"
        return f"{left} {operation} {right}"

    def _scaled(self, name, factor):
        """factor * name by products and quotients with integers, which cost little at any precision."""
        numerator, denominator = factor.numerator, factor.denominator
        text = {1: name, -1: f"-{name}"}.get(numerator) or f"{name}*{self._constant(Fraction(numerator))}"
        return text if denominator == 1 else f"{text}/{self._constant(Fraction(denominator))}"
