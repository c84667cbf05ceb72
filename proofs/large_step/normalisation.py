"""Section 2, second part: one parameter mu for learning rate, target and prompt, and what the two factors are."""
from fractions import Fraction as Q

from numerics.algebra import jacobian
from numerics.maps import loss, product_map
from proofs.evidence import Argument, Identity, Refutation, proved

from .paper import paper
from .reduction_algebra import (active_parameters, apply, effective_step, gram, prompt, rescaled_map,
                                scalar_coordinates, scalar_map)
from .symbolic_prompt import layer_setting, layer_unknowns


# --- (7) and Remark 2.2 --------------------------------------------------------------------------------------------

def rescaling(a, b, y, eta, alpha, beta):
    """With kappa = alpha^2/beta^2, a = alpha a~, b = beta b~:
    (6) becomes (7), x = y/(2 alpha beta), theta = 4 eta alpha^2.
    """
    a1, b1 = scalar_map(alpha*a, beta*b, alpha**2/beta**2, y, eta)
    return (a1/alpha, b1/beta), rescaled_map(a, b, 4*eta*alpha**2, y/(2*alpha*beta))


def scales(*x):
    """alpha and beta, the last two variables."""
    return x[-2], x[-1]


@paper.claim("LST-E7", "(7)",
             r"\kappa=\tfrac{\alpha^2}{\beta^2},\ \theta=4\eta\alpha^2,\ x=\tfrac{y_q}{2\alpha\beta}:\quad "
             r"\tilde a^+=\tilde a-\theta(\tilde a\tilde b-x)\tilde b,\ "
             r"\tilde b^+=\tilde b-\theta(\tilde a\tilde b-x)\tilde a",
             hypotheses=("alpha > 0", "beta > 0"))
def normalised_recursion():
    """Rescaling a and b turns the scalar recursion (6) into one with a single rate theta and target x."""
    yield Identity(rescaling, excluding=scales)


def single_step_size(a, b, x, t):
    """With A = t a~, B = t b~, t^2 = theta: (7) is the plane map with mu = theta x."""
    a1, b1 = rescaled_map(a, b, t**2, x)
    return (t*a1, t*b1), product_map(t*a, t*b, t**2*x)


def parameters_of_remark(a, b, h, y, alpha, beta):
    """With h^2 = eta: theta x = 2 eta y alpha/beta, t = 2 h alpha, A = 2 h a and B = 2 h (alpha/beta) b."""
    eta, theta, x, t = h**2, 4*h**2*alpha**2, y/(2*alpha*beta), 2*h*alpha
    return (theta*x, t**2, t*(a/alpha), t*(b/beta)), (
        effective_step(eta, y, alpha/beta), theta, 2*h*a, 2*h*(alpha/beta)*b)


@paper.claim("LST-R2.2a", "Remark 2.2",
             r"\mu=\theta x=2\eta y_q\sqrt\kappa,\qquad A=2\sqrt\eta\,a,\qquad B=2\sqrt{\eta\kappa}\,b",
             hypotheses=("eta > 0",), uses=("LST-E7",))
def single_effective_step():
    """Everything but mu = 2 eta y_q sqrt(kappa) scales away; the scales alpha and beta drop out of A, B and mu."""
    yield Identity(single_step_size)
    yield Identity(parameters_of_remark, excluding=scales)


def normalised_residual(A, B, y, h, root_kappa):
    """2ab - y_q = (AB - mu)/(2 eta sqrt(kappa)) with A = 2 sqrt(eta) a, B = 2 sqrt(eta kappa) b."""
    a, b, eta = A/(2*h), B/(2*h*root_kappa), h**2
    return 2*a*b - y, (A*B - effective_step(eta, y, root_kappa))/(2*eta*root_kappa)


def residual_in_scales(a, b, alpha, beta, x, t):
    """2ab - y_q = 2 alpha beta (a~ b~ - x) = (2 alpha beta/theta)(AB - mu), with A = t a~, B = t b~ and theta = t^2."""
    residual = 2*(alpha*a)*(beta*b) - 2*alpha*beta*x
    return (residual, residual), (2*alpha*beta*(a*b - x), 2*alpha*beta/t**2*((t*a)*(t*b) - t**2*x))


def unit_step_descent(a, b, mu):
    """The plane map is (a, b) minus the gradient of l_mu."""
    (slope,) = jacobian(lambda p, q: loss(p, q, mu), (a, b))
    return product_map(a, b, mu), (a - slope[0], b - slope[1])


@paper.claim("LST-R2.2b", "Remark 2.2",
             r"u^\top Hu-y_q=\tfrac{2\alpha\beta}\theta(AB-\mu)=\tfrac{AB-\mu}{2\eta\sqrt\kappa},\qquad "
             r"\Phi_\mu=\mathrm{id}-\nabla\ell_\mu,\quad \ell_\mu=\tfrac12(AB-\mu)^2",
             hypotheses=("eta > 0", "kappa > 0"),
             uses=("LST-R2.2a", "LST-P2.1a"))
