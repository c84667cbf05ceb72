"""A.4, Lemma 10: the arithmetic of the Bernstein bound."""
from fractions import Fraction as Q

from proofs.evidence import Argument, Citation, Identity, Refutation

from .paper import paper


def variance_of_sum(T, c1, n, B, d):
    """Step 4: V = T sigma^2 with sigma^2 = c1 n/(B d)."""
    return T*(c1*n/(B*d))


def both_variances(T, c1, n, B, d):
    """Item 1, T sigma^2/B, is step 4, T sigma^2."""
    return variance_of_sum(T, c1, n, B, d)/B == variance_of_sum(T, c1, n, B, d)


@paper.claim("FS-L10.1", "Lemma 10, item 1, step 4",
             r"V=T\sigma^2/B\ \text{and}\ V\le T\sigma^2,\ \sigma^2\le c_1n/(Bd)", finding="refuted")
def variance_proxy():
    """The variance of the sum is T sigma^2/B in item 1 and step 5, T sigma^2 in step 4, with one sigma^2 that has 1/B
    in it.
    """
    yield Refutation(both_variances, at=dict(T=1, c1=1, n=1, B=2, d=1))


def signal_over_noise(T, c0, c1, n, B, d, v):
    """(T c0/sqrt d)^2/V with V of step 4 is (c0^2/c1) T B/n; v stands for sqrt d."""
    return (T*c0/v)**2/variance_of_sum(T, c1, n, B, d), c0**2/c1*T*B/n


def root_of_width(T, c0, c1, n, B, d, v):
    return (v**2 - d,)


def noise_divisors(T, c0, c1, n, B, d, v):
    return T, c1, n, B, d, v


@variance_proxy.corrected(r"V=T\sigma^2=c_1Tn/(Bd):\ \mathrm{SNR}^2=(c_0^2/c_1)\,TB/n")
def variance_proxy():
    """The batch enters once: the squared signal-to-noise ratio is of order TB/n."""
    yield Identity(signal_over_noise, modulo=root_of_width, excluding=noise_divisors)
    yield Argument("Independent increments add their second moments; sigma^2 <= c_1 n/(B d) is that of a batch "
                   "already.", name="one_batch_factor")


def printed_signal(T, c0, c1, n, B, d, v):
    """(T c0/sqrt d)^2/(c1 T n/(B^2 d)) = (c0^2/c1) T B^2/n."""
    return (T*c0/v)**2/(variance_of_sum(T, c1, n, B, d)/B), c0**2/c1*T*B**2/n


def lower_bound_without_constant(T, c0, c1, n, B):
    """(c0^2/c1) T B^2/n >= c0^2 T B/n."""
    return c0**2/c1*T*B**2/n >= c0**2*T*B/n


@paper.claim("FS-L10.2", "Lemma 10, step 5",
             r"\tfrac{Tc_0/\sqrt d}{\sqrt{c_1Tn/(B^2d)}}=\tfrac{c_0}{\sqrt{c_1}}\sqrt{TB^2/n}\ge c_0\sqrt{TB/n}\ "
             r"(B\ge1)",
             finding="amended")
def ratio_of_step_five():
    """The ratio is computed and bounded from below for every batch."""
    yield Refutation(lower_bound_without_constant, at=dict(T=1, c0=1, c1=4, n=1, B=1))


def excess_over_the_bound(T, c0, c1, n, B):
    """The difference of the squares, (c0^2/c1) T B^2/n - c0^2 T B/n, is c0^2 T B (B - c1)/(c1 n)."""
    return c0**2/c1*T*B**2/n - c0**2*T*B/n, c0**2*T*B*(B - c1)/(c1*n)


def bound_divisors(T, c0, c1, n, B):
    return c1, n


@ratio_of_step_five.corrected(r"\text{the equality holds; the inequality iff}\ B\ge c_1")
def ratio_of_step_five():
    """The equality is right (for a variance that counts 1/B twice); the inequality needs B >= c_1."""
    yield Identity(printed_signal, modulo=root_of_width, excluding=noise_divisors)
    yield Identity(excess_over_the_bound, excluding=bound_divisors)


def parts_of_exponent(T, c0, c1, c2, n, B, v):
    """eps^2/2 and T sigma^2/B + M eps/3 at eps = T c0/(4 sqrt d), v = sqrt d."""
    eps = T*c0/(4*v)
    return eps**2/2, T*c1*n/(B**2*v**2) + c2*eps/3


def exact_exponent(T, c0, c1, c2, n, B, v):
    """It is 3 B^2 T c0^2/(8 (12 c1 n + c0 c2 B^2 sqrt d)): numerators and denominators in proportion."""
    numerator, denominator = parts_of_exponent(T, c0, c1, c2, n, B, v)
    return numerator*8*(12*c1*n + c0*c2*B**2*v), denominator*3*B**2*T*c0**2


