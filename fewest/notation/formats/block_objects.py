"""Blocks as objects of a program: for each its place, and its length or its width and height."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from fewest.notation.formats.blocks import plain_draft
from fewest.notation.formats.draft import Draft, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.klotski import EXIT, SIZE, SQUARE
from fewest.notation.formats.nodes import Node
from fewest.notation.formats.pictures import FREE, Picture, Point, picture_of, put
from fewest.notation.formats.rows import SEVERAL, Row
from fewest.notation.formats.rush_hour import drafts_of_cars
from fewest.solver.errors import Message

Fields: TypeAlias = Mapping[str, object]

WORDS = {
    "row": "row r y top",
    "column": "column col c x left",
    "length": "length size len gridsize boardsize",
    "width": "width w cols columns",
    "height": "height h rows",
    "axis": "axis orientation direction dir",
    "name": "name id",
    "horizontal": "horizontal hz",
}
FIELDS = {word: field for field, words in WORDS.items() for word in words.split()}
ALONG = {**dict.fromkeys("hlrx", True), **dict.fromkeys("vudyc", False)}
"""Whether a car lies, by the first letter of its axis or direction."""

PLACE = re.compile(r"""\b(?:row|y|top|startrow)["']?\s*[:=]""", re.IGNORECASE)
RED = {"x", "r", "red", "target", "goal", "player", "main", "hero", "primary"}
LETTERS = "BCDEFGHIJKLMNOQSTUVWY23456789bcdefghijklmnqstuvwy"
"""Names that say nothing about which car leaves."""

OTHERS, SIDES = ("walls", "obstacles", "ball"), (6, 6)


def is_block(text: str) -> bool:
    """Whether an object in a list is a block, not one puzzle of several: a cheap look."""
    return len(text) < 300 and "[" not in text and PLACE.search(text) is not None


def _fields(node: Node) -> dict[str, object]:
    """The values of an object, and of the objects in it, such as its position or its exit."""
    found: dict[str, object] = {}
    for key, each in node.value.items() if isinstance(node.value, dict) else ():
        word = re.sub("^(start|is|exit)(?=.)|_", "", key.lower())
        found |= _fields(each) if isinstance(each.value, dict) else {FIELDS.get(word, word): each.value}
    return found


def _games(node: Node, around: Fields) -> Iterator[tuple[Node, Fields]]:
    """The lists of blocks in a value, each with the fields of the object around it."""
    inside = [_fields(each) for each in node.items]
    if inside and all(_size(each) and all(isinstance(each.get(n), int) for n in ("row", "column")) for each in inside):
        yield node, around
        return
    for each in node.value.values() if isinstance(node.value, dict) else node.items:
        yield from _games(each, _fields(node))


def _size(fields: Fields) -> Point | None:
    """Rows and columns of a block or of a board; None if they are not given."""
    height, width, length = (fields.get(name) for name in ("height", "width", "length"))
    if isinstance(height, int) and isinstance(width, int):
        return height, width
    lies = fields.get("horizontal", ALONG.get(str(fields.get("axis"))[:1].lower()))
    lies = not fields["vertical"] if "vertical" in fields else lies
    if not isinstance(length, int):
        return None
    return (length, length) if lies is None else (1, length) if lies else (length, 1)


def _names(blocks: Sequence[Fields]) -> list[str]:
    """A letter for each block: its own if each has one; X for the one that is called red or the like."""
    names = [str(each.get("name")).upper() for each in blocks]
    if len({*names}) < len(names) or not all(re.fullmatch("[A-Z]", name) for name in names):
        names = [*LETTERS[: len(blocks)]]
    said = [{k if value is True else str(value).lower() for k, value in b.items() if k != "axis"} for b in blocks]
    red = [number for number, words in enumerate(said) if RED & words]
    if len(red) == 1:
        names = [names[red[0]] if name == "X" else name for name in names]
        names[red[0]] = "X"
    return names


def _picture(blocks: Sequence[Fields], size: Point, base: int, row: Row) -> Picture | None:
    """The board of blocks whose rows and columns are counted from 0 or 1; None if they do not fit."""
    cells = [[FREE] * size[1] for _ in range(size[0])]
    for name, block in zip(_names(blocks), blocks, strict=True):
        top, left = (int(str(block[place])) - base for place in ("row", "column"))
        if not put(cells, name, (top, left), _size(block) or (0, 0)):
            return None
    return Picture(cells, [row])


