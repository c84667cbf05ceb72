"""Sectors of one-prompt linear self-attention on which training is the product map, and two that are not invariant.

The product map `numerics.maps.product_map` describes training on

- the *active scalar sector* of Proposition 2.1 (u_i in span(g), u_(d+1) in span(e_(d+1))): for one step only.  Gradient
  descent, and gradient flow, leave it at first order; `onto_sector` is the projection that puts the orbit back;
- the *frozen column*, U_(1..d, d+1) held at 0: exactly, for all time, and no other projection is needed;
- the *eigenvector sectors* of G (u_i and u_(d+1) in span(v), G v = lambda v): exactly, under full gradient descent.

Shapes: `...` is any leading shape, d the dimension of the covariates; every function here takes `Prompts` with n = 1.
Numerical only.  Source: paper `large_step`, Proposition 2.1, Remark 2.2, Appendices B and I.1; the last two sectors are
the project's correction.
"""
import numpy as np

from numerics.attention import Prompts


def single(data):
    """The one prompt of `data` without its axis n; ValueError where n is not 1."""
    if data.count != 1:
        raise ValueError(f"a sector belongs to one prompt: n = {data.count}; write n = 1")
    return Prompts(data.gram[..., 0, :, :], data.query[..., 0, :], data.target[..., 0])


def _geometry(prompt):
    kappa = (prompt.query**2).sum(-1)*(prompt.correlation**2).sum(-1)
    if not (kappa > 0).all():
        raise ValueError("kappa = |x_q|^2 |g|^2 is 0: the query or every label is 0, and nothing moves in the sector")
    return kappa


# --- effective step -----------------------------------------------------------------------------------------------

def effective_step(data, rate):
    """mu = 2 eta y_q sqrt(kappa) of every prompt, with the sign of y_q, shape (..., n); any n  (Remark 2.2).

    Raises ValueError where kappa = 0.
    """
    return 2*rate*data.target*np.sqrt(_geometry(data))


def rate_for(data, mu):
    """The learning rate at which |mu| of each prompt is the given one, shape (..., n); any n.

    Raises ValueError where kappa = 0, or y_q = 0 (then mu is 0 at every rate).
    """
    if not (data.target != 0).all():
        raise ValueError("y_q = 0: mu is 0 at every learning rate")
    return mu/np.abs(effective_step(data, 1))


# --- the active scalar sector -------------------------------------------------------------------------------------

def sector_point(data, rate, start):
    """U in the active scalar sector whose normalised coordinates are `start` = (A, B), shape (..., d+1, d+1).

    u_i = a x_(q,i) g / kappa and u_(d+1) = b e_(d+1), with A = sign(y_q) 2 sqrt(eta) a and B = 2 sqrt(eta kappa) b: the
    sign turns the map of -|mu|, which belongs to y_q < 0, into that of |mu|.  rate has shape (...).
    """
    prompt = single(data)
    kappa = _geometry(prompt)
    a = np.sign(prompt.target)*start[0]/(2*np.sqrt(rate))
    b = start[1]/(2*np.sqrt(rate*kappa))
    columns = (a/kappa)[..., None, None]*prompt.correlation[..., :, None]*prompt.query[..., None, :]
    last = np.zeros_like(prompt.correlation)
    last[..., -1] = b
    return np.concatenate([columns, last[..., None]], axis=-1)


def coordinates(U, data, rate):
    """The normalised coordinates (A, B) of U, each (...), whether or not U lies in the sector (Remark 2.2).

    rate (...)    U (..., d+1, d+1), or with more leading axes, such as time
    """
    prompt = single(data)
    active = (U[..., :, :-1] @ prompt.query[..., :, None])[..., 0]
    a = (active*prompt.correlation).sum(-1)
    return np.sign(prompt.target)*2*np.sqrt(rate)*a, 2*np.sqrt(rate*_geometry(prompt))*U[..., -1, -1]