def exponent_divisors(T, c0, c1, c2, n, B, v):
    return v, B


def bounded_in_the_batch(T, c0, c1, c2, n, B, v):
    """The limit 3 T c0/(8 c2 sqrt d) exceeds it by 9 T c0 c1 n/(2 c2 sqrt d (12 c1 n + c0 c2 B^2 sqrt d)) > 0."""
    below = 12*c1*n + c0*c2*B**2*v
    return 3*T*c0/(8*c2*v) - 3*B**2*T*c0**2/(8*below), 9*T*c0*c1*n/(2*c2*v*below)


def limit_divisors(T, c0, c1, c2, n, B, v):
    return c2, v, 12*c1*n + c0*c2*B**2*v


def exponent_is_linear(T, c0, c1, c2, n, B, v, c3):
    """The exponent is at least c3 T B/n."""
    numerator, denominator = parts_of_exponent(T, c0, c1, c2, n, B, v)
    return numerator/denominator >= c3*T*B/n


@paper.claim("FS-L10.3", "Lemma 10, step 5", r"\epsilon=Tc_0/(4\sqrt d):\ \text{exponent}\ -c_3TB/n", finding="refuted")
def bernstein_exponent():
    """At this deviation the exponent is said to be a constant times TB/n."""
    yield Refutation(exponent_is_linear, at=dict(T=1, c0=1, c1=1, c2=1, n=1, B=1000, v=1, c3=Q(1, 1000)))


@bernstein_exponent.corrected(r"-\frac{3B^2Tc_0^2}{8(12c_1n+c_0c_2B^2\sqrt d)},\ \text{at most}\ "
                              r"\frac{3Tc_0}{8c_2\sqrt d}\ \text{for every}\ B")
def bernstein_exponent():
    """The exact exponent; it stays bounded in B, so no constant c_3 serves for large batches."""
    yield Identity(exact_exponent, excluding=exponent_divisors)
    yield Identity(bounded_in_the_batch, excluding=limit_divisors)


def tail_exponent(c3, factor):
    """log_n(tail/2) = 1 - c3 factor at TB = factor n log n."""
    return 1 - c3*factor


def tail_is_small(c3):
    return tail_exponent(c3, 1/c3 + 1) <= -1


def exponents_of_tail(c3):
    """It is -c3 at the printed threshold and -1 at (2/c3) n log n."""
    return (tail_exponent(c3, 1/c3 + 1), tail_exponent(c3, 2/c3)), (-c3, -1 + 0*c3)


@paper.claim("FS-L10.4", "Lemma 10, step 5", r"TB\ge(c_3^{-1}+1)n\log n\implies2ne^{-c_3TB/n}\le2/n", finding="amended")
def tail_threshold():
    """At this threshold the tail is said to be at most 2/n."""
    yield Refutation(tail_is_small, at=dict(c3=Q(1, 2)))


@tail_threshold.corrected(r"\text{it is}\ 2n^{-c_3}\ \text{there};\ \le2/n\ \text{iff}\ c_3\ge1;\ \text{in general "
                          r"from}\ TB\ge(2/c_3)n\log n")
def tail_threshold():
    """The tail at the printed threshold is 2 n^(-c_3): at most 2/n iff c_3 >= 1; the general threshold is (2/c_3) n log
    n.
    """
    yield Identity(exponents_of_tail, excluding=lambda c3: (c3,))


@paper.claim("FS-L10.5", "Lemma 10, step 4",
             r"\text{the increments}\ g_{t,{\rm off}}\ \text{are independent and centred}", finding="gap")
def independent_increments():
    """Bernstein's inequality for independent centred matrices is applied to the increments of SGD."""
    yield Argument("""
        The increment depends on W_t, which depends on the earlier batches: the increments are a martingale
        difference sequence at best, for which Freedman's inequality has the same form with the predictable
        variance.  And E g_off = 0 is shown only at W in M_inv, where the run is not.""", name="martingale_needed")


@paper.claim("FS-L10.6", "Lemma 10, step 4",
             r"P(\|\textstyle\sum X_t\|>\epsilon)\le2n\exp\bigl(-\tfrac{\epsilon^2}{2(V+M\epsilon/3)}\bigr)",
             hypotheses=("X_t are independent, centred, n x n, |X_t| <= M, V bounds both variance sums",))
def matrix_bernstein():
    """The matrix Bernstein inequality is quoted in its usual form (for matrices that are not symmetric, with both
    variances).
    """
    yield Citation("Tropp, User-friendly tail bounds for sums of random matrices (2012), Theorem 1.6.", name="tropp")
