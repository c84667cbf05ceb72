"""Exact laws of small branching processes and small graphs, counted by hand or by enumeration in fractions."""
from fractions import Fraction as Q
from itertools import product
from math import comb

import pytest

from certify.balls import BadInput, at, ball
from certify.branching import (extinction, generation_sizes, layer_is_empty, mean_inverse_root, no_revisit,
                               probability_within)


def binomial(n, p):
    return [comb(n, j)*p**j*(1 - p)**(n - j) for j in range(n + 1)]


def second_generation(n, p):
    """P(Z_2 = j), by conditioning on the first generation."""
    law = [Q(0)]*((n - 1)**2 + 1)
    for j, weight in enumerate(binomial(n - 1, p)):
        for k, share in enumerate(binomial(j*(n - 1), p)):
            law[k] += weight*share
    return law


def agree(balls, exact):
    return [x.contains(at(512, ball, y)) and x.rad() < 1e-30 for x, y in zip(balls, exact, strict=True)]


def test_the_second_generation_is_that_of_conditioning():
    exact = second_generation(4, Q(1, 3))
    found = at(128, generation_sizes, 4, Q(4, 3), 2, len(exact))
    assert sum(exact) == 1
    assert agree(found, exact) == [True]*10


def test_generations_before_the_first_and_intervals():
    assert [int(x.unique_fmpz()) for x in at(64, generation_sizes, 5, 2, 0, 3)] == [0, 1, 0]
    exact = second_generation(4, Q(1, 3))
    assert agree([at(128, probability_within, 4, Q(4, 3), 2, 1, 3)], [sum(exact[1:4])]) == [True]


def test_extinction_is_the_coefficient_at_zero():
    for depth in range(4):
        first, = at(128, generation_sizes, 50, 2, depth, 1)
        assert at(128, extinction, 50, 2, depth).overlaps(first)
    assert agree([at(128, extinction, 50, 2, 1)], [Q(24, 25)**49]) == [True]


def by_enumeration(event, n, p):
    """The probability of an event of directed graphs on n vertices, over all of them."""
    pairs = [(s, t) for s in range(n) for t in range(n) if s != t]
    total = Q(0)
    for present in product((False, True), repeat=len(pairs)):
        edges = [e for e, here in zip(pairs, present) if here]
        if event(edges):
            total += p**len(edges)*(1 - p)**(len(pairs) - len(edges))
    return total


def no_vertex_is_met_twice(edges):
    """Within two steps of vertex 0."""
    children = [t for s, t in edges if s == 0]
    met = [0, *children, *(t for s, t in edges if s in children)]
    return len(met) == len(set(met))


def search(edges, depth):
    """The vertices met within `depth` steps of vertex 0, and those at that distance."""
    met, last = {0}, {0}
    for _ in range(depth):
        last = {t for s, t in edges if s in last} - met
        met |= last
    return met, last


def nothing_at_distance(edges, depth):
    return not search(edges, depth)[1]


@pytest.mark.parametrize("n, mean", [(3, Q(3, 2)), (4, Q(1)), (4, Q(3))])
def test_laws_of_graphs_are_those_of_all_graphs(n, mean):
    assert agree([at(128, no_revisit, n, mean)], [by_enumeration(no_vertex_is_met_twice, n, mean/n)]) == [True]
    for depth in (0, 1, 2, 3):
        exact = by_enumeration(lambda edges: nothing_at_distance(edges, depth), n, mean/n)
        assert agree([at(128, layer_is_empty, n, mean, depth)], [exact]) == [True]


@pytest.mark.parametrize("hops, surviving", [(1, 0), (2, 0), (1, 1), (1, 2), (2, 2), (0, 1)])
def test_the_mean_inverse_root_is_that_of_all_graphs(hops, surviving):
    p = Q(1, 3)

    def share(size):
        return by_enumeration(lambda edges: search(edges, surviving)[1] and len(search(edges, hops)[0]) == size, 4, p)
    shares = [share(size) for size in (1, 2, 3, 4)]
    exact = at(256, lambda: sum(ball(x)/ball(size).sqrt() for size, x in enumerate(shares, 1))/ball(sum(shares)))
    assert sum(shares) == 1 - by_enumeration(lambda edges: nothing_at_distance(edges, surviving), 4, p)
    found = at(256, mean_inverse_root, 4, 4*p, hops, surviving)
    assert found.overlaps(exact) and found.rad() < 1e-60


@pytest.mark.parametrize("call, name", [
    (lambda: extinction(1, 2, 1), "n"), (lambda: extinction(50, 50, 1), "mean"), (lambda: extinction(50, 0, 1), "mean"),
    (lambda: extinction(50, 2, -1), "depth"), (lambda: generation_sizes(50, 2, 1, 0), "length"),
    (lambda: probability_within(50, 2, 1, 3, 2), "high"), (lambda: no_revisit(True, 2), "n"),
    (lambda: extinction(50, 0.5, 1), "mean"), (lambda: layer_is_empty(50, 2, -1), "depth"),
    (lambda: mean_inverse_root(50, 2, 3, 2), "surviving")])
def test_bad_input_is_named(call, name):
    with pytest.raises(BadInput, match=f"^{name} "):
        call()
