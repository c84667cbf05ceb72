"""One site for all tests of the report: the whole ledger, with the evidence of a few claims run and two figures drawn."""
import pytest

from proofs.papers import load_all
from proofs.verification import select, verify
from reports import changes
from reports.document import document
from reports.site import pages
from reports.site.pictures import draw
from reports.site.prose import DOCS
from reports.site.publish import publish, staging, write

CHECKED = ("LST-T4.1", "LST-P3.1b", "LST-LE.1", "LST-I3a", "LST-I5a", "LST-N.rand", "SCAL-12", "SCAL-35", "SCAL-36", "SCAL-54")


@pytest.fixture(scope="session")
def data():
    """The data of ledger.json; what is not in `CHECKED` counts as not reached."""
    run = verify(load_all(), CHECKED)
    run.selected = select(run.papers, ())
    return document(run, command="separatrix report --out DIR", wall_seconds=1.0)


@pytest.fixture(scope="session")
def earlier(data):
    """The same ledger with one claim less, one more, and another finding and grade."""
    claims = [dict(c) for c in data["claims"] if c["id"] != "LST-T4.1"]
    claims[0] |= {"finding": "gap", "grade": "cited"}
    return data | {"claims": [*claims, claims[1] | {"id": "LST-GONE"}]}


@pytest.fixture(scope="session")
def site(data, earlier, tmp_path_factory):
    """The folder of a finished site."""
    out = tmp_path_factory.mktemp("site")
    stage = staging(out)
    (stage/"figures").mkdir()
    full = data | {"figures": [draw(name, stage/"figures") for name in ("stability", "portraits")]}
    write(stage, pages(full, changes.compare(earlier, full), DOCS))
    publish(stage, out)
    return out
