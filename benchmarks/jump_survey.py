"""Every single-vacancy problem of a board: one hole empty at the start, one peg left at the end."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from solver.jump.board import JumpBoard
from solver.jump.proofs import prove
from solver.jump.puzzle import JumpGoal, JumpPuzzle
from solver.jump.search.driver import search
from solver.jump.symmetry import automorphisms
from solver.model import Limits, Outcome, Progress, Unsolvable, Want


@dataclass(frozen=True, slots=True)
class Entry:
    """One problem up to symmetry: the hole empty at the start, the hole of the last peg, the outcome of its search."""

    empty: int
    last: int
    outcome: Outcome
    progress: Progress


def problems(board: JumpBoard) -> list[tuple[int, int]]:
    """List the pairs (empty hole, last hole), one of each orbit under the board's automorphisms."""
    group = automorphisms(board)
    pairs = [(empty, last) for empty in range(board.holes) for last in range(board.holes)]
    return [pair for pair in pairs if pair == min((p[pair[0]], p[pair[1]]) for p in group)]


def single(board: JumpBoard, empty: int, last: int) -> JumpPuzzle:
    """The problem with one hole empty and the last peg in a given hole."""
    return JumpPuzzle(board, board.full & ~(1 << empty), JumpGoal(frozenset([1 << last])))


def survey(board: JumpBoard, want: Want, limits: Limits, threads: int = 1) -> Generator[Progress, None, list[Entry]]:
    """Search every problem of a board up to symmetry; yields after each slice. The limits are for each problem.

    Problems refuted by pegs, parities or pagoda functions take almost no time. The regions of the board are chosen
    once; levels are not shared, since bounds prune them differently for every problem.
    """
    entries = []
    for empty, last in problems(board):
        puzzle, progress = single(board, empty, last), Progress(0, 0)
        proof = prove(puzzle)
        outcome: Outcome
        if proof is not None:
            outcome = Unsolvable(proof)
        else:
            slices = search(puzzle, want, limits, None, threads)
            while True:
                try:
                    progress = next(slices)
                except StopIteration as end:
                    outcome = end.value
                    break
                yield progress
        entries.append(Entry(empty, last, outcome, progress))
    return entries
