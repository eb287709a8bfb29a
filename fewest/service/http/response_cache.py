"""The cache of one process, which saves reading the store and computing again."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

from cachetools import TTLCache, cached

T = TypeVar("T")

OVERHEAD_BYTES = 500
"""Counted for each value in addition to its own size."""


class ResponseCache(Generic[T]):
    """Values by key for several threads, bounded in bytes and in age. Drops the least recently used first.

    Parameters
    ----------
    max_bytes
        Size of all values together. A larger value is not stored.
    seconds
        Age after which a value is dropped.
    size
        Bytes of one value.
    """

    def __init__(self, max_bytes: int, seconds: float, size: Callable[[T], int]) -> None:
        self._values: TTLCache[str, T] = TTLCache(
            max_bytes, seconds, getsizeof=lambda value: size(value) + OVERHEAD_BYTES
        )
        self._condition = threading.Condition()
        self._found_or_made = cached(self._values, lambda key, _: key, condition=self._condition)(_made)

    def get(self, key: str) -> T | None:
        """The value of a key; None if it is unknown or too old."""
        with self._condition:
            return self._values.get(key)

    def put(self, key: str, value: T) -> None:
        """Keep a value just read."""
        with self._condition, suppress(ValueError):  # cachetools raises it for a value that is too large
            self._values[key] = value

    def drop(self, key: str) -> None:
        """Keep a value no longer."""
        with self._condition:
            self._values.pop(key, None)

    def get_or_make(self, key: str, make: Callable[[], T]) -> T:
        """The value of a key, made if it is not stored. One thread makes it; others that need it wait."""
        return self._found_or_made(key, make)


def _made(_: str, make: Callable[[], T]) -> T:
    return make()
