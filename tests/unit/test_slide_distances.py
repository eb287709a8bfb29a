"""Distance tables of small boards."""

from __future__ import annotations

from solver.slide.board import board_from_adjacency, board_from_grid
from solver.slide.contents import contents
from solver.slide.distances import DistanceTable
from solver.slide.ledger import Ledger
from solver.slide.puzzle import SlidePuzzle
from tests import oracle_slide

PETERSEN = [sorted({(i + 1) % 5, (i + 4) % 5, i + 5}) for i in range(5)]
PETERSEN += [sorted({i, (i + 2) % 5 + 5, (i + 3) % 5 + 5}) for i in range(5)]

EIGHT = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110,
    23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
]  # fmt: skip
"""Positions of the 8-puzzle at each distance, the goal's empty cell in a corner: OEIS A089473."""


def table(puzzle: SlidePuzzle) -> DistanceTable:
    """Build a table to its end."""
    made = DistanceTable(contents(puzzle), Ledger(500_000_000))
    for _ in made.build():
        pass
    return made


def test_the_eight_puzzle_has_its_known_depths() -> None:
    """The 8-puzzle's 181,440 positions lie at their published distances, 2 of them at 31."""
    board = board_from_grid(["..."] * 3)[0]
    made = table(SlidePuzzle(board, tuple(range(9)), (1, 2, 3, 4, 5, 6, 7, 8, 0)))
    assert made.numbers == EIGHT
    deepest = made.deepest(10)
    assert len(deepest) == 2
    assert [made.distance(position) for position in deepest] == [31, 31]
    assert made.distance((2, 1, 3, 4, 5, 6, 7, 8, 0)) is None


def test_two_empty_cells_and_identical_pieces_agree_with_brute_force() -> None:
    """A table has as many positions at each distance as brute force finds."""
    adjacency = [sorted(row) for row in PETERSEN]
    goal = (1, 1, 2, 2, 3, 3, 3, 3, 0, 0)
    puzzle = SlidePuzzle(board_from_adjacency(adjacency), goal, goal)
    assert table(puzzle).numbers == oracle_slide.depths(puzzle)
