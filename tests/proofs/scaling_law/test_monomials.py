"""The calculus of exponents, and that a wrong exponent is a failed identity."""
from fractions import Fraction as Q

import pytest

from proofs.evidence import Identity
from proofs.scaling_law.bookkeeping import breakdown, compute_decay, elbow, risk_at_elbow
from proofs.scaling_law.monomials import exponents, letters, solved_for

C, N, XI = letters("C N xi")


def test_products_powers_and_quotients():
    assert exponents(XI**2*C/N**7, "xi C N") == (2, 1, -7)
    assert exponents((XI/N)**Q(1, 2)*XI, "xi N C") == (Q(3, 2), Q(-1, 2), 0)


def test_a_solution_solves_its_equation():
    data = solved_for(N**7/XI**2, C, "N")
    assert exponents(data, "xi C") == (Q(2, 7), Q(1, 7))
    assert exponents((N**7/XI**2/C).where(N=data), "xi C N") == (0, 0, 0)


def test_the_headline_and_its_corrections():
    rows = [(exponents(compute_decay(Q(a), Q(b)), "xi C N"), exponents(elbow(Q(a), Q(b)), "N xi"),
             exponents(risk_at_elbow(Q(a), Q(b)), "xi C"), exponents(breakdown(Q(a), Q(b)), "C"))
            for a, b in ((3, 1), (4, 1), (3, 0))]
    assert rows == [((2, 1, -7), (7, -2), (Q(12, 7), Q(-1, 7)), (Q(1, 12),)),
                    ((2, 1, -8), (8, -2), (Q(7, 4), Q(-1, 8)), (Q(1, 14),)),
                    ((2, 1, -6), (6, -2), (Q(5, 3), Q(-1, 6)), (Q(1, 10),))]


def wrong_by_one(alpha, b):
    return exponents(compute_decay(alpha, b), "xi C N"), (2, 1, -(alpha + b + 2))


def test_a_wrong_exponent_is_a_failed_identity():
    identity = Identity(wrong_by_one)
    assert [identity.check(engine).passed for engine in identity.engines] == [False, False]


def test_unknown_letters_are_named():
    with pytest.raises(ValueError, match="also contains N"):
        exponents(C*N, "C")
    with pytest.raises(ValueError, match="xi does not occur"):
        solved_for(C, N, "xi")
