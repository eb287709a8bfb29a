"""Klotski as JSON: blocks with shapes and positions, as in the package klotski of npm."""

from __future__ import annotations

from collections.abc import Iterator

from fewest.notation.formats.draft import Draft, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.klotski import EXIT, SIZE
from fewest.notation.formats.nodes import Node
from fewest.notation.formats.pictures import FREE, Picture, Point, put
from fewest.notation.formats.rows import SEVERAL, Row
from fewest.solver.block.puzzle import LETTERS
from fewest.solver.errors import Message

MOST = 16
DIRECTIONS = {frozenset({0, 2}): "column", frozenset({1, 3}): "row", frozenset(range(4)): ""}
"""0 is down, 1 right, 2 up, 3 left."""


def _pair(node: Node) -> Point:
    """Two numbers that are rows and columns."""
    numbers = [item.value for item in node.items if isinstance(item.value, int) and 0 <= item.value <= MOST]
    if len(node.items) != 2 or len(numbers) != 2:
        raise TextError(node.span, Message("expected: two numbers up to {most}, rows and columns", most=MOST))
    return numbers[0], numbers[1]


def _blocks(node: Node) -> list[dict[str, Node]]:
    """The blocks of a game: objects with a shape and a position; none if it is no game."""
    blocks = node.value["blocks"].items if isinstance(node.value, dict) and "blocks" in node.value else []
    found = [
        block.value for block in blocks if isinstance(block.value, dict) and {"shape", "position"} <= block.value.keys()
    ]
    return found if len(found) == len(blocks) <= len(LETTERS) else []


def read_json(text: Text) -> Iterator[Draft]:
    """An object with blocks, and perhaps the size of the board and the exit."""
    try:
        nodes = text.lists.nodes if text.has_lists and "position" in text.whole else []
    except TextError:
        return
    games = [node for node in (nodes[0].items if len(nodes) == 1 and nodes[0].items else nodes) if _blocks(node)]
    if len(games) > 1:
        raise TextError(games[1].span, SEVERAL)
    if not games or not isinstance(games[0].value, dict):
        return
    span, fields, blocks = games[0].span, games[0].value, _blocks(games[0])
    rows, columns = _pair(fields["boardSize"]) if "boardSize" in fields else SIZE
    goal = _pair(fields["escapePoint"]) if "escapePoint" in fields else EXIT
    cells = [[FREE] * columns for _ in range(rows)]
    axes: dict[str, str] = {}
    for name, block in zip(LETTERS, blocks, strict=False):
        if not put(cells, name, _pair(block["position"]), _pair(block["shape"])):
            raise TextError(block["position"].span, Message("this block leaves the board or overlaps another one"))
        given = block["directions"].items if "directions" in block else []
        ways = frozenset(item.value for item in given if isinstance(item.value, int)) if given else frozenset(range(4))
        if ways not in DIRECTIONS:
            said = Message("expected: [0, 2] (up and down) or [1, 3] (left and right)")
            raise TextError(block["directions"].span, said)
        axes |= {name: DIRECTIONS[ways]} if DIRECTIONS[ways] else {}
    told = "a game of Klotski with {pieces|# block|# blocks}, where A, the first, must reach row {row}, column {column}"
    words = Message(told, pieces=len(blocks), row=goal[0], column=goal[1])
    picture = Picture(cells, [Row(text.whole[span.begin : span.end], range(span.begin, span.end))])
    yield picture.draft({"A": goal}, "path", words, **({"axis": axes} if axes else {}))


KLOTSKI_JSON = Format(
    name="klotski-json",
    title="Klotski, 华容道, JSON of npm's klotski",
    source="npm klotski 2.1.0 and 4.0.0 (jeantimex), README, src/hrd-games.json and src/custom-games.json",
    conventions="shape, position, boardSize and escapePoint are rows and columns from 0; the first block must reach "
    "the escape point. Without boardSize and escapePoint, as in the 40 games of the package, the board has 5 rows of "
    "4 and the point is row 3, column 1. directions bind a block to its column, [0, 2], or row, [1, 3]. A move takes "
    "one block any distance along any path. custom-games.json of 4.0.0 has a board that is too small for its blocks, "
    "and is refused.",
    example='{"blocks": [{"shape": [2, 2], "position": [0, 1]}, {"shape": [2, 1], "position": [0, 0]}, '
    '{"shape": [1, 2], "position": [2, 1]}], "boardSize": [5, 4], "escapePoint": [3, 1]}',
    read=read_json,
    whole=True,
)