def _gap(fields: Fields, size: Point, base: int) -> Point | None:
    """The gap at the exit of a board, which is given by its side, or by a cell at the edge or beyond it."""
    places = [fields.get(name) for name in ("row", "column")]
    row, column = (each - base if isinstance(each, int) else -1 for each in places)
    side = fields.get("side", "right" if places[1] is None else "")
    if side in ("top", "bottom") or (not side and 0 < column < size[1] - 1):
        return -1 if side == "top" or (not side and row <= 0) else size[0], column
    return None if places == [None, None] else (row, -1 if side == "left" or (not side and column <= 0) else size[1])


def _drafts(game: Node, around: Fields, row: Row) -> Iterator[Draft]:
    """The puzzles of a list of blocks: cars, or Klotski."""
    blocks = [_fields(each) for each in game.items]
    sizes, given = [_size(block) for block in blocks], _size(around)
    cars = all(size and 1 in size and max(size) > 1 for size in sizes)
    klotski = sizes.count(SQUARE) == 1 and given in (None, SIZE)
    size = given or (SIDES if cars else SIZE if klotski else None)
    if any(around.get(name) for name in OTHERS) or len(blocks) > len(LETTERS):
        raise TextError(game.span, Message("only boards without walls or other things are read from objects"))
    if size is None:
        raise TextError(game.span, Message("the size of the board is missing; give its width and height"))
    bases = [0] if any(0 in (block["row"], block["column"]) for block in blocks) else [0, 1]
    ways = [(base, picture) for base in bases if (picture := _picture(blocks, size, base, row)) is not None]
    numbers = {"rows": size[0], "columns": size[1]}
    if not ways:
        raise TextError(game.span, Message("blocks overlap or leave a board of {rows} by {columns}", **numbers))
    told = [] if given else [Message("The text gives no rows; assumed: {rows} of {columns}.", **numbers)]
    for rank, (base, picture) in enumerate(ways):
        from_base = [Message("Rows and columns are taken as counted from {base}.", base=base)]
        notes = [*told, *(from_base if base or len(ways) > 1 else [])]
        square = next((name for name, each in zip(_names(blocks), sizes, strict=True) if each == SQUARE), "")
        plain = [] if cars else [plain_draft(picture, (square, EXIT) if klotski else None)]
        for draft in plain or drafts_of_cars(picture, _gap(around, size, base), False):
            assumed, all_notes = ("start", *draft.assumed) if notes else draft.assumed, (*notes, *draft.assumptions)
            guessed = draft.guessed or len(ways) > 1
            yield replace(draft, rank=draft.rank + rank, assumed=assumed, assumptions=all_notes, guessed=guessed)


def read_objects(text: Text) -> Iterator[Draft]:
    """A list of blocks, or an object with a list of blocks or the rows of a board."""
    try:
        nodes = text.lists.nodes if text.has_lists and ":" in text.whole else []
    except TextError:
        return
    games = [game for node in nodes for game in _games(node, {})]
    if len(games) > 1:
        raise TextError(games[1][0].span, SEVERAL)
    for game, around in games:
        yield from _drafts(game, around, Row(text.whole[game.span.begin : game.span.end], range(*game.span)))
    board = nodes[0].value.get("board") if len(nodes) == 1 and isinstance(nodes[0].value, dict) else None
    picture = picture_of(text.lists.rows_of(board)) if board is not None and "kind" not in text.whole else None
    if picture is not None:
        yield from drafts_of_cars(picture, _gap(_fields(nodes[0]), picture.size, 0), False)


OBJECTS = Format(
    name="block-objects",
    title="Rush Hour or Klotski, an object for each block",
    source="Programs in JavaScript, JSON and Python, such as cghuisunshine/hua_rong_dao (README)",
    conventions="Fields of any usual names: row, y or top; col, x or left; and length with orientation or horizontal, "
    "or width and height. They count from 0, or from 1 if only that fits; if both fit, both are given. The size and "
    "the exit may stand beside the list: else cars are on 6 rows of 6 and leave at the right, and other blocks with "
    "one square are Klotski. The car is that called X, R, red, target, player or the like. Also read: the rows of a "
    "board with its exit.",
    example='{"size": 6, "vehicles": [{"id": "X", "row": 2, "col": 0, "length": 2, "orientation": "H"},\n'
    '{"id": "B", "row": 1, "col": 4, "length": 3, "orientation": "V"}]}',
    read=read_objects,
    whole=True,
)
