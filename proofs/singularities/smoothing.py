"""Section 3.1, protection: how many values are smoothed, the guard, and the dominant part."""
import numpy as np

from certify.balls import less
from numerics.smoothing import power_iteration, stable_rank as numerical_stable_rank
from proofs.evidence import Argument, Identity, Nonnegative, Refutation, Simulation

from .paper import paper
from .spectra import energy, plane_rotation, product, transpose
from .verdicts import dominant_count, rank_at_least, rank_is_kept, softmax, softplus

BITS = 128


# --- floor or ceiling ----------------------------------------------------------------------------------------------

@paper.claim("SING-30", "3.1 against C.1",
             r"k=\lfloor\mathrm{SR}(W)\rfloor\ (3.1,\ 4.3)\quad\text{or}\quad k=\lceil\mathrm{SR}(W)\rceil\ ("
             r"\text{C.1})",
             finding="ambiguous")
def how_many_values():
    """How many singular values are smoothed is given in two ways, which differ materially: softplus on (2, 1), SR =
    5/4.
    """


def softplus_raises_rank_with_floor(s1, s2):
    """Softplus on sigma_1 alone, as 1 <= SR < 2, does not lower the stable rank."""
    return rank_is_kept(softplus, [s1, s2], dominant_count([s1, s2]))


def softplus_lowers_rank_with_ceiling(s1, s2):
    """Softplus on both values lowers the stable rank."""
    kept = rank_is_kept(softplus, [s1, s2], dominant_count([s1, s2]) + 1)
    return None if kept is None else not kept


@how_many_values.reading("floor", r"(2,1):\ 1.25\to1.2211:\ \text{falls}")
def how_many_values():
    """Read with the floor one value is smoothed and the stable rank falls."""
    yield Refutation(softplus_raises_rank_with_floor, at=dict(s1=2, s2=1), bits=BITS)


@how_many_values.reading("ceiling", r"(2,1):\ 1.25\to1.3812:\ \text{rises}")
def how_many_values():
    """Read with the ceiling both values are smoothed and the stable rank rises."""
    yield Refutation(softplus_lowers_rank_with_ceiling, at=dict(s1=2, s2=1), bits=BITS)


# --- the guard -----------------------------------------------------------------------------------------------------

def guard_keeps_rank(s1, s2, tail, top, second):
    """(top^2 + second^2 + tail^2) s1^2 - (s1^2 + s2^2 + tail^2) top^2 >= 0: SR(W*) >= SR(W)."""
    goal = energy(top, second, tail)*s1**2 - energy(s1, s2, tail)*top**2
    return goal, {"second s1 - s2 top": second*s1 - s2*top, "second s1 + s2 top": second*s1 + s2*top,
                  "s1 - top": s1 - top, "s1 + top": s1 + top}, [
        (1, ("second s1 - s2 top", "second s1 + s2 top"), 1), (1, ("s1 - top", "s1 + top"), tail)]


def guard_keeps_energy(s1, s2, top, second):
    """s1^2 + s2^2 - top^2 - second^2 >= 0."""
    goal = energy(s1, s2) - energy(top, second)
    return goal, {"s1 - top": s1 - top, "s1 + top": s1 + top, "s2 - second": s2 - second, "s2 + second": s2 + second}, [
        (1, ("s1 - top", "s1 + top"), 1), (1, ("s2 - second", "s2 + second"), 1)]


GUARD_KEEPS_RANK = Nonnegative(guard_keeps_rank, at=dict(s1=4, s2=2, tail=1, top=3, second=2),
                               tight=dict(s1=4, s2=2, tail=1, top=4, second=2))
GUARD = Argument("""
    Let g_i = max(sigma_{k+1}, max_{j>=i} min(f_j, sigma_j)) and sigma*_i = max(g_i, sigma_i g_1/sigma_1) for i <= k,
    with any numbers f_j >= 0, not all values 0.  g descends, and sigma_{k+1} <= g_i <= sigma_i, as sigma_{k+1},
    sigma_j <= sigma_i for j >= i.  So sigma_{k+1} <= sigma*_i <= sigma_i, sigma* descends as the larger of two
    descending sequences, sigma*_1 = g_1 = M <= sigma_1, and sigma*_i/M >= sigma_i/sigma_1.  The order is kept and the
    rest of the spectrum is below M.  If f increases and f(x)/x decreases then min(f(x), x)/x decreases, so g_i >=
    sigma_i g_1/sigma_1 and sigma*_i = max(min(f(sigma_i), sigma_i), sigma_{k+1}).  Where sigma_k = sigma_{k+1} all
    equal values stay as they are, so W* does not depend on the choice of vectors.""", name="guard")


