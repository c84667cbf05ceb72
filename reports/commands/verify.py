"""`separatrix verify`: check claims and print a table."""
import json
from pathlib import Path
import shlex
import sys
import time

from proofs.engines import coqc
from reports import exits
from reports.checking import add_selection, check_ledger, exit_code, table
from reports.document import document

HELP = "Check claims, with all that they rest on, and print what came of it."
EXAMPLE = "separatrix verify LST-T4.1 LST-C4.2"


def configure(parser):
    add_selection(parser)
    parser.add_argument("--long", action="store_true", help="the long evidence too; its results go to reports/data")
    parser.add_argument("--kernel", action="store_true", help="the Coq kernel too (needs coqc and Coquelicot)")
    parser.add_argument("--json", metavar="FILE", help="write the result as JSON; - for standard output")


def writable(file):
    """Nothing is checked in vain: a file that cannot be written is refused first."""
    try:
        open(file, "a").close()
    except OSError as error:
        raise exits.BadUsage(f"separatrix verify: --json {file}: {error.strerror}") from None


def run(args) -> int:
    if args.json and args.json != "-":
        writable(args.json)
    start = time.perf_counter()
    try:
        coq = coqc.find() if args.kernel else None
    except coqc.Unusable as error:
        print(f"separatrix verify --kernel: {error}", file=sys.stderr)
        return exits.MISSING_TOOL
    result = check_ledger(args, long=args.long, coq=coq)
    if args.json:
        text = json.dumps(document(result, command=shlex.join(["separatrix", *sys.argv[1:]]),
                                   wall_seconds=time.perf_counter() - start), indent=1, ensure_ascii=False)
        if args.json == "-":
            print(text)
            return exit_code(result)
        try:
            Path(args.json).write_text(text + "\n")
        except OSError as error:
            raise exits.BadUsage(f"separatrix verify: --json {args.json}: {error.strerror}") from None
    print(table(result))
    return exit_code(result)
