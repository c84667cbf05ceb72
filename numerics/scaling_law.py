"""The two-stage scaling law as formulas: bounds, single-variable laws, the phase boundary, and the corrected exponents.

    bound(C, N) = exp(-a xi^2 C/N^s) + xi^2/N        s = alpha + 3 + b,  M = N^alpha parameters,  batch N^b

Units: C in floating-point operations, N in examples, M in parameters, T in flow time (steps of unit size), xi in
units of the targets, a risk in units of the targets squared. The paper's headline is alpha = 3, b = 1: s = 7. Its own
set-up, with a trained read-out, needs alpha = 4 (SCAL-09), and a constant batch has b = 0 (SCAL-08). Every constant
that the theorems leave open is 1 unless it is an argument. Numerical only. Source: paper `scaling_law`, Sections 5.2,
6.1, 6.2 and B.6.
"""
from dataclasses import dataclass
import math

import numpy as np

from numerics.arguments import finite, positive


def above_zero(name, x):
    """`x` as a float64 array; ValueError unless every entry is a finite number above 0."""
    array = finite(name, x)
    if not (array > 0).all():
        raise ValueError(f"{name} = {x!r}: write numbers above 0")
    return array


def one_above(name, x, least=0):
    """`x` as a float; ValueError unless it is one finite number above `least`."""
    if not least < positive(name, x) < math.inf:
        raise ValueError(f"{name} = {x!r}: write one finite number above {least}")
    return float(x)


def compute_exponent(alpha=3, batch=1):
    """s = alpha + 3 + b: the power of N at the elbow, for M = N^alpha parameters and the batch N^b.

    alpha is at least 3 (the width condition; 4 with a trained read-out), b from 0 (constant) to 1 (all data).
    """
    if not 3 <= alpha < math.inf:
        raise ValueError(f"alpha = {alpha!r}: the width condition asks for 3 or more, 4 with a trained read-out")
    if not 0 <= batch <= 1:
        raise ValueError(f"batch = {batch!r}: the exponent b of the batch N^b lies between 0 and 1")
    return alpha + 3 + batch


def two_stage_bound(C, N, xi, s=7, rate=1):
    """exp(-rate xi^2 C/N^s) + xi^2/N, by broadcasting over compute C, data N and noise xi."""
    C, N, xi = above_zero("C", C), above_zero("N", N), above_zero("xi", xi)
    return np.exp(-one_above("rate", rate)*xi**2*C/N**one_above("s", s, 1)) + xi**2/N


# --- one variable at a time ----------------------------------------------------------------------------------------

def time_law(T, N, xi, rate=1):
    """exp(-rate xi^2 T/N^3) + xi^2/N: the risk after the flow time T on N examples."""
    T, N, xi = above_zero("T", T), above_zero("N", N), above_zero("xi", xi)
    return np.exp(-one_above("rate", rate)*xi**2*T/N**3) + xi**2/N


def time_for_the_floor(N, xi, rate=1):
    """The flow time N^3 log(N/xi^2)/(rate xi^2) after which the exponential is the floor xi^2/N (Data-Law)."""
    N, xi = above_zero("N", N), above_zero("xi", xi)
    if not (N > xi**2).all():
        raise ValueError("N must exceed xi^2: below that the floor is above 1 and there is nothing to train for")
    return N**3*np.log(N/xi**2)/(one_above("rate", rate)*xi**2)


def model_law(M, N, xi, zeta):
    """xi^2 M^(-zeta), the Model-Law, where it applies: N^3 <= M <= N^(1/zeta), 0 < zeta <= 1/3; NaN elsewhere
    (SCAL-22).
    """
    M, N, xi = above_zero("M", M), above_zero("N", N), above_zero("xi", xi)
    if not 0 < zeta <= 1/3:
        raise ValueError(f"zeta = {zeta!r}: the Model-Law has 0 < zeta <= 1/3")
    slack = 1 + 1e-12      # so that rounding does not empty the range at zeta = 1/3
    return np.where((M*slack >= N**3) & (M <= slack*N**(1/zeta)), xi**2*M**-zeta, np.nan)


def steps_to(reduction, condition):
    """Full-batch gradient steps that reduce the loss by the factor `reduction` at the step n/(4 eps^2 lambda_max).

    condition * log(reduction), both at least 1: the output scale and the number of examples cancel (SCAL-58).
    """
    condition, reduction = above_zero("condition", condition), above_zero("reduction", reduction)
    for name, x in (("condition", condition), ("reduction", reduction)):
        if not (x >= 1).all():
            raise ValueError(f"{name} = {x}: write numbers of at least 1 (1e6 takes the loss down to 1e-6 of it)")
    return condition*np.log(reduction)


def compute_of_steps(N, reduction, condition, alpha=3, batch=1):
    """N^(alpha + b) steps_to(reduction, condition): the compute M T |B| of stable steps, for M = N^alpha and batch N^b.

    For alpha = 3 and b = 1 that is N^4 log for a bounded condition number, and N^5 log for the one proportional to N
    that SCAL-39 gives: the 7 of the headline, and its noise, come from counting flow time as steps (SCAL-58).
    """
    return above_zero("N", N)**(compute_exponent(alpha, batch) - 3)*steps_to(reduction, condition)


# --- the boundary between the stages -------------------------------------------------------------------------------

