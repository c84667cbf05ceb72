"""Batches of rooted directed graphs, their breadth-first layers, and samplers.

A batch of B graphs on n vertices each is their disjoint union: vertex v of graph g has the number g*n + v, and the
edges are two rows of such numbers. Per-vertex values have shape (B, n). A sampler is any function (rng, count) -> Graphs of
`count` graphs; `erdos_renyi` makes the one of the paper. Numerical only. Source: paper `superposition`, Section 3.
"""
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from numerics.arguments import positive, whole


@dataclass(frozen=True)
class Graphs:
    """B graphs on n vertices: source, target (edges,) in the union's numbers, root (B,) in 0 ... n-1.

    A repeated edge counts twice in attention; loops are allowed.
    """
    n: int
    root: np.ndarray
    source: np.ndarray
    target: np.ndarray

    def __post_init__(self):
        whole("n", self.n, 2)
        if self.root.ndim != 1 or not self.root.size or self.root.min() < 0 or self.root.max() >= self.n:
            raise ValueError(f"root: write a row of at least one vertex in 0 ... {self.n - 1}, one per graph")
        if self.source.shape != self.target.shape or self.source.ndim != 1:
            raise ValueError(f"source {self.source.shape}, target {self.target.shape}: write two rows of one length")
        if self.source.size and (min(self.source.min(), self.target.min()) < 0
                                 or max(self.source.max(), self.target.max()) >= self.count*self.n):
            raise ValueError(f"source, target: write vertices of the union, in 0 ... {self.count*self.n - 1}")
        if (self.source//self.n != self.target//self.n).any():
            raise ValueError("source, target: an edge joins two graphs; vertex v of graph g is g*n + v")

    @property
    def count(self):
        return len(self.root)

    @cached_property
    def out_degree(self):
        """(B, n)"""
        return np.bincount(self.source, minlength=self.count*self.n).reshape(self.count, self.n)

    @cached_property
    def edges(self):
        """The number of edges of each graph, (B,)."""
        return self.out_degree.sum(1)

    def along(self, values):
        """Per vertex (B, n), the sum of `values` (B, n) over the sources of its incoming edges; complex too."""
        return self._sum(values, self.source, self.target)

    def against(self, values):
        """The transpose of `along`: per vertex, the sum of `values` over the targets of its outgoing edges."""
        return self._sum(values, self.target, self.source)

    def _sum(self, values, start, end):
        picked = values.reshape(-1)[start]
        size = self.count*self.n
        total = np.bincount(end, picked.real, size)
        if np.iscomplexobj(picked):
            total = total + 1j*np.bincount(end, picked.imag, size)
        return total.reshape(self.count, self.n)

    def layers(self, hops):
        """Boolean (hops + 1, B, n): the vertices at distance exactly 0, 1, ..., hops from the root."""
        new = np.zeros((self.count, self.n), bool)
        new[np.arange(self.count), self.root] = True
        found, reached = [new], new.copy()
        for _ in range(hops):
            new = np.zeros_like(new)
            new.reshape(-1)[self.target[found[-1].reshape(-1)[self.source]]] = True
            new &= ~reached
            reached |= new
            found.append(new)
        return np.array(found)

    def take(self, keep):
        """The graphs where the boolean row `keep` (B,) is true."""
        number = np.cumsum(keep) - 1
        kept = keep[self.source//self.n]

        def renumbered(vertex):
            graph, v = np.divmod(vertex[kept], self.n)
            return number[graph]*self.n + v
        return Graphs(self.n, self.root[keep], renumbered(self.source), renumbered(self.target))


def join(batches):
    """One batch of all graphs of `batches`, which share n."""
    if len({batch.n for batch in batches}) != 1:
        raise ValueError("batches: all graphs must have the same number of vertices n")
    shifts = np.cumsum([0] + [batch.count*batch.n for batch in batches])

    def stacked(name):
        return np.concatenate([getattr(batch, name) + shift for batch, shift in zip(batches, shifts)])
    return Graphs(batches[0].n, np.concatenate([batch.root for batch in batches]), stacked("source"), stacked("target"))


def from_adjacency(adjacency, root):
    """Graphs of boolean matrices (B, n, n), entry [g, s, t] true for an edge s -> t, and roots (B,)."""
    adjacency = np.asarray(adjacency, bool)
    if adjacency.ndim != 3 or adjacency.shape[1] != adjacency.shape[2]:
        raise ValueError(f"adjacency has shape {adjacency.shape}: write (graphs, n, n)")
    graph, source, target = np.nonzero(adjacency)
    n = adjacency.shape[1]
    return Graphs(n, np.asarray(root), graph*n + source, graph*n + target)


def erdos_renyi(n, p):
    """The sampler of directed G(n, p) without loops and with a uniform root.  ValueError unless n >= 2, 0 < p <= 1."""
    n = whole("n", n, 2)
    if not positive("p", p) <= 1:
        raise ValueError(f"p = {p!r}: write an edge probability in (0, 1]")

    def sampler(rng, count):
        pairs = count*n*(n - 1)
        position = _bernoulli_positions(rng, pairs, p)
        vertex, target = np.divmod(position, n - 1)
        target += target >= vertex % n                       # the targets of v are the n - 1 other vertices
        return Graphs(n, rng.integers(n, size=count), vertex, vertex - vertex % n + target)
    return sampler


def _bernoulli_positions(rng, length, p):
    """The successes among `length` independent trials of probability p, by their geometric gaps."""
    parts, last = [], -1
    while last < length:
        mean = (length - last)*p
        gaps = rng.geometric(p, int(mean + 4*mean**0.5) + 8)
        parts.append(last + np.cumsum(gaps))
        last = parts[-1][-1]
    position = np.concatenate(parts)
    return position[position < length]


@dataclass(frozen=True)
class Sample:
    """Graphs with their layers (hops + 1, B, n), how many were drawn, and how many had an empty layer.

    `conditioned` says whether those `dying` graphs were left out; if not, they are among the graphs.
    """
    graphs: Graphs
    layers: np.ndarray
    drawn: int
    dying: int
    conditioned: bool

    @property
    def sizes(self):
        """k_c within c hops, (hops + 1, B)."""
        return np.cumsum(self.layers.sum(-1), 0)


REFUSED = 200   # draws per graph wanted before a conditioned sample is given up


def sample(sampler, rng, count, hops, condition=False):
    """`count` graphs of the sampler with their layers up to `hops`; with `condition`, only graphs without empty layer.

    ValueError if a graph has no edge, or if fewer than one graph in 200 survives the condition.
    """
    count, hops = whole("count", count, 1), whole("hops", hops, 1)
    kept, layers, drawn, dying = [], [], 0, 0
    missing = count
    while missing:
        if drawn >= REFUSED*count:
            raise ValueError(f"sampler: only {count - missing} of {drawn} graphs have a vertex at every distance up to "
                             f"hops = {hops}; raise p, or write fewer hops or condition=False")
        graphs = sampler(rng, missing)
        if not isinstance(graphs, Graphs) or graphs.count != missing:
            raise ValueError(f"sampler: for count = {missing} it must return Graphs of {missing} graphs")
        found = graphs.layers(hops)
        alive = found.any(-1).all(0)
        drawn, dying = drawn + missing, dying + int((~alive).sum())
        if condition and not alive.all():
            if not alive.any():
                continue
            graphs, found = graphs.take(alive), found[:, alive]
        kept.append(graphs)
        layers.append(found)
        missing -= graphs.count
    graphs = join(kept) if len(kept) > 1 else kept[0]
    if not graphs.edges.all():
        raise ValueError(f"sampler: {int((graphs.edges == 0).sum())} of {count} graphs have no edge to attend to; "
                         "raise p, or write condition=True")
    return Sample(graphs, np.concatenate(layers, axis=1), drawn, dying, bool(condition))
