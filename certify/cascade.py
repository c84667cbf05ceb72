"""The period-doubling cascade of the balanced map: its parameters, its ratios, and where entropy becomes positive.

Level n counts doublings: `flip(n)` gives birth to the 2^n-cycle, `superstable(n)` makes it pass through the critical
point c, and at `band_merging(n)` 2^n chaotic bands become 2^(n-1).  Flips and superstable parameters increase to the
entropy threshold, band mergings decrease to it.
"""
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from flint import Ordering, arb, arb_mat, arb_poly, fmpq_mpoly_ctx, fmpq_poly

from certify.balls import BadInput, at, ball, exact
from certify.kneading import (against, counted, critical_orbit_over, critical_point, doubled, doubling_word, itinerary,
                              mean_value, polynomials)
from numerics.algebra import jacobian
from numerics.maps import balanced_map

STEPS = 2**20   # the budget of map steps in one evaluation of an orbit


@dataclass(frozen=True)
class Landmark:
    """A parameter of the cascade.

    `mu` encloses it (None if undecided); `why` says what was proved, or why nothing was.  `polynomial`: the minimal
    polynomial of mu over the rationals, coefficients ascending, where it was computed (the lowest levels).
    """
    kind: str
    level: int
    period: int
    mu: arb | None
    bits: int
    why: str
    polynomial: tuple | None = None


def superstable(n, bits=320):
    """The parameter at which the 2^n-cycle of the cascade contains the critical point c, n >= 1.

    Interval Newton for F^(2^n)(c) = c proves one solution in a box; certified letters prove that its kneading
    sequence is (w C)^oo with w the first 2^n - 1 letters of the period-doubling word, so it is the only such parameter
    in (0, 2].  Returns a `Landmark`.  Guarantee: certified; minimal polynomial exact for n <= 2.
    """
    counted(n, "n")
    if 2**n > STEPS:
        return _over_budget("superstable", n, 2**n, bits)
    return _superstable(n, bits)


@lru_cache(maxsize=None)
def _superstable(n, bits):
    period = 2**n
    word = doubling_word(period - 1)
    mu = at(bits, _return_parameter, _locate(word + "C", n), period, 0, bits)
    if mu is None or itinerary(mu, period - 1, bits=bits).word != word:
        return Landmark("superstable", n, period, None, bits, f"interval Newton proves nothing at {bits} bits")
    why = f"the only parameter of (0, 2] with kneading sequence (w C)^oo, w = the first {period - 1} letters of MLMM..."
    polynomial = minimal_polynomial(_displacement_polynomial(period, 0), mu, bits) if n <= 2 else None
    return Landmark("superstable", n, period, mu, bits, why, polynomial)


def band_merging(k, bits=320):
    """The parameter at which 2^k bands of the critical orbit merge into 2^(k-1), k >= 1: entropy log(2)/2^k.

    Interval Newton for F^(4N)(c) = F^(3N)(c), N = 2^(k-1), proves one solution in a box; certified letters prove that
    its kneading sequence is that of the constant slope 2^(1/2^k), so the entropy is log(2)/2^k exactly.
    Returns a `Landmark` (period: N, of the repelling cycle on which c lands).  Guarantee: certified; minimal
    polynomial exact for k = 1.
    """
    counted(k, "k")
    if 4*2**(k - 1) > STEPS:
        return _over_budget("band merging", k, 2**(k - 1), bits)
    return _band_merging(k, bits)


@lru_cache(maxsize=None)
def _band_merging(k, bits):
    period = 2**(k - 1)
    word = "QLLLLL"
    for _ in range(k):
        word = doubled(word)
    mu = at(bits, _return_parameter, _locate(word, k), 4*period, 3*period, bits)
    if mu is None or itinerary(mu, 4*period, bits=bits).word != word[:4*period]:
        return Landmark("band merging", k, period, None, bits, f"interval Newton proves nothing at {bits} bits")
    why = (f"F^{3*period}(c) has period {period}, and the first {4*period} letters fix the kneading sequence, which is "
           f"that of constant slope 2^(1/{2**k})")
    polynomial = minimal_polynomial(_displacement_polynomial(4, 3), mu, bits) if k == 1 else None
    return Landmark("band merging", k, period, mu, bits, why, polynomial)


