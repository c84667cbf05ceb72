"""Pictures of the basins of the plane map: when each start of a rectangle escapes."""
from dataclasses import dataclass

import numpy as np

from numerics import threads
from numerics.arguments import finite, positive, whole
from numerics.bulk import escape_kernel

ROWS = 8   # rows of one part of the work


@dataclass(frozen=True)
class BasinImage:
    """The starts (a[j], b[i]) and, in times[i, j], the step at which each left the radius; -1 where it did not.

    times      int32, shape (b.size, a.size)
    escaped    where the orbit left the radius: within rounding, the basin of infinity
    """
    mu: float
    a: np.ndarray
    b: np.ndarray
    max_steps: int
    radius: float
    times: np.ndarray

    @property
    def escaped(self):
        return self.times >= 0


def basin_image(mu, a, b, max_steps=500, radius=1000, fast=False):
    """The escape time of every start (a[j], b[i]) under the plane map at mu: a `BasinImage`.

    mu         one finite number
    a, b       the coordinates of columns and rows: rows of finite numbers, as ``np.linspace(-3, 3, 4000)``
    max_steps  an integer, 0 or more: an orbit still inside after so many steps counts as staying
    radius     above 0: an orbit escapes at the first step with |a| + |b| not below it, overflow included
    fast       as in `bulk.iterate`

    Guarantee: numerical only; a pixel within rounding of a basin boundary may show either side.  Threads change nothing.
    Raises ValueError naming the argument.  Source: large-step paper, Section 4 and Theorem 4.3.
    """
    mu, a, b = finite("mu", mu), finite("a", a), finite("b", b)
    if mu.ndim:
        raise ValueError(f"mu has shape {mu.shape}: write one number")
    for name, row in (("a", a), ("b", b)):
        if row.ndim != 1 or not row.size:
            raise ValueError(f"{name} has shape {row.shape}: write a row of coordinates, as np.linspace(-3, 3, 400)")
    max_steps, radius = whole("max_steps", max_steps, least=0, most=2**31 - 2), positive("radius", radius)
    times = np.empty((b.size, a.size), np.int32)
    escape, parameter = escape_kernel(fast), mu.reshape(1)

    def work(rows):
        for i in range(rows.start, rows.stop):
            escape(a, b[i:i + 1], parameter, max_steps, radius, times[i])

    threads.share(work, threads.slices(b.size, ROWS))
    return BasinImage(float(mu), a, b, max_steps, radius, times)
