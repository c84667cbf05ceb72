"""Section 3.1 and C.1: the smoothing policies.

The formulas of C.1 are lost; log(1 + sigma), log(1 + exp sigma), exp(sigma_i)/sum exp(sigma_j) and min(sigma, c) are
rebuilt from their names.  The counterexamples are computed in balls.
"""
from fractions import Fraction as Q

import numpy as np

from proofs.evidence import Argument, Identity, Nonnegative, Refutation, Simulation

from .paper import paper
from .smoothing import BITS, GUARD_KEEPS_RANK
from .spectra import energy
from .verdicts import at_most, descends, dominant_count, logarithmic, rank_is_kept, smoothed, softmax, softplus


def log_keeps_rank(s1, s2, s3):
    """log(1 + sigma) on the floor(SR) dominant values does not lower the stable rank."""
    values = [s1, s2, s3]
    return rank_is_kept(logarithmic, values, dominant_count(values))


def log_keeps_rank_of_ten(top, rest):
    """The same on ceil(SR) = 9 of the values top, rest (nine times)."""
    values = [top] + [rest]*9
    return rank_is_kept(logarithmic, values, dominant_count(values) + 1)


def log_keeps_order(s1, s2, s3):
    """log(1 + sigma) on the dominant values keeps the order."""
    values = [s1, s2, s3]
    return descends(smoothed(logarithmic, values, dominant_count(values)))


def gaussian_at_initialisation():
    """log(1 + sigma) on the floor(SR) dominant values of a Gaussian 768 x 768 matrix with deviation 0.02."""
    values = np.linalg.svd(0.02*np.random.default_rng(0).standard_normal((768, 768)), compute_uv=False)
    k = int((values**2).sum()/values[0]**2)
    return {"k": k, "last smoothed": float(np.log1p(values[k - 1])), "next": float(values[k])}


def order_breaks(found):
    return found["last smoothed"] < 0.9*found["next"]


RAISES = r"\text{keeps the order of the singular values and raises SR}"
GUARDED = r"\text{guarded (SING-35): keeps the order, and SR does not fall}"


@paper.claim("SING-31", "3.1, C.1 [rebuilt]", rf"\sigma^*=\log(1+\sigma):\ {RAISES}", finding="refuted")
def logarithmic_scaling():
    """Logarithmic scaling breaks the order on (10, 3, 3), and lowers the stable rank of (10, 10, 9.9) from 2.98 to
    1.12.

    As C.1 is lost, "logarithmic scaling" need not be log(1 + sigma): refuted as rebuilt.
    """
    yield Refutation(log_keeps_order, at=dict(s1=10, s2=3, s3=3), bits=BITS)
    yield Refutation(log_keeps_rank, at=dict(s1=10, s2=10, s3=Q(99, 10)), bits=BITS)
    yield Refutation(log_keeps_rank_of_ten, at=dict(top=10, rest=9), bits=BITS)
    yield Simulation(gaussian_at_initialisation, order_breaks, "the last smoothed value is over 10 % below the next",
                     corroborates=True)


@logarithmic_scaling.corrected(GUARDED, uses=("SING-35",))
def logarithmic_scaling():
    """With the guard."""
    yield GUARD_KEEPS_RANK


def softplus_keeps_rank(s1, s2, s3):
    """log(1 + exp sigma) on the floor(SR) dominant values does not lower the stable rank."""
    values = [s1, s2, s3]
    return rank_is_kept(softplus, values, dominant_count(values))


def softplus_keeps_rank_of_hundred(top, rest):
    """The same on ceil(SR) = 2 of the values top, rest (99 times)."""
    values = [top] + [rest]*99
    return rank_is_kept(softplus, values, dominant_count(values) + 1)


def top_does_not_grow(s1):
    """Softplus does not raise sigma_1."""
    return at_most(softplus([s1])[0], s1)


def one_value_raised(s1, rest, f):
    """k = 1: SR' - 1 = (SR - 1)(sigma_1/f)^2, with `rest` the energy of the others."""
    return (f**2 + rest)/f**2 - 1, ((s1**2 + rest)/s1**2 - 1)*(s1/f)**2


def one_value_divisors(s1, rest, f):
    return s1, f


@paper.claim("SING-32", "3.1, C.1 [rebuilt]", rf"\sigma^*=\log(1+e^\sigma):\ {RAISES}", finding="refuted")
def softplus_scaling():
    """Softplus keeps the order, but always raises sigma_1; with k = 1 it lowers the stable rank of every matrix with 1
    < SR < 2.

    As C.1 is lost: refuted as rebuilt.
    """
    yield Refutation(top_does_not_grow, at=dict(s1=3), bits=BITS)
    yield Refutation(softplus_keeps_rank, at=dict(s1=3, s2=3, s3=2), bits=BITS)
    yield Refutation(softplus_keeps_rank_of_hundred, at=dict(top=Q(4, 5), rest=Q(2, 25)), bits=BITS)
    yield Identity(one_value_raised, excluding=one_value_divisors)


