"""Pictures of the basins of the plane map: when every start of a rectangle escapes."""
from dataclasses import dataclass

import numpy as np

from numerics import threads
from numerics.arguments import finite, positive, whole
from numerics.bulk import escape_kernel

ROWS = 8   # rows of one part of the work


@dataclass(frozen=True)
class BasinImage:
    """Escape times of the starts (a[j], b[i]), one of each for each pixel [i, j].

    times   int32, shape (b.size, a.size): the first step at which the orbit is not inside the radius, -1 where there is
            none up to `max_steps`
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
    """The escape times of all starts (a[j], b[i]) under the plane map at mu: a `BasinImage`.

    mu         one finite number
    a, b       the coordinates of columns and rows: rows of finite numbers, as ``np.linspace(-3, 3, 4000)``
    max_steps  an integer, 0 or more: an orbit still inside after so many steps has the time -1
    radius     above 0: an orbit has escaped at the first step with |a| + |b| not below it, overflow included
    fast       as in `bulk.iterate`

    Guarantee: numerical only; a pixel within rounding of a basin boundary may show either side.  Threads change nothing.
    Raises ValueError naming the argument.  Source: large-step paper, Section 4 and Figure 3.
    """
    mu, a, b = finite("mu", mu), finite("a", a), finite("b", b)
    if mu.ndim:
        raise ValueError(f"mu has shape {mu.shape}: write one number")
    for name, row in (("a", a), ("b", b)):
        if row.ndim != 1 or not row.size:
            raise ValueError(f"{name} has shape {row.shape}: write a row of coordinates, as np.linspace(-3, 3, 400)")
    max_steps, radius = whole("max_steps", max_steps, least=0, most=2**31 - 2), positive("radius", radius)
    times = np.empty((b.size, a.size), np.int32)
    escape, parameter = escape_kernel(fast), np.array([mu])

    def work(rows):
        ordinates = b[rows]
        escape(np.tile(a, ordinates.size), np.repeat(ordinates, a.size), parameter, max_steps, radius,
               times[rows].reshape(-1))

    threads.share(work, threads.slices(b.size, ROWS))
    return BasinImage(float(mu), a, b, max_steps, radius, times)
