"""Section 5.1: the kernels at the start, and what the width condition asks for."""
from fractions import Fraction as Q

from proofs.evidence import Argument, Citation, Identity, Nonnegative, Refutation

from .paper import paper
from .simulations import SHARED_PREFIXES, TRAINING_IN_DEPTH, WIDTH_DRIFT


# --- Definition 5.2 ------------------------------------------------------------------------------------------------

def residual_scale(depth, L, r, bound):
    """omega of Definition 5.2 with d = r^2: 1/(N L^2 d^(5/2) B^3)."""
    return 1/(depth*L**2*r**5*bound**3)


def width(depth, n, L, e, omega, lam, delta):
    """m of Definition 5.2, without its constant; e stands for exp(C d)."""
    return n**3*L**5*e/(omega**6*lam**6*delta**3*depth**2)


def width_in_depth(depth, n, L, r, bound, e, lam, delta):
    """With omega of item 1 the width is n^3 L^17 d^15 B^18 e N^4/(lambda^6 delta^3)."""
    omega = residual_scale(depth, L, r, bound)
    return width(depth, n, L, e, omega, lam, delta), n**3*L**17*r**30*bound**18*e*depth**4/(lam**6*delta**3)


def width_divisors(depth, n, L, r, bound, e, lam, delta):
    return depth, L, r, bound, lam, delta


def width_falls_with_depth(depth, L, r, bound):
    """Twice the depth needs at most the width of the depth itself, everything else equal."""
    def needed(layers):
        return width(layers, 1, L, 1, residual_scale(layers, L, r, bound), 1, 1)
    return needed(2*depth) <= needed(depth)


def width_at_fixed_scale(depth, n, L, e, omega, lam, delta):
    """With omega held fixed, twice the depth needs a quarter of the width."""
    return 4*width(2*depth, n, L, e, omega, lam, delta), width(depth, n, L, e, omega, lam, delta)


def scale_divisors(depth, n, L, e, omega, lam, delta):
    return depth, omega, lam, delta


@paper.claim("SCAL-23", "after Definition 5.2",
             r"m\propto N^{-2}:\ \text{deeper architectures alleviate the lower bound on the width}", finding="refuted")
def width_and_depth():
    """The required width is said to fall like the inverse square of the depth."""
    yield Refutation(width_falls_with_depth, at=dict(depth=1, L=1, r=1, bound=1))


@width_and_depth.corrected(r"m=\Omega\Bigl(\tfrac{n^3L^{17}d^{15}B^{18}e^{Cd}N^4}{\lambda^6\delta^3}\Bigr)")
def width_and_depth():
    """With omega = Theta(1/N), as item 1 of the same definition asks, it grows like the fourth power of the depth."""
    yield Identity(width_in_depth, excluding=width_divisors)
    yield TRAINING_IN_DEPTH


@width_and_depth.reading("fixed scale", r"\omega,\lambda\ \text{fixed}:\ m\propto N^{-2}")
def width_and_depth():
    """Read at fixed omega and lambda the printed N^(-2) is right; then item 1 is not met at more than one depth."""
    yield Identity(width_at_fixed_scale, excluding=scale_divisors)


# --- the scale of the attention ------------------------------------------------------------------------------------

def only_this_scale(scale, root):
    """With m = root^2: a scale that keeps |gamma| = scale * c at or below c/sqrt m is 1/sqrt m itself."""
    return not scale <= 1/root or scale*root == 1


def feature_is_small(scale, root, c):
    """c/sqrt m - scale c >= 0 where scale <= 1/sqrt m; root = sqrt m."""
    return (c/root - scale*c)*root, {"c": c, "1 - scale sqrt m": 1 - scale*root}, [(1, ("c", "1 - scale sqrt m"), 1)]


@paper.claim("SCAL-26", "after Definition 5.2",
             r"\kappa=1/\sqrt m\ \text{is the unique choice with}\ \|\gamma_{(\nu),p}\|=o(1/\sqrt m)",
             finding="refuted")
def attention_scale():
    """The attention scale 1/sqrt m is said to be the only one that keeps the kernel feature of U below 1/sqrt m."""
    yield Refutation(only_this_scale, at=dict(scale=Q(1, 4), root=2))


