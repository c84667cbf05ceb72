"""Section 4.3: the layer at A = 0 (the optimum, its curvature, the clip), and what gradient flow conserves."""
from numerics.algebra import derivative
from numerics.moebius import coefficients, effective_mixing, squared_sine
from proofs.evidence import Argument, Identity, Refutation

from .layer import curvature, inner
from .paper import paper

SHORT = "the statement has few operations"


def optimal_at_zero(alpha, B, root, m):
    """A = 0: both coefficients are B and alpha_eff = m/sqrt k."""
    zero = 0*B
    return (*coefficients(alpha, zero, B, root, m), effective_mixing(alpha, zero, B, root, m)), (B, B, m/root)


def optimal_divisors(alpha, B, root, m):
    return root, m, B


def normalised_at_zero(alpha, B, sign, u, root, m):
    """sign^2 = 1, u^2 = k + m: the output at A = 0 has the squared norm (sign B u)^2, so for sign B = |B| its direction
    has the coordinates sign/u, which is sign z_{c+1}*.
    """
    output, norm = coefficients(alpha, 0*B, B, root, m), sign*B*u
    return (inner(output, output, (root**2, m)), *(v/norm for v in output)), (norm**2, sign/u, sign/u)


def sign_and_root(alpha, B, sign, u, root, m):
    return sign**2 - 1, u**2 - (root**2 + m)


def output_is_not_zero(alpha, B, sign, u, root, m):
    return sign, B, u, root, m


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
    yield Identity(normalised_at_zero, modulo=sign_and_root, excluding=output_is_not_zero)


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


def square_of_a_cosine(c1, c2):
    """For c(x) = 1 + c1 x + c2 x^2/2, at x = 0: (c^2)' = 2 c1, and (c^2)'' = 2 c2 + 2 c1^2.

    So where cos = 1 and (cos^2)' = 0, cos' = 0 and cos'' is half of (cos^2)''.
    """
    def square(x, c1, c2):
        c = 1 + c1*x + c2*x**2/2
        return c*c

    def first(x, c1, c2):
        return derivative(square, x, c1, c2)
    return (first(0*c1, c1, c2), derivative(first, 0*c1, c1, c2)), (2*c1, 2*c2 + 2*c1**2)


FROM_THE_SQUARE = Identity(square_of_a_cosine)
CURVATURE = Identity(second_derivative_in_A, excluding=curvature_divisors)


def clip(a, b, eta, x, sign):
    """With B = eta b and eta a = -1: a x + b = a (x - B), which has the sign of x - B as a > 0, and
    x + eta relu(a x + b) = min(x, B), where relu(y) = (y + |y|)/2, min(x, B) = (x + B - |x - B|)/2, |y| = sign y.
    """
    y, B = a*x + b, eta*b
    return (y, x + eta*(y + sign*y)/2), (a*(x - B), (x + B - sign*(x - B))/2)


def on_attractor(a, b, eta, x, sign):
    return (1 + eta*a,)


CLIP = Identity(clip, modulo=on_attractor)


def clipped_with_leak(B, leak, root):
    """B on the root^2 vertices of V_{c+1}, off it coordinates whose squares add up to `leak`: 1 - cos^2 is the share of
    the leak in the squared norm, and cos = 1 without it (B > 0).
    """
    size = (root**2,)
    along, squares = inner((B,), (1/root,), size), inner((B,), (B,), size)
    return (1 - along**2/(squares + leak), along), (leak/(root**2*B**2 + leak), root*B)


def leak_divisors(B, leak, root):
    return root, root**2*B**2 + leak


LEAK = Identity(clipped_with_leak, excluding=leak_divisors)


@paper.claim("FS-M.16", "Section 4.3",
             r"A=0,\ a>0,\ B>0:\ \text{the layer is}\ x\mapsto\min(x,B);\ x_v\ge B\ \text{on}\ V_{c+1},\ "
             r"x_v=0\ \text{off it}\implies z_{c+1}=z_{c+1}^*", finding="new")
def clip_theorem():
    """At A = 0 the layer cuts every coordinate at B: it is B on V_{c+1} and 0 off it, which is the target, however the
    attention is spread over the edges out of V_c and whatever alpha is.  What leaks off V_{c+1} (softmax leaves some at
    finite beta) passes unchanged if it is below B, and costs its share of the square.
    """
    yield CLIP
    yield LEAK


def layer_loss_gradient(eta, a, b, p, q):
    """A loss L(eta a, eta b) with partial derivatives p, q: eta dL/d eta - a dL/da - b dL/db."""
    return eta*(a*p + b*q) - a*(eta*p) - b*(eta*q), 0*eta


@paper.claim("FS-M.18", "Section 4.3", r"\tfrac{d}{dt}(\eta^2-a^2-b_1'^2)=0\ \text{under gradient flow}", finding="new")
def conserved_quantity():
    """The loss depends on eta a and eta b alone, so gradient flow conserves eta^2 - a^2 - b^2 (0.931775 for the printed
    fit).
    """
    yield Identity(layer_loss_gradient, few_damages=SHORT)
