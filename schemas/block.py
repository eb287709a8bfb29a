"""Sliding blocks in JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from marshmallow import Schema, ValidationError, fields, validate

from schemas import JsonObject
from schemas.boards import NAME_TOO_LONG, Choice, Layout, check_layout, join_or
from schemas.errors import FieldError, Path, field_error
from schemas.fields import MAX_ROWS, BoundedInteger, Integers, Points, Rows, quoted
from schemas.shape import Shape
from solver.block.board import MAX_CELLS, NONE, BlockBoard, board_from_grid, board_from_steps
from solver.block.placements import Cells
from solver.block.puzzle import BOTH, EMPTY, HORIZONTAL, VERTICAL, BlockPuzzle, Door, Metric
from solver.block.rules import BlockRules, Position, Slide
from solver.errors import Message, PuzzleError
from solver.model import Solution

FREE = "."
WALLS = "# "
"""What is no piece in a picture: an empty cell, and cells that are not part of the board."""

PLACE = {"minimum": 0, "maximum": MAX_ROWS - 1}
CELLS = {"minimum": 0, "maximum": MAX_CELLS - 1, "minItems": 1, "maxItems": MAX_CELLS, "uniqueItems": True}
AXES = {"row": HORIZONTAL, "column": VERTICAL}
AXIS_NAMES = {value: name for name, value in AXES.items()}
LONG = "long"

Places: TypeAlias = tuple[tuple[int, int], ...]
"""Row and column of every cell."""

Built: TypeAlias = tuple[BlockBoard, Places]

MAX_DOORS = 8
MAX_NAME = 8
"""Characters of the name of a piece."""


class Picture(fields.Field[list[str]]):
    """Rows of a picture: any character that is printed is a piece, ``.`` an empty cell, ``#`` or a blank no cell."""

    def _deserialize(self, value: object, *_: object, **__: object) -> list[str]:
        if not isinstance(value, list):
            raise ValidationError(Message("must be a list of rows, not {value}", value=quoted(value)))
        if len(value) > MAX_ROWS or any(len(row) > MAX_ROWS for row in value if isinstance(row, str)):
            raise ValidationError(Message("must have at most {most} rows of at most {most} characters", most=MAX_ROWS))
        errors: dict[int, list[str]] = {}
        for index, row in enumerate(value):
            if not isinstance(row, str):
                errors[index] = [Message("must be a string, not {value}", value=quoted(row))]
            elif not row.isprintable():
                errors[index] = [Message("may only contain characters that are printed")]
        if errors:
            raise ValidationError(errors)
        return value

    def json_schema(self) -> JsonObject:
        """What it accepts."""
        return {"type": "array", "maxItems": MAX_ROWS, "items": {"type": "string", "maxLength": MAX_ROWS}}


class ByPiece(fields.Field[dict[str, Any]]):
    """An object with a member for each of some pieces.

    Parameters
    ----------
    member
        The field of its members.
    """

    def __init__(self, member: Any, **kwargs: Any) -> None:
        self.member = member
        super().__init__(**kwargs)

    def _deserialize(self, value: object, *_: object, **__: object) -> dict[str, Any]:
        if not isinstance(value, dict) or len(value) > MAX_CELLS:
            raise ValidationError(Message("must be an object with at most {most} members", most=MAX_CELLS))
        loaded: dict[str, Any] = {}
        errors: dict[str, Any] = {}
        for name, part in value.items():
            try:
                loaded[name] = self.member.deserialize(part, name, value)
            except ValidationError as error:
                errors[name] = error.messages
        if errors:
            raise ValidationError(errors)
        return loaded

    def json_schema(self) -> JsonObject:
        """What it accepts."""
        return {"type": "object", "maxProperties": MAX_CELLS, "additionalProperties": self.member.json_schema()}


