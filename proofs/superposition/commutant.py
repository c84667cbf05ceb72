"""A.2, Lemma 8: the commutant and the null space."""
from fractions import Fraction as Q

from proofs.evidence import Argument, Computed, Identity, Refutation

from .layer import apply, matrix, relu
from .paper import paper
from .permutations import COMMUTANTS, ORBITS_OF_PAIRS


def isotypic_parts(trivial, standard, *, n):
    """T = trivial J/n + standard (I - J/n) = standard I + ((trivial - standard)/n) J; it acts by the two scalars."""
    off = (trivial - standard)/n
    T = matrix(n, standard + off, off)
    zero = 0*trivial
    ones, difference = (1 + zero,)*n, (1 + zero, -1 + zero) + (zero,)*(n - 2)
    return (apply(T, ones), apply(T, difference)), (tuple(trivial*x for x in ones),
                                                    tuple(standard*x for x in difference))


def projections(n):
    """J/n and I - J/n as matrices of fractions."""
    return matrix(n, Q(1, n), Q(1, n)), matrix(n, 1 - Q(1, n), -Q(1, n))


ISOTYPIC = [Identity(isotypic_parts, size=dict(n=n)) for n in (2, 3, 4)]


@paper.claim("FS-L8.0", "Lemma 8, steps 1-2",
             r"\mathbb R^n=\mathcal T\oplus\mathcal S;\ T=\lambda_{\mathcal S}I+\tfrac{\lambda_{\mathcal "
             r"T}-\lambda_{\mathcal S}}nJ",
             hypotheses=("n >= 2",))
def isotypic_decomposition():
    """The permutation representation is the trivial plus the standard one, and an equivariant map is a scalar on each.
    """
    yield from ISOTYPIC
    yield ORBITS_OF_PAIRS
    yield Argument("T and S are invariant, so each contributes at least 1 to the dimension of the commutant, which is "
                   "2: were S reducible or isomorphic to T, it would be larger.", name="two_summands")


@paper.claim("FS-L8.1", "Lemma 8 (1)", r"\{T:TP=PT\}=\mathrm{span}\{I_n,J_n\}", hypotheses=("n >= 2",))
def commutant():
    """The equivariant linear maps of R^n form the plane spanned by I and J."""
    yield from COMMUTANTS
    yield ORBITS_OF_PAIRS


@paper.claim("FS-L8.2", "Lemma 8 (2), step 3", r"\{X:PXP^\top=X\}=\mathrm{span}\{I_n,J_n\}", hypotheses=("n >= 2",))
def fixed_under_conjugation():
    """The same plane; but the projectors J/n and I - J/n have ranks 1 and n - 1, not both 1 as step 3 says."""
    yield from COMMUTANTS
    yield ORBITS_OF_PAIRS
    for n in (3, 4, 5):
        trivial, standard = projections(n)
        yield Computed("rank", trivial, 1, title=f"rank_of_mean({n=})")
        yield Computed("rank", standard, n - 1, title=f"rank_of_differences({n=})")


# --- the null space ------------------------------------------------------------------------------------------------

def layer(first, second, x, b1, b2):
    """T2 relu(T1 x + b1) + b2, biases along 1."""
    return tuple(v + b2 for v in apply(second, tuple(relu(v + b1) for v in apply(first, x))))


def kills_ones(T):
    return all(v == 0 for v in apply(T, (1,)*len(T)))


def no_mass_in_common_kernel(first, second, x, b2):
    """The output has no component along 1."""
    return sum(layer(first, second, x, 0, b2)) == 0


def ones_is_in_both_kernels(first, second, x, b2):
    return kills_ones(first) and kills_ones(second) and sum(x) == 0


def killed_direction_stays_lost(first, second, x):
    """Without biases the output has no component along 1."""
    return sum(layer(first, second, x, 0, 0)) == 0


def first_kills_ones(first, second, x):
    return kills_ones(first)


def outputs_stay_in_image(z, t, u, x, y, w, b2):
    """<1, T2 h + b2 1> for T2 = z I + t J: (z + n t) sum h + n b2, so only b2 reaches 1 when T2 1 = (z + n t) 1 = 0."""
    out = apply(matrix(3, z + t, t), (x, y, w))
    return out[0] + out[1] + out[2] + 3*b2, (z + 3*t)*(x + y + w) + 3*b2


@paper.claim("FS-L8.3", "Lemma 8 (3)",
             r"x\mapsto T_2\sigma(T_1x+b_1)+b_2\ \text{injects no mass into}\ \ker T_1\cap\ker T_2;\ "
             r"\text{what}\ T_1\ \text{kills stays lost}", finding="refuted")
def nullspace_lock():
    """A layer is said not to reach the common kernel, nor to recover a direction that its first stage killed."""
    standard = projections(4)[1]
    yield Refutation(no_mass_in_common_kernel, at=dict(first=standard, second=standard, x=(1, -1, 0, 0), b2=1),
                     given=ones_is_in_both_kernels)
    yield Refutation(killed_direction_stays_lost, at=dict(first=standard, second=matrix(4, 1, 0), x=(1, -1, 0, 0)),
                     given=first_kills_ones)


@nullspace_lock.corrected(r"T_2\sigma(\cdot)\in\mathrm{im}\,T_2=(\ker T_2)^\perp:\ \text{the mass in}\ \ker "
                          r"T_1\cap\ker T_2\ \text{is that of}\ b_2;"
                          r"\quad x_v=x_w\implies y_v=y_w", hypotheses=("T_1, T_2 in span{I, J}, biases along 1",))
def nullspace_lock():
    """Only b_2 reaches the common kernel (so it holds iff b_2 = 0 or T_1 1 or T_2 1 is not 0); equal coordinates stay
    equal.
    """
    yield Identity(outputs_stay_in_image)
    yield Argument("T_2 is symmetric, so its image is orthogonal to its kernel.  ker T_1 and ker T_2 are 0, span 1, "
                   "its complement or everything; b_2 is along 1.  A layer that commutes with permutations keeps x_v "
                   "= x_w.", name="symmetric_image")


DIFFERENCES = (1, -1, 0), (0, 1, -1)     # a basis of S for n = 3


def kernel_contains_complement(first, second):
    """T2 kills S, for n = 3, which is orthogonal to im T1: the print, also if it is read inside S alone."""
    return all(v == 0 for x in DIFFERENCES for v in apply(second, x))


def image_misses_differences(first, second):
    """T1 kills S, so that im T1 and S have 0 in common."""
    return all(v == 0 for x in DIFFERENCES for v in apply(first, x))


@paper.claim("FS-L8.4", "Lemma 8, step 4",
             r"\ker T_2\supseteq(\mathrm{im}\,T_1\cap\mathcal S)^\perp\ \text{restricted to}\ \mathcal S",
             finding="refuted")
def kernel_inclusion():
    """The kernel of T_2 is said to contain the complement of what T_1 reaches."""
    yield Refutation(kernel_contains_complement, at=dict(first=projections(3)[0], second=matrix(3, 1, 0)),
                     given=image_misses_differences)


@kernel_inclusion.corrected(r"\ker T_1\ \text{and}\ \ker T_2\ \text{are independent: each of}\ 0,\ \mathcal T,\ "
                            r"\mathcal S,\ \mathbb R^n\ \text{occurs for either}")
def kernel_inclusion():
    """T_1 and T_2 are independent of each other; nothing follows for one kernel from the other image."""
    yield from ISOTYPIC
    yield Argument("The two scalars of T_2 may vanish or not, whatever those of T_1 are.", name="independent_scalars")
