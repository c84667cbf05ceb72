"""What changed between two ledgers: claims, findings, grades, statements, and evidence with what came of it."""
from dataclasses import dataclass, field
from textwrap import wrap

from .site.model import outcome

NOTED = ("finding", "grade")


@dataclass
class Changed:
    """One claim of both ledgers: (what, before, after) for its finding and grade, and lines on the rest."""
    id: str
    moved: list[tuple[str, str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass
class Changes:
    """`new` and `gone` are claims (dicts of the ledger they stand in); `before` and `after` are the two headers."""
    before: dict
    after: dict
    new: list[dict]
    gone: list[dict]
    changed: list[Changed]

    def __bool__(self):
        return bool(self.new or self.gone or self.changed)

    def summary(self) -> str:
        if not self:
            return "nothing changed"
        return f"of the claims {len(self.new)} new, {len(self.gone)} gone, {len(self.changed)} changed"


def compare(old, new) -> Changes:
    """Between two valid ledgers; times, machine and line numbers are no changes."""
    before, after = ({c["id"]: c for c in data["claims"]} for data in (old, new))
    changed = [difference(before[id], claim) for id, claim in after.items() if id in before]
    return Changes(old["header"], new["header"], [c for id, c in after.items() if id not in before],
                   [c for id, c in before.items() if id not in after], [c for c in changed if c.moved or c.notes])


def difference(old, new) -> Changed:
    found = Changed(new["id"], [(k, old[k], new[k]) for k in NOTED if old[k] != new[k]])
    if old["pending"] != new["pending"]:
        found.notes.append(f"now waits for: {new['pending']}" if new["pending"] else "waits for nothing any more")
    found.notes += statements(old, new) + evidence(old, new)
    return found


def statements(old, new) -> list[str]:
    before, after = ({s["role"]: s for s in claim["statements"]} for claim in (old, new))
    lines = [f"{role} statement added" for role in after if role not in before]
    lines += [f"{role} statement removed" for role in before if role not in after]
    for role in before.keys() & after.keys():
        parts = [part for part in ("latex", "words", "hypotheses", "uses") if before[role][part] != after[role][part]]
        if parts:
            names = {"latex": "formula", "words": "words", "hypotheses": "hypotheses", "uses": "uses"}
            lines.append(f"{role} statement: other {', '.join(names[p] for p in parts)}")
    return sorted(lines)


def evidence(old, new) -> list[str]:
    before, after = (outcomes(claim) for claim in (old, new))
    pieces = [{key[:3]: None for key in table} for table in (before, after)]
    lines = [f"evidence added: {name(key)}" for key in pieces[1] if key not in pieces[0]]
    lines += [f"evidence removed: {name(key)}" for key in pieces[0] if key not in pieces[1]]
    lines += [f"{name(key)} [{key[3]}]: {before[key]}, now {after[key]}"
              for key in after if key in before and before[key] != after[key]]
    return lines + [f"{name(key)} [{key[3]}]: {after[key]}"
                    for key in after if key not in before and after[key] in ("failed", "undecided")]


def outcomes(claim) -> dict:
    """passed, failed, undecided, skipped, or - where there is no engine, by statement, kind, name and engine."""
    return {(e["statement"], e["kind"], e["name"], e["engine"]): outcome(e) if e["engine"] else "-"
            for e in claim["evidence"]}


def name(key):
    statement, kind, name = key[:3]
    return f"{kind} {name}" + ("" if statement == "printed" else f" ({statement})")


def lines(changes):
    """For the terminal: the summary, then one claim after another, at most 80 columns."""
    for line in told(changes):
        yield from wrap(line, 80, subsequent_indent=" "*13, drop_whitespace=True)


def told(changes):
    yield f"since {changes.before['commit']}, {changes.before['date']}:"
    yield f"  {changes.summary()}"
    for word, claims in (("new", changes.new), ("gone", changes.gone)):
        for claim in claims:
            yield f"  {word:8} {claim['id']:14} {claim['finding']}, {claim['grade']}"
    for claim in changes.changed:
        moved = ", ".join(f"{what} {old} -> {new}" for what, old, new in claim.moved)
        yield f"  changed  {claim.id:14} {moved}".rstrip()
        for note in claim.notes:
            yield f"           {note}"
