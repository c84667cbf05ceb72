"""The maps that commute with permutations, by exact linear algebra: what Section 3, 4.2 and Lemma 8 rest on."""
from proofs.evidence import Argument, Computed


def commutation_equations(n, fixed=0):
    """P X = X P for the transpositions (i, i+1) on R^n and on `fixed` further directions, in the entries of X."""
    d, rows = n + fixed, []
    for i in range(n - 1):
        moved = list(range(d))
        moved[i], moved[i + 1] = moved[i + 1], moved[i]
        for row in range(d):
            for column in range(d):
                equation = [0]*d**2
                equation[moved[row]*d + column] += 1
                equation[row*d + moved[column]] -= 1
                rows.append(equation)
    return rows


def commutant_dimension(n, dimension, fixed=0):
    """The equations leave a space of this dimension."""
    return Computed("rank", commutation_equations(n, fixed), (n + fixed)**2 - dimension,
                    title=f"commutant_has_dimension_{dimension}({n=}" + (f",{fixed=})" if fixed else ")"))


COMMUTANTS = [commutant_dimension(n, 2) for n in (2, 3, 4, 5)]

ORBITS_OF_PAIRS = Argument("""
    P X = X P says that X is fixed under simultaneous permutation of rows and columns: its entries are constant on the
    orbits of S_n on pairs.  For n >= 2 there are two, the pairs (v, v) and the pairs (v, w) with v != w, as S_n carries
    any ordered pair of distinct elements to any other.  Their indicator matrices are I and J - I.""",
                           name="orbits_of_pairs")