class AxisName(fields.Field[str]):
    """The name of an axis."""

    def _deserialize(self, value: object, *_: object, **__: object) -> str:
        if not isinstance(value, str) or value not in AXES:
            raise ValidationError(Message("must be {axes}", axes=join_or([quoted(name) for name in AXES])))
        return value

    def json_schema(self) -> JsonObject:
        """What it accepts."""
        return {"type": "string", "enum": list(AXES)}


class Axis(ByPiece):
    """``"long"``, or the axis of some pieces."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(AxisName(), **kwargs)

    def _deserialize(self, value: object, *rest: object, **options: object) -> Any:
        if value == LONG:
            return LONG
        if isinstance(value, str):
            raise ValidationError(Message("must be {long} or an object", long=quoted(LONG)))
        return super()._deserialize(value, *rest, **options)

    def json_schema(self) -> JsonObject:
        """What it accepts."""
        return {"oneOf": [{"type": "string", "enum": [LONG]}, super().json_schema()]}


class BlockBoardShape(Shape):
    """A board for sliding blocks: exactly one of rows + columns, grid, steps, name."""

    rows = BoundedInteger(1, MAX_CELLS)
    columns = BoundedInteger(1, MAX_CELLS)
    grid = Rows(".# ")
    steps = Integers(
        2, width=4, most=5 * MAX_CELLS, json_schema={"minimum": NONE, "maximum": MAX_CELLS - 1, "maxItems": MAX_CELLS}
    )
    name = fields.String(validate=validate.Length(max=100, error=NAME_TOO_LONG))
    layout = Points()


class BlockStartShape(Shape):
    """The pieces at the start: exactly one of picture, pieces."""

    picture = Picture()
    pieces = Integers(most=MAX_CELLS, json_schema={"minimum": 0, "maximum": MAX_CELLS})


class BlockGoalShape(Shape):
    """Where pieces shall go: exactly one of at, picture, cells."""

    at = ByPiece(Integers(width=2, json_schema=PLACE))
    picture = Picture()
    cells = ByPiece(Integers(most=MAX_CELLS, json_schema=CELLS))


DOOR_AT = Integers(2, width=2, most=3 * MAX_CELLS, json_schema=PLACE | {"minItems": 1, "maxItems": MAX_CELLS})
DOOR_CELLS = Integers(most=MAX_CELLS, json_schema=CELLS)


class DoorShape(Shape):
    """Cells that only some pieces may enter: exactly one of at, cells; and the pieces."""

    at = DOOR_AT
    cells = DOOR_CELLS
    pieces = fields.List(
        fields.String(validate=validate.Length(max=MAX_NAME, error=NAME_TOO_LONG)),
        required=True,
        validate=validate.Length(1, MAX_CELLS, error=Message("must have {min} to {max} pieces")),
    )


class Doors(fields.List[Any]):
    """A list of doors."""

    def __init__(self, **kwargs: Any) -> None:
        most = validate.Length(0, MAX_DOORS, error=Message("must have at most {max} doors"))
        super().__init__(fields.Nested(DoorShape), validate=most, **kwargs)

    def json_schema(self) -> JsonObject:
        """What it accepts."""
        name = {"type": "string", "maxLength": MAX_NAME}
        pieces = {"type": "array", "minItems": 1, "maxItems": MAX_CELLS, "items": name}
        forms = [
            {
                "type": "object",
                "properties": {form: schema, "pieces": pieces},
                "required": [form, "pieces"],
                "additionalProperties": False,
            }
            for form, schema in (("at", DOOR_AT.json_schema()), ("cells", DOOR_CELLS.json_schema()))
        ]
        return {"type": "array", "maxItems": MAX_DOORS, "items": {"oneOf": forms}}


class BlockPuzzleShape(Shape):
    """A sliding-block puzzle."""

    kind = fields.String(required=True)
    board = fields.Nested(BlockBoardShape)
    start = fields.Nested(BlockStartShape, required=True)
    goal = fields.Nested(BlockGoalShape, required=True)
    metric = fields.String(
        required=True,
        validate=validate.OneOf([metric.value for metric in Metric], error=Message("must be one of: {choices}")),
    )
    axis = Axis()
    doors = Doors()


BOARD = Choice(
    "BlockBoard",
    BlockBoardShape,
    {
        "BlockRectangle": ("rows", "columns"),
        "BlockGrid": ("grid",),
        "BlockSteps": ("steps",),
        "BlockBoardName": ("name",),
    },
    ("layout",),
)
START = Choice("BlockStart", BlockStartShape, {"BlockStartPicture": ("picture",), "BlockStartPieces": ("pieces",)})
GOAL = Choice(
    "BlockGoal",
    BlockGoalShape,
    {"BlockGoalAt": ("at",), "BlockGoalPicture": ("picture",), "BlockGoalCells": ("cells",)},
)
DOOR = Choice("Door", DoorShape, {"DoorAt": ("at", "pieces"), "DoorCells": ("cells", "pieces")})


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces at the start: the row and column of every cell, the piece on it, and the names of the pieces."""

    board: BlockBoard
    places: Places
    start: tuple[int, ...]
    names: tuple[str, ...]

    def number_of(self, name: str) -> int | None:
        """The number of a piece."""
        return self.names.index(name) + 1 if name in self.names else None

    def cells_of(self, piece: int) -> Cells:
        """The cells of a piece."""
        return tuple(cell for cell, other in enumerate(self.start) if other == piece)


