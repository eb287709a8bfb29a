"""Drawings of pegs, pieces or blocks: the general format, for what no named format knows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from fewest.notation.formats.blocks import drafts_of_blocks
from fewest.notation.formats.characters import rows_of_characters
from fewest.notation.formats.draft import Draft, Span, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.lists import MAX_DIGITS
from fewest.notation.formats.pegs import PEG, drafts_of_pegs, is_drawing_of_pegs, strange_mark, unlabelled
from fewest.notation.formats.pieces import drafts_of_pieces, is_position, piece_of, pieces_of, rows_of_pieces
from fewest.notation.formats.rows import SEVERAL, Cell, Row, parts_of, span_of, unboxed, uneven_row
from fewest.notation.formats.steps import counted, spend
from fewest.solver.errors import Message

UNKNOWN = Message(
    "this is not a puzzle; write a picture (o a peg, . a hole, # a wall; or letters for "
    "blocks), rows of numbers, a jump table or lists of neighbours in brackets, or JSON "
    "of the API"
)

STATES = Message("Of two positions the first is taken as the start, the second as the goal.")

ALIKE_ROWS = 3
"""Drawings with fewer rows may be two parts of one board."""

SMALLEST_STATE = 6
"""Least number of pieces of a position on one line of two. Fewer are a row of one position."""


def read_drawing(text: Text) -> Iterator[Draft]:
    """The readings of the lines of a drawing."""
    yield from drafts_of_rows(text.rows)


@counted
def drafts_of_rows(rows: list[Row]) -> Iterator[Draft]:
    """The readings of rows: one drawing, or a start above or beside a goal."""
    rows = unlabelled(rows)
    drawn = [row for row in rows if row.text.strip()]
    if not drawn:
        return
    parts = parts_of(rows)
    # Side by side, both drawings have every row.
    beside = parts is not None and sum(map(len, parts)) > len(rows)
    states = parts is None and _are_states(drawn)
    parts = (drawn[:1], drawn[1:]) if states else parts
    both = [] if parts is None else list(_pairs(*parts))
    if states and not both:
        yield from readings_of(drawn[:1])  # which says what is wrong, if that is there
        raise TextError(drawn[1].span, Message("the drawing of the goal does not have the board of the start"))
    if parts is not None and not beside and not both and _are_alike(*parts):
        raise TextError(span_of(parts[1]), Message("the drawing of the goal does not have the board of the start"))
    follows = [draft for draft in both if _can_follow(draft)]
    if both and not follows:
        raise TextError(span_of(drawn), SEVERAL)
    both = follows
    said = (STATES,) if states else ()
    yield from (replace(draft, assumptions=(*said, *draft.assumptions), unclear=states) for draft in both)
    if any(_are_pieces_of_one_board(draft) for draft in both) or (both and parts and len(parts[0]) >= ALIKE_ROWS):
        return  # a board with every piece twice is unlikely, or one of two equal parts
    try:
        drafts = list(readings_of(rows))
    except TextError:
        if both:
            return
        raise
    if not drafts and not both:
        raise TextError(strange_mark(drawn) or drawn[0].span, UNKNOWN)
    yield from (draft.ranked(draft.rank + (1 if both else 0)) for draft in drafts)


def _are_states(rows: list[Row]) -> bool:
    """Whether two rows are whole positions, of a start and of a goal: with the same pieces, and as many."""
    if len(rows) != 2:
        return False
    states = [rows_of_pieces([row]) or rows_of_characters([row]) or [] for row in rows]
    cells = [[cell for line in state for cell in line] for state in states]
    if len(cells[0]) < SMALLEST_STATE or len(cells[0]) != len(cells[1]):
        return False
    return sorted(pieces_of(cells[0])) == sorted(pieces_of(cells[1])) or any(map(is_position, cells))


def _pairs(start: list[Row], goal: list[Row]) -> Iterator[Draft]:
    """The puzzles of two drawings, of a start and of a goal on the same board; the goal may be in one line."""
    words, width = goal[0].words() if len(goal) == 1 else [], len(start[0].words())
    if len(words) == width * len(start) > width:
        lines = [words[at : at + width] for at in range(0, len(words), width)]
        goal = [_joined(line) for line in lines]
    try:
        drafts = [list(readings_of(part)) for part in (start, goal)]
    except TextError:
        return
    yield from (pair for a in drafts[0] for b in drafts[1] if (pair := with_goal(a, b)) is not None)


def _joined(words: list[Row]) -> Row:
    """Words in one row, with blanks between."""
    return Row(" ".join(word.text for word in words), [at for word in words for at in (*word.at, word.at[-1])][:-1])


def _can_follow(draft: Draft) -> bool:
    """Whether a goal of pegs has fewer of them than the start, as each jump takes one away."""
    if "lines" not in draft.document.get("board", {}):
        return True
    start, goal = ("".join(draft.document[part]["picture"]).count(PEG) for part in ("start", "goal"))
    return goal < start


def _are_alike(start: list[Row], goal: list[Row]) -> bool:
    """Whether two drawings are so similar that they must be a start and a goal, one with an error."""
    marks = [set("".join(row.text for row in part)) - {" "} for part in (start, goal)]
    return len(start) == len(goal) >= ALIKE_ROWS and not marks[0].isdisjoint(marks[1])


def _are_pieces_of_one_board(draft: Draft) -> bool:
    """Whether a start and a goal of sliding pieces have the same pieces, or one of them has every piece once."""
    start, goal = draft.document["start"], draft.document["goal"]
    if not isinstance(start, list):
        return False
    numbers = list(range(len(start)))
    return sorted(start) == sorted(goal) or numbers in (sorted(start), sorted(goal))


@counted
def readings_of(rows: list[Row]) -> Iterator[Draft]:
    """What one drawing may be."""
    inside = unboxed(rows)
    cells = [row for row in inside if not isinstance(row, Row) and row]
    if cells:
        yield from _in_cells(cells)
        return
    drawn = [row for row in inside if isinstance(row, Row)]
    if not any(row.text.strip() for row in drawn):
        return
    found, joined = rows_of_pieces(drawn), rows_of_characters(drawn)
    if found is not None and any("," in row.text for row in drawn) and (uneven := uneven_row(found)):
        row = found[uneven[0]]
        raise TextError(Span(row[0].span.begin, row[-1].span.end), uneven[1])
    if found is not None or joined is not None:
        yield from drafts_of_pieces(joined or found or [], drawn=joined is None)
    elif is_drawing_of_pegs(drawn):
        yield from drafts_of_pegs(drawn)
    else:
        yield from drafts_of_blocks(drawn)


@counted
def _in_cells(rows: list[list[Cell]]) -> Iterator[Draft]:
    """The readings of the cells of a table: numbered pieces, or marks; in one line they may be its rows."""
    if len(rows) == 1 and all(" " in cell.text for cell in rows[0]):
        words = [(cell.span.begin, re.finditer(r"\S+", cell.text)) for cell in rows[0]]
        rows = [[Cell(w[0], Span(at + w.start(), at + w.end()), n) for n, w in enumerate(found)] for at, found in words]
    for cell in (cell for row in rows for cell in row if len(cell.text) > MAX_DIGITS and cell.text.isdecimal()):
        raise TextError(cell.span, Message("a number has too many digits"))
    contents = {cell.text for row in rows for cell in row}
    if any(map(piece_of, contents)) and all(piece_of(content) is not None for content in contents):
        yield from drafts_of_pieces(rows, drawn=False)
        return
    if any(len(content) > 1 for content in contents):
        return
    blank = "." if "." not in contents else " "
    drawn = []
    for row in rows:
        found = {cell.column: cell for cell in row}
        width = max(found) + 1
        spend(width)
        marks = [(found[c].text or blank) if c in found else "#" for c in range(width)]
        at = [found[c].span.begin if c in found else row[0].span.begin for c in range(width)]
        drawn.append(Row("".join(marks), at))
    yield from drafts_of_pegs(drawn) if is_drawing_of_pegs(drawn) else drafts_of_blocks(drawn)


def with_goal(start: Draft, goal: Draft) -> Draft | None:
    """The puzzle whose goal is drawn like its start; None if both are not on the same board."""
    if "start" not in start.document or "start" not in goal.document or start.document["kind"] != goal.document["kind"]:
        return None
    if start.document.get("board") != goal.document.get("board"):
        return None
    peg = start.words.values.get("peg")
    if peg != goal.words.values.get("peg") or (peg is None and start.rank != goal.rank):
        return None
    spans = dict(start.spans) | {
        pointer.replace("/start", "/goal", 1): span for pointer, span in goal.spans.items() if "/start" in pointer
    }
    words = Message("a start and a goal: {start}", start=start.words)
    return replace(start, document=start.document | {"goal": goal.document["start"]}, words=words, spans=spans)


def start_and_goal(rows: list[Row], read: Callable[[list[Row]], Iterator[Draft]]) -> Iterator[Draft]:
    """The puzzles of two drawings, each of which ``read`` reads, or those of one."""
    parts = parts_of(rows)
    drafts = [] if parts is None else [list(read(part)) for part in parts]
    both = [pair for a in drafts[0] for b in drafts[1] if (pair := with_goal(a, b))] if drafts else []
    yield from both or read(rows)


DRAWING = Format(
    name="drawing",
    title="A drawing, or rows of numbers",
    source="Letters, forums and books; the guide, page 2",
    conventions="Pegs and holes in any two marks, numbers with blanks or commas between, letters for blocks. Two "
    "drawings, one above the other or side by side, are a start and a goal. Moves are written as d2-d4-f4 (pegs; rows "
    "from the top, or numbers from 0 beyond column w), RRDL (where the empty cell goes) and CL3 (blocks), or as the "
    "first cells that a block leaves and enters.",
    example="    o\n   o o\n  . o o\n o o o o\no o o o o",
    read=read_drawing,
    general=True,
)
