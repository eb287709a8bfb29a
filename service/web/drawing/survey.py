"""Pictures of surveys: the lengths of all problems of a board, drawn on the board.

Where every start has one hole empty and every goal is one peg, there is a small board in the place of each hole: the
one that is empty at the start. Each of its holes has the number of moves to end there. Other surveys have a small
picture of each start, with a number of moves for each goal below it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from fewest.schemas import JsonObject
from fewest.schemas.documents.base import encode
from fewest.schemas.puzzle import dump_puzzle, load_puzzle
from fewest.service.web.drawing.digits import label
from fewest.service.web.drawing.looks import EDGE, SMALL
from fewest.service.web.drawing.outline import Point, outline
from fewest.service.web.drawing.scene import UNIT, Scene, scene_of, still
from fewest.service.web.drawing.svg import position_picture, square_tiles

PAPER, WOOD, INK, FAINT = "#fffaf0", "#e9d3a4", "#3b2712", "#8a6a4a"
SHADES = ("#fdf0c8", "#f9d98f", "#f2b75c", "#dd8a3c", "#b85c2a", "#8a3420", "#5e1a1c")
"""From few moves to many; text on the last three is white."""

FIRST_DARK = 4

SIDE = 22.0
"""From a hole of a small board to the next one, in SVG units."""

GAP = 16.0
PICTURE = 120.0
"""Width and height of the picture of a start or a goal."""

MIN_COLUMNS_WIDTH = 900.0
"""About how wide the pictures of starts are laid out."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of a problem: a text, and the number of moves that shades it, if proven."""

    text: str
    length: int | None = None


NO_SOLUTION = Mark("")


def mark_of(problem: JsonObject) -> Mark:
    """The mark of a problem of a survey."""
    length, bound = problem.get("length"), problem.get("lower_bound")
    if problem["status"] == "unsolvable":
        return NO_SOLUTION
    if length is not None:
        return Mark(str(length), length) if problem["optimal"] else Mark(f"≤{length}")
    return Mark(f"≥{bound}" if bound else "?")


def survey_picture(survey: JsonObject, problems: Sequence[JsonObject]) -> str:
    """Draw a survey.

    Parameters
    ----------
    survey
        As it is stored: ``puzzles``, ``starts``, ``goals`` and ``rows``.
    problems
        The problems of its document, in the order of its items.
    """
    starts, goals = survey["starts"], survey["goals"]
    marks = [mark_of(problems[row]) for row in survey["rows"]]
    table = [marks[at : at + len(goals)] for at in range(0, len(marks), len(goals))]
    blank = scene_of(encode({"puzzle": survey["puzzles"] | {"start": starts[0], "goal": goals[0]}}))
    points = blank.points
    plain_starts = [_plain(survey, start, goals[0])["start"] for start in starts]
    plain_goals = [_plain(survey, starts[0], goal)["goal"] for goal in goals]
    shade = _Shades(marks)
    if blank.style.holes:
        vacancies = [set(range(len(points))) - set(start["pegs"]) for start in plain_starts]
        ends = [goal.get("pegs", ()) for goal in plain_goals]
        if all(len(holes) == 1 for holes in [*vacancies, *ends]):
            pairs = ((vacancy, end) for (vacancy,) in vacancies for (end,) in ends)
            return _on_the_board(points, dict(zip(pairs, marks, strict=True)), shade)
    start_pictures = [_picture(blank, content, "A start.") for content in plain_starts]
    goal_pictures = [_picture(blank, content, "A goal.") for content in plain_goals]
    return _by_starts(start_pictures, goal_pictures, table, shade)


def _plain(survey: JsonObject, start: object, goal: object) -> JsonObject:
    """A puzzle in the plainest form."""
    return dump_puzzle(load_puzzle(survey["puzzles"] | {"start": start, "goal": goal}).puzzle)


