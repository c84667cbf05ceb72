from fractions import Fraction

import numpy as np
import pytest

from numerics import maps
from numerics.experiments import populations
from numerics.experiments.crossing import CHOICES, batch_runs, crosses, excursions, exit_fractions, landings


def test_corollary_agrees_sample_by_sample():
    found = exit_fractions(2000)
    assert len(found) == 2*len(CHOICES)
    assert sum(x.mismatches for x in found.values()) == 0
    assert all(0.01 < found[choice, 1].fraction < 0.25 for choice in CHOICES)
    assert all(found[choice, 8].fraction < 0.01 for choice in CHOICES)


def test_corollary_in_exact_arithmetic():
    root, checked = Fraction(3, 4), 0
    mu = root**2
    for xi in (Fraction(n, 16) for n in range(-80, 80)):
        a, b = maps.product_map(root, root, mu + xi)
        assert crosses(xi, mu) == (maps.separatrix(maps.error(a, b, mu), a - b, mu) > 0)
        checked += 1
    assert checked == 160
    assert crosses(Fraction(8, 7), mu) and not crosses(Fraction(9, 8), mu)        # either side of sqrt(41)/3 - 1


def test_single_example_exit_fraction_is_the_share_of_the_population():
    values = populations.boosted(scale=0.3, truncation=2.0)
    found = landings(values, 1, samples=20_000)
    share = crosses(values - 0.6, 0.6).mean()
    assert found.fraction == pytest.approx(share, abs=5*np.sqrt(share/20_000))


def test_single_example_runs_diverge_and_the_full_batch_does_not():
    rows = excursions()
    assert len(rows) == 2*len(CHOICES)
    assert all(row.diverged == row.runs == 20 for row in rows if row.size == 1)
    assert all(row.diverged < row.runs/2 for row in rows if row.size == 8)
    full = batch_runs(populations.boosted(), 64, 3)
    assert not full.diverged.any() and not full.outside.any()
    assert np.abs(full.path - np.sqrt(0.6)).max() < 2e-4
