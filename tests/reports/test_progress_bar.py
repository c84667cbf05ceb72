"""Progress: a line on a terminal, nothing in a pipe; what is left is reckoned from earlier runs."""
import io

from reports.progress import Progress, duration


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_nothing_in_a_pipe():
    stream = io.StringIO()
    progress = Progress("checking", stream)
    for k in range(5):
        progress(f"piece {k}", 5)
    progress.at(3, 5)
    progress.finish()
    assert stream.getvalue() == ""


def test_a_line_that_fits_and_is_cleared():
    stream = Terminal()
    progress = Progress("components", stream)
    for k in range(4):
        progress("a long label "*4, 4)
    progress.finish()
    shown = stream.getvalue().split("\r")
    assert " 25% " in shown[1] and "100%" in shown[4] and shown[-2].strip() == "" and shown[-1] == ""
    assert all(len(line) <= 79 for line in shown)


def test_what_is_left_is_reckoned_from_an_earlier_run():
    stream = Terminal()
    progress = Progress("checking", stream, expected={"X/long[balls]": 7200*2, "X/short[balls]": 60}, jobs=2)
    progress("X/other[flint]", 3)
    assert " 2.0 h left" in stream.getvalue()
    progress("X/long[balls]", 3)
    assert " 30 s left" in stream.getvalue().split("\r")[-1]


def test_durations():
    assert [duration(x) for x in (0.4, 119, 125, 7199, 9000)] == ["0 s", "119 s", "2 min", "120 min", "2.5 h"]
