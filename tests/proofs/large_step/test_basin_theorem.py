"""Attempts to break the basin theorem: seeded orbits from where it is most likely to fail, and balls where doubles are not enough."""
from fractions import Fraction as Q

from flint import arb
import numpy as np
import pytest

from certify.balls import at, ball
from certify.cycles import attracting_cycle
from numerics.maps import amgm_weights, balanced_map, ellipse, error, product_map, squares_error, squares_map

MANY = 30_000
NEAR = 10.0**-np.arange(3, 11)   # distances from the dangerous sets


def from_modes(s, w):
    return (s + w)/2, (s - w)/2


def dangerous_starts(mu, rng, count=MANY):
    """Starts near the ellipse, the two axes, the landing sets e = 1, e = -1, D = e^2 - 3, and the corners P and Q."""
    angle, radius = rng.uniform(0, 2*np.pi, count), np.sqrt(rng.uniform(0, 1, count))
    tiny = rng.choice(NEAR, count)*rng.choice([-1, 1], count)
    half_s, half_w = 2*np.sqrt(2 + mu), 2*np.sqrt(2 - mu)
    inside = radius*np.array([half_s*np.cos(angle), half_w*np.sin(angle)])
    ellipse_side = (1 + tiny)*np.array([half_s*np.cos(angle), half_w*np.sin(angle)])
    axes = [np.array([tiny, inside[1]]), np.array([inside[0], tiny])]
    landing = [with_error(target + tiny, inside[1], mu) for target in (1, -1)]
    third = np.array([np.sqrt(np.abs(4*(e + mu) + (2 - mu)*(2 - e) + e**2 - 3 + tiny)) for e in [2*np.cos(angle)]]
                     + [np.sqrt(np.abs((2 - mu)*(2 - e) + e**2 - 3 + tiny)) for e in [2*np.cos(angle)]])
    corners = [np.array([tiny, half_w*(1 + tiny[::-1])]), np.array([half_s*(1 + tiny[::-1]), tiny])]
    return [from_modes(*x) for x in (inside, ellipse_side, *axes, *landing, third, *corners)]


def with_error(e, w, mu):
    """The modes of points with the error e and the imbalance w."""
    return np.array([np.sqrt(np.maximum(4*(e + mu) + w**2, 0)), w])


def height(u, v, mu):
    """(V, how much rounding of T, in units of 2^-53, can change it); in u and v nothing else cancels."""
    A, B = amgm_weights(mu)
    R = u/(2 + mu) + v/(2 - mu)
    return np.log(np.abs(4 - R)) - A*np.log(v) - B*np.log(u), (4 + R)/np.abs(4 - R)


@pytest.mark.parametrize("mu", [0.05, 0.7, 1.0, 1.2, 1.5, 1.9])
def test_the_height_never_falls_beyond_rounding(mu):
    rng, compared = np.random.default_rng(0), 0
    with np.errstate(all="ignore"):
        for a, b in dangerous_starts(mu, rng):
            u, v = (a + b)**2, (a - b)**2
            V, size = height(u, v, mu)
            for _ in range(40):
                e = squares_error(u, v, mu)
                factors = (4 + u + v)*(1/np.abs(1 - e) + 1/np.abs(1 + e))
                u, v = squares_map(u, v, mu)
                later, later_size = height(u, v, mu)
                slack = 32*2.0**-53*((size + later_size)*(1 + factors) + np.abs(np.log(u)) + np.abs(np.log(v)))
                clear = np.isfinite(V) & np.isfinite(later) & (slack < 1e-3) & (np.minimum(u, v) > 1e-290)
                assert (later - V > -slack)[clear].all()
                compared += int(clear.sum())
                V, size = later, later_size
    assert compared > 1_000_000


def iterate(a, b, mu, steps):
    with np.errstate(all="ignore"):
        for _ in range(steps):
            a, b = product_map(a, b, mu)
    return a, b


@pytest.mark.parametrize("mu", [0.05, 0.3, 0.7, 0.95])
def test_interior_training_converges_to_zero_error(mu):
    rng = np.random.default_rng(1)
    a, b = dangerous_starts(mu, rng)[0]
    a, b = iterate(a, b, mu, 6000)
    e, v = error(a, b, mu), (a - b)**2
    settled = np.abs(e) < 1e-6
    assert settled.mean() > 0.999
    assert (v[settled] < 2 - 2*mu + 1e-6).all(), "the limit lies in the attracting segment"


@pytest.mark.parametrize("mu", [-1.5, -0.3, 0.3, 0.7, 1.0, 1.3, 1.9])
def test_exterior_training_diverges(mu):
    rng = np.random.default_rng(2)
    angle, factor = rng.uniform(0, 2*np.pi, 4*MANY), 1 + rng.choice(NEAR, 4*MANY)
    s, w = factor*2*np.sqrt(2 + mu)*np.cos(angle), factor*2*np.sqrt(2 - mu)*np.sin(angle)
    a, b = iterate(*from_modes(s, w), mu, 400)
    stayed = np.abs(a) + np.abs(b) < 1e3
    assert stayed.mean() < 1e-3
    assert (np.abs(error(a, b, mu)[stayed]) < 1e-6).all(), "what stays lies on the zero-error curve"


