"""Sections 2.2 and 4: what the experiments are said to show, tried on one softmax attention layer.

The toy says nothing about large models.  Its held-out seeds are those of `numerics.experiments.attention_failure`.
"""
from numerics.experiments import attention_failure as toy
from proofs.evidence import Lost, Simulation

from .paper import paper


def rescues_of_few():
    """Of 8 held-out runs, those that fail unprotected, and how many of them end well if half way something begins."""
    return toy.rescues(toy.FEW, ("forced and watched", "momentum reset"))


def smoothing_rescues(found):
    return found["failed"] >= 5 and found["forced and watched"] >= 0.8*found["failed"] and found["momentum reset"] == 0


def all_rescues():
    """The same on all held-out seeds, for every way."""
    return toy.rescues()


def several_forced_are_needed(found):
    failed = found["failed"]
    return (failed >= 12 and smoothing_rescues(found) and found["five forced"] >= 0.6*failed
            and found["one forced"] <= 0.5*failed)


@paper.claim("SING-42", "3.2, 4.4", r"\text{smoothing restores trainability after the failure}", finding="amended")
def rescue():
    """Smoothing is said to rescue a run after it has failed."""


@rescue.corrected(
    r"\text{toy, of 17 failed runs: forced smoothings and the detector rescue 17, the detector 8,}\ "
    r"\text{one smoothing 4, a momentum reset 0}")
def rescue():
    """True in the toy if the smoothing is forced several times; the detector alone misses failures that no longer
    spike.
    """
    yield Simulation(rescues_of_few, smoothing_rescues, "at least 80 % of the failed runs, none by resetting momentum")
    yield Simulation(all_rescues, several_forced_are_needed,
                     "80 % with both, 60 % with five forced, at most 50 % with one",
                     corroborates=True, long=True)


def successes(names, learning_rate=toy.LEARNING_RATE, seeds=toy.FEW):
    return {name: toy.train(toy.PROTECTIONS[name], seeds, learning_rate).successes for name in names}


LOWERING = ("logarithmic", "softmax", "clip")   # guarded


def policies_that_lower():
    """Of 8 held-out runs at the failing learning rate those that end well, for three guarded policies."""
    return successes(LOWERING)


def all_end_well(found):
    return min(found.values()) >= 6


def policies_that_do_not():
    """The same for softplus and without protection."""
    return successes(("softplus", "softplus, unguarded", "nothing"))


def few_end_well(found):
    return max(found.values()) <= 3


def every_protection():
    """The same for every protection and all held-out seeds."""
    return successes(toy.PROTECTIONS, seeds=toy.HELD_OUT)


def two_groups(found):
    lowering = [n for n in found if n.startswith(("log", "softmax", "clip"))]
    controls = ["nothing", "softplus", "softplus, unguarded", "skip", "reset", "skip and reset"]
    return (len(lowering) == 6 and min(found[n] for n in lowering) >= 17 and max(found[n] for n in controls) <= 11)


@paper.claim("SING-43", "4.4", r"\text{the specific choice of smoothing policy is less critical}", finding="ambiguous")
def choice_of_policy():
    """All policies are said to train stably.  Whether they do depends on which formulas are meant; C.1 is lost."""


@choice_of_policy.reading("policies that lower",
                          r"\text{toy: guarded logarithm, softmax, clip end well in 20, 22, 21 of 24}")
def choice_of_policy():
    """Read of policies that lower the dominant values the choice matters little in the toy."""
    yield Simulation(policies_that_lower, all_end_well, "at least 6 of 8 each")
    yield Simulation(every_protection, two_groups, "at least 17 of 24 each; softplus and the controls at most 11",
                     corroborates=True, long=True)


@choice_of_policy.reading("softplus",
                          r"\text{toy: softplus ends well in 6 (guarded) and 5 (unguarded) of 24, nothing in 7}")
def choice_of_policy():
    """Read of all four it matters: softplus, which raises every value, is no better than doing nothing."""
    yield Simulation(policies_that_do_not, few_end_well, "at most 3 of 8 each")


def clipping_and_smoothing():
    """Of 8 held-out runs at learning rate 1 those that end well: gradients clipped at norm 1, smoothed, neither."""
    return successes(("clipping at 1", "logarithmic", "nothing"))


def clipping_is_no_worse(found):
    return found["clipping at 1"] >= max(7, found["logarithmic"])


def both_beat_nothing(found):
    return min(found["clipping at 1"], found["logarithmic"]) >= found["nothing"] + 4


def clipping_and_smoothing_at_two_rates():
    """The same on all held-out seeds at learning rates 1 and 1.2, for every guarded policy that lowers, and for
    unguarded softmax.
    """
    names = ("clipping at 1", *LOWERING, "softmax, unguarded", "nothing")
    return [successes(names, rate, toy.HELD_OUT) for rate in (1.0, 1.2)]


def clipping_wins_twice(found):
    return all(by_name["clipping at 1"] >= max(by_name[n] for n in LOWERING)
               and min(by_name[n] for n in LOWERING) >= by_name["nothing"] + 8 for by_name in found)


@paper.claim("SING-44", "4.2, Table 1", r"\text{smoothing beats gradient clipping}", finding="ambiguous")
def against_clipping():
    """Smoothing is said to stay stable where clipping fails; Table 1 is lost."""


@against_clipping.reading("clipping", r"\text{toy: clipping ends well in 24 and 21 of 24, smoothing in 20 and 19}")
def against_clipping():
    """Read of the comparison it is not so in the toy: clipping at norm 1 beats every guarded policy at both rates.

    Unguarded softmax ends well in 22 and 23; after a failure clipping rescues none of 17 runs, smoothing all.
    """
    yield Simulation(clipping_and_smoothing, clipping_is_no_worse,
                     "clipping in at least 7 of 8, and in no fewer than smoothing")
    yield Simulation(clipping_and_smoothing_at_two_rates, clipping_wins_twice,
                     "clipping no worse than any guarded policy, all 8 of 24 above nothing",
                     corroborates=True, long=True)


@against_clipping.reading("nothing", r"\text{toy: both beat doing nothing, which ends well in 7 and 0 of 24}")
def against_clipping():
    """Read of stability as such, smoothing does help."""
    yield Simulation(clipping_and_smoothing, both_beat_nothing, "at least 4 more of 8 than unprotected")


@paper.claim("SING-45", "2.2, 2.3, Figures, Tables",
             r"\text{SR falls early},\ \varphi\in[0.6,1],\ \text{loss 4 to 7 near step 85800},\ 10\times\ "
             r"\text{learning rates}",
             finding="uncheckable")
def measurements():
    """Measurements on large models, without their data."""
    yield Lost("""
        Figures 1 to 3 and the bodies of Tables 1 to 3: of Table 1 the text keeps the caption, "x/y (z)", and no entry.
        Nothing is given to run again: no data, code or configuration of the runs that are described.
        """)
