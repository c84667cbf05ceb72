"""Section 5.2: compute, and the rate at which training converges."""
from numerics.algebra import jacobian
from proofs.evidence import Argument, Identity, Nonnegative, Refutation

from .bookkeeping import B, C, M, N, T, compute_family, compute_family_divisors
from .kernel_regime import residual_scale
from .monomials import exponents, solved_for
from .paper import paper
from .simulations import DECAY_RATES, DEPTH_RATES, TRAINING_IN_DEPTH


# --- Definition 5.4 ------------------------------------------------------------------------------------------------

def compute_of_batch(alpha, b):
    """C = M T |B| with |B| = N^b: M T for b = 0, M T N for b = 1."""
    total = (M*T*B).where(B=N**b)
    return (exponents(total, "M T N"), exponents(solved_for(M*T*B, C, "T").where(M=N**alpha, B=N**b), "C N")), (
        (1, 1, b), (1, -(alpha + b)))


@paper.claim("SCAL-03", "Definition 5.4", r"\mathsf C:=O(\mathsf{MT}|\mathbb B|)\le O(\mathsf{MTN}),\ "
             r"\text{the batch size a constant}", finding="ambiguous")
def total_compute():
    """Compute is M T times the batch, which is called a constant and then replaced by N."""


@total_compute.reading("constant batch", r"|\mathbb B|=O(1):\ \mathsf C=\Theta(\mathsf{MT}),\ "
                                         r"\text{decay}\ \xi^2\mathsf C/\mathsf N^{6}")
def total_compute():
    """Read with a constant batch, compute has no factor N, and the elbow is at N^6."""
    yield Identity(compute_of_batch)
    yield Identity(compute_family, excluding=compute_family_divisors)


@total_compute.reading("full batch", r"|\mathbb B|=\mathsf N:\ \mathsf C=\Theta(\mathsf{MTN}),\ "
                                     r"\text{decay}\ \xi^2\mathsf C/\mathsf N^{7}")
def total_compute():
    """Read with the whole data set as the batch, compute is M T N, and the elbow is at N^7."""
    yield Identity(compute_of_batch)
    yield Identity(compute_family, excluding=compute_family_divisors)


def more_compute_than_used(xi, C, N, T, gap):
    """C = M T |B| <= M T N with M = N^3 makes xi^2 T/N^3 - xi^2 C/N^7 nonnegative; gap = M T N - C."""
    return (xi**2*T/N**3 - xi**2*C/N**7)*N**7, {"gap": gap}, [(1, ("gap",), xi)]


def gap_of_compute(xi, C, N, T, gap):
    return (N**4*T - C - gap,)


def decays_no_faster(xi, T, N, C):
    """A loss that decays like exp(-xi^2 T/N^3) is at least exp(-xi^2 C/N^7)."""
    return xi**2*T/N**3 <= xi**2*C/N**7


def constant_batch(xi, T, N, C):
    return C == N**3*T


@paper.claim("SCAL-08", "Sections 5.2, A.3",
             r"|\mathbb B|\le\mathsf N:\ \text{the boundary}\ \mathsf C\sim\mathsf N^7\ \text{is an outer envelope}",
             finding="gap")
def envelope_of_compute():
    """The headline 7 takes the whole data set as the batch. As an upper bound on the risk that is safe; with |B| = N^b
    the boundary is at N^(6 + b), so 6 for the constant batch of Definition 5.4.
    """
    yield Identity(compute_family, excluding=compute_family_divisors)
    yield Nonnegative(more_compute_than_used, at=dict(xi=1, C=1, N=1, T=2, gap=1),
                      tight=dict(xi=1, C=1, N=1, T=1, gap=0), modulo=gap_of_compute,
                      excluding=lambda xi, C, N, T, gap: (N,))


@envelope_of_compute.corrected(
    r"T\ge\mathsf C/\mathsf{MN}\ \text{serves the upper bound; a lower bound needs}\ T\le\mathsf C/\mathsf M:\ "
    r"\exp(-\Theta(\sqrt\kappa\,\xi^2\mathsf C/\mathsf N^6))")
