"""`separatrix verify`: check claims and print a table."""
import shlex
import sys
import time

from proofs.engines import coqc
from reports import exits
from reports.arguments import add_json
from reports.checking import check_ledger, exit_code, table
from reports.document import document
from reports.output import coloured, show
from reports.selection import add_selection

HELP = """Check claims, with all that they rest on, and print one row for each: what checking found of the printed statement
(holds, amended, refuted, gap, ambiguous, uncheckable, new), the grade that its evidence earns (exact, certified, argued,
cited, simulated, pending; broken if something fails), and how many checks passed.

Without an ID all claims are checked, by their quick evidence; of long evidence the stored results are shown."""
EXAMPLE = """separatrix verify LST-T4.1 LST-C4.2     # two claims
separatrix verify 'LST-T4*' --json      # a section, as JSON
separatrix verify --paper scaling_law   # a paper"""


def configure(parser):
    add_selection(parser)
    parser.add_argument("--long", action="store_true", help="the long evidence too; its results are stored (reports/data)")
    parser.add_argument("--kernel", action="store_true", help="the Coq kernel too (needs coqc and Coquelicot)")
    add_json(parser)


def run(args) -> int:
    start = time.perf_counter()
    try:
        coq = coqc.find() if args.kernel else None
    except coqc.Unusable as error:
        print(f"separatrix verify --kernel: {error}", file=sys.stderr)
        return exits.MISSING_TOOL
    result = check_ledger(args, long=args.long, coq=coq)
    data = args.json and document(result, command=shlex.join(["separatrix", *sys.argv[1:]]),
                                  wall_seconds=time.perf_counter() - start)
    show(args, data, coloured(table(result)))
    return exit_code(result)
