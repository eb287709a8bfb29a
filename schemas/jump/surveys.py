"""Surveys of jump boards (see :class:`fewest.schemas.kinds.SurveyForms`)."""

from __future__ import annotations

from collections.abc import Sequence

from fewest.schemas import JsonObject
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.jump.survey import first_images


class JumpSurveyForms:
    """All single-vacancy problems."""

    some: JsonObject = {"start": {"empty": []}, "goal": {"count": 0}}

    def problems(self, puzzle: JumpPuzzle) -> tuple[list[JsonObject], list[JsonObject]]:
        """Each hole empty, and one peg in each hole."""
        holes = range(puzzle.board.holes)
        return [{"empty": [hole]} for hole in holes], [{"pegs": [hole]} for hole in holes]

    def first_equals(self, puzzles: Sequence[JumpPuzzle]) -> list[int]:
        """By the symmetries of the board."""
        return first_images(puzzles[0].board, [(puzzle.start, puzzle.goal) for puzzle in puzzles])