def normalised_loss():
    """On the sector the loss is a positive multiple of l_mu, and the plane map is its unit-step gradient descent.

    The multiple, 1/(4 eta^2 kappa), depends on the learning rate.
    """
    yield Identity(normalised_residual, excluding=lambda A, B, y, h, root_kappa: (h, root_kappa))
    yield Identity(residual_in_scales, excluding=lambda *x: x[-1:])
    yield Identity(unit_step_descent)
    yield from proved("Derivatives.gradient_descent")


def origin_is_fixed(mu):
    """The origin does not move, and its loss is mu^2/2."""
    return (product_map(0*mu, 0*mu, mu), loss(0*mu, 0*mu, mu)), ((0*mu, 0*mu), mu**2/2)


def multipliers_of_origin(mu):
    """At the origin (1, 1) is multiplied by 1 + mu and (1, -1) by 1 - mu."""
    rows = jacobian(product_map, (0*mu, 0*mu), mu)
    one = 0*mu + 1
    return (apply(rows, (one, one)), apply(rows, (one, -one))), ((1 + mu, 1 + mu), (1 - mu, mu - 1))


@paper.claim("LST-R2.2c", "Remark 2.2", r"\Phi_\mu(0,0)=(0,0),\qquad \ell_\mu(0,0)=\mu^2/2")
def spurious_origin():
    """The origin is stationary with loss mu^2/2; its multipliers 1 + mu, 1 - mu make it a saddle if 0 < |mu| < 2."""
    yield Identity(origin_is_fixed)
    yield Identity(multipliers_of_origin)


# --- what the two factors are --------------------------------------------------------------------------------------

def layer_scalars(E, query, W_PV, W_KQ):
    """(a, b) of Proposition 2.1 for the layer with these matrices."""
    return scalar_coordinates(active_parameters(W_PV, W_KQ), gram(E), query)


def scaled(matrix, factor):
    return tuple(tuple(factor*x for x in row) for row in matrix)


def small_layer(scale_PV, scale_KQ):
    """(a, b) for the prompt x = 1, w = 1, x_q = 2 and W^PV, W^KQ = these multiples of a matrix of ones."""
    ones = ((Q(1), Q(1)), (Q(1), Q(1)))
    E = prompt(((Q(1),),), (Q(1),), (Q(2),))
    return layer_scalars(E, (Q(2),), scaled(ones, scale_PV), scaled(ones, scale_KQ))


def factors_are_query_and_key(t):
    """Both factors lie in W^KQ: rescaling W^PV moves neither."""
    return small_layer(t, Q(1)) == small_layer(Q(1), Q(1))


def factors_are_value_and_projection(t):
    """Both factors lie in W^PV: rescaling W^KQ moves neither."""
    return small_layer(Q(1), t) == small_layer(Q(1), Q(1))


@paper.claim("LST-S2.1", "Section 2, connection to transformer training",
             r"a,b\ \text{are the two sides of a bilinear attention product, such as query/key or value/projection}",
             finding="refuted")
def sides_of_attention():
    """The two factors are said to be the two factors inside one attention matrix:
    query and key, or value and projection.
    """
    yield Refutation(factors_are_query_and_key, at=dict(t=2))
    yield Refutation(factors_are_value_and_projection, at=dict(t=2))


def sides_scale_separately(*z, d, N):
    """Rescaling W^PV by p and W^KQ by k rescales b by p and a by k."""
    *z, p, k = z
    E, query, W_PV, W_KQ = layer_setting(z, d, N)
    a, b = layer_scalars(E, query, W_PV, W_KQ)
    return layer_scalars(E, query, scaled(W_PV, p), scaled(W_KQ, k)), (k*a, p*b)


@sides_of_attention.corrected(
    r"a\ \text{is linear in}\ W^{KQ}\ \text{alone},\qquad b=W^{PV}_{d+1,d+1}", uses=("LST-E5b",))
def sides_of_attention():
    """One factor is linear in the merged key-query matrix, the other is an entry of the merged projection-value matrix.

    So the imbalance w compares W^KQ with W^PV; it says nothing about query against key, on which qk-layernorm acts.
    """
    for d, N in ((1, 1), (2, 1)):
        yield Identity(sides_scale_separately, variables=(*layer_unknowns(d, N), "p", "k"), size=dict(d=d, N=N))
    yield Argument("""
        a = <S, g> is linear in the first d columns of U, which are columns of W^KQ, and b is the last entry of u_{d+1},
        the entry (d + 1, d + 1) of W^PV; G depends on the prompt only.""", name="where_they_stand")
