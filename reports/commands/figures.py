"""`separatrix figures`: draw every figure as SVG and PNG, with its caption in `figures.json`."""
from dataclasses import asdict
import json
from pathlib import Path
import sys

from reports import figures

HELP = "draw every figure as SVG and PNG"
EXAMPLE = "separatrix figures --out figures"


def configure(parser):
    parser.add_argument("--out", required=True, metavar="DIR", help="folder to write to; made if it is not there")
    parser.add_argument("--only", nargs="+", metavar="NAME", default=list(figures.NAMES), choices=figures.NAMES,
                        help="some of: " + ", ".join(figures.NAMES))


def run(args):
    """Draw the figures that were asked for.  A KeyboardInterrupt keeps those already drawn, and their captions."""
    from reports.figures import style

    out = Path(args.out)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        print(f"cannot write to {out}: {error.strerror}", file=sys.stderr)
        return 2

    record = out/"figures.json"
    captions = json.loads(record.read_text()) if record.exists() else {}
    for name in args.only:
        figure_module = figures.module(name)
        data = figure_module.compute()
        figure = figure_module.draw(data)
        for suffix in ("svg", "png"):
            style.save(figure, out/f"{name}.{suffix}")
        if hasattr(figure_module, "table"):
            (out/f"{name}.md").write_text(figure_module.table(data))
        captions[name] = asdict(figure_module.caption(data))
        record.write_text(json.dumps(captions, indent=1, ensure_ascii=False))
        print(f"{out/name}.svg .png  {captions[name]['title']}", flush=True)
    return 0
