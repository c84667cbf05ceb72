"""Certified numbers: Lambert's W in balls, the optimised two-stage bound, and the exponents of the noise schedules."""
from proofs.evidence import Certified

NOISES = ("1/10", "1")
BITS = 200


def _at(function):
    from certify.balls import at
    return at(BITS, function)


def _close(found, printed):
    """Whether a ball lies within one unit of the last printed digit."""
    from certify.balls import ball
    unit = ball("1e-" + str(len(printed.split(".")[1])))
    return bool(abs(found - ball(printed)) < unit)


# --- Lambert's W ---------------------------------------------------------------------------------------------------

def lambert(z):
    """(w, residual): the principal W(z) as a ball, and w e^w - z, which must contain 0."""
    w = z.lambertw()
    return w, w*w.exp() - z


def corrected_ratio(C, xi, Ld=None):
    """The corrected rate over xi^(12/7) C^(-1/7): W(C/xi^12)^(1/7) as printed; with the exact constants, at a given Ld,
    (W(7 (Ld)^7 C/xi^12)/7)^(1/7).
    """
    from certify.balls import ball
    seventh = ball("1/7")
    if Ld is None:
        return lambert(C/xi**12)[0]**seventh
    return (lambert(7*ball(Ld)**7*C/xi**12)[0]/7)**seventh


def lambert_solution():
    """N = (7 xi^2 C/W)^(1/7) and the residual of N^7 log(N Ld/xi^2) = xi^2 C, relative to xi^2 C, at eight points."""
    from certify.balls import ball

    def solved_for(xi, C, Ld):
        xi, C, Ld = ball(xi), ball(C), ball(Ld)
        w, residual = lambert(7*Ld**7*C/xi**12)
        n = (7*xi**2*C/w)**ball("1/7")
        return bool(residual.contains(0)), n**7*(n*Ld/xi**2).log()/(xi**2*C) - 1

    return _at(lambda: [solved_for(xi, C, Ld) for xi in NOISES for C in ("1e18", "1e25") for Ld in (1, 1024*768)])


def residuals_vanish(found):
    from certify.balls import ball
    return all(ok and bool(r.contains(0)) and bool(abs(r) < ball("1e-40")) for ok, r in found)


LAMBERT_SOLUTION = Certified(lambert_solution, residuals_vanish)


def ratios_over_practical_range():
    """The ratio at C = 1e18 and 1e25, and their quotient, for each noise; with the printed W and with exact
    constants.
    """
    from certify.balls import ball

    def ends(xi, Ld):
        low, high = (corrected_ratio(ball(C), ball(xi), Ld) for C in ("1e18", "1e25"))
        return low, high, high/low

    return _at(lambda: {(xi, Ld): ends(xi, Ld) for xi in NOISES for Ld in (None, 1, 1024*768)})


RATIOS = {("1", None): ("1.680268592", "1.766055348", "1.051055383"),
          ("1/10", None): ("1.815083167", "1.872794485", "1.031795413")}
DRIFTS = {("1", 1): "1.048969", ("1/10", 1): "1.030971", ("1", 1024*768): "1.016304", ("1/10", 1024*768): "1.013649"}


def ratios_as_claimed(found):
    return (all(_close(x, y) for key, printed in RATIOS.items() for x, y in zip(found[key], printed))
            and all(_close(found[key][2], printed) for key, printed in DRIFTS.items()))


PRACTICAL_RATIOS = Certified(ratios_over_practical_range, ratios_as_claimed)


def ratio_over_whole_range(pieces=70):
    """For each noise, 10^18 <= C <= 10^25 in equal pieces of log C: hulls of the ratio W^(1/7), W = W(C/xi^12), and of
    its logarithmic derivative 1/(7 (1 + W)) in log C (the local exponent over the bare -1/7).
    """
    from certify.balls import ball, hull

    def compute():
        found = {}
        for xi in NOISES:
            logs = [ball(10).log()*(18 + ball(7)*i/pieces) for i in range(pieces + 1)]
            w = [lambert(hull(a, b).exp()/ball(xi)**12)[0] for a, b in zip(logs, logs[1:])]
            found[xi] = [(x**ball("1/7"), 1/(7*(1 + x))) for x in w]
        return found
    return _at(compute)