def log_lambert(log_z):
    """log W(z) from log z, the solution v of v + e^v = log z, by Newton's method from above, which descends to it."""
    v = np.where(log_z > 1, np.log(np.maximum(log_z, 1)), log_z)
    for _ in range(60):
        power = np.exp(v)
        change = (v + power - log_z)/(1 + power)
        v = v - change
        if (np.abs(change) <= 1e-15*(1 + np.abs(v))).all():
            break
    return v


def lambert(z):
    """W(z), the solution w > 0 of w e^w = z, for z > 0 (relative error below 1e-13)."""
    return np.exp(log_lambert(np.log(above_zero("z", z))))


def log_lambert_factor(C, xi, s, Ld):
    """(log C, log xi, s, log W) with W = W(s (Ld)^s C/xi^(2s - 2)), in logarithms, so that nothing overflows."""
    s = one_above("s", s, 1)
    C, xi, Ld = (np.log(above_zero(name, x)) for name, x in (("C", C), ("xi", xi), ("Ld", Ld)))
    return C, xi, s, log_lambert(math.log(s) + s*Ld + C - (2*s - 2)*xi)


def phase_boundary(N, xi, s=7, Ld=1):
    """C = N^s log(N Ld/xi^2)/xi^2: where Stage I ends for N examples; ValueError where N Ld <= xi^2."""
    N, xi, Ld = above_zero("N", N), above_zero("xi", xi), above_zero("Ld", Ld)
    if not (N*Ld > xi**2).all():
        raise ValueError("N Ld must exceed xi^2: otherwise the bound is above 1 from the start and has no Stage II")
    return N**one_above("s", s, 1)*np.log(N*Ld/xi**2)/xi**2


def data_at_boundary(C, xi, s=7, Ld=1):
    """N = (s xi^2 C/W)^(1/s), W = W(s (Ld)^s C/xi^(2s - 2)): the inverse of `phase_boundary`."""
    log_C, log_xi, s, log_w = log_lambert_factor(C, xi, s, Ld)
    return np.exp((math.log(s) + 2*log_xi + log_C - log_w)/s)


def stage_two(C, xi, s=7, Ld=1):
    """The risk xi^2/N at the boundary: xi^(2 - 2/s) C^(-1/s) (W/s)^(1/s)."""
    return above_zero("xi", xi)**2/data_at_boundary(C, xi, s, Ld)


def bare_rate(C, xi, s=7):
    """xi^(2 - 2/s) C^(-1/s): Stage II without its logarithmic factor."""
    return above_zero("xi", xi)**(2 - 2/one_above("s", s, 1))*above_zero("C", C)**(-1/s)


def local_exponent(C, xi, s=7, Ld=1):
    """d log(stage_two)/d log C = -W/(s (1 + W)): above -1/s, which it approaches like 1/log C."""
    *_, s, log_w = log_lambert_factor(C, xi, s, Ld)
    return -1/(s*(1 + np.exp(-log_w)))


@dataclass(frozen=True)
class Optimum:
    """The least bound over N at one C and xi: where, how much, and over `stage_two` (between 1 and 1 + (1 + log W)/W,
    W = W(7 C/xi^12) >= 1 for s = 7: SCAL-15).
    """
    N: float
    bound: float
    ratio: float


def optimised_bound(C, xi, s=7):
    """The N that makes the two-stage bound least, by a fixed-point iteration.

    With k = xi^2 (xi^2 C)^(-1/s) and x = xi^2 C/N^s the bound is e^(-x) + k x^(1/s), which falls from x = 1 - 1/s to
    its minimum and rises again. ValueError where no such minimum below the value 1 of x = 0 exists (little compute).
    """
    C, xi, s = one_above("C", C), one_above("xi", xi), one_above("s", s, 1)
    k = xi**2/(xi**2*C)**(1/s)
    peak = (1 - 1/s)**(1 - 1/s)*math.exp(-(1 - 1/s))     # of x^(1 - 1/s) e^(-x)
    if not k/s < peak:
        raise ValueError(f"C = {C}, xi = {xi}: too little compute, the bound has no minimum in N")
    x = 2.0
    for _ in range(200):                                  # fixed point of x = (1 - 1/s) log x - log(k/s), x > 1 - 1/s
        x = max((1 - 1/s)*math.log(x) - math.log(k/s), 1 - 1/s)
    N = (xi**2*C/x)**(1/s)
    bound = math.exp(-x) + k*x**(1/s)
    if not bound < 1:
        raise ValueError(f"C = {C}, xi = {xi}: too little compute, the bound is nowhere below 1")
    return Optimum(N, bound, bound/float(stage_two(C, xi, s)))


# --- noise ---------------------------------------------------------------------------------------------------------

def breakdown_noise(C, s=7):
    """xi = C^(1/(2(s - 1))): the noise at which xi^2/N no longer falls along the boundary (1/12 for s = 7)."""
    return above_zero("C", C)**(1/(2*(one_above("s", s, 1) - 1)))


def best_noise(C, N, s=7):
    """The xi that makes the bound at fixed C and N least: xi^2 = (N^s/C) log(C/N^(s - 1)), 0 where C <= N^(s - 1).

    An artefact of the output scale xi/N, not advice (SCAL-19).
    """
    C, N, s = above_zero("C", C), above_zero("N", N), one_above("s", s, 1)
    return np.sqrt(N**s/C*np.maximum(np.log(C/N**(s - 1)), 0))
