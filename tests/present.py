"""What has to be there, where a type says that it need not."""

from __future__ import annotations

from typing import TypeVar

Value = TypeVar("Value")


def present(value: Value | None) -> Value:
    """The value, which is not None."""
    assert value is not None
    return value
