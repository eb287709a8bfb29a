"""Partitions of boards into regions."""

from __future__ import annotations

import numpy as np
import pytest

from solver.budget import Budget
from solver.jump.bounds import partition
from solver.jump.bounds.partition import TableLimits
from solver.jump.bounds.pattern_tables import table_bytes
from solver.jump.symmetry import symmetries
from solver.slices import finish
from tests.jump_puzzles import ENGLISH, single


@pytest.mark.parametrize("regions", [2, 3, 5])
def test_annealing_cuts_few_jumps(regions: int) -> None:
    """The cost is that of the labels; the regions are as equal in size as at first; random ones cut twice as many."""
    board = single(ENGLISH, "orthogonal", 16, 16).board
    cost, labels = partition.anneal(board, regions, 1)
    assert cost == sum((labels[a] != labels[b]) + (labels[b] != labels[c]) for a, b, c in board.jumps)
    sizes = [labels.count(region) for region in range(regions)]
    assert max(sizes) - min(sizes) <= 1
    at_random = np.random.default_rng(1).permutation(labels).tolist()
    assert 2 * cost < sum((at_random[a] != at_random[b]) + (at_random[b] != at_random[c]) for a, b, c in board.jumps)


@pytest.mark.parametrize("max_bytes", [4_000, 15_000, 200_000, 10_000_000])
def test_tables_of_both_directions_take_no_more_than_allowed(max_bytes: int) -> None:
    """The tables of all partitions chosen fit twice, from little room to much."""
    puzzle = single(ENGLISH, "orthogonal", 16, 16)
    found = finish(partition.choose(puzzle.board, symmetries(puzzle), TableLimits(max_bytes, 13, 10**8), Budget(0)))
    assert len(found) == partition.PARTITIONS
    assert 2 * table_bytes(found) <= max_bytes
