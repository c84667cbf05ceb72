from itertools import product

from certify.verdicts import all_hold


def test_all_hold():
    for verdicts in product((True, False, None), repeat=3):
        found = all_hold(verdicts)
        assert (found is True) == all(v is True for v in verdicts)
        assert (found is False) == any(v is False for v in verdicts)
    assert all_hold([]) is True
