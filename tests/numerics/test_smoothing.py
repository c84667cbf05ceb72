from fractions import Fraction as Q

from hypothesis import assume, given, settings, strategies as st
import numpy as np
import pytest

from numerics.smoothing import POLICIES, Smoother, clip_at, guarded, smooth, stable_rank, whole

SEEDS = st.integers(0, 2**32 - 1)


@st.composite
def spectra(draw, most=7):
    """Descending singular values over many scales, often tied, sometimes with zeros at the end."""
    exponents = draw(st.lists(st.integers(-12, 12), min_size=1, max_size=most))
    scale = draw(st.sampled_from([1e-3, 1.0, 30.0]))
    values = np.sort(scale*1.4**np.array(exponents, dtype=float))[::-1].copy()
    zeros = draw(st.integers(0, 2))
    values[len(values) - min(zeros, len(values) - 1):] *= 0 if zeros else 1
    return values


def orthogonal(rng, n):
    return np.linalg.qr(rng.standard_normal((n, n)))[0]


def matrix_of(values, seed, extra=2):
    rng, r = np.random.default_rng(seed), len(values)
    return (orthogonal(rng, r)*values) @ orthogonal(rng, r + extra)[:r]


policies = st.sampled_from([*POLICIES, clip_at(0.7)])


@given(spectra(), SEEDS, policies, st.data())
def test_the_guard_keeps_every_promise(values, seed, policy, data):
    W = matrix_of(values, seed)
    rank = data.draw(st.integers(1, len(values)))
    done = smooth(W, policy, rank)
    found = np.linalg.svd(done.matrix, compute_uv=False)
    noise = 1e-12*values[0]
    np.testing.assert_allclose(found, np.r_[done.after, values[rank:]], atol=noise)     # the order is kept
    assert found[0] <= values[0] + noise
    assert np.linalg.norm(done.matrix) <= np.linalg.norm(W)*(1 + 1e-12)
    assert stable_rank(done.matrix) >= stable_rank(W)*(1 - 1e-10)
    assert done.stable_rank_before == pytest.approx(stable_rank(W), rel=1e-10)
    assert done.stable_rank_after == pytest.approx(stable_rank(done.matrix), rel=1e-8)


@given(spectra(), SEEDS, policies, st.booleans())
def test_orthogonal_maps_and_transposition_pass_through(values, seed, policy, guard):
    assume(guard or values[-1] > 0)   # unguarded softplus lifts directions of singular value 0: they are not determined
    W, rng = matrix_of(values, seed), np.random.default_rng(seed + 1)
    left, right = orthogonal(rng, W.shape[0]), orthogonal(rng, W.shape[1])
    rank = len(values)   # the whole block: well defined without the guard as well
    plain = smooth(W, policy, rank, guard=guard).matrix
    size = max(1e-300, np.abs(plain).max(), np.abs(W).max())
    np.testing.assert_allclose(smooth(left @ W @ right, policy, rank, guard=guard).matrix, left @ plain @ right,
                               atol=1e-9*size)
    np.testing.assert_allclose(smooth(W.T, policy, rank, guard=guard).matrix, plain.T, atol=1e-9*size)


@given(st.integers(2, 5), st.integers(1, 4), SEEDS, policies)
def test_ties_at_the_edge_of_the_block_are_harmless_under_the_guard(ties, rank, seed, policy):
    values = np.r_[5.0, np.full(ties, 2.0), 1.0]
    rank = min(rank, ties)
    W, rng = matrix_of(values, seed), np.random.default_rng(seed + 7)
    left, right = orthogonal(rng, W.shape[0]), orthogonal(rng, W.shape[1])
    turned = left.T @ smooth(left @ W @ right, policy, rank).matrix @ right.T
    np.testing.assert_allclose(turned, smooth(W, policy, rank).matrix, atol=1e-10)


fractions = st.fractions(min_value=Q(1, 50), max_value=40, max_denominator=50)


