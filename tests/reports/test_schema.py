import copy
import json

import pytest

from reports import schema


def test_what_is_written_meets_the_schema(data, tmp_path):
    file = tmp_path/"ledger.json"
    file.write_text(json.dumps(data))
    assert schema.read(file) == data


@pytest.mark.parametrize("place, value, said", [
    (("claims", 0, "finding"), "wonderful", "$.claims[0].finding"),
    (("claims", 0, "evidence", 0, "seconds"), "fast", "$.claims[0].evidence[0].seconds"),
    (("claims", 0, "evidence", 0, "passed"), 1, "$.claims[0].evidence[0].passed"),
    (("claims", 0, "id"), "../x", "$.claims[0].id"),
    (("claims", 0, "statements"), [], "$.claims[0].statements"),
    (("header", "papers", 0, "slug"), "../x", "$.header.papers[0].slug"),
    (("surprise",), 1, "'surprise' was unexpected"),
    (("schema",), 1, "schema 1, and this version reads schema 2"),
])
def test_what_does_not_meet_it_is_refused_with_the_place(data, place, value, said):
    bad = copy.deepcopy(data)
    spot = bad
    for key in place[:-1]:
        spot = spot[key]
    spot[place[-1]] = value
    with pytest.raises(schema.NotALedger) as error:
        schema.validated(bad)
    assert said in str(error.value) and "\n" not in str(error.value)


def test_a_missing_field_is_named(data):
    bad = copy.deepcopy(data)
    del bad["claims"][0]["grade"]
    with pytest.raises(schema.NotALedger, match="'grade' is a required property"):
        schema.validated(bad)


@pytest.mark.parametrize("content, said", [
    (b"{", "not JSON"), (b"\xff\xfe", "not JSON"), (b"[1]", "no ledger"), (b"{}", "no ledger"), (b"3", "no ledger"),
    (b"[" * 100_000, "not JSON"), (b"9"*9999, "not JSON"), (b'{"schema": "%s", "claims": 0}' % (b"x"*999), r"has schema '?x+\.\.\., and"),
])
def test_other_files_are_refused(tmp_path, content, said):
    (tmp_path/"x.json").write_bytes(content)
    with pytest.raises(schema.NotALedger, match=said):
        schema.read(tmp_path/"x.json")


def test_missing_files_and_folders_are_refused(tmp_path):
    for path in (tmp_path/"none.json", tmp_path):
        with pytest.raises(schema.NotALedger):
            schema.read(path)
