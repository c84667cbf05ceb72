from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def inventory_ids():
    """The ids that each paper's ledger must contain, one per line in `inventory/<paper>.txt`."""
    folder = Path(__file__).parent/"inventory"
    return {file.stem: file.read_text().split() for file in folder.glob("*.txt")}
