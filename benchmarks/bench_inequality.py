"""Published benchmark inequalities: boxes, time and outcome, exact Bernstein form, Arb mean values and mpmath.iv side
by side.

Run as a script.  The polynomials are those of Munoz and Narkawicz (J. Autom. Reasoning 51, 2013) and of the global
optimization literature they cite; each comes with a slightly stronger statement that is false.
"""
from fractions import Fraction
import time

import mpmath

from certify.elementary import atan, exp, log
from certify.inequality import prove
from certify.power_lemma import on_interval
from numerics.algebra import jacobian
from numerics.maps import growth


def schwefel(x, y, z):
    return (x - y**2)**2 + (y - 1)**2 + (x - z**2)**2 + (z - 1)**2


def reaction_diffusion(x, y, z):
    return -x + 2*y - z - 835634534*y*(1 + y)/10**9


def caprasse(w, x, y, z):
    return -w*y**3 + 4*x*y**2*z + 4*w*y*z**2 + 2*x*z**3 + 4*w*y + 4*y**2 - 10*x*z - 10*z**2 + 2


def lotka_volterra(w, x, y, z):
    return w*x**2 + w*y**2 + w*z**2 - 11*w/10 + 1


def butcher(u, v, w, x, y, z):
    return z*v**2 + y*w**2 - u*x**2 + x**3 + x**2 - u/3 + 4*x/3


def magnetism(t, u, v, w, x, y, z):
    return t**2 + 2*u**2 + 2*v**2 + 2*w**2 + 2*x**2 + 2*y**2 + 2*z**2 - t


def heart_dipole(a, b, c, d, e, f, g, h):
    dipole = (-a*f**3 + 3*a*f*g**2 - c*g**3 + 3*c*g*f**2 - b*e**3 + 3*b*e*h**2 - d*h**3 + 3*d*h*e**2)
    return (dipole*10**7 - 9563453)/10**7


def trid(w, x, y, z):
    return (w - 1)**2 + (x - 1)**2 + (y - 1)**2 + (z - 1)**2 - w*x - x*y - y*z


def arctan_error(x):
    return atan(x) - x/(1 + 28*x**2/100)


def camel(x, y):
    return 4*x**2 - 21*x**4/10 + x**6/3 + (x - 3)*y - 4*y**2 + 4*y**4


HALF = [("-1/2", "1/2")]*4
BUTCHER = [("-1", "0"), ("-0.1", "0.9"), ("-0.1", "0.5"), ("-1", "-0.1"), ("-0.1", "-0.05"), ("-0.1", "-0.03")]
HEART = [("-0.1", "0.4"), ("0.4", "1"), ("-0.7", "-0.4"), ("-0.7", "0.4"), ("0.1", "0.2"), ("-0.1", "0.2"),
         ("-0.3", "1.1"), ("-1.1", "-0.3")]

BENCHMARKS = [   # name, formula, box, the published relation, a stronger one that is false
    ("Schwefel", schwefel, [(-10, 10)]*3, ">= -0.00000000058806", ">= 0.00000001"),
    ("reaction-diffusion", reaction_diffusion, [(-5, 5)]*3, ">= -36.7126907", ">= -36.7126906"),
    ("Caprasse (below)", caprasse, HALF, ">= -3.1801", ">= -3.18009"),
    ("Caprasse (above)", caprasse, HALF, "<= 4.486", "<= 4.485"),
    ("Lotka-Volterra", lotka_volterra, [(-2, 2)]*4, ">= -20.801", ">= -20.799"),
    ("Butcher", butcher, BUTCHER, ">= -1.44", ">= -1.439"),
    ("magnetism", magnetism, [(-1, 1)]*7, ">= -0.25001", ">= -0.24999"),
    ("heart dipole", heart_dipole, HEART, ">= -1.7435", ">= -1.743"),
    ("trid", trid, [(-16, 16)]*4, ">= -16.01", ">= -15.999"),
    ("arctan", arctan_error, [(0, 1)], "< 0.005", "< 0.0041"),
    ("camel", camel, [("-1/2", 1), (-2, 1)], "> -3.4", "> -3.2"),
]
SECONDS = 5   # what mpmath.iv is given for each


