"""What a task of levels of sliding blocks gives."""

from __future__ import annotations

import pytest

from fewest.design.block.levels.task import Placed
from fewest.solver.block.board import board_from_grid
from fewest.solver.block.puzzle import BOTH, HORIZONTAL, VERTICAL, BlockPuzzle, Door, Metric

BOARD, _ = board_from_grid(["......"])
GIVEN = BlockPuzzle(BOARD, (1, 0, 0, 0, 0, 0), ((1, (0,)),), (VERTICAL,), (Door((0,), (1,)),), Metric.STEP, ("A",))

PIECES = [(7, HORIZONTAL, (1,)), (8, BOTH, (2, 3)), (9, VERTICAL, (5,))]
"""Pieces placed at random, no two alike: group, axes, and cells."""


@pytest.mark.parametrize("left_out", range(len(PIECES)))
def test_a_piece_is_left_out(left_out: int) -> None:
    """Removing one of the random pieces leaves the puzzle of the others, each with its axes and its group."""
    everything = others = Placed(GIVEN)
    for index, piece in enumerate(PIECES):
        everything = everything.with_piece(*piece)
        others = others if index == left_out else others.with_piece(*piece)
    assert everything.placed == range(2, 5)
    found = everything.without(2 + left_out)
    assert found == others
    assert found.puzzle.names == others.puzzle.names == ("A", "", "")  # puzzles are equal whatever pieces are called
