"""The quantities of the paper as monomials, and the laws that follow from C = M T |B|, M = N^alpha, |B| = N^b.

M parameters, N examples, T time, C compute, B the batch, xi the noise; constants and logarithms are left out.
"""
from .monomials import exponents, letters, solved_for

M, N, T, C, B, XI = letters("M N T C B xi")

EPSILON = XI/N                          # the output scale of Theorem 6.1
DECAY = EPSILON**2*T/N                  # exponent of Stage I
FLOOR = XI**2/N                         # the statistical floor


def compute_decay(alpha, b):
    """The exponent of Stage I in terms of compute: (xi, C, N) exponents."""
    time = solved_for(M*T*B, C, "T")
    return DECAY.where(T=time).where(M=N**alpha, B=N**b)


def elbow(alpha, b):
    """C at which the exponent of Stage I is of order 1, as a monomial in N and xi."""
    return solved_for(compute_decay(alpha, b), N**0, "C")


def data_at_elbow(alpha, b):
    """N at the elbow, as a monomial in C and xi."""
    return solved_for(elbow(alpha, b), C, "N")


def risk_at_elbow(alpha, b):
    """The floor at the elbow: Stage II, as a monomial in C and xi."""
    return FLOOR.where(N=data_at_elbow(alpha, b))


def breakdown(alpha, b):
    """The noise xi ~ N^(1/2) at which the floor no longer falls, as a monomial in C."""
    noise = solved_for(XI, N**half(alpha), "xi")
    return noise.where(N=solved_for(elbow(alpha, b).where(xi=noise), C, "N"))


def terms_at_the_threshold(xi, N):
    """Where log(N/xi^2) = xi^2 C/N^7 the terms exp(-xi^2 C/N^7) = 1/(N/xi^2) and xi^2/N of the bound are equal."""
    return 1/(N/xi**2), xi**2/N


def half(x):
    """1/2 in the algebra of x."""
    return (0*x + 1)/2


def compute_family(alpha, b):
    """Decay xi^2 C/N^(alpha+3+b), elbow N^(alpha+3+b)/xi^2, Stage II and breakdown for every alpha and b."""
    s = alpha + 3 + b
    return ((exponents(compute_decay(alpha, b), "xi C N"), exponents(elbow(alpha, b), "xi N"),
             exponents(risk_at_elbow(alpha, b), "xi C"), exponents(breakdown(alpha, b), "C")),
            ((2, 1, -s), (-2, s), (2 - 2/s, -1/s), (1/(2*(s - 1)),)))


def compute_family_divisors(alpha, b):
    return alpha + b + 3, alpha + b + 2