def increases_by_a_twentieth(found):
    """On every piece the ratio increases, and it lies between the values at the ends, up to the width of a piece."""
    from certify.balls import ball
    return all(bool(slope > 0) and bool(ratio > ball(RATIOS[xi, None][0]) - ball("1/100"))
               and bool(ratio < ball(RATIOS[xi, None][1]) + ball("1/100"))
               for xi, pieces in found.items() for ratio, slope in pieces)


WHOLE_RANGE = Certified(ratio_over_whole_range, increases_by_a_twentieth)


def local_exponents():
    """-W/(7 (1 + W)) at C = 1e18 and 1e25 for xi = 1, and the mean slope between them."""
    from certify.balls import ball

    def compute():
        w = [lambert(ball(C))[0] for C in ("1e18", "1e25")]
        mean = -ball("1/7") + (w[1]/w[0]).log()/(7*(ball("1e25")/ball("1e18")).log())
        return [-x/(7*(1 + x)) for x in w] + [mean]
    return _at(compute)


LOCAL_EXPONENTS = Certified(
    local_exponents, lambda found: all(_close(x, y) for x, y in zip(found, ("-0.139177", "-0.140240", "-0.139768"))))


# --- the optimised two-stage bound ---------------------------------------------------------------------------------

def optimised_bound(xi, C):
    """The least value of exp(-xi^2 C/N^7) + xi^2/N over N > 0, over xi^2/N_W with N_W^7 log(N_W/xi^2) = xi^2 C.

    With s = xi^2 C/N^7 the bound is e^(-s) + k s^(1/7), k = xi^2 (xi^2 C)^(-1/7).  It rises from 1, falls and rises
    again, so its least value is the second critical point, or 1 at s = 0: s = -(6/7) W_(-1)(-(7/6) (k/7)^(7/6)).
    Returns the ratio, the bound 1 + (1 + log W)/W of it, and the relative residual of s^(6/7) e^(-s) = k/7.
    """
    from certify.balls import ball, minimum
    xi, C = ball(xi), ball(C)
    seventh = ball("1/7")
    k = xi**2/(xi**2*C)**seventh
    s = -ball("6/7")*(-ball("7/6")*(k/7)**ball("7/6")).lambertw(-1)
    value = minimum((-s).exp() + k*s**seventh, ball(1))
    w = lambert(7*C/xi**12)[0]
    return value/(xi**2/(7*xi**2*C/w)**seventh), 1 + (1 + w.log())/w, s**ball("6/7")*(-s).exp()/(k/7) - 1


def optimised_bounds():
    """The optimised bound over xi^2/N_W for two noises and C from 1e12 to 1e40."""
    return _at(lambda: [optimised_bound(xi, C) for xi in NOISES for C in ("1e12", "1e18", "1e25", "1e40")])


CONSTANTS = ("1.07966", "1.06783", "1.05809", "1.04486", "1.12728", "1.09735", "1.07738", "1.05479")


def constants_as_claimed(found):
    """The constants themselves, and that each lies between 1 and 1 + (1 + log W)/W."""
    return len(found) == len(CONSTANTS) and all(
        _close(ratio, printed) and bool(ratio > 1) and bool(ratio < bound) and bool(residual.contains(0))
        for (ratio, bound, residual), printed in zip(found, CONSTANTS))


OPTIMISED = Certified(optimised_bounds, constants_as_claimed)


def noise_at_fixed_compute():
    """exp(-v C/N^7) + v/N at N = 100, C = 1e15: the best v = xi^2, the bound there, and at a tenth of it."""
    from certify.balls import ball

    def compute():
        N, C = ball(100), ball("1e15")
        best = N**7/C*(C/N**6).log()
        return best, *((-v*C/N**7).exp() + v/N for v in (best, best/10))
    return _at(compute)


