"""A peg that must survive: the same play on a larger board, where separate holes hold the marked peg.

A position does not say which of its pegs is the marked one. So each hole that the marked peg can come to gets a twin
for this peg alone; a position of the larger board has the marked peg in a twin, and the others in the holes::

    hole            0 1 2 3 4          a board with the jumps (0, 1, 2) and (2, 3, 4); the peg in hole 0 is marked
    place           0 1 2 3 4 5 6 7    5, 6 and 7 are the twins of 0, 2 and 4
    position        0 1 0 1 0 1 0 0    marked peg in 0, others in 1 and 3
    jump            (5, 1, 6)          by the marked peg; another peg would make the jump (0, 1, 2)

No jump removes a peg from a twin, and none ends in a hole whose twin is full, or the other way round
(:attr:`fewest.solver.jump.board.JumpBoard.twins`). So solutions correspond one to one, move by move, and the larger
board is searched like any other. Bounds and proofs may ignore the twins: that only allows more jumps.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from fewest.solver.jump.board import MAX_HOLES, JumpBoard, holes_of
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.jump.rules import Chain, follow_peg, moves_of
from fewest.solver.model import Jump, Solution


@dataclass(frozen=True, slots=True)
class MarkedPuzzle:
    """A puzzle on the larger board.

    Attributes
    ----------
    puzzle
        The puzzle there, whose goal names no survivor.
    hole_of
        The hole of each place: first the holes of the board, then those the marked peg can come to, in order.
    """

    puzzle: JumpPuzzle
    hole_of: tuple[int, ...]

    @property
    def reach(self) -> tuple[int, ...]:
        """The holes the marked peg can come to, in order."""
        return self.hole_of[len(self.hole_of) - len(self.puzzle.board.twins) :]

    def to_holes(self, solution: Solution) -> Solution:
        """A solution of the larger board as one of the puzzle."""
        return tuple(tuple(self._in_holes(jump) for jump in cast(Chain, move)) for move in solution)

    def _in_holes(self, jump: Jump) -> Jump:
        start, over, to = jump
        return self.hole_of[start], self.hole_of[over], self.hole_of[to]

    def to_places(self, survivor: int, solution: Solution) -> Solution:
        """A solution of the puzzle as one of the larger board."""
        twin = dict(self.puzzle.board.twins)
        return moves_of(_marked_jumps(survivor, (jump for move in solution for jump in cast(Chain, move)), twin))


def reachable_holes(board: JumpBoard, hole: int) -> tuple[int, ...]:
    """The holes that a peg can come to, with suitable other pegs, in order."""
    found = {hole}
    while more := {to for start, _, to in board.jumps if start in found} - found:
        found |= more
    return tuple(sorted(found))


def places(board: JumpBoard, survivor: int) -> int:
    """Number of places of the larger board, which can be more than ``MAX_HOLES``."""
    return board.holes + len(reachable_holes(board, survivor))


@lru_cache(maxsize=4)
def marked_puzzle(puzzle: JumpPuzzle) -> MarkedPuzzle | None:
    """A puzzle with a survivor, on the larger board.

    Returns
    -------
    MarkedPuzzle
        None if the marked peg is not there, is removed by the opening, or cannot come to a goal.

    Raises
    ------
    ValueError
        If the larger board has more than ``MAX_HOLES`` places.
    """
    board = puzzle.board
    hole = puzzle.goal.survivor
    assert hole is not None
    reach = reachable_holes(board, hole)
    if board.holes + len(reach) > MAX_HOLES:
        raise ValueError(f"{board.holes} holes and {len(reach)} twins are more than {MAX_HOLES}")
    twin = {each: board.holes + index for index, each in enumerate(reach)}
    # A goal of so many pegs with a survivor is a goal of one peg.
    targets = [1 << each for each in reach] if puzzle.goal.counts else []
    targets += sorted(puzzle.goal.positions)
    goals = {
        position ^ (1 << each) | 1 << twin[each] for position in targets for each in holes_of(position) if each in twin
    }
    there = puzzle.start >> hole & 1
    # Proofs name this reason by the holes that can be reached alone.
    if not there or follow_peg(hole, puzzle.opening) is None or not goals:
        return None
    jumps = [*board.jumps, *((twin[start], over, twin[to]) for start, over, to in board.jumps if start in twin)]
    larger = JumpBoard(board.holes + len(reach), tuple(sorted(jumps)), tuple(twin.items()))
    start = puzzle.start ^ 1 << hole | 1 << twin[hole]
    opening = _marked_jumps(hole, puzzle.opening, twin)
    return MarkedPuzzle(JumpPuzzle(larger, start, JumpGoal(frozenset(goals)), opening), (*range(board.holes), *reach))


def _marked_jumps(hole: int, jumps: Iterable[Jump], twin: dict[int, int]) -> tuple[Jump, ...]:
    """Jumps with those by the peg that starts in a hole as jumps of the larger board."""
    made: list[Jump] = []
    for start, over, to in jumps:
        marked = start == hole
        made.append((twin[start], over, twin[to]) if marked else (start, over, to))
        hole = to if marked else hole
    return tuple(made)


def without_survivor(puzzle: JumpPuzzle) -> JumpPuzzle:
    """The puzzle in which any peg may be the last: every solution of the given puzzle solves it."""
    return replace(puzzle, goal=replace(puzzle.goal, survivor=None))


def place_order(board_order: Sequence[int], old: Sequence[int], new: Sequence[int]) -> list[int]:
    """Where each place goes as holes are renumbered: ``order[i]`` is the new number of place i.

    Parameters
    ----------
    board_order
        The new number of each hole.
    old, new
        The holes with a twin, in order, before and after.
    """
    index = {hole: len(board_order) + at for at, hole in enumerate(new)}
    return [*board_order, *(index[board_order[hole]] for hole in old)]
