"""The command line: `separatrix COMMAND ...`.

Exit codes: 0 all as recorded · 1 something broke or is stale · 2 bad usage · 3 a tool that was asked for is missing ·
130 interrupted, what was proved is kept.
"""
import argparse
from difflib import get_close_matches
from importlib import import_module
import sys

from . import exits

COMMANDS = {
    "verify": "check claims and print what they rest on",
    "report": "check the ledger and write the report",
    "mutate": "damage every formula; each proof must notice",
    "orbit": "a certified orbit of a map, to any number of digits",
    "thresholds": "learning-rate thresholds in the prompt's own units",
    "phase": "what training does at one effective step size",
    "fate": "what becomes of one start of the plane map",
    "basin": "how much of the plane provably converges",
    "figures": "draw the paper's figures and three more",
    "doctor": "versions, engines, and what each would check",
}


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message):
        raise exits.BadUsage(f"{self.prog}: {message}")


def main(argv=None) -> int:
    """Run one command; returns the exit code."""
    argv = list(sys.argv[1:] if argv is None else argv)
    try:
        return dispatch(argv)
    except exits.BadUsage as error:
        print(error, file=sys.stderr)
        return exits.BAD_USAGE
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return exits.INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        return exits.FINE


def dispatch(argv) -> int:
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
    parser = Parser(prog=f"separatrix {name}", description=command.HELP, epilog=f"example: {command.EXAMPLE}",
                    allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter)
    command.configure(parser)
    args, unknown = parser.parse_known_args(rest)
    if unknown:
        options = [o for action in parser._actions for o in action.option_strings]
        close = get_close_matches(unknown[0].split("=")[0], options, 1, 0.3) if unknown[0].startswith("-") else []
        hint = f"; nearest: {close[0]}" if close else ""
        raise exits.BadUsage(f"separatrix {name}: unknown argument {unknown[0]!r}{hint}")
    return guarded(command.run, args, parser.prog)


def guarded(run, args, prog) -> int:
    """Run a command; bad input and bad ledgers become one line."""
    from certify.balls import BadInput
    from proofs.ledger import LedgerError
    try:
        return run(args)
    except (BadInput, LedgerError) as error:
        raise exits.BadUsage(f"{prog}: {error}") from None


def overview() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  {name:{width}}  {text}" for name, text in COMMANDS.items()]
    return "\n".join([
        "usage: separatrix COMMAND [...]", "",
        "A machine referee for the theory of large-step transformer training.", "",
        *lines, "",
        "separatrix COMMAND --help explains one command.  For a start: separatrix verify LST-T4.1"])


if __name__ == "__main__":
    sys.exit(main())
