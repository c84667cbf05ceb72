import json

from reports import figures
from reports.site import pictures, stored_pictures


def test_long_figures_are_stored_and_fresh(tmp_path):
    """`make verify-all` draws them anew."""
    assert figures.LONG
    for name in figures.LONG:
        entry = stored_pictures.fetch(name, tmp_path)
        assert entry is not None, f"{name} is stale"
        assert entry["name"] == name and entry["stored"] and (tmp_path/f"{name}.webp").read_bytes()[8:12] == b"WEBP"


def test_a_stored_picture_is_used_until_its_code_changes(tmp_path):
    store, folder = tmp_path/"store", tmp_path/"out"
    folder.mkdir()
    assert stored_pictures.fetch("stability", folder, store) is None
    stored_pictures.keep("stability", store, "abc")
    entry = stored_pictures.fetch("stability", folder, store)
    assert entry["stored"] == "abc" and entry["claims"] == ["LST-P3.1b"]
    assert (folder/"stability.webp").read_bytes() == (store/"stability.webp").read_bytes()
    record = json.loads((store/"stability.json").read_text())
    (store/"stability.json").write_text(json.dumps(record | {"code": "of another time"}))
    assert stored_pictures.fetch("stability", folder, store) is None


def test_a_stale_picture_is_drawn(tmp_path, monkeypatch):
    monkeypatch.setattr(figures, "LONG", ("stability",))
    monkeypatch.setattr(stored_pictures, "fetch", lambda name, folder: None)
    assert pictures.provide("stability", tmp_path)["stored"] == "" and (tmp_path/"stability.webp").exists()
    monkeypatch.setattr(stored_pictures, "fetch", lambda name, folder: {"stored": "abc"})
    assert pictures.provide("stability", tmp_path) == {"stored": "abc"}


def test_the_fingerprint_covers_what_the_figure_imports():
    assert stored_pictures.fingerprint("cascade") != stored_pictures.fingerprint("stability")
    assert len(stored_pictures.fingerprint("cascade")) == 16
