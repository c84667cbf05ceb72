import pytest

from reports.site.publish import MANIFEST, ours, publish, staging, write


def site(out, **files):
    stage = staging(out)
    write(stage, [(name.replace("_", "/"), text) for name, text in files.items()])
    publish(stage, out)


def present(out):
    return {f.relative_to(out).as_posix() for f in out.rglob("*") if f.is_file()}


def test_a_new_site_takes_the_place_of_the_old_and_foreign_files_stay(tmp_path):
    out = tmp_path/"deep"/"out"
    site(out, index="one", claims_a="A", claims_b="B")
    (out/"notes.txt").write_text("mine")
    (out/"claims"/"mine.html").write_text("mine")
    site(out, index="two", claims_a="A")
    assert present(out) == {"index", "claims/a", "notes.txt", "claims/mine.html", MANIFEST}
    assert (out/"index").read_text() == "two"


def test_a_folder_that_is_left_empty_goes(tmp_path):
    site(tmp_path, index="one", claims_a="A")
    site(tmp_path, index="two")
    assert present(tmp_path) == {"index", MANIFEST} and not (tmp_path/"claims").exists()


def test_a_file_that_was_changed_since_is_not_deleted(tmp_path):
    site(tmp_path, index="one", page="P")
    (tmp_path/"page").write_text("edited")
    site(tmp_path, index="two")
    assert (tmp_path/"page").read_text() == "edited"


def test_a_manifest_cannot_reach_outside(tmp_path):
    out = tmp_path/"out"
    site(out, index="one")
    (tmp_path/"precious").write_text("one")
    listed = (out/MANIFEST).read_text()
    (out/MANIFEST).write_text(listed + listed.split()[0] + "  ../precious\n" + listed.split()[0] + f"  {tmp_path/'precious'}\n??")
    assert {p.as_posix() for p in ours(out)} == {"index"}
    site(out, other="two")
    assert (tmp_path/"precious").exists()


def test_a_folder_in_the_way_moves_nothing(tmp_path):
    site(tmp_path, index="one", page="old")
    (tmp_path/"other").mkdir()
    with pytest.raises(IsADirectoryError):
        site(tmp_path, index="two", other="x")
    (tmp_path/"claims").write_text("mine")
    with pytest.raises(NotADirectoryError):
        site(tmp_path, index="two", claims_a="x")
    assert (tmp_path/"index").read_text() == "one" and (tmp_path/"page").exists()


def test_no_folder_can_be_made_in_a_file(tmp_path):
    (tmp_path/"file").write_text("")
    with pytest.raises(OSError):
        staging(tmp_path/"file")
