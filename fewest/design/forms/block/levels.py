"""Generated levels of sliding blocks in JSON (see :class:`fewest.design.forms.kinds.LevelForms`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from marshmallow import fields, validate

from fewest.design.block.levels.given import GivenBlocks, Group, PieceShape, rooms_of
from fewest.design.forms.ranges import check_range, number_range
from fewest.design.generation.result import Level
from fewest.notation import JsonObject
from fewest.notation.block.board import FREE, WALLS
from fewest.notation.block.pieces import LONG, long_axis, write_start
from fewest.notation.block.puzzle import BlockPuzzleShape, read_puzzle
from fewest.notation.errors import FieldError, Path, field_error
from fewest.notation.fields import Rows
from fewest.notation.meanings import describe
from fewest.notation.shape import Shape
from fewest.solver.block.board import MAX_CELLS
from fewest.solver.block.puzzle import BOTH, EMPTY, LETTERS, BlockPuzzle
from fewest.solver.errors import Message

CARS = [["AA"], ["A", "A"], ["AAA"], ["A", "A", "A"]]
COUNT = {"min": 8, "max": 12}
NO_FIT = Message("this shape does not fit on the board")
PIECES = number_range("PlacedPiecesShape", "pieces", MAX_CELLS, "as `min`")


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
        _check_room(puzzle, groups, errors)
        return {"board": puzzle.board, "goal": puzzle.goal, "given": GivenBlocks(puzzle, tuple(groups))}

    def dump(self, level: Level, plain: JsonObject, _: JsonObject) -> JsonObject:
        """The pieces as the task has them: drawn or numbered, under the given names, the others under new ones."""
        assert isinstance(level.puzzle, BlockPuzzle)
        written: JsonObject = {name: plain[name] for name in ("goal", "metric", "axis", "doors") if name in plain}
        if "board" in plain:
            written["board"] = plain.get("named", plain["board"])
        numbers = map(str, range(1, MAX_CELLS + 1))
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
        if len(places) > MAX_CELLS:
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
    unused = (name for name in spare if name not in puzzle.names)
    names = dict(enumerate(puzzle.names, 1)) | {EMPTY: ""}
    for piece in puzzle.start:
        if piece != EMPTY and not names[piece]:
            names[piece] = next(unused)
    return [names[piece] for piece in puzzle.start]
