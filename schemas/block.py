"""Sliding blocks in JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, cast

from marshmallow import Schema, ValidationError, fields, validate

from fewest.schemas import JsonObject, meanings
from fewest.schemas.boards import NAME_TOO_LONG, Choice, Layout, check_layout, join_or
from fewest.schemas.errors import FieldError, Path, field_error
from fewest.schemas.fields import MAX_ROWS, BoundedInteger, Integers, Points, Rows, quoted
from fewest.schemas.meanings import describe
from fewest.schemas.shape import Shape
from fewest.solver.block.board import MAX_CELLS, NONE, BlockBoard, board_from_grid, board_from_steps
from fewest.solver.block.placements import Cells
from fewest.solver.block.puzzle import BOTH, EMPTY, HORIZONTAL, VERTICAL, BlockPuzzle, Door, Metric
from fewest.solver.block.rules import BlockRules, Position, Slide
from fewest.solver.errors import Message, PuzzleError
from fewest.solver.model import Solution

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

STEPS = """For each cell, in the order of their numbers, the next cell above it, to its left, to its right and below it;
-1 where there is none. Cells are numbered from 0: the first list is of cell 0."""

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
            raise ValidationError(errors, valid_data=loaded)
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

    rows = BoundedInteger(1, MAX_CELLS, metadata=describe(meanings.ROWS, 5))
    columns = BoundedInteger(1, MAX_CELLS, metadata=describe(meanings.COLUMNS, 4))
    grid = Rows(".# ", metadata=describe(meanings.GRID, ["....", "....", "#..#"]))
    steps = Integers(
        2,
        width=4,
        most=5 * MAX_CELLS,
        json_schema={"minimum": NONE, "maximum": MAX_CELLS - 1, "maxItems": MAX_CELLS},
        metadata=describe(STEPS, [[-1, -1, 1, 2], [-1, 0, -1, 3], [0, -1, 3, -1], [1, 2, -1, -1]]),
    )
    name = fields.String(
        validate=validate.Length(max=100, error=NAME_TOO_LONG), metadata=describe(meanings.BOARD_NAME, "klotski")
    )
    layout = Points(metadata=describe(meanings.LAYOUT, meanings.ROW_LAYOUT))


class BlockStartShape(Shape):
    """The pieces at the start: exactly one of picture, pieces."""

    picture = Picture(
        metadata=describe(
            "The pieces as a drawing, which also shows the board if none is given. Every character is the name of a "
            "piece, which is connected and may have any shape; `.` is an empty cell, `#` or a blank a wall.",
            ["AAB", "..B"],
        )
    )
    pieces = Integers(
        most=MAX_CELLS,
        json_schema={"minimum": 0, "maximum": MAX_CELLS},
        metadata=describe(
            f"The number of the piece on each cell, 0 for an empty one; the number is the piece's name, in quotes. "
            f"{meanings.CELLS}",
            [1, 1, 2, 0, 0, 2],
        ),
    )


class BlockGoalShape(Shape):
    """Where pieces shall go: exactly one of at, picture, cells."""

    at = ByPiece(
        Integers(width=2, json_schema=PLACE),
        metadata=describe(
            "By the name of a piece, `[row, column]` of the upper left corner of the box around it, from 0.",
            {"A": [1, 0]},
        ),
    )
    picture = Picture(
        metadata=describe(
            "The pieces that have a goal, drawn where they shall be; `.` is a cell that may have anything.",
            ["...", "AA."],
        )
    )
    cells = ByPiece(
        Integers(most=MAX_CELLS, json_schema=CELLS),
        metadata=describe(
            f"By the name of a piece, the cells that it shall cover, in any order. {meanings.CELLS}", {"A": [3, 4]}
        ),
    )


DOOR_AT = Integers(
    2,
    width=2,
    most=3 * MAX_CELLS,
    json_schema=PLACE | {"minItems": 1, "maxItems": MAX_CELLS},
    metadata=describe("The cells of the door, each `[row, column]`, from 0.", [[0, 1], [0, 2]]),
)
DOOR_CELLS = Integers(
    most=MAX_CELLS, json_schema=CELLS, metadata=describe(f"The cells of the door. {meanings.CELLS}", [1, 2])
)
DOOR_PIECES = describe("Names of the pieces that may enter the door; no other may.", ["A"])


class DoorShape(Shape):
    """Cells that only some pieces may enter: exactly one of at, cells; and the pieces."""

    at = DOOR_AT
    cells = DOOR_CELLS
    pieces = fields.List(
        fields.String(validate=validate.Length(max=MAX_NAME, error=NAME_TOO_LONG)),
        required=True,
        validate=validate.Length(1, MAX_CELLS, error=Message("must have {min} to {max} pieces")),
        metadata=DOOR_PIECES,
    )


class Doors(fields.List[Any]):
    """A list of doors."""

    def __init__(self, **kwargs: Any) -> None:
        most = validate.Length(0, MAX_DOORS, error=Message("must have at most {max} doors"))
        super().__init__(fields.Nested(DoorShape), validate=most, **kwargs)

    def json_schema(self) -> JsonObject:
        """What it accepts."""
        name = {"type": "string", "maxLength": MAX_NAME}
        pieces = DOOR_PIECES | {"type": "array", "minItems": 1, "maxItems": MAX_CELLS, "items": name}
        forms = [
            {
                "type": "object",
                "properties": {form: field.json_schema() | dict(field.metadata), "pieces": pieces},
                "required": [form, "pieces"],
                "additionalProperties": False,
            }
            for form, field in (("at", DOOR_AT), ("cells", DOOR_CELLS))
        ]
        return {"type": "array", "maxItems": MAX_DOORS, "items": {"oneOf": forms}}


class BlockPuzzleShape(Shape):
    """A sliding-block puzzle."""

    kind = fields.String(required=True, metadata=describe("Blocks of any shape that slide among each other."))
    board = fields.Nested(
        BlockBoardShape,
        metadata=describe(
            "The board: its cells, in one of several forms. By default the picture at the start shows it.",
            {"rows": 2, "columns": 3},
        ),
    )
    start = fields.Nested(
        BlockStartShape, required=True, metadata=describe("The pieces at the start.", {"picture": ["AAB", "..B"]})
    )
    goal = fields.Nested(
        BlockGoalShape,
        required=True,
        metadata=describe("Where some of the pieces shall be; all others may be anywhere.", {"at": {"A": [1, 0]}}),
    )
    metric = fields.String(
        required=True,
        validate=validate.OneOf([metric.value for metric in Metric], error=Message("must be one of: {choices}")),
        metadata=describe(
            "What counts as one move of a piece: a `step` to the next cell, a `line` of any length in one "
            "direction, or a `path` of any length through empty cells.",
            "path",
        ),
    )
    axis = Axis(
        metadata=describe(
            "Pieces that only move along one axis: by their names, `row` (left and right) or `column` (up and down); "
            '`"long"` binds every piece that has a longer side to its direction. By default all move both ways.',
            LONG,
            {"A": "row", "B": "column"},
        )
    )
    doors = Doors(
        metadata=describe(
            "Cells that only some pieces may enter. By default every piece may enter every cell.",
            [{"at": [[0, 2]], "pieces": ["B"]}],
        )
    )


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
class Known:
    """What is known of board and start while goal, axes and doors are read, each None where it is wrong.

    Attributes
    ----------
    places
        Row and column of every cell.
    names
        What the pieces are called, in the order of their numbers.
    start
        The piece on each cell; all is known if it is.
    grid
        The rows that show where the cells are, as the client has drawn them; None for a board given by its steps.
    """

    places: Places | None
    names: tuple[str, ...] | None
    start: tuple[int, ...] | None
    grid: Sequence[str] | None = None

    def lacks(self, name: str) -> bool:
        """Whether there is no piece of this name at the start."""
        return self.names is not None and name not in self.names

    def cells_of(self, name: str) -> Cells | None:
        """The cells of a piece that is there."""
        if self.start is None or self.names is None:
            return None
        piece = self.names.index(name) + 1
        return tuple(cell for cell, other in enumerate(self.start) if other == piece)

    def has_cell(self, cell: int) -> bool:
        """Whether a cell is on the board; so it may be on one that is not known."""
        return cell >= 0 and (self.places is None or cell < len(self.places))


class BlockSchema:
    """How sliding blocks are written in JSON (see :class:`fewest.schemas.puzzle.KindSchema`)."""

    name = "block"
    shape: Schema = BlockPuzzleShape()
    choices: Mapping[str, Choice] = {"board": BOARD, "start": START, "goal": GOAL}

    def load(self, parts: JsonObject, path: Path, errors: list[FieldError]) -> tuple[BlockPuzzle, Layout | None] | None:
        """Build the puzzle."""
        given = parts.get("start")
        form = None if given is None else START.form_of(given, (*path, "start"), errors)
        drawn = given["picture"] if given is not None and form == "picture" else None
        numbered = given["pieces"] if given is not None and form == "pieces" else None
        built = _board(parts.get("board"), drawn, path, errors, needed=form is not None)
        known = Known(None if built is None else built[1], None, None)
        if built is not None and parts.get("board") is not None:
            check_layout(parts["board"], built[0].cells, Message("cell"), (*path, "board"), errors)
        if drawn is not None:
            known = _drawn(drawn, parts.get("board"), built, (*path, "start", "picture"), errors)
        elif numbered is not None:
            known = _numbered(numbered, built, (*path, "start", "pieces"), errors)
        if built is not None:
            known = replace(known, grid=_grid_of(parts.get("board"), drawn))
        # All that can be said of the rest is said, whatever is wrong with the start.
        before = len(errors)
        goal = _goal(parts.get("goal"), known, (*path, "goal"), errors)
        axes = _axes(parts.get("axis", {}), known, (*path, "axis"), errors)
        doors = [
            _door(each, known, (*path, "doors", index), errors) for index, each in enumerate(parts.get("doors", []))
        ]
        metric = parts.get("metric")
        if len(errors) > before or built is None or known.start is None or known.names is None:
            return None
        if goal is None or metric is None:
            return None
        numbers = {name: number for number, name in enumerate(known.names, 1)}
        puzzle = BlockPuzzle(
            built[0],
            known.start,
            tuple(sorted((numbers[name], cells) for name, cells in goal.items())),
            tuple(axes.get(name, BOTH) for name in known.names),
            tuple(
                Door(cells, tuple(sorted({numbers[name] for name in names})))
                for cells, names in (door for door in doors if door is not None)
            ),
            Metric(metric),
            known.names,
        )
        layout = [[float(column), float(row)] for row, column in built[1]]
        return puzzle, layout

    def notices(self, puzzle: BlockPuzzle, _: Layout | None) -> Iterator[tuple[Path, Message]]:
        """That there is one piece only."""
        if puzzle.pieces == 1:
            yield ("start",), Message("There is only one piece.")

    def estimate(self, _puzzle: BlockPuzzle, _lower_bound: int) -> Message | None:
        """None: the known puzzles of blocks are solved within a second."""
        return None

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


def _board(
    given: JsonObject | None, drawn: Sequence[str] | None, path: Path, errors: list[FieldError], *, needed: bool
) -> Built | None:
    """The board, or that of the picture if none is given; it is an error if it is ``needed`` and there is neither."""
    if given is None:
        if drawn is None:
            if needed:
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
    grid = _grid_of(given, drawn)
    assert grid is not None
    return _sized(board_from_grid(grid), (*path, "board", form), errors)


def _grid_of(given: JsonObject | None, drawn: Sequence[str] | None) -> Sequence[str] | None:
    """The rows that show where a board has cells: its grid, its rectangle, or else the picture of the start."""
    if given is None or "steps" in given:
        return drawn
    grid: list[str] = given["grid"] if "grid" in given else [FREE * given["columns"]] * given["rows"]
    return grid


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
    """Whether a picture has cells exactly where the grid has them; the first difference in each row is reported."""
    if len(drawn) != len(grid):
        text = Message("must have {rows} rows like the board, not {given}", rows=len(grid), given=len(drawn))
        errors.append(field_error(path, text))
        return False
    before = len(errors)
    for number, (row, cells) in enumerate(zip(_open(drawn), _open(grid), strict=True)):
        for column in range(max(len(row), len(cells))):
            pair = row[column : column + 1] == FREE, cells[column : column + 1] == FREE
            if pair[0] != pair[1]:
                text = Message("column {column} is a cell in the picture, but not of the board", column=column)
                if pair[1]:
                    text = Message("column {column} is a cell of the board, but not in the picture", column=column)
                errors.append(field_error((*path, number), text))
                break
    return len(errors) == before


def _drawn(
    drawn: Sequence[str], board: JsonObject | None, built: Built | None, path: Path, errors: list[FieldError]
) -> Known:
    """The pieces of a picture."""
    chars = [(char, number) for number, row in enumerate(drawn) for char in row if char not in WALLS]
    names = tuple(dict.fromkeys(char for char, _ in chars if char != FREE))
    if built is None:
        return Known(None, names, None)
    found = Known(built[1], names, None)
    grid = _grid_of(board, None)
    if grid is not None:
        if not _fits(drawn, grid, path, errors):
            return found
    elif not _has_all(len(chars), built[0].cells, path, errors):
        return found
    start = tuple(EMPTY if char == FREE else names.index(char) + 1 for char, _ in chars)
    whole = _are_whole(built[0], start, names, lambda cell: (*path, chars[cell][1]), errors)
    return Known(built[1], names, start) if whole else found


def _has_all(given: int, cells: int, path: Path, errors: list[FieldError]) -> bool:
    """Whether a picture has as many cells as the board."""
    if given == cells:
        return True
    template = "must have {cells} cells like the board, not {given}"
    errors.append(field_error(path, Message(template, cells=cells, given=given)))
    return False


def _numbered(content: list[int], built: Built | None, path: Path, errors: list[FieldError]) -> Known:
    """Pieces given by their numbers."""
    wrong = [cell for cell, piece in enumerate(content) if not 0 <= piece <= MAX_CELLS]
    numbers = tuple(dict.fromkeys(piece for piece in content if 0 < piece <= MAX_CELLS))
    names = tuple(map(str, numbers))
    template = "pieces are numbered 1 to {most}, and 0 is an empty cell; found {piece}"
    errors += [field_error((*path, cell), Message(template, most=MAX_CELLS, piece=content[cell])) for cell in wrong]
    if built is None:
        return Known(None, names, None)
    found = Known(built[1], names, None)
    if len(content) != built[0].cells:
        template = "must have {cells} numbers, one for each cell, not {given}"
        errors.append(field_error(path, Message(template, cells=built[0].cells, given=len(content))))
        return found
    if wrong:
        return found
    start = tuple(EMPTY if piece == EMPTY else numbers.index(piece) + 1 for piece in content)
    whole = _are_whole(built[0], start, names, lambda cell: (*path, cell), errors)
    return Known(built[1], names, start) if whole else found


def _are_whole(
    board: BlockBoard, start: Sequence[int], names: Sequence[str], path_of: Any, errors: list[FieldError]
) -> bool:
    """Whether every piece is connected; ``path_of`` says where a cell is written."""
    before = len(errors)
    for number, name in enumerate(names, 1):
        cells = [cell for cell, other in enumerate(start) if other == number]
        reached = [cells[0]]
        for cell in reached:
            reached += [
                other for other in board.steps[cell] if other != NONE and other in cells and other not in reached
            ]
        apart = sorted(set(cells) - set(reached))
        if apart:
            text = Message("piece {name} is in two parts: a piece is connected", name=quoted(name))
            errors.append(field_error(path_of(apart[0]), text))
    return len(errors) == before


def _goal(given: JsonObject | None, known: Known, path: Path, errors: list[FieldError]) -> dict[str, Cells] | None:
    """The cells that pieces shall cover, by their names."""
    if given is None:
        return None
    form = GOAL.form_of(given, path, errors)
    if form is None:
        return None
    before = len(errors)
    path = (*path, form)
    if form == "picture":
        goal = _drawn_goal(given["picture"], known, path, errors)
    else:
        goal = {}
        if not given[form]:
            errors.append(field_error(path, Message("must name at least one piece")))
        for name, wanted in given[form].items():
            if known.lacks(name):
                errors.append(field_error((*path, name), _unknown(name)))
                continue
            cells = _cells_at(wanted, name, known) if form == "at" else tuple(sorted(wanted))
            if cells is not None and _is_moved(cells, name, known, (*path, name), errors):
                goal[name] = cells
            elif cells is None and known.start is not None:
                text = Message("piece {name} does not fit there: it would leave the board", name=quoted(name))
                errors.append(field_error((*path, name), text))
    taken: dict[int, str] = {}
    for name, cells in goal.items():
        other = next((taken[cell] for cell in cells if cell in taken), None)
        if other is not None:
            text = Message("pieces {name} and {other} would overlap", name=quoted(name), other=quoted(other))
            errors.append(field_error((*path, name) if form != "picture" else path, text))
        taken |= dict.fromkeys(cells, name)
    return goal if len(errors) == before else None


def _drawn_goal(drawn: Sequence[str], known: Known, path: Path, errors: list[FieldError]) -> dict[str, Cells]:
    """The goal of a picture in which ``.`` stands for anything."""
    chars = [(char, number) for number, row in enumerate(drawn) for char in row if char not in WALLS]
    before = len(errors)
    if known.grid is not None:
        sized = _fits(drawn, known.grid, path, errors)
    else:
        sized = known.places is None or _has_all(len(chars), len(known.places), path, errors)
    goal: dict[str, Cells] = {}
    for name in dict.fromkeys(char for char, _ in chars if char != FREE):
        cells = tuple(cell for cell, (char, _) in enumerate(chars) if char == name)
        place = (*path, chars[cells[0]][1])
        if known.lacks(name):
            errors.append(field_error(place, _unknown(name)))
        elif sized and _is_moved(cells, name, known, place, errors):
            goal[name] = cells
    if not goal and len(errors) == before:
        errors.append(field_error(path, Message("must name at least one piece")))
    return goal


def _unknown(name: str) -> Message:
    return Message("there is no piece {name} at the start", name=quoted(name))


def _cells_at(wanted: Sequence[int], name: str, known: Known) -> Cells | None:
    """The cells of a piece whose bounding box has its top left corner in a row and column; None if it has not all."""
    own = known.cells_of(name)
    if own is None or known.places is None:
        return None
    places = [known.places[cell] for cell in own]
    top, left = min(row for row, _ in places), min(column for _, column in places)
    number = {place: cell for cell, place in enumerate(known.places)}
    cells = [number.get((row - top + wanted[0], column - left + wanted[1])) for row, column in places]
    found = [cell for cell in cells if cell is not None]
    return tuple(sorted(found)) if len(found) == len(cells) else None


def _is_moved(cells: Sequence[int], name: str, known: Known, path: Path, errors: list[FieldError]) -> bool:
    """Whether cells are those of a piece, moved; or may be, if that is not known."""
    own, places = known.cells_of(name), known.places
    if all(map(known.has_cell, cells)) and (own is None or places is None or _alike(cells, own, places)):
        return True
    errors.append(field_error(path, Message("these are not the cells of piece {name}, moved", name=quoted(name))))
    return False


def _alike(cells: Sequence[int], own: Sequence[int], places: Places) -> bool:
    """Whether two sets of cells have the same shape."""

    def shape(of: Sequence[int]) -> list[tuple[int, int]]:
        found = sorted(places[cell] for cell in of)
        return [(row - found[0][0], column - found[0][1]) for row, column in found]

    return shape(cells) == shape(own)


def _axes(given: Any, known: Known, path: Path, errors: list[FieldError]) -> dict[str, int]:
    """The axes of pieces that have one only, by their names."""
    axes: dict[str, int] = {}
    if given == LONG:
        for name in known.names or ():
            cells = known.cells_of(name)
            if cells is None or known.places is None:
                continue
            places = [known.places[cell] for cell in cells]
            height, width = (max(row) - min(row) for row in zip(*places, strict=True))
            if height != width:
                axes[name] = VERTICAL if height > width else HORIZONTAL
        return axes
    for name, axis in given.items():
        if known.lacks(name):
            errors.append(field_error((*path, name), _unknown(name)))
        else:
            axes[name] = AXES[axis]
    return axes


def _door(
    given: JsonObject, known: Known, path: Path, errors: list[FieldError]
) -> tuple[tuple[int, ...], list[str]] | None:
    """The cells of a door, and the names of the pieces that may enter it."""
    form = DOOR.form_of(given, path, errors)
    before = len(errors)
    names = given.get("pieces", [])
    for index, name in enumerate(names):
        if known.lacks(name):
            errors.append(field_error((*path, "pieces", index), _unknown(name)))
    if form is None:
        return None
    found: list[int | None]
    if form == "cells":
        found = [cell if known.has_cell(cell) else None for cell in given["cells"]]
    elif known.places is None:
        return None
    else:
        number = {place: cell for cell, place in enumerate(known.places)}
        found = [number.get((row, column)) for row, column in given["at"]]
    for index, each in enumerate(found):
        if each is None:
            errors.append(field_error((*path, form, index), Message("is no cell of the board")))
    cells = tuple(sorted({each for each in found if each is not None}))
    inside = [name for name in known.names or () if name not in names and set(known.cells_of(name) or ()) & set(cells)]
    if inside:
        text = Message("piece {name} is in this door, but may not enter it", name=quoted(inside[0]))
        errors.append(field_error(path, text))
    return (cells, names) if len(errors) == before else None
