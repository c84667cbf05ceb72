"""`separatrix figures`: draw every figure as SVG and PNG, with its caption in `figures.json`."""
from dataclasses import asdict
import json
from pathlib import Path

from reports import exits, figures
from reports.arguments import add_json, name
from reports.output import show
from reports.progress import Progress

HELP = """Draw the papers' figures and more of our own, as SVG and PNG, with their captions in figures.json.  Ctrl-C keeps
those that are drawn."""
EXAMPLE = """separatrix figures --out figures --only stability portraits
separatrix figures --out figures     # all of them: a minute or two"""


def configure(parser):
    parser.add_argument("--out", required=True, metavar="DIR", type=name, help="folder to write to; made if it is not there")
    parser.add_argument("--only", nargs="+", metavar="NAME", default=list(figures.NAMES), choices=figures.NAMES,
                        help="some of: " + ", ".join(figures.NAMES))
    add_json(parser)


def run(args) -> int:
    """Draw the figures that were asked for.  A KeyboardInterrupt keeps those already drawn, and their captions."""
    from reports.figures import style

    out = Path(args.out)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise exits.BadUsage(f"cannot write to {out}: {error.strerror}") from None

    record = out/"figures.json"
    captions = json.loads(record.read_text()) if record.exists() else {}
    progress = Progress("drawing")
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
        progress(name, len(args.only))
    progress.finish()
    show(args, {name: captions[name] for name in args.only},
         "\n".join(f"{out/name}.svg .png  {captions[name]['title']}" for name in args.only))
    return exits.FINE