@given(st.lists(fractions, min_size=1, max_size=6), st.lists(fractions, min_size=6, max_size=6), fractions)
def test_the_guard_is_exact_for_any_policy_whatever(values, wanted, tail):
    """Exact arithmetic: arbitrary targets, not even monotone, meet every inequality without rounding."""
    values = np.array(sorted(values, reverse=True), dtype=object)
    following = min(tail, values[-1])
    after = guarded(values, np.array(wanted[:len(values)], dtype=object), following)
    assert all(isinstance(x, Q) for x in after)
    assert all(following <= x <= v for x, v in zip(after, values))
    assert all(x >= y for x, y in zip(after, after[1:]))
    assert all(x*values[0] >= v*after[0] for x, v in zip(after, values))
    rank = sum(v*v for v in (*values, following))/values[0]**2
    assert sum(x*x for x in (*after, following))/after[0]**2 >= rank


@given(st.lists(fractions, min_size=1, max_size=6), fractions, fractions)
def test_the_guard_is_the_plain_one_for_clipping(values, threshold, tail):
    values = np.array(sorted(values, reverse=True), dtype=object)
    following = min(tail, values[-1])
    plain = np.maximum(np.minimum(values, threshold), following)
    assert (guarded(values, np.minimum(values, threshold), following) == plain).all()


@given(spectra(), SEEDS)
def test_the_stable_rank_lies_between_one_and_the_rank(values, seed):
    W = matrix_of(values, seed)
    assert 1 - 1e-12 <= stable_rank(W) <= np.count_nonzero(values) + 1e-9
    assert stable_rank(1e-150*W) == pytest.approx(stable_rank(W), rel=1e-12)
    assert stable_rank(1e150*W) == pytest.approx(stable_rank(W), rel=1e-12)


@pytest.mark.parametrize("policy, values, rank, before, after", [
    ("logarithmic", (10, 10, 9.9), None, 2.9801, 1.11733),          # SING-31: the rank of 3 nearly collapses
    ("softplus", (3, 3, 2), None, 2.4444, 2.43039),                 # SING-32
    ("softmax", (10, 9), 2, 1.81, 1.13534),                         # SING-33
    ("softmax", (0.5, 0.25), None, 1.25, 1.0625),
    (clip_at(1), (10, 10, 9.9), None, 2.9801, 1.0204)])             # SING-34
def test_unguarded_policies_lower_the_stable_rank_and_the_guard_mends_it(policy, values, rank, before, after):
    W = np.diag(np.array(values, dtype=float))
    plain = smooth(W, policy, rank, guard=False)
    assert plain.stable_rank_before == pytest.approx(before, rel=1e-4)
    assert plain.stable_rank_after == pytest.approx(after, rel=1e-4)
    assert stable_rank(plain.matrix) == pytest.approx(after, rel=1e-4)
    assert smooth(W, policy, rank).stable_rank_after >= before*(1 - 1e-4)


def test_the_order_breaks_without_the_guard():
    done = smooth(np.diag([10.0, 3.0, 3.0]), rank=1, guard=False)
    assert done.after[0] == pytest.approx(np.log(11)) and done.after[0] < done.following == 3
    assert smooth(np.diag([10.0, 3.0, 3.0]), rank=1).after[0] == 3


def test_softplus_under_the_guard_changes_nothing():
    W = np.random.default_rng(0).standard_normal((6, 4))
    done = smooth(W, "softplus", 3)
    assert not done.changed and "0 of 3" in done.reason
    np.testing.assert_array_equal(done.matrix, W)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([0.7, 0.9, 0.99, 1.0]), st.integers(1, 9), SEEDS, policies)
