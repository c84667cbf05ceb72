"""The Coq kernel on small ledgers, on damaged identities, and (long) on everything."""
import json

import pytest

from numerics import maps
from proofs.engines import coqc, kernel, residues
from proofs.evidence import Identity, Nonnegative, Proved, Refutation
from proofs.kernel import lemmas, terms
from proofs.kernel.script import of_identity
from proofs.ledger import Paper
from proofs.papers import load_all
from proofs.saboteur import WRONG, Fault
from proofs.surd import sqrt
from proofs.verification import exempt, kernel_pieces, verify
from reports import cli, exits

pytestmark = pytest.mark.skipif(not coqc.installed(), reason="coqc not found")


def square(a, b):
    return (a - b)*(a + b), a**2 - b**2


def circle(x, y):
    return (x**2 + y**2 - 1,)


def on_circle(x, y):
    return (x + y)**2, 1 + 2*x*y


def cancelled(x, y):
    return (x**2 - y**2)/(x - y), x + y


def mean_exceeds_product(x, y):
    return (x + y)**2 - 4*x*y, {}, [(1, (), x - y)]


def below_root(x):
    return 2 - x, {"x": x, "2 - x^2": 2 - x**2}, [(1, ("2 - x^2",), 1), (1, (), x - 1)]


def outcomes(*evidence, **options):
    """What a run of the kernel says of the evidence of one claim, by name."""
    paper = Paper("example", title="An example")

    @paper.claim("X-1", "label", "x")
    def first():
        """Words."""
        yield from evidence
    run = verify([paper], kernel=lambda pieces: kernel.run(pieces, coqc.find(), jobs=2, **options))
    return {i.removeprefix("X-1/").removesuffix("[coq]"): o for i, o in run.outcomes.items() if i.endswith("[coq]")}, run


def false(a, b):
    return (a + b)**2, a**2 + b**2


def rational(x):
    return x*x != 2


def by_zero(x, y):
    return y/x, 0*y


def first(x, y):
    return (x,)


def absurd(x):
    return (x**2 + 1)*x, 0*x


def negative(x, y):
    return -(x - y)**2, {}, [(-1, (), x - y)]


def same(a, b):
    return (a - b)*(a + b), a**2 - b**2


TRUE = (
    Identity(square), Identity(same), Identity(on_circle, modulo=circle), Refutation(rational, at=dict(x=sqrt(2))),
    Nonnegative(mean_exceeds_product, at=dict(x=1, y=2), tight=dict(x=1, y=1)))


def test_what_is_true_passes_and_what_is_false_is_named():
    found, run = outcomes(
        *TRUE, Identity(false), Identity(cancelled), Identity(by_zero, modulo=first, excluding=first),
        Identity(absurd, modulo=lambda x: (x**2 + 1,)), Nonnegative(negative, at=dict(x=1, y=2), slack="false"),
        Nonnegative(below_root, at=dict(x=1), slack="false: (2 - x^2) + (x - 1)^2 = 3 - 2x"))
    assert {name: o.passed for name, o in found.items()} == {e.name: True for e in TRUE} | dict(
        false=False,                         # (a + b)^2 = a^2 + b^2
        cancelled=False,                     # 1/0 = 0 in Coq: no quotient without what excludes its divisor
        by_zero=False,
        absurd=None,                         # no real point meets x^2 = -1, so nothing is claimed
        negative=False, below_root=False)    # certificates with a wrong sign, and of something else
    assert found["false"].detail.startswith("X_1__false: ") and "Coq 8." in found["square"].detail
    assert "no real point" in found["absurd"].skipped or "relations cannot be met" in found["absurd"].skipped
    assert run.kernel.counts() == dict(generated=len(TRUE) - 1, hand=0, link=0), "equal lemmas are checked once"
    assert set(run.kernel.axioms) <= coqc.REALS


def test_what_is_too_long_is_skipped_and_named(monkeypatch):
    monkeypatch.setattr(terms, "LONGEST", 10)
    found, _ = outcomes(Identity(square), Identity(on_circle, modulo=circle))
    assert all(o.passed is None and "split the identity" in o.skipped for o in found.values()) and len(found) == 2


