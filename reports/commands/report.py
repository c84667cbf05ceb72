"""`separatrix report`: check the ledger and write the report, a site with ledger.json and ledger.md."""
from pathlib import Path
import shlex
import shutil
import sys
import time

from reports import changes, exits, schema
from reports.arguments import add_json, name
from reports.checking import check_ledger, exit_code, totals
from reports.document import document
from reports.figures import CLAIMS
from reports.output import show
from reports.selection import add_jobs, add_ledger, chosen_papers
from reports.site import pages
from reports.site.pages import NAMED
from reports.site.pictures import Pictures
from reports.site.prose import DOCS
from reports.site.publish import publish, staging, write

HELP = """Check the ledger of every paper and write the report: index.html and all that it links, ledger.json, ledger.md.
Files in DIR that are not part of a report stay as they are."""
EXAMPLE = """separatrix report --out reports/out
separatrix report --out new --since old/ledger.json    # and say what changed
separatrix report --out mine --ledger my-paper         # claims of your own"""


def configure(parser):
    parser.add_argument("--out", metavar="DIR", type=name, required=True, help="the folder to write to; it is made if missing")
    parser.add_argument("--since", metavar="FILE", type=name, help="the ledger.json of an earlier report: say what changed")
    parser.add_argument("--no-figures", action="store_true", help="leave the figures out, which take most of the time")
    add_ledger(parser)
    add_jobs(parser)
    add_json(parser)


def run(args) -> int:
    old = earlier(args.since)
    try:
        stage = staging(args.out)
    except OSError as error:
        raise exits.BadUsage(f"separatrix report: --out {args.out}: {error.strerror}") from None
    try:
        result, data = make(args, stage/"figures")
        since = old and changes.compare(old, data)
        write(stage, pages(data, since, docs=DOCS if args.ledger is None else None))
        publish(stage, args.out)
    except OSError as error:
        raise exits.BadUsage(f"separatrix report: --out {args.out}: {error.strerror or error}") from None
    finally:
        shutil.rmtree(stage, ignore_errors=True)
    said = [*totals(result), *(changes.lines(since) if since is not None else ()), str(Path(args.out)/"index.html")]
    show(args, data, "\n".join(said))
    return exit_code(result)


def earlier(file):
    """The ledger to compare with, if one was named."""
    try:
        return schema.read(file) if file is not None else None
    except schema.NotALedger as error:
        raise exits.BadUsage(f"separatrix report: --since {file}: {error}") from None


def make(args, folder):
    """Check the ledger and draw the figures side by side; returns the run and the data of ledger.json."""
    start = time.perf_counter()
    for paper in chosen_papers(args):
        if paper.slug in NAMED:
            raise exits.BadUsage(f"separatrix report: a page of the site is called {paper.slug!r}: give the paper another name")
    ids = {id for paper in chosen_papers(args) for id in paper.claims}
    names = [] if args.no_figures else [name for name, served in CLAIMS.items() if ids.intersection(served)]
    with Pictures(folder, names, args.jobs) as pictures:
        result = check_ledger(args)
        figures = [] if result.interrupted else pictures.collect()
    if result.interrupted:
        shutil.rmtree(folder)
    return result, document(result, command=shlex.join(["separatrix", *sys.argv[1:]]),
                            wall_seconds=time.perf_counter() - start, figures=figures)
