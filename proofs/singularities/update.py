"""The paper's increments of energy and top singular value in one step, and the change of the stable rank."""


def updated_rank(A, B, K, s, f):
    """The paper's increments: (A + K (f + s - 1))/(B + K f) with A/B = SR(W), s = SR(Z), f = phi^2."""
    return (A + K*(f + s - 1))/(B + K*f)


def is_update(A, B, K, s, f):
    return A >= B > 0 and K > 0 and s >= 1 and 0 < f <= 1


def change_of_rank(A, B, K, s, f):
    """SR' - SR = K (B (f + s - 1) - A f)/(B (B + K f))."""
    return updated_rank(A, B, K, s, f) - A/B, K*(B*(f + s - 1) - A*f)/(B*(B + K*f))


def update_divisors(A, B, K, s, f):
    return B, B + K*f
