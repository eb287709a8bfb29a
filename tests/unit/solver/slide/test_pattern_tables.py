"""Bounds of sliding puzzles."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest

from solver import tables
from solver.budget import Budget
from solver.slide.board import board_from_adjacency, board_from_grid
from solver.slide.bounds.cache import TablesLocked, is_cached, pattern_database, table_name
from solver.slide.bounds.partition import candidate_partitions, choose_partition, load_partition
from solver.slide.bounds.pattern_tables import NO_GOAL, Partition, PatternDatabase
from solver.slide.labelling import LabelledPuzzle, labelled
from solver.slide.puzzle import SlidePuzzle

T = TypeVar("T")
FIFTEEN = SlidePuzzle(board_from_grid(["...."] * 4)[0], tuple(range(16)), tuple(range(16)))


def groups(whole: LabelledPuzzle, most: int) -> Partition:
    """Groups of pieces near to each other."""
    return candidate_partitions(whole, most, np.zeros((len(whole.counts),) * 2))[0]


def finished(steps: Generator[Any, None, T]) -> T:
    """What a generator returns in the end; pauses as it asks to."""
    while True:
        try:
            time.sleep(next(steps).wait_seconds)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def build(puzzle: SlidePuzzle, most: int, folder: Path | None, budget: Budget) -> PatternDatabase:
    """Make a bound to its end."""
    whole = labelled(puzzle)
    return finished(pattern_database(whole, groups(whole, most), folder, budget))


def test_pieces_and_sets_numbered_like_the_cells_are_told_apart() -> None:
    """A dense numbering whose radices happen to equal the number of cells is still a dense one."""
    puzzle = SlidePuzzle(board_from_grid(["...", "..."])[0], (1, 2, 1, 2, 0, 0), (1, 2, 1, 0, 2, 0))
    made = build(puzzle, 1000, None, Budget(10**6))
    assert made.bound(labelled(puzzle).goal) == 0
    assert 0 < made.bound(labelled(puzzle).start) <= 2


@pytest.mark.parametrize("most", [16, 300, 5000, 70_000])
def test_a_bound_is_nothing_at_the_goal_and_grows_with_its_groups(most: int) -> None:
    """Every partition bounds the goal by 0 and a neighbour of it by at most 1."""
    whole = labelled(FIFTEEN)
    made = build(FIFTEEN, most, None, Budget(10**8))
    after = (1, 0, *range(2, 16))
    assert (made.bound(whole.goal), made.bound(after)) == (0, 1)


def test_tables_are_built_once(tmp_path: Path) -> None:
    """Of several that want the same new table at once one builds it, and all get the same."""
    budgets = [Budget(10**8) for _ in range(6)]
    made: list[PatternDatabase] = []
    threads = [
        threading.Thread(target=lambda budget=budget: made.append(build(FIFTEEN, 70_000, tmp_path, budget)))
        for budget in budgets
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(budget.nodes > 0 for budget in budgets) == 1
    assert len({made_.table.tobytes() for made_ in made}) == 1
    assert is_cached(labelled(FIFTEEN), groups(labelled(FIFTEEN), 70_000), tmp_path)
    assert all(budget.bytes == 0 for budget in budgets)


def test_a_table_in_the_making_is_waited_for_only_if_wanted(tmp_path: Path) -> None:
    """While another process builds a table, a search asks its driver to pause; without `wait` it ends at once."""
    whole = labelled(FIFTEEN)
    partition = groups(whole, 70_000)
    with tables.lock(tmp_path, table_name(whole, partition)):
        assert next(pattern_database(whole, partition, tmp_path, Budget(10**8))).wait_seconds > 0
        with pytest.raises(TablesLocked):
            next(pattern_database(whole, partition, tmp_path, Budget(10**8), wait=False))


def test_a_table_that_does_not_fit_leaves_nothing_booked() -> None:
    """Where building ends for want of room, all that was booked for it is given back."""
    whole, budget = labelled(FIFTEEN), Budget(200_000)
    with pytest.raises(MemoryError):
        for _ in pattern_database(whole, groups(whole, 70_000), None, budget):
            pass
    assert budget.bytes == 0


def test_the_choice_for_the_15_puzzle_is_the_published_one() -> None:
    """Groups of 8 and 7 pieces are two rows each, or two columns, in use since Korf and Felner (2002)."""
    found = finished(choose_partition(labelled(FIFTEEN), 600_000_000, None, Budget(10**8)))
    rows = (tuple(range(8, 16)), tuple(range(1, 8)))
    columns = ((2, 3, 6, 7, 10, 11, 14, 15), (1, 4, 5, 8, 9, 12, 13))
    assert found in (rows, columns)


@pytest.mark.parametrize("most", [5_000, 70_000])
@pytest.mark.parametrize("kind", ["fifteen", "ring"])
def test_a_choice_bounds_better_than_neighbours_together(kind: str, most: int, tmp_path: Path) -> None:
    """Every piece is in one group; over random positions the mean bound is no worse; the choice is kept."""
    board = FIFTEEN.board
    if kind == "ring":
        rows = [[(c - 1) % 14, (c + 1) % 14] for c in range(14)]
        for one, other in ((0, 5), (3, 9), (7, 12)):
            rows[one].append(other)
            rows[other].append(one)
        board = board_from_adjacency([sorted(row) for row in rows])
    goal = tuple(range(board.cells))
    whole, budget = labelled(SlidePuzzle(board, goal, goal)), Budget(10**8)
    found = finished(choose_partition(whole, most, tmp_path, budget))
    assert sorted(label for group in found for label in group) == list(range(1, board.cells))
    assert load_partition(whole, most, tmp_path) == found
    assert load_partition(whole, most + 1, tmp_path) is None
    random = np.random.default_rng(5)
    positions = np.array([random.permutation(board.cells) for _ in range(2000)], np.uint8)
    means = [
        finished(pattern_database(whole, partition, None, budget)).bounds(positions)
        for partition in (groups(whole, most), found)
    ]
    reached = (means[0] < NO_GOAL) & (means[1] < NO_GOAL)
    assert reached.sum() > 500
    assert means[1][reached].mean() >= means[0][reached].mean()


def test_without_room_to_compare_neighbours_share_a_table() -> None:
    """Choosing needs no memory it may not have, and gives back what it took."""
    whole, budget = labelled(FIFTEEN), Budget(10_000)
    assert finished(choose_partition(whole, 70_000, None, budget)) == groups(whole, 70_000)
    assert budget.bytes == 0
