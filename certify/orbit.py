"""Certified orbits: every point of a long, even chaotic, orbit to a given number of digits.

The orbit is carried as an exact point x~ and a ball E about 0 with x - x~ in E.  One step is the mean-value theorem,

    F(x) - F(x~)  in  F'(x~ + E) E,

so the error grows by |F'| where a ball put through F would grow by the sum of the moduli of all its terms: at mu = 1.9
by 1.27 bits a step instead of 2.1 to 3.3.  As the error grows the points need fewer bits: the precision falls along
the orbit.  The growth along a short uncertified orbit predicts the bits to start with; when the result is too wide,
the orbit is computed again with the bits it was short of.
"""
from dataclasses import dataclass
from functools import partial
from itertools import groupby, islice

from flint import arb

from certify.balls import BadInput, at, ball, exact
from certify.straightline import Recurrence
from certify.verdicts import all_hold
from numerics.algebra import jacobian

ESCAPE = 10**9             # an orbit with a coordinate beyond this has escaped
GUARD = 20                 # bits by which rounding stays below the error
MOST_STEPS, MOST_DIGITS = 10**7, 10**6
ERROR_BITS = 64            # precision of the error's own arithmetic
SAMPLE, BLOCK = 512, 64    # least steps, and steps at a time, of the orbit that predicts the growth
UNIT = arb(0, 1)           # the ball [-1, 1]
EXACT, LOST = -10**9, 10**9


@dataclass(frozen=True)
class Orbit:
    """An orbit, enclosed; whatever the status, every entry of `points` is proved.

    status    "certified": all that was asked; "escaped": a coordinate exceeds 10^9 in modulus; "undecided"
    why       how it was proved, the step at which the orbit escaped, or what was missing
    points    ((k, (ball, ...)), ...): step 0, the steps asked for, and the last one certified; each ball contains the
              exact coordinate after k steps and has a radius below 10^-digits
    steps     how many steps are certified
    digits    decimals after the point that every entry of `points` has, at least as many as were asked for
    bits      the precision at the start;  restarts: how often it was raised
    """
    map: str
    start: tuple
    mu: object
    status: str
    why: str
    points: tuple
    steps: int
    digits: int
    bits: int
    restarts: int

    def __getitem__(self, step):
        """The enclosure of the point after `step` steps; KeyError when it was not kept (see `every`)."""
        return dict(self.points)[step]

    def confirms(self, step, *decimals):
        """Whether the coordinates after `step` steps, rounded to the decimals written ("0.123"), are these.

        True and False are proved; None is undecided: the enclosure is wider than the last place, or straddles a half.
        """
        verdicts = []
        for enclosure, text in zip(self[step], decimals, strict=True):
            places = len(text.partition(".")[2])
            off = at(64 + 8*len(text), lambda: abs(enclosure - ball(text, "the decimal"))*2*10**places)
            verdicts.append(True if off < 1 else False if off > 1 else None)
        return all_hold(verdicts)


