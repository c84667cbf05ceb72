"""The equations of the commutant hold for I, J and for nothing that singles out a vertex."""
import pytest

from proofs.superposition.permutations import commutant_dimension, commutation_equations


def satisfies(X, equations):
    entries = [x for row in X for x in row]
    return all(sum(c*x for c, x in zip(equation, entries)) == 0 for equation in equations)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_the_plane_solves_the_equations_and_a_marked_vertex_does_not(n):
    equations = commutation_equations(n)
    assert len(equations) == (n - 1)*n**2
    assert satisfies([[3 + 2*(i == j) for j in range(n)] for i in range(n)], equations)
    assert not satisfies([[int(i == j == 0) for j in range(n)] for i in range(n)], equations)


def test_fixed_directions_couple_to_the_sum():
    equations = commutation_equations(2, 1)
    assert satisfies([[1, 0, 4], [0, 1, 4], [7, 7, 5]], equations)
    assert not satisfies([[1, 0, 4], [0, 1, 3], [7, 7, 5]], equations)


def test_a_wrong_dimension_is_rejected_by_both_engines():
    wrong = commutant_dimension(3, 3)
    assert [wrong.check(engine).passed for engine in wrong.engines] == [False, False]
