"""Appendices A.3 and B.3: the two lower bounds, and in which sense they match."""
from fractions import Fraction as Q

from proofs.evidence import Argument, Certified, Citation, Identity, Nonnegative, Refutation

from .certificates import GAUSSIAN_RISK
from .paper import paper


# --- Le Cam --------------------------------------------------------------------------------------------------------

def nearest_of_two(f, g, h):
    """(h - f)^2 + (h - g)^2 - (f - g)^2/2 = 2 (h - (f + g)/2)^2."""
    return (h - f)**2 + (h - g)**2 - (f - g)**2/2, {"1": 0*f + 1}, [(2, (), h - (f + g)/2)]


def divergence_of_pair(c, xi, N):
    """KL = N/(2 xi^2) * c xi^2/N = c/2, so KL <= 1/4 is c <= 1/2."""
    return N/(2*xi**2)*(c*xi**2/N), c/2


def bayes_constant(variation):
    """(1 - TV)/4 - 1/8 >= 0 where TV^2 <= 1/8."""
    return (1 - variation)/4 - Q(1, 8), {"1/8 - TV^2": Q(1, 8) - variation**2}, [
        (Q(1, 4), ("1/8 - TV^2",), 1), (Q(1, 4), (), variation - Q(1, 2)), (Q(1, 32), (), 1)]


@paper.claim("SCAL-35", "Theorem A.2", r"\tfrac{\mathsf N}{2\xi^2}\|F_0-F_1\|^2\le\tfrac14\implies "
             r"\inf_{\hat F}\sup_j\mathbf E\,\Delta\mathcal R\ge\tfrac18\|F_0-F_1\|^2", hypotheses=("Gaussian noise",))
def le_cam():
    """Two targets that the data cannot tell apart cost an eighth of their squared distance; the constant c_1 is at most
    1/2. (The form with a threshold, (1 - TV)/8, would not give 1/8.) Rebuilt from the proof sketch: the theorem's own
    display is lost.
    """
    yield Nonnegative(nearest_of_two, at=dict(f=1, g=2, h=3), tight=dict(f=1, g=3, h=2))
    yield Identity(divergence_of_pair, excluding=lambda c, xi, N: (xi, N))
    yield Nonnegative(bayes_constant, at=dict(variation=Q(1, 4)),
                      slack="the constant 0.1616 at TV^2 = 1/8 is rounded down to 1/8")
    yield Argument("""
        The supremum is at least the mean over j, (1/2) int (p |h - F_0|^2 + q |h - F_1|^2) >= (1/4) |F_0 - F_1|^2 int
        min(p, q), by the first inequality, and int min(p, q) = 1 - TV. By Pinsker TV^2 <= KL/2 <= 1/8.""",
                   name="two_points")
    yield Citation("Tsybakov, Introduction to Nonparametric Estimation (2009), Lemma 2.5: Pinsker's inequality.",
                   name="pinsker")
    yield GAUSSIAN_RISK


# --- first-order methods -------------------------------------------------------------------------------------------

SPECTRUM = tuple(Q(1, 10**k) for k in range(5))     # condition number 10^4


def conjugate_gradient(spectrum, steps):
    """The squared residual of conjugate gradients on diag(spectrum) x = (1, ..., 1) from x = 0, exactly."""
    residual = [Q(1)]*len(spectrum)
    direction, energy = residual[:], Q(len(spectrum))
    for _ in range(steps):
        if energy == 0:
            break
        image = [s*p for s, p in zip(spectrum, direction)]
        step = energy/sum(p*q for p, q in zip(direction, image))
        residual = [r - step*q for r, q in zip(residual, image)]
        fresh = sum(r*r for r in residual)
        direction = [r + fresh/energy*p for r, p in zip(residual, direction)]
        energy = fresh
    return energy


