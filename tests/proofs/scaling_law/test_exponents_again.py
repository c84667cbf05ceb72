"""Findings about exponents and rates once more, by roots and slopes in mpmath that share nothing with the ledger.

Each test names the claims that it recomputes.
"""
import mpmath as mp
import pytest

XI = mp.mpf("0.3")


@pytest.fixture(autouse=True)
def digits():
    with mp.workdps(40):
        yield


def slope(f, x):
    """The power of x in f, a monomial in x."""
    return mp.log(f(2*x)/f(x))/mp.log(2)


def elbow(N, alpha, b):
    """C at which xi^2 T/N^3 = 1 for T = C/(M N^b), M = N^alpha, by a root in log C."""
    def excess(log_C):
        T = mp.exp(log_C)/(N**alpha*N**b)
        return mp.log(XI**2*T/N**3)
    return mp.exp(mp.findroot(excess, 1))


@pytest.mark.parametrize("alpha, b, power", [(3, 1, 7), (4, 1, 8), (3, 0, 6), (1, 1, 5)])
def test_elbow_stage_two_and_breakdown(alpha, b, power):
    """SCAL-03, 05, 08, 09, 10, 11, 62; SCAL-17 at xi = N^(1/2)."""
    assert mp.almosteq(slope(lambda N: elbow(N, alpha, b), mp.mpf(50)), power)
    def risk(C):
        N = mp.findroot(lambda N: mp.log(elbow(N, alpha, b)/C), 50)
        return XI**2/N
    assert mp.almosteq(slope(risk, mp.mpf(10)**12), -mp.mpf(1)/power, 1e-20)
    assert mp.almosteq(slope(lambda N: elbow(N, alpha, b)*XI**2/N, mp.mpf(50)), power - 1)     # C where xi^2 = N


def test_chain_of_exponents_has_a_factor_too_many():
    """SCAL-06: the printed chain at xi = 2 is four times its right-hand side."""
    xi, C, N = 2, mp.mpf(7), mp.mpf(3)
    assert mp.almosteq(xi**2*(xi/N)**2*(C/N**4)/N, xi**2*(xi**2*C/N**7))


@pytest.mark.parametrize("xi, Ld", [("1", 1), ("0.1", 1), ("1", 1024*768)])
def test_lambert_solution(xi, Ld):
    """SCAL-12, by a root of the boundary itself."""
    xi, C = mp.mpf(xi), mp.mpf(10)**20
    N = mp.findroot(lambda N: N**7*mp.log(N*Ld/xi**2)/(xi**2*C) - 1, (xi**2*C)**(mp.mpf(1)/7))
    W = mp.lambertw(7*mp.mpf(Ld)**7*C/xi**12).real
    assert mp.almosteq(N, (7*xi**2*C/W)**(mp.mpf(1)/7), 1e-30)


@pytest.mark.parametrize("xi, drift", [("1", "1.051055383"), ("0.1", "1.031795413")])
def test_ratio_of_rates(xi, drift):
    """SCAL-13, SCAL-16: the ratio at the ends, that it increases, and the local exponent as a derivative."""
    def ratio(log_C):
        return mp.lambertw(mp.exp(log_C)/mp.mpf(xi)**12).real**(mp.mpf(1)/7)
    logs = [mp.log(10)*(18 + mp.mpf(i)/10) for i in range(71)]
    values = [ratio(x) for x in logs]
    assert all(a < b for a, b in zip(values, values[1:])) and abs(values[-1]/values[0] - mp.mpf(drift)) < 1e-9
    if xi == "1":
        exponents = [mp.diff(lambda x: mp.log(ratio(x)) - x/7, end) for end in (logs[0], logs[-1])]
        assert abs(exponents[0] + mp.mpf("0.139177")) < 1e-6 and abs(exponents[1] + mp.mpf("0.140240")) < 1e-6
        assert all(x > -mp.mpf(1)/7 for x in exponents)


def test_constant_of_the_optimised_bound():
    """SCAL-15: on a grid of N the least bound over xi^2/N_W stays in [1, 1 + (1 + log W)/W]; W^(1/7) is unbounded."""
    checked = 0
    for xi in (mp.mpf("0.1"), mp.mpf(1), mp.mpf(3)):
        for power in (12, 20, 60, 400):
            C = mp.mpf(10)**power
            W = mp.lambertw(7*C/xi**12).real
            N_W = (7*xi**2*C/W)**(mp.mpf(1)/7)
            grid = [N_W*mp.exp(-mp.mpf(i)/50*mp.log(W)/W) for i in range(-50, 150)]
            least = min(mp.exp(-xi**2*C/N**7) + xi**2/N for N in grid)
            assert 1 < least*N_W/xi**2 < 1 + (1 + mp.log(W))/W
            checked += 1
    assert checked == 12 and (mp.lambertw(7*mp.mpf(10)**400).real/7)**(mp.mpf(1)/7) > 2


def test_noise_that_is_best_at_fixed_compute():
    """SCAL-19."""
    C, N = mp.mpf(10)**15, mp.mpf(100)
    def bound(v):
        return mp.exp(-v*C/N**7) + v/N
    best = mp.findroot(lambda v: mp.diff(bound, v), 0.5)
    assert abs(best - mp.mpf("0.691")) < 5e-4 and abs(bound(best) - mp.mpf("0.0079")) < 5e-5
    assert abs(bound(best/10) - mp.mpf("0.502")) < 5e-4 and bound(mp.mpf(0)) == 1


