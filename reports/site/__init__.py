"""The verification report as a static site, rendered from the data of `ledger.json` alone."""
from .pages import pages

__all__ = ["pages"]
