"""Tangent kernels of the lazy transformer, layer by layer.

Outputs are indexed by token and coordinate, (s, k) with s = (i, l): nL d of them.  Let K_nu be the Gram matrix of the
derivatives of the layer's own update mu_sk in its own parameters; it splits exactly,

    K_W = <o_s, o_t> (omega^2/m) sum over r active at s and t of A_rk A_rk'
    K_A = delta_kk' (omega^2/m) <ReLU(o_s W), ReLU(o_t W)>
    K_U = <Lambda_s, Lambda_t> <c_sk, c_tk'>,   c_sk = kappa Cov_s (d mu_sk/d o_s)

and with J_nu = d F/d mu_nu the tangent kernel of F is the sum over the layers of J_nu (K_W + K_A + K_U) J_nu'.
Numerical only.  Source: paper `scaling_law`, Section 4.2, B.2 and Appendix A; the statements' displays are lost.
"""
from dataclasses import dataclass

import numpy as np

from numerics.arguments import whole
from numerics.lazy_transformer import attention_covariance, layer_jacobian, layers, output_slopes, parameter_gradient


@dataclass(frozen=True)
class LayerKernel:
    """The parts of one layer's kernel, each (nLd, nLd), and the derivative of the output in its update, (nLd, nLd)."""
    W: np.ndarray
    A: np.ndarray
    U: np.ndarray
    readout: np.ndarray

    @property
    def own(self):
        """The Gram matrix of the derivatives of the layer's own update."""
        return self.W + self.A + self.U

    @property
    def of_output(self):
        """Its part of the tangent kernel of F."""
        return self.readout @ self.own @ self.readout.T


def layer_kernels(model, X, mask=None):
    """One `LayerKernel` for each layer."""
    found = layers(model, X, mask)
    n, length, d = found[0].inputs.shape
    readout = np.broadcast_to(model.epsilon*np.eye(length*d), (n, length*d, length*d))
    kernels = []
    for nu in reversed(range(model.depth)):
        kernels.append(_own_kernels(model, nu, found[nu], block_diagonal(readout)))
        if nu:
            readout = readout + readout @ layer_jacobian(model, nu, found[nu]).reshape(n, length*d, length*d)
    return kernels[::-1]


def _own_kernels(model, nu, layer, readout):
    d, m = model.dimension, model.width
    o, tokens = layer.attention.reshape(-1, d), layer.inputs.reshape(-1, d)
    hidden, active = layer.hidden.reshape(-1, m), layer.active.reshape(-1, m)
    scale = model.omega**2/m
    gated = (active[:, None, :]*model.A[nu].T).reshape(-1, m)              # (nLd, m)
    keys = model.kappa*np.einsum("nsij,nskj->nski", attention_covariance(layer), output_slopes(model, nu, layer))
    keys = keys.reshape(-1, d)
    return LayerKernel(scale*expanded(o @ o.T, d)*(gated @ gated.T), scale*np.kron(hidden @ hidden.T, np.eye(d)),
                       expanded(tokens @ tokens.T, d)*(keys @ keys.T), readout)


def expanded(matrix, d):
    """Every entry of a matrix of tokens repeated for the d x d pairs of coordinates."""
    return np.kron(matrix, np.ones((d, d)))


def block_diagonal(blocks):
    """The blocks (n, p, p) on the diagonal of one matrix."""
    n, p, _ = blocks.shape
    matrix = np.zeros((n, p, n, p))
    matrix[np.arange(n), :, np.arange(n)] = blocks
    return matrix.reshape(n*p, n*p)


def tangent_kernel(model, X, mask=None):
    """The Gram matrix of the derivatives of F in all parameters, (nLd, nLd), through the decomposition."""
    return sum(kernel.of_output for kernel in layer_kernels(model, X, mask))


def tangent_features(model, X, mask=None):
    """The derivatives of F in all parameters as rows, (nLd, parameters): one backward pass for each output.

    For small models only: it is what the decomposition is tested against.
    """
    found = layers(model, X, mask)
    n, length, d = found[0].inputs.shape
    jacobians = [layer_jacobian(model, nu, found[nu]) for nu in range(model.depth)]
    rows = []
    for index in range(n*length*d):
        cotangent = np.zeros(n*length*d)
        cotangent[index] = model.epsilon
        cotangent = cotangent.reshape(n, length, d)
        parts = []
        for nu in reversed(range(model.depth)):
            parts.append(parameter_gradient(model, nu, found[nu], cotangent))
            cotangent = cotangent + np.einsum("nsk,nsktl->ntl", cotangent, jacobians[nu])
        rows.append(np.concatenate([part.ravel() for layer in parts[::-1] for part in layer]))
    return np.array(rows)


def feed_forward_kernel(model, X, nu=0, mask=None):
    """H' of Assumption 5.1 for one layer, over omega^2, (nL, nL): <o_s, o_t> times the share of units active at both.

    The diagonal blocks k = k' of K_W are omega^2 times it, for signs A.  lambda is its least eigenvalue.
    """
    layer = layers(model, X, mask)[whole("nu", nu, 0, model.depth - 1)]
    o, active = layer.attention.reshape(-1, model.dimension), layer.active.reshape(-1, model.width).astype(float)
    return (o @ o.T)*(active @ active.T)/model.width
