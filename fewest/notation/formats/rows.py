"""The rows of a drawing: lines of a text, the strings of a list, or what the lines of a table enclose."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from fewest.notation.fields import MAX_ROWS
from fewest.notation.formats.cleaned import MAX_COLUMNS, MAX_LINES
from fewest.notation.formats.draft import Span, TextError
from fewest.notation.formats.steps import counted, spend
from fewest.solver.errors import Message

VARIANT = "\ufe0f"
"""Makes the mark before it coloured; it has no width."""

BLANKS = str.maketrans({"\u3000": " ", "\u00a0": " "})
PART = r"(?:\s?(?:position|state|board|zustand|stellung|局面|状態|状态))?"
OF_STATE, STATE_OF = r"(?:(?:estado|état|etat|stato|posici[oó]n|position)\s)?", r"(?:\sсостояние)?"
START = (
    rf"(?:current\s|game\s)?(?:(?:start(?:ing)?|initial|board|state|puzzle|スタート|初期|初始|anfangs?|ausgangs){PART}"
    rf"|{OF_STATE}(?:inicial|initiale?|iniziale)|начальн\w+{STATE_OF})"
)
GOAL = (
    rf"(?:(?:goal|target|end|final|finish|ziel|ゴール|目標|目的|目标|最终){PART}"
    rf"|{OF_STATE}(?:objetivo|finale?|meta|but|goal|obiettivo)|(?:конечн|целев)\w+{STATE_OF})"
)
"""Words for a start and a goal, in several languages."""

AROUND = re.compile(
    r"^\s*(?:```\w*$|>(?=\s|$)|(?:row|line|zeile|fila|行)\s?\d{1,2}\s?[:：]"
    rf"|{START}(?:\s*[:=：]|\s+{GOAL}\s*$)|(?=start|initial|スタート|初期){START}\s*$)",
    re.IGNORECASE,
)
"""What stands around a drawing in a message: fences, marks of quotations, numbers of rows, a word before a colon."""

INLINE = re.compile(rf"\s*(?:(?P<goal>{GOAL})|(?=start|initial|スタート|初期){START})\s*[:：=]\s*(?=[^\s:：=])", re.I)
"""The label of a start or a goal in the line of its first row."""

UNDERLINES = re.compile(r"\s*[-=]{3,}(?:\s+[-=]{3,})+\s*")
HEADINGS = re.compile(r"\s*[A-Za-z]{3,}")
"""Words above two drawings, with lines below them; without words, dashes are marks of a drawing."""

BETWEEN = re.compile(rf"\s*(?:[-=]+>|→|⇒|↓|⇓|{GOAL}\s*[:：=]?)\s*", re.IGNORECASE)
"""A line between a start and a goal."""

GOAL_FIRST = re.compile(rf"\s*{GOAL}\s*[:：=]?\s*", re.IGNORECASE)

ARROW = re.compile(r"\s(?:[-=]+>|→|⇒)\s|(?<=\S)(?:[-=]>|→|⇒)(?=\S)")
BESIDE = 3
"""Least number of blanks between a start and a goal drawn side by side."""

SEVERAL = Message("several positions; write one, or a start and a goal")

STEPS_OF_A_CELL = 20
"""A cell of a table takes a microsecond or two."""

VERTICALS = "│║┃|"
RULE = re.compile(r"[\s─━═┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╭╮╰╯┏┓┗┛┣┫┳┻╋│║┃|+:=—-]*")
"""A line of a table that has no content; it has a corner or a horizontal line."""

CORNERS = re.compile(r"[─━═┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╭╮╰╯┏┓┗┛┣┫┳┻╋]|[|+][-=:]|[-=—]{3}|\|\s:-|^[-=]+$")


class Row(NamedTuple):
    """Characters of a drawing, and the number of each in the text."""

    text: str
    at: Sequence[int]

    @property
    def span(self) -> Span:
        """The span without blanks at either end."""
        inside = self.text.strip()
        begin = self.text.find(inside)
        return Span(self.at[begin], self.at[begin + len(inside) - 1] + 1) if inside else Span(0, 0)

    def part(self, begin: int, end: int) -> Row:
        """Some of its columns."""
        return Row(self.text[begin:end], self.at[begin:end])

    def without(self, mark: str) -> Row:
        """The row without a mark."""
        if mark not in self.text:
            return self
        kept = [place for place, each in enumerate(self.text) if each != mark]
        return Row("".join(self.text[place] for place in kept), [self.at[place] for place in kept])

    def words(self) -> list[Row]:
        """The parts between blanks."""
        return [self.part(*found.span()) for found in re.finditer(r"\S+", self.text)]

    def split(self, marks: str) -> list[Row]:
        """The parts between these marks."""
        ends = [-1, *(place for place, mark in enumerate(self.text) if mark in marks), len(self.text)]
        return [self.part(a + 1, b) for a, b in pairwise(ends)]


def span_of(rows: Sequence[Row]) -> Span:
    """From the first to the last character of some rows, without blanks at either end."""
    spans = [row.span for row in rows if row.text.strip()] or [Span(0, 0)]
    return Span(spans[0].begin, spans[-1].end)


class Cell(NamedTuple):
    """The text of one cell, its place, and its column in the drawing. An empty text is an empty cell."""

    text: str
    span: Span
    column: int


def too_large(span: Span) -> TextError:
    """The error of a drawing with too many rows, or too long ones."""
    return TextError(span, Message("a drawing has at most {most} rows of {most} characters", most=MAX_ROWS))


def rows_of(text: str) -> list[Row]:
    """The lines of a text, without empty lines at either end.

    Raises
    ------
    TextError
        If there are too many, or too long ones.
    """
    begin = len(text) - len(text.lstrip())
    begin = text.rfind("\n", 0, begin) + 1
    end = len(text.rstrip())
    rows: list[Row] = []
    above = ""
    at = begin
    while at < end:
        stop = text.find("\n", at)
        stop = end if stop < 0 or stop > end else stop
        # One character more than a line may have shows that it is too long.
        line = text[at : min(stop, at + MAX_COLUMNS + 1)].rstrip().translate(BLANKS)
        headed = HEADINGS.match(above) is not None and UNDERLINES.fullmatch(line) is not None
        above = line
        label = INLINE.match(line)
        if label is not None and not headed:
            # A goal in the line of its label stands below the label, and a start apart from what is above it.
            rows.append(Row(label["goal"] or "", range(at, at + len(label["goal"] or ""))))
            line = " " * label.end() + line[label.end() :]
        line = "" if headed else AROUND.sub(lambda found: " " * len(found[0]), line).rstrip()
        if len(rows) >= MAX_LINES or len(line) > MAX_COLUMNS:
            raise too_large(Span(at, at + 1))
        spend(len(line))
        rows.append(Row(line, range(at, at + len(line))).without(VARIANT))
        at = stop + 1
    while rows and not rows[0].text:
        del rows[0]
    while rows and not rows[-1].text:
        del rows[-1]
    return _without_every_other(_without_tabs(rows) if any("\t" in row.text for row in rows) else rows)


def _without_tabs(rows: list[Row]) -> list[Row]:
    """The rows of a spreadsheet, with blanks for tabs such that its columns are aligned to the right."""
    width = 1 + max(len(cell) for row in rows for cell in row.text.split("\t"))
    aligned = []
    for row in rows:
        spend(width * (1 + row.text.count("\t")))
        text, at = "", list[int]()
        begin = 0
        for cell in row.text.split("\t"):
            text += cell.rjust(width)
            place = row.at[min(begin, len(row.at) - 1)] if row.at else 0
            at += [place] * (width - len(cell)) + list(row.at[begin : begin + len(cell)])
            begin += len(cell) + 1
        if len(text) > MAX_COLUMNS:
            raise too_large(row.span)
        aligned.append(Row(text, at))
    return aligned


@counted
def _without_every_other(rows: list[Row]) -> list[Row]:
    """The rows; if every other one is empty, those between."""
    doubled = len(rows) > 4 and all(bool(row.text) != bool(number % 2) for number, row in enumerate(rows))
    return rows[::2] if doubled else rows


@counted
def parts_of(rows: list[Row]) -> tuple[list[Row], list[Row]] | None:
    """The drawings of a start and of a goal: below each other, with empty lines or an arrow between them, in one line
    with an arrow, or side by side. None if there are not two.
    """
    if len(rows) == 1:
        arrows = list(ARROW.finditer(rows[0].text))
        if len(arrows) != 1:
            return None
        return [rows[0].part(0, arrows[0].start())], [rows[0].part(arrows[0].end(), len(rows[0].text))]
    turned = rows != [] and GOAL_FIRST.fullmatch(rows[0].text) is not None
    parts = blocks_of(rows)
    if len(parts) == 1:
        return _beside(parts[0]) if parts[0] else None
    if len(parts) != 2 or not all(parts):
        return None
    return (parts[1], parts[0]) if turned else (parts[0], parts[1])


def blocks_of(rows: list[Row]) -> list[list[Row]]:
    """The rows between empty lines, arrows and words before a goal; the last part may be empty."""
    parts: list[list[Row]] = [[]]
    for row in rows:
        if row.text and not BETWEEN.fullmatch(row.text):
            parts[-1].append(row)
        elif parts[-1]:
            parts.append([])
    return parts


def _beside(rows: list[Row]) -> tuple[list[Row], list[Row]] | None:
    """Two drawings side by side, with several blanks between them in every row; None if there is no such gap."""
    if len(rows) > 1:
        # An arrow between two drawings is a part of the gap.
        rows = [Row(ARROW.sub(lambda found: " " * len(found[0]), row.text), row.at) for row in rows]
    width = max(len(row.text) for row in rows)
    left = min(len(row.text) - len(row.text.lstrip()) for row in rows)
    spend(width * len(rows))
    free = "".join(" " if all(row.text[c : c + 1] in ("", " ") for row in rows) else "x" for c in range(left, width))
    boxed = len(rows) > 2 and _is_rule(rows[0].text) and _is_rule(rows[-1].text)
    gaps = [gap for gap in re.finditer(" +", free) if boxed or len(gap[0]) >= BESIDE]
    ends = [0, *(end for gap in gaps for end in (gap.start(), gap.end())), len(free)]
    columns = zip(ends[::2], ends[1::2], strict=True)
    marks = {tuple(sorted(" ".join(row.text[left + a : left + b] for row in rows).split())) for a, b in columns}
    if len(gaps) > 1 and (boxed or len(marks) == 1):
        raise TextError(span_of(rows), SEVERAL)
    if len(gaps) != 1:
        return None
    a, b = left + gaps[0].start(), left + gaps[0].end()
    parts = [row.part(0, a) for row in rows], [row.part(b, width) for row in rows]
    return parts if all(row.text.strip() for part in parts for row in part) else None


@counted
def unboxed(rows: list[Row]) -> list[Row] | list[list[Cell]]:
    """A table without its lines: rows of cells. A drawing in a frame is the drawing; any other stays as it is."""
    inside = [row for row in rows if row.text.strip() and not _is_rule(row.text)]
    walls = [[place for place, mark in enumerate(row.text) if mark in VERTICALS] for row in inside]
    if not inside or not all(walls):
        return rows
    if all(row.text.strip()[0] in VERTICALS and row.text.strip()[-1] in VERTICALS for row in inside):
        if all(len(each) == 2 for each in walls):
            return [Row(re.sub(f"[{VERTICALS}]", " ", row.text).rstrip(), row.at) for row in inside]
    else:  # without lines at the sides
        right = max(len(row.text) for row in inside)
        inside = [Row(row.text.ljust(right), [*row.at, *[row.at[-1]] * (right - len(row.text))]) for row in inside]
        walls = [[-1, *each, right] for each in walls]
    places = sorted({place for each in walls for place in each})
    aligned = len({b - a for a, b in pairwise(places)}) == 1
    return [list(_cells(row, each, places if aligned else each)) for row, each in zip(inside, walls, strict=True)]


def _is_rule(line: str) -> bool:
    return RULE.fullmatch(line) is not None and CORNERS.search(line.strip()) is not None


def _cells(row: Row, walls: list[int], columns: list[int]) -> Iterator[Cell]:
    """The cells of a row: the parts between two adjacent lines, or with content."""
    spend(STEPS_OF_A_CELL * len(columns))
    ends = set(walls)
    for column, (a, b) in enumerate(pairwise(columns)):
        content = row.text[a + 1 : b].strip()
        if content or (a in ends and b in ends):
            yield Cell(content, _inner(row, a, b), column)


def _inner(row: Row, a: int, b: int) -> Span:
    part = row.part(a + 1, min(b, len(row.text)))
    if part.text.strip():
        return part.span
    return Span(row.at[max(a, 0)], row.at[min(b, len(row.text) - 1)] + 1)


def uneven_row(rows: Sequence[Sequence[object]]) -> tuple[int, Message] | None:
    """The first row that is not as long as most rows are, and what is wrong with it; None if all are equally long."""
    usual = Counter(map(len, rows)).most_common(1)[0][0]
    for number, row in enumerate(rows):
        if len(row) != usual:
            text = "row {row} has {length|# cell|# cells}; expected: {usual}"
            return number, Message(text, row=number + 1, length=len(row), usual=usual)
    return None
