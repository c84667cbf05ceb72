"""Appendix C: the regime hypotheses."""
from fractions import Fraction as Q

from certify.balls import at, ball, less, less_equal
from certify.verdicts import all_hold
from proofs.evidence import Argument, Certified, Citation, Identity, Refutation, Simulation

from . import trained
from .paper import paper


def saturates_quickly(n, constant):
    """With np = log n, the mean number of vertices within constant * loglog n hops, at most 2 (np)^c, reaches n/2."""
    mean = n.log()
    return less_equal(n/2, 2*(constant*mean.log()*mean.log()).exp())


@paper.claim("FS-C.1", "Appendix C (R1)", r"p\gg1/n\implies V_c\to[n]\ \text{in}\ O(\log\log n)\ \text{hops}",
             finding="refuted")
def saturation_time():
    """In denser graphs the reachable set is said to fill everything within O(log log n) hops."""
    yield Refutation(saturates_quickly, at=dict(n=10**200, constant=10), bits=256)


@saturation_time.corrected(r"np=\log n:\ \text{at least}\ (1-o(1))\,\frac{\log n}{\log\log n}\ \text{hops};\ \text{in "
                           r"general}\ \approx\log n/\log(np)")
def saturation_time():
    """At np = log n it takes of order log n/log log n hops."""
    yield Argument("The mean number of vertices within c hops is at most sum of (np)^j <= 2 (np)^c for np >= 2.  For "
                   "it to reach n/2 one needs c >= log(n/4)/log(np).", name="mean_growth")


@paper.claim("FS-C.2", "Appendix C (R1)", r"p\le1/n\implies\text{no giant component}")
def no_giant_component():
    """With np <= 1 the set reachable from the root is o(n) with probability tending to 1."""
    yield Argument("""
        The set reached from r is dominated by the progeny T_n of a branching process with binomial(n, 1/n)
        offspring.  For any K and n >= K/delta, P(T_n >= delta n) <= P(T_n >= K), which tends to P(T >= K) for
        Poisson(1) offspring, as the event depends on at most K offspring numbers.  T is finite almost surely, so
        this tends to 0 as K grows.""",
                   name="certain_extinction")
    yield Citation("Athreya and Ney, Branching processes, I.5: extinction is certain for mean at most 1 unless the "
                   "offspring is constantly 1.", name="extinction")


def coherence_is_small(n, d):
    """P(all |<u_i, u_j>| <= sqrt(log n/d)) >= 1/2 for n independent uniform unit vectors.

    The inner products of distinct pairs are pairwise independent, each exceeds the level with probability q, and
    Chebyshev bounds the probability that none of the N pairs does by 1/(N q).
    """
    q = 1 - (n.log()/d).beta_lower(ball(Q(1, 2)), (d - 1)/2, regularized=True)
    return less_equal(ball(Q(1, 2)), 1/(n*(n - 1)/2*q))


@paper.claim("FS-C.3", "Appendix C (R3), A.1, Section 4.5",
             r"\bar\rho\le\sqrt{\log n/d},\ \bar\rho=O(1/\sqrt d)\ \text{for random embeddings}", finding="refuted")
def coherence():
    """The coherence of random embeddings is said to be about 1/sqrt d, at most sqrt(log n/d)."""
    yield Refutation(coherence_is_small, at=dict(n=50, d=64), bits=128)


@coherence.corrected(r"\bar\rho\approx2\sqrt{\log n/d}\ \text{for}\ n\ \text{random unit vectors},\ \log n\ll d")
def coherence():
    """The maximum over n^2/2 pairs is of order 2 sqrt(log n/d); at n = 50, d = 64 the printed bound fails with
    certified probability over 1/2.
    """
    yield Argument("P(|<u, v>| > t) is exp(-d t^2/2 (1 + o(1))) for t of this order, so n^2/2 pairs stay below t when "
                   "t^2 > 4 log n/d, and by the second moment (pairwise independence) do not when t^2 < (4 - delta) "
                   "log n/d.", name="first_and_second_moment")
    yield Simulation(trained.coherence_of_random_embeddings, trained.is_well_above_the_print, corroborates=True,
                     margin="in units of sqrt(log n/d): every draw above 1.3, the median between 1.5 and 2")


def widths():
    """8 log 50 and 15 log 50 in balls."""
    return at(64, lambda: (8*ball(50).log(), 15*ball(50).log()))


@paper.claim("FS-C.4", "Appendix C (R3)", r"d\ge k_{D-1}\log n:\ 64\ge8\log50,\ 64\ge15\log50\quad(D=4)")
def width():
    """At n = 50, d = 64, D = 4 the width suffices with either size of V_3."""
    yield Certified(widths, lambda found: all_hold(less(x, ball(64)) for x in found))


def cosine_of_targets(r, s, k):
    """r^2 = k, s = sqrt K: the k common coordinates give k/(r s) = r/s."""
    return k*(1/r)*(1/s), r/s


@paper.claim("FS-C.5", "Appendix C (R2)", r"\text{tree regime:}\ z_c^*\perp z_{c'}^*,\ c\ne c'", finding="ambiguous")
def orthogonal_targets():
    """In the tree regime targets of different depths are said to be orthogonal."""


@orthogonal_targets.reading("within", r"\cos(z_c^*,z_{c'}^*)=\sqrt{k_c/k_{c'}},\ c<c'")
def orthogonal_targets():
    """Within c hops they are not: the cosine is sqrt(k_c/k_c')."""
    yield Identity(cosine_of_targets, modulo=lambda r, s, k: (r**2 - k,), excluding=lambda r, s, k: (r, s))
    yield Argument("V_c lies in V_c', so the supports share V_c.", name="nested_sets")


@orthogonal_targets.reading("exactly", r"V_c\cap V_{c'}=\emptyset\implies z_c^*\perp z_{c'}^*")
def orthogonal_targets():
    """In exactly c hops of a tree they are, as different layers are disjoint."""
    yield Argument("A vertex of a tree has one distance from the root.", name="one_distance")
