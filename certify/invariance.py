"""Invariant sets: an interval that a map keeps, or a function whose sign it keeps, for every parameter of a range.

Beyond the range the outcome is a witness: an exact point whose image leaves.  Source: large-step paper, Proposition
3.4, Lemma C.1 (the interval) and Corollary 4.2, Theorem 6.2 (iii) (the sign of D).  Guarantee: exact for polynomial
maps.
"""
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
import inspect

from certify.balls import BadInput, exact
from certify.inequality import prove
from certify.outcomes import Proved, Refuted, Undecided
from certify.polynomials import Polynomial, from_flint, generators
from numerics.maps import separatrix


@dataclass(frozen=True)
class Interval:
    """[low, high]; an end is an exact number or a formula of the parameter."""
    low: object
    high: object

    def ends(self, mu):
        """(low, high) in the algebra of `mu`."""
        return tuple(end(mu) if callable(end) else _constant(end, mu) for end in (self.low, self.high))


def _constant(value, mu):
    value = exact(value, "an end of the interval")
    return (0*mu + value.numerator)/value.denominator


@dataclass(frozen=True)
class SignOf:
    """The three sets where `function`, a formula of the point's coordinates and the parameter, is < 0, = 0 and > 0."""
    function: object


def _minus(mu):
    return -mu


ERROR_INTERVAL = Interval(_minus, 2)       # I_mu = [-mu, 2], for the balanced map
SEPARATRIX_SIDES = SignOf(separatrix)      # the ellipse D = 0 and its two sides, for the imbalance map


def invariant(map, set, mu, **options):
    """Does `map` carry `set` into itself, for every `mu` of a range?

    map      a formula of the coordinates and the parameter: `numerics.maps.balanced_map`, `imbalance_map`, ...
    set      an `Interval` (one coordinate), or `SignOf` a function D (any number; they range over all reals)
    mu       an exact number, or a pair (low, high) of them
    options  for `certify.inequality.prove`: budget, jobs, executor, progress

    `Interval`: the image of [low, high] lies in [low, high].  `SignOf`: D after the map has the sign of D; this is
    proved by exact division, D(map(x)) = q(x) D(x), and q > 0.  Returns `Proved`, `Refuted` whose witness names the
    coordinates, mu and the `image`, or `Undecided`.  Raises BadInput.
    """
    pair = tuple(mu) if isinstance(mu, (tuple, list)) else (mu, mu)
    if len(pair) != 2:
        raise BadInput(f"mu = {mu!r}: write an exact number or a pair (low, high)")
    pair = tuple(exact(end, "mu") for end in pair)
    if pair[0] > pair[1]:
        raise BadInput(f"mu = {mu!r} is empty: write (low, high) with low <= high")
    if isinstance(set, Interval):
        return _interval_kept(map, set, pair, options)
    if isinstance(set, SignOf):
        return _sign_kept(map, set.function, pair, options)
    raise BadInput(f"set = {set!r}: give an Interval or SignOf(function)")


# --- intervals ----------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Room:
    """How far the image of low + t (high - low) stays from one end: >= 0 where it stays inside."""
    map: object
    set: Interval
    above: bool

    def __call__(self, t, mu):
        low, high = self.set.ends(mu)
        image = self.map(low + t*(high - low), mu)
        return high - image if self.above else image - low


def _interval_kept(map, interval, pair, options):
    def length(mu):
        low, high = interval.ends(mu)
        return high - low

    if prove(length, [pair], ">= 0").status != "proved":
        raise BadInput("set: the interval is not proved to be one, low <= high, for every mu of the range")
    outcomes = []
    for above in (False, True):
        outcome = prove(Room(map, interval, above), [(0, 1), pair], ">= 0", **options)
        if outcome.status == "refuted":
            t, mu = outcome.witness
            low, high = interval.ends(mu)
            point = low + t*(high - low)
            image = map(point, mu)
            return Refuted({"e": point, "mu": mu, "image": image}, image, outcome.boxes,
                           f"the image {image} is {'above ' + str(high) if above else 'below ' + str(low)}")
        if outcome.status != "proved":
            return outcome
        outcomes.append(outcome)
    return Proved(sum(o.boxes for o in outcomes), max(o.depth for o in outcomes), min(o.margin for o in outcomes),
                  outcomes[0].bits, tuple(form for o in outcomes for form in o.forms))


# --- signs --------------------------------------------------------------------------------------------------------

def cofactor(map, function):
    """q with function(map(x)) = q(x) function(x), a `Polynomial` of the coordinates and the parameter, or None."""
    count = len(inspect.signature(function).parameters)
    *x, mu = generators(count)
    image = map(*x, mu)
    image = image if isinstance(image, tuple) else (image,)
    before, after = function(*x, mu), function(*image, mu)
    quotient, remainder = divmod(after.value, before.value)
    if remainder != 0 or quotient*before.value != after.value:
        return None
    return from_flint(quotient)


def _sign_kept(map, function, pair, options):
    q = cofactor(map, function)
    if q is None:
        return Undecided("the function after the map is not a multiple of the function")
    names = tuple(inspect.signature(function).parameters)
    used = [i for i in range(len(names) - 1) if q.degree(i)]
    kept = Polynomial(tuple((tuple(e[i] for i in (*used, len(names) - 1)), c) for e, c in q.terms))
    outcome = prove(kept, [(None, None)]*len(used) + [pair], "> 0", **options)
    if outcome.status != "refuted":
        return outcome
    fixed = dict(zip((*used, len(names) - 1), outcome.witness))
    free = [i for i in range(len(names)) if i not in fixed]
    for choice in product((Fraction(0), Fraction(1), Fraction(3), Fraction(-1)), repeat=len(free)):
        values = {**fixed, **dict(zip(free, choice))}
        *x, mu = [values[i] for i in range(len(names))]
        image = map(*x, mu)
        image = image if isinstance(image, tuple) else (image,)
        before, after = function(*x, mu), function(*image, mu)
        if before*after < 0 or (before != 0 and after == 0):
            witness = {**dict(zip(names, [*x, mu])), "image": image}
            return Refuted(witness, after, outcome.boxes, f"its sign goes from that of {before} to that of {after}")
    return Undecided("the factor is not positive, but no point was found at which the sign changes",
                     outcome.witness, outcome.boxes)
