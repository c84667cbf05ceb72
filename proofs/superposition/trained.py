"""Seeded runs of trained cascades, and the margin that each must meet; `simulations` binds them to the claims.

Runs and margins stand in a file of their own, so that a stored result goes stale when one of them changes, and not
with every change of the ledger.  The experiments, in `numerics.experiments.cascade`, are loaded when a run starts.
"""


def attention_alone():
    """Without residual and MLP, within c hops: cosines, ceilings, shares of graphs above theirs, standard errors."""
    from numerics.experiments.cascade import without_residual
    found = without_residual()
    return {name: getattr(found, name).tolist() for name in ("cosines", "ceilings", "above", "error")}


def exceeds_its_ceiling(found):
    """At c = 1 and 2 the mean excess is above ten standard errors, and nine graphs in ten are above their ceiling."""
    excess = [x - y for x, y in zip(found["cosines"], found["ceilings"])]
    return all(excess[c] > 10*found["error"][c] and found["above"][c] > 0.9 for c in (1, 2))


def both_losses_within(**options):
    """Within c hops, residual and MLP, Adam: {loss: final cosines, S_c, their ceilings, A and B}, rows are seeds."""
    from numerics.experiments.cascade import within
    return {loss: {name: getattr(x, name).tolist() for name in ("cosines", "selectivity", "saturated", "A", "B")}
            for loss, x in within(**options).items()}


def within_three_hops():
    """`both_losses_within` at n = 50, np = 2, three hops, three seeds."""
    return both_losses_within()


def no_gap(found):
    """The end-to-end loss ends above 0.99 at every hop, and within 0.005 of L_sup, for every seed."""
    return all(y > 0.99 and abs(x - y) < 0.005 for sup, e2e in zip(found["sup"]["cosines"], found["e2e"]["cosines"])
               for x, y in zip(sup, e2e))


def near_the_manifold(found):
    """|A| below 0.01 and B between 0.2 and 0.4, for both losses and every seed."""
    return all(abs(A) < 0.01 and 0.2 < B < 0.4 for run in found.values()
               for A, B in zip(sum(run["A"], []), sum(run["B"], [])))


def at_the_ceiling_of_selectivity(found):
    """S_c is within 0.03 of its ceiling and, for c = 1 and 2, below 0.65."""
    rows = [pair for run in found.values() for pair in zip(run["selectivity"], run["saturated"])]
    return all(abs(x - y) < 0.03 for S, top in rows for x, y in zip(S, top)) and max(max(S[1:]) for S, _ in rows) < 0.65


def deeper_and_larger():
    """`both_losses_within` for four hops at n = 50 (two seeds), and for n = 200, np = 4 (700 steps, one seed)."""
    return {"four hops": both_losses_within(seeds=(0, 1), hops=4),
            "n = 200": both_losses_within(seeds=(0,), n=200, p=0.02, steps=700)}


def never_behind(found):
    """At the last hop the end-to-end loss ends at most 0.01 below L_sup, in every run."""
    return all(y[-1] > x[-1] - 0.01 for runs in found.values()
               for x, y in zip(runs["sup"]["cosines"], runs["e2e"]["cosines"]))


def gradient_descent():
    """Plain gradient descent without MLP: {loss: cosines after 500, 1000, 2000 and 4000 steps}."""
    from numerics.experiments.cascade import descent
    return {loss: descent(loss).cosines.tolist() for loss in ("sup", "e2e")}


def slower_but_level(found):
    """After 500 steps the end-to-end loss is 0.1 behind at every hop, after 4000 it is within 0.04."""
    pairs = [list(zip(sup, e2e)) for sup, e2e in zip(found["sup"], found["e2e"])]
    return all(x - y > 0.1 for x, y in pairs[0]) and all(abs(x - y) < 0.04 for x, y in pairs[-1])


def descent_with_layer():
    """Gradient descent on L_sup with MLP: cosines after 500, 1000, 2000 and 4000 steps, and A, B at the end."""
    from numerics.experiments.cascade import descent
    found = descent("sup", mlp=True)
    return {"cosines": found.cosines.tolist(), "A": found.A, "B": found.B}


def leaves_the_manifold(found):
    """|A| ends above 0.3, and cos(z_2, z_2*) falls by 0.05 after step 1000."""
    return abs(found["A"]) > 0.3 and found["cosines"][1][1] - found["cosines"][-1][1] > 0.05