def test_the_guard_keeps_its_promises_where_only_the_dominant_part_is_computed(decay, rank, seed, policy):
    """Matrices that are too large for the whole decomposition; with decay 1 all values are tied."""
    values = 5*decay**np.arange(90)
    W, rng = matrix_of(values, seed, extra=30), np.random.default_rng(seed + 1)
    done = smooth(W, policy, rank)
    found = np.linalg.svd(done.matrix, compute_uv=False)
    np.testing.assert_allclose(found, np.r_[done.after, values[rank:]], atol=1e-8)
    assert found[0] <= values[0]*(1 + 1e-12) and np.linalg.norm(done.matrix) <= np.linalg.norm(W)*(1 + 1e-12)
    assert stable_rank(done.matrix) >= stable_rank(W)*(1 - 1e-10)
    left, right = orthogonal(rng, 90), orthogonal(rng, 120)
    np.testing.assert_allclose(smooth(left @ W @ right, policy, rank).matrix, left @ done.matrix @ right, atol=1e-7)
    np.testing.assert_allclose(smooth(W.T, policy, rank).matrix, done.matrix.T, atol=1e-7)


@settings(max_examples=30)
@given(spectra(), SEEDS)
def test_singular_vectors_are_kept(values, seed):
    W = matrix_of(values, seed)
    done = smooth(W, "clip", 1)
    commutator = W.T @ done.matrix - done.matrix.T @ W
    assert np.abs(commutator).max() <= 1e-11*values[0]**2


def test_zero_is_returned_as_it_is():
    done = smooth(np.zeros((3, 2)))
    assert done.rank == 0 and not done.changed and "zero" in done.reason and not done.matrix.any()
    with pytest.raises(ValueError, match="zero matrix"):
        stable_rank(np.zeros((3, 2)))


@pytest.mark.parametrize("rank", [0, 3, -1, 1.5, True])
def test_a_rank_out_of_range_is_refused(rank):
    with pytest.raises(ValueError, match="from 1 to 2"):
        smooth(np.eye(2, 4), rank=rank)


@pytest.mark.parametrize("policy, words", [("sqrt", "unknown policy 'sqrt'.*logarithmic, softplus"),
                                           (None, "unknown policy None"),
                                           (lambda values, following: values[:-1], "must return"),
                                           (lambda values, following: 0*values, "must return"),
                                           (lambda values, following: values*np.nan, "must return")])
def test_a_policy_that_is_none_is_refused(policy, words):
    with pytest.raises(ValueError, match=words):
        smooth(np.diag([2.0, 1.0]), policy, 2)


@pytest.mark.parametrize("threshold", [0, -1, np.nan, np.inf])
def test_a_clip_is_positive(threshold):
    with pytest.raises(ValueError, match="threshold"):
        clip_at(threshold)


def test_a_block_that_is_not_finite_is_refused():
    for bad in (np.nan, np.inf):
        with pytest.raises(ValueError, match="nan or infinite"):
            smooth([[1.0, bad]])
        with pytest.raises(ValueError, match="nan or infinite"):
            stable_rank([[1.0, bad]])


class Wrapped:
    """Something that is no array, and can be made one."""

    def __init__(self, values):
        self.values = np.asarray(values, dtype=np.float32)

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.values, dtype=dtype)


def test_whatever_can_be_made_an_array_will_do():
    done = smooth(Wrapped(np.diag([4.0, 1.0])), rank=1)
    assert done.matrix.dtype == np.float32
    assert done.matrix[0, 0] == pytest.approx(np.log(5), rel=1e-6)
    assert stable_rank(Wrapped(np.eye(3))) == pytest.approx(3)
    assert smooth([[4, 0], [0, 1]], rank=1).matrix[0, 0] == pytest.approx(np.log(5))


def test_the_floor_of_a_whole_rank_survives_rounding():
    assert whole(2 - 1e-13, 9) == 2 and whole(2 + 1e-13, 9) == 2
    assert whole(1.999, 9) == 1 and whole(0.9999, 9) == 1 and whole(30.5, 9) == 9


# --- Smoother ------------------------------------------------------------------------------------------------------

def watched(spike_at=12, steps=15, **options):
    weights = {"query": np.diag([9.0, 2.0, 1.0]), "key": np.diag([1.0, 1.0, 0.1])}
    smoother = Smoother(warmup=5, **options)
    actions = []
    for t in range(steps):
        size = 50.0 if t == spike_at else 1.0
        actions.append(smoother.step(weights, {"query": size*np.eye(3), "key": np.eye(3)}))
    return smoother, actions, weights


