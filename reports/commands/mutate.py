"""`separatrix mutate`: the saboteur run."""
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
import time

from proofs.saboteur import ENOUGH, sabotage
from proofs.ledger import Failure
from proofs.papers import load
from proofs.verification import select
from reports import exits
from reports.checking import add_selection, chosen_papers
from reports.progress import Progress

HELP = """Damage every operation of every identity and certificate; both engines must reject what changes the statement.
Of a family in n or d the smallest member is damaged: the formula is the same."""
EXAMPLE = "separatrix mutate LST-T4.1"


def configure(parser):
    add_selection(parser)


def run(args) -> int:
    claims = [c for c in select(chosen_papers(args), args.ids) if identities(c)]
    if not claims:
        raise exits.BadUsage("separatrix mutate: these claims have no identity or certificate to damage")
    start, progress, found = time.perf_counter(), Progress("damaging"), {}
    homes = first_homes(claims)
    for key, result in results(homes, args.jobs):
        found[key] = result
        progress(homes[key][1], len(homes))
    progress.finish()
    rows = [(c.id, [found[key_of(i)] for i in identities(c)]) for c in claims]
    print(f"{'claim':14} {'identities':>10} {'damaged':>8} {'rejected':>8}")
    for claim_id, each in rows:
        print(f"{claim_id:14} {len(each):10} {sum(r.changed for r in each):8} {sum(r.rejected for r in each):8}")
    changed, rejected = sum(r.changed for r in found.values()), sum(r.rejected for r in found.values())
    print(f"{'all, once each':14} {len(found):10} {changed:8} {rejected:8}   "
          f"{100*rejected/max(changed, 1):.1f} % in {time.perf_counter() - start:.0f} s")
    problems = [f"{claim_id}: {p}" for claim_id, each in rows for r in each for p in r.problems]
    print("\n".join(problems), end="\n" if problems else "")
    return exits.BROKEN if problems else exits.FINE


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
    """For each distinct identity the first claim that rests on it: (paper, claim id)."""
    homes = {}
    for claim in claims:
        for identity in identities(claim):
            homes.setdefault(key_of(identity), (claim.paper.slug, claim.id))
    return homes


def results(homes, jobs):
    if jobs == 1:
        for key, home in homes.items():
            yield key, damage(*home, key)
        return
    with ProcessPoolExecutor(jobs) as pool:
        futures = {pool.submit(damage, *home, key): key for key, home in homes.items()}
        for future in as_completed(futures):
            yield futures[future], future.result()


def damage(slug, claim_id, key) -> Row:
    identity = next(i for i in identities(load(slug).find(claim_id)) if key_of(i) == key)
    try:
        found = sabotage(identity)
    except Exception as error:
        return Row(0, 0, (f"{identity.name}: {type(error).__name__}: {error}",))
    problems = [f"{identity.name}: {s}" for s in found.survivors]
    if found.changed < ENOUGH and not identity.few_damages:
        problems.append(f"{identity.name}: only {found.changed} damages change it: say why in few_damages=")
    return Row(found.changed, found.rejected, tuple(problems))
