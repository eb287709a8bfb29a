"""Sliding blocks in two pictures: a start, and a goal that may show only some of its blocks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fewest.notation.formats.draft import Draft
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.pictures import FREE, Picture, Point, corner_of, is_together, picture_of
from fewest.notation.formats.rows import Row, blocks_of
from fewest.notation.formats.rush_hour import drafts_of_cars
from fewest.solver.errors import Message


def _shape(picture: Picture, name: str) -> set[Point]:
    """The cells of a piece, counted from its corner."""
    cells = picture.pieces[name]
    top, left = corner_of(cells)
    return {(r - top, c - left) for r, c in cells}


def read_goal(text: Text) -> Iterator[Draft]:
    """Two boards of letters with empty lines, words for a goal, or lines that begin with % between them."""
    rows = [Row("", []) if row.text[:1] in "$%" else row for row in text.lines] if not text.has_lists else []
    parts = [part for part in blocks_of(rows) if part]
    start, goal = map(picture_of, parts) if len(parts) == 2 else (None, None)
    if start is None or goal is None or start.size != goal.size:
        return
    goal = goal.with_marks({"?": FREE})
    shapes = [_shape(start, name) for name in start.pieces]
    letters = all(name.isalpha() and is_together(cells) for name, cells in start.pieces.items())
    if (
        not letters
        or 2 * sum(len(each) > 1 for each in shapes) < len(shapes)
        or not goal.pieces.keys() <= start.pieces.keys()
    ):
        return
    if not goal.pieces or any(_shape(start, name) != _shape(goal, name) for name in goal.pieces):
        return
    aims = {name: corner_of(cells) for name, cells in goal.pieces.items()}
    for draft in drafts_of_cars(start, None, False):
        if draft.document["goal"]["at"].items() <= {name: list(aim) for name, aim in aims.items()}.items():
            yield draft  # the last position of a solution
            return
    if aims.keys() == start.pieces.keys():
        return  # two drawings of all pieces are read as such
    what = Message("a picture of {pieces|# block|# blocks}", pieces=len(shapes))
    told = Message("The text gives no metric; assumed: one move takes one block any distance along any path.")
    draft = start.draft(aims, "path", Message("a start and a goal: {start}", start=what))
    yield replace(draft, assumed=("metric",), assumptions=(told,))


BLOCK_GOAL = Format(
    name="block-goal",
    title="Sliding blocks, a start and a goal",
    source="BartMassey/simplicity-solver (2010), README, and a solver in Python whose boards follow lines with %",
    conventions="Two boards in letters below each other. The goal shows only the blocks that have a place in it: dots "
    "and ? are any cells. $ begins a remark, % a board. If all blocks are cars and the red one is at the right edge in "
    "the second board, that alone is the goal. Else one move takes one block any distance along any path.",
    example="% Start\nA A C .\nX X E .\nX X . .\n% Goal\n. . . .\n. . X X\n. . X X",
    read=read_goal,
    whole=True,
)
