"""Every problem of a board: starts and goals up to the board's symmetry.

A problem and its image under an automorphism of the board have the same solutions, up to renumbering. So
the English board has 33 · 33 = 1089 single-vacancy problems, which begin with one hole empty and end with one peg, and
151 of them up to its 8 symmetries: by Burnside's lemma (33² + 2·7² + 2·3² + 3·1²) / 8, as its reflections keep 7, 7, 3
and 3 holes, and its rotations one. The same jumps backwards, with pegs and empty holes exchanged, lead from the last
hole to the first (:mod:`fewest.solver.jump.dual`); they have the same number of jumps, but not of moves, so these are
two problems.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from fewest.solver.jump.board import JumpBoard
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.jump.symmetry import automorphisms, renumber

MAX_IMAGES = 200_000
"""Most images of problems that are made, a few microseconds each; beyond that, symmetry is not used."""

Problem: TypeAlias = tuple[int, JumpGoal]
"""A start, and a goal, on a board."""


def single_vacancies(board: JumpBoard) -> list[Problem]:
    """The problems that begin with one hole empty and end with one peg in a given hole, for each of the holes."""
    starts = [board.full & ~(1 << hole) for hole in range(board.holes)]
    goals = [JumpGoal(frozenset([1 << hole])) for hole in range(board.holes)]
    return [(start, goal) for start in starts for goal in goals]


def first_images(
    board: JumpBoard,
    problems: Sequence[Problem],
    max_images: int = MAX_IMAGES,
    pause: Callable[[], object] = int,
) -> list[int]:
    """For each problem, the index of the first one that a symmetry of the board maps to it.

    Problems without an earlier image are the problems up to symmetry. Where more than ``max_images`` would have to be
    made, only equal problems are images of each other. Calls ``pause`` between two images.
    """
    group = automorphisms(board)
    if len(group) * len(problems) > max_images:
        group = [tuple(range(board.holes))]
    bare = JumpBoard(board.holes, ())  # its jumps stay what they are, and need not be renumbered
    first: dict[Problem, int] = {}
    for index, (start, goal) in enumerate(problems):
        if (start, goal) in first:
            continue
        for permutation in group:
            pause()
            image = renumber(JumpPuzzle(bare, start, goal), permutation)
            first.setdefault((image.start, image.goal), index)
    return [first[problem] for problem in problems]
