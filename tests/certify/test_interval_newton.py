from flint import arb, arb_mat

from certify.balls import at
from certify.interval_newton import isolate


def test_interval_newton_rejects_a_shifted_box():
    def system(x):
        return arb_mat([[x*x - 2]]), arb_mat([[2*x]])

    def verdicts():
        root = arb(2).sqrt().mid()
        shifts = (0, 1, -1, 2)
        return [isolate(system, [root + shift*arb(2)**-39], [arb(2)**-40]) is not None for shift in shifts]

    assert at(128, verdicts) == [True, False, False, False]
    assert at(128, lambda: isolate(system, [arb("0.5")], [arb(3)])) is None          # two zeros
    assert at(128, lambda: isolate(system, [arb("1.4")], [arb("0.5")])) is not None
