"""`separatrix phase MU`: what training does at this effective step size."""
from reports import exits
from reports.arguments import add_json, number, whole
from reports.output import entry, show
from reports.practice import of_phase

HELP = """What training does at the effective step size MU = 2 eta |y| sqrt(kappa): the phase, the attracting cycle of the
balanced map with its multipliers, and the topological entropy; all certified.  What is not proved is called undecided."""
EXAMPLE = """separatrix phase 1.1            # consecutive checkpoints alternate
separatrix phase 1.4532         # a window of period 3 in the chaos
separatrix phase 1.6 --digits 60 --json"""
SHOWN = 4      # points of a cycle that are printed; JSON has all


def configure(parser):
    parser.add_argument("mu", metavar="MU", type=number, help="effective step size above 0: a decimal or a fraction")
    parser.add_argument("--digits", type=whole(1, 1000), default=20, metavar="N",
                        help="digits printed, of the entropy also proved where they can be (default 20)")
    add_json(parser)


def run(args) -> int:
    from certify.phase import phase
    result = phase(args.mu, args.digits)
    data = record(result, args.digits) | {"in_practice": of_phase(result)}
    show(args, data, "\n".join(lines(data)))
    return exits.FINE


def record(result, digits):
    """The phase as plain data; numbers as text, so that nothing is rounded inward."""
    cycle, entropy = result.cycle, result.entropy

    def shown(x):
        return x.str(digits)
    return {
        "mu": str(result.mu), "regime": result.regime, "why": result.why, "attraction": result.attraction,
        "cycle": cycle and {"period": cycle.period, "points": [shown(e) for e in cycle.points],
                            "longitudinal": shown(cycle.longitudinal), "transverse": shown(cycle.transverse)},
        "entropy": entropy and {"enclosure": shown(entropy.enclosure), "lower": str(entropy.lower),
                                "upper": str(entropy.upper), "method": entropy.method, "complete": entropy.complete,
                                "why": entropy.why}}


def lines(data):
    """The phase as text."""
    yield entry("mu", data["mu"])
    yield entry("phase", f"{data['regime']}: {data['why']}")
    yield entry("attracts", data["attraction"])
    if data["cycle"]:
        cycle = data["cycle"]
        yield entry("cycle", f"period {cycle['period']}, errors e =")
        yield from (entry("", e) for e in cycle["points"][:SHOWN])
        if cycle["period"] > SHOWN:
            yield entry("", f"and {cycle['period'] - SHOWN} more: --json prints all")
        yield entry("", f"multiplier along the balanced line {cycle['longitudinal']}")
        yield entry("", f"multiplier across it {cycle['transverse']}")
    if data["entropy"]:
        yield entry("entropy", data["entropy"]["enclosure"])
        yield entry("", f"({data['entropy']['method']}; {data['entropy']['why']})")
    yield ""
    yield entry("practice", data["in_practice"])
