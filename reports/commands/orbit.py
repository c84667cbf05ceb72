"""`separatrix orbit`: a certified orbit of one of the paper's maps, to any number of digits."""
from difflib import get_close_matches
import inspect

from certify.balls import BadInput, dump, fraction
from certify.orbit import certified_orbit
from flint import fmpz
from numerics import maps
from reports import exits
from reports.arguments import add_json, numbers, whole
from reports.output import entry, show
from reports.progress import Progress

HELP = """A certified orbit of one of the paper's maps, to any number of digits: every digit printed is proved, also after
thousands of steps of a chaotic orbit.  Exit code 1 where the orbit escapes or stays undecided."""
EXAMPLE = """separatrix orbit product_map --mu 1.9 --start 1/2,7/10 --steps 1000
separatrix orbit balanced_map --mu 1.9 --start 1/10 --steps 100 --every 50
separatrix orbit chebyshev --start -1/3 --steps 30 --digits 50 --json"""
MAPS = {f.__name__: f for f in (maps.product_map, maps.imbalance_map, maps.squares_map, maps.normal_form,
                                maps.balanced_map, maps.balanced_factor_map, maps.chebyshev)}


def configure(parser):
    parser.add_argument("map", metavar="MAP", help="one of: " + ", ".join(MAPS))
    parser.add_argument("--mu", metavar="M", type=numbers,
                        help="the parameter, exact: 1.9 or 19/10; or one to a step: 1.8,1.9,1.7")
    parser.add_argument("--start", required=True, metavar="A,B", type=numbers, help="the exact coordinates: 1/2,7/10")
    parser.add_argument("--steps", required=True, type=whole(0), metavar="N", help="how many steps")
    parser.add_argument("--digits", type=whole(1), default=30, metavar="D", help="decimals after the point (default 30)")
    parser.add_argument("--every", type=whole(1), metavar="K",
                        help="print every K-th point, besides the first and the last")
    add_json(parser)


def run(args) -> int:
    """Print the points that are proved.  0: certified; 1: escaped or undecided; 130: interrupted."""
    map = named_map(args.map)
    fits(map, args.start, args.mu)
    mu = args.mu[0] if args.mu and len(args.mu) == 1 else args.mu
    progress = Progress("steps")
    orbit = certified_orbit(map, args.start, mu, args.steps, args.digits, args.every, progress=progress.at)
    progress.finish()
    show(args, record(orbit, map, args.digits), "\n".join(lines(orbit, map, args.digits)))
    if orbit.why.startswith("interrupted"):
        return exits.INTERRUPTED
    return exits.FINE if orbit.status == "certified" else exits.BROKEN


def named_map(name):
    """The map of this name; BadInput with the nearest name and all of them when there is none."""
    if name in MAPS:
        return MAPS[name]
    nearest = get_close_matches(name, MAPS, 1, 0)[0]
    every = ", ".join(f"{n}({', '.join(_coordinates(f))})" for n, f in MAPS.items())
    raise BadInput(f"no map {name!r}; nearest: {nearest}; all: {every}")


def fits(map, start, mu):
    """BadInput unless there is one coordinate for each of the map's, and a parameter exactly if it has one."""
    names, has_mu = _coordinates(map), "mu" in inspect.signature(map).parameters
    wanted = f"{map.__name__} takes --start {','.join(n.upper() for n in names)}"
    if len(start) != len(names):
        raise BadInput(f"{wanted}: write {len(names)} of them, not {len(start)}")
    if has_mu != bool(mu):
        raise BadInput(f"{wanted} {'and --mu M' if has_mu else 'and no --mu'}")


def _coordinates(map):
    return [name for name in inspect.signature(map).parameters if name != "mu"]


def decimal(x, digits):
    """The midpoint of a ball, rounded to so many decimals."""
    scaled = round(fraction(x.mid())*10**digits)
    text = str(fmpz(abs(scaled))).rjust(digits + 1, "0")
    return f"{'-' if scaled < 0 else ''}{text[:-digits]}.{text[-digits:]}"


def lines(orbit, map, digits):
    rows = [("step", *_coordinates(map))]
    rows += [(str(k), *(decimal(x, digits) for x in point)) for k, point in orbit.points]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    yield from ("  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in rows)
    yield ""
    yield entry(orbit.status, orbit.why)
    yield entry("", f"{orbit.steps} steps, each printed point proved to {orbit.digits} decimals and rounded to {digits}; "
                    f"begun with {orbit.bits} bits, restarts: {orbit.restarts}")


def record(orbit, map, digits):
    """Plain data; each ball as four integers: mantissa and exponent of the midpoint and of the radius, base 2."""
    mu = orbit.mu if orbit.mu is None or isinstance(orbit.mu, str) else [str(x) for x in orbit.mu]
    return {
        "map": orbit.map, "mu": mu, "start": [str(x) for x in orbit.start], "status": orbit.status, "why": orbit.why,
        "steps": orbit.steps, "digits": orbit.digits, "bits": orbit.bits, "restarts": orbit.restarts,
        "coordinates": _coordinates(map),
        "points": [{"step": k, "decimal": [decimal(x, digits) for x in point], "ball": [dump(x) for x in point]}
                   for k, point in orbit.points]}
