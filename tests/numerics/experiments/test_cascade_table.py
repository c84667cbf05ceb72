"""The table's cells in their order, at two steps of training."""
import numpy as np

from numerics.experiments import cascade
from numerics.experiments.cascade_table import ARCHITECTURES, CONVENTIONS, LOSSES, PRINTED, Table, readouts, table


def test_every_cell_is_its_run():
    found = table((1,), steps=2, fresh=20, batch=8)
    assert found.cosines.shape == (2, 4, 3, 1, 3) and found.last.size == 24 == len(found.cells())
    compared = 0
    for convention, architecture, loss in [("within", "residual", "node"), ("exactly", "MLP", "e2e")]:
        run = cascade.fit(convention, loss, **ARCHITECTURES[architecture], rate=0.03, steps=2, seed=1, fresh=20, batch=8)
        expected = cascade.means(run)[-1]
        i, j, k = CONVENTIONS.index(convention), list(ARCHITECTURES).index(architecture), LOSSES.index(loss)
        assert np.array_equal(found.cosines[i, j, k, 0], expected)
        assert found.cells()[convention, architecture, loss] == expected[-1]
        compared += 1
    assert compared == 2


def test_cells_near_the_printed_numbers():
    values = np.full((2, 4, 3, 2, 3), 0.9)
    values[1, 1, 2] = [[0, 0, 0.36], [0, 0, 0.37]]
    found = Table((0, 1), 0.03, 1, values)
    assert found.near() == {name: [("exactly", "residual", "e2e")] if value < 0.5 else [] for name, value in PRINTED.items()}
    assert found.spread.max() == np.ptp([0.36, 0.37])
    assert found.summary().startswith("within: (0.900 0.900 0.900)") and "0.365" in found.summary()
    assert len(found.summary()) <= 300


def test_the_readout_of_the_node_loss_matters():
    few, many = readouts((2, 40), steps=150)
    assert few != many