def envelope_of_compute():
    """For a lower bound the same inequality points the wrong way: at a constant batch the loss may decay like
    exp(-xi^2 C/N^6), which is below exp(-xi^2 C/N^7).
    """
    yield Refutation(decays_no_faster, at=dict(xi=1, T=8, N=2, C=64), given=constant_batch)
    yield Identity(compute_family, excluding=compute_family_divisors)


def tokens_per_example(depth, m, d, L, examples):
    """6 M D with D = L times the examples seen is 6 L times M times those examples."""
    count = depth*d*(2*m + d)
    return 6*count*(L*examples), 6*L*(count*examples)


def flops_per_token(depth, m, d, L):
    """Projections and products of one layer, 2 d (2 m + d) + 4 L d a token: 2 M (1 + 2 L/(2 m + d)) in all."""
    count = depth*d*(2*m + d)
    return depth*(2*d*(2*m + d) + 4*L*d), 2*count*(1 + 2*L/(2*m + d))


def within_a_factor(L, constant):
    """6 M D is at most `constant` times M T |B|."""
    return 6*L <= constant


@paper.claim("SCAL-65", "Definition 5.4",
             r"\mathsf{MT}|\mathbb B|\ \text{matches}\ 6\mathsf MD\ \text{up to a constant}",
             finding="amended")
def standard_flop_count():
    """M T |B| is said to be the usual flop count 6 M D up to a constant."""
    yield Refutation(within_a_factor, at=dict(L=1024, constant=100))


@standard_flop_count.corrected(r"6\mathsf MD=6L\cdot\mathsf{MT}|\mathbb B|,\quad "
                               r"\text{flops per token}\ 2\mathsf M(1+\tfrac{2L}{2m+d})", hypotheses=("L = O(m)",))
def standard_flop_count():
    """D counts tokens and T |B| sequences, so a factor L stands between them; and flops per token are Theta(M) only
    where the context is at most of the order of the width.
    """
    yield Identity(tokens_per_example)
    yield Identity(flops_per_token, excluding=lambda depth, m, d, L: (2*m + d,))


# --- the rate ------------------------------------------------------------------------------------------------------

def mean_loss(p, q, eps, n, a, b, c, d, y, z):
    """(1/n) |F - Y|^2 for F = eps J (p, q) with J = ((a, b), (c, d)): the loss whose tangent kernel is eps^2 J J'."""
    return ((eps*(a*p + b*q) - y)**2 + (eps*(c*p + d*q) - z)**2)/n


def loss_decay(p, q, eps, n, a, b, c, d, y, z):
    """Along gradient flow -dL/dt = |grad L|^2 = (4 eps^2/n^2) r'H r, H = J J'."""
    (gradient,) = jacobian(mean_loss, (p, q), eps, n, a, b, c, d, y, z)
    r, s = eps*(a*p + b*q) - y, eps*(c*p + d*q) - z
    energy = r**2*(a**2 + b**2) + 2*r*s*(a*c + b*d) + s**2*(c**2 + d**2)
    return sum(g**2 for g in gradient), 4*eps**2/n**2*energy


def decay_in_loss(eps, n, lam, square):
    """(4 eps^2/n^2) lambda |r|^2 = (4 eps^2 lambda/n) L."""
    return 4*eps**2/n**2*(lam*square), 4*eps**2*lam/n*(square/n)


@paper.claim("SCAL-04", "Remark H.3, B.6",
             r"\mathcal L=\tfrac1n\|\epsilon f-Y\|^2:\quad \dot{\mathcal L}\le-\tfrac{4\epsilon^2\lambda}n\,\mathcal L",
             hypotheses=("lambda is the smallest eigenvalue of the kernel of f",))
