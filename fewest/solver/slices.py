"""Work in slices: generators that yield after each slice of work, and return what they found.

Their type is ``fewest.solver.model.Slices``. Every slice is short: the caller checks the limits between two slices, and
may stop.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from typing import Generic, TypeVar

Y = TypeVar("Y")
T = TypeVar("T")


class Run(Generic[Y, T]):
    """Slices to iterate over, once, and what they return.

    Attributes
    ----------
    value
        Their return value; not set before they have ended.
    ended
        Whether they have.

    Examples
    --------
    >>> def halves(number):
    ...     while number % 2 == 0:
    ...         number //= 2
    ...         yield number
    ...     return number
    >>> run = Run(halves(12))
    >>> list(run)
    [6, 3]
    >>> run.ended, run.value
    (True, 3)
    """

    value: T

    def __init__(self, slices: Generator[Y, None, T]) -> None:
        self._slices = slices
        self.ended = False

    def __iter__(self) -> Iterator[Y]:
        self.value = yield from self._slices
        self.ended = True


def finish(slices: Generator[object, None, T]) -> T:
    """Run slices to their end; returns their result."""
    run = Run(slices)
    # At the speed of C, as the recipe ``consume`` of itertools does it.
    deque(run, maxlen=0)
    return run.value
