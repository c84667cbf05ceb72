"""The period-doubling cascade of the balanced map: its parameters, its ratios, and where entropy becomes positive.

Level n counts doublings: `flip(n)` gives birth to the 2^n-cycle, `superstable(n)` makes it pass through the critical
point c, and at `band_merging(n)` 2^n chaotic bands become 2^(n-1).  Flips and superstable parameters increase to the
entropy threshold, band mergings decrease to it.
"""
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from flint import Ordering, arb, arb_mat, arb_poly, fmpq_mpoly_ctx, fmpq_poly

from certify.balls import BadInput, at, ball, exact
from certify.kneading import (against, counted, critical_orbit_over, critical_point, doubled, doubling_word, itinerary,
                              mean_value, polynomials)
from numerics.algebra import jacobian
from numerics.maps import balanced_map

STEPS = 2**20   # the budget of map steps in one evaluation of an orbit
HIGHEST = 64    # the highest level that is accepted


@dataclass(frozen=True)
class Landmark:
    """A parameter of the cascade, or of another window of attracting cycles.

    `mu` encloses it (None if undecided); `why` says what was proved, or why nothing was.  `polynomial`: the minimal
    polynomial of mu over the rationals, coefficients ascending, where it was computed (small periods).
    """
    kind: str
    level: int | None
    period: int
    mu: arb | None
    bits: int
    why: str
    polynomial: tuple | None = None


def superstable(n, bits=320):
    """The parameter at which the 2^n-cycle of the cascade contains the critical point c, n >= 1.

    The `centre` of the first 2^n - 1 letters of the period-doubling word.  Returns a `Landmark`.
    Guarantee: certified; minimal polynomial exact for n <= 2.
    """
    _level(n, "n")
    if n >= STEPS.bit_length():
        return _over_budget("superstable", n, bits)
    return replace(centre(doubling_word(2**n - 1), bits), kind="superstable", level=n)


def flip(k, bits=320):
    """The parameter of the k-th period doubling, k >= 1: a 2^(k-1)-cycle has multiplier -1; flip(2) is sqrt(5) - 1.

    The `window_flip` of the first 2^(k-1) - 1 letters of the period-doubling word.  Returns a `Landmark`.
    Guarantee: certified; minimal polynomial exact for k <= 2.
    """
    _level(k, "k")
    if k > STEPS.bit_length():
        return _over_budget("flip", k, bits)
    return replace(window_flip(doubling_word(2**(k - 1) - 1), bits), kind="flip", level=k)


def band_merging(k, bits=320):
    """The parameter at which 2^k bands of the critical orbit merge into 2^(k-1), k >= 1: entropy log(2)/2^k.

    Interval Newton for F^(4N)(c) = F^(3N)(c), N = 2^(k-1), proves one solution in a box; certified letters prove that
    its kneading sequence is that of the constant slope 2^(1/2^k), so the entropy is log(2)/2^k exactly.
    Returns a `Landmark` (period: N, of the repelling cycle on which c lands).  Guarantee: certified; minimal
    polynomial exact for k = 1.
    """
    _level(k, "k")
    if k > STEPS.bit_length() - 2:
        return _over_budget("band merging", k, bits)
    return _band_merging(k, bits)


@lru_cache(maxsize=None)
def _band_merging(k, bits):
    period = 2**(k - 1)
    word = "QLLLLL"
    for _ in range(k):
        word = doubled(word)
    word = word[:4*period]
    mu = _parameter_with(word, 4*period, 3*period, bits)
    if mu is None:
        return Landmark("band merging", k, period, None, bits, f"interval Newton proves nothing at {bits} bits")
    why = f"F^{3*period}(c) returns after {period} steps, and the first {4*period} letters fix the kneading sequence"
    polynomial = minimal_polynomial(_displacement_polynomial(4, 3), mu, bits) if k == 1 else None
    return Landmark("band merging", k, period, mu, bits, why, polynomial)