class BlockSchema:
    """How sliding blocks are written in JSON (see :class:`schemas.puzzle.KindSchema`)."""

    name = "block"
    shape: Schema = BlockPuzzleShape()
    choices: Mapping[str, Choice] = {"board": BOARD, "start": START, "goal": GOAL}

    def load(self, parts: JsonObject, path: Path, errors: list[FieldError]) -> tuple[BlockPuzzle, Layout | None] | None:
        """Build the puzzle."""
        given = parts.get("start")
        form = None if given is None else START.form_of(given, (*path, "start"), errors)
        if given is None or form is None:
            return None
        drawn = given["picture"] if form == "picture" else None
        built = _board(parts.get("board"), drawn, path, errors)
        if built is None:
            return None
        board, places = built
        check_layout(parts.get("board") or {}, board.cells, Message("cell"), (*path, "board"), errors)
        pieces = (
            _numbered(given["pieces"], built, (*path, "start", "pieces"), errors)
            if drawn is None
            else _drawn(drawn, built, (*path, "start", "picture"), errors)
        )
        if pieces is None:
            return None
        before = len(errors)
        goal = _goal(parts.get("goal"), pieces, (*path, "goal"), errors)
        axes = _axes(parts.get("axis", {}), pieces, (*path, "axis"), errors)
        doors = [
            door
            for index, each in enumerate(parts.get("doors", []))
            if (door := _door(each, pieces, (*path, "doors", index), errors)) is not None
        ]
        metric = parts.get("metric")
        if goal is None or metric is None or len(errors) > before:
            return None
        puzzle = BlockPuzzle(
            board, pieces.start, tuple(sorted(goal.items())), axes, tuple(doors), Metric(metric), pieces.names
        )
        layout = [[float(column), float(row)] for row, column in places]
        return puzzle, layout

    def dump(self, puzzle: BlockPuzzle) -> JsonObject:
        """Write a puzzle in the plainest form."""
        axes = {str(number): AXIS_NAMES[axis] for number, axis in enumerate(puzzle.axes, 1) if axis != BOTH}
        doors = [{"cells": list(door.cells), "pieces": list(map(str, door.pieces))} for door in puzzle.doors]
        return {
            "kind": "block",
            "board": {"steps": [list(row) for row in puzzle.board.steps]},
            "start": {"pieces": list(puzzle.start)},
            "goal": {"cells": {str(piece): list(cells) for piece, cells in puzzle.goal}},
            "metric": puzzle.metric.value,
            "axis": axes,
            "doors": doors,
        }

    def load_solution(self, moves: list[list[int]], _: list[list[int]] | None) -> Solution:
        """Read a solution as :meth:`dump_solution` wrote it."""
        return tuple((start, to) for start, to in moves)

    def dump_solution(self, puzzle: BlockPuzzle, solution: Solution) -> JsonObject:
        """Write a solution: where the part of a piece that was first at the start is and goes, and the piece's name."""
        rules = BlockRules(puzzle)
        position = puzzle.start
        firsts = [puzzle.start.index(piece) for piece in range(1, puzzle.pieces + 1)]
        places = puzzle.board.places
        moves = []
        names = []
        for start, to in (cast(Slide, move) for move in solution):
            piece = position[start]
            after = rules.after(position, (start, to))
            assert after is not None
            position = after
            first = firsts[piece - 1]
            row, column = (places[to][axis] - places[start][axis] + places[first][axis] for axis in (0, 1))
            firsts[piece - 1] = places.index((row, column))
            moves.append([first, firsts[piece - 1]])
            names.append(puzzle.name_of(piece))
        return {"moves": moves, "blocks": names}

    def dump_end(self, *_: object) -> JsonObject:
        """Nothing: the goal says it all."""
        return {}

    def dump_position(self, position: Position) -> JsonObject:
        """Write a position: the number of the piece on each cell."""
        return {"pieces": list(position)}


