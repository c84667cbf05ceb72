"""Exit codes of the command line, and the error that becomes one line on standard error."""
FINE = 0
BROKEN = 1
BAD_USAGE = 2
MISSING_TOOL = 3
INTERRUPTED = 130


class BadUsage(Exception):
    """What the user wrote cannot be carried out; the message is one line."""