class _Shades:
    """The colours of numbers of moves: shades from the fewest to the most."""

    def __init__(self, marks: Iterable[Mark]) -> None:
        self.lengths = sorted({mark.length for mark in marks if mark.length is not None})

    def index(self, length: int) -> int:
        """The shade of a number of moves."""
        low, high = self.lengths[0], self.lengths[-1]
        return 0 if low == high else round((length - low) / (high - low) * (len(SHADES) - 1))

    def colours(self, mark: Mark) -> tuple[str, str]:
        """The colours of a mark's place and of its text."""
        if mark.length is None:
            return ("none", FAINT) if mark == NO_SOLUTION else (PAPER, INK)
        index = self.index(mark.length)
        return SHADES[index], "#fff" if index >= FIRST_DARK else INK


def _on_the_board(points: Sequence[Point], marks: Mapping[tuple[int, int], Mark], shade: _Shades) -> str:
    """A small board in the place of each hole that is empty at a start."""
    small = [(x / UNIT * SIDE, y / UNIT * SIDE) for x, y in points]
    line = outline(small, 0.75 * SIDE)
    left, top = (min(point[axis] for point in line) for axis in (0, 1))
    width, height = (max(point[axis] for point in line) - least + GAP for axis, least in ((0, left), (1, top)))
    scale = _scale(points, width, height)
    square = square_tiles(points)
    edge = " ".join(f"{x:.0f},{y:.0f}" for x, y in line)
    drawn = [f'<defs><polygon id="b" points="{edge}" fill="{WOOD}" stroke="{EDGE}"/></defs>']
    for vacancy in sorted({start for start, _ in marks}):
        x, y = points[vacancy]
        here = {end: mark for (start, end), mark in marks.items() if start == vacancy}
        places = "".join(_place(small[end], mark, shade, square=square) for end, mark in here.items())
        ring = _shape(small[vacancy], 0.5 * SIDE, square=square, look=f'fill="none" stroke="{INK}" stroke-width="2.5"')
        drawn.append(
            f'<g transform="translate({x * scale:.0f} {y * scale:.0f})"><title>hole {vacancy} empty</title>'
            f'<use href="#b"/>{places}{ring}</g>'
        )
    right = max(x for x, _ in points) * scale + left + width
    bottom = max(y for _, y in points) * scale + top + height
    text = "Each board starts with one empty hole, ringed. A number is how many moves leave the last peg there."
    return _document((left - GAP, top - GAP, right, bottom), drawn, text, shade)


def _scale(points: Sequence[Point], width: float, height: float) -> float:
    """Factor by which points must move apart so that rectangles on them do not overlap."""
    scale = 0.0
    for index, (x, y) in enumerate(points):
        for u, v in points[:index]:
            across = width / abs(x - u) if x != u else math.inf
            down = height / abs(y - v) if y != v else math.inf
            scale = max(scale, min(across, down))
    return scale


def _by_starts(starts: Sequence[str], goals: Sequence[str], table: Sequence[Sequence[Mark]], shade: _Shades) -> str:
    """A picture of each start with its numbers of moves; above them the goals, if there are several."""
    drawn: list[str] = []
    top = 0.0
    cell = SIDE * 1.6
    width = max(PICTURE, cell * len(goals)) + GAP
    columns = max(1, min(len(starts), int(MIN_COLUMNS_WIDTH / width)))
    right = max(columns * width, len(goals) * (PICTURE + GAP) if len(goals) > 1 else 0.0)
    several = len(goals) > 1
    in_row = max(1, int(right / (PICTURE + GAP)))
    drawn.append(_text(0, top + 14, f"Goal{'s' if several else ''}", "start"))
    for index, goal in enumerate(goals):
        x, y = index % in_row * (PICTURE + GAP), top + 24 + index // in_row * (PICTURE + 2 * GAP)
        drawn.append(_nested(goal, x, y))
        if several:
            drawn.append(_text(x + PICTURE / 2, y + PICTURE + 14, str(index + 1), "middle"))
    top += 24 + math.ceil(len(goals) / in_row) * (PICTURE + 2 * GAP) + GAP
    drawn.append(_text(0, top + 14, "Starts, with the number of moves" + (" to each goal" if several else ""), "start"))
    top += 24
    high = PICTURE + cell + 1.5 * GAP
    for index, (start, row) in enumerate(zip(starts, table, strict=True)):
        x, y = index % columns * width, top + index // columns * high
        drawn.append(_nested(start, x, y))
        left = x + PICTURE / 2 - cell * (len(row) - 1) / 2 if len(row) * cell <= PICTURE else x + cell / 2
        drawn += (
            _place((left + place * cell, y + PICTURE + 0.7 * cell), mark, shade, square=True, side=cell)
            for place, mark in enumerate(row)
        )
    bottom = top + math.ceil(len(starts) / columns) * high
    return _document((-GAP, -GAP, right, bottom), drawn, "", shade)


