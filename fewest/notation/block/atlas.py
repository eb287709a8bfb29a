"""Puzzles of blocks in the atlas (see :class:`fewest.notation.kinds.AtlasForms`).

Blocks are numbered, as in the plainest form; ``names`` keeps what their puzzle calls them.
"""

from __future__ import annotations

from collections.abc import Mapping

from fewest.notation import JsonObject
from fewest.notation.block.board import FREE, WALLS
from fewest.solver.block.puzzle import BlockPuzzle

WALL = WALLS[0]
"""Characters of a picture that are not cells."""


class BlockAtlasForms:
    """Blocks are drawn, under their names; the picture shows the board."""

    def dump(self, puzzle: BlockPuzzle) -> JsonObject:
        """The names of the blocks."""
        return {"names": [puzzle.name_of(piece) for piece in range(1, puzzle.pieces + 1)]}

    def write(self, board: JsonObject, problem: JsonObject) -> JsonObject:
        """A puzzle of sliding blocks with a picture at the start; numbers of pieces become names."""
        marks = [FREE, *problem["names"]]
        columns, rows = (1 + max(map(int, numbers)) for numbers in zip(*board["layout"], strict=True))
        picture = [[WALL] * columns for _ in range(rows)]
        for (x, y), piece in zip(board["layout"], problem["start"]["pieces"], strict=True):
            picture[int(y)][int(x)] = marks[piece]

        def named(by_piece: Mapping[str, object]) -> JsonObject:
            return {marks[int(piece)]: value for piece, value in by_piece.items()}

        document: JsonObject = {
            "kind": "block",
            "start": {"picture": ["".join(row) for row in picture]},
            "goal": {"cells": named(problem["goal"]["cells"])},
            "metric": problem["metric"],
        }
        if "axis" in problem:
            document["axis"] = named(problem["axis"])
        if "doors" in problem:
            document["doors"] = [
                {"cells": door["cells"], "pieces": [marks[int(piece)] for piece in door["pieces"]]}
                for door in problem["doors"]
            ]
        return document
