import numpy as np
import pytest

from numerics.experiments.populations import boosted, cauchy, outliers


@pytest.mark.parametrize("values", [cauchy(), cauchy(3, 32, 0.6, 0.3, 2.0), boosted(), boosted(scale=0.3), outliers()])
def test_the_full_batch_parameter_is_mu(values):
    assert values.mean() == pytest.approx(0.6, abs=1e-14)


def test_shapes_of_the_populations():
    assert boosted(outlier=2.4).max() == 2.4 and (np.abs(boosted()) > 2).sum() == 1
    assert np.ptp(cauchy(scale=0.5, truncation=1.0)) <= 2
    low, high = np.unique(outliers())
    assert high - low == pytest.approx(1.8) and (outliers() == low).sum() == 4
