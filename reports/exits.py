"""Exit codes of the command line, and the error that becomes one line on standard error."""
FINE = 0
BROKEN = 1
BAD_USAGE = 2
MISSING_TOOL = 3
INTERRUPTED = 130

MEANINGS = {
    FINE: "all as recorded; what was asked is answered",
    BROKEN: "something broke, is stale, or could not be decided as asked",
    BAD_USAGE: "bad usage: one line says what to write instead",
    MISSING_TOOL: "a tool that was asked for is missing",
    INTERRUPTED: "interrupted: what was proved is kept and printed",
}


class BadUsage(Exception):
    """What the user wrote cannot be carried out; the message is one line."""
