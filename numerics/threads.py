"""Work shared among threads, for kernels that release Python's global lock.

Which thread does which part never changes a result.  Ctrl-C is answered between two parts.
"""
from collections import deque
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
import os

_limit = None
_pool = None


def count():
    """How many threads `share` uses: the processors this process may run on, or what `limited` says."""
    if _limit is not None:
        return _limit
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def limited(threads):
    """Within this context `share` uses `threads` threads (an int, 1 or more; otherwise ValueError)."""
    global _limit
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
        raise ValueError(f"threads = {threads!r}: write an integer, 1 or more")
    before, _limit = _limit, threads
    try:
        yield
    finally:
        _limit = before


def share(work, parts):
    """Call `work(part)` for every part, on `count()` threads, each taking the next part when it is free.

    Returns when all is done.  The first exception, Ctrl-C included, stops the handing out of parts and is raised here.
    """
    waiting = deque(parts)

    def drain():
        try:
            while waiting:
                try:
                    part = waiting.popleft()
                except IndexError:   # another thread took the last part
                    return
                work(part)
        except BaseException:
            waiting.clear()
            raise

    helpers = [_helpers().submit(drain) for _ in range(min(count(), len(waiting)) - 1)]
    try:
        drain()
    finally:
        waiting.clear()
        started = [helper for helper in helpers if not helper.cancel()]
        wait(started)
    for helper in started:
        helper.result()


def slices(length, size):
    """The range 0 … length cut into slices of `size`, the last one possibly shorter."""
    return [slice(low, min(low + size, length)) for low in range(0, length, size)]


def _helpers():
    global _pool
    if _pool is None:
        _pool = ThreadPoolExecutor(max_workers=64, thread_name_prefix="kernel")
    return _pool


def _forget_helpers():
    """Threads do not survive a fork: the child starts its own."""
    global _pool
    _pool = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_helpers)
