"""`separatrix orbit`: a certified orbit of one of the paper's maps, to any number of digits."""
from difflib import get_close_matches
import inspect
import json
import sys

from certify.balls import BadInput, dump, fraction
from certify.orbit import certified_orbit
from flint import fmpz
from numerics import maps

HELP = "a certified orbit of one of the paper's maps, to any number of digits"
EXAMPLE = "separatrix orbit product_map --mu 1.9 --start 1/2,7/10 --steps 1000 --digits 30"
MAPS = {f.__name__: f for f in (maps.product_map, maps.imbalance_map, maps.squares_map, maps.normal_form,
                                maps.balanced_map, maps.balanced_factor_map, maps.chebyshev)}


def configure(parser):
    parser.add_argument("map", metavar="MAP", help="one of: " + ", ".join(MAPS))
    parser.add_argument("--mu", metavar="M", help="the parameter, exact: 1.9 or 19/10; or one to a step: 1.8,1.9,1.7")
    parser.add_argument("--start", required=True, metavar="A,B",
                        help="the exact coordinates; before a minus write =: --start=-1/2,3")
    parser.add_argument("--steps", required=True, type=int, metavar="N", help="how many steps")
    parser.add_argument("--digits", type=int, default=30, metavar="D", help="decimals after the point (default 30)")
    parser.add_argument("--every", type=int, metavar="K", help="print every K-th point, besides the first and the last")
    parser.add_argument("--json", action="store_true", help="print JSON, with exact balls")


def run(args):
    """Print the points that are proved.  0: certified; 1: escaped or undecided; 130: interrupted."""
    map = named_map(args.map)
    mu = args.mu.split(",") if args.mu and "," in args.mu else args.mu
    orbit = certified_orbit(map, tuple(args.start.split(",")), mu, args.steps, args.digits, args.every,
                            progress=_progress if sys.stderr.isatty() else None)
    print(_json(orbit, map, args.digits) if args.json else _table(orbit, map, args.digits))
    return 0 if orbit.status == "certified" else 130 if orbit.why.startswith("interrupted") else 1


def named_map(name):
    """The map of this name; BadInput with the nearest name and all of them when there is none."""
    if name in MAPS:
        return MAPS[name]
    nearest = get_close_matches(name, MAPS, 1, 0)[0]
    every = ", ".join(f"{n}({', '.join(_coordinates(f))})" for n, f in MAPS.items())
    raise BadInput(f"no map {name!r}; nearest: {nearest}; all: {every}")


def _coordinates(map):
    return [name for name in inspect.signature(map).parameters if name != "mu"]


def _progress(step, steps):
    print(f"\r{step} of {steps} steps", end="" if step < steps else "\n", file=sys.stderr, flush=True)


def decimal(x, digits):
    """The midpoint of a ball, rounded to so many decimals."""
    scaled = round(fraction(x.mid())*10**digits)
    text = str(fmpz(abs(scaled))).rjust(digits + 1, "0")
    return f"{'-' if scaled < 0 else ''}{text[:-digits]}.{text[-digits:]}"


def _table(orbit, map, digits):
    rows = [("step", *_coordinates(map))]
    rows += [(str(k), *(decimal(x, digits) for x in point)) for k, point in orbit.points]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in rows]
    lines += ["", f"{orbit.status}: {orbit.why}",
              f"{orbit.steps} steps, each printed point proved to {orbit.digits} decimals and rounded to {digits}; "
              f"begun with {orbit.bits} bits, restarts: {orbit.restarts}"]
    return "\n".join(lines)


def _json(orbit, map, digits):
    """Each ball as four integers: mantissa and exponent of the midpoint and of the radius, base 2."""
    mu = orbit.mu if orbit.mu is None or isinstance(orbit.mu, str) else [str(x) for x in orbit.mu]
    return json.dumps({
        "map": orbit.map, "mu": mu, "start": [str(x) for x in orbit.start], "status": orbit.status, "why": orbit.why,
        "steps": orbit.steps, "digits": orbit.digits, "bits": orbit.bits, "restarts": orbit.restarts,
        "coordinates": _coordinates(map),
        "points": [{"step": k, "decimal": [decimal(x, digits) for x in point], "ball": [dump(x) for x in point]}
                   for k, point in orbit.points]}, indent=1)
