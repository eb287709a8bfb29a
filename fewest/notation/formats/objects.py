"""Objects with a start and a goal of pieces, as programs and data sets have them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fewest.notation.formats.characters import rows_of_characters
from fewest.notation.formats.draft import ROOT, Draft, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.lists import Node
from fewest.notation.formats.pieces import is_position, pieces_of, rectangle, rows_of_pieces, shapes
from fewest.notation.formats.rows import Cell, Row, parts_of
from fewest.solver.errors import Message

STARTS = ("start", "initial", "initial_state", "initialState", "start_state", "board", "tiles", "state", "puzzle", "grid")
GOALS = ("goal", "goal_state", "goalState", "target", "final", "solved", "solved_state", "solution", "end")
SIZES = ("size", "n", "side", "dimension")
WIDTHS, HEIGHTS = ("width", "w"), ("height", "h")
LEFT_OUT = {"id", "name", "title", "moves", "optimal", "length", "difficulty", "level", "number", "seed", "author"}
FEWEST = 4


def read_object(text: Text) -> Iterator[Draft]:
    """The puzzle of an object without a kind."""
    nodes = text.lists.nodes if text.has_lists and text.whole.lstrip()[:1] == "{" else []
    fields = nodes[0].value if len(nodes) == 1 and isinstance(nodes[0].value, dict) else {}
    start = next((fields[name] for name in STARTS if name in fields), None)
    rows = None if start is None or "kind" in fields else _rows(start)
    if rows is None or start is None:
        return
    cells = [cell for row in rows for cell in row]
    if len(cells) < FEWEST or not is_position(cells) or len({len(row) for row in rows}) > 1:
        return
    goal = next((fields[name] for name in GOALS if name in fields), None)
    for name, node in fields.items():
        if node not in (start, goal) and name not in (*SIZES, *WIDTHS, *HEIGHTS, *LEFT_OUT):
            raise TextError(node.span, Message("the field {name} is not known here", name=name[:40]))
    side = {node.value for name, node in fields.items() if name in SIZES}
    width, height = (next((fields[name].value for name in names if name in fields), None) for names in (WIDTHS, HEIGHTS))
    shape = (len(cells) / width if isinstance(width, int) and width > 0 else height) or next(iter(side), None)
    wanted = _rows(goal) if goal is not None else []
    lines = len(rows) if len(rows) > 1 else shape
    if wanted is None or (shape or lines) != lines or (isinstance(lines, int | float) and len(cells) % (lines or 1)):
        raise TextError((goal or start).span, Message("expected: the pieces of a board"))
    end = [cell for row in wanted for cell in row]
    spans = {f"{ROOT}/goal/{number}": cell.span for number, cell in enumerate(end)}
    drafts = [rectangle(cells, int(lines))] if isinstance(lines, int | float) and lines else shapes(cells)
    for draft in drafts:
        more = {"goal": pieces_of(end)} if end else {}
        yield replace(draft, document=draft.document | more, spans={**draft.spans, **spans})


def _rows(node: Node) -> list[list[Cell]] | None:
    """The rows of pieces of a value; None if it has none."""
    if isinstance(node.value, str):
        row = Row(node.value, range(node.span.begin + 1, node.span.begin + 1 + len(node.value)))
        return rows_of_characters([row]) or rows_of_pieces([row])
    lines = [item.items for item in node.items] if all(item.items for item in node.items) else [node.items]
    cells = [cell for line in lines for cell in line]
    if not cells or any(isinstance(cell.value, (list, dict, bool, float)) for cell in cells):
        return None
    if any(isinstance(cell.value, str) and cell.value.strip() not in ("", "_", "x") for cell in cells):
        return None
    return [
        [Cell(str(cell.value if isinstance(cell.value, int) else ""), cell.span, at) for at, cell in enumerate(line)]
        for line in lines
    ]


def read_lists(text: Text) -> Iterator[Draft]:
    """A board of pieces in rows of lists, with every piece once, and its goal."""
    rows = text.rows if text.has_lists else []
    parts = parts_of(rows) or (rows, [])
    start, goal = (rows_of_pieces(part) or [] for part in parts)
    if len(start) < 2 or len({len(row) for row in start}) > 1 or len(start[0]) < 2:
        return
    cells, end = ([cell for row in part for cell in row] for part in (start, goal))
    if is_position(cells) and (not parts[1] or (is_position(end) and len(end) == len(cells))):
        draft = rectangle(cells, len(start))
        spans = {f"{ROOT}/goal/{number}": cell.span for number, cell in enumerate(end)}
        more = {"goal": pieces_of(end)} if end else {}
        yield replace(draft, document=draft.document | more, spans={**draft.spans, **spans})


OBJECT = Format(
    name="start-and-goal-object",
    title="An object with a start and a goal of pieces",
    source="Data sets and programs with JSON, as in {\"initial_state\": ..., \"solved_state\": ...}",
    conventions="The start is called start, initial, board, tiles or state, the goal goal, target, solved or solution: rows, one list, or "
    "a text of digits; 0, null, -1 and '' are the empty cell. Other fields are refused by name.",
    example='{"start": [[8, 1, 3], [4, 0, 2], [7, 6, 5]], "goal": [[1, 2, 3], [4, 5, 6], [7, 8, 0]]}',
    read=read_object,
)
LISTS = Format(
    name="lists-of-pieces",
    title="Rows of pieces in lists",
    source="Programs in Python, JavaScript, Java and others; numpy prints arrays so, without commas",
    conventions="A list for each row, every piece once; 0, None, null, -1 and '' are the empty cell. A second list is the goal.",
    example="puzzle = [[1, 2, 3], [4, None, 5], [7, 8, 6]]",
    read=read_lists,
)
