"""Jump puzzles in JSON, with all that is made of them (see :class:`fewest.notation.kinds.KindSchema`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from marshmallow import Schema

from fewest.notation import JsonObject
from fewest.notation.boards import Choice, Layout
from fewest.notation.errors import Path
from fewest.notation.estimates import jump_estimate
from fewest.notation.jump.assumptions import assume
from fewest.notation.jump.board import BOARD
from fewest.notation.jump.goals import GOAL, dump_goal
from fewest.notation.jump.moves import notations
from fewest.notation.jump.notices import board_notices, start_notice
from fewest.notation.jump.positions import START
from fewest.notation.jump.puzzle import JumpPuzzleShape, read_puzzle
from fewest.notation.jump.short_forms import write_out
from fewest.solver.errors import Message
from fewest.solver.jump.board import holes_of
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.jump.rules import Chain
from fewest.solver.model import Solution


class JumpSchema:
    """How jump puzzles are written in JSON (see :class:`fewest.notation.kinds.KindSchema`)."""

    name = "jump"
    shape: Schema = JumpPuzzleShape()
    choices: Mapping[str, Choice] = {"board": BOARD, "start": START, "goal": GOAL}
    small_board = "hoppers"
    atlas = None

    write_out = staticmethod(write_out)
    load = staticmethod(read_puzzle)
    notations = staticmethod(notations)
    assume = staticmethod(assume)

    def notices(self, puzzle: JumpPuzzle, layout: Layout | None) -> Iterator[tuple[Path, Message]]:
        """What is odd about the board and the start."""
        for text in board_notices(puzzle.board, layout):
            yield ("board",), text
        if (stuck := start_notice(puzzle)) is not None:
            yield ("start",), stuck

    estimate = staticmethod(jump_estimate)

    def dump(self, puzzle: JumpPuzzle) -> JsonObject:
        """Write a puzzle in the plainest form."""
        return {
            "kind": "jump",
            "board": {"holes": puzzle.board.holes, "jumps": [list(jump) for jump in puzzle.board.jumps]},
            "start": {"pegs": holes_of(puzzle.start)},
            "goal": dump_goal(puzzle.goal),
            "opening": [list(jump) for jump in puzzle.opening],
        }

    def load_solution(self, moves: list[list[int]], removed: list[list[int]] | None) -> Solution:
        """Read a solution as :meth:`dump_solution` wrote it."""
        chains = zip(moves, removed or [], strict=True)
        return tuple(tuple(zip(path, over, path[1:], strict=False)) for path, over in chains)

    def dump_solution(self, _: JumpPuzzle, solution: Solution) -> JsonObject:
        """Write a solution: the holes each peg visits, and the holes it clears."""
        chains = [cast(Chain, move) for move in solution]
        return {
            "moves": [[chain[0][0], *(jump[2] for jump in chain)] for chain in chains],
            "removed": [[jump[1] for jump in chain] for chain in chains],
        }

    def dump_end(self, puzzle: JumpPuzzle, solution: Solution) -> JsonObject:
        """Write the number of pegs that a solution leaves, if the goal is about it."""
        if puzzle.goal.pegs_left is None:
            return {}
        return {"pegs_left": puzzle.start.bit_count() - sum(map(len, solution))}

    def dump_position(self, position: int) -> JsonObject:
        """Write a position: the holes with a peg."""
        return {"pegs": holes_of(position)}