def lemma_away_from_zero(e, mu):
    """The gap of Lemma E.1 for e > -1, in functions that every side has."""
    return growth(e, mu) - exp(mu*log(1 + e))


def interval_proof(f, box, relation, seconds):
    """(status, boxes, seconds) of branch and bound in mpmath.iv: natural and mean value form, derivatives by `Dual`.

    mpmath.iv is not rigorous (its exp can miss the value): this measures speed and proves nothing.
    """
    iv = mpmath.iv
    iv.prec = 53
    cls = type(iv.mpf(1))
    cls.exp, cls.log = (lambda x: iv.exp(x)), (lambda x: iv.log(x))
    sense, bound = (1 if ">" in relation else -1), iv.mpf(relation.split()[-1])
    stack = [[tuple(float(Fraction(end)) for end in pair) for pair in box]]
    start, boxes = time.perf_counter(), 0
    while stack:
        if time.perf_counter() - start > seconds:
            return "out of time", boxes, time.perf_counter() - start
        pairs = stack.pop()
        boxes += 1
        x = [iv.mpf(pair) for pair in pairs]
        try:
            if (sense*(f(*x) - bound)).a > 0:
                continue
            middle = [iv.mpf((a + b)/2) for a, b in pairs]
            slopes = [iv.mpf(slope) for slope in jacobian(f, x)[0]]
            centred = f(*middle) + sum(s*(side - m) for s, side, m in zip(slopes, x, middle))
        except (TypeError, AttributeError, NotImplementedError):
            return "no such function", boxes, time.perf_counter() - start
        if (sense*(centred - bound)).a > 0:
            continue
        effects = [float(mpmath.mpf(abs(s).b))*(b - a) for s, (a, b) in zip(slopes, pairs)]
        i = effects.index(max(effects))
        a, b = pairs[i]
        stack += [pairs[:i] + [half] + pairs[i + 1:] for half in ((a, (a + b)/2), ((a + b)/2, b))]
    return "settled", boxes, time.perf_counter() - start


def timed(run, *arguments, **options):
    start = time.perf_counter()
    outcome = run(*arguments, **options)
    return outcome, time.perf_counter() - start


def main():
    print(f"{'inequality':20s} {'prove':>10s} {'boxes':>6s} {'ms':>8s} | "
          f"{'Arb mean value':>14s} {'boxes':>7s} {'ms':>9s} | "
          f"{'mpmath.iv':>16s} {'boxes':>7s} {'ms':>8s} {'iv/prove':>9s}")
    rows = [(name, f, box, relation) for name, f, box, relation, _ in BENCHMARKS]
    rows.append(("E.1, e in [.05, 2]", lemma_away_from_zero, [("0.05", 2), ("1.05", "1.95")], "> 0"))
    for name, f, box, relation in rows:
        best, seconds = timed(prove, f, box, relation)
        balls, ball_seconds = timed(prove, f, box, relation, method="mean value", budget=20_000)
        status, boxes, iv_seconds = interval_proof(f, box, relation, SECONDS)
        ratio = ""
        if boxes > 1 or status == "settled":
            ratio = f"{'' if status == 'settled' else '>'}{iv_seconds/seconds:.1f}".rjust(9)
        print(f"{name:20s} {best.status:>10s} {best.boxes:6d} {1000*seconds:8.2f} | "
              f"{balls.status:>14s} {balls.boxes:7d} {1000*ball_seconds:9.2f} | "
              f"{status:>16s} {boxes:7d} {1000*iv_seconds:8.1f} {ratio}")
    outcome, seconds = timed(on_interval)
    print(f"{'Lemma E.1 (all)':20s} {outcome.status:>10s} {outcome.boxes:6d} {1000*seconds:8.2f} | "
          "e in [-2, 2], mu in [0, 2], with e = 0 and mu = 2")


if __name__ == "__main__":
    main()
