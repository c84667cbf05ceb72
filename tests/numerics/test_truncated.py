import numpy as np
import pytest

from numerics.truncated import checked_matrix, dominant, power_iteration


def spectrum(values, rows, columns, seed=0):
    rng = np.random.default_rng(seed)
    left = np.linalg.qr(rng.standard_normal((rows, len(values))))[0]
    right = np.linalg.qr(rng.standard_normal((columns, len(values))))[0]
    return (left*np.asarray(values)) @ right.T


@pytest.mark.parametrize("values", [0.8**np.arange(90), 0.99**np.arange(90), np.ones(90),
                                    np.r_[np.full(5, 3.0), np.full(85, 1.0)], np.r_[2.0, np.zeros(89)]],
                         ids=["decaying", "flat", "all equal", "tied at the top", "rank one"])
@pytest.mark.parametrize("shape", [(90, 200), (200, 90)])
@pytest.mark.parametrize("rank", [1, 5, 12])
def test_triplets_agree_with_the_whole_decomposition(values, shape, rank):
    W = spectrum(values, *shape)
    found = dominant(W, rank)
    np.testing.assert_allclose(found.values, values[:rank], atol=1e-12)
    np.testing.assert_allclose(found.left.T @ found.left, np.eye(rank), atol=1e-12)
    np.testing.assert_allclose(found.right @ found.right.T, np.eye(rank), atol=1e-12)
    np.testing.assert_allclose(W @ found.right.T, found.left*found.values, atol=1e-8)
    assert found.residual <= 1e-9


def test_a_decaying_spectrum_is_found_without_the_whole_decomposition(monkeypatch):
    W = spectrum(0.8**np.arange(300), 300, 400)
    sizes = []
    whole = np.linalg.svd
    monkeypatch.setattr(np.linalg, "svd", lambda A, **options: sizes.append(A.shape) or whole(A, **options))
    assert dominant(W, 8).values == pytest.approx(0.8**np.arange(8), rel=1e-12)
    assert sizes and max(min(shape) for shape in sizes) <= 100


@pytest.mark.parametrize("scale", [1e-300, 1.0, 1e300])
def test_scale_does_not_matter(scale):
    W = spectrum([3.0, 2.0, 1.0], 5, 4)
    assert dominant(W*scale, 2).values/scale == pytest.approx([3, 2], rel=1e-13)
    assert power_iteration(W*scale).value/scale == pytest.approx(3, rel=1e-10)


def test_power_iteration_never_exceeds_the_largest_value():
    rng = np.random.default_rng(1)
    found = 0
    for trial in range(200):
        W = rng.standard_normal(rng.integers(1, 9, 2))
        top = np.linalg.svd(W, compute_uv=False)[0]
        estimate = power_iteration(W, int(rng.integers(1, 20)), seed=trial)
        assert estimate.value <= top*(1 + 1e-14)
        found += estimate.converged
    assert 10 < found < 200


def test_power_iteration_says_whether_it_settled():
    close = np.diag([1.0, 0.9999])
    assert not power_iteration(close, 3, tolerance=1e-15).converged
    assert power_iteration(np.zeros((2, 3))).value == 0
    assert power_iteration(np.diag([2.0, 0.0])).converged


@pytest.mark.parametrize("W, words", [(np.zeros((0, 3)), "at least one row"), (np.zeros(3), "matrix"),
                                      ([[np.nan]], "nan or infinite"), ([[np.inf, 1.0]], "nan or infinite"),
                                      (np.array([["a"]]), "real numbers"), (np.eye(2)*1j, "real numbers")])
def test_what_is_no_finite_matrix_is_refused(W, words):
    for use in (checked_matrix, power_iteration, lambda W: dominant(W, 1)):
        with pytest.raises(ValueError, match=words):
            use(W)


@pytest.mark.parametrize("rank", [0, 3, -1])
def test_a_rank_out_of_range_is_refused(rank):
    with pytest.raises(ValueError, match="from 1 to 2"):
        dominant(np.eye(2, 5), rank)


def test_a_budget_is_a_positive_integer():
    with pytest.raises(ValueError, match="iterations = 0"):
        power_iteration(np.eye(2), 0)


def test_a_flat_spectrum_is_too(monkeypatch):
    W = np.random.default_rng(0).standard_normal((512, 512))
    exact = np.linalg.svd(W, compute_uv=False)[:8]
    sizes, whole = [], np.linalg.svd
    monkeypatch.setattr(np.linalg, "svd", lambda A, **options: sizes.append(A.shape) or whole(A, **options))
    assert dominant(W, 8).values == pytest.approx(exact, rel=1e-12)
    assert sizes and max(min(shape) for shape in sizes) == 8


def test_values_far_below_the_first_keep_their_digits():
    """The Gram matrix squares: below 1e-8 of the first value it would have lost them."""
    values = 10.0**-np.arange(12)
    found = dominant(spectrum(np.r_[values, np.full(88, 1e-13)], 100, 120), 10).values
    assert found == pytest.approx(values[:10], rel=1e-5)