def _picture(board: Scene, content: JsonObject | list[int | None], title: str) -> str:
    """A start or a goal as a picture, or in words if it is not a position."""
    if isinstance(content, list) or "pegs" in content:
        return position_picture(
            still(board, content if isinstance(content, list) else content["pegs"]), 0, SMALL, title
        )
    words = f"{content['count']} left" if "count" in content else "one of several"
    return f'<svg viewBox="0 0 120 120">{_text(60, 64, words, "middle")}</svg>'


def _nested(picture: str, x: float, y: float) -> str:
    """A picture within another one."""
    return picture.replace("<svg ", f'<svg x="{x:.0f}" y="{y:.0f}" width="{PICTURE:.0f}" height="{PICTURE:.0f}" ', 1)


def _place(point: Point, mark: Mark, shade: _Shades, *, square: bool, side: float = SIDE) -> str:
    """A hole of a small board, or a field of a table, with its mark."""
    fill, colour = shade.colours(mark)
    look = f'fill="{fill}" stroke="{EDGE}" stroke-width=".7"'
    size = min(0.68 * side, 2 * side / (len(mark.text) + 1))
    x, y = point
    shape = _shape(point, 0.5 * side - 0.75, square=square, look=look)
    if mark == NO_SOLUTION:
        return f'{shape}<circle cx="{x:.1f}" cy="{y:.1f}" r="1.3" fill="{colour}"/>'
    return shape + label(point, mark.text, size, colour)


def _shape(point: Point, reach: float, *, square: bool, look: str) -> str:
    x, y = point
    if not square:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{reach:.1f}" {look}/>'
    side = 2 * reach
    return f'<rect x="{x - reach:.1f}" y="{y - reach:.1f}" width="{side:.1f}" height="{side:.1f}" rx="3" {look}/>'


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="14" text-anchor="{anchor}" fill="{INK}">{escape(words)}</text>'


def _legend(left: float, top: float, shade: _Shades) -> tuple[list[str], float]:
    """The legend: numbers of moves in their shades, then the other marks. Also returns its right end."""
    side = SIDE * 1.3
    parts = [
        _place((left + (index + 0.5) * side, top), Mark(str(length), length), shade, square=True, side=side)
        for index, length in enumerate(shade.lengths)
    ]
    x = left + len(shade.lengths) * side + 8
    return [*parts, _text(x, top + 5, "moves; · no solution; ? not known yet", "start")], x + 280


def _document(box: tuple[float, float, float, float], drawn: Sequence[str], text: str, shade: _Shades) -> str:
    """A picture with a legend below; ``box`` is left, top, right and bottom of what is drawn."""
    left, top, right, bottom = box
    legend, far = _legend(left + GAP, bottom + 46, shade)
    right, bottom = max(right, far), bottom + 76
    explained = [_text(left + GAP, bottom - 56, text, "start")] if text else []
    view = f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" role="img" font-family="Georgia,serif" '
        f'text-anchor="middle"><title>The fewest moves of every problem.</title>'
        f'<rect x="{left:.0f}" y="{top:.0f}" width="{right - left:.0f}" height="{bottom - top:.0f}" fill="{PAPER}"/>'
        f"{''.join(drawn)}{''.join(explained)}{''.join(legend)}</svg>"
    )
