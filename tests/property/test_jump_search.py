"""The jump search against brute force, on random boards."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from solver.jump import symmetry
from solver.jump.board import JumpBoard
from solver.jump.bounds.pattern_tables import Partition
from solver.jump.proofs import check, prove
from solver.jump.puzzle import JumpPuzzle
from solver.jump.rules import JumpRules
from solver.jump.search import bidirectional, driver, instance
from solver.model import Solved, Unsolvable, Want
from solver.verify import replay
from tests.jump_puzzles import puzzles, run
from tests.oracle_jump import solutions, truth

CALM = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])


def even_partition(holes: int, parts: int) -> Partition:
    """A partition into runs of holes of nearly equal length."""
    cuts = [round(holes * part / parts) for part in range(parts + 1)]
    return tuple(tuple(range(a, b)) for a, b in pairwise(cuts) if a < b)


@contextmanager
def small_board_like_large(parts: int, batch: int) -> Iterator[None]:
    """Treat small boards like large ones: regions, both sides, classes expanded one by one, some abandoned."""

    def partitions(board: JumpBoard, *_: object) -> Generator[None, None, list[Partition]]:
        yield
        return [even_partition(board.holes, part) for part in range(2, parts + 1)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(instance, "EXACT_HOLES", 0)
        patch.setattr(driver, "LEARN_NODES", -1)
        patch.setattr(driver, "ENLARGE_NODES", -1)
        patch.setattr(instance, "choose", partitions)
        patch.setattr(bidirectional, "BATCH", batch)
        patch.setattr(bidirectional, "CHUNK", 5)
        patch.setattr(bidirectional, "MIN_ESTIMATE", 10)
        patch.setattr(bidirectional, "ABANDON_FACTOR", 2)
        yield


def agrees(puzzle: JumpPuzzle) -> None:
    expected = truth(puzzle)
    proof = prove(puzzle)
    if proof is not None:
        assert expected.length is None
        assert check(puzzle, proof)
    outcome, progress = run(puzzle, Want.ALL)
    assert [p.lower_bound for p in progress] == sorted(p.lower_bound for p in progress)
    if expected.length is None:
        assert isinstance(outcome, Unsolvable)
        return
    assert isinstance(outcome, Solved)
    replay(puzzle, outcome.solution)
    assert outcome.optimal
    assert (len(outcome.solution), outcome.count) == (expected.length, expected.count)
    assert outcome.listing is not None
    if expected.count <= 300:
        rules, key = JumpRules(puzzle), symmetry.key(puzzle.board.holes, outcome.listing.symmetries)
        page = outcome.listing.page(rules, key, 0, expected.count + 1)
        flat = [tuple(jump for move in solution for jump in move) for solution in page]
        assert len(flat) == expected.count
        assert set(flat) == solutions(puzzle, expected.length)
        assert outcome.listing.page(rules, key, 1, 3) == page[1:4]


@CALM
@given(puzzles())
def test_search_agrees_with_brute_force(puzzle: JumpPuzzle) -> None:
    """Status, length, count and listing are those of brute force; proofs hold."""
    agrees(puzzle)


@CALM
@given(puzzles(), st.integers(0, 4), st.sampled_from([0, 20, 4096]))
def test_bidirectional_search_agrees_with_brute_force(puzzle: JumpPuzzle, parts: int, batch: int) -> None:
    """The same with bounds by regions, or none, and slack classes expanded from both ends."""
    with small_board_like_large(parts, batch):
        agrees(puzzle)
        one, expected = run(puzzle, Want.ONE)[0], truth(puzzle)
        assert (len(one.solution) if isinstance(one, Solved) else None) == expected.length
