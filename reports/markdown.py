"""`ledger.md`, rendered from the data of `ledger.json`."""


def markdown(data) -> str:
    """The whole ledger as one Markdown page."""
    header = data["header"]
    lines = ["# Verification report", "",
             f"Separatrix {header['version']} at `{header['commit']}`, {header['date']}, {header['wall_seconds']} s.  "
             f"Replay: `{header['command']}`.", "",
             f"{header['machine']}.  SymPy computes with {header['ground_types']} integers.  "
             + ", ".join(f"{n} {v}" for n, v in header["packages"].items()) + ".", ""]
    for paper in header["papers"]:
        lines += [f"## {paper['title']}", "", paper["authors"] + ".", "",
                  f"Text judged: sha256 `{paper['sha256']}`.", "",
                  "Findings: " + counts(paper["findings"]) + ".  Grades: " + counts(paper["grades"]) + ".", ""]
        for claim in data["claims"]:
            if claim["paper"] == paper["slug"]:
                lines += entry(claim)
    return "\n".join(lines) + "\n"


def counts(table):
    return ", ".join(f"{n} {name}" for name, n in table.items())


def entry(claim):
    yield f"### {claim['id']} · {claim['label']} · {claim['finding']} · {claim['grade']}"
    yield ""
    if claim["pending"]:
        yield f"*Pending: {claim['pending']}.*"
        yield ""
    for statement in claim["statements"]:
        uses = f"  Uses {', '.join(statement['uses'])}." if statement["uses"] else ""
        given = f"  Hypotheses: {'; '.join(statement['hypotheses'])}." if statement["hypotheses"] else ""
        yield f"**{statement['role']}** ({statement['grade']}): ${statement['latex']}$"
        yield ""
        yield f"{' '.join(statement['words'].split())}{given}{uses}"
        yield ""
        for e in claim["evidence"]:
            if e["statement"] == statement["role"]:
                yield f"- {e['kind']} `{e['name']}`{verdict(e)}"
        yield ""


def verdict(e):
    if not e["engine"]:
        return f": {' '.join(e['words'].split())}"
    outcome = "passed" if e["passed"] else "skipped, " + e["skipped"] if e["skipped"] else "NOT PASSED"
    instead = f", instead of {e['instead_of']}" if e.get("instead_of") else ""
    return f" [{e['engine']}] {outcome}{instead}" + (f" — {e['detail']}" if e["detail"] else "")
