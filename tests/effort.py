"""How much the tests by chance try: a part of it by default, all of it with `--hypothesis-profile full`."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

QUICK_PERCENT = 25
"""What `make test` tries of the examples and seeds of `make test-all`."""

FULL, QUICK = "full", "quick"

CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(FULL, CALM, max_examples=100)
settings.register_profile(QUICK, CALM, max_examples=QUICK_PERCENT)


def quick(values: Iterable[Any], names: Container[str], name: Any = str) -> list[Any]:
    """Parameters of a test, of which `make test` tries those whose name is among ``names``."""
    return [
        pytest.param(value, id=name(value), marks=() if name(value) in names else pytest.mark.full) for value in values
    ]


def examples(number: int) -> int:
    """How many of ``number`` examples the profile in use tries; at least one."""
    return max(1, number * settings().max_examples // 100)


def seeds(number: int) -> range:
    """The first of ``number`` seeds, as many as the profile in use tries."""
    return range(examples(number))