def rate_of_mean_loss():
    """The mean over n examples and the output scale give the decay rate eps^2 lambda/n, four times. Rebuilt: Remark H.3
    is lost, B.6 quotes its loss and its factor 1/n.
    """
    yield Identity(loss_decay, excluding=lambda p, q, eps, n, a, b, c, d, y, z: (n,))
    yield Identity(decay_in_loss, excluding=lambda eps, n, lam, square: (n,))
    yield Argument("The flow gives -dL/dt = |grad L|^2 for any number of outputs and parameters, by the chain rule "
                   "as in "
                   "the identity, and r'Hr >= lambda |r|^2.", name="smallest_eigenvalue")
    yield DECAY_RATES


def rate_in_depth(depth, L, r, bound, lam):
    """omega lambda N = lambda/(L^2 d^(5/2) B^3), d = r^2."""
    return residual_scale(depth, L, r, bound)*lam*depth, lam/(L**2*r**5*bound**3)


def rate_grows_with_depth(depth, L, r, bound, lam):
    """Twice the depth gives a larger rate omega lambda N."""
    return residual_scale(2*depth, L, r, bound)*lam*2*depth > residual_scale(depth, L, r, bound)*lam*depth


def rate_at_fixed_scale(depth, omega, lam):
    """With omega and lambda held fixed, twice the depth doubles omega lambda N."""
    return omega*lam*(2*depth), 2*(omega*lam*depth)


@paper.claim("SCAL-24", "Sections 1, 5.2, A.1, B.2",
             r"\text{the rate}\ \Theta(\omega\lambda N)\ \text{improves linearly, convergence exponentially, with "
             r"depth}",
             finding="refuted", hypotheses=("omega of Definition 5.2",))
def depth_and_rate():
    """The rate omega lambda N is said to improve linearly with the depth."""
    yield Refutation(rate_grows_with_depth, at=dict(depth=1, L=2, r=2, bound=1, lam=1))


@depth_and_rate.corrected(r"\omega\lambda N=\frac{\lambda}{L^2d^{5/2}B^3}",
             hypotheses=("omega = 1/(N L^2 d^(5/2) B^3)",))
def depth_and_rate():
    """With the residual scale of Definition 5.2 the depth cancels, apart from lambda, a minimum over the layers. (For
    the layers built literally, (omega/sqrt m) ReLU(. W) A, the kernel is of the order omega^2, and the rate even
    falls.)
    """
    yield Identity(rate_in_depth, excluding=lambda depth, L, r, bound, lam: (depth, L, r, bound))
    yield DEPTH_RATES
    yield TRAINING_IN_DEPTH


@depth_and_rate.reading("fixed scale", r"\omega,\lambda\ \text{fixed}:\ \omega\lambda N\propto N")
def depth_and_rate():
    """Read at a fixed residual scale, which Definition 5.2 excludes, each layer adds its kernel and the rate grows
    with N.
    """
    yield Identity(rate_at_fixed_scale)


def convergence_rate(depth, m, L, r, bound, lam):
    """omega lambda N for a network of this depth and width m, which does not occur in it."""
    return residual_scale(depth, L, r, bound)*lam*depth


def rate_grows_with_size(depth, m, L, r, bound, lam):
    """Twice the depth and twice the width give a larger rate."""
    return convergence_rate(2*depth, 2*m, L, r, bound, lam) > convergence_rate(depth, m, L, r, bound, lam)


@paper.claim("SCAL-61", "Section 5.2",
             r"\text{convergence benefits exponentially from model size (depth and width)}", finding="refuted",
             hypotheses=("Definition 5.2",))
def size_and_rate():
    """Convergence is said to benefit exponentially from depth and width."""
    yield Refutation(rate_grows_with_size, at=dict(depth=1, m=1, L=2, r=2, bound=1, lam=1))


@size_and_rate.corrected(r"\partial_m(\omega\lambda N)=0;\quad \omega\lambda N\ \text{free of}\ N\ \text{for}\ "
                         r"\omega=\Theta(1/N)", uses=("SCAL-24",))
def size_and_rate():
    """The width does not enter the rate omega lambda N at all, and with omega = Theta(1/N) the depth does not either;
    the width enters through the condition that keeps lambda.
    """
    yield Identity(rate_in_depth, excluding=lambda depth, L, r, bound, lam: (depth, L, r, bound))
