"""The figures of the report, drawn in processes of their own while the evidence is checked."""
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
import time

from .. import figures

DPI = 120


class Pictures:
    """Figures under way.  `collect` waits for them; leaving the context stops what is not done."""

    def __init__(self, folder, names=figures.NAMES, jobs=1):
        self.folder = folder
        self.folder.mkdir(parents=True, exist_ok=True)
        self.pool = ProcessPoolExecutor(max(1, min(jobs, len(names)))) if names else None
        self.waiting = [self.pool.submit(draw, name, self.folder) for name in names]

    def collect(self) -> list[dict]:
        """The entries of `ledger.json` for all figures, in their order."""
        return [future.result() for future in self.waiting]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.pool is not None:
            self.pool.shutdown(wait=True, cancel_futures=True)


def draw(name, folder) -> dict:
    """Write figures/<name>.webp without its caption; returns the caption and the claims that the figure serves."""
    from reports.figures import style

    start = time.perf_counter()
    module = figures.module(name)
    data = module.compute()
    style.save(style.without_caption(module.draw(data)), folder/f"{name}.webp", dpi=DPI)
    return {"name": name, "claims": list(figures.CLAIMS[name]), **asdict(module.caption(data)),
            "seconds": round(time.perf_counter() - start, 1)}
