"""What changed between two ledgers."""
import copy

from reports.changes import compare, lines


def altered(data, id, change):
    new = copy.deepcopy(data)
    change(next(c for c in new["claims"] if c["id"] == id))
    return new


def only(changes):
    assert bool(changes) and not changes.new and not changes.gone
    found, = changes.changed
    return found


def test_nothing_changed(data):
    later = copy.deepcopy(data)
    later["header"] |= {"wall_seconds": 99.0, "machine": "another", "date": "later"}
    for claim in later["claims"]:
        claim["source"] += "0"
        for e in claim["evidence"]:
            e["seconds"] += 1
    changes = compare(data, later)
    assert not changes and changes.summary() == "nothing changed" and len(list(lines(changes))) == 2


def test_new_and_gone_and_moved(data, earlier):
    changes = compare(earlier, data)
    assert [c["id"] for c in changes.new] == ["LST-T4.1"] and [c["id"] for c in changes.gone] == ["LST-GONE"]
    assert [m[0] for m in changes.changed[0].moved] == ["finding", "grade"]
    said = list(lines(changes))
    assert "of the claims 1 new, 1 gone, 1 changed" in said[1] and any("finding gap -> " in line for line in said)
    assert all(len(line) <= 80 for line in said)


def test_evidence_that_fails_is_named(data):
    def fail(claim):
        claim["evidence"][0] |= {"passed": False}
    assert only(compare(data, altered(data, "LST-T4.1", fail))).notes == ["Identity normal_form_of_imbalance_map [sympy]: passed, now failed"]


def test_evidence_added_and_removed(data):
    def remove(claim):
        claim["evidence"] = [e for e in claim["evidence"] if e["name"] != "normal_form_of_imbalance_map"]
    less = altered(data, "LST-T4.1", remove)
    assert only(compare(data, less)).notes == ["evidence removed: Identity normal_form_of_imbalance_map"]
    assert only(compare(less, data)).notes == ["evidence added: Identity normal_form_of_imbalance_map"]


def test_new_evidence_that_fails_says_both(data):
    def add(claim):
        claim["evidence"].append(claim["evidence"][0] | {"name": "another", "passed": False})
    assert only(compare(data, altered(data, "LST-T4.1", add))).notes == [
        "evidence added: Identity another", "Identity another [sympy]: failed"]


def test_statements_and_what_is_awaited(data):
    def reword(claim):
        claim["statements"][0] |= {"words": "Other words.", "uses": ["LST-A.1"]}
        claim["statements"].pop()
        claim["pending"] = "an idea"
    assert only(compare(data, altered(data, "LST-P3.1b", reword))).notes == [
        "now waits for: an idea", "corrected statement removed", "printed statement: other words, uses"]