def flip(k, bits=320):
    """The parameter of the k-th period doubling, k >= 1: a 2^(k-1)-cycle has multiplier -1 (flip(2) is sqrt(5) - 1).

    Interval Newton in (x, mu) for F^N(x) = x, (F^N)'(x) = -1, N = 2^(k-1).  A cycle of smaller period would have a
    positive multiplier over N steps, so the period is N.  Certified letters and the sign of the determinant (the
    multiplier decreases in mu) prove that this is where the cycle of `superstable(k - 1)` stops attracting.
    Returns a `Landmark`.  Guarantee: certified; minimal polynomial exact for k <= 2.
    """
    counted(k, "k")
    if 2**(k - 1) > STEPS:
        return _over_budget("flip", k, 2**(k - 1), bits)
    return _flip(k, bits)


@lru_cache(maxsize=None)
def _flip(k, bits):
    period = 2**(k - 1)
    word = doubling_word(period - 1) if k > 1 else ""
    start = Fraction(1, 2) if k == 1 else _locate(word + "C", k - 1)
    mu = at(bits, _flip_parameter, start, period, bits)
    if mu is None or (word and itinerary(mu, period - 1, bits=bits).word != word):
        return Landmark("flip", k, period, None, bits, f"interval Newton proves nothing at {bits} bits")
    why = f"a cycle of period {period} has multiplier -1, decreasing in mu: the end of the window of superstable({k - 1})"
    polynomial = minimal_polynomial(_flip_polynomial(period), mu, bits) if k <= 2 else None
    return Landmark("flip", k, period, mu, bits, why, polynomial)


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


def _over_budget(kind, level, period, bits):
    return Landmark(kind, level, period, None, bits, f"period {period} is beyond the budget of {STEPS} steps")


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


def _locate(word, level):
    """Search, proves nothing: a dyadic parameter near the one whose kneading sequence begins with `word`."""
    low, high = Fraction(1), Fraction(8, 5)
    for _ in range(10 + 5*level//2):
        middle = (low + high)/2
        sign = against(middle, word, bits=128).sign
        if sign is None:
            break
        low, high = (low, middle) if sign > 0 else (middle, high)
    return (low + high)/2


def _newton(system, start, bits):
    """Interval Newton near `start`: (boxes, Jacobian matrix), or None where it proves nothing.

    system(*boxes) returns the values (a column) and the Jacobian matrix over the boxes.  The boxes returned contain the
    only zero of the system in a neighbourhood, over which the matrix encloses the Jacobian.
    """
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
        boxes = [x + radius*arb(0, 1) for x, radius in zip(point, radii)]
        _, matrix = system(*boxes)
        images = [x - dx for x, dx in zip(point, matrix.solve(value).entries())]
        if all(box.contains_interior(image) for box, image in zip(boxes, images)):
            return images, matrix
        radii = [8*radius for radius in radii]
    return None


def _return_parameter(guess, late, early, bits):
    """The ball near `guess` in which F^late(c) - F^early(c) has exactly one zero as a function of mu, or None."""
    def system(mu):
        early_deviation, early_rate = 0, 0
        for j, (_, deviation, rate) in enumerate(critical_orbit_over(mu), 1):
            if j == early:
                early_deviation, early_rate = deviation, rate
            if j == late:
                return arb_mat([[deviation - early_deviation]]), arb_mat([[rate - early_rate]])

    proved = _solve(system, [ball(guess).mid()], bits)
    return proved and proved[0][0]


def _flip_parameter(guess, period, bits):
    """The parameter ball near `guess` where F^n(x) = x and (F^n)'(x) = -1 have exactly one solution near c, or None.

    None also where the determinant of the system is not proved positive: it is -2 times the multiplier's derivative
    along the cycle as mu varies.
    """
    def system(x, mu):
        image, by_x, by_mu, by_xx, by_x_mu = second_order_jet(x, mu, period)
        return arb_mat([[image - x], [by_x + 1]]), arb_mat([[by_x - 1, by_mu], [by_xx, by_x_mu]])

    mu = ball(guess).mid()
    proved = _solve(system, [critical_point(mu).mid(), mu], bits)
    return proved[0][1] if proved and proved[1].det() > 0 else None


def _solve(system, start, bits):
    try:
        return _newton(system, start, bits)
    except ZeroDivisionError:   # a singular matrix: nothing is proved
        return None


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
