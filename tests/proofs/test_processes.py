"""Worker processes: all results, and an end in the middle of the work."""
import multiprocessing.connection
import time

import pytest

from proofs import processes


def work(number, pause):
    time.sleep(pause)
    return number**2


def test_every_task_comes_back_with_its_result():
    found = dict(processes.results(work, [(n, 0) for n in range(7)], 2))
    assert found == {(n, 0): n**2 for n in range(7)}


@pytest.mark.parametrize("end", [KeyboardInterrupt, RuntimeError])
def test_an_interruption_ends_the_work_that_is_under_way(end):
    before = set(multiprocessing.active_children())
    results = processes.results(work, [(1, 0), (2, 600), (3, 600), (4, 600)], 2)
    assert next(results) == ((1, 0), 1)
    started = set(multiprocessing.active_children()) - before
    assert len(started) == 2
    with pytest.raises(end):
        results.throw(end)
    for process in started:
        assert multiprocessing.connection.wait([process.sentinel], 60), "the process has ended"


def test_what_a_task_raises_is_raised():
    with pytest.raises(TypeError):
        list(processes.results(work, [("x", 0)], 2))
