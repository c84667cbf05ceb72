"""The cascade layer on a tree, reduced exactly to one number per level.

Levels 0 ... L have the sizes n_0 = 1, n_j = k_j - k_{j-1} of a schedule k_0 = 1 < k_1 < ... < k_L, and every vertex of
level j >= 1 is the target of one edge from level j-1. Beyond them lie `outside` vertices, all alike: they and the last
level have `degree` edges each, all to outside vertices, evenly. By symmetry a state is constant on each level and
outside, so a row of L + 2 values, and one step costs L + 2 exponentials. On the b-ary tree (`b_ary`) this is the layer
itself; where n_{j+1}/n_j is not an integer it is its mean field. Complex steps give derivatives to rounding.
Numerical only. Source: paper `superposition`, Section 3 and B.1-B.3; residual, MLP and norm as in `numerics.cascade_layer`.
"""
from dataclasses import dataclass

import numpy as np

from numerics.arguments import finite, positive, whole
from numerics.cascade_layer import normalised, relu
from numerics.cascade_losses import is_within

STEP = 1e-30


@dataclass(frozen=True)
class Levels:
    """A tree by its schedule (k_0, ..., k_L) within c hops, with `outside` vertices of out-degree `degree`."""
    schedule: tuple
    outside: float
    degree: float

    def __post_init__(self):
        k = finite("schedule", self.schedule)
        if k.ndim != 1 or len(k) < 2 or k[0] != 1 or (np.diff(k) <= 0).any():
            raise ValueError(f"schedule = {self.schedule}: write sizes that increase from k_0 = 1, at least two")
        positive("outside", self.outside)
        positive("degree", self.degree)

    @property
    def sizes(self):
        """Vertices of levels 0 ... L and outside, (L + 2,)."""
        return np.append(np.diff(self.schedule, prepend=0.0), self.outside)

    @property
    def edges(self):
        """Edges out of levels 0 ... L and of the outside vertices, (L + 2,)."""
        sizes = self.sizes
        return np.append(sizes[1:-1], self.degree*sizes[-2:])

    def target(self, c, convention="within"):
        """z_c*: 1/sqrt k_c on the levels up to c, or 1/sqrt n_c on level c alone ("exactly")."""
        whole("c", c, 0, len(self.schedule) - 1)
        level = np.arange(len(self.sizes))
        members = level <= c if is_within(convention) else level == c
        return members/np.sqrt((self.sizes*members).sum())

    def root(self):
        """z_0, 1 on the root."""
        return self.target(0)

    def cosine(self, z, target):
        return (self.sizes*z*target).sum()

    def weights(self, z, beta):
        """The attention of one edge out of each level, (L + 2,)."""
        logits = beta*z
        weight = np.exp(logits - logits.real.max())
        return weight/(self.edges*weight).sum()

    def step(self, z, beta, alpha, mlp=None, residual=True):
        """(z_{c+1}, weights) from the state z (L + 2,); mlp = (a, b, eta) or None."""
        weight = self.weights(z, beta)
        mass = self.edges*weight
        received = np.zeros_like(weight)
        received[1:-1] = mass[:-2]/self.sizes[1:-1]
        received[-1] = mass[-2:].sum()/self.sizes[-1]
        y = alpha*received + (z if residual else 0)
        if mlp is not None:
            a, b, eta = mlp
            y = y + eta*relu(a*y + b)
        return normalised(y*np.sqrt(self.sizes))[0]/np.sqrt(self.sizes), weight


def b_ary(b, depth, outside):
    """The b-ary tree of the given depth: n_j = b^j, every vertex with b edges."""
    b, depth = whole("b", b, 2), whole("depth", depth, 1)
    return Levels(tuple((b**(c + 1) - 1)//(b - 1) for c in range(depth + 1)), outside, b)


@dataclass(frozen=True)
class Run:
    """States z_1 ... z_hops (hops, L + 2), their cosines with the targets (hops,), and the selectivity S_c (hops,)."""
    states: np.ndarray
    cosines: np.ndarray
    selectivity: np.ndarray


def run(levels, betas, alphas, mlps=None, residual=True, convention="within"):
    """The cascade from the root; betas and alphas (hops,), mlps a list of (a, b, eta) or None.

    ValueError unless there are as many betas as alphas (and mlps), and at most L hops.
    """
    hops = len(betas)
    if len(alphas) != hops or (mlps is not None and len(mlps) != hops):
        raise ValueError(f"betas, alphas, mlps: {hops}, {len(alphas)} and "
                         f"{'none' if mlps is None else len(mlps)}; write one per hop")
    if not 1 <= hops < len(levels.schedule):
        raise ValueError(f"betas: {hops} hops in a tree of depth {len(levels.schedule) - 1}; write a deeper schedule")
    z, states, cosines, selectivity = levels.root(), [], [], []
    for c in range(hops):
        z, weight = levels.step(z, betas[c], alphas[c], None if mlps is None else mlps[c], residual)
        states.append(z)
        cosines.append(levels.cosine(z, levels.target(c + 1, convention)))
        selectivity.append(levels.edges[c]*weight[c])
    return Run(np.array(states), np.array(cosines), np.array(selectivity))


def responses(levels, betas, alphas, mlps=None, residual=True, convention="within"):
    """d cos(z_{j+1}, z_{j+1}*)/d beta_c as (c, j), by complex steps."""
    rows = []
    for c in range(len(betas)):
        moved = np.array(betas, complex)
        moved[c] += 1j*STEP
        rows.append(run(levels, moved, alphas, mlps, residual, convention).cosines.imag/STEP)
    return np.array(rows)


def gradient_ratios(levels, betas, alphas, mlps=None, residual=True, convention="within"):
    """R_c of B.1 for the end-to-end loss and for L_sup, each (hops,): the gradient in beta_c over its direct part.

    The direct part is that of the term of z_{c+1}; NaN or inf where it is 0.
    """
    slopes = responses(levels, betas, alphas, mlps, residual, convention)
    with np.errstate(divide="ignore", invalid="ignore"):
        return slopes[:, -1]/np.diagonal(slopes), slopes.sum(1)/np.diagonal(slopes)
