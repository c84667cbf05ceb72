"""The Coq kernel decides: every Identity, Nonnegative and exact Refutation of a ledger, and the hand proofs.

One run writes the lemmas (`proofs.kernel.script`, one file per section of a paper), the formulas of `numerics.maps` with
their equality to the paper's transcription (`proofs.kernel.link`), compiles them after the hand proofs, and asks once for
the axioms under everything.  A lemma that fails is named and left out; the rest goes on.
"""
from dataclasses import dataclass, field, replace
from pathlib import Path
import re
import tempfile
import time

from numerics import maps
from proofs.evidence import Identity, Nonnegative, Refutation
from proofs.kernel import lemmas as hand
from proofs.kernel.link import link
from proofs.kernel.script import Lemma, of_identity, of_nonnegative, of_refutation
from proofs.ledger import Failure

from . import coqc

HEAD = "From Coq Require Import Reals Lra Psatz.\nFrom Separatrix Require Import Prelude.\nOpen Scope R_scope.\n\n"


@dataclass(frozen=True)
class Record:
    """What the kernel said of one lemma, "File.lemma", and the pieces of evidence that it settles.

    `evidence` holds keys "LST-T4.1/separatrix_update"; of a hand lemma, the ids of the claims that it supports.
    """
    lemma: str
    origin: str                     # "generated", "hand" or "link"
    evidence: tuple[str, ...]
    passed: bool
    seconds: float = 0.0
    detail: str = ""
    coq: str = ""
    axioms: tuple[str, ...] = ()


@dataclass(frozen=True)
class Run:
    """One run of the kernel: the records, the audit of the axioms, what is exempt, and formulas without a transcription."""
    coq: str
    records: tuple[Record, ...]
    audit: coqc.Audit
    exempt: tuple[str, ...]
    unlinked: tuple[str, ...]
    seconds: float

    @property
    def passed(self) -> bool:
        return self.audit.passed and all(r.passed for r in self.records)

    @property
    def failed(self) -> tuple[Record, ...]:
        return tuple(r for r in self.records if not r.passed)

    def of_evidence(self, key) -> Record | None:
        """The record of the generated lemma for a piece of evidence, by its key."""
        return next((r for r in self.records if r.origin == "generated" and key in r.evidence), None)


@dataclass
class Item:
    """One piece of evidence on its way to the kernel: its lemmas, or why there are none."""
    file: str
    keys: list[str]
    lemmas: list[Lemma]
    reason: str = ""
    seconds: float = 0.0

    @property
    def name(self):
        return f"{self.file}.{self.lemmas[0].name if self.lemmas else self.keys[0]}"


def printer(evidence):
    """What turns a kind of evidence into lemmas; None for a kind that the kernel does not check."""
    if isinstance(evidence, Nonnegative):
        return of_nonnegative
    if isinstance(evidence, Identity):
        return of_identity
    if isinstance(evidence, Refutation) and not evidence.bits:
        return of_refutation
    return None


def gather(papers) -> tuple[list[Item], list[str]]:
    """The items of all claims, equal ones once, and the keys of the exact evidence that is exempt."""
    items, exempt, by_text, names = [], [], {}, set()
    for paper in papers:
        for claim in paper.claims.values():
            for statement in claim.statements:
                for evidence in () if isinstance(statement.evidence, Failure) else statement.evidence:
                    key = "/".join(filter(None, (claim.id, statement.slug, evidence.name)))
                    to_lemmas = printer(evidence)
                    if to_lemmas is None:
                        if evidence.kind == "Computed":
                            exempt.append(f"{key}: a computation, checked by SymPy and FLINT only")
                        continue
                    item = _item(_file(paper, claim), key, to_lemmas, evidence, names)
                    text = tuple((x.statement, x.proof) for x in item.lemmas) or key
                    if text in by_text:
                        by_text[text].keys.append(key)
                    else:
                        by_text[text] = item
                        items.append(item)
    return items, exempt


def _file(paper, claim):
    section = Path(claim.where.rsplit(":", 1)[0]).stem
    return re.sub(r"\W", "_", f"{paper.slug}_{section}").capitalize()


def _item(file, key, to_lemmas, evidence, names):
    name = re.sub(r"\W", "_", key.replace("/", "__"))
    while (file, name) in names:
        name += "_"
    names.add((file, name))
    try:
        return Item(file, [key], to_lemmas(name, evidence))
    except Exception as error:   # this piece is broken with this reason; the run goes on
        return Item(file, [key], [], f"no lemma: {type(error).__name__}: {error}")


def run(papers, *, cache=None, limit=coqc.LIMIT, progress=lambda done, total: None) -> Run:
    """Check the evidence of `papers` and the hand proofs; `coqc.Unusable` where Coq or Coquelicot is missing.

    `cache` is a folder for compiled files, `limit` the seconds that one lemma may take.  `progress` is called after every
    file with how many are done.
    """
    start, coq = time.perf_counter(), coqc.find()
    items, exempt = gather(papers)
    linked = link(maps, hand.text("Paper"))
    files = list(dict.fromkeys(item.file for item in items))
    total = len(hand.FILES) + 2 + len(files)
    with tempfile.TemporaryDirectory() as folder:
        shop = coqc.Workshop(coq, folder, cache, limit)
        compiled = {}
        for name in hand.FILES:
            compiled[name] = shop.compile(name, hand.text(name))
            progress(len(compiled), total)
        for name, text in (("Maps", linked.definitions), ("Link", linked.text)):
            compiled[name] = shop.compile(name, text)
            progress(len(compiled), total)
        for name in files:
            compiled[name] = compile_items(shop, name, [i for i in items if i.file == name and not i.reason])
            progress(len(compiled), total)
        records = [*hand_records(compiled), *link_records(compiled["Link"], linked), *map(item_record, items)]
        good = [r.lemma for r in records if r.passed]
        good += [f"{i.file}.{x.name}" for i in items if not i.reason for x in i.lemmas[1:]]
        audit = shop.audit(good)
    records = tuple(replace(r, coq=coq.version, axioms=audit.axioms) for r in records)
    return Run(coq.version, records, audit, tuple(exempt), linked.unlinked, time.perf_counter() - start)


def compile_items(shop, name, items):
    """Compile the lemmas of one file, without those that fail, which get their reasons."""
    while True:
        result = shop.compile(name, HEAD + "\n".join(x.text for item in items for x in item.lemmas))
        if not result.reason:
            break
        guilty = [item for item in items if any(x.name == result.failed for x in item.lemmas)] or list(items)
        for item in guilty:
            item.reason = f"{result.failed or name}: {result.reason}"
        items = [item for item in items if not item.reason]
    for item in items:
        item.seconds = sum(result.seconds.get(x.name, 0.0) for x in item.lemmas)
    return result


def item_record(item) -> Record:
    return Record(item.name, "generated", tuple(item.keys), not item.reason, item.seconds, item.reason)


def hand_records(compiled):
    for lemma in hand.LEMMAS:
        result = compiled[lemma.file]
        yield Record(lemma.name, "hand", lemma.claims, not result.reason,
                     result.seconds.get(lemma.name.split(".")[1], 0.0),
                     f"{result.failed or lemma.file}: {result.reason}" if result.reason else "")


def link_records(result, linked):
    for lemma in linked.lemmas:
        yield Record(f"Link.{lemma.name}", "link", (), not result.reason, result.seconds.get(lemma.name, 0.0),
                     f"{result.failed or 'Link'}: {result.reason}" if result.reason else "")