@pytest.mark.parametrize("mu, period", [("1.1", 2), ("1.27", 4), ("1.3", 16), ("1.4535", 3), ("1.7003", 3), ("1.8345", 2)])
def test_interior_training_settles_on_the_attracting_cycle(mu, period):
    cycle = attracting_cycle(mu)
    assert cycle.period == period and cycle.stability == "attracting"
    points, mu = np.array([float(e) for e in cycle.points]), float(Q(mu))
    a, b = dangerous_starts(mu, np.random.default_rng(3), 10_000)[0]
    a, b = iterate(a, b, mu, 6000)
    distance = np.abs(error(a, b, mu)[:, None] - points).min(1)
    settled = (distance < 1e-6) & (np.abs(a - b) < 1e-3)
    assert settled.mean() > 0.995
    assert (np.abs(error(a, b, mu)) <= 2 + 1e-9).all()


def test_at_mu_one_decay_is_algebraic_and_not_a_failure():
    a, b = dangerous_starts(1.0, np.random.default_rng(4), 10_000)[0]
    a, b = iterate(a, b, 1.0, 10_000)
    early = np.abs(error(a, b, 1.0))
    a, b = iterate(a, b, 1.0, 30_000)
    late = np.abs(error(a, b, 1.0))
    ordinary = (early > 1e-6) & (early < 0.05)
    assert ordinary.mean() > 0.99
    rate = (1/late**2 - 1/early**2)[ordinary]/30_000
    assert (rate > 1.5).mean() > 0.995 and (rate < 4.1).all(), "1/e^2 grows by 4 in a step on the balanced line, by 2 off it"
    assert (np.abs(a + b)[ordinary] > 1.9).all(), "the limit is (1, 1) or (-1, -1)"


def test_at_the_flip_the_two_cycle_attracts_algebraically():
    mu = np.sqrt(5) - 1
    points = (1 - mu + np.array([1, -1])*np.sqrt(mu**2 + 2*mu - 3))/2
    a, b = dangerous_starts(mu, np.random.default_rng(5), 5_000)[0]
    distances = []
    for steps in (4_000, 12_000):
        a, b = iterate(a, b, mu, steps)
        distances.append(np.abs(error(a, b, mu)[:, None] - points).min(1))
    near = distances[0] < 0.1
    assert near.mean() > 0.99
    rate = (1/distances[1]**2 - 1/distances[0]**2)[near]/12_000
    assert (rate > 10).all() and (rate < 60).all(), "1/d^2 grows by a constant in a step, one for each point of the cycle"


def orbit_in_balls(mu, bits, steps, start):
    """(e, w) before and after `steps` steps of the plane map in balls."""
    def run():
        parameter = mu()
        a, b = (ball(x) for x in start)
        for _ in range(steps):
            a, b = product_map(a, b, parameter)
        return error(a, b, parameter), a - b
    return at(bits, run)


@pytest.mark.parametrize("start", [("1.1", "0.3"), ("-0.4", "0.9"), ("0.2", "-0.7"), ("1.5", "0.9")])
def test_balls_at_mu_one_and_at_the_flip(start):
    e, w = orbit_in_balls(lambda: arb(1), 4000, 600, start)
    assert abs(e) < arb("0.08") and abs(w) < arb("0.4")
    later, _ = orbit_in_balls(lambda: arb(1), 8000, 1800, start)
    assert abs(later) < abs(e), "proved, not rounded"

    def flip():
        return arb(5).sqrt() - 1
    e, w = orbit_in_balls(flip, 4000, 600, start)

    def distance():
        mu = flip()
        root = (mu**2 + 2*mu - 3).sqrt()
        return [abs(e - (1 - mu + sign*root)/2) for sign in (1, -1)]
    assert any(d < arb("0.15") for d in at(4000, distance)) and abs(w) < arb("0.001")


def test_a_false_height_is_caught():
    """With the weights exchanged the height falls: the test above can fail."""
    mu, falls = 0.7, 0
    with np.errstate(all="ignore"):
        a, b = dangerous_starts(mu, np.random.default_rng(6))[0]
        for _ in range(10):
            u, v, T = (a + b)**2, (a - b)**2, 4 - ellipse(a + b, a - b, mu)
            before = np.log(np.abs(T)) - amgm_weights(mu)[1]*np.log(v) - amgm_weights(mu)[0]*np.log(u)
            a, b = product_map(a, b, mu)
            u, v, T = (a + b)**2, (a - b)**2, 4 - ellipse(a + b, a - b, mu)
            after = np.log(np.abs(T)) - amgm_weights(mu)[1]*np.log(v) - amgm_weights(mu)[0]*np.log(u)
            falls += int((after < before - 0.01).sum())
    assert falls > 1000


def test_the_balanced_line_is_where_the_cycle_is():
    """The scalar map and the plane map agree on w = 0, step by step."""
    r, mu = np.linspace(-1.7, 1.7, 1001), 1.27
    e = r**2 - mu
    a, b = product_map(r, r, mu)
    assert np.array_equal(a, b)
    assert np.allclose(error(a, b, mu), balanced_map(e, mu), atol=1e-13)
