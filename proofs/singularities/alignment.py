"""Theorems 2.2 and 2.3, Appendices A.2 and A.3: alignment, and the singularity of what the layer puts out."""
from fractions import Fraction as Q

from proofs.evidence import Argument, Nonnegative, Refutation

from .paper import paper
from .spectra import stable_rank


# --- Theorem 2.2 ---------------------------------------------------------------------------------------------------

def alignment_grows(k1, k2, q1, c):
    """(v_1.e_1)^2 of W_K + c W_Q e_1 e_1^T, diagonal, is at least that of W_K."""
    def aligned(first, second):
        return int(abs(first) > abs(second))
    return aligned(k1 + c*q1, k2) >= aligned(k1, k2)


@paper.claim("SING-16", "Theorem 2.2 [rebuilt]", r"\varphi(W')\ge\varphi(W)\ \text{after a gradient update}",
             finding="amended")
def alignment_theorem():
    """A gradient update is said to strengthen the alignment of v_1 with beta_1.

    Not every one does: for W_K = diag(1, 1/2) and W_Q = diag(-1, 1/2) the step W_K + (3/4) W_Q z z^T, z = e_1, turns
    v_1 by 90 degrees.  What the true gradient does is not in the text.
    """
    yield Refutation(alignment_grows, at=dict(k1=1, k2=Q(1, 2), q1=-1, c=Q(3, 4)))


@alignment_theorem.corrected(
    r"(v_1\cdot z)^2\ \text{is nondecreasing in}\ c\ge0\ \text{for}\ W'^\top W'=W^\top W+c\,zz^\top\ \text{and in}\ h"
    r"\ge0\ "
    r"\text{for}\ W'=We^{hzz^\top}", hypotheses=("|z| = 1", "the top singular value of W' is simple"))
def alignment_theorem():
    """It holds for every W where the Gram matrix gains a multiple of z z^T, and where W is multiplied by exp(h z z^T).
    """
    yield Argument("""
        lambda_max(G + c z z^T) is the maximum over unit y of y^T G y + c (y.z)^2, affine in c: it is convex, and its
        slope, which therefore increases, is (v_1.z)^2.""", name="gram_update")
    yield Argument("""
        With P = z z^T the function W e^{(h + iy) P} is analytic, and bounded on strips; e^{iyP} is unitary, so its
        norm depends on h alone.  By the three lines theorem log||W e^{hP}|| is convex in h; its slope is v_1^T P v_1
        = (v_1.z)^2 with v_1 the top right singular vector of W e^{hP}.""", name="three_lines")


# --- Theorem 2.3 ---------------------------------------------------------------------------------------------------

def output_rank_follows_weights(m2, m3, s2, s3, t2, t3):
    """Aligned vectors, mu = (1, m2, m3): SR(Z_K) does not rise from sigma = (1, s2, s3) to (1, t2, t3)."""
    return stable_rank(1, m2*t2, m3*t3) <= stable_rank(1, m2*s2, m3*s3)


def weights_lose_stable_rank(m2, m3, s2, s3, t2, t3):
    return (1 >= m2 >= m3 >= 0 and 1 >= s2 >= s3 >= 0 and 1 >= t2 >= t3 >= 0
            and stable_rank(Q(1), t2, t3) < stable_rank(Q(1), s2, s3))


def output_rank_follows_alignment(c, s2, m2):
    """mu = (1, m2, 0), sigma = (1, s2, 0): SR(Z_K) does not rise from v_1 = (c, s, 0), v_2 = beta_3 to v_i = beta_i.

    In the first case Z v_2 = 0, so Z_K has rank one; in the second the values of Z_K are 1 and m2 s2.
    """
    return stable_rank(Q(1), m2*s2) <= 1


def alignment_rises_to_one(c, s2, m2):
    return 0 < c < 1 and 0 < s2 <= 1 and 0 < m2 <= 1


@paper.claim("SING-17", "Theorem 2.3 [rebuilt]",
             r"\text{decreasing}\ \mathrm{SR}(W_K)\ \text{or increasing}\ \varphi\ \text{reduces}\ \mathrm{SR}(Z_K),"
             r"\quad Z_K=ZW_K^\top",
             finding="refuted")
