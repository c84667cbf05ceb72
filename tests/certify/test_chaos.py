"""Chaos: exact counts against SymPy and float roots, horseshoes against entropy, and false statements."""
from fractions import Fraction

import numpy as np
import pytest
import sympy

from certify import chaos
from certify.balls import BadInput, at, endpoints
from certify.cascade import band_merging, centre
from certify.chaos import (chaos_onset, cycle_count, cycle_counts, horseshoe, li_yorke, period_three,
                           three_cycle_cover)
from certify.entropy import entropy
from numerics.maps import balanced_map

ONSET = Fraction("1.45044096448787517282")


def sympy_cycle_polynomial(period, mu):
    e = sympy.Symbol("e")
    image = e
    for _ in range(period):
        image = balanced_map(image, mu)
    return sympy.Poly(image - e, e), sympy.Poly(balanced_map(e, mu) - e, e)


def test_the_published_onset():
    half = Fraction(1, 2*10**20)
    lower, upper = at(256, endpoints, period_three().onset)
    assert ONSET - half <= lower <= upper <= ONSET + half and upper - lower < Fraction(1, 10**45)


def test_the_minimal_polynomial_of_the_onset():
    found = period_three()
    a = sympy.Symbol("a")
    expected = 4*a**8 + 16*a**7 - 35*a**6 - 206*a**5 - 113*a**4 + 376*a**3 + 715*a**2 + 1690*a + 2197
    assert found.polynomial == tuple(int(c) for c in sympy.Poly(expected, a).all_coeffs()[::-1])
    assert sympy.Poly(expected, a).is_irreducible
    roots = [r for r in sympy.Poly(expected, a).real_roots() if 0 < r <= 3]
    assert len(roots) == 2 and abs(sympy.N(roots[0], 30) - 1 - sympy.Rational(str(ONSET))) < 1e-19
    coefficients = found.polynomial
    assert (coefficients, 3) in cycle_counts(3).factors


