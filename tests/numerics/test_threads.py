import threading

import pytest

from numerics import threads


@pytest.mark.parametrize("count", [1, 2, 5])
def test_every_part_is_done_once(count):
    done = []
    with threads.limited(count):
        threads.share(done.append, range(1000))
    assert sorted(done) == list(range(1000))


def test_slices_cover_a_range():
    assert threads.slices(7, 3) == [slice(0, 3), slice(3, 6), slice(6, 7)] and threads.slices(0, 3) == []


def test_threads_work_at_the_same_time():
    meeting = threading.Barrier(2)
    with threads.limited(2):
        threads.share(lambda part: meeting.wait(timeout=30), range(2))


@pytest.mark.parametrize("failure", [ValueError, KeyboardInterrupt])
def test_a_failure_stops_the_handing_out_and_is_raised(failure):
    done = []

    def work(part):
        if part == 3:
            raise failure("part three")
        done.append(part)

    with threads.limited(1), pytest.raises(failure, match="part three"):
        threads.share(work, range(1000))
    assert done == [0, 1, 2]
    with threads.limited(3), pytest.raises(failure, match="part three"):
        threads.share(work, range(1000))
    done.clear()
    threads.share(done.append, range(5))
    assert sorted(done) == list(range(5))


def test_limits_nest_and_are_checked():
    before = threads.count()
    with threads.limited(3):
        with threads.limited(1):
            assert threads.count() == 1
        assert threads.count() == 3
    assert threads.count() == before >= 1
    for bad in (0, -1, 2.0, True):
        with pytest.raises(ValueError, match="write an integer, 1 or more"), threads.limited(bad):
            pass
    assert threads.count() == before