@lru_cache(maxsize=None)
def centre(word, bits=320):
    """The parameter at which c is periodic with period n = len(word) + 1 and F(c), ..., F^(n-1)(c) follow `word`.

    word: over L, M, U.  Interval Newton for F^n(c) = c proves one solution in a box; certified letters prove that its
    kneading sequence is (w C)^oo.  Kneading sequences increase strictly through such a parameter, so it is the only one
    in (0, 2].  Returns a `Landmark`, undecided if no such parameter is found.
    Guarantee: certified; minimal polynomial exact for period <= 4.
    """
    if set(word) - set("LMU"):
        raise BadInput(f"word = {word[:40]!r}: write letters L, M, U")
    period = len(word) + 1
    mu = _parameter_with(word + "C", period, 0, bits)
    if mu is None:
        return Landmark("centre", None, period, None, bits, f"interval Newton proves nothing at {bits} bits")
    why = "the only parameter in (0, 2] with kneading sequence (w C)^oo"
    polynomial = minimal_polynomial(_displacement_polynomial(period, 0), mu, bits) if period <= 4 else None
    return Landmark("centre", None, period, mu, bits, why, polynomial)


@lru_cache(maxsize=None)
def window_flip(word, bits=320):
    """The parameter at which the attracting cycle of `centre(word)` reaches multiplier -1 and stops attracting.

    Interval Newton in (x, mu) for F^n(x) = x, (F^n)'(x) = -1, n = len(word) + 1; no smaller period (certified); letters
    1..n-1 equal to `word` (certified); multiplier decreasing in mu (the determinant is positive).  So this is the right
    end of the window with that centre.  Returns a `Landmark`, undecided where one of these fails.
    Guarantee: certified; minimal polynomial exact for period <= 2.
    """
    start, period = centre(word, bits), len(word) + 1
    mu = None if start.mu is None else at(bits, _flip_parameter, start.mu.mid(), period, bits)
    if mu is None or (word and itinerary(mu, len(word), bits=bits).word != word):
        return Landmark("window flip", None, period, None, bits, f"interval Newton proves nothing at {bits} bits")
    why = f"a cycle of period {period} has multiplier -1, which decreases in mu: the right end of its window"
    polynomial = minimal_polynomial(_flip_polynomial(period), mu, bits) if period <= 2 else None
    return Landmark("window flip", None, period, mu, bits, why, polynomial)


@dataclass(frozen=True)
class Ratio:
    """Enclosure of (mu_n - mu_(n-1))/(mu_(n+1) - mu_n) for one sequence of the cascade (None if undecided)."""
    level: int
    value: arb | None
    bits: int
    why: str


def feigenbaum_ratio(n, sequence=superstable, bits=320):
    """The ratio (mu_n - mu_(n-1))/(mu_(n+1) - mu_n) of successive gaps, n >= 2; it tends to 4.669201609...

    sequence: `superstable`, `flip` or `band_merging`.  Returns a `Ratio`.
    Guarantee: certified for this n; nothing is claimed on the limit.
    """
    counted(n, "n", least=2)
    before, here, after = (sequence(level, bits).mu for level in (n - 1, n, n + 1))
    if before is None or here is None or after is None:
        return Ratio(n, None, bits, f"a level of {sequence.__name__} is undecided")
    return Ratio(n, at(bits, lambda: (here - before)/(after - here)), bits, f"from enclosures of {sequence.__name__}")


@dataclass(frozen=True)
class Threshold:
    """A proved bracket: entropy is 0 on (0, lower] and positive on [upper, 2].

    `lower_letter`, `upper_letter`: where the kneading sequences at the two ends leave the period-doubling word.
    `complete`: the width asked for was reached; otherwise `why` says what stopped the search.
    """
    lower: Fraction
    upper: Fraction
    lower_letter: int
    upper_letter: int
    bits: int
    letters: int
    evaluations: int
    complete: bool
    why: str

    @property
    def width(self):
        return self.upper - self.lower


