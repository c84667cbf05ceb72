"""`separatrix thresholds`: learning-rate thresholds in a prompt's own units, and where a learning rate stands."""
from certify.balls import at, dump
from certify.thresholds import both_sides, learning_rates, standing
from reports import exits
from reports.arguments import add_json, number, whole
from reports.output import entry, show
from reports.practice import of_standing

HELP = """Learning-rate thresholds in the prompt's own units, and where a learning rate stands.  A prompt with query target y
and geometry constant kappa trains at the effective step size mu = 2 eta |y| sqrt(kappa); each threshold is proved on
both sides, and a learning rate is compared with it exactly."""
EXAMPLE = """separatrix thresholds --target 1.5 --kappa 0.25 --eta 0.9
separatrix thresholds --target 1.5 --kappa 0.25 --imbalance 1/2 --json"""
PHASES = {-1: "below", 0: "exactly at", 1: "above"}


def configure(parser):
    parser.add_argument("--target", required=True, metavar="Y", type=number, help="query target y, not 0: 1.5 or 3/2")
    parser.add_argument("--kappa", required=True, metavar="K", type=number, help="geometry constant kappa > 0")
    parser.add_argument("--eta", metavar="H", type=number, help="a learning rate to place")
    parser.add_argument("--imbalance", metavar="W", type=number,
                        help="normalised imbalance w: adds the threshold 2 mu + w^2 = 2")
    parser.add_argument("--distance", metavar="D", default="1e-12", type=number,
                        help="prove each threshold on both sides at this distance in mu (default 1e-12)")
    parser.add_argument("--digits", type=whole(1, 10_000), default=20, metavar="N", help="digits printed (default 20)")
    add_json(parser)


def run(args) -> int:
    rates = learning_rates(args.target, args.kappa, args.imbalance, args.digits)
    place = standing(args.target, args.kappa, args.eta, args.imbalance, args.digits) if args.eta is not None else None
    sides = [both_sides(rate.threshold, args.distance) for rate in rates]
    show(args, record(rates, sides, place, args), "\n".join(lines(rates, sides, place, args)))
    return exits.FINE if all(side.proved for side in sides) else exits.BROKEN


def decimal(x, digits):
    """Digits of the number in a ball, the last one rounded."""
    return at(int(digits*3.33) + 32, lambda: x.str(digits, radius=False))


def lines(rates, sides, place, args):
    """A table of numbers with what holds on either side of each threshold, then where eta stands."""
    width = args.digits + 4
    yield f"{'threshold':11} {'mu':{width}} eta"
    for rate, side in zip(rates, sides):
        yield (f"eta_{rate.threshold.name:7} {decimal(rate.mu, args.digits):{width}} "
               f"{decimal(rate.eta, args.digits)}")
        yield f"  up to it:  {rate.threshold.below}{'' if side.below.status == 'proved' else ': ' + side.below.status}"
        yield f"  beyond it: {rate.threshold.above}{'' if side.above.status == 'proved' else ': ' + side.above.status}"
    proved = sum(side.proved for side in sides)
    yield ""
    yield f"{proved} of {len(sides)} thresholds proved on both sides, within {args.distance} in mu"
    if place:
        yield ""
        yield entry("eta", f"{place.eta}, mu = {decimal(place.mu, args.digits)}")
        yield entry("phase", place.phase)
        yield entry("stands", ", ".join(f"{PHASES[side]} eta_{name}" for name, side in place.sides.items()))
        yield entry("practice", of_standing(place))


def record(rates, sides, place, args):
    """The same as plain data, with exact balls."""
    def shown(x):
        return {"decimal": at(int(args.digits*3.33) + 32, lambda: x.str(args.digits)), "ball": dump(x)}

    document = {"thresholds": [
        {"name": rate.threshold.name, "mu": shown(rate.mu), "eta": shown(rate.eta),
         "below": {"statement": rate.threshold.below, "status": side.below.status, "up_to": str(side.low)},
         "above": {"statement": rate.threshold.above, "status": side.above.status, "from": str(side.high)}}
        for rate, side in zip(rates, sides)]}
    if place:
        document["standing"] = {"eta": str(place.eta), "mu": shown(place.mu), "phase": place.phase,
                                "sides": place.sides, "in_practice": of_standing(place)}
    return document
