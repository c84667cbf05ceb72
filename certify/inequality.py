"""Prove an inequality on a box by branch and bound: polynomials exactly, anything else in balls.

`prove(f, box, relation)` bisects the box until one of these forms settles each piece, or a witness refutes it:

    factored     f is a product (over Q): the sign of each factor; even powers need none where equality is allowed
    bernstein    f is a polynomial: its Bernstein coefficients on the piece, exact
    natural      f on the ball of the piece
    mean value   f(m) + sum of d_i f(X) (X_i - m_i), derivatives by dual numbers
    monotone     a derivative has one sign on the piece: only the face where f is least remains
    contact      f vanishes to a known order k on x_i = v (checked in exact algebra), so that f = (x_i - v)^k times the
                 k-th derivative over k! at a point between: the sign of that derivative settles pieces at the contact,
                 where every other form must fail

Search (which axis, which form first) is free; each piece is settled by one comparison of balls or of integers.
Source: Moore; Garloff; Munoz and Narkawicz (J. Autom. Reasoning 51, 2013).  Guarantee: exact or certified.
"""
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
import inspect
import re

from certify.balls import BadInput, exact
from certify.charts import Composed, charts
from certify.outcomes import Proved, Refuted, Undecided
from certify.pieces import BallPiece, BernsteinPiece, contact_holds, refutes, settle, value_at
from certify.polynomials import factors, polynomial, refuse_floats
from certify.progress import drive
from certify.witness import low_points

METHODS = "auto", "factored", "bernstein", "natural", "mean value"
_RELATION = re.compile(r"\s*(<=|>=|<|>)\s*(.*?)\s*")


@dataclass(frozen=True)
class Problem:
    """f > 0 (or f >= 0, where not `strict`) on every point of a box at which all of `where` are >= 0."""
    f: object
    strict: bool
    bits: int
    method: str
    where: tuple = ()
    contacts: tuple = ()

    def piece(self, box):
        return (BernsteinPiece if self.method == "bernstein" else BallPiece)(self, box)


def prove(f, box, relation, *, method="auto", where=(), contacts=(), bits=64, budget=100_000, jobs=1, executor=None,
          progress=None, resume=None):
    """Prove or refute ``f(x) relation`` for every x in `box`.

    f         a formula in ``+ - * / **``, integers and `certify.elementary`; differentiable where the box lets it be
    box       pairs (low, high), one for each argument in order, or a dict from argument names to pairs; exact numbers.
              For a polynomial a pair may be (None, None), (low, None), (None, high): a whole line, or half of one
    relation  "> 0", ">= -3.4", "< 1/2", "<= 0"
    method    "auto", or one of `METHODS`
    where     formulas that are >= 0 on the part of the box that counts
    contacts  triples (argument, value, order): f vanishes there to that order, identically in the other arguments.
              A strict relation then means: strict off the contacts (where f is 0)
    budget    most boxes to examine      bits  working precision
    jobs, executor, progress  see `certify.progress.drive`; an interruption (Ctrl-C) returns `Undecided`
    resume    the `Undecided` of an earlier call with the same f, box and relation: go on from what it left

    Returns `Proved`, `Refuted` (an exact witness, checked by exact evaluation where f is rational and in balls
    otherwise) or `Undecided` (a box and the reason).  Raises BadInput.
    """
    names, pairs = _pairs(box, f)
    contacts = tuple(_contact(contact, names, len(pairs)) for contact in contacts)
    sense, bound, strict = _relation(relation)
    if method not in METHODS:
        raise BadInput(f"method = {method!r}: one of {', '.join(METHODS)}")
    if isinstance(budget, bool) or not isinstance(budget, int) or budget < 1:
        raise BadInput(f"budget = {budget!r}: the number of boxes allowed is an integer, 1 or more")
    for formula in (f, *where):
        refuse_floats(formula, len(pairs), getattr(formula, "__name__", "f"))
    goal = Shifted(f, sense, bound)
    problem = Problem(goal, strict, bits, method, tuple(where), contacts)
    statement = sense, bound, strict, pairs
    if resume is not None:
        if getattr(resume, "status", None) != "undecided" or not resume.remaining or resume.remaining[0] != statement:
            raise BadInput("resume: give the `Undecided` that prove returned for the same box and relation")
        resume = resume.remaining[1]
    run = _Run(budget, jobs, executor, progress)
    p = polynomial(goal, len(pairs)) if method in ("auto", "factored", "bernstein") and not contacts else None
    if p is None:
        outcome = _prove_balls(problem, pairs, run, resume)
    else:
        outcome = _prove_polynomial(problem, p, pairs, run, resume)
    return _presented(outcome, names, f, bits, statement)


