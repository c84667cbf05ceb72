"""Section 4.2: the Möbius form, derived from a concrete equivariant layer, and the identities that follow from it."""
from numerics.algebra import derivative
from numerics.moebius import coefficients, effective_mixing, squared_cosine, squared_sine
from proofs.evidence import Argument, Identity, Refutation

from .layer import apply, curvature, matrix
from .paper import paper
from .setting import SMALL_SIZES

SHORT = "the statement has few operations"


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


# --- sufficiency and the clip --------------------------------------------------------------------------------------

def optimal_at_zero(alpha, B, root, m):
    """A = 0: both coefficients are B and alpha_eff = m/sqrt k."""
    zero = 0*B
    return (*coefficients(alpha, zero, B, root, m), effective_mixing(alpha, zero, B, root, m)), (B, B, m/root)


def optimal_divisors(alpha, B, root, m):
    return root, m, B


def points_at_the_target(alpha, B, root, m):
    """At A = 0 the output has positive coordinates on V_{c+1}."""
    old, new = coefficients(alpha, 0*B, B, root, m)
    return old > 0 and new > 0


@paper.claim("FS-M.5", "Section 4.3",
             r"A=0\implies\alpha_{\rm eff,c}=\alpha^*_{\rm eff,c}\ \text{for all}\ c\ (\text{optimal})",
             finding="amended")
def vanishing_is_sufficient():
    """A = 0 is said to give the optimum at every depth."""
    yield Refutation(points_at_the_target, at=dict(alpha=2, B=-1, root=1, m=2))


@vanishing_is_sufficient.corrected(r"A=0,\ B>0\implies z_{c+1}=z_{c+1}^*;\quad A=0,\ B<0\implies z_{c+1}=-z_{c+1}^*",
                                   uses=("FS-M.1",))
def vanishing_is_sufficient():
    """With B > 0 it does; with B < 0 the ratio is the same and the state is the opposite one, where the loss is
    largest.
    """
    yield Identity(optimal_at_zero, excluding=optimal_divisors, few_damages=SHORT)
    yield Argument("The output is B on all of V_{c+1}; normalised, sign(B) z_{c+1}*.", name="sign_of_B")


def second_derivative_in_A(alpha, B, root, m):
    """At A = 0 the first derivative of 1 - cos^2 vanishes and half the second is that of 1 - cos."""
    def first(A, alpha, B, root, m):
        return derivative(squared_sine_of_A, A, alpha, B, root, m)
    zero = 0*B
    second = derivative(first, zero, alpha, B, root, m)
    return (first(zero, alpha, B, root, m), second/2), (zero, curvature(alpha, B, root, m))


def squared_sine_of_A(A, alpha, B, root, m):
    return squared_sine(alpha, A, B, root, m)


def curvature_divisors(alpha, B, root, m):
    return B, m, root**2 + m, root


CURVATURE = Identity(second_derivative_in_A, excluding=curvature_divisors)


def clip(a, b, eta, x):
    """On the active side of the layer, eta a = -1: x + eta (a x + b) = eta b = B, and the kink a x + b = 0 is at x = B.
    """
    return (x + eta*(a*x + b), -b/a), (eta*b, eta*b)


def on_attractor(a, b, eta, x):
    return (1 + eta*a,)


def slope_is_nonzero(a, b, eta, x):
    return (a,)


CLIP = Identity(clip, modulo=on_attractor, excluding=slope_is_nonzero)


def clipped_with_leak(B, x1, x2, root, *, k):
    """B on k vertices of V_{c+1}, x1 and x2 off it, root^2 = k: 1 - cos^2 = (x1^2 + x2^2)/(k B^2 + x1^2 + x2^2)."""
    inner = sum([B/root]*(k - 1), B/root)
    norm = sum([B**2]*(k - 1), B**2) + x1**2 + x2**2
    return 1 - inner**2/norm, (x1**2 + x2**2)/(k*B**2 + x1**2 + x2**2)


def root_of_leak(B, x1, x2, root, *, k):
    return (root**2 - k,)


def leak_divisors(B, x1, x2, root, *, k):
    return root, k*B**2 + x1**2 + x2**2


LEAK = Identity(clipped_with_leak, modulo=root_of_leak, excluding=leak_divisors, size=dict(k=3))


@paper.claim("FS-M.16", "Section 4.3",
             r"A=0,\ a>0,\ B>0:\ \text{the layer is}\ x\mapsto\min(x,B);\ x_v\ge B\ \text{on}\ V_{c+1},\ "
             r"x_v=0\ \text{off it}\implies z_{c+1}=z_{c+1}^*", finding="new")
def clip_theorem():
    """At A = 0 the layer cuts every coordinate at B: the target comes out exactly, however the attention is spread over
    the edges out of V_c.  What leaks off V_{c+1} (softmax leaves some at finite beta) costs its share of the square.
    """
    yield CLIP
    yield LEAK
    yield Argument("a > 0 and B = eta b > 0 with eta = -1/a give b < 0.  Where a x + b > 0, i.e. x > -b/a = B, the "
                   "output is B; elsewhere ReLU is 0 and the output is x.  If x_v >= B on V_{c+1} and x_v = 0 off it, "
                   "the output is B on V_{c+1} and 0 off it.  Nothing was used of attention or alpha.  Coordinates "
                   "between 0 and B off V_{c+1} pass unchanged: 1 - cos^2 is their squared length over the whole.",
                   name="two_sides_of_the_kink")


@paper.claim("FS-M.17", "Section 4.2", r"\tilde c_v\ \text{takes three values}",
             hypotheses=("z_c = z_c*", "attention is uniform on F_c and 0 elsewhere"))
def three_values():
    """One value on V_c, one on the new vertices, one elsewhere (with softmax at z_c* there are four: the root differs).
    """
    yield from MOEBIUS[:2]
    yield Argument("x is 1/sqrt k, alpha/m and 0 on the three sets.  With softmax each vertex of V_c but the root is "
                   "also the target of one edge out of V_c, the root of none.", name="values_by_set")


def layer_loss_gradient(eta, a, b, p, q):
    """A loss L(eta a, eta b) with partial derivatives p, q: eta dL/d eta - a dL/da - b dL/db."""
    return eta*(a*p + b*q) - a*(eta*p) - b*(eta*q), 0*eta


@paper.claim("FS-M.18", "Section 4.3", r"\tfrac{d}{dt}(\eta^2-a^2-b_1'^2)=0\ \text{under gradient flow}", finding="new")
def conserved_quantity():
    """The loss depends on eta a and eta b alone, so gradient flow conserves eta^2 - a^2 - b^2 (0.931775 for the printed
    fit).
    """
    yield Identity(layer_loss_gradient, few_damages=SHORT)
