"""The protocol of bounds for IDA*."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from fewest.solver.slide.bounds.pattern_tables import Ints


class Root(NamedTuple):
    """The root of a depth-first search.

    Attributes
    ----------
    empty_cell
        uint8 (limit + 2,): cells of the empty cell along the path that is being searched, by depth.
    untried
        int64 (limit + 2,): moves still to try at each depth, as bits, or the kernels' ``NOT_EXPANDED``.
    depth_first
        Continues the search: takes the kernel's ``cursor`` and ``max_work``, returns its code.
    """

    empty_cell: NDArray[np.uint8]
    untried: Ints
    depth_first: Callable[[Ints, int], int]


class Bounds(Protocol):
    """Lower bounds of positions, and the depth-first search under them."""

    def bound(self, labels: Sequence[int]) -> int:
        """Bound of a position, the label on every cell, in moves. By distances alone, ``FAR`` or more if the goal
        cannot be reached.
        """

    def root(self, labels: list[int], automaton_state: int, limit: int) -> Root:
        """Begin a search of at most ``limit`` moves at a position, the label on every cell."""
