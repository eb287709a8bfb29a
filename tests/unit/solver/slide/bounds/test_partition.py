"""The choice of the labels that share a pattern table."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from solver.budget import Budget
from solver.kernels import slide_pattern_tables as kernel
from solver.slices import finish
from solver.slide.board import board_from_grid
from solver.slide.bounds import partition
from solver.slide.bounds.build import TableBuild
from solver.slide.bounds.cache import CostTables
from solver.slide.bounds.partition import candidate_partitions, choose_partition
from solver.slide.bounds.pattern_tables import Partition, placements
from solver.slide.labelling import LabelledPuzzle, labelled
from solver.slide.puzzle import SlidePuzzle


def puzzle_of(rows: list[str], goal: tuple[int, ...]) -> LabelledPuzzle:
    """A solved puzzle in labels."""
    return labelled(SlidePuzzle(board_from_grid(rows)[0], goal, goal))


EIGHT = puzzle_of(["..."] * 3, (*range(1, 9), 0))
FIFTEEN = puzzle_of(["...."] * 4, (*range(1, 16), 0))
EQUAL = puzzle_of(["....", "....", "...."], (1, 1, 2, 3, 4, 4, 5, 6, 7, 7, 0, 0))


def test_labels_with_too_many_placements_have_no_table() -> None:
    """A label that exceeds the size alone is in no group; if all do, there are none."""
    gains = np.zeros((len(EQUAL.counts),) * 2)
    (groups, *_) = finish(candidate_partitions(EQUAL, 12, gains, Budget(10**8)))
    assert sorted(label for group in groups for label in group) == [2, 3, 5, 6]
    assert finish(candidate_partitions(EQUAL, 11, gains, Budget(10**8))) == [()]


@pytest.mark.parametrize("group", [(1,), (2, 5), (1, 4, 7)])
def test_the_mean_bound_is_that_of_the_table(group: tuple[int, ...]) -> None:
    """The mean is taken over the placements that can reach the goal; the memory for it is released."""
    budget = Budget(10**8)
    mean = finish(partition._mean_bound(EQUAL, group, budget))
    table = np.full(placements(EQUAL, group), kernel.UNREACHED, np.uint8)
    finish(TableBuild(EQUAL, group, table, Budget(10**8)).run())
    assert mean == pytest.approx(table[table != kernel.UNREACHED].mean())
    assert budget.bytes == 0


@pytest.mark.parametrize(
    ("own", "most", "expected"),
    [
        (EIGHT, 600, ((1, 2), (3, 5), (4, 7), (6, 8))),
        (EQUAL, 5_000, ((3, 5, 6), (1, 2), (4, 7))),
        (puzzle_of(["......", "......"], (*range(1, 10), 0, 0, 0)), 2_000, ((1, 2, 3), (4, 5, 6), (7, 8, 9))),
    ],
)
def test_the_choice_is_unchanged(own: LabelledPuzzle, most: int, expected: Partition, tmp_path: Path) -> None:
    """A commit that changes which labels share a table does so on purpose; the folder gives the same again."""
    assert finish(choose_partition(own, most, tmp_path, Budget(10**8))) == expected
    budget = Budget(10**8)
    assert finish(choose_partition(own, most, tmp_path, budget)) == expected
    assert budget.nodes == 0


def test_the_peak_of_a_build_is_all_tables_and_the_nodes_of_the_largest() -> None:
    """The estimate counts every table and the nodes of the largest group; a build takes no more than that."""
    group = (1, 2, 3, 6, 7)
    budget, most = Budget(10**9), 0
    table = np.full(placements(FIFTEEN, group), kernel.UNREACHED, np.uint8)
    for progress in TableBuild(FIFTEEN, group, table, budget).run():
        most = max(most, progress.bytes)
    assert table.nbytes / 2 < most < CostTables(FIFTEEN, ((group,),)).peak_bytes - table.nbytes
    assert CostTables(FIFTEEN, ((group, (4,)),)).peak_bytes == CostTables(FIFTEEN, ((group,),)).peak_bytes + 16
    assert CostTables(FIFTEEN, ((),)).peak_bytes == 0
