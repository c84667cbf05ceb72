"""One softmax attention layer with its gradients, for many weight sets at once.

Tokens X (..., B, T, d), weights W (..., 3, d, d) in the order query, key, value; the leading axes are independent runs.
    O = softmax(X W_Q (X W_K)^T/sqrt d) X W_V,    loss = sum |O - Y|^2/(2 B T)
"""
import numpy as np

NAMES = ("query", "key", "value")


def attend(W, X):
    """The output O (..., B, T, d), and what the gradients need."""
    *runs, B, T, d = X.shape
    flat = X.reshape(*runs, 1, B*T, d)
    Q, K, V = np.moveaxis((flat @ W).reshape(*runs, 3, B, T, d), -4, 0)
    scores = Q @ K.swapaxes(-1, -2)/np.sqrt(d)
    A = np.exp(scores - scores.real.max(-1, keepdims=True))
    A /= A.sum(-1, keepdims=True)
    return A @ V, (Q, K, V, A)


def loss(W, X, Y):
    """The loss of each run, shape (...)."""
    E = attend(W, X)[0] - Y
    return np.sum(E**2, axis=(-3, -2, -1))/(2*X.shape[-3]*X.shape[-2])


def gradients(W, X, Y):
    """(loss, its gradient), shapes (...) and (..., 3, d, d)."""
    *runs, B, T, d = X.shape
    O, (Q, K, V, A) = attend(W, X)
    E = O - Y
    value = np.sum(E**2, axis=(-3, -2, -1))/(2*B*T)
    E = E/(B*T)
    dA = E @ V.swapaxes(-1, -2)
    dS = A*(dA - np.sum(dA*A, axis=-1, keepdims=True))/np.sqrt(d)
    dQKV = np.stack((dS @ K, dS.swapaxes(-1, -2) @ Q, A.swapaxes(-1, -2) @ E), axis=-4)
    flat = X.reshape(*runs, 1, B*T, d)
    return value, flat.swapaxes(-1, -2) @ dQKV.reshape(*runs, 3, B*T, d)
