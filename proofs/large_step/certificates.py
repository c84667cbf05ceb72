"""Calls into `certify` that several claims rest on; each is computed again whenever its claim is checked."""
from fractions import Fraction as Q

from proofs.evidence import Certified


def all_proved(outcomes):
    """True if every outcome is proved, None (undecided) otherwise, False if one is refuted."""
    statuses = {outcome.status for outcome in outcomes}
    return False if "refuted" in statuses else True if statuses == {"proved"} else None


# --- inequalities and invariance -----------------------------------------------------------------------------------

def scalar_inequality_on_interval():
    """q_mu(e) > |1 + e|^mu on [-2, 2] x [0, 2] away from e = 0 and mu = 2, where both sides agree: branch and bound."""
    from certify.power_lemma import on_interval
    return on_interval()


SCALAR_INEQUALITY = Certified(scalar_inequality_on_interval, lambda found: all_proved([found]), corroborates=True)


def interval_is_invariant():
    """F_mu carries [-mu, 2] into itself for every mu in [0, 2], and for no mu in [2.000000000001, 10]."""
    from certify.invariance import Interval, invariant
    from numerics.maps import balanced_map
    interval = Interval(lambda mu: -mu, 2)
    return invariant(balanced_map, interval, (0, 2)), invariant(balanced_map, interval, ("2.000000000001", 10))


INVARIANT_INTERVAL = Certified(
    interval_is_invariant, lambda found: [x.status for x in found] == ["proved", "refuted"], corroborates=True)


def thresholds_on_both_sides():
    """Each threshold of the balanced line: one statement proved up to 1e-12 below it, the opposite from 1e-12 above
    it.
    """
    from certify.thresholds import BALANCED, both_sides
    return [side for threshold in BALANCED for sides in [both_sides(threshold)] for side in (sides.below, sides.above)]


THRESHOLDS = Certified(thresholds_on_both_sides, all_proved, corroborates=True)


# --- exponents and cycles ------------------------------------------------------------------------------------------

def exponent_of_the_ellipse():
    """The transverse exponent for the natural measure of the ellipse: closed form and certified integral agree to
    1e-25.
    """
    from certify.integrals import ellipse_exponent
    return [ellipse_exponent(mu, digits=25) for mu in ("1/10", "7/10", "1", "3/2", "19/10")]


ELLIPSE_EXPONENT = Certified(
    exponent_of_the_ellipse, lambda found: all(bool(x.agree and x.closed > 0) for x in found), corroborates=True)


def cycles_up_to_period_six():
    """All cycles of the balanced line of period at most 6, at mu = 11/10, 3/2 and 19/10."""
    from certify.cycles import periodic_points
    return [periodic_points(mu, period) for mu in ("11/10", "3/2", "19/10") for period in (4, 5, 6)]


def attract_across_the_line(found):
    """Every cycle but those at the fixed points 0 and 2 has a transverse multiplier inside (-1, 1)."""
    if not all(cycles.status == "complete" for cycles in found):
        return None
    others = [c for cycles in found for c in cycles.cycles if not any(e == 0 or e == 2 for e in c.points)]
    return len(others) > 100 and all(bool(abs(c.transverse) < 1) for c in others)


CYCLES_ATTRACT_ACROSS = Certified(cycles_up_to_period_six, attract_across_the_line, corroborates=True)


def second_two_cycle_at_1_832():
    """At mu = 1.832 the attracting cycle of the balanced line has period two and is not the first two-cycle."""
    from certify.cycles import attracting_cycle
    return attracting_cycle("1.832")


def is_second_two_cycle(found):
    """Period two, attracting in the plane, and the sum of its points is not that of the first two-cycle, 1 - mu."""
    from certify.balls import ball
    if getattr(found, "period", 0) != 2:
        return None
    return found.stability == "attracting" and not sum(found.points).overlaps(1 - ball("1.832"))


SECOND_TWO_CYCLE = Certified(second_two_cycle_at_1_832, is_second_two_cycle, corroborates=True)


def cycle_at_thirteen_tenths():
    """The attracting cycle of the balanced line at mu = 13/10."""
    from certify.cycles import attracting_cycle
    return attracting_cycle("13/10")


SIXTEEN_CYCLE = Certified(
    cycle_at_thirteen_tenths,
    lambda found: found.period == 16 and found.stability == "attracting" if hasattr(found, "period") else None)


# --- orbits --------------------------------------------------------------------------------------------------------

def orbit_on_the_ellipse():
    """1000 steps of the error on the ellipse from e = 6/5 to 30 digits, and 2 cos(3^1000 arccos(3/5)) by another way.
    """
    from flint import arb, fmpz
    from certify.balls import at
    from certify.orbit import certified_orbit
    from numerics.maps import chebyshev
    orbit = certified_orbit(chebyshev, "6/5", None, 1000, 30)
    direct = at(2200, lambda: 2*(fmpz(3)**1000*(arb(3)/5).acos()).cos())
    return orbit.status, orbit.points[-1][1][0], direct


def agree_to_thirty_digits(found):
    status, carried, direct = found
    return status == "certified" and bool(carried.overlaps(direct)) and bool(direct.rad()*10**30 < 1)


ELLIPSE_ORBIT = Certified(orbit_on_the_ellipse, agree_to_thirty_digits, corroborates=True)


def certified_basins():
    """Certified shares of the ellipse's area that converge, at mu = 7/10 and 11/10, and of the outside that escapes."""
    from certify.basin import basin, escape
    return basin("7/10", 1_500_000), basin("11/10", 4_500_000), escape("7/10", 500_000)


BASINS = Certified(certified_basins, lambda found: found[0].certified >= Q(985, 1000) and found[1].certified >= Q(95, 100)
                   and found[2].certified > Q(1, 2), long=True, corroborates=True)
