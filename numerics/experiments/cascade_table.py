"""Final cosines by target, architecture and loss, beside the four numbers that the paper prints for D = 3.

Source: paper `superposition`, Abstract and Section 5.4; all else as in `numerics.experiments.cascade`.
"""
from dataclasses import dataclass

import numpy as np

from numerics.cascade import Architecture, adam, erdos_renyi, node_loss, train
from numerics.experiments import cascade

CONVENTIONS = ("within", "exactly")
ARCHITECTURES = {"residual, MLP": dict(residual=True, mlp=True), "residual": dict(residual=True, mlp=False),
                 "MLP": dict(residual=False, mlp=True), "neither": dict(residual=False, mlp=False)}
LOSSES = tuple(cascade.LOSSES)
PRINTED = {"end-to-end, predicted": 0.35, "end-to-end, measured": 0.37, "cascade, measured": 0.69,
           "cascade, predicted": 0.71}


@dataclass(frozen=True)
class Table:
    """cosines: mean cos(z_c, z_c*), (conventions, architectures, losses, seeds, hops), in the order of the names."""
    seeds: tuple
    rate: float
    steps: int
    cosines: np.ndarray

    @property
    def last(self):
        """cos(z_3, z_3*), mean over the seeds, (conventions, architectures, losses)."""
        return self.cosines[..., -1].mean(-1)

    @property
    def spread(self):
        """The largest difference between seeds in cos(z_3, z_3*), of each cell."""
        return np.ptp(self.cosines[..., -1], axis=-1)

    def cells(self):
        """{(convention, architecture, loss): mean cos(z_3, z_3*)}."""
        names = [(c, a, x) for c in CONVENTIONS for a in ARCHITECTURES for x in LOSSES]
        return dict(zip(names, self.last.ravel().tolist()))

    def near(self, tolerance=0.02):
        """{printed number: the cells that end within the tolerance of it}, of the four in `PRINTED`."""
        return {name: [cell for cell, value in self.cells().items() if abs(value - printed) <= tolerance]
                for name, printed in PRINTED.items()}

    def summary(self):
        """cos_3 in one line: for each convention, the architectures' (sup, node, e2e)."""
        return "; ".join(f"{c}: " + ", ".join("(" + " ".join(f"{x:.3f}" for x in row) + ")" for row in block)
                         for c, block in zip(CONVENTIONS, self.last))


def table(seeds=(0, 1, 2), rate=0.03, steps=1000, **options):
    """All 24 cells with Adam at a falling rate.  About a minute and a half by default."""
    found = [[[[cascade.means(cascade.fit(convention, loss, **architecture, rate=rate, steps=steps, seed=seed,
                                          **options))[-1] for seed in seeds] for loss in LOSSES]
              for architecture in ARCHITECTURES.values()] for convention in CONVENTIONS]
    return Table(tuple(seeds), rate, steps, np.array(found))


def readouts(scales=(2, 5, 10, 20, 40), rate=0.03, steps=1000, seed=0):
    """cos(z_3, z_3*) with L_node at exactly c hops, residual, no MLP, for several scales of its readout, (scales,)."""
    return np.array([train(Architecture(cascade.HOPS, mlp=False), erdos_renyi(cascade.N, cascade.P), "exactly",
                           node_loss(scale), adam(rate), steps, seed=seed, condition=True).evaluations[-1]
                     .cosines[-1].mean() for scale in scales])
