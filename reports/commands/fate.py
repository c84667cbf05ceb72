"""`separatrix fate A B --mu M`: what becomes of one start of the plane map."""
from dataclasses import asdict
import json

from reports import exits

HELP = "What becomes of the start (A, B) at |mu| < 2: certified for this start where its orbit is followed into a trap."
EXAMPLE = "separatrix fate 1 0.5 --mu 0.7"

IN_PRACTICE = {
    "zero error": "training converges to a transformer that fits the prompt",
    "cycle": "training settles into a cycle: consecutive checkpoints are different predictors, whichever one stops at",
    "origin": "training ends at the origin, a stationary point that does not fit the prompt",
    "diverges": "training diverges",
    "lands": "training arrives exactly at zero error and rests there",
    "balanced line": "the two factors become equal; what the error then does is not decided here",
    "stays on the ellipse": "training stays on the boundary between convergence and divergence, which rounding will leave",
}


def configure(parser):
    parser.add_argument("a", metavar="A", help="first factor, normalised: a decimal or a fraction")
    parser.add_argument("b", metavar="B", help="second factor")
    parser.add_argument("--mu", required=True, metavar="M", help="effective step size, |M| < 2")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args) -> int:
    from certify.fate import fate
    found = fate(args.a, args.b, args.mu)
    if args.json:
        print(json.dumps({k: str(v) if k in ("a", "b", "mu") else v for k, v in asdict(found).items()}, indent=2))
        return exits.FINE
    proof = "certified for this start" if found.certified else "for almost every start, this one not certified"
    print(f"side      {found.side} the ellipse")
    print(f"fate      {found.outcome}: {IN_PRACTICE[found.outcome]}")
    print(f"proof     {proof}: {found.why}" + (f", at step {found.step}" if found.step is not None else ""))
    print(f"claims    {', '.join(found.claims)}")
    return exits.FINE
