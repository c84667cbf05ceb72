"""Sections 4.4 and 4.5: the gauge of softmax, the diagonal ratio, noise, and what is said beyond the two
idealisations.
"""
from fractions import Fraction as Q

from proofs.evidence import Argument, Identity, Lost, Refutation

from .gauge import GAUGE, ZERO_ROW_SUMS
from .layer import softmax
from .moebius import MOEBIUS
from .paper import paper


# --- the gauge -----------------------------------------------------------------------------------------------------

def invariant_gradient(g, n):
    """g I + h J with zero row sums: h = -g/n, the diagonal is g (n-1)/n, and diagonal/off = -(n-1)."""
    h = -g/n
    return (g + n*h, (g + h)/h), (0*g, -(n - 1))


def gradient_divisors(g, n):
    return g, n


def diagonal_dominates(diagonal, off, n, root, p, constant):
    """|diagonal|/|off| >= constant n^(3/2)/p."""
    return abs(diagonal/off) >= constant*root**3/p


def has_zero_row_sums(diagonal, off, n, root, p, constant):
    """diagonal I + off (J - I), n = root^2."""
    return root**2 == n and diagonal + (n - 1)*off == 0


INVARIANT_GRADIENT = Identity(invariant_gradient, excluding=gradient_divisors)
ROW_SUMS = Argument("""
    Adding x_r to row r of W adds z^T x to all logits of a query z at once, so L(W + x 1^T) = L(W) for every x and
    every loss that sees W through softmax.  Differentiating, every row of the gradient sums to 0.  At W in M_inv
    the population gradient is in M_inv = span{I, J}, hence a multiple of I - J/n.""", name="gauge_of_softmax")


@paper.claim("FS-T4.1", "Section 4.4, Theorem 4",
             r"E[-\nabla\mathcal L_0]=\tfrac{|g_d|+|g_o|}nI-\tfrac{|g_o|}nJ,\ |g_d|/|g_o|=\Theta(n^{3/2}/p)",
             finding="refuted")
def diagonal_advantage():
    """The population gradient is a combination of I and J whose diagonal exceeds the rest by n^(3/2)/p."""
    yield Refutation(diagonal_dominates, given=has_zero_row_sums,
                     at=dict(diagonal=Q(99, 100), off=-Q(1, 100), n=100, root=10, p=Q(1, 25), constant=Q(1, 100)))


@diagonal_advantage.corrected(r"E[-\nabla\mathcal L]=g\,(I-J/n):\ |g_d|/|g_o|=n-1\ \text{exactly}",
                              hypotheses=("W in M_inv", "n >= 2"))
def diagonal_advantage():
    """The form holds and the ratio is exactly n - 1, for every graph, loss and depth: row sums of the gradient vanish.
    The printed ratio is larger by the factor sqrt(n)/p, which is unbounded.
    """
    yield GAUGE
    yield ZERO_ROW_SUMS
    yield INVARIANT_GRADIENT
    yield ROW_SUMS


def mean_ratio(s, n):
    """Row sums 0 make the sum off the diagonal -s if that on it is s: the means s/n and -s/(n(n-1)) have ratio -(n-1).
    """
    return (s/n)/(-s/(n*(n - 1))), -(n - 1)


def mean_divisors(s, n):
    return s, n, n - 1


def frobenius_ratio(g, n):
    """Squared Frobenius norms of the diagonal and of the rest of g (I - J/n) have ratio n - 1."""
    return (n*(g*(n - 1)/n)**2)/(n*(n - 1)*(g/n)**2), n - 1


@paper.claim("FS-T4.2", "Section 4.4", r"\text{the measured diag/off-diag Frobenius ratio is}\ 49.0\pm0.02=n-1",
             finding="ambiguous")
def measured_ratio():
    """The measured ratio is called a Frobenius ratio and equals n - 1."""


@measured_ratio.reading("means of entries",
                        r"\overline{W_{vv}}/\overline{W_{vw}}=-(n-1)\ \text{for every}\ W\ \text{with zero row sums}")
