"""`separatrix report`: check the ledger and write ledger.json, ledger.md and index.html."""
import json
from pathlib import Path
import shlex
import sys
import time

from reports import exits
from reports.checking import add_jobs, check_ledger, exit_code, totals
from reports.document import document
from reports.markdown import markdown
from reports.page import page

HELP = "Check the ledger of every paper and write the report."
EXAMPLE = "separatrix report --out reports/out"


def configure(parser):
    parser.add_argument("--out", metavar="DIR", required=True, help="the folder to write to; it is made if missing")
    add_jobs(parser)


def run(args) -> int:
    out = Path(args.out)
    try:
        out.mkdir(parents=True, exist_ok=True)
        (out/"ledger.json").touch()
    except OSError as error:
        raise exits.BadUsage(f"separatrix report: --out {args.out}: {error.strerror}") from None
    start = time.perf_counter()
    result = check_ledger(args)
    data = document(result, command=shlex.join(["separatrix", *sys.argv[1:]]), wall_seconds=time.perf_counter() - start)
    (out/"ledger.json").write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    (out/"ledger.md").write_text(markdown(data))
    (out/"index.html").write_text(page(data))
    print("\n".join(totals(result)))
    print(out/"index.html")
    return exit_code(result)
