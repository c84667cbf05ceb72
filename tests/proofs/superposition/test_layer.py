"""Small graphs, and softmax with its Jacobian, against counts by hand and derivatives."""
from fractions import Fraction as Q

from numerics.algebra import derivative
from proofs.superposition.graphs import DIAMOND
from proofs.superposition.layer import (BINARY_TREE, apply, cumulative, frontier_edges, matrix, reachable,
                                        saturated_output, softmax, softmax_jacobian)


def test_the_binary_tree_has_its_sizes():
    sizes = [len(reachable(BINARY_TREE, 1, c)) for c in range(5)]
    assert sizes == [1, 3, 7, 15, 31] == [cumulative(2, 2**c) for c in range(5)]
    assert [len(frontier_edges(BINARY_TREE, 1, c)) for c in range(4)] == [2, 4, 8, 16]


def test_a_vertex_hit_twice_is_one_new_vertex_and_two_edges():
    assert reachable(DIAMOND, 0, 1) == {0, 1, 2}
    assert frontier_edges(DIAMOND, 0, 1) == [(1, 3), (2, 3)]
    assert saturated_output(DIAMOND, 0, 1) == {1: 1, 2: 1, 3: 2}


def test_the_jacobian_is_the_derivative_of_softmax_in_the_logits():
    weights, moved = (Q(1), Q(2), Q(5)), 0

    def probability(shift, i):
        return softmax(tuple(w*(1 + shift) if j == moved else w for j, w in enumerate(weights)))[i]
    columns = [derivative(lambda shift, i=i: probability(shift, i), Q(0)) for i in range(3)]
    assert columns == [row[moved] for row in softmax_jacobian(softmax(weights))]
    assert sum(columns) == 0 and len(set(columns)) == 3


def test_matrices_of_the_invariant_plane():
    assert apply(matrix(3, 5, 2), (1, 0, 0)) == (5, 2, 2)
