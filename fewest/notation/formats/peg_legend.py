"""A drawing of pegs with a legend in words, as in the comments of the problems of the planning competition."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from fewest.notation.formats.cleaned import MAX_COLUMNS, MAX_LINES
from fewest.notation.formats.draft import Draft, Span, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pegs import HOLE, PEG, WALL, WALLS, boards, narrowed
from fewest.notation.formats.rows import Row
from fewest.notation.formats.words import is_harmless
from fewest.solver.errors import Message

COMMENT = re.compile(r"\s*(?:;+|%+|//+|#+(?=\s|$)) ?")
LEGEND = re.compile(
    r"(?<!\w)[\"'`“‘]?([^\s\w\"'`“‘]|[A-Za-z0-9])[\"'`”’]?\s{0,3}"
    r"(?:=|:|\b(?:is|are|denotes?|means?|represents?|marks?|stands? for)\b)\s{0,3}[\"'“]?((?:[A-Za-z]{1,12}\s?){1,4})"
)
"""A mark, and what it is."""

ROLES = {
    WALL: {"wall", "walls", "invalid", "illegal", "outside", "off", "obstacle", "unavailable", "nothing"},
    HOLE: {"empty", "free", "vacant", "unoccupied", "without", "no"},
    PEG: {"peg", "pegs", "occupied", "marble", "marbles", "stone", "stones", "pin", "pins", "full", "filled"},
}
"""Words for each role; a hole without such a word is an empty one."""

TARGET = re.compile(r"\s*target position\s*=\s*\((\d{1,2}),\s?(\d{1,2})\)\s*", re.IGNORECASE)
DIAGONAL = re.compile(r"diagonal moves needed:\s*[1-9]", re.IGNORECASE)
DESCRIPTION = re.compile(r"\s*problem description:?\s*", re.IGNORECASE)


def _read(text: Text) -> Iterator[Draft]:
    """The drawing whose marks the legend explains; a target is the place of the last peg."""
    lines = text.whole.count("\n")
    if lines >= MAX_LINES or len(text.whole) > MAX_LINES * MAX_COLUMNS or "(define" in text.whole:
        return
    rows = list(_lines(text.whole))
    meaning: dict[str, str] = {}
    legends = set[int]()
    for number, row in enumerate(rows):
        found = {mark: role for mark, words in LEGEND.findall(row.text) if (role := _role(words)) is not None}
        legends |= {number} if found else set()
        meaning |= found
    if not {PEG, HOLE} <= set(meaning.values()):
        return
    marks = {*meaning, *WALLS, " "}
    drawn = [n for n, row in enumerate(rows) if n not in legends and row.text.strip() and set(row.text) <= marks]
    if not drawn:
        return
    described = next((n + 1 for n, row in enumerate(rows) if DESCRIPTION.fullmatch(row.text)), 0)
    target = None
    for number, row in enumerate(rows[described:], described):
        if number in legends or drawn[0] <= number <= drawn[-1] or not row.text.strip():
            continue
        found_target = TARGET.fullmatch(row.text)
        target = found_target or target
        if found_target is None and not is_harmless(row.text):
            raise TextError(row.span, Message("this line may be a part of the puzzle"))
    if (named := DIAGONAL.search(text.whole)) is not None:
        said = Message("diagonal moves are named here, and are not read from a drawing")
        raise TextError(Span(*named.span()), said)
    yield from _drafts(rows[drawn[0] : drawn[-1] + 1], meaning, target)


def _lines(whole: str) -> Iterator[Row]:
    """The lines without the marks of comments."""
    at = 0
    for line in whole.split("\n"):
        comment = COMMENT.match(line)
        begin = comment.end() if comment is not None else 0
        yield Row(line[begin:].rstrip(), range(at + begin, at + len(line.rstrip())))
        at += len(line) + 1


def _role(words: str) -> str | None:
    found = set(words.lower().split())
    role = next((role for role, known in ROLES.items() if known & found), None)
    return HOLE if role is None and found & {"hole", "holes"} else role


def _drafts(rows: Sequence[Row], meaning: dict[str, str], target: re.Match[str] | None) -> Iterator[Draft]:
    left = min(len(row.text) - len(row.text.lstrip()) for row in rows if row.text.strip())
    narrow, spaced = narrowed(rows)
    for draft in boards(narrow, meaning, spaced=spaced):
        if target is None:
            yield draft
            continue
        r, c = int(target[1]), int(target[2]) - left // 2
        goal = [list(row.replace(PEG, HOLE)) for row in draft.document["start"]["picture"]]
        if not (r < len(goal) and 0 <= c < len(goal[r]) and goal[r][c] == HOLE):
            raise TextError(rows[0].span, Message("the target is no hole of the drawing"))
        goal[r][c] = PEG
        yield replace(draft, document=draft.document | {"goal": {"picture": ["".join(row) for row in goal]}})


PEG_LEGEND = Format(
    name="peg-legend",
    title="Pegs with a legend",
    source="Problems of peg solitaire of the planning competition of 2008 (pegsol-08); READMEs of solvers",
    conventions="What each mark is stands in words, in any order: in the planning problems * is occupied and o "
    "is free. The target is row and column, from 0: there the last peg must be.",
    example=';; "*" denotes "occupied"\n;; "o" denotes "free"\n;; \n;; * * o o\n;; o o o o\n;; \n'
    ";; Target position = (0,2)",
    read=_read,
    whole=True,
)
