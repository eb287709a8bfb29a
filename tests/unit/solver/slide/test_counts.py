"""Numbers of shortest solutions of 15-puzzles: ``tests/cases/slide_korf15_counts.json``, ``slide_deep15_counts.json``.

The files were written by this solver (``fewest solve --want count``): IDA* finds the length. Then a breadth-first
search keeps every position within it, and paths are added up from the goal backwards; for the 17 positions at 80 moves
one more iteration of IDA* comes upon every solution. No published numbers were found.
"""

from __future__ import annotations

import pytest

from fewest.solver.model import Want
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.solve import solve
from tests.effort import quick
from tests.slide_puzzles import korf, load, puzzle_of

COUNTS = {case["id"]: case for case in load("slide_korf15_counts.json")}


def counted(puzzle: SlidePuzzle, length: int) -> int:
    """Number of solutions of a length by a method that shares nothing with the solver.

    Level after level, a dictionary holds the number of paths to every position that the Manhattan distance leaves in
    reach of the goal. The goal must have piece i on cell i, the empty cell first.
    """
    apart = [[abs(a // 4 - b // 4) + abs(a % 4 - b % 4) for b in range(16)] for a in range(16)]
    level = {(puzzle.start, sum(apart[cell][piece] for cell, piece in enumerate(puzzle.start) if piece)): 1}
    for moves_left in range(length - 1, -1, -1):
        after: dict[tuple[tuple[int, ...], int], int] = {}
        for (position, distance), paths in level.items():
            empty = position.index(0)
            for cell in (other for other in range(16) if apart[empty][other] == 1):
                piece = position[cell]
                left = distance + apart[empty][piece] - apart[cell][piece]
                if left <= moves_left:
                    moved = list(position)
                    moved[empty], moved[cell] = piece, 0
                    key = tuple(moved), left
                    after[key] = after.get(key, 0) + paths
        level = after
    return level.get((puzzle.goal, 0), 0)


def test_mean_length_of_korfs_positions() -> None:
    """The mean length is 53.05 (Korf and Felner, Disjoint pattern database heuristics, 2002)."""
    assert sum(case["expect"]["length"] for case in load("slide_korf15.json")) == 5305


@pytest.mark.parametrize("name", quick(["korf15-55", "korf15-79", "korf15-97"], {"korf15-55"}))
def test_counts_agree_with_another_method(name: str) -> None:
    """The solver, the recorded count and a count by plain dictionaries agree."""
    puzzle, case = puzzle_of(korf(name)), COUNTS[name]
    assert counted(puzzle, case["length"]) == case["count"]
    assert solve(puzzle, Want.COUNT).count == case["count"]
