"""Whole spaces of sliding blocks in JSON (see :class:`fewest.design.forms.kinds.SpaceForms`)."""

from __future__ import annotations

from collections.abc import Sequence

from fewest.design.exploration import SpaceReport
from fewest.design.space import SpaceTask
from fewest.notation import JsonObject
from fewest.notation.block.pieces import all_where_they_are, write_start
from fewest.notation.errors import FieldError
from fewest.solver.block.puzzle import EMPTY, BlockPuzzle


class BlockSpaceForms:
    """A space always has a start, which shows the pieces; it is stored, and positions are written, in its form."""

    fields: tuple[str, ...] = ("board", "start", "goal", "metric", "axis", "doors")
    optional: tuple[str, ...] = ("goal",)

    def filling(self, _: str, other: JsonObject | None) -> JsonObject:
        """All pieces where they are."""
        return {} if other is None else all_where_they_are(other)

    def read(
        self, puzzle: BlockPuzzle, forward: bool, _: list[FieldError]
    ) -> tuple[BlockPuzzle, tuple[tuple[int, ...], ...]]:
        """The puzzle itself, with its start, or with all positions that meet its goal."""
        return puzzle, (puzzle.start,) if forward else ()

    def dump_task(self, _: SpaceTask, written: JsonObject) -> JsonObject:
        """The fields as the client wrote them."""
        return {name: written[name] for name in self.fields if name in written}

    def dump_position(self, task: SpaceTask, position: Sequence[int], written: JsonObject) -> JsonObject:
        """Write the pieces under their names, drawn or numbered like the start."""
        puzzle: BlockPuzzle = task.board
        names = ["" if piece == EMPTY else puzzle.name_of(piece) for piece in position]
        return write_start(names, written["start"], written.get("board"))

    def dump_part(self, _: SpaceTask, __: int) -> JsonObject:
        """Nothing."""
        return {}

    def dump_whole(self, task: SpaceTask, report: SpaceReport, written: JsonObject) -> JsonObject:
        """Write the components, if the space leads to a goal."""
        if report.component_count is None:
            return {}
        components = [
            {
                "positions": each.positions,
                "depth": each.depth,
                "goals": each.origins,
                "start": each.given,
                "farthest": self.dump_position(task, each.farthest, written),
            }
            for each in report.components
        ]
        return {"component_count": report.component_count, "components": components}
