"""Additive pattern databases of sliding puzzles, and the choice of the labels that share a table."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest

from fewest.solver import tables
from fewest.solver.budget import Budget
from fewest.solver.kernels.bits import UNREACHED
from fewest.solver.model import Slices
from fewest.solver.slices import Run
from fewest.solver.slide import labelling
from fewest.solver.slide.board import board_from_grid
from fewest.solver.slide.bounds.build import TableBuild
from fewest.solver.slide.bounds.cache import CostTables, TablesLocked, table_name
from fewest.solver.slide.bounds.partition import candidate_partitions, choose_partition
from fewest.solver.slide.bounds.pattern_tables import Partition, PatternDatabase, placements
from fewest.solver.slide.labelling import LabelledPuzzle, labelled
from fewest.solver.slide.puzzle import SlidePuzzle
from tests.slide_puzzles import FIFTEEN

T = TypeVar("T")


def close_labels(labelled: LabelledPuzzle, most: int) -> Partition:
    """The partition of labels that are close to each other."""
    return finish(candidate_partitions(labelled, most, np.zeros((len(labelled.counts),) * 2), Budget(10**8)))[0]


def finish(slices: Slices[T]) -> T:
    """Run slices to their end, with the pauses they ask for; what they returned."""
    run = Run(slices)
    for progress in run:
        time.sleep(progress.wait_seconds)
    return run.value


def build(puzzle: SlidePuzzle, most: int, folder: Path | None, budget: Budget) -> PatternDatabase:
    """The database of close labels."""
    labelled = labelling.labelled(puzzle)
    return finish(CostTables(labelled, (close_labels(labelled, most),)).load_or_build(folder, budget))


def test_a_dense_table_with_the_radices_of_a_positional_one_is_dense() -> None:
    """A group with equal pieces has a dense index, even if its radices are the number of cells."""
    puzzle = SlidePuzzle(board_from_grid(["...", "..."])[0], (1, 2, 1, 2, 0, 0), (1, 2, 1, 0, 2, 0))
    database = build(puzzle, 1000, None, Budget(10**6))
    assert database.bound(labelling.labelled(puzzle).goal) == 0
    assert 0 < database.bound(labelling.labelled(puzzle).start) <= 2


def test_tables_are_built_once(tmp_path: Path) -> None:
    """Of several searches that need a new table at once, one builds it, and all get the same."""
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
    assert len({database.arrays.table.tobytes() for database in made}) == 1
    own = labelling.labelled(FIFTEEN)
    assert CostTables(own, (close_labels(own, 70_000),)).is_stored(tmp_path)
    assert all(budget.bytes == 0 for budget in budgets)


def test_a_table_in_the_making_is_waited_for_only_if_wanted(tmp_path: Path) -> None:
    """While another process builds a table, a search pauses; without `wait` it raises at once."""
    labelled = labelling.labelled(FIFTEEN)
    partition = close_labels(labelled, 70_000)
    with tables.lock(tmp_path, table_name(labelled, partition)):
        assert next(CostTables(labelled, (partition,)).load_or_build(tmp_path, Budget(10**8))).wait_seconds > 0
        with pytest.raises(TablesLocked):
            next(CostTables(labelled, (partition,)).load_or_build(tmp_path, Budget(10**8), wait=False))


def test_a_table_that_does_not_fit_leaves_nothing_reserved() -> None:
    """A build that runs out of memory releases all it reserved."""
    labelled, budget = labelling.labelled(FIFTEEN), Budget(200_000)
    with pytest.raises(MemoryError):
        for _ in CostTables(labelled, (close_labels(labelled, 70_000),)).load_or_build(None, budget):
            pass
    assert budget.bytes == 0


def test_the_choice_for_the_15_puzzle_is_the_published_one() -> None:
    """Groups of 8 and 7 pieces are two rows each, or two columns, in use since Korf and Felner (2002)."""
    found = finish(choose_partition(labelling.labelled(FIFTEEN), 600_000_000, None, Budget(10**8)))
    rows = (tuple(range(8, 16)), tuple(range(1, 8)))
    columns = ((2, 3, 6, 7, 10, 11, 14, 15), (1, 4, 5, 8, 9, 12, 13))
    assert found in (rows, columns)


def test_without_memory_to_compare_close_labels_share_a_table() -> None:
    """Choosing a partition exceeds no budget and releases what it reserved."""
    labelled, budget = labelling.labelled(FIFTEEN), Budget(10_000)
    assert finish(choose_partition(labelled, 70_000, None, budget)) == close_labels(labelled, 70_000)
    assert budget.bytes == 0


def puzzle_of(rows: list[str], goal: tuple[int, ...]) -> LabelledPuzzle:
    """A solved puzzle in labels."""
    return labelled(SlidePuzzle(board_from_grid(rows)[0], goal, goal))


EIGHT = puzzle_of(["..."] * 3, (*range(1, 9), 0))
LABELLED_FIFTEEN = puzzle_of(["...."] * 4, (*range(1, 16), 0))
EQUAL = puzzle_of(["....", "....", "...."], (1, 1, 2, 3, 4, 4, 5, 6, 7, 7, 0, 0))


@pytest.mark.parametrize(
    ("own", "most", "expected"),
    [
        (EIGHT, 600, ((1, 2), (3, 5), (4, 7), (6, 8))),
        (EQUAL, 5_000, ((3, 5, 6), (1, 2), (4, 7))),
        (puzzle_of(["......", "......"], (*range(1, 10), 0, 0, 0)), 2_000, ((1, 2, 3), (4, 5, 6), (7, 8, 9))),
    ],
)
def test_the_choice_is_unchanged(own: LabelledPuzzle, most: int, expected: Partition, tmp_path: Path) -> None:
    """The chosen partition is the recorded one, and is loaded from the folder the next time."""
    assert finish(choose_partition(own, most, tmp_path, Budget(10**8))) == expected
    budget = Budget(10**8)
    assert finish(choose_partition(own, most, tmp_path, budget)) == expected
    assert budget.nodes == 0


def test_the_peak_of_a_build_is_all_tables_and_the_nodes_of_the_largest() -> None:
    """A build takes no more bytes than the estimate: all tables, and the nodes of the largest group."""
    group = (1, 2, 3, 6, 7)
    budget, most = Budget(10**9), 0
    table = np.full(placements(LABELLED_FIFTEEN, group), UNREACHED, np.uint8)
    for progress in TableBuild(LABELLED_FIFTEEN, group, table, budget).run():
        most = max(most, progress.bytes)
    assert table.nbytes / 2 < most < CostTables(LABELLED_FIFTEEN, ((group,),)).peak_bytes - table.nbytes
    assert (
        CostTables(LABELLED_FIFTEEN, ((group, (4,)),)).peak_bytes
        == CostTables(LABELLED_FIFTEEN, ((group,),)).peak_bytes + 16
    )
    assert CostTables(LABELLED_FIFTEEN, ((),)).peak_bytes == 0
