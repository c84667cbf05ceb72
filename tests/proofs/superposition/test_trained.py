"""Every margin is met by numbers that have the effect and by none that lack it."""
import pytest

from proofs.superposition import trained


def losses(sup, e2e, **both):
    return {"sup": {"cosines": [sup], **both}, "e2e": {"cosines": [e2e], **both}}


ALONE = dict(cosines=[0.81, 0.76, 0.76], ceilings=[0.81, 0.72, 0.66], above=[0.6, 0.96, 0.98], error=[1e-3]*3)
LEVEL = losses([1, 0.999, 0.995], [1, 0.999, 0.997], A=[[0.004]], B=[[0.3]], selectivity=[[0.98, 0.6, 0.43]],
               saturated=[[1, 0.61, 0.45]])
DESCENT = {"sup": [[0.97, 0.9, 0.77], [0.96, 0.91, 0.86]], "e2e": [[0.69, 0.6, 0.6], [0.93, 0.9, 0.87]]}
LEFT = {"cosines": [[1, 0.93], [1, 0.98], [1, 0.9]], "A": -0.7, "B": -1.1}
GAP = {"sup": [[0.68, 0.79]], "e2e": [[0.37, 0.39]]}
SLOPES = {"within sup": [1, 1], "within e2e": [1, 1], "exactly sup": [1, -1], "exactly e2e": [-1, -1]}
STARTS = {"sup": [0.78], "small": [0.39], "selective": [0.78], "continued": [0.8]}
EXACT = {"conditioned": ([0.572, 0.39, 0.292], [1e-3]*3), "all": ([0.637, 0.489, 0.41], [1e-3]*3)}
CASES = [
    (trained.exceeds_its_ceiling, ALONE,
     [ALONE | {"cosines": [0.81, 0.72, 0.76]}, ALONE | {"above": [0.6, 0.96, 0.5]}]),
    (trained.no_gap, LEVEL, [losses([1, 0.999, 0.995], [1, 0.999, 0.98]), losses([0.9]*3, [0.9]*3)]),
    (trained.near_the_manifold, LEVEL, [losses([], [], A=[[0.2]], B=[[0.3]]), losses([], [], A=[[0]], B=[[-0.3]])]),
    (trained.at_the_ceiling_of_selectivity, LEVEL,
     [losses([], [], selectivity=[[1, 0.9, 0.4]], saturated=[[1, 0.9, 0.4]]),
      losses([], [], selectivity=[[0.9, 0.6, 0.4]], saturated=[[1, 0.6, 0.4]])]),
    (trained.never_behind, {"deep": LEVEL}, [{"deep": LEVEL, "large": losses([0.99], [0.95])}]),
    (trained.slower_but_level, DESCENT, [DESCENT | {"e2e": DESCENT["sup"]}, DESCENT | {"e2e": [[0.6]*3, [0.8]*3]}]),
    (trained.leaves_the_manifold, LEFT, [LEFT | {"A": 0.01}, LEFT | {"cosines": [[1, 0.93], [1, 0.98], [1, 0.99]]}]),
    (trained.printed_numbers_in_mid_training, GAP, [GAP | {"sup": [[0.72, 0.79]]}, GAP | {"e2e": [[0.37, 0.6]]}]),
    (trained.turned_away_from_the_frontier, SLOPES,
     [SLOPES | {"exactly e2e": [-1, 1]}, SLOPES | {"within e2e": [-1, 1]}]),
    (trained.decided_by_the_start, STARTS, [STARTS | {"small": [0.7]}, STARTS | {"selective": [0.4]}]),
    (trained.both_reach_the_end, {"sup": [0.85], "e2e": [0.85]}, [{"sup": [0.85], "e2e": [0.8]}]),
    (trained.is_on_the_manifold, {"runs": 12, "|A|": 1e-15, "B": 0.3},
     [{"runs": 6, "|A|": 1e-15, "B": 0.3}, {"runs": 12, "|A|": 1e-13, "B": 0.3}, {"runs": 12, "|A|": 0.0, "B": -0.3}]),
    (trained.is_well_above_the_print, {"median": 1.7, "least": 1.4},
     [{"median": 1.7, "least": 0.9}, {"median": 1.0, "least": 1.4}]),
    (trained.agrees_with_the_exact_means, EXACT, [EXACT | {"all": ([0.65, 0.489, 0.41], [1e-3]*3)}]),
]


@pytest.mark.parametrize("margin, met, missed", CASES, ids=lambda x: getattr(x, "__name__", ""))
def test_a_margin_tells_the_effect_from_its_absence(margin, met, missed):
    assert margin(met) is True
    assert [margin(x) for x in missed] == [False]*len(missed) and missed


def test_every_margin_is_tested():
    runs = {"attention_alone", "both_losses_within", "within_three_hops", "deeper_and_larger", "gradient_descent",
            "descent_with_layer", "exactly_with_residual", "slopes_at_the_start", "end_to_end_from_other_starts",
            "exactly_without_residual", "adam_on_the_reduced_loss", "coherence_of_random_embeddings", "untouched_start"}
    margins = {name for name, x in vars(trained).items() if callable(x)} - runs
    assert margins == {margin.__name__ for margin, _, _ in CASES}
