"""Section 7: the noise schedules, and what the reported numbers say."""
from fractions import Fraction as Q

from numerics.algebra import derivative
from proofs.evidence import Certified, Identity, Refutation

from .certificates import (END_POINT_EXPONENT, FITTED_EXPONENT, LOCAL_SUPER_LINEAR, MISS_AT_TWO,
                           rates_with_root_means, rounds_to)
from .monomials import exponents, letters, solved_for
from .paper import paper

M1 = tuple(Q(k, 20) for k in (1, 2, 3, 4))
M2 = (Q(1, 10), Q(188, 1000), Q(231, 1000), Q(281, 1000))
M2_EXT = tuple(Q(2*k - 1, 20) for k in (1, 2, 3, 4))
M3 = (Q(1, 20), Q(1, 5), Q(1, 2), Q(19, 20))


def means(rates):
    """The cumulative means of a schedule."""
    return [sum(rates[:k])/k for k in range(1, len(rates) + 1)]


def floors(rates):
    """xi^2/|D_k| with xi^2 proportional to the cumulative mean, up to a constant."""
    return [mean/k for k, mean in enumerate(means(rates), 1)]


def decreasing(x):
    return all(later < earlier for earlier, later in zip(x, x[1:]))


# --- the schedules -------------------------------------------------------------------------------------------------

def mean_is_root(mean, k):
    """The mean of the first k rates is (1/10) sqrt k."""
    return mean**2 == k/100


def mean_of_two(mean, k):
    return 2*mean == M2[0] + M2[1] and k == 2


def root_means_within_two_percent():
    """The means of M_2; their squares over k/100; and the rates whose means are exact."""
    found = means(M2)
    return found, [mean**2/Q(k, 100) for k, mean in enumerate(found, 1)], rates_with_root_means()


def root_means_as_stated(found):
    values, squares, rates = found
    return (values == [Q(1, 10), Q(144, 1000), Q(173, 1000), Q(2, 10)] and squares[0] == squares[3] == 1
            and all((Q(98, 100))**2 < s < Q(102, 100)**2 for s in squares)
            and all(rounds_to(rate, printed) for rate, printed in zip(rates[1:], ("0.183", "0.237", "0.280"))))


@paper.claim("SCAL-45", "Section 7.1", r"\mathcal M_2=\{.1,.188,.231,.281\}:\ \bar r_k=0.1\sqrt k", finding="amended")
def square_root_schedule():
    """The cumulative means of M_2 are said to be 0.1 times the root of k."""
    yield Refutation(mean_is_root, at=dict(mean=Q(144, 1000), k=2), given=mean_of_two)


@square_root_schedule.corrected(r"\bar r=(0.1,\,0.144,\,0.173,\,0.2):\ \text{exact at}\ k=1,4,\ \text{within}\ 2\%\ "
                                r"\text{at}\ k=2,3")
def square_root_schedule():
    """Exact for k = 1 and 4 and within 2 % between; the rates with exact means round to 0.183, 0.237 and 0.280."""
    yield Certified(root_means_within_two_percent, root_means_as_stated)


def sum_of_odd_numbers(k):
    """k^2 - (k - 1)^2 = 2 k - 1: the first k odd numbers sum to k^2, so the mean of (2 j - 1)/20 is k/20."""
    return (k**2 - (k - 1)**2, k**2/k/20), (2*k - 1, k/20)


@paper.claim("SCAL-46", "Section 7.1", r"r_k=\tfrac{2k-1}{20}\implies\bar r_k=\tfrac k{20}")
def linear_schedule():
    """The cumulative means of the extended schedule are exactly linear in k."""
    yield Identity(sum_of_odd_numbers, excluding=lambda k: (k,))


@paper.claim("SCAL-47", "Section 7.1", r"\mathcal M_3:\ \bar r_k\propto k^{1.54}", finding="ambiguous")
def super_linear_schedule():
    """The means 1/20, 1/8, 1/4, 17/40 of M_3 are said to grow like k^1.54."""


@super_linear_schedule.reading("ends", r"\frac{\ln(\bar r_4/\bar r_1)}{\ln4}=1.54373")
def super_linear_schedule():
    """Read from the two ends: 1.544."""
    yield END_POINT_EXPONENT


@super_linear_schedule.reading("least squares", r"1.53384\ \text{in}\ (\ln k,\ln\bar r_k)")
def super_linear_schedule():
    """Read as a fit to all four: 1.534; both round to within 0.01 of the printed number."""
    yield FITTED_EXPONENT