@attention_scale.corrected(r"\kappa\le1/\sqrt m\implies\|\gamma\|\le c/\sqrt m\ \text{if}\ \|\gamma\|=\kappa c",
                           hypotheses=("c bounds the feature without its factor kappa",))
def attention_scale():
    """The feature is proportional to the scale: an upper bound on it is kept by every smaller scale."""
    yield Nonnegative(feature_is_small, at=dict(scale=Q(1, 4), root=2, c=1), tight=dict(scale=Q(1, 2), root=2, c=1),
                      excluding=lambda scale, root, c: (root,))
    yield Argument("""
        U enters the layer only through kappa U, so by the chain rule the tangent feature of U is kappa times a
        derivative with respect to the logits. The two conventions kappa = m^(-1/2) and d_head^(-1/2) agree for
        m = Theta(d), which the width condition of the same definition excludes.""", name="chain_rule")


# --- attention scores ----------------------------------------------------------------------------------------------

def smallest_score(length, t):
    """1/(1 + (L - 1) t) - 1/(L t) = (t - 1)/(L t (1 + (L - 1) t)) for t = e^(2K)."""
    return 1/(1 + (length - 1)*t) - 1/(length*t), (t - 1)/(length*t*(1 + (length - 1)*t))


def score_divisors(length, t):
    return length, t, 1 + (length - 1)*t


def scores_around_uniform(length, t):
    """1/L - 1/(L t) = (t - 1)/(L t) and t/L - 1/L = (t - 1)/L: both at most (t - 1)/L."""
    return (1/length - 1/(length*t), t/length - 1/length), ((t - 1)/(length*t), (t - 1)/length)


@paper.claim("SCAL-27", "Section 5.1, B.6",
             r"|z_j|\le K\implies \sigma_j\ge\frac1{1+(L-1)e^{2K}}\ge\frac{e^{-2K}}L;\quad "
             r"\kappa=\tfrac1{\sqrt m}:\ |\sigma_j-\tfrac1L|\le\tfrac{e^{2K/\sqrt m}-1}L",
             hypotheses=("logits z, and then kappa z, with |z_j| <= K = O(dB)",))
def smallest_attention_score():
    """Bounded logits keep the scores above e^(-2K)/L; with kappa = 1/sqrt m and m >> K^2 the attention is nearly
    uniform, so this source of the factor exp(C d) disappears.
    """
    yield Identity(smallest_score, excluding=score_divisors)
    yield Identity(scores_around_uniform, excluding=lambda length, t: (length, t))
    yield Argument("""
        sigma_j = 1/(1 + sum over i != j of e^(z_i - z_j)) lies between 1/(1 + (L - 1) t) and 1/(1 + (L - 1)/t), with
        t = e^(2K) >= 1. The lower end is attained, and is at least 1/(L t) by the first identity; the upper end is
        t/(t + L - 1) <= t/L. With kappa = m^(-1/2), K is replaced by K m^(-1/2).""", name="softmax_bounds")


def cauchy_and_schwarz(e, f, g, v, w):
    """|E|_F^2 |v|^4 - (v'Ev)^2 for E = ((e, f), (f, g)) and the vector (v, w), by Lagrange's identity."""
    return (e**2 + 2*f**2 + g**2)*(v**2 + w**2)**2 - (e*v**2 + 2*f*v*w + g*w**2)**2, {}, [
        (2, (), e*v*w - f*v**2), (1, (), e*w**2 - g*v**2), (2, (), f*w**2 - g*v*w)]


@paper.claim("SCAL-28", "Fact D.11", r"\lambda_{\min}(H')\ge\lambda_{\min}(H)-\|H-H'\|_F",
             hypotheses=("H, H' symmetric",))
def smallest_eigenvalue():
    """Weyl's inequality for the smallest eigenvalue."""
    yield Nonnegative(cauchy_and_schwarz, at=dict(e=1, f=2, g=3, v=1, w=2), tight=dict(e=1, f=2, g=4, v=1, w=2))
    yield Argument("""
        For a unit vector v, v'H'v = v'Hv - v'(H - H')v >= lambda_min(H) - |H - H'|_F, as |v'Ev| <= |Ev| <= |E|_F by
        Cauchy and Schwarz, row by row (for two dimensions, the inequality above). Take the minimum over v.""",
                   name="rayleigh_quotient")


