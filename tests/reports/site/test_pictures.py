from reports.figures import CLAIMS
from reports.site.pictures import Pictures


def test_figures_come_in_order_with_their_captions_and_claims(tmp_path):
    with Pictures(tmp_path/"figures", ("portraits", "stability"), jobs=2) as pictures:
        first, second = pictures.collect()
    assert (first["name"], second["name"]) == ("portraits", "stability")
    assert second["claims"] == list(CLAIMS["stability"]) and second["title"] and second["finding"] and second["constants"]
    assert {f.name for f in (tmp_path/"figures").iterdir()} == {"portraits.webp", "stability.webp"}
    assert not any(worker.is_alive() for worker in pictures.workers)


def test_leaving_early_stops_the_workers(tmp_path):
    with Pictures(tmp_path, ("lazy_training", "multi_prompt", "bifurcation"), jobs=2) as pictures:
        assert len(pictures.workers) == 2
    assert not any(worker.is_alive() for worker in pictures.workers)
    assert not all(future.done() and not future.cancelled() and future.exception() is None for future in pictures.waiting)


def test_no_figures_at_all(tmp_path):
    with Pictures(tmp_path/"deep", ()) as pictures:
        assert pictures.collect() == [] and pictures.workers == []


def test_every_figure_serves_claims_of_the_ledger(data):
    """Those of a paper that is not in the ledger yet serve none of it, and are left out of the report."""
    ids = {c["id"] for c in data["claims"]}
    prefixes = {id.partition("-")[0] for id in ids}
    served = [id for claims in CLAIMS.values() for id in claims if id.partition("-")[0] in prefixes]
    assert len(served) > 30 and set(served) <= ids and all(CLAIMS.values())
