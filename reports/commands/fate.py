"""`separatrix fate A B --mu M`: what becomes of one start of the plane map."""
from dataclasses import asdict

from reports import exits
from reports.arguments import add_json, number
from reports.output import entry, show
from reports.practice import of_fate

HELP = """What becomes of the start (A, B), normalised factors, at the effective step size M with |M| < 2: certified for this
start where its orbit is followed into a trap; otherwise the answer is about almost every start, and says so."""
EXAMPLE = """separatrix fate 1 0.5 --mu 0.7
separatrix fate -1/2 0.9 --mu 1.1 --json"""


def configure(parser):
    parser.add_argument("a", metavar="A", type=number, help="first factor, normalised: a decimal or a fraction")
    parser.add_argument("b", metavar="B", type=number, help="second factor")
    parser.add_argument("--mu", required=True, metavar="M", type=number, help="effective step size, |M| < 2, not 0")
    add_json(parser)


def run(args) -> int:
    from certify.cycles import Cycle, attracting_cycle
    from certify.fate import fate
    found = fate(args.a, args.b, args.mu)
    cycle = attracting_cycle(abs(found.mu)) if found.outcome == "cycle" else None
    words = of_fate(found, cycle if isinstance(cycle, Cycle) else None)
    data = {k: str(v) if k in ("a", "b", "mu") else v for k, v in asdict(found).items()} | {"in_practice": words}
    show(args, data, "\n".join(lines(found, words)))
    return exits.FINE


def lines(found, words):
    proof = "certified for this start" if found.certified else "for almost every start, this one not certified"
    yield entry("side", f"{found.side} the ellipse")
    yield entry("fate", found.outcome)
    yield entry("proof", f"{proof}: {found.why}" + (f", at step {found.step}" if found.step is not None else ""))
    yield entry("claims", ", ".join(found.claims))
    yield ""
    yield entry("practice", words)
