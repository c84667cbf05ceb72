"""A.5, Lemma 11: sizes of the layers; the tails are certified from the exact generating function of the branching
process.
"""
from fractions import Fraction as Q

from certify.balls import ball, less_equal
from certify.branching import probability_within
from proofs.evidence import Argument, Citation, Identity, Refutation

from .graphs import BIRTHDAY_COUNT, CUMULATIVE_SIZES, NO_CONSTANT, REVISITS, SIZES_APART
from .layer import cumulative
from .paper import paper


# --- the exact distribution ----------------------------------------------------------------------------------------

def tail_is_chernoff(t, n, mean, depth):
    """P(|Z_c - (np)^c| > t (np)^c) <= 2 exp(-t^2 (np)^c/3)."""
    size = mean**depth
    spread = int((t*size).floor().unique_fmpz())
    inside = probability_within(n, mean, depth, size - spread, size + spread)
    return less_equal(1 - inside, 2*(-t**2*size/3).exp())


def concentration_is_uniform(constant, failure, n, mean, depth):
    """P(|Z_c - (np)^c| > constant sqrt(log n (np)^c)) <= failure/n."""
    size = mean**depth
    spread = int((constant*(ball(n).log()*size).sqrt()).ceil().unique_fmpz())
    inside = probability_within(n, mean, depth, size - spread, size + spread)
    return less_equal(1 - inside, failure/n)


FIRST_LAYER_IS_PASSED_ON = Argument("""
    Z_1 is off its mean by a share of order (np)^(-1/2) with a probability that does not vanish (central limit
    theorem), and given Z_1 the later layers multiply by np with smaller relative errors.  So Z_c has the relative
    spread (np)^(-1/2) for every c, which exceeds K (log n/(np)^c)^(1/2) as soon as (np)^(c-1) > K^2 log n, for any
    constant K.""", name="first_layer_is_passed_on")


# --- items and steps -----------------------------------------------------------------------------------------------

def mean_of_generation(n, p):
    """(np - p)^3 = (np)^3 (1 - 1/n)^3."""
    return (n*p - p)**3, (n*p)**3*(1 - 1/n)**3


def vertices(n, p):
    return (n,)


MEAN = Identity(mean_of_generation, excluding=vertices)


@paper.claim("FS-L11.1", "Lemma 11 (1)", r"E\,k_c=(1+o(1))(np)^c", finding="ambiguous")
def expected_size():
    """The expected size of V_c is said to be (np)^c to first order."""


@expected_size.reading("exactly", r"E\,Z_c=(np)^c(1-1/n)^c;\ \text{so}\ E\,k_c\sim(np)^c\ \text{in the tree regime}")
def expected_size():
    """In exactly c hops it is: the branching process has this mean, and the graph agrees up to a vanishing share of
    revisits.
    """
    yield MEAN
    yield Argument("k_c <= Z_c in the coupling, and E(Z_c - k_c) is at most the expected progeny of revisits: their "
                   "share is O((np)^D/n) = O(n^-eps).  (1 - 1/n)^c tends to 1 as c = O(log n).",
                   name="share_of_revisits")


@expected_size.reading("within", r"E\,k_c\sim\tfrac{np}{np-1}(np)^c")
def expected_size():
    """Within c hops it is too small by the factor np/(np - 1): 2 at np = 2."""
    yield SIZES_APART
    yield CUMULATIVE_SIZES


@paper.claim("FS-L11.2", "Lemma 11, step 2",
             r"E\,Z_c=(np-p)^c=(np)^c(1-\tfrac1n)^c=(np)^c(1-\tfrac cn+O(\tfrac{c^2}{n^2}))")
def mean_expansion():
    """The mean of a generation and its expansion."""
    yield MEAN
    yield Argument("E Z_{c+1} = (n-1) p E Z_c.  1 - c x <= (1-x)^c <= 1 - c x + c (c-1) x^2/2 for 0 <= x <= 1.",
                   name="bonferroni")


def variance(q, mu, p):
    """(1 - p) mu^c (mu^c - 1)/(mu - 1) with q = mu^c."""
    return (1 - p)*q*(q - 1)/(mu - 1)


def variance_recursion(q, mu, p):
    """Var Z_{c+1} = mu^2 Var Z_c + mu (1-p) E Z_c, and Var Z_0 = 0."""
    return (variance(mu*q, mu, p), variance(1 + 0*q, mu, p)), (mu**2*variance(q, mu, p) + mu*(1 - p)*q, 0*q)


@paper.claim("FS-L11.3", "Lemma 11, step 2",
             r"\mathrm{Var}\,Z_c=(1-p)\mu^c\tfrac{\mu^c-1}{\mu-1}\le E\,Z_c\,\tfrac{(np)^c}{np-1},\ \mu=np-p",
             hypotheses=("np > 1",))
def variance_of_generation():
    """The variance of a generation and its bound."""
    yield Identity(variance_recursion, excluding=lambda q, mu, p: (mu - 1,))
    yield Argument("The offspring variance is (n-1) p (1-p) = mu (1-p).  (mu^c - 1)/(mu - 1) = 1 + ... + mu^(c-1) "
                   "grows with mu < np, so it is at most ((np)^c - 1)/(np - 1).", name="geometric_sum")


LEVEL_BY_LEVEL = Argument("""
    Given the first c layers the next one is a sum of independent indicators up to revisits, so Chernoff gives a
    relative error of sqrt(3 s log n/((np)^(c+1))) except with probability 2 n^(-s).  The errors multiply; their sum
    over c is geometric and dominated by c = 0: O(sqrt(log n/np)), which is small if np >= C log n.""",
    name="level_by_level")
