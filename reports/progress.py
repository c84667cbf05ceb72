"""Progress and the time left, on standard error, and only if it is a terminal."""
import sys
import time


class Progress:
    """Call it with what was just done and the total, or tell it how far the work is with `at`; `finish` clears the line.

    expected   seconds that some of the labels took in an earlier run: what is left is then reckoned from them
    """

    def __init__(self, what, stream=None, expected=None, jobs=1):
        self.what, self.stream = what, stream or sys.stderr
        self.expected, self.jobs = dict(expected or {}), jobs
        self.done, self.start = 0, time.perf_counter()

    def __call__(self, label, total):
        self.done += 1
        self.expected.pop(label, None)
        self.at(self.done, total, label)

    def at(self, done, total, label=""):
        if not self.stream.isatty():
            return
        share = min(done/max(total, 1), 1)
        bar = "#"*int(20*share)
        left = sum(self.expected.values())/self.jobs
        if not self.expected and share > 0:
            left = (time.perf_counter() - self.start)*(1 - share)/share
        self.stream.write(f"\r{self.what} [{bar:.<20}] {share:4.0%} {duration(left):>7} left  {label[:26]:26}")
        self.stream.flush()

    def finish(self):
        if self.stream.isatty():
            self.stream.write("\r" + " "*79 + "\r")
            self.stream.flush()


def duration(seconds):
    """"42 s", "3 min" or "2.5 h"."""
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds/60:.0f} min" if seconds < 7200 else f"{seconds/3600:.1f} h"
