"""What is said of a sliding puzzle without a search."""

from __future__ import annotations

import pytest

from fewest.solver.kinds import KINDS
from fewest.solver.slide.board import SlideBoard, board_from_adjacency, board_from_grid
from fewest.solver.slide.puzzle import SlidePuzzle

KIND = KINDS["slide"]
GRID = board_from_grid(["...", "..."])[0]
RING = board_from_adjacency([[1, 4], [0, 2], [1, 3], [2, 4], [3, 0]])


@pytest.mark.parametrize(
    ("board", "start", "goal", "bound"),
    [
        (GRID, (1, 2, 1, 3, 0, 0), (1, 2, 1, 3, 0, 0), 0),
        (GRID, (1, 2, 1, 3, 0, 0), (0, 2, 1, 3, 1, 0), 2),
        (GRID, (1, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 1), 3),
        (GRID, (1, 0, 1, 0, 0, 0), (0, 1, 0, 0, 1, 0), 3),
        (GRID, (1, 2, 3, 4, 5, 0), (2, 1, 3, 4, 5, 0), 2),
        (GRID, (1, 2, 3, 4, 5, 0), (1, 2, 3, 0, 5, 4), 2),
        (GRID, (1, 2, 3, 4, 5, 0), (1, None, None, 0, None, None), 2),
        (GRID, (1, 2, 3, 4, 0, 5), (None, None, 0, None, None, None), 2),
        (GRID, (1, 2, 3, 4, 0, 5), (None, 0, None, None, None, None), 1),
        (RING, (1, 2, 3, 4, 0), (1, 2, 3, 0, None), 1),
        (RING, (1, 2, 3, 4, 0), (4, 1, 2, 3, 0), 5),
    ],
)
def test_the_bound_is_the_least_sum_of_distances(
    board: SlideBoard, start: tuple[int, ...], goal: tuple[int | None, ...], bound: int
) -> None:
    """The bound is the least sum of distances over all assignments, rounded up to the parity if there is one."""
    assert KIND.lower_bound(SlidePuzzle(board, start, goal)) == bound