def measured_ratio():
    """Of mean entries it is an identity for every matrix with zero row sums, such as every one that gradient flow reaches
    from such a start (FS-T4.5): no learning is needed.
    """
    yield Identity(mean_ratio, excluding=mean_divisors)


@measured_ratio.reading("Frobenius norms", r"\|{\rm diag}\|_F/\|{\rm off}\|_F=\sqrt{n-1}=7\ \text{at}\ n=50")
def measured_ratio():
    """Of Frobenius norms it is false: for I - J/n their ratio is sqrt(n - 1), 7 at n = 50."""
    yield Identity(frobenius_ratio, excluding=mean_divisors)
    yield Refutation(norm_ratio_is_printed, at=dict(n=50))


def norm_ratio_is_printed(n):
    """The squared ratio of the norms of I - J/n is within 1 of 49^2."""
    return abs(n*(1 - 1/n)**2/(n*(n - 1)/n**2) - 49**2) <= 1


@paper.claim("FS-T4.3", "Section 4.4, Appendix H", r"\text{OV ratio}\ 48.8", finding="uncheckable")
def value_ratio():
    """The value matrix shows a ratio of 48.8."""
    yield Lost("""
        Appendix H is lost: Section 4.4 says "the OV matrix develops the same structure with ratio $48.8$ (App. H)"
        and not which ratio, layer and run.  The value matrix stands behind no softmax, so the identity of FS-T4.1,
        which fixes n - 1 = 49 for the query matrix, says nothing of it.""")


@paper.claim("FS-T4.4", "Theorem 4 (I)", r"\sum_{c<D}n/k_c\ge nD/k_{D-1}\gg1")
def total_preference():
    """The sum of n/k_c is at least n D/k_{D-1} (the preference of each depth itself is not defined)."""
    yield Argument("k_c <= k_{D-1} for c < D; in the tree regime k_{D-1} is of order n^(1-eps) at most.",
                   name="termwise")


def gauge_component_matters(weights, factors):
    """With weights exp(W_rs) and factors exp(x_r): some query attends otherwise when x 1^T is added to W."""
    return any(softmax(row) != softmax(tuple(w*factor for w in row)) for row, factor in zip(weights, factors))


def is_transverse(weights, factors):
    """x 1^T is orthogonal to I and to J, as sum x = 0, and not 0."""
    product = 1
    for factor in factors:
        product = product*factor
    return product == 1 and not all(factor == 1 for factor in factors)


GAUGE_DIRECTION = Refutation(gauge_component_matters, given=is_transverse,
                             at=dict(weights=((4, 1, 2), (1, 8, 2), (2, 1, 4)), factors=(2, Q(1, 2), 1)))


@paper.claim("FS-T4.5", "Theorem 4 (II)",
             r"\|W_\perp(\tau)\|_F\le\|W_\perp(0)\|_Fe^{-\lambda_\perp\tau},\ \lambda_\perp>0", finding="refuted")
def contraction_onto_plane():
    """The part of W orthogonal to the invariant plane is said to decay exponentially."""
    yield GAUGE_DIRECTION


@contraction_onto_plane.corrected(r"W\mathbf 1\ \text{is conserved; at most}\ W_\perp\ \text{modulo}\ \{x\mathbf "
                                  r"1^\top:x\perp\mathbf 1\}\ "
                                  r"\text{can contract}", hypotheses=("gradient flow or gradient descent",))
def contraction_onto_plane():
    """Row sums never change under gradient flow, so an (n-1)-dimensional part of W_perp is constant."""
    yield GAUGE
    yield ZERO_ROW_SUMS
    yield ROW_SUMS
    yield Argument("<x 1^T, I> = <x 1^T, J>/n = sum x = 0.  The gradient has zero row sums, so W 1 is constant, with "
                   "it the component of W along these directions, (W 1 - mean) 1^T/n.", name="conserved_component")


def noise_bound_at_threshold(c, n, level):
    """The square of c sqrt(TB)/(n sqrt d) at TB = n d, which is c^2/n, is at least level^2."""
    return c**2*n/n**2 >= level**2


