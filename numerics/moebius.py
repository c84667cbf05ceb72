"""The reduced layer: the effective mixing, the cosine law, and the loss in the MLP's three numbers.

    k, m    sizes of V_c within c hops and of V_{c+1} without V_c; k' = k + m      root    sqrt k
    alpha   strength of the attention output                                        t       effective mixing alpha_eff
    A, B    1 + eta a and eta b1'

Plain formulas in + - * / ** for any algebra; only `reduced_loss` is numerical. Source: paper `superposition`,
Sections 4.2, 4.3, 5.1.
"""
import numpy as np

from numerics.arguments import finite


def effective_mixing(alpha, A, B, root, m):
    """alpha_eff = (alpha A + m B)/(A + sqrt k B)."""
    return (alpha*A + m*B)/(A + root*B)


def squared_cosine(t, root, m):
    """cos^2 between z_c* + t m^(-1/2) z_new* and z_{c+1}*."""
    return (root + t)**2*m/((root**2 + m)*(m + t**2))


def squared_sine(alpha, A, B, root, m):
    """1 - cos^2 after one layer, in the parameters; nothing cancels at A = 0."""
    return A**2*(alpha*root - m)**2/((root**2 + m)*(m*(A + root*B)**2 + (alpha*A + m*B)**2))


def reduced_loss(a, b, eta, alpha, sizes):
    """The sum of 1 - cos over the layers, each fed its target; sizes are pairs (k, m) or rows (k (D,), m (D,)).

    ValueError for a size that is not positive: a schedule must increase.  Complex a, b, eta are carried through.
    """
    k, m = finite("sizes", sizes)
    if not ((k > 0) & (m > 0)).all():
        raise ValueError(f"sizes: k = {k}, m = {m}: write a schedule that increases, so that every m is above 0")
    root, A, B = np.sqrt(k), 1 + eta*a, eta*b
    squared = squared_sine(alpha, A, B, root, m)
    cosine = np.sqrt(1 - squared)
    along = (A/root + B)*root + (A*alpha/m + B)*m                  # its sign is that of <z_{c+1}, z_{c+1}*>
    return np.where(along.real >= 0, squared/(1 + cosine), 1 + cosine).sum()
