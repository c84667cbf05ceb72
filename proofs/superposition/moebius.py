"""Section 4.2: the Möbius form, derived from a concrete equivariant layer, and the identities that follow from it."""
from numerics.moebius import coefficients, effective_mixing, squared_cosine, squared_sine
from proofs.evidence import Argument, Identity

from .layer import apply, matrix
from .paper import paper
from .setting import SMALL_SIZES


# --- the layer on nodes --------------------------------------------------------------------------------------------

def layer_on_nodes(a1, c1, a2, c2, b1, b2, alpha, root, *, k, m, n):
    """x + T2 relu(T1 x + b1) + b2 node by node, T = a I + c J, where V_{c+1} is active and its complement is not.

    It is A x + B on V_{c+1} and 0 on the complement, all shifted by zeta = c2 sum h + b2;
    eta = a2, a = a1, b1' = b1 + c1 sum x.
    """
    zero = 0*root
    x = (1/root,)*k + (alpha/m,)*m + (zero,)*(n - k - m)
    before = tuple(v + b1 for v in apply(matrix(n, a1 + c1, c1), x))
    hidden = before[:k + m] + (zero,)*(n - k - m)
    after = tuple(v + h + b2 for v, h in zip(x, apply(matrix(n, a2 + c2, c2), hidden)))
    A, B = 1 + a2*a1, a2*(b1 + c1*(k/root + alpha))
    zeta = c2*sum(hidden[1:k + m], hidden[0]) + b2
    old, new = coefficients(alpha, A, B, root, m)
    return after, (old + zeta,)*k + (new + zeta,)*m + (zeta,)*(n - k - m)


def size_of_set(a1, c1, a2, c2, b1, b2, alpha, root, *, k, m, n):
    return (root,)


def moebius_form(alpha, A, B, root, s, m):
    """With s = sqrt m: (coordinate along z_new*) sqrt m/(coordinate along z_c*) is the Möbius form."""
    old, new = coefficients(alpha, A, B, root, m)
    return s*(s*new)/(root*old), effective_mixing(alpha, A, B, root, m)


def root_of_new(alpha, A, B, root, s, m):
    return (s**2 - m,)


def moebius_divisors(alpha, A, B, root, s, m):
    return root, m, A + root*B


MOEBIUS = [Identity(layer_on_nodes, excluding=size_of_set, size=dict(k=k, m=m, n=n))
           for k, m, n in ((1, 2, 4), (2, 3, 6))]
MOEBIUS.append(Identity(moebius_form, modulo=root_of_new, excluding=moebius_divisors))


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
    yield Argument("Node by node the layer is the same for every k, m, n: the output has the value A x_v + B + zeta "
                   "on V_{c+1} and zeta elsewhere, so the computation for two sizes is that for all.", name="all_sizes")


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


def cosine_of_mixture(t, r, s, u, *, k, m):
    """On k + m nodes: <z, z'*>^2/|z|^2 for z = z_c* + t m^(-1/2) z_new*."""
    z = (1/r,)*k + (t/m,)*m
    inner = sum(z[1:], z[0])/u
    norm = sum((v*v for v in z[1:]), z[0]*z[0])
    return (inner, inner*inner/norm), ((r + t)/u, squared_cosine(t, r, m))


def roots(t, r, s, u, *, k, m):
    return r**2 - k, s**2 - m, u**2 - (k + m)


def cosine_divisors(t, r, s, u, *, k, m):
    return r, u, m + t**2, r**2 + m, k*m + r**2*t**2


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


COSINE_LAW = [Identity(cosine_of_mixture, modulo=roots, excluding=cosine_divisors, size=dict(k=k, m=m))
              for k, m in SMALL_SIZES]
SINE = Identity(sine_of_mixture, excluding=sine_divisors)


@paper.claim("FS-M.3", "Section 5.1",
             r"\cos(z_{c+1},z_{c+1}^*)=\frac{\sqrt k+t}{\sqrt{k'}\sqrt{1+t^2/m}},\ t=\alpha_{\rm eff}",
             hypotheses=("z_c = z_c*", "V_c is the set within c hops", "U^T U = I"))
def cosine_law():
    """The cosine after one layer; it is 1 only at t = m/sqrt k, sqrt(k/k') at t = 0 and tends to sqrt(m/k') for large
    t.
    """
    yield from COSINE_LAW
    yield SINE
    yield Identity(cosine_at_infinity, excluding=infinity_divisors)
    yield Argument("|z|^2 = k/k + m t^2/m^2 and <z, z'*> = (k k^(-1/2) + m t/m)/sqrt k' for all sizes.",
                   name="all_sizes")


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
    """One value on V_c, one on the new vertices, one elsewhere (with softmax at z_c* there are four: the root differs).
    """
    yield from MOEBIUS[:2]
    yield Argument("x is 1/sqrt k, alpha/m and 0 on the three sets.  With softmax each vertex of V_c but the root is "
                   "also the target of one edge out of V_c, the root of none.", name="values_by_set")