BEST_NOISE = Certified(
    noise_at_fixed_compute, lambda found: all(_close(x, y) for x, y in zip(found, ("0.691", "0.0079", "0.502"))))


# --- exponents read off --------------------------------------------------------------------------------------------

MEANS = ("1/20", "1/8", "1/4", "17/40")     # of the schedule M_3


def super_linear_exponents():
    """Of the means of M_3 over k = 1..4: the exponent from the ends, the least-squares one, and the three local ones.
    """
    from certify.balls import ball

    def compute():
        x = [ball(k).log() for k in range(1, 5)]
        y = [ball(m).log() for m in MEANS]
        centre = sum(x)/4
        fitted = sum((u - centre)*v for u, v in zip(x, y))/sum((u - centre)**2 for u in x)
        local = [(y[i + 1] - y[i])/(x[i + 1] - x[i]) for i in range(3)]
        return [(y[3] - y[0])/(x[3] - x[0]), fitted, *local]
    return _at(compute)


END_POINT_EXPONENT = Certified(super_linear_exponents, lambda found: _close(found[0], "1.54373"))
FITTED_EXPONENT = Certified(super_linear_exponents, lambda found: _close(found[1], "1.53384"))
LOCAL_SUPER_LINEAR = Certified(
    super_linear_exponents, lambda found: all(_close(x, y) for x, y in zip(found[2:], ("1.3219", "1.7095", "1.8445"))))


def rates_with_root_means():
    """The rates whose cumulative means are 0.1 sqrt k: (k sqrt k - (k - 1) sqrt(k - 1))/10, k = 1..4."""
    from certify.balls import ball

    def compute():
        sums = [ball(k)*ball(k).sqrt()/10 for k in range(5)]
        return [after - before for before, after in zip(sums, sums[1:])]
    return _at(compute)


def rounds_to(found, printed):
    """Whether a ball lies within half a unit of the last printed digit."""
    from certify.balls import ball
    return bool(abs(found - ball(printed)) < ball("1e-" + str(len(printed.split(".")[1])))/2)


def miss_at_two():
    """The mean of M_3 at k = 2 over 0.05 * 2^1.54."""
    from certify.balls import ball
    return _at(lambda: ball("1/8")/(ball("1/20")*ball(2)**ball("1.54")))


MISS_AT_TWO = Certified(miss_at_two, lambda found: _close(found, "0.860"))


def gaussian_two_points():
    """The Bayes risk of two Gaussian experiments at KL = 1/4, over the squared distance: (1/2) int p q/(p + q)."""
    from flint import acb

    def compute():
        from certify.balls import ball
        shift = ball("1/2").sqrt()                  # KL = shift^2/2 = 1/4
        centre = (-shift**2/8).exp()/(2*acb.pi()).sqrt()

        def density(x, _):
            return centre*(-x*x/2).exp()/(4*(shift*x/2).cosh())
        tail = 2*(-ball(12)**2/2).exp()             # the integrand beyond 12 is below the Gaussian one
        inside = acb.integral(density, -12, 12).real
        return inside.union(inside + tail)
    return _at(compute)


GAUSSIAN_RISK = Certified(gaussian_two_points, lambda found: _close(found, "0.22203"), corroborates=True)


def curvature_of_saturation():
    """log(e^(-C) + 1/100) in u = log C: the sign of its second derivative at C = 18/5 and 37/10, and its value at u =
    3/2.
    """
    from certify.balls import ball

    def curvature(C):
        e, f = (-C).exp(), ball("1/100")
        return C*e*((C - 1)*f - e)/(e + f)**2
    return _at(lambda: [curvature(ball(C)) for C in ("18/5", "37/10")] + [curvature(ball("3/2").exp())])


CURVATURE = Certified(curvature_of_saturation,
                      lambda found: bool(found[0] < 0) and bool(found[1] > 0) and _close(found[2], "2.62"))
