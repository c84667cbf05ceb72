"""Ratios side by side: certified orbits and cycles against GMP in C, mpmath.iv, plain balls and FLINT's roots.

Run as a script from the root of the tree: python -m benchmarks.bench_orbit [--long]
The long part (10^5 scalar steps) takes about a minute.  The C program is compiled on the spot; without a compiler or
gmp.h its rows are skipped and say so.  It gets the precision that `certified_orbit` chose for itself, and is timed
without its start.
"""
from pathlib import Path
import shutil
import subprocess
import sys
import tempfile
from time import thread_time

from flint import arb, fmpq_poly, fmpz_poly, ctx
import mpmath

from certify.balls import at
from certify.cycles import attracting_cycle, periodic_points
from certify.orbit import certified_orbit
from numerics import maps

SOURCE = Path(__file__).with_name("orbit_gmp.c")


def compiled(folder):
    """(the C program, "") or (None, why there is none)."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None, "no C compiler"
    program = Path(folder)/"orbit_gmp"
    built = subprocess.run([compiler, "-O3", "-march=native", str(SOURCE), "-o", str(program), "-lgmp", "-lm"],
                           capture_output=True, text=True)
    return (program, "") if built.returncode == 0 else (None, built.stderr.splitlines()[0])


def c_seconds(program, shape, steps, bits):
    run = subprocess.run([str(program), shape, str(steps), str(bits)], capture_output=True, text=True, check=True)
    return float(run.stdout.split()[0])


def seconds(call):
    start = thread_time()
    result = call()
    return thread_time() - start, result


def interval_orbit(map, start, steps, bits):
    """mpmath.iv at the fixed precision that its growth, about 2.5 bits a step, needs for 30 digits."""
    mpmath.iv.prec = bits
    mu, point = mpmath.iv.mpf(19)/10, tuple(mpmath.iv.mpf(p)/q for p, q in start)
    for _ in range(steps):
        point = map(*point, mu)
        point = point if isinstance(point, tuple) else (point,)
    return point


def ball_orbit(map, start, steps, bits):
    """Plain balls; their precision falls with what is left of it."""
    def run():
        mu, point = arb(19)/10, tuple(arb(p)/q for p, q in start)
        for _ in range(steps):
            left = [x.rel_accuracy_bits() for x in point]
            ctx.prec = max(64, min(bits, *left) + 24)
            point = map(*point, mu)
            point = point if isinstance(point, tuple) else (point,)
        return point
    return at(bits, run)


def row(name, ours, others):
    print(f"{name:44s} {ours*1e3:10.1f} ms")
    for other, value in others:
        print(f"    {other:40s} " + (f"{value*1e3:10.1f} ms, ratio {value/ours:.2f}" if value else "skipped"))


def orbits(program, long):
    half = (1, 2), (7, 10)
    cases = [("plane, 10^3 steps", maps.product_map, ("1/2", "7/10"), half, 1000, ("product", "modes"), 9),
             ("plane, 10^4 steps", maps.product_map, ("1/2", "7/10"), half, 10000, ("product", "modes"), 7),
             ("scalar, 10^4 steps", maps.balanced_map, "1/10", ((1, 10),), 10000, ("cubic",), 7)]
    if long:
        cases.append(("scalar, 10^5 steps", maps.balanced_map, "1/10", ((1, 10),), 100000, ("cubic",), 1))
    for name, map, start, fractions, steps, shapes, repeat in cases:
        ours, c = [], []
        for _ in range(repeat):
            time, orbit = seconds(lambda: certified_orbit(map, start, "1.9", steps, 30))
            ours.append(time)
            if program:
                c.append(min(c_seconds(program, shape, steps, orbit.bits) for shape in shapes))
        assert orbit.status == "certified"
        others = [("GMP in C", min(c) if c else None)]
        if steps <= 10000:
            for other, run in ("mpmath.iv", interval_orbit), ("plain balls", ball_orbit):
                others.append((other, seconds(lambda: run(map, fractions, steps, int(2.5*steps) + 150))[0]))
        row(f"{name}, 30 digits, {orbit.bits} bits", min(ours), others)


def real_zeros(mu, period):
    step, power, e = fmpq_poly([0, 1 - 2*mu, mu - 2, 1]), fmpq_poly([0, 1]), fmpq_poly([0, 1])
    for _ in range(period):
        power = step(power)
    polynomial = power - e
    roots = fmpz_poly([int(c) for c in (polynomial*polynomial.denom()).coeffs()]).complex_roots()
    return sum(1 for root, _ in roots if root.imag == 0)


def cycles():
    for period in (4, 5):
        ours, result = seconds(lambda: periodic_points(2, period))
        theirs, count = seconds(lambda: real_zeros(2, period))
        assert result.count == count == 3**period
        row(f"all {count} points of period | {period} at mu = 2", ours, [("FLINT roots", theirs)])
    for mu, period in (("2", 11), ("1.9", 11)):
        time, result = seconds(lambda: periodic_points(mu, period))
        row(f"all {result.count} points of period | {period} at mu = {mu}", time, [])
    time, found = seconds(lambda: attracting_cycle("1.302"))
    row(f"attracting cycle at mu = 1.302, period {found.period}", time, [])


def main(long):
    with tempfile.TemporaryDirectory() as folder:
        program, why = compiled(folder)
        if why:
            print(f"GMP in C: skipped, {why}")
        print("ratio: the other's time divided by ours, above 1 where ours is faster\n")
        orbits(program, long)
    cycles()


if __name__ == "__main__":
    main("--long" in sys.argv[1:])
