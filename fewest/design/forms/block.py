"""Spaces, levels and surveys of sliding blocks in JSON (see :mod:`fewest.design.forms.base`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from marshmallow import fields, validate

from fewest.design.block.levels.task import GivenBlocks, Group, PieceShape, rooms_of
from fewest.design.forms.base import SpaceForms, SurveyForms
from fewest.design.forms.ranges import check_range, number_range
from fewest.design.levels.task import Level
from fewest.design.spaces import SpaceReport, SpaceTask
from fewest.notation import JsonObject
from fewest.notation.block.board import FREE, WALLS
from fewest.notation.block.pieces import LONG, BlockStartShape, all_where_they_are, long_axis, where_one_is, write_start
from fewest.notation.block.puzzle import BlockPuzzleShape, read_puzzle
from fewest.notation.errors import FieldError, Path, field_error, read_object
from fewest.notation.fields import Rows
from fewest.notation.meanings import describe
from fewest.notation.shape import Shape
from fewest.solver.block.board import WORD_CELLS, too_many_cells
from fewest.solver.block.placements import sorts_of
from fewest.solver.block.puzzle import BOTH, EMPTY, LETTERS, BlockPuzzle
from fewest.solver.errors import Message

CARS = [["AA"], ["A", "A"], ["AAA"], ["A", "A", "A"]]
COUNT = {"min": 8, "max": 12}
NO_FIT = Message("this shape does not fit on the board")
PIECES = number_range("PlacedPiecesShape", "pieces", WORD_CELLS, "as `min`")


class GroupShape(Shape):
    """Pieces to be placed at random: their number, and the shapes that they may have."""

    shapes = fields.List(
        Rows(),
        required=True,
        validate=validate.Length(1, 16, error=Message("must have {min} to {max} shapes")),
        metadata=describe(
            "Shapes of the pieces, each a drawing: every character but `.`, `#` and blanks is a cell of the piece.",
            CARS,
        ),
    )
    pieces = fields.Nested(
        PIECES,
        required=True,
        metadata=describe("Number of pieces, from `min` to `max`. Each has any of the shapes.", COUNT),
    )


class BlockLevelsShape(BlockPuzzleShape):
    """Levels of sliding blocks: starts that the given pieces can reach, or pieces placed at random among them."""

    place = fields.List(
        fields.Nested(GroupShape),
        load_default=list,
        validate=validate.Length(max=8, error=Message("must have at most {max} groups")),
        metadata=describe(
            "Pieces to be placed at random on empty cells of the start. A level begins in the farthest position that "
            "all pieces together can reach then. By default none: a level begins in a position that the pieces of the "
            "start can reach.",
            [{"shapes": CARS, "pieces": COUNT}],
        ),
    )


class BlockLevelForms:
    """Levels of sliding blocks."""

    shape: type[Shape] = BlockLevelsShape

    def load(self, plain: JsonObject, errors: list[FieldError]) -> JsonObject | None:
        """Board, goal, the given pieces and those to be placed."""
        built = read_puzzle(plain, (), errors)
        long = plain.get("axis") == LONG
        groups = [
            _read_group(each, long, None if built is None else built[0], ("place", index), errors)
            for index, each in enumerate(plain.get("place", []))
        ]
        if built is None or errors:
            return None
        puzzle = built[0]
        if (too_many := too_many_cells(puzzle.board)) is not None:
            errors.append(field_error(("board",), too_many))
            return None
        _check_room(puzzle, groups, errors)
        return {"board": puzzle.board, "goal": puzzle.goal, "given": GivenBlocks(puzzle, tuple(groups))}

    def dump(self, level: Level, plain: JsonObject, _: JsonObject) -> JsonObject:
        """The pieces as the task has them: drawn or numbered, under the given names, the others under new ones."""
        assert isinstance(level.puzzle, BlockPuzzle)
        written: JsonObject = {name: plain[name] for name in ("goal", "metric", "axis", "doors") if name in plain}
        # Otherwise the drawing of the start shows the board.
        if "board" in plain:
            written["board"] = plain.get("named", plain["board"])
        numbers = map(str, range(1, WORD_CELLS + 1))
        names = _named(level.puzzle, numbers if "pieces" in plain["start"] else LETTERS)
        return written | {"start": write_start(names, plain["start"], plain.get("board"))}


def _read_group(
    given: JsonObject, long: bool, puzzle: BlockPuzzle | None, path: Path, errors: list[FieldError]
) -> Group:
    """A group of pieces to be placed. Its number is that of its only bound if there is one."""
    shapes = []
    for index, drawn in enumerate(given.get("shapes", [])):
        place = (*path, "shapes", index)
        places = [(r, c) for r, row in enumerate(drawn) for c, char in enumerate(row) if char not in (FREE, *WALLS)]
        # Before connectedness is checked, which takes longer the larger a drawing is.
        if len(places) > WORD_CELLS:
            errors.append(field_error(place, NO_FIT))
            continue
        if not places or not _connected(places):
            errors.append(field_error(place, Message("a shape has at least one cell, and its cells are connected")))
            continue
        axes = BOTH if not long else long_axis(places) or BOTH
        shape = PieceShape(tuple((r - places[0][0], c - places[0][1]) for r, c in places), axes)
        if puzzle is not None and not rooms_of(shape, puzzle.board):
            errors.append(field_error(place, NO_FIT))
        shapes.append(shape)
    number = given.get("pieces", {})
    check_range(number, (*path, "pieces"), errors)
    least = number.get("min", 1)
    return Group(tuple(shapes), least, number.get("max", least))


def _connected(places: Sequence[tuple[int, int]]) -> bool:
    """Whether cells are connected by their sides."""
    reached = [places[0]]
    for row, column in reached:
        sides = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        reached += [side for side in sides if side in places and side not in reached]
    return len(reached) == len(places)


def _check_room(puzzle: BlockPuzzle, groups: Sequence[Group], errors: list[FieldError]) -> None:
    """Check that the fewest and smallest pieces have fewer cells than are empty."""
    need = sum(group.min_pieces * min(len(shape.places) for shape in group.shapes) for group in groups)
    empty = puzzle.start.count(EMPTY)
    if need > empty:
        template = "these pieces have at least {need|# cell|# cells}; the start has {empty|# empty one|# empty ones}"
        text = Message(template, need=need, empty=empty)
        errors.append(field_error(("place",), text))


def _named(puzzle: BlockPuzzle, spare: Sequence[str] | Iterator[str]) -> list[str]:
    """The name of the piece on every cell, empty for none. Those placed at random get spare ones in reading order."""
    # Names that the client gave stay those of the given pieces.
    unused = (name for name in spare if name not in puzzle.names)
    names = dict(enumerate(puzzle.names, 1)) | {EMPTY: ""}
    for piece in puzzle.start:
        if piece != EMPTY and not names[piece]:
            names[piece] = next(unused)
    return [names[piece] for piece in puzzle.start]


class BlockSpaceForms(SpaceForms):
    """A space always has a start, which shows the pieces; it is stored, and positions are written, in its form."""

    fields = ("board", "start", "goal", "metric", "axis", "doors")
    optional = ("goal",)

    def filling(self, _: str, other: JsonObject | None) -> JsonObject:
        """All pieces where they are."""
        return {} if other is None else all_where_they_are(other)

    def read(
        self, puzzle: BlockPuzzle, forward: bool, errors: list[FieldError]
    ) -> tuple[BlockPuzzle, tuple[tuple[int, ...], ...]] | None:
        """The puzzle itself, with its start, or with all positions that meet its goal."""
        if (too_many := too_many_cells(puzzle.board)) is not None:
            errors.append(field_error(("board",), too_many))
            return None
        return puzzle, (puzzle.start,) if forward else ()

    def dump_task(self, _: BlockPuzzle, written: JsonObject) -> JsonObject:
        """The fields as the client wrote them."""
        return {name: written[name] for name in self.fields if name in written}

    def dump_position(self, task: SpaceTask, position: Sequence[int], written: JsonObject) -> JsonObject:
        """Write the pieces under their names, drawn or numbered like the start."""
        puzzle: BlockPuzzle = task.board
        names = ["" if piece == EMPTY else puzzle.name_of(piece) for piece in position]
        return write_start(names, written["start"], written.get("board"))

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


class BlockSurveyForms(SurveyForms):
    """The starts show the pieces. By default each piece shall go to each place that it gets to alone."""

    fields = ("board", "metric", "axis", "doors")
    defaults = ("goals",)

    def some(self, starts: Sequence[JsonObject]) -> JsonObject:
        """The first start, and its first piece where it is: a goal of all could have too many placements."""
        start = read_object(starts[0], BlockStartShape(), (), [])
        return {"start": starts[0], "goal": where_one_is(start) or all_where_they_are(start)}

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