def test_a_spike_of_one_matrix_smooths_all_and_says_so():
    smoother, actions, weights = watched()
    assert [a.skip for a in actions] == [False]*12 + [True] + [False]*2
    action = actions[12]
    assert list(action.spikes) == ["query"] and list(action.smoothed) == ["query", "key"]
    assert action.smoothed["query"].stable_rank_after > action.smoothed["query"].stable_rank_before
    assert action.step == 13 and "query" in action.summary() and "stable rank" in action.summary()
    assert smoother.log == [action.summary()] and smoother.summary().startswith("15 steps, 1 smoothings\nstep 13")
    np.testing.assert_array_equal(weights["query"], np.diag([9.0, 2.0, 1.0]))   # nothing is changed in place
    assert "nothing" in actions[0].summary()


def test_options_reach_smoothing_and_detection():
    _, actions, _ = watched(policy="clip", rank=2)
    assert actions[12].smoothed["query"].after == pytest.approx([1, 1])
    assert not any(a.skip for a in watched(threshold=100)[1])
    _, actions, _ = watched(policy="softplus", guard=False)
    assert actions[12].smoothed["query"].after[0] > 9


def test_rescue_smooths_without_a_spike():
    smoother = Smoother(rank=1)
    action = smoother.rescue({"W": np.diag([9.0, 1.0])})
    assert not action.skip and "asked for" in action.summary()
    assert action.smoothed["W"].after == pytest.approx([np.log(10)])


def test_a_failed_matrix_is_named():
    smoother = Smoother()
    with pytest.raises(ValueError, match="value has entries that are nan"):
        smoother.rescue({"value": np.full((2, 2), np.nan)})
    with pytest.raises(ValueError, match="bias has shape"):
        smoother.rescue({"bias": np.ones(2)})


def test_names_must_agree_and_policies_exist():
    with pytest.raises(ValueError, match="give each weight its own"):
        Smoother().step({"a": np.eye(2)}, {"b": np.eye(2)})
    with pytest.raises(ValueError, match="unknown policy"):
        Smoother("sqrt")


@pytest.mark.parametrize("rank", [0, -1, 1.5, True])
def test_a_smoother_refuses_a_rank_below_one_at_once(rank):
    with pytest.raises(ValueError, match="rank = "):
        Smoother(rank=rank)


@pytest.mark.parametrize("options", [dict(threshold=1), dict(rate=0), dict(rate=1.5), dict(warmup=0)])
def test_a_smoother_refuses_what_its_detector_refuses(options):
    with pytest.raises(ValueError, match=f"{next(iter(options))} = "):
        Smoother(**options)


@pytest.mark.parametrize("weight, gradient, words", [
    (np.eye(3, 5), np.zeros((3, 5)), "rank = 4: write an integer from 1 to 3, the smaller side of key"),
    (np.ones(4), np.ones(4), "key has shape"), (np.full((5, 5), np.nan), np.eye(5), "key has entries that are nan"),
    (np.eye(5), np.eye(4), "gradient of key has shape")])
def test_what_cannot_be_smoothed_is_refused_at_the_first_step_not_at_the_first_spike(weight, gradient, words):
    smoother = Smoother(rank=4)
    with pytest.raises(ValueError, match=words):
        smoother.step({"query": np.eye(6), "key": weight}, {"query": np.eye(6), "key": gradient})
    assert smoother.steps == 0


def test_a_zero_matrix_is_left_alone_at_a_spike():
    smoother = Smoother(warmup=1)
    weights = {"new": np.zeros((3, 3)), "old": np.diag([9.0, 1.0, 1.0])}
    for size in (1.0, 1.0, 100.0):
        action = smoother.step(weights, {"new": size*np.eye(3), "old": np.eye(3)})
    assert action.skip and not action.smoothed["new"].changed and action.smoothed["old"].changed
