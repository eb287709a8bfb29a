"""Holes numbered row by row, as beams need them.

Of positions with equal bounds a beam keeps those with the smallest words: those without pegs in the holes with the
highest numbers. If the holes are numbered row by row, these clear the board from one end to the other. In any other
numbering the pegs that are left are spread over the board, and a wide beam can end without a solution where a narrow
one would have found one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import cast

import igraph

from fewest.solver.graphs import inverse
from fewest.solver.jump import checks
from fewest.solver.jump.board import JumpBoard
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.jump.rules import Chain
from fewest.solver.jump.symmetry import renumber
from fewest.solver.model import Findings, Search, Solution, Solved, Unsolvable
from fewest.solver.slices import Run


def search_by_rows(puzzle: JumpPuzzle, findings: Findings, search: Callable[[JumpPuzzle, Findings], Search]) -> Search:
    """Search for any solution with the holes numbered row by row; what is found is in the puzzle's own numbers."""
    order = row_order(puzzle.board)
    best = None if findings.best is None else _renumbered(findings.best, inverse(order))
    run = Run(search(renumber(puzzle, order), replace(findings, best=best)))
    for progress in run:
        yield progress if progress.best is None else replace(progress, best=_renumbered(progress.best, order))
    outcome = run.value
    if isinstance(outcome, Solved):
        # Any solution has neither a number nor a listing, which would have to be renumbered, too.
        return Solved(_renumbered(outcome.solution, order), outcome.optimal)
    return Unsolvable(checks.renumber(outcome.proof, order)) if isinstance(outcome, Unsolvable) else outcome


def row_order(board: JumpBoard) -> tuple[int, ...]:
    """The holes row by row, as far as the jumps show what a row is.

    Two holes far from each other, and a third one with few neighbours, far from both, are corners of most boards. Along
    a row of a rectangle, the distances to the first and to the third have the same sum, and the distance to the first
    rises.
    """
    graph = igraph.Graph(board.holes, board.adjacent_holes)
    degrees = graph.degree()

    def corner(distances: list[float]) -> int:
        """The farthest hole that can be reached, of equally far ones that with the fewest neighbours."""
        reached = [hole for hole in range(board.holes) if distances[hole] < inf]
        # Ties by the hole's number, so that the order is the same in every run.
        return max(reached, key=lambda hole: (distances[hole], -degrees[hole], -hole))

    def distances_from(hole: int) -> list[float]:
        return list(graph.distances(hole)[0])

    first = distances_from(corner(distances_from(min(range(board.holes), key=degrees.__getitem__))))
    second = distances_from(corner(first))
    nearer = [min(pair) for pair in zip(first, second, strict=True)]
    between = [hole for hole in range(board.holes) if 0 < nearer[hole] < inf]
    third = distances_from(min(between, key=lambda hole: (degrees[hole], -nearer[hole], hole))) if between else second
    return tuple(sorted(range(board.holes), key=lambda hole: (first[hole] + third[hole], first[hole], hole)))


def _renumbered(solution: Solution, numbers: tuple[int, ...]) -> Solution:
    return tuple(
        tuple((numbers[start], numbers[over], numbers[to]) for start, over, to in cast(Chain, move))
        for move in solution
    )
