"""A text with several puzzles: where each stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from fewest.notation.formats.draft import Draft, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pieces import is_position, rows_of_pieces
from fewest.notation.formats.registry import FORMATS
from fewest.notation.formats.steps import spend

MOST = 1000
"""So many puzzles are looked at; a text with more is refused anyway."""

STEPS_OF_A_LINE = 400
LEAST_BLOCKS = 3
"""Drawings with empty lines between that are several puzzles. Two are a start and a goal."""

FEWEST_PIECES = 6
"""Cells of the smallest board that is a puzzle in a line."""

TITLE = re.compile(
    r"^[ \t]*(?:#+[ \t]*)?(?:puzzle|level|board|problem|case|test|instance|example|position)[ \t]*(?:no\.?|nr\.?|\#)?"
    r"[ \t]*\d{1,5}[ \t]*[:.]?[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
BLOCK = re.compile(r"[^\n]*\S[^\n]*+(?:\n[^\n]*\S[^\n]*+)*+")
LINE = re.compile(r"[^\n]*\S[^\n]*")
BRACKET = re.compile(r'"(?:[^"\\\n]|\\.)*+"|[\[\]{}]')
FIELD = re.compile(r'"([^"\n]*)"|[^,;\t\n"]*')
STARTS = {"puzzle", "board", "start", "initial", "initial_state", "start_state", "state", "position", "tiles"}
GOALS = {"goal", "goal_state", "target", "solved", "solved_state", "final"}


def texts_of(text: str) -> list[Text]:
    """The texts of its puzzles; the text itself if it has one."""
    spend(len(text) // 10)
    if text.lstrip()[:1] in ("[", "{"):
        found = _objects(text)
        found = found if len(found) > 1 else []
    else:
        found = _columns(text) or _titled(text) or _blocks(text) or _lines(text, 1) or _lines(text, 2)
    return found if len(found) > 1 or (found and found[0].begin) else [Text(text)]


def _parts(text: str, spans: Sequence[tuple[int, int]]) -> list[Text]:
    return [Text(text[begin:end], begin) for begin, end in spans]


def _objects(text: str) -> list[Text]:
    """The members of a list, or objects one after the other."""
    within = 1 if text.lstrip()[0] == "[" else 0
    depth, begin, spans = 0, 0, list[tuple[int, int]]()
    for found in BRACKET.finditer(text):
        mark = found[0]
        if mark[0] == '"':
            continue
        if mark in "[{":
            begin = found.start() if depth == within else begin
            depth += 1
        else:
            depth -= 1
            spans += [(begin, found.end())] if depth == within else []
        spend(2)
    joints = [text[a:b] for (_, a), (b, _) in pairwise(spans)]
    parts = _parts(text, spans)
    if not parts or depth or any(joint.strip(" \t\n,;") for joint in joints):
        return []
    if all(part.whole[0] == "{" for part in parts):
        return parts
    least = 2 if parts[0].whole[1:].lstrip()[:1] == "[" else LEAST_BLOCKS
    return parts if within and len(parts) >= least and all(map(_is_board, parts[:MOST])) else []


def _is_board(part: Text) -> bool:
    """Whether a list is a whole board of pieces, in rows or in one row."""
    try:
        cells = rows_of_pieces(part.rows)
    except TextError:
        return False
    flat = [cell for row in cells or [] for cell in row]
    even = cells is not None and len({len(row) for row in cells}) == 1
    return even and is_position(flat) and (len(cells or []) > 1 or len(flat) >= FEWEST_PIECES)


def _columns(text: str) -> list[Text]:
    """A table in lines whose first line names its columns: the puzzles in one of them."""
    lines = [found.span() for found in LINE.finditer(text)]
    fields = [_fields(text, *line) for line in lines[: MOST + 2]]
    names = [text[a:b].strip().lower() for a, b in fields[0]] if fields else []
    start = next((place for place, name in enumerate(names) if name in STARTS), None)
    goal = next((place for place, name in enumerate(names) if name in GOALS), None)
    if start is None or len(names) < 2 or any(len(each) != len(names) for each in fields):
        return []
    found = []
    for each in fields[1:]:
        begin, end = each[start]
        # A goal stands below its start, as in a text of its own.
        below = "" if goal is None else "\n" + text[slice(*each[goal])]
        found.append(Text(text[begin:end] + below, begin))
    return found


def _fields(text: str, begin: int, end: int) -> list[tuple[int, int]]:
    fields, at = [], begin
    while at <= end:
        found = FIELD.match(text, at, end)
        assert found is not None  # it may be empty
        fields.append(found.span(1) if found[1] is not None else found.span())
        at = found.end() + 1
    return fields


def _titled(text: str) -> list[Text]:
    """Drawings below titles with numbers."""
    titles = list(TITLE.finditer(text))
    alone = len(titles) == 1 and "#" not in titles[0][0]
    if not titles or alone or text[: titles[0].start()].strip():
        return []
    ends = [*(title.start() for title in titles[1:]), len(text)]
    spans = [(title.end(), end) for title, end in zip(titles, ends, strict=True)]
    return _parts(text, spans) if all(text[a:b].strip() for a, b in spans) else []


def _blocks(text: str) -> list[Text]:
    """Drawings of one size with empty lines between, or their number and then as many boards."""
    blocks = [found.span() for found in BLOCK.finditer(text)]
    lines = [[found.span() for found in LINE.finditer(text, *block)] for block in blocks]
    first = text[slice(*lines[0][0])].strip() if lines else ""
    count = int(first) if first.isascii() and first.isdecimal() and len(first) < 6 else 0
    if count and len(lines[0]) == 1 and count == len(blocks) - 1 and len(lines[-1]) > 1:
        return _parts(text, blocks[1:])
    if count > 1 and (tight := _boards(text, [line for block in lines for line in block][1:], count)):
        return tight
    sizes = {(len(block), max(len(text[a:b].split()) for a, b in block)) for block in lines}
    return _parts(text, blocks) if len(blocks) >= LEAST_BLOCKS and len(sizes) == 1 and len(lines[0]) > 1 else []


def _boards(text: str, lines: Sequence[tuple[int, int]], count: int) -> list[Text]:
    """So many boards of pieces one below the other, all of one size or each with its side above it."""
    parts, at = [], 0
    each = len(lines) // count
    while at < len(lines) and len(parts) < MOST:
        side = text[slice(*lines[at])].strip()
        sided = len(side) < 3 and side.isascii() and side.isdecimal()
        rows = 1 + int(side) if sided else each
        part = Text(text[lines[at][0] : lines[min(at + rows, len(lines)) - 1][1]], lines[at][0])
        spend(STEPS_OF_A_LINE)
        board = rows_of_pieces(part.lines[sided:]) or []
        if rows < 2 or not is_position([cell for row in board for cell in row]):
            return []
        parts.append(part)
        at += rows
    return parts if len(parts) in (count, MOST) else []


def _lines(text: str, height: int) -> list[Text]:
    """Lines that are puzzles each, or records of two lines."""
    lines = [found.span() for found in LINE.finditer(text)]
    if len(lines) < 2 * height or len(lines) % height:
        return []
    parts = _parts(text, [(lines[at][0], lines[at + height - 1][1]) for at in range(0, len(lines), height)])
    formats: Sequence[Format] = [format for format in FORMATS if format.line]
    alone = False
    for part in parts[:MOST]:
        spend(STEPS_OF_A_LINE)
        known = {format.name: drafts for format in formats if (drafts := list(_puzzles(format, part)))}
        formats = [format for format in formats if format.name in known]
        if not formats:
            return []
        alone = alone or any(draft.document["kind"] != "slide" or "goal" in draft.document for draft in known[formats[0].name])
        alone = alone or formats[0].whole
    # Two positions without goals are a start and a goal.
    return parts if alone or len(parts) > 2 else []


def _puzzles(format: Format, text: Text) -> Iterator[Draft]:
    """The puzzles of a line in a format; rows of pieces or of bits may be those of one drawing."""
    try:
        drafts = list(format.read(text))
    except TextError:
        return
    for draft in drafts:
        start = draft.document.get("start")
        pieces = isinstance(start, list) and len(start) >= FEWEST_PIECES and sorted(start) == list(range(len(start)))
        marks = len(set(text.whole.strip())) > 2
        if pieces if draft.document["kind"] == "slide" else marks:
            yield draft
