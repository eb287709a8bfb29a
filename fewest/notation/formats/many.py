"""A text with several puzzles: where each stands."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from fewest.notation.formats.block_objects import is_block
from fewest.notation.formats.draft import Draft, Span, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.klotski_map import GNOME_KLOTSKI, KLOTSKI_KTS, levels_of
from fewest.notation.formats.lists_of_pieces import LISTS
from fewest.notation.formats.nodes import Node
from fewest.notation.formats.peg_bits import LONGEST_ROW
from fewest.notation.formats.pieces import is_position, rows_of_pieces
from fewest.notation.formats.registry import FORMATS
from fewest.notation.formats.steps import spend

MOST = 1000
"""So many puzzles are looked at; a text with more is refused anyway."""

MOST_LINES = 20_000
"""So many lines are looked at."""

STEPS_OF_A_BRACKET, STEPS_OF_A_LINE = 8, 400
STEPS_OF_A_BLOCK = 30
LEAST_BLOCKS = 3
"""Drawings with empty lines between that are several puzzles. Two are a start and a goal."""

FEWEST_PIECES = 6
"""Cells of the smallest board that is a puzzle in a line."""

TITLE = re.compile(
    r"^[ \t]*(?:#+[ \t]*)?(?:puzzle|level|board|problem|case|test|instance|example|position)[ \t]*(?:no\.?|nr\.?|\#)?"
    r"[ \t]*\d{1,5}[ \t]*[:.]?[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
LINE = re.compile(r"^[^\S\n]*+\S[^\n]*+", re.MULTILINE)
BRACKET = re.compile(r'\\.|["\[\]{}]')
"""Outside of strings; a quote begins one or ends it."""

TRIANGLE = 15
"""Holes of the usual triangle."""

Places = list[tuple[int, int]]


def texts_of(text: str) -> list[Text]:
    """The texts of its puzzles; the text itself if it has one."""
    spend(len(text) // 10)
    if not text.strip():
        return [Text(text)]
    if text.lstrip()[:1] in ("[", "{") and len(found := _members(text)) > 1:
        return found
    for split in (_levels, _columns, _titled, _blocks, _lines, partial(_lines, height=2)):
        found = split(text)
        if len(found) > 1 or (found and found[0].begin):  # a single one below its number
            return found
    return [Text(text)]


def _lines_of(text: str, most: int) -> Places:
    """Where the lines that are not empty stand, so many at most."""
    return [found.span() for found, _ in zip(LINE.finditer(text), range(most), strict=False)]


def _parts(text: str, places: Places) -> list[Text]:
    return [Text(text[begin:end], begin) for begin, end in places]


def _members(text: str) -> list[Text]:
    """The objects or the boards of a list, or objects one after the other."""
    within = int(text.lstrip()[0] == "[")
    depth, begin, places, quoted = 0, 0, Places(), False
    for found in BRACKET.finditer(text):
        spend(STEPS_OF_A_BRACKET)
        quoted ^= found[0] == '"'
        if quoted:
            continue
        if found[0] in "[{":
            begin = found.start() if depth == within else begin
            depth += 1
        elif found[0] in "]}":
            depth -= 1
            places += [(begin, found.end())] if depth == within else []
    parts = _parts(text, places)
    if depth or any(text[a:b].strip(" \t\n,;") for (_, a), (b, _) in pairwise(places)):
        return []
    if all(part.whole[0] == "{" for part in parts):
        return [] if within and parts and is_block(parts[0].whole) else parts
    return parts if within and all(_puzzles(LISTS, part) for part in parts[:MOST]) else []


def _levels(text: str) -> list[Text]:
    """The levels of GNOME Klotski or of boards.kts; those that cannot be read stay with the one before or behind."""
    places: Places = []
    begin = -1
    levels = levels_of(text)
    for _, (start, end) in levels if len(levels) > 1 else ():
        begin = start if begin < 0 else begin
        part = Text(text[start:end], start)
        spend(STEPS_OF_A_LINE)
        if any(_drafts(format, part) for format in (GNOME_KLOTSKI, KLOTSKI_KTS)):
            places.append((begin, end))
            begin = -1
        elif places:
            places[-1], begin = (places[-1][0], end), -1
    return _parts(text, places)


def _columns(text: str) -> list[Text]:
    """A table in lines whose first line names its columns: the puzzles in one of them."""
    first, *lines = _lines_of(text, MOST + 2)
    header = text[first[0] : first[1]][:4000]
    mark = next((mark for mark in ",;\t" if mark in header), "")
    names = [name.strip() for name in header.split(mark)] if mark else []
    nodes = [Node(None, Span(0, 0), name) for name in names if re.fullmatch(r"[\w ]+", name)]
    start = next((place for place, node in enumerate(nodes) if node.is_start), None)
    if start is None or len(nodes) < len(names):
        return []
    goal = next((place for place, node in enumerate(nodes) if node.is_goal), None)
    found = []
    for begin, end in lines:
        (fields,) = csv.reader([text[begin:end][:4000]], delimiter=mark)
        if len(fields) != len(names):
            return []
        # A goal stands below its start, as in a text of its own.
        found.append(Text(fields[start] + ("" if goal is None else "\n" + fields[goal]), begin))
    return found


def _titled(text: str) -> list[Text]:
    """Drawings below titles with numbers."""
    if TITLE.match(text, text.rfind("\n", 0, len(text) - len(text.lstrip())) + 1) is None:
        return []
    titles = [found for found, _ in zip(TITLE.finditer(text), range(MOST + 1), strict=False)]
    alone = len(titles) == 1 and "#" not in titles[0][0]
    if alone:
        return []
    ends = [*(title.start() for title in titles[1:]), len(text)]
    parts = _parts(text, [(title.end(), end) for title, end in zip(titles, ends, strict=True)])
    return parts if all(part.whole.strip() for part in parts) else []


def _blocks(text: str) -> list[Text]:
    """Drawings of one size with empty lines between, or their number and then as many boards."""
    blocks: list[Places] = []
    for line in _lines_of(text, MOST_LINES):
        if not blocks or text.find("\n", blocks[-1][-1][1] + 1, line[0]) >= 0:
            blocks.append([])
        blocks[-1].append(line)
    spend(STEPS_OF_A_BLOCK * len(blocks))
    count = _number(text, blocks[0][0])
    if count and len(blocks[0]) == 1 and count == len(blocks) - 1 and _is_board(text, blocks[-1]):
        return _parts(text, [(block[0][0], block[-1][1]) for block in blocks[1:]])
    if count > 1 and (tight := _boards(text, [line for block in blocks for line in block][1:], count)):
        return tight
    sizes = {(len(block), max(len(text[a:b].split()) for a, b in block)) for block in blocks}
    several = len(blocks) >= LEAST_BLOCKS and len(sizes) == 1 and len(blocks[0]) > 1
    return _parts(text, [(block[0][0], block[-1][1]) for block in blocks]) if several else []


def _is_board(text: str, lines: Places) -> bool:
    """Whether lines are several, or one with every piece of a board."""
    board = rows_of_pieces(Text(text[slice(*lines[0])]).lines) or [[]]
    return len(lines) > 1 or is_position(board[0])


def _number(text: str, line: tuple[int, int]) -> int:
    """The number that is alone in a line; 0 if there is none."""
    found = re.fullmatch(r"\s*(\d{1,5})\s*", text[slice(*line)])
    return int(found[1]) if found else 0


def _boards(text: str, lines: Places, count: int) -> list[Text]:
    """So many boards of pieces one below the other, all of one size or each with its side above it."""
    parts, at = list[Text](), 0
    while at < len(lines) and len(parts) <= MOST:
        spend(STEPS_OF_A_LINE)
        side = _number(text, lines[at])
        rows = 1 + side if side else len(lines) // count
        part = Text(text[lines[at][0] : lines[min(at + rows, len(lines)) - 1][1]], lines[at][0])
        try:
            board = rows_of_pieces(part.lines[bool(side) :]) or []
        except TextError:
            return []
        if rows < 2 or not is_position([cell for row in board for cell in row]):
            return []
        parts.append(part)
        at += rows
    return parts if len(parts) in (count, MOST + 1) else []


def _lines(text: str, height: int = 1) -> list[Text]:
    """Puzzles of one line each, or of so many."""
    lines = _lines_of(text, (MOST + 1) * height)
    if len(lines) < 2 * height or len(lines) % height:
        return []
    parts = _parts(text, [(lines[at][0], lines[at + height - 1][1]) for at in range(0, len(lines), height)])
    formats: Sequence[Format] = [format for format in FORMATS if format.line]
    complete = len(parts) > 2
    for part in parts[:MOST]:
        spend(STEPS_OF_A_LINE)
        known = {format.name: drafts for format in formats if (drafts := _puzzles(format, part))}
        formats = [format for format in formats if format.name in known]
        if not formats:
            return []
        documents = [draft.document for draft in known[formats[0].name]]
        complete = complete or any("goal" in each or "metric" in each for each in documents)
    # Two positions without goals are a start and a goal.
    return parts if complete else []


def _drafts(format: Format, text: Text) -> list[Draft]:
    """The puzzles of a text in a format, however wrong it is."""
    try:
        return list(format.read(text))
    except TextError:
        return []


def _puzzles(format: Format, text: Text) -> list[Draft]:
    """The puzzles of a line in a format; rows of pieces or of bits may be those of one drawing."""
    line = text.whole.strip()
    # No drawing has a digit for each hole of the triangle in each of its rows.
    several = len(set(line)) > 2 or len(line) > LONGEST_ROW or (len(line) == TRIANGLE and set(line) == {"0", "1"})
    found = []
    for draft in _drafts(format, text):
        start = draft.document.get("start")
        pieces = isinstance(start, list) and len(start) >= FEWEST_PIECES and sorted(start) == list(range(len(start)))
        found += [draft] if pieces or (not isinstance(start, list) and several and "\n" not in line) else []
    return found
