"""What the commands that check the ledger share: selection, a progress display, and the table that they print."""
from collections import Counter

from proofs.ledger import Finding, Grade
from proofs.verification import exempt, select, verify, with_used

from . import exits, provenance
from .output import NO_BREAK, wrapped
from .progress import Progress
from .selection import chosen_papers, store


def check_ledger(args, *, long=False, coq=None):
    """Run the evidence that the arguments select, with progress on standard error; with a `coq`, its kernel too."""
    papers, kept = chosen_papers(args), store(args)
    patterns = getattr(args, "ids", ())
    expected = kept.seconds(claim.id for claim in with_used(select(papers, patterns))) if long else {}
    progress = Progress("checking", expected=expected, jobs=args.jobs)
    run = verify(papers, patterns, jobs=args.jobs, long=long, store=kept,
                 kernel=coq and (lambda pieces: ask_kernel(pieces, coq, args.jobs)),
                 commit=provenance.commit(), progress=lambda outcome, total: progress(outcome.piece_id, total))
    progress.finish()
    return run


def ask_kernel(pieces, coq, jobs):
    from proofs.engines import kernel
    progress = Progress("Coq")
    result = kernel.run(pieces, coq, jobs=jobs, progress=progress)
    progress.finish()
    return result


def exit_code(run) -> int:
    if run.interrupted:
        return exits.INTERRUPTED
    if run.kernel is not None and any(r.passed is False for r in run.kernel.records):
        return exits.BROKEN
    return exits.BROKEN if run.failed or any(run.claim_grade(c) == Grade.broken for c in run.selected) else exits.FINE


def table(run) -> str:
    """One row per claim, the totals, and what failed; at most 80 columns."""
    lines = [f"{'claim':14} {'finding':12} {'grade':10} {'checks':>9} {'seconds':>8}"]
    for claim in run.selected:
        mine = [o for i, o in run.outcomes.items() if i.startswith(f"{claim.id}/")]
        passed, ran = sum(o.passed is True for o in mine), sum(not o.skipped for o in mine)
        seconds = sum(o.seconds for o in mine)
        lines.append(f"{claim.id:14} {claim.finding:12} {run.claim_grade(claim).name:10} {f'{passed}/{ran}':>9} {seconds:8.2f}")
    lines += ["", *totals(run)]
    for outcome in run.failed:
        lines += ["", f"not as recorded: {outcome.piece_id}", wrapped("    ", outcome.detail or "does not hold")]
    skipped = Counter(o.skipped for o in run.outcomes.values() if o.skipped)
    lines += [f"skipped, {count} checks: {reason}" for reason, count in skipped.items()]
    return "\n".join([*lines, *kernel_lines(run)])


def kernel_lines(run):
    """What the Coq kernel checked, on which axioms, and what it has no lemma for."""
    if run.kernel is None:
        return
    result, counts = run.kernel, run.kernel.counts()
    yield (f"\nCoq {result.coq}: {sum(counts.values())} lemmas in {result.seconds:.0f} s ("
           + ", ".join(f"{n} {origin}" for origin, n in counts.items()) + ")")
    yield "  axioms: " + ("\n          ".join(result.axioms) or "none")
    for line in exempt(run.selected):
        yield f"  exempt: {line}"
    for name in result.unlinked:
        yield f"  not in Paper.v: {name}"
    for record in result.records:
        if record.origin != "generated" and record.passed is False:
            yield f"  failed: {record.lemma}: {record.detail}"


def totals(run):
    findings = Counter(c.finding for c in run.selected)
    grades = Counter(run.claim_grade(c) for c in run.selected)
    yield f"{len(run.selected)} claims, {sum(o.passed is True for o in run.outcomes.values())} checks passed"
    yield wrapped("  findings: ", " · ".join(f"{findings[f]}{NO_BREAK}{f.value}" for f in Finding if findings[f]))
    yield wrapped("  grades:   ", " · ".join(f"{grades[g]}{NO_BREAK}{g.name}" for g in reversed(Grade) if grades[g]))
    if run.interrupted:
        yield "  interrupted: what is not counted here was not checked"