def onto_sector(U, data):
    """Appendix I.1's projection: columns 1..d onto span(g), the last column onto span(e_(d+1)).  (..., d+1, d+1)."""
    g = single(data).correlation
    direction = g/np.sqrt((g**2).sum(-1, keepdims=True))
    projected = np.zeros_like(U)
    projected[..., :, :-1] = direction[..., :, None]*(direction[..., None, :] @ U[..., :, :-1])
    projected[..., -1, -1] = U[..., -1, -1]
    return projected


def frozen_column(U, data):
    """U with the entries U_(1..d, d+1) put back to 0 and everything else untouched.  (..., d+1, d+1)."""
    frozen = np.array(U)
    frozen[..., :-1, -1] = 0
    return frozen


def transverse_part(U):
    """|U_(1..d, d+1)|, shape (...): how far the last column has left span(e_(d+1))."""
    return np.linalg.norm(U[..., :-1, -1], axis=-1)


# --- the eigenvector sectors --------------------------------------------------------------------------------------

def eigenmodes(data):
    """Eigenvalues (..., d+1) of one prompt's G, ascending, and orthonormal eigenvectors (..., d+1, d+1) in columns."""
    return np.linalg.eigh(single(data).gram)


def eigenvector_rate(data, mode, mu):
    """The learning rate at which 2 eta |y_q| |x_q| lambda_mode is the given mu, shape (...)."""
    prompt = single(data)
    strength = 2*np.abs(prompt.target)*np.linalg.norm(prompt.query, axis=-1)*eigenmodes(data)[0][..., mode]
    if not (strength > 0).all():
        raise ValueError(f"mode {mode} carries no dynamics: y_q, the query or its eigenvalue is 0")
    return mu/strength


def eigenvector_point(data, mode, rate, start):
    """U in the sector of the eigenvector v of G, with normalised coordinates `start` = (A, B), shape (..., d+1, d+1).

    u_i = alpha x_(q,i) v / |x_q|, u_(d+1) = beta v; A = sign(y_q) c alpha, B = c beta, c = 2 sqrt(eta) |x_q| lambda.
    """
    prompt = single(data)
    values, vectors = eigenmodes(data)
    norm = np.linalg.norm(prompt.query, axis=-1)
    scale = 2*np.sqrt(rate)*norm*values[..., mode]
    v = vectors[..., :, mode]
    alpha = np.sign(prompt.target)*start[0]/scale
    columns = (alpha/norm)[..., None, None]*v[..., :, None]*prompt.query[..., None, :]
    return np.concatenate([columns, ((start[1]/scale)[..., None]*v)[..., None]], axis=-1)


def mode_coordinates(U, data, rate):
    """(A, B) of U = [P | q], each (..., d+1), in all eigenmodes v_j of G.  On them full gradient descent is `mode_map`.

    A_j = sign(y_q) 2 sqrt(eta) <v_j, P x_q>,  B_j = 2 sqrt(eta) |x_q| <v_j, q>.
    """
    prompt = single(data)
    inverse = np.swapaxes(eigenmodes(data)[1], -1, -2)
    norm = np.linalg.norm(prompt.query, axis=-1)
    scale = 2*np.sqrt(np.asarray(rate))
    active = (inverse @ (U[..., :, :-1] @ prompt.query[..., :, None]))[..., 0]
    last = (inverse @ U[..., :, -1, None])[..., 0]
    return (np.sign(prompt.target)*scale)[..., None]*active, (norm*scale)[..., None]*last


def mode_map(A, B, eigenvalues, drive):
    """Full gradient descent on one prompt, in eigenmodes: (A, B) -> (A+, B+), each (..., d+1).

    A_j+ = A_j - lambda_j E B_j,  B_j+ = B_j - lambda_j E A_j,  E = sum_j lambda_j A_j B_j - drive,
    drive = 2 eta |x_q| |y_q|, shape (...).
    With one mode excited this is the product map of (lambda A, lambda B) at mu = lambda drive.
    """
    error = (eigenvalues*A*B).sum(-1) - drive
    return A - eigenvalues*error[..., None]*B, B - eigenvalues*error[..., None]*A
