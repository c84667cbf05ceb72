"""Three-valued logic: True is proved, False is refuted, None is undecided."""


def all_hold(verdicts):
    """Whether all of them hold: False if one is refuted, None if one is undecided, True otherwise."""
    verdicts = list(verdicts)
    return False if False in verdicts else None if None in verdicts else True
