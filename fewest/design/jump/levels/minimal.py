"""Remove superfluous pegs and holes of a level (see :class:`fewest.design.levels.kind.Levels`).

peg   removed: its hole is empty at the start. The goal stays.
hole  removed with all jumps over, from and to it, with its peg, and with the goal's peg there. A goal that is a
      number of pegs stays.

A hole that some optimal solution uses cannot be removed; one that none uses can, without any change. So the unused
holes are removed first. The exception is a hole with a peg if the goal is a number of pegs: without it, fewer jumps are
needed. Such holes, and pegs, are tried one by one until none can be removed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fewest.design.levels.task import Measure, Measuring
from fewest.solver.jump.board import JumpBoard, holes_of, mask_of
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.model import Slices


def minimise(puzzle: JumpPuzzle, wanted: Measure, measure: Measuring) -> Slices[tuple[JumpPuzzle, tuple[int, ...]]]:
    """Remove superfluous pegs and holes of a jump puzzle with a given length and number of solutions.

    Returns
    -------
    puzzle, holes
        The smaller puzzle, and the holes that are left.
    """
    left = tuple(range(puzzle.board.holes))
    while True:
        taken = yield from _superfluous_holes(puzzle, wanted, measure)
        puzzle = without(puzzle, taken)
        left = tuple(hole for number, hole in enumerate(left) if number not in taken)
        # After each success from the start again: holes may be unused now that were used before.
        for less, gone in _with_a_peg_less(puzzle):
            if (yield from measure(less)) == wanted:
                puzzle = less
                left = tuple(hole for number, hole in enumerate(left) if number != gone)
                break
        else:
            return puzzle, left


def _with_a_peg_less(puzzle: JumpPuzzle) -> Iterator[tuple[JumpPuzzle, int | None]]:
    """The puzzle without each peg, and, if the goal is a number of pegs, also without its hole; with that hole."""
    pegs = holes_of(puzzle.start)
    for peg in pegs:
        yield replace(puzzle, start=puzzle.start & ~(1 << peg)), None
    if puzzle.goal.counts:
        for peg in pegs:
            if all(goal >> peg & 1 for goal in puzzle.goal.positions):
                yield without(puzzle, [peg]), peg


def _superfluous_holes(puzzle: JumpPuzzle, wanted: Measure, measure: Measuring) -> Slices[list[int]]:
    """The holes that no optimal solution uses, found by removing half of the rest at a time, if possible.

    Never all holes, unless the length is 0: if all could be removed, the start would meet the goal or have no pegs.
    """
    # If start and goal differ in a hole, every solution uses it.
    left = [hole for hole in range(puzzle.board.holes) if can_remove(puzzle, [hole])]
    taken: list[int] = []  # of the puzzle as it was
    size = len(left)
    while left and size:
        some, others = left[:size], left[size:]
        if (yield from measure(without(puzzle, [*taken, *some]))) == wanted:
            taken += some
            left = others
        # This hole is used; the others are still to be tried.
        elif size == 1:
            left = others
        else:
            size //= 2
    return taken


def can_remove(puzzle: JumpPuzzle, holes: list[int]) -> bool:
    """Whether removing holes that no solution uses changes nothing: the goal must agree with the start in each."""
    mask = mask_of(holes)
    return all(goal & mask == puzzle.start & mask for goal in puzzle.goal.positions) and (
        not puzzle.goal.counts or not puzzle.start & mask
    )


def without(puzzle: JumpPuzzle, holes: list[int]) -> JumpPuzzle:
    """A puzzle on its board without some holes, numbered in their order."""
    gone = set(holes)
    number = {hole: new for new, hole in enumerate(h for h in range(puzzle.board.holes) if h not in gone)}

    def moved(position: int) -> int:
        return mask_of(number[hole] for hole in holes_of(position) if hole in number)

    jumps = [jump for jump in puzzle.board.jumps if not gone & set(jump)]
    board = JumpBoard(len(number), tuple(sorted((number[a], number[b], number[c]) for a, b, c in jumps)))
    goal = JumpGoal(frozenset(map(moved, puzzle.goal.positions)), puzzle.goal.counts)
    return JumpPuzzle(board, moved(puzzle.start), goal)
