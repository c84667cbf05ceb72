"""Mini-batches of shared product losses: batch parameters, one-step crossing, and the random transverse cocycle.

Sampling without replacement is what costs.  A counter-seeded xoshiro256++ feeds a partial Fisher-Yates shuffle that is
never reset (a shuffle of a shuffle is as good), two draws to a 64-bit word; above n/2 the complement is drawn, and nothing
at m = n.  Every run has a generator of its own, seeded by (seed, run): results do not depend on how runs are shared out.
"""
import numpy as np
from numba import uint64

from numerics import threads
from numerics.arguments import finite, whole
from numerics.compiled import compiled
from numerics.maps import error, product_map, random_cocycle, separatrix

MASK = np.uint64(0xFFFFFFFF)


# --- the generator ------------------------------------------------------------------------------------------------

def split_mix(z):
    """(the next counter, 64 well mixed bits of it): splitmix64, which seeds the generator."""
    z = uint64(z + uint64(0x9E3779B97F4A7C15))
    y = uint64((z ^ (z >> uint64(30)))*uint64(0xBF58476D1CE4E5B9))
    y = uint64((y ^ (y >> uint64(27)))*uint64(0x94D049BB133111EB))
    return z, uint64(y ^ (y >> uint64(31)))


def rotate(x, k):
    return uint64((x << uint64(k)) | (x >> uint64(64 - k)))


def xoshiro(s0, s1, s2, s3):
    """(64 random bits, the next state): xoshiro256++ (Blackman and Vigna)."""
    word = uint64(rotate(uint64(s0 + s3), 23) + s0)
    t = uint64(s1 << uint64(17))
    s2 = uint64(s2 ^ s0)
    s3 = uint64(s3 ^ s1)
    s1 = uint64(s1 ^ s2)
    s0 = uint64(s0 ^ s3)
    return word, s0, s1, uint64(s2 ^ t), rotate(s3, 45)


def _means(values, size, replace, seed, first, out):
    """Kernel: out[r, k] is the mean of a batch of `size` of the values, for run first + r and step k."""
    n = values.size
    drawn = size if replace or 2*size <= n else n - size
    total = 0.0
    for i in range(n):
        total += values[i]
    for r in range(out.shape[0]):
        _, key = split_mix(uint64(seed))
        _, z = split_mix(uint64(key + uint64(first + r)))
        z, s0 = split_mix(z)
        z, s1 = split_mix(z)
        z, s2 = split_mix(z)
        z, s3 = split_mix(z)
        pool = values.copy()
        for k in range(out.shape[1]):
            batch = 0.0
            for i in range(0, drawn, 2):
                word, s0, s1, s2, s3 = xoshiro(s0, s1, s2, s3)
                for half in range(2):
                    at = i + half
                    if at < drawn:
                        bits = word >> uint64(32) if half == 0 else word & MASK
                        if replace:
                            batch += values[(bits*uint64(n)) >> uint64(32)]
                        else:
                            j = uint64(at) + ((bits*uint64(n - at)) >> uint64(32))
                            value = pool[j]
                            pool[j] = pool[at]
                            pool[at] = value
                            batch += value
            out[r, k] = (batch if replace or 2*size <= n else total - batch)/size


_sample = compiled(_means)


# --- what is asked for --------------------------------------------------------------------------------------------

def batch_parameters(values, size, steps, runs, seed=0, replace=False):
    """The batch parameters nu = mean of `size` of the `values`, shape (runs, steps): a batch for every step of every run.

    values   the examples' own parameters eta h_i, a row of n finite numbers;  size: 1 ... n (with `replace`, 1 or more)
    seed     an integer, 0 or more: the same seed gives the same batches, on any number of threads
    replace  whether an example may come twice in a batch

    Raises ValueError naming the argument.  Guarantee: numerical; positions are drawn from 32 bits each, a bias below
    n/2^32.  Source: Section 6.
    """
    values = finite("values", values)
    if values.ndim != 1 or not values.size:
        raise ValueError(f"values has shape {values.shape}: write a row of at least one number")
    size = whole("size", size, least=1, most=2**31 if replace else values.size)
    steps, runs, seed = whole("steps", steps, least=0), whole("runs", runs, least=1), whole("seed", seed, least=0)
    out = np.empty((runs, steps))
    if size == values.size and not replace:
        out[:] = values.mean()
        return out
    rows = np.ascontiguousarray(values)
    parts = threads.slices(runs, max(1, -(-runs//(4*threads.count()))))
    threads.share(lambda part: _sample(rows, size, replace, seed, part.start, out[part]), parts)
    return out


def crosses(nu, mu):
    """Whether one batch step nu takes the full-batch solution (sqrt mu, sqrt mu) outside the ellipse of mu.

    nu: any shape; mu: one number, 0 < mu < 2 (ValueError otherwise).  Measured at the landing point; Corollary 6.4 says
    the same of xi = nu - mu: mu (xi^2 + 2 xi) > 2.
    """
    if not 0 < mu < 2:
        raise ValueError(f"mu = {mu!r}: the ellipse has an inside for 0 < mu < 2")
    root = np.sqrt(mu)
    a, b = product_map(root, root, finite("nu", nu))
    return separatrix(error(a, b, mu), a - b, mu) > 0


def transverse_cocycle(nu, start):
    """The random transverse cocycle (45) along balanced orbits from the factor `start`.

    nu: batch parameters, shape (runs, steps).  Returns (r, growth): r of shape (runs, steps + 1), and log|dw_k/dw_0|, the
    same shape.  An orbit that overflows is inf and then NaN, and so is its growth.
    """
    nu = finite("nu", nu)
    if nu.ndim != 2:
        raise ValueError(f"nu has shape {nu.shape}: write (runs, steps)")
    r = np.empty((nu.shape[0], nu.shape[1] + 1))
    growth = np.zeros_like(r)
    r[:, 0] = start
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        for k in range(nu.shape[1]):
            r[:, k + 1], multiplier = random_cocycle(r[:, k], nu[:, k])
            growth[:, k + 1] = growth[:, k] + np.log(np.abs(multiplier))
    return r, growth
