"""Pieces in the lists of a program, or in an object with a start and a goal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter

from fewest.notation.formats.characters import rows_of_characters
from fewest.notation.formats.draft import ROOT, Draft, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.nodes import Lists, Node
from fewest.notation.formats.pieces import is_position, pieces_of, rectangle, rows_of_pieces, shapes
from fewest.notation.formats.rows import Row, parts_of
from fewest.solver.errors import Message

WIDTHS, HEIGHTS = {"size", "n", "width", "columns", "cols"}, {"size", "n", "height", "rows"}
KNOWN = {*WIDTHS, *HEIGHTS, "id", "name", "title", "author", "number", "level", "difficulty", "seed"}
KNOWN |= {"moves", "optimal", "length"}
FEWEST = 4
"""Pieces of the smallest board."""


def read_lists(text: Text) -> Iterator[Draft]:
    """A board with every piece once, and perhaps its goal."""
    nodes = text.lists.nodes if text.has_lists else []
    if len(nodes) == 1 and isinstance(nodes[0].value, dict):
        yield from _of_fields(text.lists, nodes[0].value)
    elif nodes:
        yield from _of_rows(*(parts_of(text.rows) or (text.rows, [])))


def _of_fields(lists: Lists, fields: dict[str, Node]) -> Iterator[Draft]:
    named = [replace(node, name=name) for name, node in fields.items()]
    start, goal = (next(filter(choose, named), None) for choose in (attrgetter("is_start"), attrgetter("is_goal")))
    if start is None or "kind" in fields:
        return
    drafts = list(_of_rows(lists.rows_of(start), [] if goal is None else lists.rows_of(goal)))
    strange = [node for node in named if not (node.is_start or node.is_goal or node.name in KNOWN)]
    if drafts and strange:
        node = min(strange, key=lambda each: each.name)
        raise TextError(node.span, Message("the field {name} is not known here", name=node.name[:40]))
    for draft in drafts:
        board = draft.document["board"]
        sizes = [{fields[name].value for name in names & fields.keys()} for names in (WIDTHS, HEIGHTS)]
        if sizes[0] <= {board["columns"]} and sizes[1] <= {board["rows"]}:
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
