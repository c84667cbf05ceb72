"""Ratios side by side: the certified cascade, threshold and entropy against plainer ways to compute the same.

Run as a script from the root of the tree: python -m benchmarks.bench_cascade
"""
from fractions import Fraction
from itertools import islice
from time import perf_counter

from mpmath import mp

from certify import cascade
from certify.balls import at, ball, endpoints
from certify.cascade import band_merging, entropy_threshold, feigenbaum_ratio, flip, superstable
from certify.chaos import period_three, three_cycle_cover
from certify.cover import positive_entropy_cover, zero_entropy_cover
from certify.entropy import entropy, staircase
from certify.kneading import critical_orbit, critical_point
from certify.parameters import second_order_jet
from numerics.algebra import jacobian
from numerics.maps import balanced_map

PRECISION = 320


def seconds(call, repeat=3):
    """The shortest of `repeat` runs, with the caches of the cascade emptied before each."""
    times = []
    for _ in range(repeat):
        for cached in (cascade.centre, cascade.window_flip, cascade._band_merging):
            cached.cache_clear()
        start = perf_counter()
        call()
        times.append(perf_counter() - start)
    return min(times)


def polynomial_orbit(steps):
    return at(PRECISION, lambda: list(islice(critical_orbit(ball("1.302")), steps))[-1])


def dual_orbit(steps):
    """The same mean-value steps, with the derivative of the formula taken anew at each of them."""
    def run():
        mu = ball("1.302")
        position = critical_point(mu)
        for _ in range(steps):
            middle = position.mid()
            position = balanced_map(middle, mu) + jacobian(balanced_map, (position, mu))[0][0]*(position - middle)
        return position
    return at(PRECISION, run)


def nested_jet(steps):
    """Second derivatives by duals of duals through the whole composition."""
    def iterate(x, mu):
        for _ in range(steps):
            x = balanced_map(x, mu)
        return x
    return at(PRECISION, lambda: jacobian(lambda x, mu: jacobian(iterate, (x, mu))[0], (ball("-0.3"), ball("1.25"))))


def mpmath_superstable(n):
    """Newton by mpmath at the same precision: not certified."""
    mp.prec = PRECISION
    guess = mp.mpf(str(float(superstable(n).mu.mid()))[:14])

    def displacement(mu):
        x = critical_point(mu)
        for _ in range(2**n):
            x = balanced_map(x, mu)
        return x - critical_point(mu)

    return mp.findroot(displacement, (guess, guess + mp.mpf(10)**-13))


def pairs():
    level = 9
    last, first = endpoints(superstable(level).mu)[1], endpoints(band_merging(level).mu)[1] + Fraction(1, 2**40)

    def covers():
        return zero_entropy_cover(last, 2**(level + 2)), positive_entropy_cover(first, 2**(level + 3))

    yield "orbit, 10^4 steps", lambda: polynomial_orbit(10**4), "a dual at each step", lambda: dual_orbit(10**4)
    yield ("second-order jet, 256 steps", lambda: at(PRECISION, second_order_jet, ball("-0.3"), ball("1.25"), 256),
           "duals of duals", lambda: nested_jet(256))
    yield ("superstable(9), certified", lambda: superstable(9),
           "mpmath secant, not certified", lambda: mpmath_superstable(9))
    yield (f"threshold to {float(first - last):.0e}, bisection", lambda: entropy_threshold(first - last),
           "covers of both sides", covers)
    yield "period three, elimination", period_three, "by parameter balls", three_cycle_cover


def absolute():
    yield "superstable, flip, band_merging n <= 12, 45 digits", lambda: [f(n) for n in range(1, 13)
                                                                          for f in (superstable, flip, band_merging)]
    yield "feigenbaum_ratio n <= 11", lambda: [feigenbaum_ratio(n) for n in range(2, 12)]
    yield "entropy_threshold 1e-9", lambda: entropy_threshold("1e-9")
    yield "entropy_threshold 1e-12", lambda: entropy_threshold("1e-12")
    for mu in ("1.32", "1.46", "1.7", "1.9"):
        yield f"entropy({mu}), 20 digits", lambda mu=mu: entropy(mu)
    yield "staircase of 700 cells on [1.3, 2]", lambda: staircase("1.3", "2", 700)


def main():
    print(f"{'certified here':44}{'against':32}{'ratio':>8}")
    for name, ours, other_name, other in pairs():
        mine, theirs = seconds(ours), seconds(other)
        print(f"{name:44}{other_name:32}{theirs/mine:8.2f}   {mine:.3g} s, {theirs:.3g} s")
    print()
    for name, call in absolute():
        print(f"{name:60}{seconds(call, repeat=1):8.3f} s")


if __name__ == "__main__":
    main()
