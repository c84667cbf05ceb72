"""Beyond Section 6: the sign of the transverse exponent of the balanced line under random batches."""
from numerics.algebra import jacobian
from numerics.maps import balanced_map, random_cocycle
from proofs.evidence import Argument, Identity

from .paper import paper
from .simulations import SMALL_NOISE
from .transverse import COBOUNDARY


def factors_of_cocycle(r, nu):
    """With delta = r^2 - nu: r^+ = (1 - delta) r, the transverse multiplier is 1 + delta, their product 1 - delta^2."""
    r1, multiplier = random_cocycle(r, nu)
    delta = r**2 - nu
    return (r1, multiplier, multiplier*r1), ((1 - delta)*r, 1 + delta, (1 - delta**2)*r)


def noisy_balanced_step(e, xi, mu):
    """e = r^2 - mu after a batch mu + xi: F of the batch, in its own error e - xi."""
    return balanced_map(e - xi, mu + xi) + xi


def noisy_step_of_factor(r, xi, mu):
    """It is the square of the new factor, minus mu."""
    return noisy_balanced_step(r**2 - mu, xi, mu), random_cocycle(r, mu + xi)[0]**2 - mu


def linear_noise(mu):
    """At e = xi = 0 its derivatives are 1 - 2 mu and 2 mu."""
    return jacobian(noisy_balanced_step, (0*mu, 0*mu), mu), ((1 - 2*mu, 2*mu),)


def stationary_variance(mu, variance):
    """E e^2 = mu Var/(1 - mu) solves E e^2 = (1 - 2 mu)^2 E e^2 + 4 mu^2 Var;
    E delta^2 = E e^2 + Var = Var/(1 - mu).
    """
    e2 = mu*variance/(1 - mu)
    return ((1 - 2*mu)**2*e2 + 4*mu**2*variance, e2 + variance), (e2, variance/(1 - mu))


def neutral_switching(r, x):
    """r^2 = 1 - x/2, x^2 = 2: the batches 1 + x/2 and 1 - x/2 take r to r(1 + x) and on to -r.

    The multipliers are 1 - x and 1 + x.
    """
    up, down = random_cocycle(r, 1 + x/2), random_cocycle(r*(1 + x), 1 - x/2)
    return (up, down), ((r*(1 + x), 1 - x), (-r, 1 + x))


def on_neutral_pair(r, x):
    return x**2 - 2, r**2 - 1 + x/2


@paper.claim("LST-N.rand", "new, for Section 6",
             r"\delta=r^2-\nu:\quad E\log|1-\delta|=0,\quad \Lambda=E\log|1+\delta|=E\log|1-\delta^2|;\quad "
             r"\Lambda<0\ \text{unless}\ \delta\in\{0,\pm\sqrt2\}\ \text{a.s. or}\ P(|\delta|>\sqrt2)>0;\quad "
             r"\Lambda=-\tfrac{\mathrm{Var}\,\nu}{1-\mu}+O(\varepsilon^3)", finding="new",
             hypotheses=("(r_k, nu_k) stationary with r != 0, r and nu bounded",
                         "the last: 0 < mu < 1, independent nu = mu + xi, E xi = 0, |xi| <= epsilon, r near sqrt(mu)"),
             uses=("LST-T6.5a",))
def sign_of_random_exponent():
    """Noise in the batches makes the balanced line attracting, unless it reaches |r^2 - nu| > sqrt2.

    Zero exponents with noise exist: the batches 1 + sqrt2/2 and 1 - sqrt2/2 switch r^2 between the same two values with
    multipliers 1 - sqrt2 and 1 + sqrt2, in equal numbers up to one.
    """
    yield Identity(factors_of_cocycle)
    yield COBOUNDARY
    yield Argument("""
        psi = log|r| is finite almost surely and psi after a step minus psi is log|1 - delta|, bounded above because
        delta is bounded.  By the coboundary lemma it is integrable with mean 0.  So
        Lambda = E log|1 + delta| = E log|1 + delta| + E log|1 - delta| = E log|1 - delta^2|, possibly
        minus infinity.""", name="mean_of_two_logarithms")
    yield Argument("""
        If |delta| <= sqrt2 almost surely, then |1 - delta^2| <= 1, so Lambda <= 0, and Lambda = 0 only if
        |1 - delta^2| = 1 almost surely, that is delta = 0 or delta^2 = 2.""", name="sign")
    yield Identity(neutral_switching, modulo=on_neutral_pair)
    yield Identity(noisy_step_of_factor)
    yield Identity(linear_noise)
    yield Identity(stationary_variance, excluding=lambda mu, variance: (1 - mu,))
    yield Argument("""
        With 0 < mu < 1, |1 - 2 mu| < 1: the linear part contracts, so |e| <= K epsilon is kept for small epsilon and
        carries a stationary law, in which e_k is independent of xi_k.  There e+ = (1 - 2 mu) e + 2 mu xi +
        O(epsilon^2); means give E e = O(epsilon^2), squares E e^2 = mu Var/(1 - mu) + O(epsilon^3), so E delta^2 =
        Var/(1 - mu) + O(epsilon^3) for delta = e - xi, and log|1 - delta^2| = -delta^2 + O(epsilon^4).""",
                   name="small_noise")
    yield SMALL_NOISE