def certified_orbit(map, start, mu, steps, digits, every=None, *, max_bits=2**22, progress=None):
    """The orbit of `start` under `map`, each point enclosed to `digits` decimals.

    map       a formula of `numerics.maps` that maps its coordinates to as many (product_map, imbalance_map,
              squares_map, normal_form, chebyshev, balanced_map, balanced_factor_map), or one of your own in
              + - * / ** and integers
    start     the exact coordinates: an int, a Fraction or a decimal string each; one alone for a scalar map
    mu        the exact parameter; a list of `steps` of them, one for each step; or None for a map without parameter
    steps     how many steps, 0 or more
    digits    decimals after the point, 1 or more
    every     keep the points of steps 0, every, 2 every, ... besides the first and the last
    max_bits  the budget: no run starts with more bits than this
    progress  called as progress(step, steps) now and then

    Returns an `Orbit`.  Raises BadInput.  KeyboardInterrupt ends the work and returns what is proved, "undecided".
    Guarantee: certified.  Source: the mean-value theorem; the large-step paper for the maps.
    """
    if not callable(map):
        raise BadInput(f"map = {map!r}: write a function, such as numerics.maps.product_map")
    start = tuple(exact(x, "start") for x in (start if isinstance(start, (tuple, list)) else (start,)))
    if not start or any(abs(x) > ESCAPE for x in start):
        raise BadInput(f"start: write one to each coordinate, none beyond {ESCAPE}, where an orbit counts as escaped")
    _whole("steps", steps, 0)
    _whole("digits", digits, 1)
    if steps > MOST_STEPS or digits > MOST_DIGITS:
        raise BadInput(f"steps = {steps}, digits = {digits}: at most {MOST_STEPS} steps and {MOST_DIGITS} digits")
    _whole("every", 1 if every is None else every, 1)
    _whole("max_bits", max_bits, ERROR_BITS)
    dynamics = _Dynamics(map, len(start), *_parameters(mu, steps))

    bits, restarts = min(max_bits, at(ERROR_BITS, _search_bits, dynamics, start, steps, digits)), 0
    while True:
        run = _run(dynamics, start, bits, steps, digits, every or steps + 1, progress)
        if run.missing_bits == 0 or bits == max_bits:
            break
        bits, restarts = min(max_bits, bits + run.missing_bits), restarts + 1

    widest = max((_exponent([UNIT*x.rad() for x in point]) for _, point in run.points), default=0)
    last = run.points[-1][0] if run.points else 0
    return Orbit(_name(map), start, mu, run.status, run.why, tuple(run.points), last,
                 max(digits, -widest*301//1000) if widest > EXACT else digits, bits, restarts)


def _name(map):
    return getattr(map, "__name__", repr(map))


def _whole(name, value, least):
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise BadInput(f"{name} = {value!r}: write an integer, {least} or more")


def _parameters(mu, steps):
    """(the distinct parameters as Fractions or [None], the index of the one used at each step)."""
    if not isinstance(mu, (tuple, list)):
        return [None if mu is None else exact(mu, "mu")], [0]*steps
    if len(mu) != steps or not mu:
        raise BadInput(f"mu has {len(mu)} entries for {steps} steps: write one number, or one for each step")
    values = [exact(x, f"mu[{k}]") for k, x in enumerate(mu)]
    index = {x: i for i, x in enumerate(dict.fromkeys(values))}
    return list(index), [index[x] for x in values]


class _Dynamics:
    """The compiled steps of one map: `advance` the exact points, `spread` the errors, a stretch of steps at a time."""

    def __init__(self, map, dimension, parameters, choice):
        d, self.dimension, self.choice = dimension, dimension, choice

        def step(parameter, *point):
            """x~ -> the exact points x~+, and their roundings R+ about 0."""
            image = map(*point, *parameter)
            image = image if isinstance(image, tuple) else (image,)
            if len(image) != d:
                raise BadInput(f"map = {_name(map)} takes {d} coordinates to {len(image)}: write a map to iterate")
            return *(y.mid() for y in image), *(y.rounding() for y in image)

        def spread(parameter, *args):
            """E, x~, R+ -> E+ = F'(x~ + E) E + R+."""
            error, point, rounding = args[:d], args[d:2*d], args[2*d:]
            slopes = jacobian(map, tuple(x + e for x, e in zip(point, error)), *parameter)
            return tuple(sum((s*e for s, e in zip(row, error)), r) for row, r in zip(slopes, rounding))

        given = [() if p is None else (p,) for p in parameters]
        try:
            self.steps = [Recurrence(partial(step, p), d, exact=True) for p in given]
            self.spreads = [Recurrence(partial(spread, p), d, 2*d) for p in given]
        except TypeError as error:
            raise BadInput(f"start, mu: {d} coordinates and {len(given[0])} parameters do not fit the map: {error}")

    def advance(self, point, k, n):
        """(exact points, their roundings) of steps k + 1 ... k + n, at the working precision."""
        d, results = self.dimension, []
        for i, group in groupby(self.choice[k:k + n]):
            results += self.steps[i].bind()(point, [()]*len(list(group)))
            point = results[-1][:d]
        return [y[:d] for y in results], [y[d:] for y in results]

    def spread(self, error, points, roundings, k):
        """The errors of steps k + 1, k + 2, ...; `points` begin at step k, `roundings` at step k + 1."""
        rows = (x + r for x, r in zip(points, roundings))
        errors = []
        for i, group in groupby(self.choice[k:k + len(roundings)]):
            errors += self.spreads[i].bind()(error, islice(rows, len(list(group))))
            error = errors[-1]
        return errors


@dataclass
class _Run:
    """The points that one run proved, and how it ended; `missing_bits` is 0 unless more bits would help."""
    points: list
    status: str = "certified"
    why: str = "mean-value theorem along the orbit, in balls"
    missing_bits: int = 0


def _run(dynamics, start, bits, steps, digits, every, progress):
    """The orbit from `bits` bits on.  It ends early where it escapes, or where a point that is wanted is too wide."""
    tolerance, decimal_bits = arb(10)**-digits, _decimal_bits(digits)
    enclosed = [at(bits, ball, x) for x in start]
    k, precision = 0, bits
    point, error = tuple(x.mid() for x in enclosed), tuple(UNIT*x.rad() for x in enclosed)
    kept, narrow = [], (0, [], [])      # narrow: the last stretch that began narrow enough

    def keep(k, point, error):
        """Whether the point of step k is narrow enough; if so it is kept."""
        enclosure = at(decimal_bits + 64, lambda: tuple(x + e for x, e in zip(point, error)))
        enough = all(x.rad() < tolerance for x in enclosure)
        if enough and not (kept and kept[-1][0] >= k):
            kept.append((k, enclosure))
        return enough

    def keep_last_narrow():
        k, points, errors = narrow
        return any(keep(k + j, points[j - 1], errors[j - 1]) for j in range(len(points), 0, -1))

    def missing(k, error):
        size = min(_exponent(error), GUARD)
        return max(16, bits//32, size + decimal_bits + 8 + max(0, size + bits)*(steps - k)//(k or 1))

    def too_wide(k, error):
        keep_last_narrow()
        return _Run(kept, "undecided", f"too wide at step {k} of {steps}, begun with {bits} bits", missing(k, error))

    if not keep(0, point, error):
        return too_wide(0, error)
    done = 0, point, error
    try:
        while done[0] < steps:
            k, point, error = done
            precision = min(precision, max(ERROR_BITS, GUARD - _exponent(error)))
            n = min(steps - k, max(32, min(512, precision//256)))
            points, roundings = at(precision, dynamics.advance, point, k, n)
            errors = at(ERROR_BITS, dynamics.spread, error, [point, *points], roundings, k)

            lost = _lost(errors)
            escape = _escape(points[:lost], errors[:lost])
            sound = lost if escape is None else escape
            if _exponent(errors[0]) < -decimal_bits:
                narrow = k, points[:sound], errors[:sound]
            for j in range(sound):
                step = k + j + 1
                if (step % every == 0 or step == steps) and not keep(step, points[j], errors[j]):
                    return too_wide(step, errors[j])
            if escape is not None:
                more = 0 if escape == 0 or keep(k + escape, points[escape - 1], errors[escape - 1]) else 64
                keep_last_narrow()
                why = f"a coordinate exceeds {ESCAPE} in modulus at step {k + escape + 1} of {steps}"
                return _Run(kept, "escaped", why, more)
            if lost < n:
                return too_wide(k + lost + 1, errors[lost])

            point, error = points[-1], errors[-1]
            done = k + n, point, error
            if progress:
                progress(k + n, steps)
    except KeyboardInterrupt:
        keep(*done)
        return _Run(kept, "undecided", f"interrupted after step {done[0]} of {steps}")
    return _Run(kept)


def _lost(errors):
    """The index of the first of these errors that is larger than 1, or their number."""
    if _exponent(errors[-1]) <= 0:
        return len(errors)
    return next(j for j, error in enumerate(errors) if _exponent(error) > 0)


def _escape(points, errors):
    """The index of the first of these points that is proved to have a coordinate beyond ESCAPE, or None."""
    if not points or all(abs(x) < ESCAPE for x in points[-1]):
        return None
    beyond = (j for j, (point, error) in enumerate(zip(points, errors))
              if any((x + e).abs_lower() > ESCAPE for x, e in zip(point, error)))
    return next(beyond, None)


def _exponent(error):
    """The least integer L with every |coordinate| < 2^L: EXACT when all are 0, LOST when one is not finite."""
    if not all(e.is_finite() for e in error):
        return LOST
    parts = ([int(n) for n in e.abs_upper().man_exp()] for e in error if not e.is_zero())
    return max((mantissa.bit_length() + exponent for mantissa, exponent in parts), default=EXACT)


def _decimal_bits(digits):
    return digits*3322//1000 + 1


def _search_bits(dynamics, start, steps, digits):
    """Search, proves nothing: bits that should do, from how a tiny error grows along an orbit of ERROR_BITS bits."""
    sample = min(steps, max(SAMPLE, steps//4))
    point, error, growth = tuple(ball(x).mid() for x in start), (UNIT*arb((1, -10**8)),)*len(start), [0]

    for k in range(0, sample, BLOCK):
        n = min(BLOCK, sample - k)
        points, _ = dynamics.advance(point, k, n)
        error = dynamics.spread(error, [point, *points], [(arb(0),)*len(start)]*n, k)[-1]
        point = points[-1]
        if _exponent(error) in (EXACT, LOST) or not all(abs(x) < ESCAPE for x in point):
            break
        growth.append(_exponent(error) + 10**8)

    needed, blocks, left = max(growth), len(growth) - 1, (steps - sample)/BLOCK
    if blocks > 1 and left > 0:
        rate = growth[-1]/blocks
        variance = sum((q - p - rate)**2 for p, q in zip(growth, growth[1:]))/blocks
        needed = max(needed, int(growth[-1] + rate*left + 1.5*(variance*(left + left**2/blocks))**0.5))
    return _decimal_bits(digits) + max(needed, 0) + 2*GUARD
