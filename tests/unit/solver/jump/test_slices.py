"""Work of any size comes in slices, and the size of a slice changes no result."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from solver.budget import Budget
from solver.jump.bounds import partition, pattern_tables
from solver.jump.bounds.pattern_tables import Bound
from solver.jump.search import bidirectional, expand, position_set
from solver.jump.search.instance import prepare
from solver.jump.symmetry import symmetries
from solver.model import Want
from solver.threads import SINGLE_THREAD
from tests.jump_puzzles import ENGLISH, run, single
from tests.slices import finished

RECTANGLE = single(("......",) * 4, "orthogonal", 1, 1)


def prepared_bound(slices: list[None]) -> Bound:
    """The pattern tables of a board, and a slice noted for each pause."""
    steps: Iterator[None] = prepare(RECTANGLE, Budget(10**8), SINGLE_THREAD)
    while True:
        try:
            slices.append(next(steps))
        except StopIteration as end:
            return end.value.forward.bound  # type: ignore[no-any-return]


def test_tables_are_built_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """With slices of a hundred states the build of a table pauses for every hundred, and the table is the same."""
    few: list[None] = []
    many: list[None] = []
    whole = prepared_bound(few)
    monkeypatch.setattr(pattern_tables, "SLICE", 100)
    in_parts = prepared_bound(many)
    assert np.array_equal(whole.costs, in_parts.costs)
    # Every state that is reached is expanded once at least, and tests some jumps then.
    assert len(many) - len(few) > np.count_nonzero(whole.costs < pattern_tables.kernel.UNREACHED) / 100


@pytest.mark.parametrize("want", [Want.ONE, Want.COUNT])
def test_a_search_comes_in_slices(want: Want, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search makes no more jumps in a slice than a slice has work, and finds the same as in larger slices."""
    expected, _ = run(RECTANGLE, want)
    monkeypatch.setattr(expand, "SLICE_WORK", 1_000)
    monkeypatch.setattr(bidirectional, "SLICE", 1 << 8)
    monkeypatch.setattr(bidirectional, "SELECT_SLICE", 1 << 8)
    monkeypatch.setattr(position_set, "SLICE", 1 << 8)
    found, progress = run(RECTANGLE, want)
    assert found == expected
    assert max(after.nodes - before.nodes for before, after in pairwise(progress)) <= 1_000
    # Jumps that are tested but not made are work, too: so there are more slices than the nodes alone would take.
    assert len(progress) > progress[-1].nodes / 1_000


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


def test_partitions_complement_each_other() -> None:
    """Both partitions of the English board cover every hole once; few jumps are cut by both."""
    puzzle = single(ENGLISH, "orthogonal", 16, 16)
    found = finished(partition.choose(puzzle.board, symmetries(puzzle), 10**8, 13))
    assert len(found) == partition.PARTITIONS
    cut = []
    for regions in found:
        assert sorted(hole for region in regions for hole in region) == list(range(33))
        label = {hole: number for number, region in enumerate(regions) for hole in region}
        cut.append({jump for jump in puzzle.board.jumps if len({label[hole] for hole in jump}) > 1})
    assert 2 * len(cut[0] & cut[1]) < min(map(len, cut))