@softplus_scaling.corrected(GUARDED + r",\ \text{and}\ W^*=W", uses=("SING-35",))
def softplus_scaling():
    """With the guard it keeps every promise and does nothing, since log(1 + e^x) > x."""
    yield GUARD_KEEPS_RANK
    yield Argument("""
        log(1 + e^x) > log(e^x) = x, so min(f(sigma_i), sigma_i) = sigma_i.""", name="above_the_diagonal")


def softmax_keeps_rank_of_two(s1, s2):
    """exp(sigma_i)/sum exp(sigma_j) on ceil(SR) = 2 values does not lower the stable rank."""
    return rank_is_kept(softmax, [s1, s2], dominant_count([s1, s2]) + 1)


def softmax_keeps_rank_of_one(s1, s2):
    """On floor(SR) = 1 value, which becomes 1."""
    return rank_is_kept(softmax, [s1, s2], dominant_count([s1, s2]))


def softmax_keeps_order(s1, s2):
    """Floor(SR) = 1: the smoothed value 1 is not below the next."""
    return descends(smoothed(softmax, [s1, s2], dominant_count([s1, s2])))


@paper.claim("SING-33", "3.1, C.1 [rebuilt]", rf"\sigma^*=\mathrm{{softmax}}(\sigma):\ {RAISES}", finding="refuted")
def softmax_scaling():
    """Softmax lowers the stable rank of (10, 9) from 1.81 to 1.14 and of (1/2, 1/4) from 1.25 to 1.06, and breaks the
    order of (3, 2).

    As C.1 is lost, it may have been scaled, for example to keep the sum of the values: refuted as rebuilt.
    """
    yield Refutation(softmax_keeps_rank_of_two, at=dict(s1=10, s2=9), bits=BITS)
    yield Refutation(softmax_keeps_rank_of_one, at=dict(s1=Q(1, 2), s2=Q(1, 4)), bits=BITS)
    yield Refutation(softmax_keeps_order, at=dict(s1=3, s2=2), bits=BITS)


@softmax_scaling.corrected(GUARDED + r";\ \text{in the block SR rises if all}\ \sigma_i\le1\ \text{and falls if all}\ "
                                     r"\sigma_i\ge1",
                           uses=("SING-35",))
def softmax_scaling():
    """With the guard; without it the ratios in the block move up below 1 and down above it."""
    yield GUARD_KEEPS_RANK
    yield Argument("""
        sigma*_i/sigma*_1 = exp(-(sigma_1 - sigma_i)) >= sigma_i/sigma_1 iff log sigma_1 - sigma_1 >= log sigma_i -
        sigma_i, and log x - x increases up to x = 1 and decreases beyond.""", name="ratios_in_the_block")


def clip_keeps_rank(s1, s2, s3, c):
    """min(sigma, c) on the two dominant values does not lower the stable rank."""
    after, before = [min(s1, c), min(s2, c), s3], [s1, s2, s3]
    return energy(*after)/max(after)**2 >= energy(*before)/s1**2


def clip_keeps_order(s1, s2, s3, c):
    return min(s1, c) >= min(s2, c) >= s3


def two_dominant_values(s1, s2, s3, c):
    return s1 >= s2 >= s3 > 0 and c > 0 and 2*s1**2 <= energy(s1, s2, s3) < 3*s1**2


@paper.claim("SING-34", "3.1, C.1 [rebuilt]", rf"\sigma^*=\min(\sigma,c):\ {RAISES}", finding="amended")
def clipping():
    """Clipping below the values left alone breaks the order and lowers the stable rank: (10, 10, 9.9), c = 1, from
    2.98 to 1.02.
    """
    yield Refutation(clip_keeps_rank, at=dict(s1=10, s2=10, s3=Q(99, 10), c=1), given=two_dominant_values)
    yield Refutation(clip_keeps_order, at=dict(s1=10, s2=10, s3=Q(99, 10), c=1), given=two_dominant_values)


def clipped_rank(s1, s2, tail, c):
    """s2 <= c <= s1: (c^2 + s2^2 + tail^2) s1^2 - (s1^2 + s2^2 + tail^2) c^2 = (s2^2 + tail^2)(s1^2 - c^2)."""
    goal = energy(c, s2, tail)*s1**2 - energy(s1, s2, tail)*c**2
    return goal, {"s1 - c": s1 - c, "s1 + c": s1 + c}, [
        (1, ("s1 - c", "s1 + c"), s2), (1, ("s1 - c", "s1 + c"), tail)]


@clipping.corrected(r"c\ge\sigma_{k+1}:\ \text{the weak order is kept and}\ \mathrm{SR}(W^*)\ge\mathrm{SR}(W)",
                    hypotheses=("c > 0",))
def clipping():
    """True where the clip is not below the largest value left alone."""
    yield Nonnegative(clipped_rank, at=dict(s1=4, s2=2, tail=1, c=3), tight=dict(s1=4, s2=2, tail=1, c=4))
    yield GUARD_KEEPS_RANK
    yield Argument("""
        With c >= sigma_{k+1} the guard changes nothing: min(sigma_i, c) >= sigma_{k+1} already, and min(x, c)/x
        decreases.  The first inequality is the case where only sigma_1 exceeds c.""", name="guard_is_idle")