def test_the_discriminant_vanishes_with_a_double_cycle():
    """At float roots of the minimal polynomial two 3-cycles collide; a tenth beside it they do not."""
    def closest(mu):
        e = np.polynomial.Polynomial([0, 1])
        image = balanced_map(balanced_map(balanced_map(e, mu), mu), mu) - e
        roots = (image // (balanced_map(e, mu) - e)).roots()
        return min(abs(x - y) for i, x in enumerate(roots) for y in roots[:i])

    assert closest(float(ONSET)) < 1e-4 < 1e-2 < closest(float(ONSET) + 0.1)


def test_counts_agree_with_sympy():
    compared = 0
    parameters = {2: ("0.7", "1.05", "1.8", "1.83", "2"), 3: ("1.45", "1.451", "1.7", "1.95", "1.99", "2")}
    for period in parameters:
        for mu in parameters[period]:
            all_points, fixed = sympy_cycle_polynomial(period, sympy.Rational(mu))
            expected = all_points.count_roots() - fixed.count_roots()
            assert cycle_count(period, mu)*period == expected
            compared += 1
    assert compared == 11


def test_cycles_of_period_two():
    """The second stable two-cycle is born at 2 sqrt(2) - 1: the only two-cycle before, one of three after."""
    found = cycle_counts(2)
    assert found.counts == (0, 1, 3) and len(found.changes) == 2
    assert found.changes[0].contains(1) and at(256, lambda: found.changes[1].overlaps(2*chaos.arb(2).sqrt() - 1))
    assert ((-8, 0, 1), 2) in found.factors


def test_cycles_of_period_three():
    found = period_three()
    assert found.counts == (0, 2, 4, 6, 8) and len(found.changes) == 4
    assert all(x < y for x, y in zip(found.changes, found.changes[1:]))
    assert at(256, lambda: found.changes[0] < centre("ML").mu and found.changes[1] < centre("UL").mu)


def test_counts_at_a_bifurcation_are_refused():
    with pytest.raises(BadInput):
        cycle_count(2, 1)
    for period in (0, 1, 4, 2.5):
        with pytest.raises(BadInput):
            cycle_counts(period)


def test_balls_cover_what_elimination_proves():
    found = three_cycle_cover()
    assert found.complete and found.boxes > 10 and found.lower - ONSET < Fraction(1, 10**12)
    assert at(256, lambda: period_three().onset < chaos.ball(found.lower))


def test_no_three_cycle_is_proved_below_the_onset():
    found = three_cycle_cover("1.45", budget=400)
    assert not found.complete and found.lower > ONSET and found.why
    grid = [Fraction(n, 200) for n in range(1, 291)]
    assert not any(at(128, chaos._has_three_cycle, mu, mu) for mu in grid) and len(grid) == 290
    half_a_sign_change = Fraction("1.72")                    # both points below the diagonal: nothing follows
    assert not at(128, chaos._has_three_cycle, half_a_sign_change, half_a_sign_change)
    assert cycle_count(3, "1.4504409644878") == 0 and cycle_count(3, "1.4504409644879") == 2


def test_full_branches_begin_exactly_at_the_root():
    below, above = Fraction("1.59807621135331594029116951"), Fraction("1.59807621135331594029116952")
    assert (horseshoe(below).iterate, horseshoe(above).iterate) == (2, 1)
    assert horseshoe(above).period == 3 and horseshoe("2").iterate == 1


def test_horseshoes_begin_at_band_mergings():
    for k in range(1, 7):
        lower, upper = endpoints(band_merging(k).mu)
        beyond, before = horseshoe(upper + Fraction(1, 10**9)), horseshoe(lower - Fraction(1, 10**9))
        assert beyond.iterate == 2**k and beyond.period == 3*2**k
        assert before.iterate == 2**(k + 1)


def test_horseshoes_bound_entropy_from_below():
    checked = 0
    for mu in ("1.303", "1.32", "1.37", "1.5", "1.62", "1.99"):
        found, h = horseshoe(mu), entropy(mu)
        assert at(200, lambda: chaos.arb(2).log()/found.iterate <= chaos.ball(h.upper))
        checked += 1
    assert checked == 6


def test_no_horseshoe_where_entropy_is_zero():
    for mu in ("0.4", "1", "1.0000000001", "1.2", "1.29", "1.3022"):
        found = horseshoe(mu)
        assert found.iterate is None and found.period is None and "no horseshoe" in found.why


def test_li_yorke():
    proofs = {"2": 3, "1.4504409644879": 3, "1.4504": 6, "1.37": 6, "1.36": 12, "1.303": 48}
    for mu, period in proofs.items():
        assert (li_yorke(mu).chaos, li_yorke(mu).period) == (True, period)
    beyond = li_yorke("1.302283463")
    assert beyond.chaos and beyond.period is None and "kneading" in beyond.why


def test_li_yorke_claims_nothing_without_entropy():
    for mu in ("0.3", "0.9999999999", "1", "1.0000000001", "1.2360679", "1.3022"):
        assert li_yorke(mu).chaos is None and "nothing is claimed" in li_yorke(mu).why
    assert li_yorke("1.3022834627007121607823", letters=256).why.startswith("undecided")


def test_the_lowest_period_that_is_no_power_of_two():
    found = chaos_onset("1e-6")
    assert found.mu == found.threshold.upper and found.threshold.complete
    assert 0 < found.mu - Fraction("1.3022834627007121607823") < Fraction(1, 10**6)
    assert found.period % 3 == 0 and found.period//3 & (found.period//3 - 1) == 0
    assert li_yorke(found.mu).chaos


def test_interrupting_a_cover_keeps_it(monkeypatch):
    calls = []

    def interrupted(*args):
        calls.append(args)
        if len(calls) == 12:
            raise KeyboardInterrupt
        return genuine(*args)

    genuine = chaos._has_three_cycle
    monkeypatch.setattr(chaos, "_has_three_cycle", interrupted)
    found = three_cycle_cover()
    assert not found.complete and found.why == "interrupted" and Fraction("1.4504409644879") < found.lower < 2


@pytest.mark.parametrize("call", [horseshoe, li_yorke])
@pytest.mark.parametrize("mu", [0, "-0.5", "2.01", 1.9, "chaos"])
def test_parameters_outside_are_refused(call, mu):
    with pytest.raises(BadInput):
        call(mu)


def test_bad_budgets_are_refused():
    with pytest.raises(BadInput):
        three_cycle_cover(budget=0)
    with pytest.raises(BadInput):
        horseshoe("1.5", doublings=0)
    with pytest.raises(BadInput):
        chaos_onset(0)
