"""Section 4.2: the Möbius form, derived from a concrete equivariant layer, and the identities that follow from it."""
from numerics.moebius import coefficients, effective_mixing, squared_cosine, squared_sine
from proofs.evidence import Identity

from .layer import inner
from .paper import paper


# --- the layer on nodes --------------------------------------------------------------------------------------------

def layer_on_nodes(a1, c1, a2, c2, b1, b2, alpha, root, k, m, n):
    """x + T2 relu(T1 x + b1) + b2 on V_c, on the new vertices and elsewhere, where V_{c+1} is active and the rest is not.

    T = a I + c J is x -> a x + c (sum x) 1.  The output is A x + B on V_{c+1} and 0 on the rest, all shifted by
    zeta = c2 sum h + b2, for all sizes k, m, n;  eta = a2, a = a1, b1' = b1 + c1 sum x.
    """
    zero, ones = 0*root, (1, 1, 1)

    def total(values):
        return inner(values, ones, (k, m, n - k - m))

    def stage(a, c, b, values):
        return tuple(a*v + c*total(values) + b for v in values)
    x = (1/root, alpha/m, zero)
    old, new, _ = stage(a1, c1, b1, x)
    hidden = (old, new, zero)
    A, B, zeta = 1 + a2*a1, a2*(b1 + c1*(k/root + alpha)), c2*(k*old + m*new) + b2
    first, second = coefficients(alpha, A, B, root, m)
    return tuple(v + h for v, h in zip(x, stage(a2, c2, b2, hidden))), (first + zeta, second + zeta, zeta)


def sizes_of_sets(a1, c1, a2, c2, b1, b2, alpha, root, k, m, n):
    return root, m


def moebius_form(alpha, A, B, root, s, m):
    """With s = sqrt m: (coordinate along z_new*) sqrt m/(coordinate along z_c*) is the Möbius form."""
    old, new = coefficients(alpha, A, B, root, m)
    return s*(s*new)/(root*old), effective_mixing(alpha, A, B, root, m)


def root_of_new(alpha, A, B, root, s, m):
    return (s**2 - m,)


def moebius_divisors(alpha, A, B, root, s, m):
    return root, m, A + root*B


LAYER_ON_NODES = Identity(layer_on_nodes, excluding=sizes_of_sets)
MOEBIUS = LAYER_ON_NODES, Identity(moebius_form, modulo=root_of_new, excluding=moebius_divisors)


@paper.claim("FS-M.1", "Section 4.2, Proposition 2",
             r"\alpha_{\rm eff}=\frac{\alpha A+mB}{A+\sqrt k\,B},\ A=1+\eta a,\ B=\eta b_1'",
             finding="amended")
def moebius_map():
    """The effective mixing of an equivariant layer is a linear-fractional form in A and B (the proof, Appendix F, is
    lost).
    """


@moebius_map.corrected(
    r"\alpha_{\rm eff}=\frac{\alpha A+mB}{A+\sqrt k\,B}",
    hypotheses=("z_c = z_c*", "attention is uniform on F_c and 0 elsewhere", "V_c is the set within c hops, |F_c| = m",
                "U^T U = I and the MLP acts node by node through T = a I + c J",
                "V_{c+1} is active, its complement is not",
                "the J part of T_1 is 0, or b_1' depends on sum x", "zeta = c_2 sum h + b_2 = 0",
                "A + sqrt k B is not 0"))
def moebius_map():
    """It holds under these hypotheses; the shift zeta is not removed by LN in general, and the J part of T_1 moves b_1'
    with c.
    """
    yield from MOEBIUS


def gap(alpha, A, B, root, m):
    """alpha_eff - m/sqrt k = A (alpha sqrt k - m)/(sqrt k (A + sqrt k B))."""
    return effective_mixing(alpha, A, B, root, m) - m/root, A*(alpha*root - m)/(root*(A + root*B))


def gap_divisors(alpha, A, B, root, m):
    return root, A + root*B


GAP = Identity(gap, excluding=gap_divisors)


@paper.claim("FS-M.2", "Section 4.2",
             r"\alpha_{\rm eff}-\frac m{\sqrt k}=\frac{A(\alpha\sqrt k-m)}{\sqrt k\,(A+\sqrt k\,B)}", finding="new")
