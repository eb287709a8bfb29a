"""Surveys of sliding blocks (see :class:`fewest.design.forms.kinds.SurveyForms`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fewest.notation import JsonObject
from fewest.notation.block.pieces import BlockStartShape, all_where_they_are
from fewest.notation.errors import read_object
from fewest.solver.block.placements import sorts_of
from fewest.solver.block.puzzle import BlockPuzzle


class BlockSurveyForms:
    """The starts show the pieces. By default each piece shall go to each place that it gets to alone."""

    fields: tuple[str, ...] = ("board", "metric", "axis", "doors")
    defaults: tuple[str, ...] = ("goals",)

    def some(self, starts: Sequence[JsonObject]) -> JsonObject:
        """The first start, as a goal, too."""
        return {"start": starts[0], "goal": all_where_they_are(read_object(starts[0], BlockStartShape(), (), []))}

    def problems(self, puzzle: BlockPuzzle) -> JsonObject:
        """The places of every piece, its own included, by rows, piece after piece."""
        places = puzzle.board.places
        goals: dict[int, list[list[int]]] = {}
        for sort in sorts_of(puzzle):
            corners = [
                [min(numbers) for numbers in zip(*(places[cell] for cell in cells), strict=True)]
                for cells in sort.placements
            ]
            goals |= dict.fromkeys(sort.pieces, corners)
        return {
            "goals": [{"at": {puzzle.name_of(piece): corner}} for piece in sorted(goals) for corner in goals[piece]]
        }

    def first_equals(self, _: Sequence[BlockPuzzle], pause: Callable[[], object]) -> None:
        """None: by their canonical forms."""
