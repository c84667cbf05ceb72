"""The Coq kernel decides: every Identity, Nonnegative and exact Refutation of a ledger, and the theorems proved by hand.

One run compiles the hand proofs, the formulas of `numerics.maps` with their equality to the paper's transcription
(`proofs.kernel.link`) and the generated lemmas (`proofs.kernel.script`, one file per section of a paper), several files at
a time, and asks once for the axioms under everything.  A lemma that fails is named and left out; the rest goes on.
"""
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
import hashlib
from pathlib import Path
import re
import tempfile
import time

from numerics import maps
from proofs.evidence import Nonnegative, Proved, Refutation
from proofs.kernel import lemmas as hand
from proofs.kernel.link import Link, link
from proofs.kernel.point import NoPoint
from proofs.kernel.script import Lemma, of_identity, of_nonnegative, of_refutation
from proofs.kernel.terms import TooLong

from . import coqc

HEAD = "From Coq Require Import Reals Lra Psatz.\nFrom Separatrix Require Import Prelude.\nOpen Scope R_scope.\n\n"


@dataclass(frozen=True)
class Record:
    """What the kernel said of one lemma, "File.lemma"; `passed` is None if the evidence has no lemma, for the
    `detail`.
    """
    lemma: str
    origin: str                     # "generated", "hand" or "link"
    passed: bool | None
    seconds: float = 0.0
    detail: str = ""


@dataclass(frozen=True)
class Run:
    """One run of the kernel: the records, also by the piece of evidence that they settle, and the axioms under all."""
    coq: str
    axioms: tuple[str, ...]
    records: tuple[Record, ...]
    of_piece: dict[str, Record]
    unlinked: tuple[str, ...]       # formulas of `numerics.maps` that `Paper.v` does not transcribe
    seconds: float

    def counts(self) -> dict[str, int]:
        """How many lemmas passed, by origin."""
        return {origin: sum(r.origin == origin and r.passed is True for r in self.records)
                for origin in ("generated", "hand", "link")}


@dataclass
class Item:
    """Equal pieces of evidence on their way to the kernel: their lemmas, or the reason why there are none."""
    file: str
    pieces: list[str]
    lemmas: list[Lemma]
    reason: str = ""
    passed: bool | None = True
    seconds: float = 0.0

    @property
    def record(self) -> Record:
        name = self.lemmas[0].name if self.lemmas else self.pieces[0]
        return Record(f"{self.file}.{name}", "generated", self.passed, self.seconds, self.reason)


def printed(name, evidence) -> list[Lemma]:
    """The lemmas of one piece of evidence."""
    if isinstance(evidence, Nonnegative):
        return of_nonnegative(name, evidence)
    if isinstance(evidence, Refutation):
        return of_refutation(name, evidence)
    return of_identity(name, evidence)


def gather(pieces) -> list[Item]:
    """The items of all pieces that are not hand proofs; pieces with equal lemmas share one."""
    items, by_text, names = [], {}, set()
    for piece in pieces:
        if isinstance(piece.evidence, Proved):
            continue
        item = _item(piece, names)
        text = tuple((x.statement, x.proof) for x in item.lemmas) or piece.id
        if text in by_text:
            by_text[text].pieces.append(piece.id)
        else:
            by_text[text] = item
            items.append(item)
    return items


def _item(piece, names):
    section = Path(piece.claim.where.rsplit(":", 1)[0]).stem
    file = re.sub(r"\W", "_", f"{piece.claim.paper.slug}_{section}").capitalize()
    name = re.sub(r"\W", "_", f"{piece.claim.id}__{piece.key}")
    while (file, name) in names:
        name += "_"
    names.add((file, name))
    try:
        return Item(file, [piece.id], printed(name, piece.evidence))
    except (TooLong, NoPoint) as error:   # the kernel is not asked: nothing is said for or against this piece
        return Item(file, [piece.id], [], str(error), None)
    except Exception as error:            # this piece is broken with this reason; the run goes on
        return Item(file, [piece.id], [], f"no lemma: {type(error).__name__}: {error}", False)


@cache
def linked() -> Link:
    """The formulas of `numerics.maps` against the transcription."""
    return link(maps, hand.text("Paper"))


