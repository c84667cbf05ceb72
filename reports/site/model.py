"""What the pages show, drawn from the data of `ledger.json`: evidence by piece, who uses whom, totals, what stays open."""
from collections import Counter
from functools import cached_property

GRADES = ("exact", "certified", "argued", "cited", "simulated", "pending", "broken")
FINDINGS = ("holds", "amended", "refuted", "gap", "ambiguous", "uncheckable", "new")
STANDING = {"exact": "established by machine", "certified": "established by machine", "argued": "established, by a reader",
            "cited": "rests on the literature", "simulated": "not proved", "pending": "not proved", "broken": "broken"}
SHARED = ("kind", "name", "statement", "grade", "words", "corroborates", "long", "instead_of", "source")


class Ledger:
    """The ledger with its cross references.  Claims are the dicts of `ledger.json`, with the keys that `_enrich` adds."""

    def __init__(self, data):
        self.header, self.figures = data["header"], data["figures"]
        self.claims = {c["id"]: _enrich(c) for c in data["claims"]}
        self.papers = [p | {"short": p["slug"].replace("_", " ")} for p in self.header["papers"]]
        for claim in self.claims.values():
            for used in claim["uses"]:
                if used in self.claims:
                    self.claims[used]["users"].append(claim["id"])
        for figure in self.figures:
            for id in figure["claims"]:
                if id in self.claims:
                    self.claims[id]["figures"].append(figure)

    def of(self, paper) -> list[dict]:
        """The claims of a paper, in its order."""
        return [c for c in self.claims.values() if c["paper"] == paper["slug"]]

    def sections(self, paper) -> list[tuple[str, list[dict]]]:
        found = {}
        for claim in self.of(paper):
            found.setdefault(claim["section"], []).append(claim)
        return list(found.items())

    def matrix(self, paper):
        """Counts by finding (rows) and grade (columns); only the rows and columns that occur."""
        cells = Counter((c["finding"], c["grade"]) for c in self.of(paper))
        columns = [g for g in GRADES if any((f, g) in cells for f in FINDINGS)]
        return columns, [(f, [cells[f, g] for g in columns]) for f in FINDINGS if any((f, g) in cells for g in GRADES)]

    def by_finding(self, paper, *findings):
        return [c for c in self.of(paper) if c["finding"] in findings]

    @cached_property
    def runs(self) -> list[tuple[dict, dict, dict]]:
        """(claim, piece, run) for all that an engine was to check."""
        return [(c, p, r) for c in self.claims.values() for p in c["pieces"] for r in p["runs"]]

    @cached_property
    def checks(self) -> Counter:
        """How many checks passed, failed, were undecided, were skipped."""
        return Counter(outcome(run) for _, _, run in self.runs)

    @cached_property
    def failed(self):
        return [(c, p, r) for c, p, r in self.runs if outcome(r) in ("failed", "undecided")]

    @cached_property
    def skipped(self) -> dict[str, list]:
        """Claims with skipped checks, by the reason."""
        found = {}
        for claim, _, run in self.runs:
            if run["skipped"]:
                found.setdefault(run["skipped"], Counter())[claim["id"]] += 1
        return found

    def words_of(self, kind) -> list[tuple[dict, dict]]:
        """(claim, piece) of one kind, as "Argument" or "Citation"."""
        return [(c, p) for c in self.claims.values() for p in c["pieces"] if p["kind"] == kind]

    @cached_property
    def hypotheses(self) -> dict[str, list[str]]:
        """The claims under each hypothesis that a statement names."""
        found = {}
        for claim in self.claims.values():
            for hypothesis in dict.fromkeys(h for s in claim["statements"] for h in s["hypotheses"]):
                found.setdefault(hypothesis, []).append(claim["id"])
        return found

    @cached_property
    def tightest(self) -> list[tuple[dict, dict]]:
        """Seeded runs by their slack, least first; those that measure none come last."""
        found = [(c, p) for c in self.claims.values() for p in c["pieces"] if p["kind"] == "Simulation"]
        return sorted(found, key=lambda pair: (pair[1]["slack"] is None, pair[1]["slack"]))

    @cached_property
    def certified(self) -> list[tuple[dict, dict]]:
        """Certified evidence, that with the widest enclosures first."""
        found = [(c, p) for c in self.claims.values() for p in c["pieces"] if p["kind"] == "Certified"]
        return sorted(found, key=lambda pair: -(pair[1]["radius"] or 0))


def _enrich(claim):
    """A copy with `uses`, `users`, `figures`, `pieces`, `kinds`, `passed` and `ran`; `usable` is the grade it lends."""
    claim = claim | {"uses": list(dict.fromkeys(u for s in claim["statements"] for u in s["uses"])), "users": [], "figures": []}
    claim["pieces"] = pieces = _pieces(claim["evidence"])
    claim["statements"] = [s | {"pieces": [p for p in pieces if p["statement"] == s["role"]]} for s in claim["statements"]]
    claim["kinds"] = list(dict.fromkeys(p["kind"] for p in pieces))
    outcomes = Counter(outcome(r) for p in pieces for r in p["runs"])
    claim["passed"], claim["ran"] = outcomes["passed"], outcomes.total() - outcomes["skipped"]
    roles = {kind: [s for s in claim["statements"] if s["role"].startswith(kind)] for kind in ("corrected", "reading")}
    lent = [s["grade"] for s in roles["corrected"] or roles["reading"] or claim["statements"][:1]]
    lost = claim["finding"] == "uncheckable" and not roles["corrected"] + roles["reading"]
    lent = ["pending" if g == "none" else g for g in lent] + ["pending"]*(lost or bool(claim["pending"]))
    claim["usable"] = max(lent, key=GRADES.index)
    return claim


def _pieces(evidence):
    """One piece for all engines that check the same evidence."""
    found = {}
    for entry in evidence:
        piece = found.setdefault((entry["statement"], entry["kind"], entry["name"]),
                                 {k: entry[k] for k in SHARED} | dict.fromkeys(("slack", "bits", "boxes", "radius"))
                                 | {"margin": "", "runs": []})
        for fact in ("margin", "slack", "bits", "boxes", "radius"):
            piece[fact] = entry[fact] or piece[fact]
        if entry["engine"]:
            piece["runs"].append({k: entry[k] for k in ("engine", "passed", "skipped", "seconds", "detail", "stored")})
    return list(found.values())


def outcome(run) -> str:
    """passed, failed, undecided or skipped."""
    if run["skipped"]:
        return "skipped"
    return {True: "passed", False: "failed", None: "undecided"}[run["passed"]]
