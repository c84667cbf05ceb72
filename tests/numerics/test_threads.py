"""Threads: every part once, whatever their number; the first error stops the rest; a fork starts its own."""
import multiprocessing
import threading

import numpy as np
import pytest

from numerics import threads
from numerics.bulk import iterate


@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("parts", [0, 1, 2, 40])
def test_every_part_is_done_once(count, parts):
    done = []
    with threads.limited(count):
        assert threads.count() == count
        threads.share(done.append, range(parts))
    assert sorted(done) == list(range(parts))


def test_an_error_stops_the_rest_and_is_raised():
    done = []

    def work(part):
        if part == 3:
            raise KeyboardInterrupt
        done.append(part)
    with threads.limited(1), pytest.raises(KeyboardInterrupt):
        threads.share(work, range(1000))
    assert done == [0, 1, 2]


def test_an_error_in_a_helper_is_raised_too():
    def work(part):
        if threading.current_thread() is not threading.main_thread():
            helper_ran.set()
            raise ZeroDivisionError
        helper_ran.wait(10)

    helper_ran = threading.Event()
    with threads.limited(2), pytest.raises(ZeroDivisionError):
        threads.share(work, range(50))


def test_shares_may_be_nested():
    done = []
    with threads.limited(4):
        threads.share(lambda i: threads.share(lambda j: done.append((i, j)), range(5)), range(100))
    assert len(done) == len(set(done)) == 500


def test_slices_cover_the_range():
    assert [list(range(10))[part] for part in threads.slices(10, 4)] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]
    assert threads.slices(0, 4) == []


@pytest.mark.parametrize("count", [0, -1, 1.0, True])
def test_bad_count(count):
    with pytest.raises(ValueError, match="threads ="):
        with threads.limited(count):
            pass


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork on this system")
def test_a_forked_child_iterates():
    a, b = np.random.default_rng(0).uniform(-1, 1, (2, 200_000))
    with threads.limited(2):
        here = iterate(a, b, 0.7, 60)
        with multiprocessing.get_context("fork").Pool(1) as pool:
            there = pool.apply_async(iterate, (a, b, 0.7, 60)).get(timeout=60)
    assert np.array_equal(here[0], there[0]) and np.array_equal(here[1], there[1])
