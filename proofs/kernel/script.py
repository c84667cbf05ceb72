"""From evidence to Coq lemmas: statement and proof script of every Identity and Nonnegative, for any paper.

The statement is the recorded formula (`terms`).  The proof is ring or field; modulo relations, the difference of the two
sides is a combination of the relations, whose cofactors FLINT finds and the kernel multiplies out; of a Nonnegative, the
certificate is followed term by term.  Hypotheses come with a point that meets them (`witness`).
"""
from dataclasses import dataclass, field
from fractions import Fraction

from proofs.engines.flint import Quotient, elements
from proofs.identities import nested

from .ideal import cofactors
from .terms import Term, as_term, conjunction, factored, identifiers, number, plus, polynomial, quotient, times
from .point import NoPoint, Point, exists
from .search import real_point


@dataclass(frozen=True)
class Lemma:
    """A statement of Coq and its proof script."""
    name: str
    statement: str
    proof: tuple[str, ...]

    @property
    def text(self):
        steps = "\n".join(f"  {step}" for step in self.proof)
        return f"Lemma {self.name} : {self.statement}.\nProof.\n{steps}\nQed.\n"


class Factored(Quotient):
    """A quotient that knows the factors it was multiplied from: Coq's field asks for each factor of a divisor."""
    __slots__ = ("factors",)

    def _of(self, numerator, denominator, factors=()):
        result = Factored(numerator, denominator, self.divisors)
        result.factors = factors or (numerator,)
        return result

    def mul(self, other):
        return self._of(self.numerator*other.numerator, self.denominator*other.denominator,
                        (*self.factors, *other.factors))

    def div(self, other):
        self.divisors.extend(other.factors)
        return super().div(other)

    def power(self, n):
        if n < 0:
            return self.constant(1).div(self.power(-n))
        return self._of(self.numerator**n, self.denominator**n, self.factors if n else ())

    @staticmethod
    def elements(names):
        """The generators of Q(names), and the record of divisors."""
        plain, divisors = elements(names)
        return [Factored._of(x, x.numerator, x.denominator) for x in plain], divisors


@dataclass
class Context:
    """The variables of an identity in Coq and in FLINT, its relations and excluded divisors in both."""
    identity: object
    names: list[str] = field(init=False)

    def __post_init__(self):
        self.names = identifiers(self.identity.variables)
        self.terms = [Term(n) for n in self.names]
        self.values, self.divisors = Factored.elements(self.identity.variables)
        self.relations = [as_term(r) for r in self.identity.relations(self.terms)]
        self.relation_values = [self.value(r) for r in self.identity.relations(self.values)]
        self.excluded = [as_term(x) for x in self.identity.excluded(self.terms)]
        self.excluded_values = [self.value(x) for x in self.identity.excluded(self.values)]

    def value(self, x):
        return self.values[0] - self.values[0] + x

    @property
    def hypotheses(self):
        return [f"{r} = 0" for r in self.relations] + [f"{x} <> 0" for x in self.excluded]

    def binders(self, extra=()):
        """`forall` of the variables and of the hypotheses, `extra` first."""
        premises = "".join(f"{h} ->\n  " for h in (*extra, *self.hypotheses))
        return f"forall {' '.join(self.names)} : R,\n  {premises}"

    def introduction(self, extra=()):
        """The names of variables and hypotheses, and what does not vanish because of the latter."""
        labels = [*extra, *(f"Zero{i}" for i in range(len(self.relations))),
                  *(f"Nonzero{i}" for i in range(len(self.excluded)))]
        yield f"intros {' '.join([*self.names, *labels])}."
        yield from self.nonzero_facts()

    def nonzero_facts(self):
        """Every irreducible factor of an excluded divisor, and every divisor that was met, is not 0."""
        known = []
        for i, x in enumerate(self.excluded_values):
            _, factors = x.numerator.factor()
            for f, _ in factors:
                if f not in known:
                    known.append(f)
                    rest = quotient(x.numerator/f, x.denominator, self.names)
                    yield (f"assert (Factor{len(known)} : {polynomial(f, self.names)} <> 0) by (apply (factor_nonzero "
                           f"({self.excluded[i]}) _ ({rest}) Nonzero{i}); field; nonzero).")
        met = []
        for d in (*self.divisors, *(r.denominator for r in self.relation_values)):
            if not d.is_constant() and d not in met and d not in known:
                met.append(d)
                yield (f"assert (Divisor{len(met)} : {polynomial(d, self.names)} <> 0) by (apply (equal_nonzero _ "
                       f"({factored(d, self.names)})); [ring | nonzero]).")

    def equality(self, left, right, difference):
        """One tactic that proves the equality of two terms whose difference is the FLINT quotient given."""
        if not self.relations:
            return by_field(f"{left} = {right}")
        factors = cofactors(difference.numerator, [r.numerator for r in self.relation_values])
        parts, proofs = [], []
        for i, (q, r) in enumerate(zip(factors, self.relation_values)):
            if q != 0:
                parts.append(times(quotient(q*r.denominator, difference.denominator, self.names), self.relations[i]))
                proofs.append(f"apply multiple_vanishes; exact Zero{i}")
        if not parts:
            return by_field(f"{left} = {right}")
        total, vanishes = parts[0], proofs[0]
        for part, proof in zip(parts[1:], proofs[1:]):
            total, vanishes = plus(total, part), f"apply sum_vanishes; [{vanishes} | {proof}]"
        steps = by_field(f"{left} - ({right}) = {total}")
        return f"apply Rminus_diag_uniq; transitivity ({total}); [{steps} | {vanishes}]"