def gap_identity():
    """The distance to the optimum factors; in tau = A/B the map has determinant alpha sqrt k - m, and in alpha it is
    affine.
    """
    yield GAP


def cosine_of_mixture(t, r, s, u, k, m):
    """For z = z_c* + t m^(-1/2) z_new*: <z, z_{c+1}*> and its square over |z|^2, for all sizes."""
    z, following, sizes = (1/r, t/s*(1/s)), (1/u, 1/u), (k, m)
    along = inner(z, following, sizes)
    return (along, along*along/inner(z, z, sizes)), ((r + t)/u, squared_cosine(t, r, m))


def roots(t, r, s, u, k, m):
    return r**2 - k, s**2 - m, u**2 - (k + m)


def cosine_divisors(t, r, s, u, k, m):
    return r, s, u, m, m + t**2, r**2 + m, k*m + r**2*t**2, k*s**4 + m*r**2*t**2


def sine_of_mixture(t, root, m):
    """1 - cos^2 = (m - sqrt k t)^2/(k' (m + t^2)); cos^2 is k/k' at t = 0."""
    return (1 - squared_cosine(t, root, m), squared_cosine(0*t, root, m)), (
        (m - root*t)**2/((root**2 + m)*(m + t**2)), root**2/(root**2 + m))


def sine_divisors(t, root, m):
    return root**2 + m, m + t**2, m


def cosine_at_infinity(x, root, m):
    """With t = 1/x: cos^2 = (1 + sqrt k x)^2 m/(k' (m x^2 + 1)), which is m/k' at x = 0."""
    return squared_cosine(1/x, root, m), (1 + root*x)**2*m/((root**2 + m)*(m*x**2 + 1))


def infinity_divisors(x, root, m):
    return x, root**2 + m, m*x**2 + 1


COSINE_LAW = Identity(cosine_of_mixture, modulo=roots, excluding=cosine_divisors)
SINE = Identity(sine_of_mixture, excluding=sine_divisors)


@paper.claim("FS-M.3", "Section 5.1",
             r"\cos(z_{c+1},z_{c+1}^*)=\frac{\sqrt k+t}{\sqrt{k'}\sqrt{1+t^2/m}},\ t=\alpha_{\rm eff}",
             hypotheses=("z_c = z_c*", "V_c is the set within c hops", "U^T U = I"))
def cosine_law():
    """The cosine after one layer; it is 1 only at t = m/sqrt k, sqrt(k/k') at t = 0 and tends to sqrt(m/k') for large
    t.
    """
    yield COSINE_LAW
    yield SINE
    yield Identity(cosine_at_infinity, excluding=infinity_divisors)


def sine_in_parameters(alpha, A, B, root, m):
    """The sine law at t = alpha_eff, in the parameters."""
    return 1 - squared_cosine(effective_mixing(alpha, A, B, root, m), root, m), squared_sine(alpha, A, B, root, m)


def sine_parameter_divisors(alpha, A, B, root, m):
    return root**2 + m, A + root*B, m*(A + root*B)**2 + (alpha*A + m*B)**2


SINE_IN_PARAMETERS = Identity(sine_in_parameters, excluding=sine_parameter_divisors)


@paper.claim("FS-M.4", "Section 4.3", r"1-\cos^2=\frac{A^2(\alpha\sqrt k-m)^2}{k'[m(A+\sqrt kB)^2+(\alpha A+mB)^2]}",
             finding="new")
def sine_law():
    """The squared sine in the parameters: it vanishes iff A = 0 or alpha = m/sqrt k."""
    yield SINE_IN_PARAMETERS


@paper.claim("FS-M.17", "Section 4.2", r"\tilde c_v\ \text{takes three values}",
             hypotheses=("z_c = z_c*", "attention is uniform on F_c and 0 elsewhere"))
def three_values():
    """One value on V_c, one on the new vertices, one elsewhere: x is 1/sqrt k, alpha/m and 0 there, and T = a I + c J
    keeps the three apart.  (With softmax at z_c* there are four: the root is the target of no edge out of V_c.)
    """
    yield LAYER_ON_NODES
