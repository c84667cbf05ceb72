"""`separatrix thresholds`: learning-rate thresholds in a prompt's own units, and where a learning rate stands."""
import json

from certify.balls import at, dump
from certify.thresholds import both_sides, learning_rates, standing

HELP = "learning-rate thresholds in the prompt's own units, and where a learning rate stands"
EXAMPLE = "separatrix thresholds --target 1.5 --kappa 0.25 --eta 0.9"


def configure(parser):
    parser.add_argument("--target", required=True, metavar="Y", help="query target y, not 0 (exact: 1.5 or 3/2)")
    parser.add_argument("--kappa", required=True, metavar="K", help="geometry constant kappa > 0")
    parser.add_argument("--eta", metavar="H", help="a learning rate to place")
    parser.add_argument("--imbalance", metavar="W", help="normalised imbalance w: adds the threshold 2 mu + w^2 = 2")
    parser.add_argument("--distance", metavar="D", default="1e-12",
                        help="prove each threshold on both sides at this distance in mu (default 1e-12)")
    parser.add_argument("--digits", type=int, default=20, metavar="N", help="digits printed (default 20)")
    parser.add_argument("--json", action="store_true", help="print JSON, with exact balls")


def run(args):
    rates = learning_rates(args.target, args.kappa, args.imbalance, args.digits)
    sides = [both_sides(rate.threshold, args.distance) for rate in rates]
    place = standing(args.target, args.kappa, args.eta, args.imbalance, args.digits) if args.eta is not None else None
    print(_json(rates, sides, place, args) if args.json else _table(rates, sides, place, args))
    return 0 if all(side.proved for side in sides) else 1


def _decimal(x, digits):
    return at(int(digits*3.33) + 32, lambda: x.str(digits))


def _table(rates, sides, place, args):
    rows = [("threshold", "mu", "eta", f"proved within {args.distance}", "up to it", "beyond it")]
    for rate, side in zip(rates, sides):
        rows.append((f"eta_{rate.threshold.name}", _decimal(rate.mu, args.digits), _decimal(rate.eta, args.digits),
                     "both sides" if side.proved else f"{side.below.status} / {side.above.status}",
                     rate.threshold.below, rate.threshold.above))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
    if place:
        words = {-1: "below", 0: "exactly at", 1: "above"}
        lines += ["", f"eta = {place.eta}: mu = {_decimal(place.mu, args.digits)}, phase: {place.phase}"]
        lines += [f"  {words[side]} eta_{name}" for name, side in place.sides.items()]
    return "\n".join(lines)


def _json(rates, sides, place, args):
    def number(x):
        return {"decimal": _decimal(x, args.digits), "ball": dump(x)}

    document = {"thresholds": [
        {"name": rate.threshold.name, "mu": number(rate.mu), "eta": number(rate.eta),
         "below": {"statement": rate.threshold.below, "status": side.below.status, "up_to": str(side.low)},
         "above": {"statement": rate.threshold.above, "status": side.above.status, "from": str(side.high)}}
        for rate, side in zip(rates, sides)]}
    if place:
        document["standing"] = {"eta": str(place.eta), "mu": number(place.mu), "phase": place.phase,
                                "sides": place.sides}
    return json.dumps(document, indent=2)
