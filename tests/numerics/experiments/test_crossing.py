import numpy as np
import pytest

from numerics.experiments import populations
from numerics.experiments.crossing import CHOICES, batch_runs, excursions, exit_fractions, landings
from numerics.minibatch import exits


def test_corollary_agrees_sample_by_sample():
    found = exit_fractions(2000)
    assert len(found) == 2*len(CHOICES)
    assert sum(x.mismatches for x in found.values()) == 0
    assert all(0.01 < found[choice, 1].fraction < 0.25 for choice in CHOICES)
    assert all(found[choice, 8].fraction < 0.01 for choice in CHOICES)


def test_single_example_exit_fraction_is_the_share_of_the_population():
    values = populations.boosted(scale=0.3, truncation=2.0)
    found = landings(values, 1, samples=20_000)
    share = exits(values - 0.6, 0.6).mean()
    assert found.fraction == pytest.approx(share, abs=5*np.sqrt(share/20_000))


def test_single_example_runs_diverge_and_the_full_batch_does_not():
    rows = excursions(runs=200)
    assert len(rows) == 2*len(CHOICES)
    assert all(196 <= row.diverged <= row.runs == 200 for row in rows if row.size == 1)
    assert all(row.diverged == 200 for row in excursions(runs=200, steps=1000, sizes=(1,)))
    *milder, widest = [row for row in rows if row.size == 8]
    assert len(milder) == 5 and all(row.diverged <= 4 for row in milder)        # about 1 in 200, or none
    assert 5 < widest.diverged < 45                                             # about 1 in 9
    full = batch_runs(populations.boosted(), 64, 3)
    assert not full.diverged.any() and not full.outside.any()
    assert np.abs(full.path - np.sqrt(0.6)).max() < 2e-4
