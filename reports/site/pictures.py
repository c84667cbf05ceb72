"""The figures of the report, drawn in processes of their own while the evidence is checked."""
from dataclasses import asdict
import multiprocessing
import time

from proofs import processes

from .. import figures
from . import stored_pictures

DPI = 120


class Pictures:
    """Figures under way.  `collect` waits for them; leaving the context stops those that are not done."""

    def __init__(self, folder, names=figures.NAMES, jobs=1):
        folder.mkdir(parents=True, exist_ok=True)
        others = multiprocessing.active_children()
        self.pool = processes.pool(jobs)
        self.waiting = [self.pool.submit(provide, name, folder) for name in names]
        self.workers = [worker for worker in multiprocessing.active_children() if worker not in others]

    def collect(self) -> list[dict]:
        """The entries of `ledger.json` for all figures, in their order."""
        return [future.result() for future in self.waiting]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if not all(future.done() for future in self.waiting):
            for worker in self.workers:
                worker.terminate()
        self.pool.shutdown(wait=True, cancel_futures=True)


def provide(name, folder) -> dict:
    """The stored picture of a long figure, if it is not stale; any other is drawn."""
    return name in figures.LONG and stored_pictures.fetch(name, folder) or draw(name, folder)


def draw(name, folder) -> dict:
    """Write figures/<name>.webp without its caption; returns the caption and the claims that the figure serves."""
    from reports.figures import style

    start = time.perf_counter()
    module = figures.module(name)
    data = module.compute()
    style.save(style.without_caption(module.draw(data)), folder/f"{name}.webp", dpi=DPI)
    return {"name": name, "claims": list(figures.CLAIMS[name]), **asdict(module.caption(data)),
            "seconds": round(time.perf_counter() - start, 1), "stored": ""}
