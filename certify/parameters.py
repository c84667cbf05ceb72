"""Parameters of the balanced map at which its critical orbit returns, or a cycle flips: search, proof, minimal polynomial."""
from fractions import Fraction

from flint import Ordering, arb, arb_mat, arb_poly, fmpq_mpoly_ctx, fmpq_poly

from certify.balls import at, ball
from certify.interval_newton import find_zero
from certify.kneading import against, critical_orbit_over, critical_point, itinerary, mean_value, polynomials
from numerics.algebra import jacobian
from numerics.maps import balanced_map


def displacement_polynomial(late, early):
    """F^late(c) - F^early(c) as a polynomial in mu."""
    mu = fmpq_poly([0, 1])
    orbit = [critical_point(mu)]
    for _ in range(late):
        orbit.append(balanced_map(orbit[-1], mu))
    return orbit[late] - orbit[early]


def flip_polynomial(period):
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


def parameter_with(word, late, early, bits):
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

    proved = find_zero(system, [ball(guess).mid()], bits)
    return proved[0][0] if proved and 0 < proved[0][0] <= 2 else None


def flip_parameter(guess, period, bits):
    """The ball near `guess` of the parameter where F^n(x) = x and (F^n)'(x) = -1, x of exact period n, or None.

    None also where the determinant of the system is not proved positive: it is -2 times the multiplier's derivative
    along the cycle as mu varies.
    """
    def system(x, mu):
        image, by_x, by_mu, by_xx, by_x_mu = second_order_jet(x, mu, period)
        return arb_mat([[image - x], [by_x + 1]]), arb_mat([[by_x - 1, by_mu], [by_xx, by_x_mu]])

    mu = ball(guess).mid()
    proved = find_zero(system, [critical_point(mu).mid(), mu], bits)
    if proved is None or not proved[1].det() > 0:
        return None
    x, mu = proved[0]
    divisors = [d for d in range(1, period) if period % d == 0]
    return mu if all(second_order_jet(x, mu, d)[0] - x != 0 for d in divisors) else None


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


def minimal_polynomial(polynomial, root, bits=320):
    """The irreducible factor over the rationals of `polynomial` that vanishes at `root`, coefficients ascending.

    polynomial: an fmpq_poly that has a zero in the ball `root`.  Returns a tuple of ints, or None if more than one
    factor may vanish there.  Guarantee: exact, given that a zero lies in `root`.
    """
    factors = [factor for factor, _ in polynomial.numer().factor()[1]]
    candidates = at(bits, lambda: [f for f in factors if not arb_poly(f)(root) != 0])
    return tuple(int(a) for a in candidates[0].coeffs()) if len(candidates) == 1 else None
