"""Responses a process keeps for a moment, to send them again without asking the store."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

OVERHEAD_BYTES = 500
"""Counted for each value in addition to its own size."""


class ResponseCache(Generic[T]):
    """Values by key, bounded in bytes and in age. The least recently used go first.

    Parameters
    ----------
    max_bytes
        Size of all values together.
    seconds
        Age after which a value is dropped.
    size
        Bytes of one value.
    """

    def __init__(self, max_bytes: int, seconds: float, size: Callable[[T], int]) -> None:
        self._max_bytes, self._seconds, self._size = max_bytes, seconds, size
        self._values: OrderedDict[str, tuple[T, float, int]] = OrderedDict()
        self._bytes, self._lock = 0, threading.Lock()

    def get(self, key: str) -> T | None:
        """The value of that key, unless it is unknown or too old."""
        with self._lock:
            value, until, _ = self._values.get(key, (None, 0.0, 0))
            if value is None:
                return None
            if time.monotonic() >= until:
                self._drop(key)
                return None
            self._values.move_to_end(key)
            return value

    def put(self, key: str, value: T) -> None:
        """Keep a value just read."""
        size = self._size(value) + OVERHEAD_BYTES
        with self._lock:
            self._drop(key)
            self._values[key] = value, time.monotonic() + self._seconds, size
            self._bytes += size
            while self._bytes > self._max_bytes:
                self._drop(next(iter(self._values)))

    def _drop(self, key: str) -> None:
        self._bytes -= self._values.pop(key, (None, 0.0, 0))[2]
