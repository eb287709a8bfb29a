"""The jump search against brute force, on random boards."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from solver.jump import symmetry
from solver.jump.board import JumpBoard
from solver.jump.bounds import pattern_tables as bounds
from solver.jump.proofs import check, prove
from solver.jump.puzzle import JumpPuzzle
from solver.jump.rules import JumpRules
from solver.jump.search import bidirectional as halves
from solver.jump.search import driver as search
from solver.jump.search import instance as frame
from solver.model import Solved, Unsolvable, Want
from solver.verify import replay
from tests.jump_puzzles import puzzles, run
from tests.oracle_jump import solutions, truth

CALM = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])


@contextmanager
def two_sided(parts: int, batch: int) -> Iterator[None]:
    """Treat small boards like large ones: regions, both sides, units on their own and some of them given up."""

    def partitions(board: JumpBoard, *_: object) -> Generator[None, None, list[bounds.Partition]]:
        yield
        return [bounds.even(board.holes, part) for part in range(2, parts + 1)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(frame, "EXACT_HOLES", 0)
        patch.setattr(search, "LEARNING", -1)
        patch.setattr(search, "GROWN", -1)
        patch.setattr(frame, "choose", partitions)
        patch.setattr(halves, "BATCH", batch)
        patch.setattr(halves, "PIECE", 5)
        patch.setattr(halves, "ENOUGH", 10)
        patch.setattr(halves, "FAR_MORE", 2)
        yield


def agrees(puzzle: JumpPuzzle) -> None:
    expected = truth(puzzle)
    proof = prove(puzzle)
    if proof is not None:
        assert expected.length is None
        assert check(puzzle, proof)
    outcome, told = run(puzzle, Want.ALL)
    assert [p.lower_bound for p in told] == sorted(p.lower_bound for p in told)
    if expected.length is None:
        assert isinstance(outcome, Unsolvable)
        return
    assert isinstance(outcome, Solved)
    replay(puzzle, outcome.solution)
    assert outcome.optimal
    assert (len(outcome.solution), outcome.count) == (expected.length, expected.count)
    assert outcome.listing is not None
    if expected.count <= 300:
        rules, key = JumpRules(puzzle), symmetry.key(puzzle)
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
def test_two_sided_search_agrees_with_brute_force(puzzle: JumpPuzzle, parts: int, batch: int) -> None:
    """The same with bounds by regions, or none, and units expanded from both ends."""
    with two_sided(parts, batch):
        agrees(puzzle)
        one, expected = run(puzzle, Want.ONE)[0], truth(puzzle)
        assert (len(one.solution) if isinstance(one, Solved) else None) == expected.length
