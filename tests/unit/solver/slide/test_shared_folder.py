"""Puzzles that share a folder of tables, and what is stored of many boards in a folder with a small quota."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from fewest.solver.budget import Budget
from fewest.solver.model import Solved, Want
from fewest.solver.quota import set_quota, taken
from fewest.solver.slide.board import board_from_adjacency, board_from_grid
from fewest.solver.slide.bounds.cache import table_name
from fewest.solver.slide.labelling import labelled
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.slide.search.driver import SlideSearch
from fewest.solver.slide.search.plan import Plan
from tests import oracle_slide
from tests.slide_puzzles import AT_ONCE, drive

GRID = board_from_grid(["...", "..."])[0]
PLUS = board_from_adjacency([[1, 3, 4], [0, 2, 4], [1, 5], [0, 4], [0, 1, 3, 5], [2, 4]])
DEPTH_FIRST = replace(AT_ONCE, breadth_first_positions=0)

FIRST = SlidePuzzle(GRID, (5, 4, 3, 2, 1, 0), (1, 2, 3, 4, 0, 5))

SIBLINGS = [
    FIRST,
    replace(FIRST, goal=(1, 2, 3, 0, 4, 5)),
    replace(FIRST, goal=(1, 2, 3, None, 4, None)),
    replace(FIRST, start=(1, 1, 3, 2, 1, 0), goal=(3, 1, None, 2, None, None)),
    replace(FIRST, start=(1, 4, 3, 2, 1, 0), goal=(3, 1, None, 2, None, None)),
    replace(FIRST, board=PLUS),
    replace(FIRST, board=PLUS, goal=(1, 2, 3, 0, 4, 5)),
    replace(
        FIRST, board=board_from_adjacency([[1, 3], [0, 2], [1, 5], [0, 4], [3, 5], [2, 4]]), start=(1, 2, 3, 0, 4, 5)
    ),
]
"""Puzzles of six cells, different in board, goal or pieces, one after the other."""


@pytest.mark.parametrize("plan", [AT_ONCE, DEPTH_FIRST], ids=["breadth-first", "depth-first"])
def test_puzzles_that_share_a_folder_keep_their_answers(
    plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Puzzles of different goals, pieces and boards share one folder and agree with brute force."""
    # Some dozens of files: waiting for the disk each time would take longer than all else.
    monkeypatch.setattr(os, "fsync", lambda _: None)
    for puzzle in (*SIBLINGS, *reversed(SIBLINGS)):
        outcome = drive(puzzle, plan, Want.COUNT, tmp_path)
        expected = oracle_slide.answer(puzzle)
        assert isinstance(outcome, Solved)
        assert (len(outcome.solution), outcome.count) == (expected.length, expected.count)
    assert list(tmp_path.glob("*.table"))


def test_table_names_tell_apart_all_that_decides_a_table() -> None:
    """The name of a table depends on board, goal, pieces, partition and size, but not on the start."""
    names = {table_name(labelled(puzzle), what) for puzzle in SIBLINGS for what in (((1, 2),), ((1,), (2,)), 40, 41)}
    assert len(names) == 4 * len(SIBLINGS)
    assert table_name(labelled(FIRST), 40) == table_name(labelled(replace(FIRST, start=(1, 2, 3, 4, 5, 0))), 40)


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


@pytest.mark.parametrize("quota_bytes", [1, 20_000])
def test_a_flood_of_boards_stays_within_the_quota(tmp_path: Path, quota_bytes: int) -> None:
    """Tables of many new boards stay within the quota, and do not change answers."""
    plan = Plan(initial_positions=0, small_positions=0, distance_nodes=0, quick_nodes=0, breadth_first_positions=0)
    set_quota(tmp_path, quota_bytes)
    seen = 0
    for number in range(12):
        lengths = set()
        for folder in (tmp_path, None):
            budget = Budget(10**9)
            for _ in SlideSearch(labelled(new_board(number)), Want.ONE, budget, plan, folder).run():
                assert taken(tmp_path) <= quota_bytes
            assert budget.best is not None
            lengths.add(len(budget.best))
        assert len(lengths) == 1
        seen = max(seen, taken(tmp_path))
    assert (seen > 0) == (quota_bytes > 1)
