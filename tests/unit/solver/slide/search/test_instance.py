"""What a search keeps of a sliding puzzle: labels, canonical numbers, symmetries."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from solver.slide.board import board_from_adjacency, board_from_grid
from solver.slide.labelling import labelled
from solver.slide.puzzle import SlidePuzzle
from solver.slide.search.instance import make_instance

SQUARE = board_from_grid(["..."] * 3)[0]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("goal", [(1, 2, 3, 4, 5, 6, 7, 8, 0), (1, 1, 2, 2, 3, None, None, None, None)])
def test_renumbered_boards_share_their_tables(goal: tuple[int | None, ...], seed: int) -> None:
    """Cells and pieces in another numbering give the same board and goal; a solution comes back in its own numbers."""
    dice = random.Random(seed)
    start = (1, 1, 2, 2, 3, 4, 5, 6, 0) if None in goal else (8, 7, 6, 5, 4, 3, 2, 1, 0)
    order, names = dice.sample(range(9), 9), [0, *dice.sample(range(1, 9), 8)]
    if None in goal:
        names = [0, 1, 2, 3, 4, 5, 6, 7, 8]
    rows: list[list[int]] = [[] for _ in range(9)]
    new_start, new_goal = [0] * 9, [None] * 9
    for cell, row in enumerate(SQUARE.adjacency):
        rows[order[cell]] = [order[other] for other in row]
        new_start[order[cell]] = names[start[cell]]
        want = goal[cell]
        new_goal[order[cell]] = None if want is None else names[want]  # type: ignore[call-overload]
    one = make_instance(labelled(SlidePuzzle(SQUARE, start, goal)))
    other = make_instance(labelled(SlidePuzzle(board_from_adjacency(rows), tuple(new_start), tuple(new_goal))))
    assert replace(one.labelled, start=()) == replace(other.labelled, start=())
    for instance, own in ((one, SQUARE), (other, board_from_adjacency(rows))):
        empty = instance.labelled.start.index(0)
        slides = [((cell, empty),) for cell in instance.labelled.board.adjacency[empty]]
        begin = instance.cells.index(empty)
        assert {instance.original(slide) for slide in slides} == {((cell, begin),) for cell in own.adjacency[begin]}
    mine = labelled(SlidePuzzle(SQUARE, start, goal))
    assert one.keys(np.array([one.labelled.start], np.uint8)).tolist() == [list(mine.start)]
    # Consecutive numbers lie side by side: the walk through a grid never has to leap.
    assert all(cell + 1 in one.labelled.board.adjacency[cell] for cell in range(8)) or None in goal
