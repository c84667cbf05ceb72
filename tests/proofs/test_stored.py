"""Stored results: what is written, when, and what a hash covers."""
from proofs.stored import Store, imported_files


def test_a_result_that_says_the_same_leaves_the_file_alone(tmp_path):
    store, record = Store(tmp_path), dict(passed=True, seconds=1.0, detail="d", code="c", commit="one")
    store.put("X-1", "run[balls]", record)
    before = (tmp_path/"X-1.json").read_bytes()
    store.put("X-1", "run[balls]", record | dict(seconds=2.0, commit="two"))
    assert (tmp_path/"X-1.json").read_bytes() == before
    for change in (dict(passed=None), dict(detail="e"), dict(code="f")):
        store.put("X-1", "run[balls]", record | change | dict(commit="two"))
        assert store.get("X-1", "run[balls]") == record | change | dict(commit="two")


def test_seconds_of_the_claims_that_are_asked_for(tmp_path):
    store = Store(tmp_path)
    store.put("X-1", "run[balls]", dict(passed=True, seconds=1.5))
    store.put("X-2", "run[balls]", dict(passed=True, seconds=2.5))
    assert store.seconds(["X-2", "X-3"]) == {"X-2/run[balls]": 2.5}


def test_a_hash_covers_what_a_ledger_of_ones_own_imports_from_its_folder(tmp_path):
    for name, text in dict(ledger="import one\nimport json\nfrom separatrix import Paper", one="from two import x",
                           two="x = 1", unused="x = 2").items():
        (tmp_path/f"{name}.py").write_text(text)
    found = imported_files(tmp_path/"ledger.py")
    assert {file.name for file in found if file.parent == tmp_path} == {"ledger.py", "one.py", "two.py"}
    assert {"separatrix.py", "ledger.py", "inequality.py"} <= {file.name for file in found}


def test_a_module_of_ours_is_not_taken_for_a_library_of_that_name():
    from proofs.engines import flint
    assert "sympy.py" not in {file.name for file in imported_files(flint.__file__) if file.parent.name == "engines"}
