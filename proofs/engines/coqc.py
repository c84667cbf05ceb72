"""Running Coq: find it, compile files in order with a time limit per lemma, and audit the axioms.

Nothing here knows what is proved.  Files are compiled in a scratch folder.  A lemma that outlasts the limit is named, and
Coq is stopped.
"""
from bisect import bisect_right
from dataclasses import dataclass, field
import os
from pathlib import Path
import re
import select
import shutil
import subprocess
import time

LIBRARY = "Separatrix"    # the logical name under which the files are compiled
OLDEST, TOO_NEW = (8, 16), (9, 0)
LIMIT = 20.0              # seconds for one lemma

REALS = frozenset({       # what the standard library's real numbers rest on
    "ClassicalDedekindReals.sig_forall_dec", "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep", "Classical_Prop.classic"})
FORBIDDEN = re.compile(
    r"\b(Admitted|admit|give_up|Abort|Axioms?|Parameters?|Conjecture|Hypothes[ie]s|Variables?|Context|Unset|Guard|"
    r"bypass_check|type_in_type|Declare|Load|Drop|Redirect|Extraction|native_compute|Print)\b")
HEADER = re.compile(r"\b(?:Lemma|Theorem|Corollary|Definition|Fixpoint)\s+(\w+)")
REQUIRE = re.compile(rf"From {LIBRARY} Require (?:Import )?([\w ]+)\.")
PROGRESS = re.compile(r"Chars (\d+) - (\d+) .* ([\d.]+) secs")


class Unusable(RuntimeError):
    """Coq or Coquelicot is missing, or is a version with which nothing was tried; the message says what to install."""


@dataclass(frozen=True)
class Coq:
    """A Coq that can be used."""
    executable: str
    version: str


@dataclass(frozen=True)
class Compiled:
    """What came of one file: seconds per lemma, and the lemma that failed with the reason, if one did."""
    name: str
    seconds: dict = field(default_factory=dict)
    failed: str = ""
    reason: str = ""


def installed() -> bool:
    """Whether there is a coqc at all."""
    return shutil.which("coqc") is not None


def find() -> Coq:
    """The coqc on the PATH, with Coquelicot; `Unusable` names what is missing."""
    executable = shutil.which("coqc")
    if executable is None:
        raise Unusable("coqc not found: install Coq 8.16 or later (Debian: coq libcoq-coquelicot)")
    found = subprocess.run([executable, "--print-version"], capture_output=True, text=True, timeout=60).stdout.split()
    numbers = re.match(r"(\d+)\.(\d+)", found[0]) if found else None
    if numbers is None:
        raise Unusable(f"{executable} does not tell its version: is it Coq?")
    if not OLDEST <= tuple(map(int, numbers.groups())) < TOO_NEW:
        raise Unusable(f"Coq {found[0]} found; the proofs are written for Coq 8.16 and later 8.x")
    where = subprocess.run([executable, "-where"], capture_output=True, text=True, timeout=60).stdout.strip()
    if not (Path(where)/"user-contrib"/"Coquelicot"/"Coquelicot.vo").exists():
        raise Unusable(f"Coq {found[0]} found without Coquelicot (Debian: libcoq-coquelicot)")
    return Coq(executable, found[0])


class Source:
    """The text of a file, with the places of its lemmas and definitions; comments are replaced by blanks."""

    def __init__(self, text):
        self.text, self.bare = text, without_comments(text)
        headers = list(HEADER.finditer(self.bare))
        self.starts, self.lemmas = [m.start() for m in headers], [m.group(1) for m in headers]

    def lemma_at(self, position) -> str:
        """The lemma whose statement or proof contains the position; "" before the first."""
        index = bisect_right(self.starts, position) - 1
        return self.lemmas[index] if index >= 0 else ""

    def next_word(self, position) -> int:
        """Where the first word at or after the position begins."""
        rest = self.bare[position:position + 10_000]
        return position + len(rest) - len(rest.lstrip())

    def fault(self):
        """(lemma, reason) if the text could hide a gap in a proof, or change what is checked; None otherwise."""
        found = FORBIDDEN.search(self.bare)
        if found:
            return self.lemma_at(found.start()), f"forbidden: {found.group()}"
        return None if self.text.isascii() else ("", "the file is not ASCII")


def required(text) -> list[str]:
    """The files of the library that a file requires."""
    return [name for line in REQUIRE.findall(text) for name in line.split()]


def without_comments(text) -> str:
    """The text with every (nested) comment replaced by blanks, so that positions stay."""
    kept, depth, i = [], 0, 0
    for mark in re.finditer(r"\(\*|\*\)", text):
        if mark.group() == "*)" and depth == 0:
            continue
        segment = text[i:mark.start()]
        kept.append(segment if depth == 0 else re.sub(r"[^\n]", " ", segment))
        kept.append("  ")
        depth, i = depth + (1 if mark.group() == "(*" else -1), mark.end()
    kept.append(text[i:] if depth == 0 else re.sub(r"[^\n]", " ", text[i:]))
    return "".join(kept)