def _board(given: JsonObject | None, drawn: Sequence[str] | None, path: Path, errors: list[FieldError]) -> Built | None:
    """The board, or that of the picture if none is given."""
    if given is None:
        if drawn is None:
            errors.append(field_error(path, Message("needs a board, or a picture at the start that shows it")))
            return None
        return _sized(board_from_grid(_open(drawn)), (*path, "start", "picture"), errors)
    form = BOARD.form_of(given, (*path, "board"), errors)
    if form is None:
        return None
    if form == "steps":
        try:
            board = board_from_steps(given["steps"])
            return _sized((board, board.places), (*path, "board", "steps"), errors)
        except PuzzleError as error:
            errors.extend(field_error((*path, "board", "steps", *place), text) for place, text in error.errors)
            return None
    grid = given["grid"] if form == "grid" else [FREE * given["columns"]] * given["rows"]
    built = _sized(board_from_grid(grid), (*path, "board", form), errors)
    if built is None or drawn is None:
        return built
    return built if _fits(drawn, grid, (*path, "start", "picture"), errors) else None


def _sized(built: Built, path: Path, errors: list[FieldError]) -> Built | None:
    cells = built[0].cells
    if 1 <= cells <= MAX_CELLS:
        return built
    text = Message("a board has 1 to {most} cells, not {given}", most=MAX_CELLS, given=cells)
    errors.append(field_error(path, text))
    return None


def _open(drawn: Sequence[str]) -> list[str]:
    """The grid of a picture: its cells, without the pieces on them."""
    return ["".join("#" if char in WALLS else FREE for char in row) for row in drawn]


def _fits(drawn: Sequence[str], grid: Sequence[str], path: Path, errors: list[FieldError]) -> bool:
    """Whether a picture has cells exactly where the grid has them."""
    if len(drawn) != len(grid):
        text = Message("must have {rows} rows like the grid, not {given}", rows=len(grid), given=len(drawn))
        errors.append(field_error(path, text))
        return False
    before = len(errors)
    for number, (row, cells) in enumerate(zip(_open(drawn), _open(grid), strict=True)):
        for column in range(max(len(row), len(cells))):
            pair = row[column : column + 1] == FREE, cells[column : column + 1] == FREE
            if pair[0] != pair[1]:
                text = Message("column {column} is a cell in the picture, but not in the grid", column=column)
                if pair[1]:
                    text = Message("column {column} is a cell in the grid, but not in the picture", column=column)
                errors.append(field_error((*path, number), text))
    return len(errors) == before


def _drawn(drawn: Sequence[str], built: Built, path: Path, errors: list[FieldError]) -> Pieces | None:
    """The pieces of a picture."""
    chars = [(char, number) for number, row in enumerate(drawn) for char in row if char not in WALLS]
    names = tuple(dict.fromkeys(char for char, _ in chars if char != FREE))
    start = tuple(EMPTY if char == FREE else names.index(char) + 1 for char, _ in chars)
    pieces = Pieces(*built, start, names)
    return pieces if _are_whole(pieces, lambda cell: (*path, chars[cell][1]), errors) else None