@super_linear_schedule.reading("law", r"\bar r_k=0.05\,k^{1.54}")
def super_linear_schedule():
    """Read as a law: no, it misses the mean at k = 2 by 14 % (the mean is 0.860 of it), and the local exponents are
    1.32, 1.71 and 1.84. All exceed 1, so super-linear growth holds.
    """
    yield MISS_AT_TWO
    yield LOCAL_SUPER_LINEAR


def schedules():
    """xi^2/|D_k|, up to a constant, of the four schedules, with xi^2 proportional to the mean rate."""
    return {"M1": floors(M1), "M2": floors(M2), "M2ext": floors(M2_EXT), "M3": floors(M3)}


def as_classified(found):
    return (decreasing(found["M1"]) and decreasing(found["M2"]) and set(found["M2ext"]) == {Q(1, 20)}
            and decreasing(found["M3"][::-1]))


def coin_schedules():
    """The floors v/k if a corrupted token is the toss of a coin, v its variance over the first k slices: r (1 - r) at
    their mean rate r, or the mean of r_j (1 - r_j) over them.
    """
    def of(rates):
        at_the_mean = [r*(1 - r) for r in means(rates)]
        mean_of_them = means([r*(1 - r) for r in rates])
        return [[v/k for k, v in enumerate(variances, 1)] for variances in (at_the_mean, mean_of_them)]
    return {"M2ext": of(M2_EXT), "M3": of(M3)}


def as_with_coins(found):
    """Either way M_2^ext falls, and M_3 rises at first and falls at last."""
    return (all(map(decreasing, found["M2ext"]))
            and all(floors[0] < floors[1] and floors[2] > floors[3] for floors in found["M3"]))


def variance_grows(r, s, k):
    """With the variance r (1 - r) of a coin, xi^2/k grows from the mean r at k to the mean s at k + 1."""
    return r*(1 - r)/k < s*(1 - s)/(k + 1)


def last_means(r, s, k):
    return k == 3 and 3*r == M3[0] + M3[1] + M3[2] and 4*s == 3*r + M3[3]


@paper.claim("SCAL-48", "Section 7.1", r"\xi^2(\mathbb D_k)/|\mathbb D_k|:\ \mathcal M_1,\mathcal M_2\ \text{fall},\ "
             r"\mathcal M_2^{\rm ext}\ \text{constant},\ \mathcal M_3\ \text{grows}", finding="amended")
def taxonomy_of_floors():
    """The schedules are classified by the floor that they leave; how a rate becomes a variance is lost with A.4."""
    yield Refutation(variance_grows, at=dict(r=Q(1, 4), s=Q(17, 40), k=3), given=last_means)


@taxonomy_of_floors.corrected(r"\text{true for}\ \xi^2\propto\bar r_k,\ \text{not for}\ "
                              r"\xi^2\propto\bar r_k(1-\bar r_k)",
                              hypotheses=("xi^2 proportional to the mean rate",))
def taxonomy_of_floors():
    """True if the variance is proportional to the mean rate; for the variance of a coin M_2^ext falls and M_3 is not
    monotone.
    """
    yield Certified(schedules, as_classified)
    yield Certified(coin_schedules, as_with_coins)


def mean_of_first(k):
    """(1 + ... + k)/(20 k) = (k + 1)/40, and over k: 1/40 + 1/(40 k)."""
    total = k*(k + 1)/2
    return (total - (k - 1)*k/2, total/(20*k), total/(20*k)/k), (k, (k + 1)/40, 1/(40*k) + (0*k + 1)/40)


def floor_of_first_falls(k):
    """1/40 + 1/(40 k) - 1/40 - 1/(40 (k + 1)) = 1/(40 k (k + 1)) > 0."""
    return 1/(40*k) - 1/(40*(k + 1)), 1/(40*k*(k + 1))


@paper.claim("SCAL-49", "Section 7.1", r"\mathcal M_1\ \text{is below the breakdown rate}", finding="ambiguous")
def first_schedule():
    """M_1 is called a schedule below the breakdown rate."""


@first_schedule.reading("four slices", r"\bar r_k/k=\tfrac1{40}+\tfrac1{40k}\ \text{falls}")
def first_schedule():
    """Read of the four slices: the floor falls, from 0.05 to 0.03125."""
    yield Identity(mean_of_first, excluding=lambda k: (k,))
    yield Identity(floor_of_first_falls, excluding=lambda k: (k, k + 1))


