"""`separatrix mutate`: the saboteur run."""
from dataclasses import dataclass
import time

from proofs import processes
from proofs.saboteur import ENOUGH, sabotage
from proofs.ledger import Failure
from proofs.papers import reload
from proofs.verification import select
from reports import exits
from reports.arguments import add_json
from reports.output import show
from reports.progress import Progress
from reports.selection import add_selection, chosen_papers

HELP = """Damage every operation of every identity and certificate, one at a time and in several ways; both engines must
reject each damage that changes the statement.  A proof that survives a damaged formula proves nothing.

Of a family in n or d the smallest member is damaged: the formula is the same.  Ctrl-C prints what was done by then."""
EXAMPLE = """separatrix mutate LST-T4.1
separatrix mutate 'LST-P3*' --jobs 2 --json"""


def configure(parser):
    add_selection(parser)
    add_json(parser)


def run(args) -> int:
    claims = [c for c in select(chosen_papers(args), args.ids) if identities(c)]
    if not claims:
        raise exits.BadUsage("separatrix mutate: these claims have no identity or certificate to damage")
    start, progress, found, interrupted = time.perf_counter(), Progress("damaging"), {}, False
    homes = first_homes(claims)
    try:
        for key, result in results(homes, args.jobs):
            found[key] = result
            progress(homes[key][-1], len(homes))
    except KeyboardInterrupt:
        interrupted = True
    progress.finish()
    data = record(claims, found, len(homes), interrupted, time.perf_counter() - start)
    show(args, data, "\n".join(lines(data)))
    return exits.INTERRUPTED if interrupted else exits.BROKEN if data["problems"] else exits.FINE


def record(claims, found, total, interrupted, seconds):
    """What was done, as plain data; of an interrupted run only what was finished."""
    rows = [(c.id, [found[key_of(i)] for i in identities(c) if key_of(i) in found]) for c in claims]
    return {"claims": [{"id": claim_id, "identities": len(each), "damaged": sum(r.changed for r in each),
                        "rejected": sum(r.rejected for r in each)} for claim_id, each in rows if each],
            "identities": len(found), "of": total, "damaged": sum(r.changed for r in found.values()),
            "rejected": sum(r.rejected for r in found.values()), "interrupted": interrupted,
            "problems": [f"{claim_id}: {p}" for claim_id, each in rows for r in each for p in r.problems],
            "seconds": round(seconds, 1)}


def lines(data):
    yield f"{'claim':14} {'identities':>10} {'damaged':>8} {'rejected':>8}"
    for row in data["claims"]:
        yield f"{row['id']:14} {row['identities']:10} {row['damaged']:8} {row['rejected']:8}"
    share = f"{100*data['rejected']/data['damaged']:.1f} %" if data["damaged"] else "nothing damaged"
    yield (f"{'all, once each':14} {data['identities']:10} {data['damaged']:8} {data['rejected']:8}   "
           f"{share} in {data['seconds']:.0f} s")
    if data["interrupted"]:
        yield f"interrupted: {data['of'] - data['identities']} of {data['of']} identities were not damaged"
    yield from data["problems"]


@dataclass(frozen=True)
class Row:
    """What the saboteur did to one identity."""
    changed: int
    rejected: int
    problems: tuple[str, ...]


def key_of(identity):
    """What tells identities apart, across claims and processes: several claims rest on the same one."""
    functions = (identity.sides, identity.modulo, identity.excluding)
    return tuple(f and f"{f.__module__}.{f.__qualname__}:{f.__code__.co_firstlineno}" for f in functions)


def identities(claim):
    """The distinct identities in the evidence of a claim; of a family in n or d the smallest member."""
    found = {}
    for statement in claim.statements:
        if not isinstance(statement.evidence, Failure):
            for identity in (i for e in statement.evidence for i in e.identities()):
                found.setdefault(key_of(identity), []).append(identity)
    return [min(family, key=lambda i: len(i.variables)) for family in found.values()]


def first_homes(claims):
    """For each distinct identity the first claim that rests on it: (paper, folder of the ledger, claim id)."""
    homes = {}
    for claim in claims:
        for identity in identities(claim):
            homes.setdefault(key_of(identity), (claim.paper.slug, claim.paper.folder, claim.id))
    return homes


def results(homes, jobs):
    if jobs == 1:
        for key, home in homes.items():
            yield key, damage(*home, key)
        return
    tasks = [(*home, key) for key, home in homes.items()]
    yield from ((task[-1], row) for task, row in processes.results(damage, tasks, jobs))


def damage(slug, folder, claim_id, key) -> Row:
    identity = next(i for i in identities(reload(slug, folder).find(claim_id)) if key_of(i) == key)
    try:
        found = sabotage(identity)
    except Exception as error:
        return Row(0, 0, (f"{identity.name}: {type(error).__name__}: {error}",))
    problems = [f"{identity.name}: {s}" for s in found.survivors]
    if found.changed < ENOUGH and not identity.few_damages:
        problems.append(f"{identity.name}: only {found.changed} damages change it: say why in few_damages=")
    return Row(found.changed, found.rejected, tuple(problems))