def energy_after_five_steps():
    """The squared residual of conjugate gradients after 0 to 5 steps on five eigenvalues, condition number 10^4."""
    return [conjugate_gradient(SPECTRUM, steps) for steps in range(6)]


FIVE_STEPS = Certified(energy_after_five_steps, lambda found: found[5] == 0 < found[4], corroborates=True)


def first_order_bound(p, q, r, s, t, root):
    """After the five steps (1 - x/p) ... (1 - x/t) the squared residual, summed over the five eigenvalues x = p, ..., t
    of a start of ones, is at least 5 ((root - 1)/(root + 1))^10, root^2 the condition number.
    """
    def residual(x):
        return (1 - x/p)*(1 - x/q)*(1 - x/r)*(1 - x/s)*(1 - x/t)
    return sum(residual(x)**2 for x in (p, q, r, s, t)) >= 5*((root - 1)/(root + 1))**10


def five_eigenvalues(p, q, r, s, t, root):
    return p > q > r > s > t > 0 and root**2*t == p and root > 1


@paper.claim("SCAL-36", "Theorem A.3",
             r"\text{no gradient-based method decays faster than}\ \exp(-\Theta(\sqrt{\lambda\lambda_{\max}})t)",
             finding="refuted", hypotheses=("a quadratic loss of rank r <= nLd",))
def first_order_lower_bound():
    """A lower bound for every first-order method at every time. Rebuilt: the display of the theorem is lost, its proof
    sketch quotes the discrete bound ((root - 1)/(root + 1))^(2 T), root^2 the condition number.
    """
    yield Refutation(first_order_bound, given=five_eigenvalues,
                     at=dict(p=1, q=Q(1, 10), r=Q(1, 100), s=Q(1, 1000), t=Q(1, 10_000), root=100))
    yield FIVE_STEPS


def residual_polynomial(p, q, r):
    """(1 - x/p)(1 - x/q)(1 - x/r) is 1 at 0 and vanishes at x = p, q, r."""
    def residual(x):
        return (1 - x/p)*(1 - x/q)*(1 - x/r)
    return (residual(0*p), residual(p), residual(q), residual(r)), (0*p + 1, 0*p, 0*p, 0*p)


@first_order_lower_bound.corrected(r"\text{only for}\ \mathsf T\le\tfrac12(r-1)\ \text{and an adversarial spectrum; "
                                   r"conjugate gradients end after}\ r\ \text{steps}")
def first_order_lower_bound():
    """The bound holds for fewer steps than half the dimension; in r steps conjugate gradients reach the minimum,
    exactly. At the boundary of the stages T = N^3 log/xi^2 exceeds nLd as soon as N^2 log/xi^2 > L d.
    """
    yield Identity(residual_polynomial, excluding=lambda p, q, r: (p, q, r))
    yield Argument("""
        The polynomial of degree r that is 1 at 0 and 0 at the r nonzero eigenvalues is a first-order method of r steps,
        the same for every start.""", name="degree_of_the_minimal_polynomial")
    yield Citation("Nesterov, Lectures on Convex Optimization (2018), Section 2.1: the lower bound for quadratic "
                   "functions, by a chain whose dimension exceeds twice the number of steps.",
                   name="lower_bound_for_few_steps")


def survives_small_steps(root):
    """((root - 1)/(root + 1))^(2 t/eta) >= 3^(-4 t root), above exp(-4 t root), at t = 1, eta = 1/10 and root = 2: for
    lambda = 1 and lambda_max = root^2 the discrete bound against the rate 4 (lambda lambda_max)^(1/2).
    """
    return ((root - 1)/(root + 1))**20 >= Q(1, 3**8)


def root_is_two(root):
    return root == 2


def at_the_stable_step(lam, root, t):
    """T = t lambda_max steps of 4/root each: 4 t root lambda, whose square is 16 t^2 lambda lambda_max."""
    top = lam*root**2
    return (4*(t*top)/root, (4*(t*top)/root)**2), (4*t*root*lam, 16*t**2*(lam*top))


