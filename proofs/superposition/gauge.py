"""The gauge of softmax: a common shift of all logits, which no loss behind a softmax sees."""
from proofs.evidence import Identity

from .layer import softmax, softmax_jacobian


def common_factor(weight, others, t):
    """Softmax does not see a common shift of the logits: an edge of this weight and all others, of this total, times t
    give the same probabilities.
    """
    return softmax((weight*t, others*t)), softmax((weight, others))


def weights_are_positive(weight, others, t):
    return t, weight + others


def zero_row_sums(weight, others):
    """A row of the softmax Jacobian sums to 0: sigma - sigma^2 of the edge itself, -sigma tau of all others together."""
    rows = softmax_jacobian(softmax((weight, others)))
    return tuple(a + b for a, b in rows), (0*weight, 0*weight)


def weights_do_not_cancel(weight, others):
    return (weight + others,)


GAUGE = Identity(common_factor, excluding=weights_are_positive)
ZERO_ROW_SUMS = Identity(zero_row_sums, excluding=weights_do_not_cancel)