def entropy_threshold(width="1e-9", letters=2**21, bits=192):
    """The mu at which topological entropy becomes positive, bracketed to `width` (> 0, exact).

    Bisection by certified comparisons of K(F_mu) with the period-doubling word at dyadic mu, at most `letters` letters
    each.  Two comparisons prove the bracket, because K is nondecreasing in mu.  Returns a `Threshold`; when a letter
    stays undecided, or on KeyboardInterrupt, it is the bracket proved so far, with `complete` False.
    Guarantee: certified.
    """
    width = exact(width, "width")
    if width <= 0:
        raise BadInput(f"width = {width}: write a positive width, \"1e-9\"")
    counted(letters, "letters", least=2)
    word = doubling_word(letters)
    low, high = Fraction(1, 2), Fraction(8, 5)
    below, above = against(low, word, bits), against(high, word, bits)
    evaluations, complete, why = 2, True, "the width was reached"
    try:
        while high - low > width:
            middle = (low + high)/2
            verdict = against(middle, word, bits)
            evaluations += 1
            if verdict.sign is None:
                complete, why = False, f"undecided at mu = {middle}: {verdict.why}"
                break
            if verdict.sign > 0:
                high, above = middle, verdict
            else:
                low, below = middle, verdict
    except KeyboardInterrupt:
        complete, why = False, "interrupted"
    return Threshold(low, high, below.letter, above.letter, bits, letters, evaluations, complete, why)


def minimal_polynomial(polynomial, root, bits=320):
    """The irreducible factor over the rationals of `polynomial` that vanishes at `root`, coefficients ascending.

    polynomial: an fmpq_poly that has a zero in the ball `root`.  Returns a tuple of ints, or None if more than one
    factor may vanish there.  Guarantee: exact, given that a zero lies in `root`.
    """
    factors = [factor for factor, _ in polynomial.numer().factor()[1]]
    candidates = at(bits, lambda: [f for f in factors if not arb_poly(f)(root) != 0])
    return tuple(int(a) for a in candidates[0].coeffs()) if len(candidates) == 1 else None


def _level(n, name):
    counted(n, name)
    if n > HIGHEST:
        raise BadInput(f"{name} = {n}: levels up to {HIGHEST} are defined here, and the budget ends far below")


def _over_budget(kind, level, bits):
    return Landmark(kind, level, 2**level, None, bits, f"level {level} is beyond the budget of {STEPS} map steps")


def _displacement_polynomial(late, early):
    """F^late(c) - F^early(c) as a polynomial in mu."""
    mu = fmpq_poly([0, 1])
    orbit = [critical_point(mu)]
    for _ in range(late):
        orbit.append(balanced_map(orbit[-1], mu))
    return orbit[late] - orbit[early]


def _flip_polynomial(period):
    """A polynomial in mu that vanishes wherever a cycle of this period (1 or 2) has multiplier -1."""
    e, mu = fmpq_mpoly_ctx.get(("e", "mu"), Ordering.lex).gens()
    image = balanced_map(e, mu)
    cycle = image - e
    if period == 2:
        image = balanced_map(image, mu)
        cycle = (image - e)/cycle
    eliminated = cycle.resultant(image.derivative("e") + 1, "e")
    coefficients = {powers[1]: coefficient for powers, coefficient in eliminated.terms()}
    return fmpq_poly([coefficients.get(i, 0) for i in range(max(coefficients) + 1)])


