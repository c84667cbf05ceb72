"""Progress on standard error: a bar on a terminal, a plain line now and then in a pipe."""
import sys
import time


class Progress:
    """Call it with what was just done and the total.  `finish` leaves the terminal clean."""

    def __init__(self, what, stream=None, lines=10):
        self.what, self.stream, self.lines = what, stream or sys.stderr, lines
        self.done, self.shown, self.start = 0, 0, time.perf_counter()

    def __call__(self, label, total):
        self.done += 1
        if self.stream.isatty():
            filled = 24*self.done//max(total, 1)
            left = (time.perf_counter() - self.start)*(total - self.done)/self.done
            self.stream.write(f"\r{self.what} [{'#'*filled}{'.'*(24 - filled)}] {self.done}/{total} "
                              f"{left:4.0f} s left  {label[:30]:30}")
            self.stream.flush()
        elif self.done*self.lines//max(total, 1) > self.shown:
            self.shown = self.done*self.lines//total
            print(f"{self.what}: {self.done} of {total}", file=self.stream)

    def finish(self):
        if self.stream.isatty():
            self.stream.write("\r" + " "*79 + "\r")
            self.stream.flush()
