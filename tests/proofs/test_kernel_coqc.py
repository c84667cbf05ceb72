"""Running Coq: what is found, what is refused, and the audit of the axioms."""
import shutil
import subprocess

import pytest

from proofs.engines import coqc
from proofs.engines.coqc import Unusable, compile_file, find, read_assumptions, required, without_comments

needs_coq = pytest.mark.skipif(not coqc.installed(), reason="coqc not found")
HEAD = "From Coq Require Import Reals Lra.\nOpen Scope R_scope.\n"


def pretend(folder, monkeypatch, script):
    """Puts a shell script in the place of coqc."""
    (folder/"coqc").write_text(f"#!/bin/sh\n{script}\n")
    (folder/"coqc").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


@pytest.mark.parametrize("script, said", [
    ("echo 8.9.1 4.07.0", "Coq 8.9.1 found; the proofs are written for Coq 8.16"),
    ("echo 9.0.0 4.14.0", "Coq 9.0.0 found"),
    ("echo nonsense", "does not tell its version"),
    ("exit 1", "does not tell its version"),
    ('case "$1" in -where) echo /nowhere;; *) echo 8.16.1 4.13.1;; esac', "without Coquelicot .*libcoq-coquelicot"),
])
def test_a_coq_that_cannot_be_used_is_named(tmp_path, monkeypatch, script, said):
    pretend(tmp_path, monkeypatch, script)
    with pytest.raises(Unusable, match=said):
        find()


def test_no_coq_at_all(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not coqc.installed()
    with pytest.raises(Unusable, match="coqc not found"):
        find()


def test_comments_and_requirements():
    text = "(* Admitted (* nested *) *) Lemma a : True. (** Axiom *)"
    assert without_comments(text).split() == ["Lemma", "a", ":", "True."] and len(without_comments(text)) == len(text)
    assert required("From Separatrix Require Import Paper AmGm.\nFrom Separatrix Require Maps.") == ["Paper", "AmGm", "Maps"]


@pytest.mark.parametrize("printed, passed, said", [
    ("Closed under the global context", True, ""),
    ("Axioms:\nClassicalDedekindReals.sig_not_dec : forall P : Prop,\n  {~ ~ P} + {~ P}\nClassical_Prop.classic : P", True, ""),
    ("Axioms:\nClassical_Prop.classic : P\nEvil.false : False", False, "Evil.false"),
    ("Axioms:\nfalse : False", False, "false"),
    ("Axioms:\n", False, "not understood"),
    ("Axioms:\n** : what", False, "not understood"),
    ("", False, "not understood"),
    ("Error: something", False, "not understood"),
])
def test_what_the_audit_reads(printed, passed, said):
    audit = read_assumptions(printed)
    assert audit.passed is passed and said in audit.detail


@pytest.fixture
def shop(tmp_path):
    return coqc.Workshop(find(), tmp_path)


@needs_coq
@pytest.mark.parametrize("proof, said", [
    ("Admitted.", "forbidden: Admitted"),
    ("Proof. admit. Qed.", "forbidden: admit"),
    ("Proof. (* fine *) give_up. Qed.", "forbidden: give_up"),
    ("Proof. lra. Qed.", "Cannot find witness"),
])
def test_a_gap_is_named_with_its_lemma(shop, proof, said):
    result = shop.compile("Gap", f"{HEAD}Lemma fine : 1 = 1.\nProof. reflexivity. Qed.\nLemma gap : 1 < 0.\n{proof}\n")
    assert result.failed == "gap" and said in result.reason


@needs_coq
@pytest.mark.parametrize("text", [
    "Axiom evil : 1 < 0.", "Parameter evil : 1 < 0.", "Section S. Hypothesis evil : 1 < 0. End S.", "Unset Guard Checking.",
    "Lemma caf\u00e9 : True. exact I. Qed.",
])
def test_what_could_hide_a_gap_is_refused(shop, text):
    assert shop.compile("Evil", HEAD + text).reason


@needs_coq
def test_the_audit_finds_axioms_and_missing_names(shop, tmp_path):
    sound = f"{HEAD}Lemma two : forall x, x + x = 2*x.\nProof. intros. ring. Qed.\n"
    assert shop.compile("Good", sound).reason == ""
    audit = shop.audit(["Good.two"])
    assert audit.passed and set(audit.axioms) <= coqc.REALS and audit.axioms

    missing = shop.audit(["Good.two", "Good.three"])
    assert not missing.passed and "Good.three" in missing.detail

    evil = compile_with_axiom(tmp_path)
    assert not evil.passed and "Evil.evil" in evil.detail
    assert shop.audit(["Good.two"]).passed


def compile_with_axiom(folder):
    """A file with an axiom, compiled past the check of the text: the audit alone must see it."""
    (folder/"Evil.v").write_text(f"{HEAD}Axiom evil : 1 < 0.\nLemma wrong : 2 < 0.\nProof. pose proof evil. lra. Qed.\n")
    subprocess.run([shutil.which("coqc"), "-q", "-w", "none", "-Q", ".", coqc.LIBRARY, "Evil.v"], cwd=folder, check=True)
    return coqc.Workshop(find(), folder).audit(["Evil.wrong"])


@needs_coq
def test_a_lemma_that_does_not_end_is_stopped_and_named(tmp_path):
    endless = "repeat (assert True by exact I)."
    text = f"{HEAD}Lemma quick : True.\nProof. exact I. Qed.\nLemma endless : True.\nProof. {endless} Qed.\n"
    result = compile_file(find(), "Endless", text, tmp_path, limit=2)
    assert result.failed == "endless" and "stopped after 2 s" in result.reason
