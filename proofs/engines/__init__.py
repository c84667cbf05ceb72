"""Who decides an identity.  Each engine is a module with ``decide(identity, fault=None) -> bool`` and the computations.

An engine is loaded when it is asked for, so that either runs where the other's library is missing.
"""
from importlib import import_module

EXACT = ("sympy", "flint")   # both must agree
KERNEL = "coq"               # runs when it is asked for


def engine(name):
    """The engine's module, by name."""
    return import_module(f"{__name__}.{name}")


class Vacuous(ValueError):
    """Evidence about nothing: no equation, relations that contradict each other, a hypothesis that no point meets."""


class ForbiddenDivisor(ValueError):
    """A formula divides by something that the identity's `excluding` does not name."""