@dataclass(frozen=True)
class Shifted:
    """sense*(f - bound), so that every relation becomes "> 0" or ">= 0"."""
    f: object
    sense: int
    bound: Fraction

    def __call__(self, *x):
        value = self.f(*x)
        value = Fraction(value) if isinstance(value, int) else value
        if self.bound:
            value = (value*self.bound.denominator - self.bound.numerator)/self.bound.denominator
        return value if self.sense > 0 else -value


# --- polynomials --------------------------------------------------------------------------------------------------

def _prove_polynomial(problem, p, pairs, run, resume):
    """Chart by chart where the box is unbounded, factor by factor where that is allowed and helps."""
    outcomes = []
    parts = charts(p, pairs)
    if len(parts) > 1 and resume is not None:
        raise BadInput("resume: a proof on an unbounded box cannot be resumed; raise budget instead")
    for q, chart, back in parts:
        where = tuple(Composed(g, back) for g in problem.where) if back else problem.where
        piece = replace(problem, f=q, method="bernstein", where=where)
        outcome = None
        if problem.method in ("auto", "factored") and resume is None:
            outcome = _prove_factors(piece, chart, run)
        if outcome is None:
            if problem.method == "factored":
                return Undecided("the polynomial does not factor over the rationals into factors of one sign", pairs)
            outcome = _search(piece, chart, run, resume)
        if outcome.status == "refuted" and back:
            witness = next((x for x in back.points(outcome.witness) if refutes(problem, x) is not None), None)
            if witness is None:
                return Undecided("the sign at infinity decides nothing", outcome.witness, outcome.boxes)
            outcome = replace(outcome, witness=witness)
        if outcome.status != "proved":
            return outcome
        outcomes.append(replace(outcome, margin=Fraction(0)) if back else outcome)
    return _joined(outcomes)


