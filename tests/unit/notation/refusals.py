"""What is said of bodies that are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from fewest.notation.errors import InvalidRequest


def refusals(load: Callable[..., object], *arguments: Any, **more: Any) -> list[tuple[str, str]]:
    """The errors that reading a body raises: their places and texts, in order."""
    with pytest.raises(InvalidRequest) as caught:
        load(*arguments, **more)
    return [(error.pointer, str(error.detail)) for error in caught.value.errors]