def _parameter_with(word, late, early, bits):
    """The ball in which F^late(c) - F^early(c) has exactly one zero, with kneading letters `word`, or None.

    A last letter C of `word` stands for the zero itself.  Bisection in the order of kneading sequences proposes.
    """
    letters = word.removesuffix("C")
    for steps in (12 + 5*len(word).bit_length()//2, 80, 160):
        mu = at(bits, _return_parameter, _locate(word, steps), late, early, bits)
        if mu is not None and (not letters or itinerary(mu, len(letters), bits=bits).word == letters):
            return mu
    return None


def _locate(word, steps):
    """Search, proves nothing: a dyadic parameter near the one whose kneading sequence begins with `word`."""
    low, high = Fraction(0), Fraction(2)
    for _ in range(steps):
        middle = (low + high)/2
        sign = against(middle, word, bits=128 + 2*steps).sign
        if sign is None:
            return middle
        low, high = (low, middle) if sign > 0 else (middle, high)
    return (low + high)/2


def _return_parameter(guess, late, early, bits):
    """The ball near `guess` in which F^late(c) - F^early(c) has exactly one zero as a function of mu, or None."""
    def system(mu):
        early_deviation, early_rate = 0, 0
        for j, (_, deviation, rate) in enumerate(critical_orbit_over(mu), 1):
            if j == early:
                early_deviation, early_rate = deviation, rate
            if j == late:
                return arb_mat([[deviation - early_deviation]]), arb_mat([[rate - early_rate]])

    proved = _newton(system, [ball(guess).mid()], bits)
    return proved[0][0] if proved and 0 < proved[0][0] <= 2 else None


def _flip_parameter(guess, period, bits):
    """The ball near `guess` of the parameter where F^n(x) = x and (F^n)'(x) = -1, x of exact period n, or None.

    None also where the determinant of the system is not proved positive: it is -2 times the multiplier's derivative
    along the cycle as mu varies.
    """
    def system(x, mu):
        image, by_x, by_mu, by_xx, by_x_mu = second_order_jet(x, mu, period)
        return arb_mat([[image - x], [by_x + 1]]), arb_mat([[by_x - 1, by_mu], [by_xx, by_x_mu]])

    mu = ball(guess).mid()
    proved = _newton(system, [critical_point(mu).mid(), mu], bits)
    if proved is None or not proved[1].det() > 0:
        return None
    x, mu = proved[0]
    divisors = [d for d in range(1, period) if period % d == 0]
    return mu if all(second_order_jet(x, mu, d)[0] - x != 0 for d in divisors) else None


def _newton(system, start, bits):
    """Interval Newton near `start`: what `isolate` proves about the point that Newton's method finds, or None.

    system(*boxes) returns the values (a column) and the Jacobian matrix over the boxes.
    """
    try:
        point, last = start, None
        for _ in range(60):
            value, matrix = system(*point)
            step = matrix.solve(value)
            size = sum(abs(entry) for entry in step.entries()).mid()
            if last is not None and size < arb(2)**-64 and not size < last/2:
                break
            point, last = [(x - dx).mid() for x, dx in zip(point, step.entries())], size
        value, matrix = system(*point)
        radii = [4*entry.abs_upper() + arb(2)**-bits for entry in matrix.solve(value).entries()]
        for _ in range(8):
            proved = isolate(system, point, radii)
            if proved:
                return proved
            radii = [8*radius for radius in radii]
    except ZeroDivisionError:   # a singular matrix: nothing is proved
        pass
    return None


def isolate(system, point, radii):
    """The interval Newton test: (balls, Jacobian matrix), or None where it proves nothing.

    The system has exactly one zero in the box of centre `point` (exact balls) and half-widths `radii`, and it lies in
    the balls; the matrix encloses the Jacobian over the box.  Runs at the caller's precision.  Guarantee: certified.
    """
    boxes = [x + radius*arb(0, 1) for x, radius in zip(point, radii)]
    value, _ = system(*point)
    _, matrix = system(*boxes)
    try:
        step = matrix.solve(value)
    except ZeroDivisionError:   # the matrix may be singular
        return None
    images = [x - dx for x, dx in zip(point, step.entries())]
    return (images, matrix) if all(box.contains_interior(image) for box, image in zip(boxes, images)) else None


def second_order_jet(x, mu, n):
    """(F^n, d/dx, d/dmu, d2/dx2, d2/dxdmu) at the point x, enclosed over the balls x and mu.

    The derivatives of one step come from the formula; the chain rule composes them.  Guarantee: certified.
    """
    e = arb_poly([0, 1])
    (slope_x, slope_mu), _ = jacobian(lambda e, mu: jacobian(balanced_map, (e, mu))[0], (e, mu))
    _, slope, drift = polynomials(mu)
    step_here, slope_here, _ = polynomials(mu.mid())
    point, dx, dmu = x.mid(), x - x.mid(), mu - mu.mid()
    position, by_x, by_mu, by_xx, by_x_mu = x, arb(1), arb(0), arb(0), arb(0)
    for _ in range(n):
        multiplier, bend = slope(position), slope_x(position)
        by_x_mu = (bend*by_mu + slope_mu(position))*by_x + multiplier*by_x_mu
        by_xx = bend*by_x**2 + multiplier*by_xx
        by_mu = multiplier*by_mu + drift(position)
        by_x = multiplier*by_x
        point = mean_value(step_here, slope_here, point)
        position = point + by_x*dx + by_mu*dmu
    return position, by_x, by_mu, by_xx, by_x_mu
