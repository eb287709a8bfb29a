"""Surveys of jump boards (see :class:`fewest.design.forms.kinds.SurveyForms`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fewest.design.jump.survey import first_images
from fewest.notation import JsonObject
from fewest.solver.jump.puzzle import JumpPuzzle


class JumpSurveyForms:
    """By default all single-vacancy problems."""

    fields: tuple[str, ...] = ("board",)
    defaults: tuple[str, ...] = ("starts", "goals")

    def some(self, _: Sequence[JsonObject]) -> JsonObject:
        """A full and an empty board."""
        return {"start": {"empty": []}, "goal": {"count": 0}}

    def problems(self, puzzle: JumpPuzzle) -> JsonObject:
        """Each hole empty, and one peg in each hole."""
        holes = range(puzzle.board.holes)
        return {"starts": [{"empty": [hole]} for hole in holes], "goals": [{"pegs": [hole]} for hole in holes]}

    def first_equals(self, puzzles: Sequence[JumpPuzzle], pause: Callable[[], object]) -> list[int]:
        """By the symmetries of the board."""
        return first_images(puzzles[0].board, [(puzzle.start, puzzle.goal) for puzzle in puzzles], pause=pause)
