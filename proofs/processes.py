"""Worker processes that an interruption ends at once, and quietly."""
from concurrent.futures import ProcessPoolExecutor, as_completed
import multiprocessing
import signal


def pool(jobs):
    """Processes that leave Ctrl-C to their parent."""
    return ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))


def results(function, tasks, jobs):
    """Pairs (task, function(*task)) as they come, from `jobs` processes; tasks are tuples, each sent once.

    Ctrl-C, or any end before the last pair, stops the processes in the middle of their work.
    """
    others = set(multiprocessing.active_children())
    with pool(jobs) as workers:
        try:
            futures = {workers.submit(function, *task): task for task in tasks}
            for future in as_completed(futures):
                yield futures[future], future.result()
        except BaseException:
            for process in set(multiprocessing.active_children()) - others:
                process.kill()
            workers.shutdown(wait=False, cancel_futures=True)
            raise
