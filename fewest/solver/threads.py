"""Threads that share the slices of a search."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

S = TypeVar("S")
T = TypeVar("T")


def batched(shares: Sequence[S], size: int) -> Iterator[list[S]]:
    """As many shares at a time as there are threads."""
    for start in range(0, len(shares), size):
        yield list(shares[start : start + size])


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