def _numbered(content: list[int], built: Built, path: Path, errors: list[FieldError]) -> Pieces | None:
    """Pieces given by their numbers."""
    board, _ = built
    if len(content) != board.cells:
        template = "must have {cells} numbers, one for each cell, not {given}"
        errors.append(field_error(path, Message(template, cells=board.cells, given=len(content))))
        return None
    wrong = [cell for cell, piece in enumerate(content) if not 0 <= piece <= MAX_CELLS]
    if wrong:
        template = "pieces are numbered 1 to {most}, and 0 is an empty cell; found {piece}"
        errors += [field_error((*path, cell), Message(template, most=MAX_CELLS, piece=content[cell])) for cell in wrong]
        return None
    numbers = tuple(dict.fromkeys(piece for piece in content if piece != EMPTY))
    start = tuple(EMPTY if piece == EMPTY else numbers.index(piece) + 1 for piece in content)
    pieces = Pieces(*built, start, tuple(map(str, numbers)))
    return pieces if _are_whole(pieces, lambda cell: (*path, cell), errors) else None


def _are_whole(pieces: Pieces, path_of: Any, errors: list[FieldError]) -> bool:
    """Whether every piece is connected; ``path_of`` says where a cell is written."""
    before = len(errors)
    for number, name in enumerate(pieces.names, 1):
        cells = pieces.cells_of(number)
        reached = [cells[0]]
        for cell in reached:
            reached += [
                other for other in pieces.board.steps[cell] if other != NONE and other in cells and other not in reached
            ]
        apart = sorted(set(cells) - set(reached))
        if apart:
            text = Message("piece {name} is in two parts: a piece is connected", name=quoted(name))
            errors.append(field_error(path_of(apart[0]), text))
    return len(errors) == before


def _goal(given: JsonObject | None, pieces: Pieces, path: Path, errors: list[FieldError]) -> dict[int, Cells] | None:
    if given is None:
        return None
    form = GOAL.form_of(given, path, errors)
    if form is None:
        return None
    before = len(errors)
    path = (*path, form)
    if form == "picture":
        goal = _drawn_goal(given["picture"], pieces, path, errors)
    else:
        goal = {}
        if not given[form]:
            errors.append(field_error(path, Message("must name at least one piece")))
        for name, wanted in given[form].items():
            piece = pieces.number_of(name)
            if piece is None:
                errors.append(field_error((*path, name), _unknown(name)))
                continue
            cells = _cells_at(wanted, piece, pieces) if form == "at" else tuple(sorted(wanted))
            if cells is None:
                text = Message("piece {name} does not fit there: it would leave the board", name=quoted(name))
                errors.append(field_error((*path, name), text))
            elif not _same_shape(cells, piece, pieces):
                text = Message("these are not the cells of piece {name}, moved", name=quoted(name))
                errors.append(field_error((*path, name), text))
            else:
                goal[piece] = cells
    taken: dict[int, int] = {}
    for piece, cells in goal.items():
        for cell in cells:
            if cell in taken:
                name, other = (quoted(pieces.names[number - 1]) for number in (piece, taken[cell]))
                text = Message("pieces {name} and {other} would overlap", name=name, other=other)
                errors.append(field_error((*path, pieces.names[piece - 1]) if form != "picture" else path, text))
                break
            taken[cell] = piece
    return goal if len(errors) == before else None


