"""Whole spaces of sliding boards in JSON (see :class:`fewest.design.forms.kinds.SpaceForms`)."""

from __future__ import annotations

from fewest.design.exploration import SpaceReport
from fewest.design.forms.plain_spaces import PlainSpaceForms
from fewest.design.space import SpaceTask
from fewest.notation import JsonObject
from fewest.notation.errors import FieldError, Path, field_error
from fewest.solver.errors import Message
from fewest.solver.slide.board import SlideBoard
from fewest.solver.slide.puzzle import SlidePuzzle


class SlideSpaceForms(PlainSpaceForms):
    """A space has one origin, and is the same in both directions."""

    def filling(self, _: str, other: list[int | None] | None) -> list[int]:
        """The same pieces. Cells where any piece may be have no number in a start."""
        return [0] if other is None else [piece or 0 for piece in other]

    def origins(
        self, puzzle: SlidePuzzle, forward: bool, errors: list[FieldError]
    ) -> tuple[tuple[int | None, ...], ...] | None:
        """The start, or the goal, which names the piece on every cell."""
        if forward or None not in puzzle.goal:
            return (puzzle.start if forward else puzzle.goal,)
        path: Path = ("goal", puzzle.goal.index(None))
        errors.append(field_error(path, Message("the goal of a space must name the piece on every cell")))
        return None

    def dump_board(self, board: SlideBoard) -> JsonObject:
        """Write the neighbours of each cell."""
        return {"adjacency": [list(row) for row in board.adjacency]}

    def dump_start(self, position: tuple[int, ...]) -> list[int]:
        """Write the piece on each cell."""
        return list(position)

    def dump_goal(self, task: SpaceTask) -> list[int]:
        """Write the origin."""
        return self.dump_start(task.origins[0])

    def dump_part(self, _: SpaceTask, __: int) -> JsonObject:
        """Nothing."""
        return {}

    def dump_whole(self, _: SpaceTask, __: SpaceReport, ___: JsonObject) -> JsonObject:
        """Nothing."""
        return {}

    def dump_position(self, _: SpaceTask, position: tuple[int, ...], __: JsonObject) -> JsonObject:
        """Write the piece on each cell."""
        return {"pieces": self.dump_start(position)}