def test_model_law():
    """SCAL-22: time from eps = xi/M^zeta, the compute exponent at fixed N, its end point, and the empty range."""
    N = mp.mpf(40)
    for zeta in (mp.mpf(1)/3, mp.mpf(1)/5):
        def compute(M, N=N, zeta=zeta):
            eps = XI/M**zeta
            return M*(N/eps**2)*N
        assert mp.almosteq(-zeta/slope(compute, mp.mpf(1000)), -zeta/(1 + 2*zeta))
        assert mp.almosteq(slope(lambda N: compute(N**(1/zeta), N), N), 4 + 1/zeta)
    assert mp.almosteq(N**(1/(mp.mpf(1)/3)), N**3) and N**(1/mp.mpf("0.4")) < N**3


def test_width_rate_and_radius_in_depth():
    """SCAL-23, 24, 25, 56, 61: powers of the depth, and of n, L, d, B in the radius."""
    def omega(N, L=2, d=3, B=5):
        return 1/(N*L**2*mp.mpf(d)**2.5*B**3)
    def width(N, n=7, L=2, d=3, B=5):
        return mp.mpf(n)**3*mp.mpf(L)**5/(omega(N, L, d, B)**6*mp.mpf(N)**2)
    def radius(N, n=7, L=2, d=3, B=5):
        return 1/(mp.sqrt(width(N, n, L, d, B))*omega(N, L, d, B)*N)
    assert mp.almosteq(slope(width, 3), 4) and mp.almosteq(slope(lambda N: omega(N)*N, 3), 0, abs_eps=1e-30)
    powers = [slope(radius, 3), slope(lambda n: radius(3, n), 7), slope(lambda L: radius(3, 7, L), 2),
              slope(lambda d: radius(3, 7, 2, d), 3), slope(lambda B: radius(3, 7, 2, 3, B), 5)]
    assert all(mp.almosteq(p, q) for p, q in zip(powers, (-2, mp.mpf(-3)/2, mp.mpf(-13)/2, -5, -6)))


def test_two_gaussians_at_a_quarter_of_divergence():
    """SCAL-35: the Bayes risk over the squared distance, and Le Cam's 1/8."""
    shift = mp.sqrt(mp.mpf(1)/2)
    def density(x, mean):
        return mp.npdf(x, mean, 1)
    def posterior(x):
        p, q = density(x, 0), density(x, shift)
        return p*q/(p + q)/2
    risk = mp.quad(posterior, [-12, -2, 0, 2, 12])
    variation = 1 - mp.quad(lambda x: min(density(x, 0), density(x, shift)), [-12, 0, shift/2, shift, 12])
    assert abs(risk - mp.mpf("0.22203")) < 1e-5 and variation**2 < mp.mpf(1)/8
    assert risk > (1 - variation)/4 > mp.mpf(1)/8 > (1 - mp.sqrt(mp.mpf(1)/8))/8


def test_discrete_bound_for_small_steps():
    """SCAL-37: at step 1/lambda_max the exponent is -4 t sqrt(lambda lambda_max) up to O(1/kappa); at 0 it diverges."""
    root = mp.mpf(100)
    def log_bound(eta):
        return 2/eta*mp.log((root - 1)/(root + 1))
    assert abs(log_bound(1/root**2)/(-4*root) - 1) < 1e-4
    assert log_bound(mp.mpf("1e-9")) < -1e7


def test_exponents_that_the_case_studies_report():
    """SCAL-45, 47, 51, 52, 53."""
    means = [mp.mpf(x) for x in ("0.05", "0.125", "0.25", "0.425")]
    logs = [mp.log(k) for k in range(1, 5)]
    design = mp.matrix([[1, x] for x in logs])
    fitted = mp.lu_solve(design.T*design, design.T*mp.matrix([mp.log(m) for m in means]))[1]
    assert abs(mp.log(means[3]/means[0], 4) - mp.mpf("1.54373")) < 1e-5 and abs(fitted - mp.mpf("1.53384")) < 1e-5
    assert abs(means[1]/(means[0]*2**mp.mpf("1.54")) - mp.mpf("0.860")) < 1e-3
    rates = [mp.mpf(k)*mp.sqrt(k)/10 - mp.mpf(k - 1)*mp.sqrt(k - 1)/10 for k in range(1, 5)]
    assert [mp.nint(1000*r) for r in rates] == [100, 183, 237, 280]
    def frontier(C):
        """The least n^(-0.43) + (C/n)^(-0.34) over n."""
        loss = lambda x: mp.exp(-mp.mpf("0.43")*x) + mp.exp(-mp.mpf("0.34")*(mp.log(C) - x))
        return loss(mp.findroot(lambda x: mp.diff(loss, x), mp.log(C)*mp.mpf("0.44")))
    assert abs(slope(frontier, mp.mpf(10)**20) + mp.mpf("0.18987")) < 1e-5
    def curve(u):
        return mp.log(mp.exp(-mp.exp(u)) + mp.mpf("0.01"))
    turn = mp.findroot(lambda u: mp.diff(curve, u, 2), 1.29)
    assert abs(turn - mp.mpf("1.29")) < 5e-3 and abs(mp.diff(curve, mp.mpf("1.5"), 2) - mp.mpf("2.62")) < 5e-3
    assert mp.log(mp.log(100)) > turn and int(mp.mpf(10)**(mp.mpf(25)/7)) == 3727
