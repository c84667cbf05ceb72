"""The command line: `separatrix COMMAND ...`; the exit codes are those of `reports.exits`."""
import argparse
from difflib import get_close_matches
from importlib import import_module
import os
import re
import sys
from textwrap import fill

from . import exits

GROUPS = {
    "check the claims of the papers, or your own": {
        "verify": "check claims and print what they rest on",
        "report": "check the ledger and write the report",
        "mutate": "damage every formula; each proof must notice",
        "init": "begin a ledger of your own",
    },
    "ask about training": {
        "thresholds": "learning-rate thresholds in the prompt's own units",
        "phase": "what training does at one effective step size mu",
        "fate": "what becomes of one start of the plane map",
        "diagram": "for how much of mu in [1, 2] a cycle attracts",
        "basin": "how much of the plane provably converges",
        "orbit": "a certified orbit of a map, to any number of digits",
    },
    "the rest": {
        "figures": "draw the papers' figures",
        "doctor": "versions, engines, and what each would check",
    },
}
COMMANDS = {name: text for group in GROUPS.values() for name, text in group.items()}
FIRST_STEPS = """\
  separatrix verify LST-T4.1                # check one theorem
  separatrix thresholds --target 1.5 --kappa 0.25 --eta 0.9
  separatrix init my_paper                  # claims of your own"""


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line, and to which -1/2 is a number."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._negative_number_matcher = re.compile(r"-\.?\d")

    def error(self, message):
        incomplete = "required" in message or "expected" in message
        hint = "; for example: " + example_of(self.epilog) if incomplete else ""
        raise exits.BadUsage(f"{self.prog}: {message}{hint}")


def main(argv=None) -> int:
    """Run one command; returns the exit code."""
    argv = list(sys.argv[1:] if argv is None else argv)
    sys.stdout, sys.stderr = (stream or open(os.devnull, "w") for stream in (sys.stdout, sys.stderr))     # closed: >&-
    try:
        code = dispatch(argv)
        sys.stdout.flush()
        return code
    except exits.BadUsage as error:
        print(error, file=sys.stderr)
        return exits.BAD_USAGE
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return exits.INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        return exits.FINE
    except OSError as error:
        print(f"separatrix: {error.filename or 'standard output'}: {error.strerror}", file=sys.stderr)
        return exits.BAD_USAGE


def dispatch(argv) -> int:
    if argv[:1] == ["help"] and argv[1:]:
        argv = [argv[1], "--help"]
    if not argv or argv[0] in ("-h", "--help", "help"):
        print(overview())
        return exits.FINE
    name, *rest = argv
    if name in ("--version", "-V"):
        from .provenance import version
        print(f"separatrix {version()}")
        return exits.FINE
    if name not in COMMANDS:
        nearest = get_close_matches(name, COMMANDS, 1, 0)[0]
        raise exits.BadUsage(f"separatrix: no command {name!r}; nearest: {nearest}")
    command = import_module(f"reports.commands.{name}")
    parser = parser_of(name, command)
    args, unknown = parser.parse_known_args(list(json_to_stdout(rest)))
    if unknown:
        options = [o for action in parser._actions for o in action.option_strings]
        close = get_close_matches(unknown[0].split("=")[0], options, 1, 0.3) if unknown[0].startswith("-") else []
        hint = f"; nearest: {close[0]}" if close else ""
        if rest[rest.index(unknown[0]) - 1] == "--json":
            hint = "; a FILE after --json has a name that ends in .json"
        raise exits.BadUsage(f"separatrix {name}: unknown argument {unknown[0]!r}{hint}")
    return guarded(command.run, args, parser.prog)


def parser_of(name, command) -> Parser:
    paragraphs = [fill(" ".join(text.split()), 78) for text in command.HELP.split("\n\n")]
    examples = "\n".join(f"  {line}" for line in command.EXAMPLE.splitlines())
    parser = Parser(prog=f"separatrix {name}", description="\n\n".join(paragraphs), epilog=f"examples:\n{examples}",
                    allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter)
    command.configure(parser)
    return parser


def example_of(epilog) -> str:
    return epilog.splitlines()[1].partition("#")[0].strip()


def json_to_stdout(words):
    """`--json` may stand anywhere: the next word is its FILE only if it ends in .json, or is -."""
    for word, following in zip(words, [*words[1:], ""]):
        alone = word == "--json" and following != "-" and not following.endswith(".json")
        yield "--json=-" if alone else word


def guarded(run, args, prog) -> int:
    """Run a command; bad input and bad ledgers become one line."""
    from certify.balls import BadInput
    from proofs.ledger import LedgerError
    try:
        return run(args)
    except (BadInput, LedgerError, exits.BadUsage) as error:
        text = str(error)
        raise exits.BadUsage(text if text.startswith(prog) else f"{prog}: {text}") from None


def overview() -> str:
    width = max(map(len, COMMANDS))
    lines = ["usage: separatrix COMMAND [...]", "",
             "A machine referee for the theory of large-step transformer training."]
    for title, commands in GROUPS.items():
        lines += ["", f"{title}:", *(f"  {name:{width}}  {text}" for name, text in commands.items())]
    return "\n".join([
        *lines, "", "for a start:", FIRST_STEPS, "",
        "separatrix COMMAND --help explains a command, with examples.  Every command",
        "takes --json, or --json FILE.  Progress and the time left go to standard error,",
        "if that is a terminal.", "",
        "exit codes:", *(f"  {code:3}  {meaning}" for code, meaning in exits.MEANINGS.items())])


if __name__ == "__main__":
    sys.exit(main())
