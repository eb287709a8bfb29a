"""Threads that share the slices of a search."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, islice
from typing import TypeVar

from fewest.solver.slices import Run

S = TypeVar("S")
T = TypeVar("T")


def batched(shares: Sequence[S], size: int) -> Iterator[list[S]]:
    """As many shares at a time as there are threads."""
    for start in range(0, len(shares), size):
        yield list(shares[start : start + size])


def divided(size: int, threads: int, most: int, least: int = 1 << 15) -> int:
    """The size of one thread's share: an equal part of all, but at most ``most``, and at least ``least`` if possible.

    To wake a thread takes as long as copying some 30,000 slots.
    """
    return min(size, most, max(least, -(-size // threads)))


class ThreadPool:
    """A number of threads, the caller's included. Used as a context, or closed at the end."""

    def __init__(self, size: int = 1) -> None:
        self.size = size
        # One fewer, because the caller does a share itself instead of waiting.
        self._pool = ThreadPoolExecutor(size - 1) if size > 1 else None

    def map(self, work: Callable[[S], T], shares: list[S]) -> list[T]:
        """Do one slice of work, each share in a thread."""
        if self._pool is None or len(shares) <= 1:
            return [work(share) for share in shares]
        others = self._pool.map(work, shares[1:])
        return [work(shares[0]), *others]

    def close(self) -> None:
        """Shut down the pool."""
        if self._pool is not None:
            self._pool.shutdown()


SINGLE_THREAD = ThreadPool()
"""Work is done by the caller."""

STEPS = 4
"""Slices that a thread does before it waits for the others: one alone may be too short to wake it."""


def side_by_side(works: Iterable[Generator[S, None, T]], threads: ThreadPool) -> Generator[S, None, list[T]]:
    """Do works that need nothing of one another, each in one thread; yields after some slices of each.

    Their results are in the order of the works, so nothing depends on which thread is faster. They use no threads
    themselves, and change nothing that another one reads.
    """
    steps = STEPS if threads.size > 1 else 1
    runs = [Run(work) for work in works]
    # All take from one iterator: a thread whose work has ended goes on with the next one that nobody has begun.
    waiting = iter(runs)
    lanes = [chain.from_iterable(waiting) for _ in range(min(threads.size, len(runs)))]
    while lanes:
        done = threads.map(lambda lane: [*islice(lane, steps)], lanes)
        lanes = [lane for lane, slices in zip(lanes, done, strict=True) if slices]
        for slices in done:
            yield from slices[-1:]
    return [run.value for run in runs]
