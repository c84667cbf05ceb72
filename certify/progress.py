"""Long proofs: boxes spread over any `concurrent.futures` executor, progress reports, interruption without loss.

A proof is a list of open boxes and a function `settle(problem, boxes, budget) -> Tally` that works on some of them and
hands back what it could not finish.  `drive` feeds it, in this process or through an executor, until nothing is open,
the budget is spent, a witness turns up, or the user interrupts.  Nothing proved is ever lost: a `Tally` is complete at
any time.
"""
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from fractions import Fraction
import pickle
import sys
import time

from certify.balls import BadInput, computing

CHUNK = 400    # boxes a task may examine before it reports
ENOUGH = 64    # pieces too narrow to cut after which a search stops: it can no longer end in a proof


@dataclass
class Tally:
    """What is known of a proof in progress.  A box of depth d weighs 2^-d of the box it was cut from."""
    boxes: int = 0
    depth: int = 0
    margin: Fraction | None = None
    settled: Fraction = Fraction(0)
    forms: Counter = field(default_factory=Counter)
    open: list = field(default_factory=list)         # (depth, box)
    stuck: list = field(default_factory=list)        # (depth, box, reason)
    refutation: tuple | None = None                  # (witness, value)
    interrupted: bool = False
    failure: str = ""                                # why an executor gave up

    def settle(self, depth, form, margin):
        self.depth = max(self.depth, depth)
        self.settled += Fraction(1, 2**depth)
        self.forms[form] += 1
        if margin is not None:
            self.margin = margin if self.margin is None else min(self.margin, margin)

    def add(self, other, still_open=()):
        """Take in what became of some boxes; `still_open` are the others.

        An interruption may come between any two lines: what is open is written before what is settled is counted, so
        that a box may be proved twice but never lost.
        """
        self.stuck.extend(other.stuck)
        self.refutation = self.refutation or other.refutation
        self.open = [*still_open, *other.open]
        self.interrupted |= other.interrupted
        self.boxes += other.boxes
        self.depth = max(self.depth, other.depth)
        self.settled += other.settled
        self.forms.update(other.forms)
        if other.margin is not None:
            self.margin = other.margin if self.margin is None else min(self.margin, other.margin)


class Meter:
    """A progress callback that keeps one line on `stream` up to date, at most twice a second."""

    def __init__(self, stream=None):
        self.stream, self.last, self.start = stream or sys.stderr, 0.0, time.monotonic()

    def __call__(self, tally):
        now = time.monotonic()
        if now - self.last < 0.5 and tally.open:
            return
        self.last = now
        end = "\r" if tally.open else "\n"
        self.stream.write(f"  {float(tally.settled):8.3%} settled, {tally.boxes} boxes, {len(tally.open)} open, "
                          f"{now - self.start:.1f} s{end}")
        self.stream.flush()


def drive(settle, problem, start, budget, jobs=1, executor=None, progress=None):
    """Work on the boxes `start`, pairs (depth, box), within `budget` boxes; the `Tally`.

    jobs      processes of this machine (1: this process); `executor`: any `concurrent.futures` executor, which wins
    progress  called with the `Tally` after every report; True for a line on stderr
    """
    if isinstance(jobs, bool) or not isinstance(jobs, int) or jobs < 1:
        raise BadInput(f"jobs = {jobs!r}: the number of processes is an integer, 1 or more")
    progress = Meter() if progress is True else progress or (lambda tally: None)
    tally = Tally(open=list(start))
    if executor is not None:
        if computing():
            raise BadInput("executor: inside a call of balls.at, other threads would wait for this one: call outside")
        _drive_executor(settle, problem, tally, budget, executor, progress)
    elif jobs == 1:
        _drive_here(settle, problem, tally, budget, progress)
    else:
        try:
            pickle.dumps(problem)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise BadInput(f"jobs = {jobs}: the formula cannot be sent to another process ({error}); define it with "
                           "def at the top of a module, or pass an executor that can send it") from None
        with ProcessPoolExecutor(jobs) as pool:
            _drive_executor(settle, problem, tally, budget, pool, progress)
    return tally


def _finished(tally, budget):
    return bool(tally.interrupted or tally.failure or tally.refutation or not tally.open or tally.boxes >= budget
                or len(tally.stuck) >= ENOUGH)


def _drive_here(settle, problem, tally, budget, progress):
    try:
        while not _finished(tally, budget):
            tally.add(settle(problem, tally.open, min(CHUNK, budget - tally.boxes)))
            progress(tally)
    except KeyboardInterrupt:
        tally.interrupted = True


def _drive_executor(settle, problem, tally, budget, executor, progress):
    workers = getattr(executor, "_max_workers", None) or 4
    running = {}                                     # future: (its boxes, its allowance)
    try:
        while running or not _finished(tally, budget):
            reserved = tally.boxes + sum(allowance for _, allowance in running.values())
            while len(running) < 2*workers and reserved < budget and not _finished(tally, budget):
                share = max(1, len(tally.open)//(2*workers))
                work = tally.open[-share:]
                # Short tasks while there are fewer boxes than workers, so that the tree spreads quickly.
                allowance = min(CHUNK if len(tally.open) + len(running) > workers else 8, budget - reserved)
                running[executor.submit(settle, problem, work, allowance)] = work, allowance
                tally.open = tally.open[:-share]
                reserved += allowance
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                try:
                    tally.add(future.result(), still_open=tally.open)
                except BrokenExecutor as error:
                    tally.open, tally.failure = tally.open + running[future][0], f"the executor failed: {error}"
                del running[future]
            progress(tally)
    except KeyboardInterrupt:
        tally.interrupted = True
    finally:
        for future, (work, _) in running.items():
            future.cancel()
            tally.open = tally.open + work
