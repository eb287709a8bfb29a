"""Take away the pegs and holes that a level does not need (see :class:`fewest.solver.kinds.Levels`).

peg   taken away, its hole is empty at the start. The goal stays.
hole  taken away with all jumps over, from and to it, with its peg, and with the peg that the goal has there. A goal
      that is a number of pegs stays.

A hole can be taken away only if no optimal solution uses it, and then without any change; so the holes that some
solutions use are left out first. That does not hold of a hole with a peg where the goal is a number of pegs: without it
there are fewer jumps to make. Such holes, and pegs, are tried one by one until none of them can be taken away.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fewest.solver.jump.board import JumpBoard, holes_of, mask_of
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.levels import Measure, Measuring
from fewest.solver.model import Slices


def minimise(puzzle: JumpPuzzle, wanted: Measure, measure: Measuring) -> Slices[tuple[JumpPuzzle, tuple[int, ...]]]:
    """Take away the pegs and holes that a jump puzzle of a given length and number of solutions does not need.

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
        for less, gone in _with_a_peg_less(puzzle):
            if (yield from measure(less)) == wanted:
                puzzle = less
                left = tuple(hole for number, hole in enumerate(left) if number != gone)
                break
        else:
            return puzzle, left


def _with_a_peg_less(puzzle: JumpPuzzle) -> Iterator[tuple[JumpPuzzle, int | None]]:
    """The puzzle without each peg, then, if a number of pegs is the goal, without its hole as well; and that hole."""
    pegs = holes_of(puzzle.start)
    for peg in pegs:
        yield replace(puzzle, start=puzzle.start & ~(1 << peg)), None
    if puzzle.goal.counts:
        for peg in pegs:
            if all(goal >> peg & 1 for goal in puzzle.goal.positions):
                yield without(puzzle, [peg]), peg


def _superfluous_holes(puzzle: JumpPuzzle, wanted: Measure, measure: Measuring) -> Slices[list[int]]:
    """The holes that no optimal solution uses: half of those left at a time, where that goes well.

    Never all holes, if the length is not 0: where each may lack, the start meets the goal or has no pegs.
    """
    left = [hole for hole in range(puzzle.board.holes) if may_lack(puzzle, [hole])]
    taken: list[int] = []  # of the puzzle as it was
    size = len(left)
    while left and size:
        some, others = left[:size], left[size:]
        if (yield from measure(without(puzzle, [*taken, *some]))) == wanted:
            taken += some
            left = others
        elif size == 1:
            left = others
        else:
            size //= 2
    return taken


def may_lack(puzzle: JumpPuzzle, holes: list[int]) -> bool:
    """Whether the same solutions are left without holes that none uses: the goal wants a peg that is there, or none."""
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
