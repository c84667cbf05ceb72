"""Statements on singular values in balls, decided as True, False or None (undecided), and the rebuilt policies."""
from certify.balls import less

from .spectra import energy, total


def every(verdicts):
    """Whether all are proved; False if one is disproved, None if undecided."""
    verdicts = list(verdicts)
    if False in verdicts:
        return False
    return None if None in verdicts else True


def at_most(x, y):
    """x <= y: True, False or None (undecided)."""
    above = less(y, x)
    return None if above is None else not above


def rank_at_least(after, before):
    """SR(after) >= SR(before), with before[0] the largest.

    SR(after) is the least of the quotients by any value's square.
    """
    return every(at_most(energy(*before)*value**2, energy(*after)*before[0]**2) for value in after)


def descends(values):
    return every(at_most(y, x) for x, y in zip(values, values[1:]))


def dominant_count(values):
    """The integer k with k <= SR < k + 1, proved."""
    for k in range(1, len(values) + 1):
        if less(energy(*values), k*values[0]**2) is False and less(energy(*values), (k + 1)*values[0]**2) is True:
            return k
    raise ValueError("the floor of the stable rank is undecided")


def smoothed(policy, values, k):
    return [*policy(values[:k]), *values[k:]]


def logarithmic(values):
    return [s.log1p() for s in values]


def softplus(values):
    return [s.exp().log1p() for s in values]


def softmax(values):
    powers = [s.exp() for s in values]
    return [p/total(powers) for p in powers]


def rank_is_kept(policy, values, k):
    return rank_at_least(smoothed(policy, values, k), values)
