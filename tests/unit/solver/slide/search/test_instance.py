"""What a search keeps of a sliding puzzle: labels, canonical numbers, symmetries."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations
from math import factorial

import numpy as np
import pytest

from solver.slide.board import board_from_adjacency, board_from_grid
from solver.slide.bounds.distance import goal_positions
from solver.slide.labelling import ANYTHING, components, labelled
from solver.slide.puzzle import SlidePuzzle
from solver.slide.search.instance import make_instance
from solver.slide.symmetry import MAX_SYMMETRIES, goal_symmetries

GRID = board_from_grid(["...", "..."])[0]
SQUARE = board_from_grid(["..."] * 3)[0]
TRIANGLE_AND_PATH = board_from_adjacency([[1, 2], [0, 2], [0, 1], [4], [3, 5], [4]])


def test_labels_are_what_the_goal_asks_for() -> None:
    """Pieces that the goal names have labels in their order, all others share the last; a goal filled in is named."""
    puzzle = SlidePuzzle(GRID, (70, 30, 50, 30, 0, 90), (30, 70, None, None, None, None))
    own = labelled(puzzle)
    assert own.start == (2, 1, 3, 1, 0, 3)
    assert own.goal == (1, 2, *[ANYTHING] * 4)
    assert own.counts == (1, 2, 1, 2)
    assert (own.cells, own.empty_cells) == (6, 1)
    assert own.positions == factorial(6) // (2 * 2)
    # Once the empty cell and both pieces 30 are named, only the others are left for the last two cells.
    assert labelled(replace(puzzle, goal=(30, 70, 30, 0, None, None))).goal == (1, 2, 1, 0, 3, 3)
    assert labelled(replace(puzzle, goal=(30, 70, 30, None, None, None))).goal[3:] == (ANYTHING,) * 3


def test_each_component_has_its_own_pieces() -> None:
    """Components are sorted; positions and goal positions arrange the pieces of each on its own cells."""
    puzzle = SlidePuzzle(TRIANGLE_AND_PATH, (1, 2, 0, 3, 0, 3), (None, None, None, 3, None, None))
    own = labelled(puzzle)
    assert own.components == components(TRIANGLE_AND_PATH) == ((0, 1, 2), (3, 4, 5))
    # The goal does not tell 1 from 2, so they are alike.
    assert own.positions == 3 * 3
    anything = labelled(replace(puzzle, goal=(2, *[None] * 5)))
    assert goal_positions(anything, 6) is not None
    assert goal_positions(anything, 5) is None
    found = goal_positions(anything, 1_000) or []
    assert len(found) == len(set(found)) == 2 * 3
    assert all(sorted(position[3:]) == sorted(anything.start[3:]) for position in found)
    assert goal_positions(labelled(replace(puzzle, goal=(3, *[None] * 5))), 1_000) == []


@pytest.mark.parametrize(
    ("goal", "number"),
    [((*range(1, 9), 0), 2), ((1, 2, 3, 4, 0, 5, 6, 7, 8), 8), ((1, 0, 2, 3, 4, 5, 6, 7, 8), 2)],
)
def test_symmetries_keep_the_board_and_the_goal_of_the_empty_cell(goal: tuple[int, ...], number: int) -> None:
    """Listed are automorphisms of the board that keep the empty cell's goal, the identity first, but not too many."""
    found = goal_symmetries(labelled(SlidePuzzle(SQUARE, goal, goal)))
    edges = {(cell, other) for cell, row in enumerate(SQUARE.adjacency) for other in row}
    empty = goal.index(0)
    every = [
        image
        for image in permutations(range(9))
        if image[empty] == empty and {(image[a], image[b]) for a, b in edges} == edges
    ]
    assert len(every) == number
    assert found[0] == tuple(range(9))
    assert set(found) <= set(every)
    assert len(set(found)) == len(found) == min(number, MAX_SYMMETRIES)


@pytest.mark.parametrize("goal", [(1, 1, 2, 3, 4, 5, 6, 7, 0), (1, 2, 3, 4, 5, 6, 7, None, None)])
def test_equal_pieces_and_free_cells_leave_the_identity(goal: tuple[int | None, ...]) -> None:
    """A symmetry is used only where it renames pieces that all differ, each with its own cell in the goal."""
    start = (*(piece or 8 for piece in goal[:8]), 0)
    assert goal_symmetries(labelled(SlidePuzzle(SQUARE, start, goal))) == [tuple(range(9))]


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
