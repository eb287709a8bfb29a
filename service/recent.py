"""What was read from the store moments ago, kept in the process to be told again without asking the store."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

OVERHEAD_BYTES = 500
"""Counted for each beside its own length."""


class Recent(Generic[T]):
    """Values by name, bounded in bytes and in age. What was unused longest goes first.

    Parameters
    ----------
    bytes
        How much may be kept in all.
    seconds
        How old a value may be.
    size
        How many bytes a value takes.
    """

    def __init__(self, bytes: int, seconds: float, size: Callable[[T], int]) -> None:
        self._most, self._seconds, self._size = bytes, seconds, size
        self._kept: OrderedDict[str, tuple[T, float]] = OrderedDict()
        self._bytes, self._lock = 0, threading.Lock()

    def get(self, name: str) -> T | None:
        """The value of that name, if it is kept and young enough."""
        with self._lock:
            value, until = self._kept.get(name, (None, 0.0))
            if value is None:
                return None
            if time.monotonic() >= until:
                self._drop(name)
                return None
            self._kept.move_to_end(name)
            return value

    def put(self, name: str, value: T) -> None:
        """Keep a value just read."""
        with self._lock:
            self._drop(name)
            self._kept[name] = value, time.monotonic() + self._seconds
            self._bytes += self._size(value) + OVERHEAD_BYTES
            while self._bytes > self._most:
                self._drop(next(iter(self._kept)))

    def _drop(self, name: str) -> None:
        value, _ = self._kept.pop(name, (None, 0.0))
        if value is not None:
            self._bytes -= self._size(value) + OVERHEAD_BYTES