def output_rank():
    """The stable rank of the output is said to fall with that of the weights, and with rising alignment; neither is so.

    The display of the theorem is lost, and may have been a bound; what is refuted is the sentence that explains it.
    At phi = 1, mu = (1, 9/10, 1/10): SR(W) falls from 1.5 to 1.4 while SR(Z_K) rises from 1.205 to 1.292.
    """
    yield Refutation(output_rank_follows_weights, at=dict(m2=Q(9, 10), m3=Q(1, 10), s2=Q(1, 2), s3=Q(1, 2), t2=Q(3, 5),
                                                          t3=Q(1, 5)), given=weights_lose_stable_rank)
    yield Refutation(output_rank_follows_alignment, at=dict(c=Q(4, 5), s2=Q(9, 10), m2=Q(9, 10)),
                     given=alignment_rises_to_one)


def energy_by_weights(m, s1, s2, s3, z1, z2, z3):
    """z_k = |Z v_k|^2 <= m = mu_1^2: sigma_2^2 m + sigma_3^2 m bounds the energy of Z_K beyond its first term."""
    goal = m*(s2**2 + s3**2) - (s2**2*z2 + s3**2*z3)
    return goal, {"m - z2": m - z2, "m - z3": m - z3}, [(1, ("m - z2",), s2), (1, ("m - z3",), s3)]


def energy_by_representation(s1, s2, s3, z1, z2, z3):
    """sigma_1^2 ||Z||_F^2 bounds the energy of Z_K."""
    goal = s1**2*(z1 + z2 + z3) - (s1**2*z1 + s2**2*z2 + s3**2*z3)
    return goal, {"s1 - s2": s1 - s2, "s1 + s2": s1 + s2, "s1 - s3": s1 - s3, "s1 + s3": s1 + s3, "z2": z2, "z3": z3}, [
        (1, ("s1 - s2", "s1 + s2", "z2"), 1), (1, ("s1 - s3", "s1 + s3", "z3"), 1)]


def first_image(m1, m2, m3, c1, c2, c3):
    """|Z v_1|^2 >= mu_1^2 phi^2."""
    return m1**2*c1**2 + m2**2*c2**2 + m3**2*c3**2 - m1**2*c1**2, {}, [(1, (), m2*c2), (1, (), m3*c3)]


@output_rank.corrected(
    r"\mathrm{SR}(Z_K)\le\min\Bigl(1+\frac{\mathrm{SR}(W_K)-1}{\varphi^2},\ \frac{\mathrm{SR}(Z)}{\varphi^2}\Bigr)",
    hypotheses=("phi > 0",))
def output_rank():
    """What falls is an upper bound: it decreases with SR(W_K) and as the alignment grows."""
    yield Nonnegative(energy_by_weights, at=dict(m=4, s1=3, s2=2, s3=1, z1=3, z2=2, z3=1),
                      tight=dict(m=4, s1=3, s2=2, s3=1, z1=4, z2=4, z3=4))
    yield Nonnegative(energy_by_representation, at=dict(s1=3, s2=2, s3=1, z1=3, z2=2, z3=1),
                      tight=dict(s1=1, s2=1, s3=1, z1=3, z2=2, z3=1))
    yield Nonnegative(first_image, at=dict(m1=3, m2=2, m3=1, c1=1, c2=1, c3=1),
                      tight=dict(m1=3, m2=2, m3=1, c1=1, c2=0, c3=0))
    yield Argument("""
        ||Z W^T||_F^2 = sum sigma_k^2 z_k with z_k = |Z v_k|^2, and ||Z W^T||_2^2 >= |Z W^T u_1|^2 = sigma_1^2 z_1.  So
        SR(Z_K) <= sum sigma_k^2 z_k/(sigma_1^2 z_1).  With z_k <= mu_1^2 for k > 1 and z_1 >= mu_1^2 phi^2 the first
        bound follows, with sigma_k <= sigma_1 and sum z_k = ||Z||_F^2 the second.  Further values add terms of the
        same form.""",
                   name="quotient")
