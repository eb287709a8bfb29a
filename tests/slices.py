"""Searches, builds and other generators that tests run to their end."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

Result = TypeVar("Result")


def finished(slices: Generator[Any, None, Result]) -> Result:
    """What a generator returns in the end."""
    while True:
        try:
            next(slices)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
