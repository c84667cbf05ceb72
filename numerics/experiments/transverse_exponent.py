"""Experiment I.5: the transverse Lyapunov exponent of the balanced line against the batch size.

Along a balanced run r+ = r (1 - d), d = r^2 - nu, an imbalance is multiplied by 1 + d (Theorem 6.5).  While r stays
bounded and off 0 the average of log|1 - d| is 0, so the exponent is the average of log|1 - d^2|: negative unless some
|d| > sqrt 2, and -Var(nu)/(1 - mu) to leading order for small noise (LST-N.rand).  With the full batch d = 0 and the
exponent is exactly 0.

Under-specified in the paper: the population ("slightly milder").  `SYMMETRIC` lists truncated Cauchy choices, for
which no finite run is ever transversely unstable; `populations.outliers` has the far negative examples that are
needed for that.
"""
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from numerics import maps
from numerics.experiments import populations
from numerics.minibatch import batch_parameters

MU = 0.6
SIZES = (1, 2, 4, 8, 16, 32, 64)
SYMMETRIC = ((0.05, 0.5), (0.1, 1.0), (0.15, 1.5), (0.2, 1.5), (0.3, 1.5), (0.3, 2.0), (0.5, 2.0), (0.3, 3.0))
"""(scale, truncation) of the symmetric truncated Cauchy populations that are compared."""


def cocycle(nu, start):
    """(growth, defect, end): log|1 + d| and d of every step, each (steps, runs), and the last r, (runs,).

    nu (steps, runs) batch parameters; start r_0.  Runs that overflow carry inf and NaN from there on.
    """
    r = np.full(nu.shape[1:], float(start))
    growth, defect = np.empty(nu.shape), np.empty(nu.shape)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        for k, parameter in enumerate(nu):
            r, multiplier = maps.random_cocycle(r, parameter)
            defect[k] = multiplier - 1
            growth[k] = np.log(np.abs(multiplier))
    return growth, defect, r


@dataclass(frozen=True)
class Exponents:
    """Runs of one population at one batch size.

    curves     (steps + 1, finite runs)   log|dw_k / dw_0|
    slopes     (finite runs,)             fitted on the steps after `burn`
    finite     runs that stay bounded, of `runs`
    law        the small-noise law -s^2 (n - m) / (m (n - 1)) / (1 - mu), s^2 the population's variance
    """
    size: int
    runs: int
    finite: int
    curves: np.ndarray
    slopes: np.ndarray
    law: float

    @property
    def median(self):
        """The median slope; NaN where no run is finite."""
        return float(np.median(self.slopes)) if self.finite else float("nan")


def exponents(values, size, steps=1500, runs=150, burn=300, seed=1, mu=MU):
    """Transverse growth over `runs` realizations of `steps` mini-batch steps from r_0 = sqrt(mu)."""
    nu = batch_parameters(values, size, steps, runs, seed=1000*seed + size).T
    growth, _, end = cocycle(nu, np.sqrt(mu))
    finite = np.abs(end) < 1e6
    curves = np.concatenate([np.zeros((1, finite.sum())), growth[:, finite].cumsum(0)])
    time = np.arange(burn, steps + 1) - (burn + steps)/2
    slopes = time @ curves[burn:]/(time @ time)
    n = len(values)
    law = -values.var()*(n - size)/(size*(n - 1))/(1 - mu)
    return Exponents(size, runs, int(finite.sum()), curves, slopes, law)


def by_batch_size(values, sizes=SIZES, **options):
    """{size: `Exponents`} for one population."""
    return {size: exponents(values, size, **options) for size in sizes}


# --- the claims ---------------------------------------------------------------------------------------------------

def full_batch_exponent(root=Fraction(3, 4)):
    """(multiplier, log|1 - mu|) at the full-batch solution r = `root`, mu = root^2: exactly 1; the paper's value.

    The direction of w is tangent to the zero-error curve there, so nothing contracts (LST-I5a).  Exact in a Fraction.
    """
    r, multiplier = maps.random_cocycle(root, root**2)
    if r != root:
        raise ArithmeticError(f"{root} is not the fixed point of its own map")
    return multiplier, float(np.log(1 - float(root**2)))