@paper.claim("SING-35", "3.1, repaired",
             r"\sigma_i^*=\max\bigl(g_i,\ \sigma_ig_1/\sigma_1\bigr),\ g_i=\max\bigl(\sigma_{k+1},\max_{i\le j\le k}"
             r"\min(f_j,\sigma_j)\bigr):\ "
             r"\mathrm{SR}(W^*)\ge\mathrm{SR}(W)", finding="new", hypotheses=("W is not 0", "f_j >= 0, g_1 > 0"))
def guarded_smoothing():
    """Guarded smoothing keeps order and vectors, lets sigma_1 and the norm not grow and the stable rank not fall, for
    any f.

    With f increasing and f(x)/x decreasing (logarithm, softplus, clipping) it is max(min(f(sigma_i), sigma_i),
    sigma_{k+1}); for other policies, softmax among them, that simpler guard is not enough.
    """
    yield GUARD_KEEPS_RANK
    yield Nonnegative(guard_keeps_energy, at=dict(s1=4, s2=2, top=3, second=1), tight=dict(s1=4, s2=2, top=4, second=2))
    yield GUARD
    yield Refutation(simple_guard_keeps_rank, at=dict(s1=10, s2=9), bits=BITS, corroborates=True)


def simple_guard_keeps_rank(s1, s2):
    """max(min(f_i, sigma_i), sigma_{k+1}) with softmax times the sum of the values, k = 2 and no further value."""
    share = softmax([s1, s2])
    return rank_at_least([less(s1, x*(s1 + s2)) and s1 or x*(s1 + s2) for x in share], [s1, s2])


# --- the dominant part ---------------------------------------------------------------------------------------------

def dominant_part_is_determined(s1, s2, s3, s4, s5):
    """diag(s1, ..., s5), k = 2: its dominant parts with v_2 = e_2 and with v_2 = e_3 are equal; both are allowed if s2
    = s3.
    """
    with_second = (s1, s2, 0*s1, 0*s1, 0*s1)
    with_third = (s1, 0*s1, s3, 0*s1, 0*s1)
    return with_second == with_third or s2 != s3


def stable_rank_two(*, s1, s2, s3, s4, s5):
    return energy(s1, s2, s3, s4, s5) == 2*s1**2 and s1 > s2 >= s3 >= s4 >= s5 > 0


def tie_as_a_whole(t, c, s, p, q, x, y):
    """t (u u'^T + w w'^T) is the same for any rotation of the pair of tied vectors, on both sides."""
    left, right = ((p, x), (q, y)), ((x, q), (y, p))
    turn = plane_rotation(c, s)
    scale = (t, 0*t), (0*t, t)
    return product(left, turn, scale, transpose(turn), transpose(right)), product(left, scale, transpose(right))


def circle(t, c, s, p, q, x, y):
    return (c**2 + s**2 - 1,)


@paper.claim("SING-36", "3.1",
             r"W_{dominant}=\sum_{i=1}^{\lfloor\mathrm{SR}(W)\rfloor}\sigma_iu_iv_i^\top\ \text{is well defined}",
             finding="amended")
def dominant_part():
    """The dominant part is said to be a function of W; for diag(2, 1, 1, 1, 1), SR = 2, it depends on the choice of
    vectors.
    """
    yield Refutation(dominant_part_is_determined, at=dict(s1=2, s2=1, s3=1, s4=1, s5=1), given=stable_rank_two)


@dominant_part.corrected(r"\text{well defined iff}\ \sigma_k>\sigma_{k+1};\quad W^*\ "
                         r"\text{of the guarded smoothing always is}",
                         hypotheses=("W is not 0", "k = floor(SR(W)) < rank"), uses=("SING-35",))
def dominant_part():
    """It needs a gap behind sigma_k; the guarded W* does not, because it leaves a tie across k as it is."""
    yield Identity(tie_as_a_whole, modulo=circle)
    yield Argument("""
        Singular vectors of equal values are determined up to one common orthogonal map on both sides, under which the
        sum over the whole tie does not change (written for a tie of two).  If the tie lies inside the block or
        outside, W_dominant is determined; if it is cut, exchanging two of its vectors changes W_dominant.""",
                   name="ties")