def exactly_with_residual():
    """Exactly c hops, residual, no MLP, Adam at a constant rate: {loss: cos(z_3, z_3*) after 300 and 1200 steps}."""
    from numerics.experiments.cascade import printed_gap
    return {loss: x.tolist() for loss, x in printed_gap().items()}


def printed_numbers_in_mid_training(found):
    """After 300 steps within 0.02 of 0.69 and 0.37; after 1200 L_sup is 0.08 above 0.69, L_e2e still below 0.4."""
    return (all(abs(x - 0.69) < 0.02 and y > 0.77 for x, y in found["sup"])
            and all(abs(x - 0.37) < 0.02 and y < 0.4 for x, y in found["e2e"]))


def slopes_at_the_start():
    """-dL/d beta_c at the start, c = 0, 1, 2, with residual and without MLP: {convention and loss: slopes}."""
    from numerics.experiments.cascade import start_slopes
    return {f"{convention} {loss}": start_slopes(convention, loss).tolist()
            for convention in ("within", "exactly") for loss in ("sup", "e2e")}


def turned_away_from_the_frontier(found):
    """At exactly c hops the end-to-end loss lowers every beta_c and L_sup raises beta_0; within c hops all rise."""
    return (all(x < 0 for x in found["exactly e2e"]) and found["exactly sup"][0] > 0
            and all(x > 0 for loss in ("sup", "e2e") for x in found[f"within {loss}"]))


def end_to_end_from_other_starts():
    """Exactly c hops, residual, no MLP: final cosines of L_sup, and of L_e2e from beta = 0.1 and 6, from L_sup's end."""
    from numerics.experiments.cascade import end_to_end_starts
    found = end_to_end_starts()
    return {name: getattr(found, name).tolist() for name in ("sup", "small", "selective", "continued")}


def decided_by_the_start(found):
    """At z_3, from the small start 0.3 below L_sup; from the other two at most 0.01 below."""
    last = {name: x[-1] for name, x in found.items()}
    return last["small"] < last["sup"] - 0.3 and min(last["selective"], last["continued"]) > last["sup"] - 0.01


def exactly_without_residual():
    """Exactly c hops, no residual, no MLP: {loss: final cosines}."""
    from numerics.experiments.cascade import exactly_without_residual as run
    return {loss: x.tolist() for loss, x in run().items()}


def both_reach_the_end(found):
    """cos(z_3, z_3*) above 0.84 for both losses, within 0.005 of each other."""
    return min(x[-1] for x in found.values()) > 0.84 and abs(found["sup"][-1] - found["e2e"][-1]) < 0.005


def adam_on_the_reduced_loss():
    """The largest |A| and the least B over two schedules, two rates and three seeds, after 10^4 steps of Adam."""
    from numerics.experiments.cascade import adam_on_the_reduced_loss as run
    found = [run(rate) for rate in (1e-2, 1e-3)]
    return {"runs": sum(A.size for A, _ in found), "|A|": max(float(abs(A).max()) for A, _ in found),
            "B": min(float(B.min()) for _, B in found)}


def is_on_the_manifold(found):
    """Twelve runs, every |A| below 1e-14 and every B above 0.1."""
    return found["runs"] == 12 and found["|A|"] < 1e-14 and found["B"] > 0.1


def coherence_of_random_embeddings():
    """Median and least coherence of 200 random embeddings, n = 50, d = 64, in units of sqrt(log n/d)."""
    import math
    from statistics import median

    from numerics.experiments.cascade import coherence
    found = (coherence()/math.sqrt(math.log(50)/64)).tolist()
    return {"median": median(found), "least": min(found)}


def is_well_above_the_print(found):
    """Every draw is above 1.3, the median between 1.5 and 2 (the limit of large n)."""
    return found["least"] > 1.3 and 1.5 < found["median"] < 2


def untouched_start():
    """Means of k_c^(-1/2) over 20000 graphs, c = 1, 2, 3, conditioned and not, and their standard errors."""
    from numerics.experiments.cascade import doing_nothing
    return {name: (found.mean.tolist(), found.error.tolist())
            for name, found in (("conditioned", doing_nothing(True)), ("all", doing_nothing(False)))}


def agrees_with_the_exact_means(found):
    """Within four standard errors of 0.57214, 0.39045, 0.29183 and of 0.63700, 0.48928, 0.41046."""
    exact = {"conditioned": (0.57214, 0.39045, 0.29183), "all": (0.63700, 0.48928, 0.41046)}
    return all(abs(x - y) < 4*e for name, values in exact.items() for x, e, y in zip(*found[name], values))