@dataclass(frozen=True)
class Comparison:
    """Exponents of one population at the batch sizes `sizes`; arrays (sizes,), NaN where no run stays bounded."""
    scale: float
    truncation: float
    sizes: tuple
    median: np.ndarray
    largest: np.ndarray
    law: np.ndarray
    finite: np.ndarray


def symmetric(choices=SYMMETRIC, sizes=SIZES, **options):
    """A `Comparison` for each symmetric population (LST-I5b, I5c).

    No finite run is unstable, and the exponent rises to 0 at the full batch, which is the least contracting of all.
    """
    rows = []
    for scale, truncation in choices:
        values = populations.cauchy(scale=scale, truncation=truncation)
        found = [exponents(values, size, **options) for size in sizes]
        rows.append(Comparison(scale, truncation, sizes, np.array([x.median for x in found]),
                               np.array([x.slopes.max() if x.finite else np.nan for x in found]),
                               np.array([x.law for x in found]), np.array([x.finite for x in found])))
    return rows


@dataclass(frozen=True)
class SmallNoise:
    """The small-noise law at one mu (LST-N.rand): `ratio` = exponent / sigma^2 against `law` = -1/(1 - mu).

    `identity` is the average of log|1 - d| (0 in the limit); `direct` the exponent from log|1 + d| itself.
    """
    mu: float
    sigma: float
    ratio: float
    law: float
    direct: float
    identity: float


def small_noise(mu, sigma, steps=4000, runs=500, seed=0):
    """Gaussian batch parameters of mean mu and deviation sigma; the exponent as the average of log|1 - d^2|."""
    nu = np.random.default_rng(seed).normal(mu, sigma, (steps, runs))
    growth, defect, _ = cocycle(nu, np.sqrt(mu))
    settled = slice(steps//10, None)
    exponent = float(np.log(np.abs(1 - defect[settled]**2)).mean())
    return SmallNoise(mu, sigma, exponent/sigma**2, -1/(1 - mu), float(growth[settled].mean())/sigma**2,
                      float(np.log(np.abs(1 - defect[settled])).mean())/sigma**2)


def rare_event(xi, mu=MU, terms=400):
    """What a single batch of mu + xi among full-batch steps adds to log|dw|: log|1 - xi^2| + sum_j log|1 - e_j^2|.

    e_0 = mu (xi^2 + 2 xi), e_(j+1) = F_mu(e_j).  Positive where the event destabilises: at mu = 0.6 for
    -2.5242 < xi < -1.5253, and in narrow windows near the ellipse's ends (about 1.075 to 1.079, and below -2.71), from
    which two such batches in a row can escape, so that no long run shows them.
    """
    e, total = mu*(xi**2 + 2*xi), np.log(np.abs(1 - xi**2))
    for _ in range(terms):
        total += np.log(np.abs(1 - e*e))
        e = maps.balanced_map(e, mu)
    return float(total)


def destabilising_depth(mu=MU, low=-1.7, high=-1.45):
    """The xi between `low` and `high` at which a rare batch of mu + xi begins to destabilise: -1.52525 at mu = 0.6.

    Bisection on the sign of `rare_event`; raises ValueError where it does not change between the ends.
    """
    if not rare_event(low, mu) > 0 > rare_event(high, mu):
        raise ValueError(f"the sign does not change between {low} and {high} at mu = {mu}: move low or high")
    while high - low > 1e-12:
        middle = (low + high)/2
        low, high = (middle, high) if rare_event(middle, mu) > 0 else (low, middle)
    return low


def measured_rare_event(xi, mu=MU, probability=0.005, steps=40_000, runs=50, seed=3):
    """The same, measured: the exponent of runs whose batches are rarely mu + xi, over the probability that they are."""
    rng = np.random.default_rng(seed)
    nu = np.where(rng.random((steps, runs)) < probability, mu + xi, mu)
    growth, defect, _ = cocycle(nu, np.sqrt(mu))
    return float(np.log(np.abs(1 - defect**2)).mean()/probability)
