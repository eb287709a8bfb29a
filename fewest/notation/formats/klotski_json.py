"""Klotski as JSON: blocks with shapes and positions, as in the package klotski of npm."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_letters

from fewest.notation.formats.draft import Draft, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.lists import Node
from fewest.notation.formats.pictures import FREE, Picture, Point
from fewest.notation.formats.rows import SEVERAL, Row
from fewest.notation.formats.steps import spend
from fewest.solver.errors import Message

SIZE, EXIT = (5, 4), (3, 1)
"""Of the board and the exit where the text has none, as for the 40 games of the package."""

MOST = 64
DIRECTIONS = {frozenset({0, 2}): "column", frozenset({1, 3}): "row", frozenset(range(4)): ""}
"""0 is down, 1 right, 2 up, 3 left."""

PAIR = Message("expected: two whole numbers, for rows and columns")


def _pair(node: Node | None, default: Point | None = None) -> Point:
    """Two numbers that are rows and columns."""
    if node is None and default is not None:
        return default
    numbers = [item.value for item in node.items] if node is not None else []
    if len(numbers) != 2 or not all(type(number) is int and 0 <= number <= MOST for number in numbers):
        raise TextError(node.span, PAIR) if node is not None else ValueError
    return int(str(numbers[0])), int(str(numbers[1]))


def _games(nodes: list[Node]) -> list[dict[str, Node]]:
    """The games of a text: objects with blocks that have a shape and a position."""
    nodes = nodes[0].items or nodes if len(nodes) == 1 else nodes
    objects = [node.value for node in nodes if isinstance(node.value, dict)]
    return [
        game
        for game in objects
        if "blocks" in game
        and game["blocks"].items
        and all(isinstance(b.value, dict) and {"shape", "position"} <= b.value.keys() for b in game["blocks"].items)
    ]


def read_json(text: Text) -> Iterator[Draft]:
    """An object with blocks, and perhaps the size of the board and the exit."""
    try:
        games = _games(text.lists.nodes) if text.has_lists and "position" in text.whole else []
    except TextError:
        return
    if not games:
        return
    if len(games) > 1:
        raise TextError(games[1]["blocks"].span, SEVERAL)
    game, axes = games[0], dict[str, str]()
    rows, columns = _pair(game.get("boardSize"), SIZE)
    spend(rows * columns)
    cells = [[FREE] * columns for _ in range(rows)]
    for name, node in zip(ascii_letters[26:] + ascii_letters[:26], game["blocks"].items, strict=False):
        block = node.value if isinstance(node.value, dict) else {}
        (height, width), (top, left) = _pair(block["shape"]), _pair(block["position"])
        if top + height > rows or left + width > columns or not height or not width:
            raise TextError(node.span, Message("this block lies outside of the board"))
        for r in range(top, top + height):
            for c in range(left, left + width):
                if cells[r][c] != FREE:
                    raise TextError(node.span, Message("this block overlaps another one"))
                cells[r][c] = name
        if "directions" in block:
            axis = DIRECTIONS.get(
                frozenset(item.value for item in block["directions"].items if type(item.value) is int)
            )
            if axis is None:
                raise TextError(
                    block["directions"].span, Message("expected: [0, 2] (up and down) or [1, 3] (left and right)")
                )
            axes |= {name: axis} if axis else {}
    words = Message(
        "a game of Klotski with {pieces|# block|# blocks}, where A, the first, must reach row {row}, column {column}",
        pieces=len(game["blocks"].items),
        row=(goal := _pair(game.get("escapePoint"), EXIT))[0],
        column=goal[1],
    )
    span = game["blocks"].span
    picture = Picture(cells, [Row(text.whole[span.begin : span.end], range(span.begin, span.end))])
    yield picture.draft({"A": goal}, "path", words, **({"axis": axes} if axes else {}))


KLOTSKI_JSON = Format(
    name="klotski-json",
    title="Klotski, 华容道, JSON of npm's klotski",
    source="npm klotski 2.1.0 and 4.0.0 (jeantimex), README, src/hrd-games.json and src/custom-games.json",
    conventions="shape, position, boardSize and escapePoint are rows and columns from 0; the first block must reach the "
    "escape point. Without boardSize and escapePoint, as in the 40 games of the package, the board has 5 rows of 4 and the "
    "point is row 3, column 1. directions bind a block to its column [0, 2] or row [1, 3]. A move takes one block "
    "any distance along any path (81 for the classic start). The README of 2.1.0 has a wrong size, 6 by 6.",
    example='{"blocks": [{"shape": [2, 2], "position": [0, 1]}, {"shape": [2, 1], "position": [0, 0]}, '
    '{"shape": [1, 2], "position": [2, 1]}], "boardSize": [5, 4], "escapePoint": [3, 1]}',
    read=read_json,
)
