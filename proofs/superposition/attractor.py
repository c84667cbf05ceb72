"""Section 4.3: the layer at A = 0 (the optimum, its curvature, the clip), and what gradient flow conserves."""
from numerics.algebra import derivative
from numerics.moebius import coefficients, effective_mixing, squared_sine
from proofs.evidence import Argument, Identity, Refutation

from .layer import curvature
from .paper import paper

SHORT = "the statement has few operations"


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


def layer_loss_gradient(eta, a, b, p, q):
    """A loss L(eta a, eta b) with partial derivatives p, q: eta dL/d eta - a dL/da - b dL/db."""
    return eta*(a*p + b*q) - a*(eta*p) - b*(eta*q), 0*eta


@paper.claim("FS-M.18", "Section 4.3", r"\tfrac{d}{dt}(\eta^2-a^2-b_1'^2)=0\ \text{under gradient flow}", finding="new")
def conserved_quantity():
    """The loss depends on eta a and eta b alone, so gradient flow conserves eta^2 - a^2 - b^2 (0.931775 for the printed
    fit).
    """
    yield Identity(layer_loss_gradient, few_damages=SHORT)