# --- Assumption 5.1 ------------------------------------------------------------------------------------------------

def positive_definite(a, b, c, d):
    """The determinant of the Gram matrix of the features (a, b) and (c, d) is positive."""
    return (a*a + b*b)*(c*c + d*d) - (a*c + b*d)**2 > 0


def equal_features(a, b, c, d):
    return a == c and b == d


def shared_prefix_loss(output, y, z):
    """(f - y)^2 + (f - z)^2 - (y - z)^2/2 = 2 (f - (y + z)/2)^2."""
    return (output - y)**2 + (output - z)**2 - (y - z)**2/2, {"1": 0*y + 1}, [(2, (), output - (y + z)/2)]


@paper.claim("SCAL-40", "Assumption 5.1", r"\lambda>0\ \text{automatically}", finding="amended")
def positive_definiteness():
    """The kernels at the start are said to be positive definite automatically, under normalisation and Gaussian
    weights.
    """
    yield Refutation(positive_definite, at=dict(a=3, b=1, c=3, d=1), given=equal_features)


@positive_definiteness.corrected(
    r"\lambda>0\ \text{needs all}\ nL\ \text{prefixes distinct; two equal prefixes with targets}\ y,y':\ "
    r"\lambda=0,\ |f-y|^2+|f-y'|^2\ge\tfrac12|y-y'|^2",
    hypotheses=("for sufficiency: unit attention outputs, no two parallel, and m large enough",))
def positive_definiteness():
    """All prefixes must differ, and their attention outputs must not be parallel; sequences that share their first
    tokens make the kernel singular, and with different targets keep the training loss away from zero.
    """
    yield Nonnegative(shared_prefix_loss, at=dict(output=0, y=1, z=2), tight=dict(output=Q(3, 2), y=1, z=2))
    yield Argument("""
        Causal attention at position l depends on the tokens up to l only. Two sequences that agree up to l have equal
        outputs and equal tangent features there, for all parameters: two rows of every kernel coincide, so its
        smallest eigenvalue is 0, and the two outputs f coincide along all of training.""", name="equal_rows")
    yield Citation("Du, Zhai, Poczos and Singh, Gradient descent provably optimizes over-parameterized neural networks "
                   "(2019), Theorem 3.1: the infinite-width kernel of a ReLU layer is positive definite if no two "
                   "inputs are parallel.", name="non_parallel_inputs")
    yield SHARED_PREFIXES


# --- the drift -----------------------------------------------------------------------------------------------------

def squared_radius(depth, n, L, e, omega, lam, delta):
    """R^2 = 1/(m omega^2 lambda^2 N^2) = omega^4 lambda^4 delta^3/(n^3 L^5 e) with m of Definition 5.2."""
    return (1/(width(depth, n, L, e, omega, lam, delta)*omega**2*lam**2*depth**2),
            omega**4*lam**4*delta**3/(n**3*L**5*e))


def radius_divisors(depth, n, L, e, omega, lam, delta):
    return depth, n, L, e, omega, lam, delta


def fourth_power_of_scale(depth, L, r, bound):
    """omega^4 = 1/(N^4 L^8 d^10 B^12), d = r^2."""
    return residual_scale(depth, L, r, bound)**4, 1/(depth**4*L**8*r**20*bound**12)


@paper.claim("SCAL-56", "Sections 5.2, A.2",
             r"R=O\bigl(\tfrac1{\sqrt m\,\omega\lambda N}\bigr)="
             r"O\bigl(n^{-3/2}L^{-13/2}d^{-5}B^{-6}N^{-2}\lambda^2\delta^{3/2}e^{-Cd/2}\bigr)=o(1)",
             hypotheses=("Definition 5.2",))
def drift_radius():
    """With the width and the scale of Definition 5.2 the drift of the weights is small; every exponent follows.

    (At small sizes a unit moves, and units flip, like m^(-1/2); the kernel, where flips cancel, moves like m^(-3/4).)
    """
    yield Identity(squared_radius, excluding=radius_divisors)
    yield Identity(fourth_power_of_scale, excluding=lambda depth, L, r, bound: (depth, L, r, bound))
    yield WIDTH_DRIFT
