"""Shorten a solution: replace some consecutive moves by the fewest that lead from the same position to the same.

Such a window is a puzzle of its own, and a short one is solved in a moment by the bidirectional search. It is replaced
even if it is no shorter: other moves of the same number let the windows beside it be shortened. Windows grow until they
take too long (after D. Ratner and I. Pohl, Joint and LPA*: combination of approximation and search, AAAI 1986).
"""

from __future__ import annotations

from collections.abc import Generator
from functools import reduce
from operator import xor
from typing import cast

from solver.budget import Budget
from solver.jump.board import mask_of
from solver.jump.puzzle import JumpGoal, JumpPuzzle
from solver.jump.rules import Chain, moves_of
from solver.jump.search.bidirectional import BidirectionalSearch
from solver.jump.search.expand import limit_nodes
from solver.jump.search.instance import prepare
from solver.jump.search.reconstruct import Reconstruction
from solver.model import Jump, Solution
from solver.threads import ThreadPool

FIRST_WINDOW, GROWTH = 4, 2
"""Moves of the first windows, and by how much they grow."""

OVERLAP = 4
"""A window of n moves begins n / OVERLAP moves after the one before."""

WINDOW_HOLES = 10
"""Most holes of a region: smaller tables than for the whole puzzle, since they are built for every window."""


def shorten(
    puzzle: JumpPuzzle, solution: Solution, budget: Budget, max_nodes: int, threads: ThreadPool
) -> Generator[None, None, Solution]:
    """Shorten a solution by windows that take at most ``max_nodes`` each; yields after each slice.

    ``budget.best`` becomes the shortest solution, as soon as it is found.
    """
    moves = _joined(solution)
    _keep(moves, budget)
    opening = len(moves_of(puzzle.opening))
    size = FIRST_WINDOW
    while (whole := len(moves) - opening) > 1:
        size = min(size, whole)
        start, before, any_ended = opening, len(moves), False
        while start + size <= len(moves):
            ended, window = yield from _solve(_window(puzzle, moves, start, size), size, budget, max_nodes, threads)
            any_ended |= ended
            replaced = moves if window is None else _joined((*moves[:start], *window, *moves[start + size :]))
            start = max(opening, start - size) if len(replaced) < len(moves) else start + max(1, size // OVERLAP)
            moves = replaced
            _keep(moves, budget)
        if len(moves) == before:
            if size == whole or not any_ended:
                break
            size += GROWTH
    return moves


def _keep(moves: Solution, budget: Budget) -> None:
    if budget.best is None or len(moves) < len(budget.best):
        budget.best = moves


def _window(puzzle: JumpPuzzle, moves: tuple[Chain, ...], start: int, size: int) -> JumpPuzzle:
    """The puzzle that ``size`` moves of a solution solve."""

    def after(number: int) -> int:
        return reduce(xor, (mask_of(jump) for move in moves[:number] for jump in move), puzzle.start)

    return JumpPuzzle(puzzle.board, after(start), JumpGoal(frozenset([after(start + size)])))


def _solve(
    puzzle: JumpPuzzle, max_length: int, budget: Budget, max_nodes: int, threads: ThreadPool
) -> Generator[None, None, tuple[bool, Solution | None]]:
    """Find the fewest moves, if at most ``max_length``; whether the search ended, and the solution."""
    held = budget.bytes
    ended, found = yield from limit_nodes(_search(puzzle, max_length, budget, threads), budget, max_nodes)
    budget.release(budget.bytes - held)
    return ended, found


def _search(
    puzzle: JumpPuzzle, max_length: int, budget: Budget, threads: ThreadPool
) -> Generator[None, None, Solution | None]:
    instance = yield from prepare(puzzle, budget, threads, WINDOW_HOLES)
    if instance.backward is None:
        return None
    for length in range(instance.min_length, max_length + 1):
        meeting = yield from BidirectionalSearch(instance, length, True, threads).run()
        if meeting.positions:
            return (yield from Reconstruction(instance, meeting, length).solution())
        meeting.free()
    return None


def _joined(solution: Solution) -> tuple[Chain, ...]:
    """The moves of a solution, those by one peg in a row as one."""
    return moves_of(tuple(cast(Jump, jump) for move in solution for jump in move))