def test_nothing_passes_if_the_audit_does_not(monkeypatch):
    monkeypatch.setattr(coqc, "REALS", frozenset())
    found, run = outcomes(Identity(square), Identity(on_circle, modulo=circle))
    assert [o.passed for o in found.values()] == [False]*2
    assert all("beyond the axioms of the reals" in o.detail for o in found.values())


@pytest.mark.long
def test_a_formula_that_is_not_the_papers_breaks_the_hand_proofs(monkeypatch):
    def growth(e, mu):
        return e**2 + mu*e + 2
    growth.__module__ = maps.__name__
    monkeypatch.setattr(maps, "growth", growth)
    kernel.linked.cache_clear()
    try:
        found, run = outcomes(Identity(square), Proved("Growth.scalar_inequality"))
    finally:
        kernel.linked.cache_clear()
    assert found["square"].passed is True and found["Growth.scalar_inequality"].passed is False
    assert found["Growth.scalar_inequality"].detail.split(":")[0] in ("growth", "normal_form")


def test_a_lemma_that_takes_too_long_is_broken():
    def heavy(a, b, c, d):
        return (a + b + c + d)**40, (d + c + b + a)**40
    found, _ = outcomes(Identity(square), Identity(heavy), limit=2)
    assert found["square"].passed is True
    assert found["heavy"].passed is False and "X_1__heavy: stopped after 2 s" in found["heavy"].detail


@pytest.mark.long
def test_the_command_on_one_theorem(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr("reports.selection.STORE", tmp_path)
    assert cli.main(["verify", "LST-LE.1", "--kernel", "--jobs", "2"]) == exits.FINE
    out = capsys.readouterr().out
    assert "LST-LE.1       holds        exact" in out and "axioms: ClassicalDedekindReals.sig_forall_dec" in out
    assert all(len(line) <= 80 for line in out.splitlines())
    assert set(json.loads((tmp_path/"kernel.json").read_text())) == set(lemmas.TABLE)


# --- long -----------------------------------------------------------------------------------------------------------

@pytest.mark.long
def test_the_whole_ledger():
    pieces = [p for paper in load_all() for claim in paper.claims.values() for p in kernel_pieces(claim)]
    run = kernel.run(pieces, coqc.find(), jobs=2)
    assert [r for r in run.records if r.passed is not True] == []
    assert len(run.of_piece) == len(pieces) > 300 and set(run.axioms) <= coqc.REALS and run.unlinked == ()


def damages(at_most):
    """Damaged identities of the ledger whose statements are false, a few of every identity."""
    found, seen = 0, set()
    for paper in load_all():
        for claim in paper.claims.values():
            for piece in kernel_pieces(claim):
                for identity in piece.evidence.identities():
                    if identity.sides.__qualname__ in seen or len(identity.variables) > 6:
                        continue
                    seen.add(identity.sides.__qualname__)
                    at, count = residues.points(identity), Fault()
                    residues.differs(identity, at, count)
                    kinds = list(enumerate(count.kinds))
                    index, kind = kinds[found % len(kinds)]
                    faults = [Fault(index, how) for how in WRONG[kind]]
                    fault = next((f for f in faults if residues.differs(identity, at, Fault(f.index, f.how))), None)
                    if fault is not None:
                        found += 1
                        yield identity, fault
                        if found == at_most:
                            return


@pytest.mark.long
def test_damaged_identities_are_rejected(tmp_path):
    shop, rejected = coqc.Workshop(coqc.find(), tmp_path), 0
    assert shop.compile("Prelude", lemmas.text("Prelude")).reason == ""
    for n, (identity, fault) in enumerate(damages(60)):
        sound = of_identity("sound", identity)[0]
        damaged = of_identity("damaged", identity, fault)[0]
        assert damaged.statement != sound.statement
        result = shop.compile(f"Damage{n}", f"{kernel.HEAD}{sound.text}{damaged.text}")
        assert result.failed == "damaged" and "yntax error" not in result.reason, (identity.name, fault, result)
        rejected += 1
    assert rejected >= 50
