"""`separatrix basin MU`: the certified share of the ellipse that converges, and of its surroundings that escapes."""
from reports import exits
from reports.arguments import add_json, number, seconds, whole
from reports.output import entry, show
from reports.progress import Progress

HELP = """The certified share of the invariant ellipse whose starts converge at this MU, and of its surroundings whose
starts escape.  More cells certify more; Ctrl-C prints what is certified by then."""
EXAMPLE = """separatrix basin 0.7 --boxes 100000
separatrix basin 1.1 --seconds 5 --json"""


def configure(parser):
    parser.add_argument("mu", metavar="MU", type=number, help="effective step size, 0 < MU < 2: a decimal or a fraction")
    parser.add_argument("--boxes", type=whole(1), default=1_000_000, metavar="N",
                        help="cells to evaluate on each side (default 1000000)")
    parser.add_argument("--seconds", type=seconds, metavar="S", help="stop each side earlier, by the clock")
    add_json(parser)


def run(args) -> int:
    from certify.basin import basin, escape
    found = {}
    for name, share in (("inside", basin), ("outside", escape)):
        progress = Progress(name)
        result = found[name] = share(args.mu, args.boxes, args.seconds, progress.at)
        progress.finish()
        if result.stopped == "interrupted":
            break
    show(args, {"mu": args.mu} | {name: record(result) for name, result in found.items()},
         "\n".join(entry(name, sentence(result)) for name, result in found.items()))
    return exits.INTERRUPTED if result.stopped == "interrupted" else exits.FINE


def record(result):
    return {"certified": rounded_down(result.certified), "target": result.target, "cells": result.boxes,
            "budget": result.budget, "finest_cell": [str(side) for side in result.side], "stopped": result.stopped,
            "seconds": round(result.seconds, 2), "rechecked_in_balls": result.rechecked, "arithmetic": result.arithmetic}


def sentence(result):
    if result.stopped == "no trap":
        return "nothing is certified: no attracting cycle is found at this mu, so there is no trap for a cell to reach"
    return (f"at least {rounded_down(result.certified)} {result.target}: {result.boxes} cells, the finest "
            f"{result.side[0]} by {result.side[1]}; stopped by {result.stopped}; {result.seconds:.1f} s; "
            f"{result.rechecked} points followed in balls; {result.arithmetic}")


def rounded_down(share):
    """A Fraction in [0, 1] to five decimals, never above it."""
    return f"{int(share*10**5)/10**5:.5f}"