COUPLING = ("k_c is replaced by Z_c, the branching process of step 1",)


@paper.claim("FS-L11.4", "Lemma 11 (2)", r"P(|k_c-(np)^c|>t(np)^c)\le2e^{-t^2(np)^c/3}", finding="refuted",
             hypotheses=COUPLING)
def chernoff_for_sizes():
    """The size of every layer is said to have the tail of a sum of independent variables."""
    yield Refutation(tail_is_chernoff, at=dict(t=Q(1, 2)), counts=dict(n=10**6, mean=42, depth=2), bits=512)


@chernoff_for_sizes.corrected(r"\text{true at}\ c=1;\ \text{in general}\ P(|Z_c-(np)^c|>t(np)^c)\le2c\,e^{-\kappa_c "
                              r"t^2np},\ \kappa_c>0",
                              hypotheses=("0 < t < 1", "np >= 2", "c <= t n/4"))
def chernoff_for_sizes():
    """From c = 2 on the exponent is of order t^2 np: the relative deviation of the first layer is passed on."""
    yield Argument("If no layer deviates from np times its predecessor by a relative error above t/(4c), then Z_c is "
                   "within a factor 1 +- t of (np)^c (means of binomial(n-1, p) differ from np by a share 1/n only).  "
                   "Each layer fails with probability at most 2 exp(-(t/4c)^2 np Z/3), with Z >= 1 the size of its "
                   "predecessor.", name="chernoff_per_layer")
    yield FIRST_LAYER_IS_PASSED_ON


@paper.claim("FS-L11.5", "Lemma 11 (3)",
             r"|V_c|=(np)^c(1\pm O(\sqrt{\log n/(np)^c}))\ \text{with probability}\ 1-O(1/n)", finding="refuted",
             hypotheses=COUPLING)
def uniform_concentration():
    """Every layer is said to be concentrated at the scale of its own size."""
    yield Refutation(concentration_is_uniform, at=dict(constant=3, failure=1000), bits=512,
                     counts=dict(n=10**6, mean=42, depth=2))     # np > 3 log n
    yield FIRST_LAYER_IS_PASSED_ON


@uniform_concentration.corrected(r"|V_c|=(np)^c(1\pm O(\sqrt{\log n/np}))\ \text{with probability}\ 1-O(1/n)",
                                 hypotheses=("np >= C log n", "exact layers in the tree regime",
                                             "no revisits, or their share is counted"))
def uniform_concentration():
    """The relative error is that of the first layer, sqrt(log n/np), at every depth."""
    yield LEVEL_BY_LEVEL


def printed_frontier(b, depth):
    """Within c hops of the b-ary tree the increment is within a quarter of b^c (b - 1)."""
    k, k1 = cumulative(b, b**depth), cumulative(b, b**(depth + 1))
    return abs((k1 - k)/(b**depth*(b - 1)) - 1) <= Q(1, 4)


@paper.claim("FS-L11.6", "Lemma 11 (4)", r"m_f=(np)^c(np-1)(1\pm O(\sqrt{\log n/(np)^c}))", finding="refuted")
def frontier_concentration():
    """The frontier is said to have (np - 1)(np)^c edges."""
    yield Refutation(printed_frontier, at=dict(b=2), counts=dict(depth=20))


@frontier_concentration.corrected(r"\text{under either definition}\ |F_c|=(np)^{c+1}(1\pm O(\sqrt{\log n/np}))",
                                  uses=("FS-L11.5",))
def frontier_concentration():
    """The frontier of a tree is the next exact layer under either definition, (np)^(c+1)."""
    yield CUMULATIVE_SIZES
    yield Argument("New vertices within c + 1 hops are those at exactly c + 1 hops.", name="next_layer")


def geometric_total(x, q):
    """With q = x^D: (x q - 1)/(x - 1) = q/(1 - 1/x) - 1/(x - 1)."""
    return (x*q - 1)/(x - 1), q/(1 - 1/x) - 1/(x - 1)


@paper.claim("FS-L11.7", "Lemma 11, step 1", r"\sum_{c\le D}(np)^c\le\frac{n^{1-\varepsilon}}{1-1/np}",
             hypotheses=("np > 1", "(np)^D <= n^(1-eps)"))
def geometric_sum():
    """The geometric sum is below its last term over 1 - 1/np."""
    yield Identity(geometric_total, excluding=lambda x, q: (x, x - 1))


@paper.claim("FS-L11.8", "Lemma 11, step 1",
             r"P(\text{revisit by depth}\ D)=O(n^{-\varepsilon})\ \text{by a union bound}", finding="refuted")
def union_bound_for_revisits():
    """The coupling is said to hold except with probability O(n^-eps)."""
    yield REVISITS
    yield NO_CONSTANT


@union_bound_for_revisits.corrected(r"P(\text{revisit})\le C(np)^{2D}/n", uses=("FS-3.2",), hypotheses=("np >= 2",))
def union_bound_for_revisits():
    """The union is over pairs of explored vertices: the number of revisits is a birthday count."""
    yield BIRTHDAY_COUNT


@paper.claim("FS-L11.9", "Lemma 11, step 3", r"P(|S-ES|>t\,ES\mid V_c)\le2e^{-t^2ES/3}",
             hypotheses=("0 < t < 1", "S is the sum of the indicators given V_c"))
def conditional_chernoff():
    """Given V_c the Chernoff bound holds, with the conditional mean k_c np and not (np)^(c+1): iterated it does not
    give item (2).
    """
    yield Citation("The multiplicative Chernoff bound for sums of independent indicators.", name="chernoff")
