"""Judge a claimed solution by the plain rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from solver.errors import ReplayError
from solver.jump.puzzle import JumpPuzzle
from solver.jump.rules import JumpRules, group
from solver.model import Jump
from solver.replay import Puzzle
from solver.slide.puzzle import SlidePuzzle
from solver.slide.rules import SlideRules


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a claimed solution turned out to be.

    Attributes
    ----------
    length
        Number of moves by the rules: jumps in a row by the same peg are one move, however they were written.
    fault
        Why it is not legal; None if it is.
    position
        Where it ends: a word of pegs, or the piece on every cell; None if it is not legal.
    """

    meets_goal: bool
    length: int | None
    fault: str | None
    position: Any

    @property
    def legal(self) -> bool:
        """Whether every move can be made."""
        return self.fault is None


def judge(puzzle: Puzzle, moves: Sequence[Sequence[int]], removed: Sequence[Sequence[int]] | None) -> Verdict:
    """Play a claimed solution.

    Parameters
    ----------
    moves
        Jump boards: the holes one peg visits, move by move. Sliding pieces: ``[from, to]``.
    removed
        Jump boards: the holes jumped over, move by move; needed only where two jumps have the same ends.
    """
    try:
        return _judge_jumps(puzzle, moves, removed) if isinstance(puzzle, JumpPuzzle) else _judge_slides(puzzle, moves)
    except ReplayError as error:
        return Verdict(False, None, str(error), None)


def _judge_jumps(
    puzzle: JumpPuzzle, moves: Sequence[Sequence[int]], removed: Sequence[Sequence[int]] | None
) -> Verdict:
    if removed is not None and [len(over) for over in removed] != [max(0, len(path) - 1) for path in moves]:
        raise ReplayError("removed does not name one hole for every jump")
    over: dict[tuple[int, int], list[Jump]] = {}
    for jump in puzzle.board.jumps:
        over.setdefault((jump[0], jump[2]), []).append(jump)
    jumps: list[Jump] = []
    for number, path in enumerate(moves, 1):
        if len(path) < 2:
            raise ReplayError(f"move {number}: a move visits two holes at least")
        for place, ends in enumerate(pairwise(path)):
            named = None if removed is None else removed[number - 1][place]
            fitting = [jump for jump in over.get(ends, ()) if named in (None, jump[1])]
            if not fitting:
                raise ReplayError(f"move {number}: no jump of this board goes from {ends[0]} to {ends[1]} like that")
            if len(fitting) > 1:
                raise ReplayError(f"move {number}: several jumps go from {ends[0]} to {ends[1]}: removed must tell")
            jumps.append(fitting[0])
    solution = group(tuple(jumps))
    position = JumpRules(puzzle).play(solution)
    return Verdict(puzzle.goal.met(position), len(solution), None, position)


def _judge_slides(puzzle: SlidePuzzle, moves: Sequence[Sequence[int]]) -> Verdict:
    for number, move in enumerate(moves, 1):
        if len(move) != 2:
            raise ReplayError(f"move {number}: a slide is [from, to]")
    position = SlideRules(puzzle).play(tuple((start, to) for start, to in moves))
    return Verdict(puzzle.met(position), len(moves), None, position)