@paper.claim("SCAL-37", "Theorem A.3",
             r"\bigl(\tfrac{\sqrt\kappa-1}{\sqrt\kappa+1}\bigr)^{2T},\ T\to t/\eta,\ \eta\to0\ \text{matches}\ "
             r"\exp(-\Theta(\sqrt{\lambda\lambda_{\max}})t)", finding="refuted")
def discrete_to_continuous():
    """The continuous-time bound is said to be the limit of the discrete one for small steps."""
    yield Refutation(survives_small_steps, at=dict(root=2), given=root_is_two)


@discrete_to_continuous.corrected(r"\eta\to0:\ \text{the bound tends to}\ 0;\qquad \eta=\tfrac1{\lambda_{\max}}:\ "
                                  r"e^{-4T/\sqrt\kappa}=e^{-4\sqrt{\lambda\lambda_{\max}}\,t}")
def discrete_to_continuous():
    """As eta tends to 0 the bound tends to 0 and says nothing. The printed rate comes from the largest stable step
    1/lambda_max; a flow has no such bound, as time may be rescaled.
    """
    yield Identity(at_the_stable_step, excluding=lambda lam, root, t: (root,))
    yield Argument("""
        For kappa > 1 the base is below 1 and T = t/eta grows without bound, so the limit is 0, below exp(-c t) for
        every c. At eta = 1/lambda_max and with s^2 = kappa, log((s + 1)/(s - 1)) = 2/s + O(s^(-3)) gives the exponent
        4 T/s.""",
                   name="limit_of_small_steps")


def gradient_descent_is_best(root):
    """With kappa = root^2: no method of two steps does better than gradient descent, ((kappa - 1)/(kappa + 1))^2; that
    of Chebyshev leaves 1/T_2(x), x = (kappa + 1)/(kappa - 1).
    """
    k = root**2
    x = (k + 1)/(k - 1)
    return 1/(2*x**2 - 1) >= ((k - 1)/(k + 1))**2


def chebyshev_at_end(root):
    """With x = (root^2 + 1)/(root^2 - 1) and z = (root + 1)/(root - 1): x = (z + 1/z)/2, so T_n(x) = (z^n + z^-n)/2."""
    z = (root + 1)/(root - 1)
    x = (root**2 + 1)/(root**2 - 1)
    return (x, 2*x**2 - 1, 4*x**3 - 3*x), ((z + 1/z)/2, (z**2 + 1/z**2)/2, (z**3 + 1/z**3)/2)


@paper.claim("SCAL-38", "Section 5.3, B.3", r"\text{the}\ \sqrt\kappa\ \text{gap is unavoidable}", finding="refuted")
def gap_of_condition_number():
    """The gap between the two exponents, the root of the condition number, is called unavoidable."""
    yield Refutation(gradient_descent_is_best, at=dict(root=3))


@gap_of_condition_number.corrected(
    r"\min_p\max_{[\lambda,\lambda_{\max}]}|p|=\tfrac1{T_n(x)}\le2\bigl(\tfrac{\sqrt\kappa-1}{\sqrt\kappa+1}\bigr)^n")
def gap_of_condition_number():
    """Chebyshev's method and conjugate gradients attain the rate with the root: the gap is between gradient descent and
    the best method, and B.3 itself lists closing it as open. It stands in an exponent, so it is a power and no factor.
    """
    yield Identity(chebyshev_at_end, excluding=lambda root: (root - 1, root + 1))
    yield Argument("""
        T_n(x) with z > 1 is (z^n + z^(-n))/2 by the recursion T_(n+1) = 2 x T_n - T_(n-1), of which the identity gives
        the first three; so 1/T_n <= 2 z^(-n), and Chebyshev's polynomial on the interval, scaled to 1 at 0, is a
        first-order method.""", name="chebyshev_method")
