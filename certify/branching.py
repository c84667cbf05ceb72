"""Branching processes with binomial offspring, and breadth-first search in G(n, p): exact laws, in balls.

Every vertex has binomial(n - 1, mean/n) children, as the root of the directed random graph G(n, mean/n) has.  Z_c is
the size of generation c.  All results are balls at the caller's working precision (`certify.balls.at`) that contain the
exact probability; n, depth, length, low and high are integers, `mean` an exact number or a ball.  Guarantee: certified.
BadInput names the argument.  Source: paper `superposition`, Lemma 11.
"""
from math import comb

from flint import arb_series, ctx

from .balls import BadInput, ball, less
from .kneading import counted


def generation_sizes(n, mean, depth, length):
    """P(Z_depth = j) for j < length: the coefficients of the offspring's generating function, iterated."""
    p = edge_probability(n, mean)
    counted(depth, "depth", 0)
    counted(length, "length", 1)
    before, ctx.cap = ctx.cap, length
    try:
        series = arb_series([0, 1], length)
        for _ in range(depth):
            series = ((n - 1)*(1 + p*(series - 1)).log()).exp()
        return [series[j] for j in range(length)]
    finally:
        ctx.cap = before


def probability_within(n, mean, depth, low, high):
    """P(low <= Z_depth <= high)."""
    counted(low, "low", 0)
    counted(high, "high", low)
    return sum(generation_sizes(n, mean, depth, high + 1)[low:], ball(0))


def extinction(n, mean, depth):
    """P(Z_depth = 0): the generating function at 0, iterated."""
    p, s = edge_probability(n, mean), ball(0)
    counted(depth, "depth", 0)
    for _ in range(depth):
        s = (1 - p + p*s)**(n - 1)
    return s


def no_revisit(n, mean):
    """The probability that breadth-first search to depth 2 in G(n, mean/n) meets no vertex twice.

    Given j children of the root: none of the j^2 edges from them to each other and to the root, and each of the other
    n - 1 - j vertices is hit at most once.
    """
    p = edge_probability(n, mean)
    q, total = 1 - p, ball(0)
    children = q**(n - 1)                                   # P(j children)
    for j in range(n):
        at_most_one = q**j + j*p*q**max(j - 1, 0)
        total += children*q**(j*j)*at_most_one**(n - 1 - j)
        children *= (n - 1 - j)*p/(q*(j + 1))
    return total


def layer_is_empty(n, mean, depth):
    """The probability that no vertex of G(n, mean/n) is at distance `depth` from the root."""
    p = edge_probability(n, mean)
    counted(depth, "depth", 0)
    return sum((weight for (_, last), weight in search(ROOT, n, p, depth).items() if last == 0), ball(0))


def mean_inverse_root(n, mean, hops, surviving=0):
    """E k^(-1/2) for the number k of vertices of G(n, mean/n) within `hops` of the root.

    With `surviving`, a distance of at least `hops`, conditioned on some vertex being at that distance.
    """
    p = edge_probability(n, mean)
    counted(hops, "hops", 0)
    if surviving:
        counted(surviving, "surviving", hops)
    law = search(ROOT, n, p, hops)
    scaled = {state: weight/ball(state[0]).sqrt() for state, weight in law.items()}
    if not surviving:
        return sum(scaled.values(), ball(0))
    alive = [sum((weight for (_, last), weight in search(x, n, p, surviving - hops).items() if last), ball(0))
             for x in (scaled, law)]
    return alive[0]/alive[1]


ROOT = {(1, 1): 1}      # a law of (vertices met, size of the last layer)


def search(law, n, p, steps):
    """The law of a breadth-first search after so many more layers.

    Given s vertices met and i of them in the last layer, the next one has binomial(n - s, 1 - (1 - p)^i) vertices.
    """
    for _ in range(steps):
        following = {}
        for (met, last), weight in law.items():
            missed = (1 - p)**last
            for new in range(n - met + 1 if last else 1):
                share = comb(n - met, new)*(1 - missed)**new*missed**(n - met - new)
                key = met + new, new
                following[key] = following.get(key, ball(0)) + weight*share
        law = following
    return law


def edge_probability(n, mean):
    """p = mean/n as a ball, 0 < p < 1."""
    counted(n, "n", 2)
    p = ball(mean, "mean")/n
    if less(ball(0), p) is not True or less(p, ball(1)) is not True:
        raise BadInput(f"mean = {mean}: the mean degree lies strictly between 0 and n = {n}")
    return p
