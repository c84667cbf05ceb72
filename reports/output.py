"""What commands print: wrapped text, colours on a terminal, and one convention for JSON."""
import json
import os
from pathlib import Path
import re
import sys
from textwrap import fill

from . import exits

WIDTH = 80
INDENT = 10
NO_BREAK = "\N{NO-BREAK SPACE}"
RED, GREEN, YELLOW = "\033[31m", "\033[32m", "\033[33m"
COLOURS = {"exact": GREEN, "certified": GREEN, "amended": YELLOW, "ambiguous": YELLOW, "gap": YELLOW,
           "refuted": RED, "broken": RED, "not as recorded": RED}


def entry(label, text):
    """A label and its text, wrapped at 80 columns; a number is not cut, nor parted from its error."""
    return wrapped(f"{label:{INDENT}}", text)


def wrapped(head, text):
    """Text after a head of any width, under which it is indented; no line ends at a no-break space."""
    whole = re.sub(r"[ \n\t]+", " ", text).strip().replace(" +/- ", f"{NO_BREAK}+/-{NO_BREAK}")
    return fill(whole, WIDTH, initial_indent=head, subsequent_indent=" "*len(head),
                break_long_words=False, break_on_hyphens=False).replace(NO_BREAK, " ")


def coloured(text, stream=None):
    """Findings and grades in colour if the stream is a terminal and NO_COLOR is not set; the text itself otherwise."""
    stream = stream or sys.stdout
    if not stream.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    return re.sub(rf"\b({'|'.join(COLOURS)})\b", lambda found: f"{COLOURS[found[0]]}{found[0]}\033[0m", text)


def show(args, data, text):
    """Print `text`; with --json print `data` in its place; with --json FILE write it there and print the text too."""
    if args.json is not None:
        written = json.dumps(data, indent=1, ensure_ascii=False)
        if args.json == "-":
            print(written)
            return
        try:
            Path(args.json).write_text(written + "\n")
        except OSError as error:
            raise exits.BadUsage(f"--json {args.json}: {error.strerror}") from None
    print(text)
