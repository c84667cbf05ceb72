"""Appendix A.4: cross-entropy against the squared loss."""
from fractions import Fraction as Q

from numerics.algebra import derivative, jacobian
from proofs.evidence import Argument, Identity, Refutation

from .paper import paper


def inverse_likelihood(e1, e2, e3):
    """exp of the cross-entropy at the target y = (1, 0, 0), for logits z = log e."""
    return (e1 + e2 + e3)/e1


def gradient_of_cross_entropy(e1, e2, e3):
    """d/dz_i = e_i d/de_i; of the cross-entropy, the logarithm of the inverse likelihood, it is softmax(z) - y."""
    (gradient,) = jacobian(inverse_likelihood, (e1, e2, e3))
    value, total = inverse_likelihood(e1, e2, e3), e1 + e2 + e3
    return tuple(e*g/value for e, g in zip((e1, e2, e3), gradient)), (e1/total - 1, e2/total, e3/total)


def positive_weights(e1, e2, e3):
    return e1, e1 + e2 + e3


@paper.claim("SCAL-42", "A.4", r"\partial_z\mathcal L_{\rm CE}=\mathrm{softmax}(z)-y",
             hypotheses=("three classes in the identity; the formula is the same for any number",))
def gradient_in_logits():
    """The gradient of cross-entropy in the logits is the prediction minus the target."""
    yield Identity(gradient_of_cross_entropy, excluding=positive_weights)


def partition(x1, x2, x3):
    """exp of the log-partition of logits z = log x."""
    return x1 + x2 + x3


def gradient_of_divergence(e1, e2, e3, f1, f2, f3):
    """The gradient in z of Phi*(z) - <y, z>, Phi* the log-partition and y = softmax(w), f = e^w: softmax(z) - y."""
    e, f = (e1, e2, e3), (f1, f2, f3)
    (gradient,) = jacobian(partition, e)
    total, other = partition(*e), partition(*f)
    return (tuple(x*g/total - y/other for x, g, y in zip(e, gradient, f)),
            tuple(x/total - y/other for x, y in zip(e, f)))


def gradient_at_uniform(first):
    """The Bregman divergence of the log-partition between y and y' = (1/2, 1/2), two classes: its gradient in y' is
    J (y' - y) with J = diag(s) - s s' at s = softmax(y'); its first entry equals that of y' - y.
    """
    s = Q(1, 2)
    difference = s - first                       # first entry of y' - y; the second is its negative
    return (s - s*s)*difference + (-s*s)*(-difference) == difference


@paper.claim("SCAL-43", "A.4", r"\mathrm{softmax}(z)-y\ \text{is the gradient of}\ B_{\Phi^*}(y,y'),\ \Phi^*\ "
             r"\text{the log-partition}", finding="ambiguous")
def bregman_divergence():
    """The gradient is called that of the Bregman divergence of the log-partition between probabilities."""


@bregman_divergence.reading("letter", r"\nabla_{y'}B_{\Phi^*}(y,y')=J(y'-y)\ne y'-y")
def bregman_divergence():
    """Read as printed, with the log-partition applied to probabilities, the gradient is not y' - y."""
    yield Refutation(gradient_at_uniform, at=dict(first=1))


@bregman_divergence.reading("logits", r"\nabla_zB_{\Phi^*}(z,z_y)=\mathrm{softmax}(z)-y,\ y=\mathrm{softmax}(z_y)",
                            hypotheses=("y in the open simplex: for a one-hot y, z_y is at infinity",))
def bregman_divergence():
    """Read on the logits, where the log-partition lives, it is; the target must then be an interior point."""
    yield Identity(gradient_of_divergence,
                   excluding=lambda e1, e2, e3, f1, f2, f3: (e1 + e2 + e3, f1 + f2 + f3))


@bregman_divergence.reading("entropy", r"B_{-H}(y,y')=\mathrm{KL}(y\|y'),\ \nabla_z=\mathrm{softmax}(z)-y",
                            uses=("SCAL-42",))
def bregman_divergence():
    """Read with the dual potential, negative entropy, on probabilities it is the divergence KL(y|y'), which for a
    one-hot y is the cross-entropy itself.
    """
    yield Identity(gradient_of_cross_entropy, excluding=positive_weights)


def gradients_agree(z1, z2, y1, y2):
    """The first entries of softmax(z) - y and of z - y differ by less than 1."""
    from certify.balls import less
    return less(abs(z1.exp()/(z1.exp() + z2.exp()) - y1 - (z1 - y1)), 1)


def correct_class(z1, z2, y1, y2):
    """The prediction is within 1e-8 of the target."""
    from certify.balls import ball, less
    return less(abs(z1.exp()/(z1.exp() + z2.exp()) - y1), ball("1e-8"))


def first_probability(e, f):
    """The first of two classes, for logits log e and log f."""
    return e/(e + f)


def softmax_slope(e, f):
    """For two classes and p the first probability: e dp/de = p (1 - p) = 1/4 - (p - 1/2)^2."""
    p = first_probability(e, f)
    return e*derivative(first_probability, e, f), Q(1, 4) - (p - Q(1, 2))**2


@paper.claim("SCAL-44", "A.4, Section 7",
             r"\mathrm{softmax}(z)-y=z-y\ \text{near interpolation}\ y'\approx y", finding="refuted",
             hypotheses=("z are the logits, as A.4 says",))
def gradients_near_interpolation():
    """The two gradients are said to match where the prediction is close to the target."""
    yield Refutation(gradients_agree, at=dict(z1=20, z2=0, y1=1, y2=0), given=correct_class, bits=100)


@gradients_near_interpolation.corrected(r"\mathrm{softmax}(z)=z\iff z=\tfrac1V\mathbf 1,\ \text{for every}\ y")
def gradients_near_interpolation():
    """They match at one point only, the uniform z, whatever the target."""
    yield Identity(softmax_slope, excluding=lambda e, f: (e + f,))
    yield Argument("""
        The derivative of softmax is diag(s) - s s', whose norm is at most 1/2: by Popoviciu the variance v'Jv of v
        under s is at most a quarter of the squared range of v, which is at most 2|v|^2. A contraction has one fixed
        point, and softmax(1/V, ..., 1/V) is uniform.""", name="contraction")


@gradients_near_interpolation.reading("prediction", r"z:=y':\ y'-y")
def gradients_near_interpolation():
    """Read with z for the prediction y' the two are the same by definition, near interpolation and elsewhere."""
    yield Argument("The squared loss (1/2)|y' - y|^2 has the gradient y' - y in y'.", name="by_definition")
