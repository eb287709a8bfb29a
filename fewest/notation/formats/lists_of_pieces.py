"""Pieces in the lists of a program, or in an object with a start and a goal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fewest.notation.formats.characters import rows_of_characters
from fewest.notation.formats.draft import ROOT, Draft, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.nodes import Node
from fewest.notation.formats.pieces import is_position, pieces_of, rectangle, rows_of_pieces, shapes
from fewest.notation.formats.rows import Row, parts_of
from fewest.solver.errors import Message

STARTS = {
    "start",
    "initial",
    "initial_state",
    "initialState",
    "start_state",
    "board",
    "tiles",
    "state",
    "puzzle",
    "position",
    "grid",
}
GOALS = {"goal", "goal_state", "goalState", "target", "final", "solved", "solved_state", "solution"}
"""Names of the fields of objects, and of the columns of tables."""

WIDTHS, HEIGHTS = {"size", "n", "width"}, {"size", "n", "height"}
LEFT_OUT = {"id", "name", "title", "moves", "optimal", "length", "difficulty", "level", "number", "seed", "author"}
FEWEST = 4
"""Pieces of the smallest board."""


def read_lists(text: Text) -> Iterator[Draft]:
    """A board with every piece once, and perhaps its goal."""
    nodes = text.lists.nodes if text.has_lists else []
    if len(nodes) == 1 and isinstance(nodes[0].value, dict):
        yield from _of_fields(nodes[0].value)
    elif nodes:
        yield from _of_rows(*(parts_of(text.rows) or (text.rows, [])))


def _of_fields(fields: dict[str, Node]) -> Iterator[Draft]:
    start, goal = (next((fields[name] for name in fields if name in names), None) for names in (STARTS, GOALS))
    drafts = [] if start is None or "kind" in fields else list(_of_rows(_rows(start), _rows(goal) if goal else []))
    strange = fields.keys() - STARTS - GOALS - WIDTHS - HEIGHTS - LEFT_OUT
    if drafts and strange:
        name = min(strange)
        raise TextError(fields[name].span, Message("the field {name} is not known here", name=name[:40]))
    for draft in drafts:
        board = draft.document["board"]
        columns, rows = ([fields[name].value for name in names & fields.keys()] for names in (WIDTHS, HEIGHTS))
        if {board["columns"], *columns} == {board["columns"]} and {board["rows"], *rows} == {board["rows"]}:
            yield draft


def _of_rows(start: Sequence[Row], goal: Sequence[Row]) -> Iterator[Draft]:
    board, wanted = (rows_of_pieces(rows) or rows_of_characters(rows) or [] for rows in (start, goal))
    cells, end = ([cell for row in rows for cell in row] for rows in (board, wanted))
    even = len({len(row) for row in board}) == 1 and len(cells) >= FEWEST and (len(board[0]) > 1)
    if not even or not is_position(cells) or (goal and (len(end) != len(cells) or not is_position(end))):
        return
    more = {"goal": pieces_of(end)} if end else {}
    spans = {f"{ROOT}/goal/{number}": cell.span for number, cell in enumerate(end)}
    for draft in [rectangle(cells, len(board))] if len(board) > 1 else shapes(cells):
        yield replace(draft, document=draft.document | more, spans={**draft.spans, **spans})


def _rows(node: Node) -> list[Row]:
    """The rows of a value: of lists, of one list, or of a string."""
    lines = [item.items for item in node.items] if all(item.items for item in node.items) else [node.items]
    if isinstance(node.value, str):
        return [Row(node.value, range(node.span.begin + 1, node.span.end))]
    return [_row(line) for line in lines] if node.items else []


def _row(cells: Sequence[Node]) -> Row:
    words = ["" if cell.value is None else str(cell.value) for cell in cells]
    at = [cell.span.begin for cell, word in zip(cells, words, strict=True) for _ in f"{word},"]
    return Row(",".join(words), at)


LISTS = Format(
    name="lists-of-pieces",
    title="Pieces in lists, or in an object",
    source="github.com/aimacode/aima-python, search.py (EightPuzzle); numpy's arrays; programs and data sets with JSON",
    conventions="A list for each row, or one list, every piece once; 0, None, null, -1 and '' are the empty cell. A "
    "second list, or one called goal, target or solved, is the goal. An object has a start, initial, board, tiles or "
    "state; other fields are refused by name. Without a goal, AIMA's search.py means the empty cell last, its later "
    "search4e the empty cell first.",
    example="puzzle = EightPuzzle((1, 2, 3, 4, 0, 5, 7, 8, 6), goal=(1, 2, 3, 4, 5, 6, 7, 8, 0))",
    read=read_lists,
    line=True,
)
