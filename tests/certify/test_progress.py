"""certify.progress: executors, interruption, budgets: nothing proved is lost, nothing is counted twice."""
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
import io

import pytest

from benchmarks.bench_inequality import magnetism
from certify.balls import BadInput, at
from certify.inequality import prove
from certify.power_lemma import gap, on_interval
from certify.progress import Meter
from numerics.maps import growth

ARGUMENTS = growth, {"e": (-2, 2), "mu": ("-1.9", "1.9")}, "> 0"


HARD = {"e": (-2, 2), "mu": ("-1.9999", "1.9999")}


def whole():
    return prove(*ARGUMENTS, method="natural")


@pytest.mark.parametrize("pool", [ProcessPoolExecutor, ThreadPoolExecutor])
def test_an_executor_proves_the_same(pool):
    alone = whole()
    with pool(2) as executor:
        shared = prove(*ARGUMENTS, method="natural", executor=executor)
    assert shared.status == "proved"
    assert (shared.boxes, shared.depth, shared.margin, shared.forms) == (
        alone.boxes, alone.depth, alone.margin, alone.forms)


def test_two_processes_of_this_machine():
    assert on_interval(jobs=2).status == "proved"
    refuted = prove(growth, {"e": (-2, 2), "mu": (0, "2.01")}, "> 0", method="mean value", jobs=2)
    assert refuted.status == "refuted" and growth(*refuted.witness.values()) <= 0


def test_a_formula_that_cannot_travel_is_refused_by_name():
    with pytest.raises(BadInput, match="jobs = 2.*module"):
        prove(lambda x: x**2 + 1, [(0, 1)], "> 0", method="natural", jobs=2)


@pytest.mark.parametrize("stop", [1, 2, 5])
def test_an_interruption_keeps_what_is_proved_and_can_be_resumed(stop):
    calls = []

    def interrupt(tally):
        calls.append(tally.settled)
        if len(calls) == stop:
            raise KeyboardInterrupt

    part = prove(growth, HARD, "> 0", method="natural", progress=interrupt)
    assert part.status == "undecided" and part.interrupted and 0 < part.proved < 1
    assert part.proved == calls[-1]
    rest = prove(growth, HARD, "> 0", method="natural", resume=part)
    full = prove(growth, HARD, "> 0", method="natural")
    assert rest.status == "proved" and part.boxes + rest.boxes == full.boxes


def test_an_interruption_inside_the_formula_loses_nothing():
    count = [0]

    def f(e, mu):
        count[0] += 1
        if count[0] == 300:
            raise KeyboardInterrupt
        return growth(e, mu)

    box = {"e": (-2, 2), "mu": ("-1.9", "1.9")}
    part = prove(f, box, "> 0", method="natural")
    assert part.interrupted and part.proved > 0
    rest = prove(f, box, "> 0", method="natural", resume=part)
    assert rest.status == "proved"
    settled = sum(n for _, n in rest.forms)
    assert settled < sum(n for _, n in whole().forms)


def test_an_interruption_with_an_executor():
    def interrupt(tally):
        if tally.boxes > 300:
            raise KeyboardInterrupt

    box = HARD
    with ThreadPoolExecutor(2) as executor:
        part = prove(growth, box, "> 0", method="natural", executor=executor, progress=interrupt)
        assert part.interrupted and 0 < part.proved < 1
        assert prove(growth, box, "> 0", method="natural", executor=executor, resume=part).status == "proved"


def test_an_interrupted_factor_is_no_proof_of_the_product():
    """What was done for one factor must not be taken for the whole when the proof is resumed."""
    def product(*x):
        return (magnetism(*x)*10**5 + 25001)*(x[0] + 2)

    def interrupt(tally):
        raise KeyboardInterrupt

    box = [(-1, 1)]*7
    part = prove(product, box, ">= 0", progress=interrupt)
    assert part.status == "undecided" and part.interrupted and part.proved == 0
    assert prove(product, box, ">= 0", resume=part).boxes > 400
    assert dict(prove(product, box, ">= 0").forms)["factored"] == 2


def test_a_broken_executor_is_a_reason_not_a_proof():
    class Broken(Executor):
        def submit(self, function, *arguments):
            future = Future()
            future.set_exception(BrokenExecutor("gone"))
            return future

    outcome = prove(*ARGUMENTS, method="natural", executor=Broken())
    assert outcome.status == "undecided" and "gone" in outcome.reason and outcome.proved == 0


def test_a_budget_holds_with_an_executor():
    with ThreadPoolExecutor(2) as executor:
        outcome = prove(growth, {"e": (-2, 2), "mu": ("-1.999", "1.999")}, "> 0", method="natural", executor=executor,
                        budget=700)
    assert outcome.status == "undecided" and outcome.boxes <= 700 and "budget" in outcome.reason


def test_waiting_for_threads_from_inside_a_precision_is_refused():
    """The threads would wait for the precision this thread holds, and this thread for them."""
    with ThreadPoolExecutor(1) as executor:
        with pytest.raises(BadInput, match="inside"):
            at(100, lambda: prove(*ARGUMENTS, executor=executor, method="natural"))
    assert at(100, lambda: prove(*ARGUMENTS, method="natural")).status == "proved"


def test_progress_is_reported_on_one_line():
    stream = io.StringIO()
    meter, seen = Meter(stream), []

    def watch(tally):
        meter(tally)
        seen.append((tally.settled, tally.boxes))

    assert prove(*ARGUMENTS, method="natural", progress=watch).status == "proved"
    assert stream.getvalue().count("\n") == 1 and "settled" in stream.getvalue()
    assert seen == sorted(seen) and seen[-1][0] == Fraction(1)


def test_a_local_dask_cluster():
    distributed = pytest.importorskip("distributed", reason="distributed is not installed")
    options = {"n_workers": 1, "threads_per_worker": 2, "processes": False, "dashboard_address": None}
    with distributed.LocalCluster(**options) as cluster:
        with distributed.Client(cluster) as client:
            executor = client.get_executor()
            assert on_interval(executor=executor).status == "proved"
            false = prove(gap, {"e": ("1/2", 2), "mu": ("1/2", "2.01")}, "> 0", executor=executor)
            assert false.status == "refuted" and false.witness["mu"] > 2
