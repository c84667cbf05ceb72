"""Appendix B.2: which ingredients are said to be the transformer's own."""
from fractions import Fraction as Q

from proofs.evidence import Argument, Identity, Refutation

from .paper import paper
from .simulations import WITHOUT_MASK
from .two_stages import headline_decay


def printed_chain(xi, C, N):
    """xi^2 eps^2 T/N with eps = xi/N and T = C/N^4 is xi^2 C/N^7."""
    return xi**2*(xi/N)**2*(C/N**4)/N == xi**2*C/N**7


def spurious_factor(xi, C, N):
    """xi^2 eps^2 T/N = xi^4 C/N^7 for eps = xi/N; without the noise in eps, eps = 1/N, the printed chain holds."""
    return (xi**2*(xi/N)**2*(C/N**4)/N, xi**2*(1/N)**2*(C/N**4)/N), (xi**4*C/N**7, xi**2*C/N**7)


@paper.claim("SCAL-06", "B.2, item 3",
             r"\xi^2\epsilon^2\mathsf T/\mathsf N=\xi^2/\mathsf N^2\cdot\mathsf C/\mathsf N^4\cdot"
             r"1/\mathsf N=\xi^2\mathsf C/\mathsf N^7",
             finding="refuted", hypotheses=("eps = xi/N, item 1 of the same list",))
def chain_of_exponents():
    """The chain that produces the exponent starts with a factor xi^2 too many: a slip, as the rest of it is right."""
    yield Refutation(printed_chain, at=dict(xi=2, C=1, N=1))


@chain_of_exponents.corrected(r"\epsilon^2\mathsf T/\mathsf N=\xi^2/\mathsf N^2\cdot\mathsf C/\mathsf "
                              r"N^4\cdot1/\mathsf N="
                              r"\xi^2\mathsf C/\mathsf N^7")
def chain_of_exponents():
    """Without that factor, or with eps = 1/N in place of xi/N, the chain holds."""
    yield Identity(headline_decay, excluding=lambda xi, C, N: (N,))
    yield Identity(spurious_factor, excluding=lambda xi, C, N: (N,))


# --- the derivative of softmax -------------------------------------------------------------------------------------

def softmax_jacobian(scores, v):
    """(diag(s) - s s') v."""
    mean = inner(scores, v)
    return tuple(s*(x - mean) for s, x in zip(scores, v))


def inner(x, y):
    return sum((p*q for p, q in zip(x[1:], y[1:])), x[0]*y[0])


def gap_when_one_hot(s1, s2, s3, s4):
    """|s|^2, the nonzero eigenvalue of s s', is 1/L for four one-hot scores."""
    return s1**2 + s2**2 + s3**2 + s4**2 == Q(1, 4)


def one_hot(s1, s2, s3, s4):
    return s1 == 1 and s2 == 0 and s3 == 0 and s4 == 0


def gap_when_uniform(s, v1, v2, v3, v4):
    """For four uniform scores (diag(s) - s s') v is at least v/2 in its first entry."""
    return softmax_jacobian((s,)*4, (v1, v2, v3, v4))[0] >= v1/2


def uniform_and_balanced(s, v1, v2, v3, v4):
    return 4*s == 1 and v1 > 0 and v1 + v2 + v3 + v4 == 0


def uniform_and_one_hot(v1, v2, v3, v4):
    """Uniform scores: J v = (v - mean)/4. One-hot scores: J v = 0. And s s' v = mean of v, or v_1."""
    v = (v1, v2, v3, v4)
    mean = (v1 + v2 + v3 + v4)/4
    zero = 0*v1
    quarter, hot = (Q(1, 4),)*4, (zero + 1, zero, zero, zero)
    return (softmax_jacobian(quarter, v), softmax_jacobian(hot, v)), (
        tuple((x - mean)/4 for x in v), (zero,)*4)


def variance_form(s1, s2, s3, v1, v2, v3):
    """v'(diag(s) - s s')v = sum over pairs of s_i s_j (v_i - v_j)^2, where the scores sum to 1."""
    s, v = (s1, s2, s3), (v1, v2, v3)
    pairs = s1*s2*(v1 - v2)**2 + s1*s3*(v1 - v3)**2 + s2*s3*(v2 - v3)**2
    return inner(v, softmax_jacobian(s, v)), pairs


def scores_sum_to_one(s1, s2, s3, v1, v2, v3):
    return (s1 + s2 + s3 - 1,)


@paper.claim("SCAL-29", "B.2, item 2",
             r"\sigma\sigma^\top\ \text{has spectral gap}\ \Theta(1/L)\ \text{for one-hot}\ \sigma,\ "
             r"\Theta(1)\ \text{for uniform}\ \sigma", finding="refuted")
def spectral_gap():
    """The rank-one piece is said to have a gap of order 1/L for one-hot scores and of order 1 for uniform ones."""
    yield Refutation(gap_when_one_hot, at=dict(s1=1, s2=0, s3=0, s4=0), given=one_hot)
    yield Refutation(gap_when_uniform, at=dict(s=Q(1, 4), v1=1, v2=-1, v3=0, v4=0), given=uniform_and_balanced)


@spectral_gap.corrected(r"\text{one-hot}:\ \sigma\sigma^\top\ \text{has}\ 1,\ "
                        r"\mathrm{diag}(\sigma)-\sigma\sigma^\top=0;\quad "
                        r"\text{uniform}:\ \tfrac1L\ \text{for both}\ (L-1\ \text{times for the second})")
def spectral_gap():
    """It is the other way round for s s': eigenvalue 1 for one-hot scores and 1/L for uniform ones. The derivative of
    softmax vanishes for one-hot scores, and has the eigenvalue 1/L, L - 1 times, for uniform ones.
    """
    yield Identity(uniform_and_one_hot)
    yield Identity(variance_form, modulo=scores_sum_to_one)
    yield Argument("s s' has the one nonzero eigenvalue |s|^2, which is 1 for one-hot and 1/L for uniform scores; "
                   "for uniform "
                   "scores of any length J v = (v - mean)/L.", name="rank_one")


# --- the size of the kernel ----------------------------------------------------------------------------------------

def rank_at_most_sequences(t, n):
    """One sequence of two tokens e_1, e_2 without a mask, scores 1 : t and t : 1: its two attention outputs span at
    most n dimensions.
    """
    first, second = (1/(1 + t), t/(1 + t)), (t/(1 + t), 1/(1 + t))
    determinant = first[0]*second[1] - first[1]*second[0]
    return (2 if determinant != 0 else 1) <= n


@paper.claim("SCAL-54", "B.2", r"\text{without the causal mask the kernel is}\ n\times n", finding="refuted")
def kernel_without_mask():
    """Without the mask the kernel is said to shrink from nL by nL to n by n."""
    yield Refutation(rank_at_most_sequences, at=dict(t=2, n=1))


@kernel_without_mask.corrected(r"nL\times nL\ \text{with and without mask}")
def kernel_without_mask():
    """There are still L outputs a sequence, each with its own query, and the loss sums over all of them; one sequence
    of two tokens already gives a kernel of rank two. Only the reading of outputs as prefixes is lost.
    """
    yield Argument("""
        The squared loss sums over nL token outputs; its dynamics needs the Gram matrix of their tangent features, of
        side nL. It would be n by n if the task had one output a sequence. And its rank is no smaller: where the
        attention outputs are independent, their Gram matrix is definite, and so is its entrywise product with that of
        the active units, if every output has one (Schur).""", name="outputs_are_tokens")
    yield WITHOUT_MASK
