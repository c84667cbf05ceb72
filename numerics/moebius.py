"""The reduced layer: the effective mixing, the cosine law, and the loss in the MLP's three numbers.

    k, m    sizes of V_c within c hops and of V_{c+1} without V_c; k' = k + m      root    sqrt k
    alpha   strength of the attention output                                        t       effective mixing alpha_eff
    A, B    1 + eta a and eta b1'

Plain formulas in + - * / ** for any algebra; the reduced loss and its gradient are numerical.
Source: paper `superposition`, Sections 4.2, 4.3, 5.1.
"""
import numpy as np

from numerics.arguments import finite

STEP = 1e-30


def coefficients(alpha, A, B, root, m):
    """The layer's output on V_c and on the new vertices: A x + B at x = 1/sqrt k and at x = alpha/m."""
    return A/root + B, A*alpha/m + B


def effective_mixing(alpha, A, B, root, m):
    """alpha_eff = (alpha A + m B)/(A + sqrt k B)."""
    return (alpha*A + m*B)/(A + root*B)


def squared_cosine(t, root, m):
    """cos^2 between z_c* + t m^(-1/2) z_new* and z_{c+1}*."""
    return (root + t)**2*m/((root**2 + m)*(m + t**2))


def squared_sine(alpha, A, B, root, m):
    """1 - cos^2 after one layer, in the parameters; nothing cancels at A = 0."""
    return A**2*(alpha*root - m)**2/((root**2 + m)*(m*(A + root*B)**2 + (alpha*A + m*B)**2))


def reduced_loss(A, B, alpha, k, m):
    """The sum of 1 - cos over the layers, each fed its target.  A, B, alpha (...,), A and B also complex; k, m (..., layers).

    ValueError for a size that is not positive: a schedule must increase.
    """
    k, m = finite("k", k), finite("m", m)
    if not ((k > 0).all() and (m > 0).all()):
        raise ValueError(f"k = {k}, m = {m}: write a schedule that increases, so that every m is above 0")
    A, B, alpha, root = *(np.asarray(x)[..., None] for x in (A, B, alpha)), np.sqrt(k)
    squared = squared_sine(alpha, A, B, root, m)
    cosine = np.sqrt(1 - squared)
    old, new = coefficients(alpha, A, B, root, m)
    along = old*k + new*m                                          # its sign is that of <z_{c+1}, z_{c+1}*>
    return np.where(along.real >= 0, squared/(1 + cosine), 1 + cosine).sum(-1)


def reduced_gradient(a, b, eta, alpha, k, m):
    """The derivatives of the reduced loss in a, b1' and eta, each (...,), by complex steps in A and B."""
    A, B = 1 + eta*a, eta*b
    in_A, in_B = reduced_loss(np.stack([A + 1j*STEP, A]), np.stack([B, B + 1j*STEP]), alpha, k, m).imag/STEP
    return eta*in_A, eta*in_B, a*in_A + b*in_B
