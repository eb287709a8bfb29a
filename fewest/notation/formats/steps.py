"""The budget of a text: reading it takes so many steps at most, however it is written.

Readers spend steps before they loop over characters, values or places. So a text that is built to be slow costs no more
than a large puzzle, and the same text is always answered alike, on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

MAX_STEPS = 1_500_000
"""A step takes about a tenth of a microsecond. A drawing of 64 by 64 holes with blanks between takes 300,000 steps."""

STEPS_OF_A_ROW = 10


class StepsError(Exception):
    """Reading the text takes more steps than its budget has."""


# The steps that are left. Of the context, since a process reads several texts at once, in threads.
_budget: ContextVar[list[int]] = ContextVar("budget of the text that is read")


@contextmanager
def budget(steps: int = MAX_STEPS) -> Iterator[None]:
    """Read one text in the body, in so many steps at most."""
    token = _budget.set([steps])
    try:
        yield
    finally:
        _budget.reset(token)


def spend(steps: int) -> None:
    """Spend some of the steps that are left.

    Raises
    ------
    StepsError
        If there are not as many.
    """
    left = _budget.get()
    left[0] -= steps
    if left[0] < 0:
        raise StepsError


def counted(function: F) -> F:
    """A function of rows that first spends a step for each of their characters or cells, and some for each row."""

    @wraps(function)
    def spending(rows: Sequence[Sequence[object]], *args: object, **more: object) -> object:
        spend(sum(len(getattr(row, "text", row)) for row in rows) + STEPS_OF_A_ROW * len(rows))
        return function(rows, *args, **more)

    return cast(F, spending)
