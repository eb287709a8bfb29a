"""What a search keeps of a sliding puzzle: its positions and goals, in canonical numbers."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from fewest.solver.slide.board import board_from_adjacency, board_from_grid
from fewest.solver.slide.bounds.distance import goal_positions
from fewest.solver.slide.labelling import labelled
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.slide.search.instance import make_instance

SQUARE = board_from_grid(["..."] * 3)[0]
TRIANGLE_AND_PATH = board_from_adjacency([[1, 2], [0, 2], [0, 1], [4], [3, 5], [4]])


def test_each_component_has_its_own_pieces() -> None:
    """Positions and goal positions arrange the pieces of each component on its own cells."""
    puzzle = SlidePuzzle(TRIANGLE_AND_PATH, (1, 2, 0, 3, 0, 3), (None, None, None, 3, None, None))
    # The goal does not tell 1 from 2, so they are alike.
    assert labelled(puzzle).positions == 3 * 3
    anything = labelled(replace(puzzle, goal=(2, *[None] * 5)))
    found = goal_positions(anything, 6) or []
    assert len(found) == len(set(found)) == 2 * 3
    assert all(sorted(position[3:]) == sorted(anything.start[3:]) for position in found)
    assert goal_positions(anything, 5) is None
    assert goal_positions(labelled(replace(puzzle, goal=(3, *[None] * 5))), 1_000) == []


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("goal", [(1, 2, 3, 4, 5, 6, 7, 8, 0), (1, 1, 2, 2, 3, None, None, None, None)])
def test_renumbered_boards_share_their_tables(goal: tuple[int | None, ...], seed: int) -> None:
    """Renumbered boards have one canonical form; solutions come back in their own numbers."""
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
    assert one.keys(one.start_row).tobytes() == bytes(mine.start)
    # Consecutive numbers lie side by side: the walk through a grid never has to leap.
    assert all(cell + 1 in one.labelled.board.adjacency[cell] for cell in range(8)) or None in goal
