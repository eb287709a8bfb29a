"""The choice of the labels that share a pattern table."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

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
from solver.slide.symmetry import goal_symmetries


def puzzle_of(rows: list[str], goal: tuple[int, ...]) -> LabelledPuzzle:
    """A solved puzzle in labels."""
    return labelled(SlidePuzzle(board_from_grid(rows)[0], goal, goal))


EIGHT = puzzle_of(["..."] * 3, (*range(1, 9), 0))
FIFTEEN = puzzle_of(["...."] * 4, (*range(1, 16), 0))
EQUAL = puzzle_of(["....", "....", "...."], (1, 1, 2, 3, 4, 4, 5, 6, 7, 7, 0, 0))
PUZZLES = [(EIGHT, 600), (EIGHT, 80), (FIFTEEN, 60_000), (EQUAL, 5_000)]


def gains_of(own: LabelledPuzzle) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Random gains of pairs of labels; a label gains nothing beside itself."""
    gains = np.random.default_rng(4).random((len(own.counts),) * 2)
    np.fill_diagonal(gains, 0)
    return gains + gains.T


@pytest.mark.parametrize(("own", "most"), PUZZLES)
def test_candidates_are_partitions_into_groups_that_fit(own: LabelledPuzzle, most: int) -> None:
    """Each label is in one group, no group exceeds what is allowed, and no candidate is an image of another."""
    found = finish(candidate_partitions(own, most, gains_of(own), Budget(10**8)))
    assert 0 < len(found) <= partition.STARTS
    images = []
    for groups in found:
        assert sorted(label for group in groups for label in group) == list(range(1, len(own.counts)))
        assert all(placements(own, group) <= most for group in groups)
        assert groups == tuple(sorted(groups, key=lambda group: (-len(group), group)))
        # Groups are as full as they can be: of three, no two fit one table.
        assert sum(placements(own, (*a, *b)) <= most for a, b in combinations(groups, 2)) <= 1
        kept = {frozenset(frozenset(group) for group in groups)}
        for image in goal_symmetries(own):
            label = {want: own.goal[image[cell]] for cell, want in enumerate(own.goal)}
            kept.add(frozenset(frozenset(label[one] for one in group) for group in groups))
        images.append(kept)
    assert all(not one & other for one, other in combinations(images, 2))


@pytest.mark.parametrize(("own", "most"), PUZZLES)
def test_no_swap_improves_a_candidate(own: LabelledPuzzle, most: int) -> None:
    """Climbing ends where no swap of two labels with as many pieces raises the score, and never lowers it."""
    score = gains_of(own)
    labels = list(range(1, len(own.counts)))

    def total(groups: Any) -> float:
        return float(sum(score[one, other] for group in groups for one in group for other in group))

    for first in labels:
        begun = partition._greedy(own, most, score, labels, first)
        assert begun[0][0] == first
        climbed = partition._climb(own, begun, score)
        assert total(climbed) >= total(begun) - 1e-9
        assert sorted(map(len, climbed)) == sorted(map(len, begun))
        for (i, one), (j, other) in combinations(enumerate(climbed), 2):
            for a in one:
                for b in other:
                    if own.counts[a] == own.counts[b]:
                        swapped = list(climbed)
                        swapped[i] = (*(label for label in one if label != a), b)
                        swapped[j] = (*(label for label in other if label != b), a)
                        assert total(swapped) <= total(climbed) + 1e-6


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


def test_the_best_candidate_has_the_greatest_mean_bound() -> None:
    """Of candidates that are compared the one with the greatest mean bound wins; one alone is not compared."""
    budget = Budget(10**8)
    candidates: list[Partition] = [
        ((1, 8), (2, 7), (3, 6), (4, 5)),
        ((1, 2), (3, 6), (4, 5), (7, 8)),
        ((1, 2), (3, 4, 5), (6, 7, 8)),
    ]
    means = [sum(finish(partition._mean_bound(EIGHT, group, Budget(10**8))) for group in one) for one in candidates]
    assert finish(partition._best(EIGHT, candidates, budget)) == candidates[int(np.argmax(means))]
    assert int(np.argmax(means)) != 0
    before = budget.nodes
    assert finish(partition._best(EIGHT, candidates[:1] * 3, budget)) == candidates[0]
    assert budget.nodes == before


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