def compile_file(coq, name, text, folder, *, limit=LIMIT) -> Compiled:
    """Compile `text` as the file `name` of the library in `folder`, which holds the files that it requires."""
    source = Source(text)
    if source.fault():
        return Compiled(name, {}, *source.fault())
    (folder/f"{name}.v").write_text(text)
    with open(folder/f"{name}.errors", "w+") as errors:
        process = subprocess.Popen(
            [coq.executable, "-q", "-w", "none", "-time", "-Q", ".", LIBRARY, f"{name}.v"], cwd=folder,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors)
        try:
            seconds, stuck = _watch(process.stdout.fileno(), source, limit)
            if stuck is not None:
                return Compiled(name, seconds, stuck, f"stopped after {limit:g} s")
            if process.wait(timeout=60) != 0:
                errors.seek(0)
                return Compiled(name, seconds, *_error(source, errors.read()))
            return Compiled(name, seconds)
        finally:
            process.kill()
            process.wait()
            process.stdout.close()


def _watch(output, source, limit):
    """(seconds per lemma, the lemma that outlasted the limit or None), from what coqc reports sentence by sentence."""
    seconds, pending = {}, b""
    current, since = source.lemma_at(source.next_word(0)), time.monotonic()
    while True:
        ready, _, _ = select.select([output], [], [], max(0.0, since + limit - time.monotonic()))
        if not ready:
            return seconds, current or "the head of the file"
        received = os.read(output, 65536)
        if not received:
            return seconds, None
        *lines, pending = (pending + received).split(b"\n")
        for line in lines:
            done = PROGRESS.match(line.decode(errors="replace"))
            if done:
                lemma = source.lemma_at(source.next_word(int(done[1])))
                seconds[lemma] = seconds.get(lemma, 0.0) + float(done[3])
                following = source.lemma_at(source.next_word(int(done[2])))
                if following != current:
                    current, since = following, time.monotonic()


def _error(source, errors):
    """(lemma, reason) from coqc's message, which names a line."""
    place = re.search(r"line (\d+), characters (\d+)-", errors)
    reason = " ".join(errors.split("Error:", 1)[-1].split())[:400] or "coqc failed without a message"
    if place is None:
        return "", reason
    before = source.text.splitlines(keepends=True)[:int(place[1]) - 1]
    return source.lemma_at(sum(map(len, before)) + int(place[2])), reason


class Workshop:
    """A scratch folder in which files are compiled, each after those that it requires."""

    def __init__(self, coq, folder, limit=LIMIT):
        self.coq, self.folder, self.limit = coq, Path(folder), limit

    def compile(self, name, text) -> Compiled:
        return compile_file(self.coq, name, text, self.folder, limit=self.limit)

    def audit(self, names) -> "Audit":
        """All axioms under the lemmas, named "File.lemma", from one `Print Assumptions`."""
        files = sorted({name.split(".")[0] for name in names})
        uses = "\n".join(f"  pose proof (@{LIBRARY}.{name})." for name in names)
        requires = " ".join(f"{LIBRARY}.{f}" for f in files)
        text = f"Require {requires}.\nLemma everything : True.\nProof.\n{uses}\n  exact I.\nQed.\nPrint Assumptions everything.\n"
        (self.folder/"Audit.v").write_text(text)
        try:
            run = subprocess.run([self.coq.executable, "-q", "-w", "none", "-Q", ".", LIBRARY, "Audit.v"],
                                 cwd=self.folder, capture_output=True, text=True, timeout=10*self.limit)
        except subprocess.TimeoutExpired:
            return Audit(False, (), f"stopped after {10*self.limit:g} s")
        if run.returncode:
            return Audit(False, (), " ".join(run.stderr.split())[:400])
        return read_assumptions(run.stdout)


@dataclass(frozen=True)
class Audit:
    """The axioms under everything that was checked, and whether they are the reals' own."""
    passed: bool
    axioms: tuple[str, ...]
    detail: str = ""


def read_assumptions(output) -> Audit:
    """What `Print Assumptions` printed; anything that is not understood fails."""
    output = output.strip()
    if output == "Closed under the global context":
        return Audit(True, ())
    heading, _, body = output.partition("\n")
    if heading != "Axioms:":
        return Audit(False, (), f"not understood: {heading[:200]!r}")
    entries = [line for line in body.splitlines() if line and not line[0].isspace()]
    axioms = [re.match(r"([A-Za-z_][\w.']*)\s*(?::|$)", line) for line in entries]
    if not entries or not all(axioms):
        odd = next((line for line, axiom in zip(entries, axioms) if axiom is None), "nothing listed")
        return Audit(False, (), f"not understood: {odd[:200]!r}")
    names = tuple(sorted(axiom.group(1) for axiom in axioms))
    beyond = [n for n in names if n not in REALS]
    return Audit(not beyond, names, f"beyond the axioms of the reals: {', '.join(beyond)}" if beyond else "")
