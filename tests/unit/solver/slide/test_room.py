"""Tables of many boards in a folder of little room."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from solver.budget import Budget
from solver.model import Want
from solver.room import keep_within, taken
from solver.slide.board import board_from_adjacency
from solver.slide.labelling import labelled
from solver.slide.puzzle import SlidePuzzle
from solver.slide.search.driver import SlideSearch
from solver.slide.search.plan import Plan


def new_board(number: int) -> SlidePuzzle:
    """A puzzle on a board that no other number has: a ring of ten cells with two chords."""
    chords = [(0, 2 + number % 7), (1, 4 + number // 7)]
    rows: list[set[int]] = [set() for _ in range(10)]
    for one, other in [*pairwise(range(10)), (9, 0), *chords]:
        rows[one].add(other)
        rows[other].add(one)
    board = board_from_adjacency([sorted(row) for row in rows])
    goal = (1, 1, 1, 2, 2, 3, 3, 4, 4, 0)
    return SlidePuzzle(board, goal[::-1], goal)


@pytest.mark.parametrize("room_bytes", [1, 20_000])
def test_a_flood_of_boards_stays_within_the_room(tmp_path: Path, room_bytes: int) -> None:
    """Searches on many new boards keep their tables within the limit, and answer as without a folder."""
    plan = Plan(initial_positions=0, small_positions=0, distance_nodes=0, quick_nodes=0, breadth_first_positions=0)
    keep_within(tmp_path, room_bytes)
    seen = 0
    for number in range(12):
        lengths = set()
        for folder in (tmp_path, None):
            budget = Budget(10**9)
            for _ in SlideSearch(labelled(new_board(number)), Want.ONE, budget, plan, folder).run():
                assert taken(tmp_path) <= room_bytes
            assert budget.best is not None
            lengths.add(len(budget.best))
        assert len(lengths) == 1
        seen = max(seen, taken(tmp_path))
    assert (seen > 0) == (room_bytes > 1)