def by_field(equation):
    """The tactic for an equality of rational functions: ring where nothing is divided."""
    return "field; nonzero" if "/" in equation else "ring"


def each(tactics):
    """The proof of a conjunction from the proofs of its parts."""
    steps = []
    for tactic in tactics[:-1]:
        steps.append(f"split; [solve [{tactic}] |].")
    return [*steps, f"solve [{tactics[-1]}]."]


def of_identity(name, identity, fault=None):
    """The lemma of an identity, and that some real point meets its hypotheses, if it has any.

    With a `fault` the statement is the damaged one and the script that of the sound one: the kernel must refuse it.
    """
    context = Context(identity)
    sound = identity.equations(context.values)
    stated = [(as_term(l), as_term(r)) for l, r in identity.equations(context.terms, fault)]
    goal = conjunction([f"{l} = {r}" for l, r in stated])
    tactics = [context.equality(*sides, context.value(l) - r) for sides, (l, r) in zip(stated, sound)]
    proof = (*context.introduction(), *each(tactics))
    return [Lemma(name, context.binders() + goal, proof), *met(name, context)]


def met(name, context, point=None, signs=lambda elements: ()):
    """The lemma that a real point meets the relations, keeps off the divisors, and has positive `signs`."""
    identity = context.identity
    if not context.hypotheses and point is None:
        return []
    point = point or real_point(identity)
    elements, log = point.elements(context.names)
    expected = [*(("<", x) for x in signs(elements)), *(("=", r) for r in identity.relations(elements)),
                *(("<>", x) for x in identity.excluded(elements))]
    for relation, x in expected:
        holds = elements[0].lift(0) < x if relation == "<" else elements[0].lift(x).compare(relation, 0)
        if not holds:
            raise NoPoint(f"the point {point.coordinates} does not meet the hypotheses")
    return [Lemma(f"{name}__met", *exists(context.names, point, log))] if log else []