@first_schedule.reading("asymptotic", r"\bar r_k=\tfrac{k+1}{40}\sim\tfrac k{40}:\ \bar r_k/k\to\tfrac1{40}>0")
def first_schedule():
    """Read as a rate of growth: M_1 is asymptotically linear, at the breakdown rate itself, and its floor tends to
    1/40.
    """
    yield Identity(mean_of_first, excluding=lambda k: (k,))


# --- reported numbers ----------------------------------------------------------------------------------------------

def gaps():
    """Predicted factor of the floor from k = 1 to 4 and the observed factor of the gap, from the numbers in the text
    (which gives the gap of M_2 as between 0.29 and 0.30: at most the factor 30/29 apart either way).
    """
    predicted = {name: values[3]/values[0] for name, values in schedules().items()}
    observed = {"M2 least": Q(29, 30), "M2 most": Q(30, 29), "M2ext mask": Q(107, 127), "M2ext random": Q(133, 111),
                "M3 mask": Q(137, 117), "M3 random": Q(134, 118)}
    return predicted, observed, Q("1.88") - Q("1.73")


def gaps_as_stated(found):
    predicted, observed, improvement = found
    return ((predicted["M2"], predicted["M2ext"], predicted["M3"], improvement) == (Q(1, 2), 1, Q(17, 8), Q(15, 100))
            and observed["M2 least"] > Q(95, 100) and observed["M2 most"] < Q(105, 100)
            and observed["M2ext mask"] < Q(85, 100) and observed["M2ext random"] > Q(119, 100)
            and all(1 < observed[f"M3 {kind}"] < Q(118, 100) for kind in ("mask", "random")))


@paper.claim("SCAL-50", "Section 7.2", r"\text{the gaps to clean training confirm the predicted floors}", finding="gap")
def observed_gaps():
    """From the numbers in the text: the direction is right for M_3; the sizes are not those predicted. M_2: predicted
    0.5, observed about 1; M_2^ext: predicted 1, observed 0.84 and 1.20; M_3: predicted 2.125, observed 1.17 and 1.14.
    The cross-entropy gap is no squared risk, so this is qualitative at best.
    """
    yield Certified(gaps, gaps_as_stated)


def frontier(alpha, beta):
    """The size N at which A N^(-alpha) and B D^(-beta) balance with C = N D, and the loss there, as powers of C."""
    n, d, c = letters("n d c")
    size = solved_for(n**(-alpha), (d**(-beta)).where(d=c/n), "n")
    return exponents(size, "c") + exponents((n**(-alpha)).where(n=size), "c"), (
        beta/(alpha + beta), -alpha*beta/(alpha + beta))


def frontier_exponent():
    """alpha beta/(alpha + beta) for the fit 0.43, 0.34 and for the published 0.34, 0.28."""
    return [x*y/(x + y) for x, y in ((Q("0.43"), Q("0.34")), (Q("0.34"), Q("0.28")))]


def slope_with_offset(E, c, x, eta):
    """With x = c^(-eta), so dx/dc = -eta x/c: d log(E + x)/d log c = -eta x/(E + x)."""
    def loss(u):
        return E + x*(1 - eta*(u - c)/c)        # to first order at u = c
    return derivative(loss, c)*c/(E + x), -eta*x/(E + x)


@paper.claim("SCAL-51", "Section 7.2, C.3", r"\alpha=0.43,\ \beta=0.34,\ \eta=0.120\ \text{in the range of}\ 1/7",
             finding="ambiguous")
def compute_frontier():
    """The exponent of the compute frontier is given as 0.120, in the range of 1/7."""


@compute_frontier.reading("joint fit", r"\eta=\frac{\alpha\beta}{\alpha+\beta}=0.1899")
def compute_frontier():
    """Read of the frontier of the joint fit with its constant E taken off: 0.190 from the same two exponents (the
    published ones give 0.154), and not 0.120.
    """
    yield Identity(frontier, excluding=lambda alpha, beta: (alpha + beta,))
    yield Certified(frontier_exponent, lambda found: [round(x, 4) for x in found] == [Q("0.1899"), Q("0.1535")])


@compute_frontier.reading("without offset", r"\frac{d\log(E+c^{-\eta})}{d\log c}=-\eta\,\frac{c^{-\eta}}{E+c^{-\eta}}")
def compute_frontier():
    """Read of a pure power fitted to the whole loss: the slope is smaller by the share of the reducible loss, and any
    number below 0.190 can come out; 0.120 is then no estimate of the exponent 1/7 of a risk.
    """
    yield Identity(slope_with_offset, excluding=lambda E, c, x, eta: (c, E + x))
