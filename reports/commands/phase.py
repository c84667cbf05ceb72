"""`separatrix phase MU`: what training does at this effective step size."""
import json

HELP = "What training does at this mu: the phase, the attracting cycle with multipliers, the entropy; all certified."
EXAMPLE = "separatrix phase 1.4532"


def configure(parser):
    parser.add_argument("mu", metavar="MU", help="effective step size 2 eta y sqrt(kappa) > 0: a decimal or a fraction")
    parser.add_argument("--digits", type=int, default=20, help="digits of the entropy (default 20)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args) -> int:
    from certify.phase import phase
    from reports import exits
    result = phase(args.mu, args.digits)
    print(json.dumps(record(result), indent=2) if args.json else "\n".join(lines(result)))
    return exits.FINE


def record(result):
    """The phase as plain data; numbers as text, so that nothing is rounded inward."""
    cycle, entropy = result.cycle, result.entropy
    return {
        "mu": str(result.mu), "regime": result.regime, "why": result.why, "attraction": result.attraction,
        "cycle": cycle and {"period": cycle.period, "points": [shown(e) for e in cycle.points],
                            "longitudinal": shown(cycle.longitudinal), "transverse": shown(cycle.transverse)},
        "entropy": entropy and {"enclosure": shown(entropy.enclosure), "lower": str(entropy.lower),
                                "upper": str(entropy.upper), "method": entropy.method, "complete": entropy.complete,
                                "why": entropy.why}}


def lines(result):
    """The phase as text."""
    data = record(result)
    yield f"mu        {data['mu']}"
    yield f"phase     {data['regime']}: {data['why']}"
    yield f"attracts  {data['attraction']}"
    if data["cycle"]:
        cycle = data["cycle"]
        points = ", ".join(cycle["points"][:4] + ["..."]*(cycle["period"] > 4))
        yield f"cycle     period {cycle['period']}: e = {points}"
        yield f"          multiplier along the balanced line {cycle['longitudinal']}, across it {cycle['transverse']}"
    if data["entropy"]:
        yield f"entropy   {data['entropy']['enclosure']}  ({data['entropy']['method']}; {data['entropy']['why']})"


def shown(x):
    """A ball in decimals, rounded outward."""
    return x.str(25)
