"""Ratios side by side: compiled intervals against balls, the diagram and the basins by effort.

Run as a script from the root of the tree: python -m benchmarks.bench_phase
"""
from fractions import Fraction
from time import perf_counter

from numba import njit

from certify.balls import at, ball, hull
from certify.basin import basin, escape
from certify.centres import F, F_e, F_mu, displacement
from certify.components import F_ee, F_emu, jets
from certify.kneading import critical_point
from certify.phase import phase
from certify.phase_diagram import phase_diagram
from certify.recheck import closing
from certify.rounding import Interval
from numerics.algebra import jacobian
from numerics.maps import balanced_map

PERIOD = 12


def seconds(call, repeat=3):
    times = []
    for _ in range(repeat):
        start = perf_counter()
        call()
        times.append(perf_counter() - start)
    return min(times)


@njit
def compiled_jets(times):
    total = 0.0
    for i in range(times):
        x = Interval(-0.3, -0.3 + i*2.0**-60)
        total += jets(x, Interval(1.4, 1.4), PERIOD)[0].high
    return total


@njit
def compiled_displacements(times):
    total = 0.0
    for i in range(times):
        total += displacement(Interval(1.4, 1.4 + i*2.0**-50), PERIOD)[0].high
    return total


@njit
def float_jets(times):
    """The same in plain compiled doubles, without enclosure: the price of rigour."""
    total = 0.0
    for i in range(times):
        y, a, y_mu, a_x, a_mu, mu = -0.3 + i*2.0**-60, 1.0, 0.0, 0.0, 0.0, 1.4
        for _ in range(PERIOD):
            slope, curvature = F_e(y, mu), F_ee(y, mu)
            a_mu = (curvature*y_mu + F_emu(y, mu))*a + slope*a_mu
            a_x = curvature*a*a + slope*a_x
            y_mu = slope*y_mu + F_mu(y, mu)
            a = slope*a
            y = F(y, mu)
        total += a + y_mu + a_x + a_mu
    return total


def ball_jets(times):
    def run():
        for _ in range(times):
            jacobian(lambda x, mu: closing(x, mu, PERIOD), (ball(Fraction(-3, 10)), ball(Fraction(7, 5))))
    at(128, run)


def ball_displacements(times):
    def gap(mu):
        x = critical_point(mu)
        for _ in range(PERIOD):
            x = balanced_map(x, mu)
        return x - critical_point(mu)

    def run():
        for _ in range(times):
            jacobian(gap, (hull(Fraction(7, 5), Fraction(7, 5) + Fraction(1, 2**50)),))
    at(128, run)


def main():
    compiled_jets(1), compiled_displacements(1), float_jets(1)
    many, few = 20_000, 20
    interval, double, balls = (seconds(lambda: call(times))/times for call, times in (
        (compiled_jets, many), (float_jets, many), (ball_jets, few)))
    print(f"second-order jets, period {PERIOD:12}: interval {interval*1e6:9.2f} us   "
          f"= {interval/double:5.1f} x plain doubles   balls = {balls/interval:6.0f} x interval")
    interval, balls = (seconds(lambda: call(times))/times for call, times in (
        (compiled_displacements, many), (ball_displacements, few)))
    print(f"return of c and its slope, period {PERIOD:3}: interval {interval*1e6:9.2f} us   "
          f"{'':26} balls = {balls/interval:6.0f} x interval")

    print("\nphase diagram         certified   components   boxes      seconds")
    base = None
    for period in (6, 8, 10, 12):
        diagram = phase_diagram(period)
        if base is None:
            diagram = phase_diagram(period)     # the first call compiles
        base = base or diagram.seconds
        print(f"period <= {period:3}        {int(diagram.certified*10**6)/10**6:.6f}   {len(diagram.components):8}   "
              f"{diagram.boxes:8}   {diagram.seconds:6.2f}  ({diagram.seconds/base:5.1f} x the first)")

    print("\nbasin                 certified   cells        seconds   cells per second")
    for share, name in ((basin, "inside"), (escape, "outside")):
        share("7/10", 1)
        for mu in ("7/10", "11/10"):
            for boxes in (250_000, 1_000_000, 4_500_000 if share is basin else 2_000_000):
                result = share(mu, boxes)
                print(f"{name:8} mu = {mu:6}  {int(result.certified*10**5)/10**5:.5f}   {result.boxes:8}   "
                      f"{result.seconds:8.2f}   {result.boxes/result.seconds:12.0f}")

    print("\nphase                 regime       seconds")
    for mu in ("1/2", "1.1", "1.302", "1.4532", "1.9"):
        print(f"mu = {mu:6}           {phase(mu).regime:10}   {seconds(lambda: phase(mu)):7.4f}")


if __name__ == "__main__":
    main()
