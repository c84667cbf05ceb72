"""`separatrix diagram`: for how much of mu in [1, 2] training provably ends in a cycle."""
from reports import exits
from reports.arguments import add_json, whole
from reports.output import entry, show
from reports.progress import Progress

HELP = """For how much of mu in [1, 2] an attracting cycle is certified: every hyperbolic component of the balanced map up to a
period, with the cascades that follow the wide ones.  For these mu almost every start inside the ellipse ends in the
cycle.  Period 12 takes seconds, 15 minutes; Ctrl-C prints what is certified by then."""
EXAMPLE = """separatrix diagram --period 8
separatrix diagram --period 6 --json"""


def configure(parser):
    parser.add_argument("--period", type=whole(1, 24), default=10, metavar="P", help="longest period searched (default 10)")
    add_json(parser)


def run(args) -> int:
    from certify.phase_diagram import phase_diagram
    progress = Progress("components")
    found = phase_diagram(args.period, progress.at)
    progress.finish()
    show(args, record(found), "\n".join(lines(found)))
    return exits.INTERRUPTED if found.stopped == "interrupted" else exits.FINE


def record(found):
    names = ("period", "left_high", "right_low", "centre")
    return {"max_period": found.max_period, "certified": share(found), "components": len(found.components),
            "centres_by_period": {str(p): n for p, n in found.centres.items()}, "whole": found.whole,
            "degenerate": found.degenerate, "cut": found.cut, "slivers": found.slivers, "cascade": found.cascade,
            "undecided": found.undecided, "rechecked_in_balls": found.rechecked, "stopped": found.stopped,
            "seconds": round(found.seconds, 2), "arithmetic": found.arithmetic,
            "windows": [{name: component[name].item() for name in names} for component in found.components]}


def share(found):
    """The certified measure to six decimals, rounded down."""
    return f"{int(found.certified*10**6)/10**6:.6f}"


def lines(found):
    yield entry("certified", f"at least {share(found)} of [1, 2] has an attracting cycle")
    yield entry("found", f"{len(found.components)} components, {found.cascade} of them of period above {found.max_period}: "
                         f"{found.whole} whole, {found.degenerate} with a degenerate end, {found.cut} cut, "
                         f"{found.slivers} slivers that count as 0; {found.undecided} boxes undecided")
    yield entry("proof", f"{found.arithmetic}; {found.rechecked} components proved again in balls; "
                         f"{found.seconds:.1f} s; {found.stopped or 'complete'}")
    yield ""
    yield f"{'period':>6} {'components':>10}"
    yield from (f"{period:6} {count:10}" for period, count in found.centres.items())
