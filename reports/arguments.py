"""Types of command-line arguments: each refuses what it cannot take, and says what to write instead."""
from argparse import ArgumentTypeError
from math import inf
import os
from pathlib import Path


def whole(least, most=inf):
    """A type for whole numbers from `least` to `most`."""
    def parse(text):
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if not least <= value <= most:
            allowed = f"{least} or more" if most == inf else f"{least} to {most}"
            raise ArgumentTypeError(f"{short(text)}: write a whole number, {allowed}")
        return value
    return parse


def short(text):
    """What was written, in quotes; the middle of something long is left out."""
    return repr(text) if len(text) <= 60 else repr(f"{text[:40]}...{text[-10:]}")


def name(text):
    """The name of a file, a folder or a paper: not empty."""
    if not text.strip():
        raise ArgumentTypeError("it is empty: write a name")
    return text


def number(text):
    """An exact number, kept as it is written: a decimal or a fraction."""
    from certify.balls import BadInput, exact
    try:
        exact(text)
    except BadInput:
        raise ArgumentTypeError(f"{short(text)}: write a decimal or a fraction, such as 1.9 or 19/10") from None
    return text


def numbers(text):
    """Exact numbers with commas between them, kept as they are written: a tuple."""
    return tuple(number(part) for part in text.split(","))


def seconds(text):
    """A positive number of seconds, a float."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < inf:
        raise ArgumentTypeError(f"{short(text)}: write a number of seconds above 0, such as 30")
    return value


def json_file(text):
    """A file that can be written, or - for standard output; refused before any work is done."""
    path = Path(name(text))
    if text != "-":
        target = path if path.exists() else path.parent
        if path.is_dir():
            raise ArgumentTypeError(f"{text} is a folder: write a file name that ends in .json")
        if not target.exists():
            raise ArgumentTypeError(f"{text}: no such folder as {path.parent}")
        if not os.access(target, os.W_OK):
            raise ArgumentTypeError(f"{text} cannot be written: write a file name elsewhere")
    return text


def add_json(parser):
    parser.add_argument("--json", nargs="?", const="-", metavar="FILE", type=json_file,
                        help="print JSON in place of text; with FILE (*.json), write it there beside the text")