def _prove_factors(problem, box, run):
    """The product from the signs of its factors; None where that does not work out."""
    p = problem.f
    constant, found = factors(p, len(box)) if p.terms else (Fraction(0), [])
    if constant == 0 or len(found) < 2 and all(multiplicity == 1 for _, multiplicity in found):
        return None
    centre = tuple((low + high)/2 for low, high in box)
    positive, outcomes, margin = constant > 0, [], abs(constant)
    for factor, multiplicity in found:
        if multiplicity % 2 == 0 and not problem.strict:
            margin = Fraction(0)
            continue
        sense = 1 if factor(*centre) >= 0 else -1
        goal = replace(problem, f=polynomial(Shifted(factor, sense, Fraction(0)), len(box)))
        outcome = _search(goal, box, replace(run, budget=max(run.budget//4, 1)), None)
        if getattr(outcome, "interrupted", False):
            return replace(outcome, box=box, proved=Fraction(0), remaining=((0, box),))   # of the product, nothing yet
        if outcome.status != "proved":
            return None
        positive ^= sense < 0 and multiplicity % 2 == 1
        margin *= outcome.margin**multiplicity
        outcomes.append(outcome)
    if not positive:
        return None
    if not outcomes:
        return Proved(1, 0, margin, None, (("factored", 1),))
    joined = _joined(outcomes)
    return replace(joined, margin=margin, forms=(("factored", len(found)),) + joined.forms)


# --- balls --------------------------------------------------------------------------------------------------------

def _prove_balls(problem, pairs, run, resume):
    if any(end is None for pair in pairs for end in pair):
        raise BadInput("box: only a polynomial inequality can be proved on an unbounded box; give both ends")
    if problem.method in ("factored", "bernstein"):
        raise BadInput(f"method = {problem.method!r} is for polynomials without contacts: use \"auto\"")
    for contact in problem.contacts:
        if not contact_holds(problem.f, len(pairs), contact):
            return Undecided(f"f is not proved to vanish to order {contact[2]} on argument {contact[0]} = {contact[1]}",
                             pairs)
    return _search(problem, pairs, run, resume)


# --- search -------------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class _Run:
    budget: int
    jobs: int
    executor: object
    progress: object


def _search(problem, box, run, resume):
    start = list(resume) if resume is not None else [(0, tuple(box))]
    whole = sum(Fraction(1, 2**depth) for depth, _ in start)
    tally = drive(settle, problem, start, run.budget, run.jobs, run.executor, run.progress)
    done = 1 - whole + tally.settled
    bits = None if problem.method == "bernstein" else problem.bits
    if tally.refutation:
        witness, value = tally.refutation
        return Refuted(witness, value, tally.boxes)
    if not tally.open and not tally.stuck:
        if tally.margin is None:
            return Undecided("no point of the box meets the hypotheses in `where`: the statement is empty", box)
        if not tally.interrupted and tally.settled != whole:
            raise ArithmeticError(f"boxes of total weight {tally.settled} of {whole} were settled")
        forms = tuple(sorted(tally.forms.items()))
        return Proved(tally.boxes, tally.depth, tally.margin, bits, forms, problem.contacts)
    if not tally.interrupted:
        for point in low_points(problem.f, box):
            if (value := refutes(problem, point)) is not None:
                return Refuted(point, value, tally.boxes)
    stuck = [(depth, piece) for depth, piece, _ in tally.stuck]
    remaining = tuple(tally.open + stuck)
    if tally.interrupted:
        reason = f"interrupted after {tally.boxes} boxes"
    elif tally.failure:
        reason = tally.failure
    elif tally.open and tally.boxes >= run.budget:
        reason = f"the budget of {run.budget} boxes is spent"
    else:
        return Undecided(tally.stuck[0][2], stuck[0][1], tally.boxes, done, bits, remaining)
    return Undecided(reason, max(remaining)[1], tally.boxes, done, bits, remaining)


def _joined(outcomes):
    forms = {}
    for outcome in outcomes:
        for form, count in outcome.forms:
            forms[form] = forms.get(form, 0) + count
    bits = [outcome.bits for outcome in outcomes if outcome.bits is not None]
    return Proved(sum(o.boxes for o in outcomes), max(o.depth for o in outcomes), min(o.margin for o in outcomes),
                  max(bits, default=None), tuple(sorted(forms.items())), outcomes[0].equality)


# --- input --------------------------------------------------------------------------------------------------------

def _relation(relation):
    match = _RELATION.fullmatch(relation) if isinstance(relation, str) else None
    if not match:
        raise BadInput(f"relation = {relation!r}: write \"> 0\", \">= -3.4\", \"< 1/2\" or \"<= 0\"")
    return 1 if match[1][0] == ">" else -1, exact(match[2], "the right side of relation"), len(match[1]) == 1


def _pairs(box, f):
    """(names or None, tuple of pairs of Fractions or None) in the order of the arguments of `f`."""
    names = None
    if isinstance(box, Mapping):
        names = tuple(inspect.signature(f).parameters)
        if set(names) != set(box):
            raise BadInput(f"box: the arguments of {getattr(f, '__name__', 'f')} are {', '.join(names)}, "
                           f"the box names {', '.join(map(str, box))}")
        box = [box[name] for name in names]
    pairs = []
    for i, pair in enumerate(box):
        name = f"box[{names[i] if names else i}]"
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise BadInput(f"{name} = {pair!r}: write a pair (low, high)")
        low, high = (None if end is None else exact(end, name) for end in pair)
        if low is not None and high is not None and low > high:
            raise BadInput(f"{name} = {pair!r} is empty: write (low, high) with low <= high")
        pairs.append((low, high))
    if not pairs:
        raise BadInput("box: at least one pair (low, high)")
    return names, tuple(pairs)


def _contact(contact, names, count):
    try:
        argument, value, order = contact
    except (TypeError, ValueError):
        raise BadInput(f"contacts: {contact!r} is not a triple (argument, value, order)") from None
    index = names.index(argument) if names and argument in names else argument
    if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < count:
        raise BadInput(f"contacts: {argument!r} names no argument")
    if isinstance(order, bool) or not isinstance(order, int) or order < 1:
        raise BadInput(f"contacts: the order {order!r} is an integer, 1 or more")
    return index, exact(value, "the value of a contact"), order


def _presented(outcome, names, f, bits, statement):
    """Points and boxes by argument name where the caller named them, and the value of f itself at a witness."""
    def by_name(point):
        return dict(zip(names, point)) if names and point is not None else point

    if outcome.status == "refuted":
        value = value_at(f, outcome.witness, bits)
        return replace(outcome, witness=by_name(outcome.witness), value=value, reason=f"the value there is {value}")
    if outcome.status == "undecided":
        remaining = (statement, outcome.remaining) if outcome.remaining else ()
        return replace(outcome, box=by_name(outcome.box), remaining=remaining)
    return replace(outcome, equality=tuple((names[i] if names else i, value, order)
                                           for i, value, order in outcome.equality))