def smoothed_gram(c, s, p, q, a, b):
    """W* = U diag(a, b) V^T: W*^T W* v_i = sigma*_i^2 v_i."""
    U, V = plane_rotation(c, s), plane_rotation(p, q)
    W = product(U, ((a, 0*a), (0*a, b)), transpose(V))
    return product(transpose(W), W, V), product(V, ((a**2, 0*a), (0*a, b**2)))


def two_rotations(c, s, p, q, a, b):
    return c**2 + s**2 - 1, p**2 + q**2 - 1


def difference_of_parts(u1, u2, v1, v2, x1, x2, y1, y2, s1, s2, a):
    """W - W_dominant + W*_dominant replaces sigma_1 by a and leaves the rest."""
    def outer(u, v, s):
        return tuple(tuple(s*p*q for q in v) for p in u)

    def add(first, second, sign=1):
        return tuple(tuple(p + sign*q for p, q in zip(r, t)) for r, t in zip(first, second))
    u, v, x, y = (u1, u2), (v1, v2), (x1, x2), (y1, y2)
    W = add(outer(u, v, s1), outer(x, y, s2))
    return add(add(W, outer(u, v, s1), -1), outer(u, v, a)), add(outer(u, v, a), outer(x, y, s2))


@paper.claim("SING-37", "3.1",
             r"W^*=W-W_{dom}+W^*_{dom}\ \text{has the values}\ \{\sigma_i^*\}\cup\{\sigma_i,i>k\}\ "
             r"\text{and the same vectors}",
             hypotheses=("sigma* >= 0",))
def reparameterisation():
    """The singular values are replaced as a multiset, with the vectors kept; they may have to be sorted anew
    (SING-31).
    """
    yield Identity(difference_of_parts)
    yield Identity(smoothed_gram, modulo=two_rotations)
    yield Argument("""
        In any size W* = U S* V^T with orthogonal U, V and a diagonal S* >= 0, which is a singular value decomposition
        up to the order; two values are written out.""", name="any_size")


def image_is_shorter(s1, s2, s3, x1, x2, x3):
    """sigma_1^2 |x|^2 - |W x|^2 >= 0: what the power method returns never exceeds sigma_1."""
    goal = s1**2*energy(x1, x2, x3) - energy(s1*x1, s2*x2, s3*x3)
    return goal, {"s1 - s2": s1 - s2, "s1 + s2": s1 + s2, "s1 - s3": s1 - s3, "s1 + s3": s1 + s3}, [
        (1, ("s1 - s2", "s1 + s2"), x2), (1, ("s1 - s3", "s1 + s3"), x3)]


def wrong_floors():
    """Of 200 Gaussian 64 x 64 matrices, those whose floor(SR) is wrong with 2, 10, 20 and 50 iterations."""
    rng = np.random.default_rng(0)
    found = {iterations: 0 for iterations in (2, 10, 20, 50)}
    for trial in range(200):
        W = rng.standard_normal((64, 64))
        exact, size = int(numerical_stable_rank(W)), np.sum(W**2)
        for iterations in found:
            found[iterations] += int(size/power_iteration(W, iterations, tolerance=0, seed=trial).value**2) != exact
    return found


def few_iterations_fail(found):
    return found[2] >= 150 and found[2] > found[10] > found[20] > found[50]


@paper.claim("SING-38", "3.1",
             r"\widehat{\mathrm{SR}}=\|W\|_F^2/\hat\sigma^2\ge\mathrm{SR}(W)\ \text{with the power method}")
def power_method():
    """The power method finds at most sigma_1, so the stable rank and k are never too small; with few steps they are
    too large.
    """
    yield Nonnegative(image_is_shorter, at=dict(s1=3, s2=2, s3=1, x1=1, x2=1, x3=1),
                      tight=dict(s1=3, s2=2, s3=1, x1=1, x2=0, x3=0))
    yield Argument("""
        sigma_hat = |W x| for a unit vector x; three values are written out, more add terms of the same form.""",
                   name="any_dimension")
    yield Simulation(wrong_floors, few_iterations_fail,
                     "over 150 of 200 floors wrong after 2 iterations, ever fewer later",
                     corroborates=True)