def _drawn_goal(drawn: Sequence[str], pieces: Pieces, path: Path, errors: list[FieldError]) -> dict[int, Cells]:
    """The goal of a picture in which ``.`` stands for anything."""
    chars = [(char, number) for number, row in enumerate(drawn) for char in row if char not in WALLS]
    if len(chars) != pieces.board.cells:
        template = "must have {cells} cells like the board, not {given}"
        errors.append(field_error(path, Message(template, cells=pieces.board.cells, given=len(chars))))
        return {}
    goal: dict[int, Cells] = {}
    for name in dict.fromkeys(char for char, _ in chars if char != FREE):
        piece = pieces.number_of(name)
        cells = tuple(cell for cell, (char, _) in enumerate(chars) if char == name)
        place = (*path, chars[cells[0]][1])
        if piece is None:
            errors.append(field_error(place, _unknown(name)))
        elif not _same_shape(cells, piece, pieces):
            text = Message("these are not the cells of piece {name}, moved", name=quoted(name))
            errors.append(field_error(place, text))
        else:
            goal[piece] = cells
    if not goal and not errors:
        errors.append(field_error(path, Message("must name at least one piece")))
    return goal


def _unknown(name: str) -> Message:
    return Message("there is no piece {name} at the start", name=quoted(name))


def _cells_at(wanted: Sequence[int], piece: int, pieces: Pieces) -> Cells | None:
    """The cells of a piece whose bounding box has its top left corner in a row and column."""
    places = [pieces.places[cell] for cell in pieces.cells_of(piece)]
    top, left = min(row for row, _ in places), min(column for _, column in places)
    number = {place: cell for cell, place in enumerate(pieces.places)}
    cells = [number.get((row - top + wanted[0], column - left + wanted[1])) for row, column in places]
    known = [cell for cell in cells if cell is not None]
    return tuple(sorted(known)) if len(known) == len(cells) else None


def _same_shape(cells: Sequence[int], piece: int, pieces: Pieces) -> bool:
    """Whether cells are those of a piece, moved."""
    places = pieces.places
    if not all(0 <= cell < len(places) for cell in cells):
        return False

    def shape(of: Sequence[int]) -> list[tuple[int, int]]:
        found = sorted(places[cell] for cell in of)
        return [(row - found[0][0], column - found[0][1]) for row, column in found]

    return shape(cells) == shape(pieces.cells_of(piece))


def _axes(given: Any, pieces: Pieces, path: Path, errors: list[FieldError]) -> tuple[int, ...]:
    axes = [BOTH] * len(pieces.names)
    if given == LONG:
        for number in range(len(axes)):
            places = [pieces.places[cell] for cell in pieces.cells_of(number + 1)]
            height, width = (max(row) - min(row) for row in zip(*places, strict=True))
            axes[number] = BOTH if height == width else VERTICAL if height > width else HORIZONTAL
        return tuple(axes)
    for name, axis in given.items():
        piece = pieces.number_of(name)
        if piece is None:
            errors.append(field_error((*path, name), _unknown(name)))
        else:
            axes[piece - 1] = AXES[axis]
    return tuple(axes)


def _door(given: JsonObject, pieces: Pieces, path: Path, errors: list[FieldError]) -> Door | None:
    form = DOOR.form_of(given, path, errors)
    if form is None:
        return None
    before = len(errors)
    if form == "at":
        number = {place: cell for cell, place in enumerate(pieces.places)}
        found = [number.get((row, column)) for row, column in given["at"]]
    else:
        found = [cell if 0 <= cell < pieces.board.cells else None for cell in given["cells"]]
    for index, each in enumerate(found):
        if each is None:
            errors.append(field_error((*path, form, index), Message("is no cell of the board")))
    allowed = []
    for index, name in enumerate(given["pieces"]):
        piece = pieces.number_of(name)
        if piece is None:
            errors.append(field_error((*path, "pieces", index), _unknown(name)))
        else:
            allowed.append(piece)
    cells = tuple(sorted({each for each in found if each is not None}))
    for cell in cells:
        piece = pieces.start[cell]
        if piece not in (EMPTY, *allowed):
            text = Message("piece {name} is in this door, but may not enter it", name=quoted(pieces.names[piece - 1]))
            errors.append(field_error(path, text))
            break
    return Door(cells, tuple(sorted(set(allowed)))) if len(errors) == before else None