def noise_threshold(c, n, d):
    """At TB = n^2 d/c^2 the square of the bound is 1; at TB = n d it is c^2/n."""
    return (c**2*(n**2*d/c**2)/(n**2*d), c**2*(n*d)/(n**2*d)), (1 + 0*n, c**2/n)


def noise_divisors(c, n, d):
    return c, n, d


@paper.claim("FS-T4.6", "Theorem 4 (III)",
             r"\mathrm{SNR}\ge c\sqrt{TB}/(n\sqrt d)\implies\text{signal survives at}\ TB=\Omega(nd)",
             finding="refuted")
def noise_tolerance():
    """The bound on the signal-to-noise ratio is said to give tolerance from TB of order n d."""
    yield Refutation(noise_bound_at_threshold, at=dict(c=10, n=10**8, level=Q(1, 100)))


@noise_tolerance.corrected(r"\text{the bound is}\ \ge1\iff TB\ge n^2d/c^2;\ \text{at}\ TB=nd\ \text{it is}\ c/\sqrt "
                           r"n\to0")
def noise_tolerance():
    """The bound needs TB of order n^2 d (and disagrees with Lemma 10, which asks n log n)."""
    yield Identity(noise_threshold, excluding=noise_divisors)


@paper.claim("FS-T4.7", "Section 4.4", r"\nabla_W\mathcal L_0=e_rg^\top,\ \textstyle\sum g=0")
def gradient_of_one_row():
    """With z_0 = u_r the loss sees row r alone, so its gradient has rank at most one; its entries sum to 0."""
    yield ZERO_ROW_SUMS
    yield Argument("The logits are W_{r s}; the gradient in the logits is the softmax Jacobian, symmetric with zero "
                   "row sums, times a vector.", name="row_of_the_query")


# --- Section 4.5 ---------------------------------------------------------------------------------------------------

def orthogonal_limit_agrees(coherence, B):
    """B_eff = coherence * B is B where the embeddings are orthogonal."""
    return coherence*B == B


@paper.claim("FS-4.5.1", "Section 4.5, Appendix K", r"B_{\rm eff}=\bar\rho B", finding="refuted")
def rescaled_slope():
    """Coherent embeddings are said to rescale B by their coherence."""
    yield Refutation(orthogonal_limit_agrees, at=dict(coherence=0, B=1), given=lambda coherence,
                     B: coherence == 0 and B != 0)


@rescaled_slope.corrected(r"\bar\rho=0:\ B_{\rm eff}=B,\ \text{the form of FS-M.1}", uses=("FS-M.1",))
def rescaled_slope():
    """At coherence 0 the scalar is B itself, not 0; the text gives no formula (Appendix K is lost) with that limit."""
    yield from MOEBIUS


@paper.claim("FS-4.5.2", "Section 4.5",
             r"\lambda_\perp\ge\bar\rho/(8dn^3)\ \text{and degrades mildly as}\ \bar\rho\to0", finding="refuted")
def coherent_gap():
    """The transverse gap is said to be at least the coherence over 8 d n^3."""
    yield GAUGE_DIRECTION


@coherent_gap.corrected(r"\lambda_\perp=0\ \text{for every}\ \bar\rho;\ \text{as}\ \bar\rho\to0\ \text{the printed "
                        r"bound itself tends to}\ 0",
                        uses=("FS-T4.5",))
def coherent_gap():
    """The gap is 0 along the gauge, whatever the embeddings; and the printed bound is weakest where they are
    orthogonal.
    """
    yield GAUGE
    yield Argument("The gauge acts on the logits z^T W u_s through W^emb, whatever the Gram matrix of the embeddings.",
                   name="any_embedding")


@paper.claim("FS-4.5.3", "Section 4.5, Appendices K, L",
             r"W_V\ \text{contracts at rate}\ \eta\|W_V\|;\ \text{RoPE commutes}", finding="uncheckable")
def value_and_position():
    """Statements on trainable value maps and positional encodings."""
    yield Lost("""
        Appendices K and L are lost.  Section 4.5 says "at rate $\\eta\\|W_{V}\\|_{\\mathrm{op}}$" and "RoPE commutes
        with the chooser construction head-wise" without saying what eta and the chooser are, nor what the value map
        contracts.""")