def of_nonnegative(name, evidence):
    """goal >= 0, or > 0, under the hypotheses, and that the point `at` meets them."""
    identity = evidence.identity
    context = Context(identity)
    goal, hypotheses, certificate = evidence.proof(*context.terms)
    goal_value, hypothesis_values, certificate_values = evidence.proof(*context.values)
    labels = {h: f"Sign{i}" for i, h in enumerate(hypotheses)}
    sign = "<" if evidence.strict else "<="
    premises = [f"0 {sign} {as_term(h)}" for h in hypotheses.values()]

    order = list(range(len(certificate)))
    if evidence.strict:
        order.sort(key=lambda i: not strictly_positive(certificate[i]))   # that term first
    total, signs, difference = None, "", context.value(goal_value)
    for rank, i in enumerate(order):
        term, tactic = certificate_term(certificate[i], hypotheses, labels, evidence.strict, evidence.strict and rank == 0)
        coefficient, used, base = certificate_values[i]
        value = context.value(coefficient)*base*base
        for h in used:
            value = value*hypothesis_values[h]
        difference = difference - value
        if total is None:
            total, signs = term, tactic
        else:
            total = plus(total, term)
            compatible = "Rplus_lt_le_0_compat" if evidence.strict else "Rplus_le_le_0_compat"
            signs = f"apply {compatible}; [{signs} | {tactic}]"
    goal = as_term(goal)
    proof = (*context.introduction(list(labels.values())), f"apply (by_value (fun x => 0 {sign} x) _ ({total})).",
             f"- {context.equality(goal, total, difference)}.", f"- {signs}.")
    statement = context.binders(premises) + f"0 {sign} {goal}"

    at = Point.of([evidence.at[n] for n in identity.variables])
    return [Lemma(name, statement, proof), *met(name, context, at, lambda x: evidence.proof(*x)[1].values())]


def strictly_positive(term):
    coefficient, _, base = term
    return isinstance(base, (int, Fraction)) and base != 0 and coefficient > 0


def certificate_term(term, hypotheses, labels, strict_hypotheses, strictly):
    """coefficient * base^2 * hypotheses as a term, and the tactic for its sign."""
    coefficient, used, base = term
    if isinstance(base, (int, Fraction)):
        text, tactic = number(Fraction(coefficient)*base*base), "lra"
    elif coefficient == 1:
        text, tactic = times(base, base), "apply square_nonnegative"
    else:
        text = times(number(coefficient), times(base, base))
        tactic = "apply Rmult_le_pos; [lra | apply square_nonnegative]"
    for h in used:
        text = times(text, as_term(hypotheses[h]))
        if strictly:
            tactic = f"apply Rmult_lt_0_compat; [{tactic} | exact {labels[h]}]"
        else:
            given = f"apply Rlt_le; exact {labels[h]}" if strict_hypotheses else f"exact {labels[h]}"
            tactic = f"apply Rmult_le_pos; [{tactic} | {given}]"
    return text, tactic


def named(numbers):
    """The entries of nested tuples under names of their own: x_0, x_1, ..."""
    for name, value in numbers.items():
        if isinstance(value, (tuple, list)):
            yield from named({f"{name}_{i}": v for i, v in enumerate(value)})
        else:
            yield name, value


def of_refutation(name, evidence):
    """That some real point, the witness, meets the hypotheses and breaks the statement, one comparison at a time.

    The statement is a Python function that returns a truth value; it is run on numbers that record their comparisons.
    The kernel proves each; that they make the statement false is Python's `and`, `or` and `not`.
    """
    entries = dict(named(evidence.at))
    point = Point.of(entries.values())
    names = identifiers(entries)
    elements, log = point.elements(names)
    waiting = iter(elements)
    witness = {n: nested(lambda _: next(waiting), v) for n, v in evidence.at.items()} | dict(evidence.counts)
    if evidence.given is not None and evidence.given(**witness) is not True:
        raise NoPoint("the witness does not meet the hypotheses")
    given = len(log)
    if evidence.statement(**witness) is not False:
        raise ValueError("the statement is not false at the witness")
    if len(log) == given:
        raise ValueError("the statement compares no numbers that the recorder sees")
    distinct = {c.text: c for c in log}
    return [Lemma(name, *exists(names, point, list(distinct.values())))]