@cache
def fingerprint(file) -> str:
    """A hash of what a hand proof rests on: its file, those that it requires, and the link to `numerics.maps`."""
    files, waiting = set(), [file, "Paper"]
    while waiting:
        name = waiting.pop()
        if name not in files:
            files.add(name)
            waiting += coqc.required(hand.text(name))
    texts = [*map(hand.text, sorted(files)), linked().definitions, linked().text]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def run(pieces, coq, *, jobs=1, limit=coqc.LIMIT, progress=lambda label, total: None) -> Run:
    """Check the pieces of evidence that have `for_kernel`; if there are hand proofs among them, all hand proofs.

    pieces    of `proofs.verification`: with a claim, an evidence and an id
    coq       from `coqc.find()`
    limit     seconds that one lemma may take
    progress  called after every file with its name and the number of files
    """
    start = time.perf_counter()
    items = gather(pieces)
    by_file = {file: [i for i in items if i.file == file and i.lemmas] for file in dict.fromkeys(i.file for i in items)}
    texts = {"Prelude": hand.text("Prelude")}
    if any(isinstance(p.evidence, Proved) for p in pieces):
        texts |= {file: hand.text(file) for file in hand.FILES} | {"Maps": linked().definitions, "Link": linked().text}
    order = ["Prelude", *by_file, *(file for file in texts if file != "Prelude")]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        shop, futures = coqc.Workshop(coq, folder, limit), {}

        def work(file):
            text = texts.get(file, HEAD)
            for needed in coqc.required(text):   # earlier in the order: running or done
                futures[needed].result()
            result = shop.compile(file, text) if file in texts else compile_items(shop, file, by_file[file])
            progress(file, len(order))
            return result

        try:
            for file in order:
                futures[file] = pool.submit(work, file)
            compiled = {file: future.result() for file, future in futures.items()}
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
        proved = [f"{i.file}.{x.name}" for i in items if i.passed for x in i.lemmas]
        by_hand = [*_link_records(compiled["Link"]), *_hand_records(compiled)] if "Link" in compiled else []
        audit = shop.audit(proved + [r.lemma for r in by_hand if r.passed])
    records = [r if audit.passed or not r.passed else replace(r, passed=False, detail=f"audit: {audit.detail}")
               for r in (*by_hand, *(i.record for i in items))]
    return Run(coq.version, audit.axioms, tuple(records), _by_piece(pieces, items, records), linked().unlinked,
               time.perf_counter() - start)


def compile_items(shop, name, items):
    """Compile the lemmas of one file, without those that fail, which get their reasons."""
    while True:
        result = shop.compile(name, HEAD + "\n".join(x.text for item in items for x in item.lemmas))
        if not result.reason or not items:
            break
        for item in [i for i in items if any(x.name == result.failed for x in i.lemmas)] or items:
            item.passed, item.reason = False, f"{result.failed or name}: {result.reason}"
        items = [item for item in items if item.passed]
    for item in items:
        item.seconds = sum(result.seconds.get(x.name, 0.0) for x in item.lemmas)
    return result


def _hand_records(compiled):
    """A hand proof is about the formulas of Python only if these are the transcribed ones: it needs the link."""
    for lemma in hand.LEMMAS:
        result = compiled[lemma.file]
        blame = next((c for c in (result, compiled["Link"]) if c.reason), None)
        yield Record(lemma.name, "hand", blame is None, result.seconds.get(lemma.name.split(".")[1], 0.0),
                     f"{blame.failed or blame.name}: {blame.reason}" if blame else "")


def _link_records(result):
    for lemma in linked().lemmas:
        yield Record(f"Link.{lemma.name}", "link", not result.reason, result.seconds.get(lemma.name, 0.0),
                     f"{result.failed or 'Link'}: {result.reason}" if result.reason else "")


def _by_piece(pieces, items, records):
    by_lemma = {r.lemma: r for r in records}
    found = {piece: by_lemma[item.record.lemma] for item in items for piece in item.pieces}
    return found | {p.id: by_lemma[p.evidence.lemma] for p in pieces if isinstance(p.evidence, Proved)}
