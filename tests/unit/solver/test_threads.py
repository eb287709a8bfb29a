"""Threads: shares are worked on at the same time."""

from __future__ import annotations

import threading
from contextlib import closing

import pytest

from fewest.solver.model import Progress, Slices
from fewest.solver.slices import Run, finish
from fewest.solver.threads import ThreadPool, divided, side_by_side
from tests.hang import HANG_SECONDS


def test_as_many_shares_at_a_time_as_threads() -> None:
    """Two threads work at the same time; a single share is done by the caller."""
    pool, both = ThreadPool(2), threading.Barrier(2, timeout=HANG_SECONDS)
    assert sorted(pool.map(lambda _: both.wait(), [0, 0])) == [0, 1]
    assert pool.map(lambda _: threading.current_thread(), [0]) == [threading.current_thread()]
    pool.close()
    with pytest.raises(RuntimeError):
        pool.map(abs, [1, 2])
    alone = ThreadPool()
    assert alone.size == 1
    assert alone.map(lambda _: threading.current_thread(), [0, 0]) == [threading.current_thread()] * 2
    alone.close()


def counted(number: int, steps: int) -> Slices[int]:
    """Slices of their own, and a number."""
    for _ in range(steps):
        yield Progress(number, 0)
    return number


@pytest.mark.parametrize("size", [1, 2, 3])
def test_works_side_by_side(size: int) -> None:
    """Results are in the order of the works, however many slices each of them takes."""
    with closing(ThreadPool(size)) as threads:
        run = Run(side_by_side([counted(number, 7 * number % 20) for number in range(10)], threads))
        # Of several slices done at once, the last.
        assert {progress.lower_bound for progress in run} <= set(range(10))
        assert run.value == list(range(10))
        assert finish(side_by_side([], threads)) == []


def test_two_works_at_a_time() -> None:
    """Two threads do two works at the same time."""
    both = threading.Barrier(2, timeout=HANG_SECONDS)

    def wait() -> Slices[int]:
        yield Progress(0, 0)
        return both.wait()

    with closing(ThreadPool(2)) as threads:
        assert sorted(finish(side_by_side([wait(), wait()], threads))) == [0, 1]


def test_works_can_be_abandoned() -> None:
    """Works that are abandoned after a slice leave nothing running, and none of them is begun any more."""
    begun = list[int]()

    def endless(number: int) -> Slices[int]:
        begun.append(number)
        while True:
            yield Progress(number, 0)

    before = set(threading.enumerate())
    with closing(ThreadPool(2)) as threads:
        works = side_by_side([endless(number) for number in range(5)], threads)
        next(works)
        works.close()
    assert set(threading.enumerate()) == before
    assert sorted(begun) == [0, 1]


def test_shares_of_threads() -> None:
    """A share is an equal part of all, unless that is too little to wake a thread for, or too much for a slice."""
    assert [divided(size, 2, 1000, 10) for size in (1, 19, 101, 10_000)] == [1, 10, 51, 1000]
    assert divided(100, 2, 5, 10) == 5
