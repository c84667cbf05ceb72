"""What a ledger of one's own is written with, in one place; docs/own_claims.md explains it.

    from separatrix import Identity, Paper

SymPy must load after this module: the two engines are independent only if it computes with Python's integers.
"""
from proofs.evidence import (Argument, Certified, Citation, Computed, Identity, Lost, Nonnegative, Refutation,
                             Simulation)
from certify.balls import at, ball, contains, less, less_equal, sign
from certify.inequality import prove
from numerics.algebra import derivative, jacobian
from proofs.ledger import LedgerError, Paper
from proofs.papers import load_folder
from proofs.saboteur import sabotage
from proofs.surd import sqrt
from proofs.verification import check, pieces, verify

__all__ = ["Argument", "Certified", "Citation", "Computed", "Identity", "LedgerError", "Lost", "Nonnegative", "Paper",
           "Refutation", "Simulation", "at", "ball", "check", "contains", "derivative", "jacobian", "less", "less_equal",
           "load_folder", "pieces", "prove", "sabotage", "sign", "sqrt", "verify"]
