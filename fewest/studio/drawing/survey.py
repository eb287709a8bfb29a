"""Pictures of surveys: the lengths of all problems of a board, drawn on the board.

Where every start has one hole empty and every goal is one peg, there is a small board in the place of each hole: the
one that is empty at the start. Each of its holes has the number of moves to end there. Other surveys have a small
picture of each start, with a number of moves for each goal below it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import cast

from fewest.notation import JsonObject
from fewest.notation.puzzle import dump_puzzle, load_puzzle
from fewest.schemas.documents.base import encode
from fewest.solver.block.puzzle import EMPTY, BlockPuzzle
from fewest.solver.model import Puzzle
from fewest.studio.drawing.looks import EDGE, SMALL
from fewest.studio.drawing.marks import (
    GAP,
    INK,
    SIDE,
    WOOD,
    Mark,
    Shades,
    document,
    mark_of,
    place_of,
    shape_of,
    words_at,
)
from fewest.studio.drawing.outline import Point, outline
from fewest.studio.drawing.scene import UNIT, Scene, scene_of, still
from fewest.studio.drawing.svg import position_picture, square_tiles

PICTURE = 120.0
"""Width and height of the picture of a start or a goal."""

RING = f'fill="none" stroke="{INK}" stroke-width="2.5"'

MIN_COLUMNS_WIDTH = 900.0
"""About how wide the pictures of starts are laid out."""


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
    by_start = [_puzzle(survey, start, goals[0]) for start in starts]
    by_goal = [_puzzle(survey, starts[0], goal) for goal in goals]
    shade = Shades(marks)
    if blank.style.blocks:
        return _of_blocks(blank, cast(list[BlockPuzzle], by_start), cast(list[BlockPuzzle], by_goal), table, shade)
    plain_starts = [dump_puzzle(puzzle)["start"] for puzzle in by_start]
    plain_goals = [dump_puzzle(puzzle)["goal"] for puzzle in by_goal]
    if blank.style.holes:
        vacancies = [set(range(len(points))) - set(start["pegs"]) for start in plain_starts]
        ends = [goal.get("pegs", ()) for goal in plain_goals]
        if all(len(holes) == 1 for holes in [*vacancies, *ends]):
            pairs = ((vacancy, end) for (vacancy,) in vacancies for (end,) in ends)
            return _on_the_board(points, dict(zip(pairs, marks, strict=True)), shade)
    start_pictures = [_picture(blank, content, "A start.") for content in plain_starts]
    goal_pictures = [_picture(blank, content, "A goal.") for content in plain_goals]
    return _by_starts(start_pictures, goal_pictures, table, shade)


def _puzzle(survey: JsonObject, start: object, goal: object) -> Puzzle:
    """One of the problems."""
    return load_puzzle(survey["puzzles"] | {"start": start, "goal": goal}).puzzle


def _on_the_board(points: Sequence[Point], marks: Mapping[tuple[int, int], Mark], shade: Shades) -> str:
    """A small board in the place of each hole that is empty at a start."""
    small, drawn, (left, top, width, height) = _small_board(points)
    scale = _scale(points, width, height)
    square = square_tiles(points)
    for vacancy in sorted({start for start, _ in marks}):
        x, y = points[vacancy]
        here = {end: mark for (start, end), mark in marks.items() if start == vacancy}
        places = "".join(place_of(small[end], mark, shade, square=square) for end, mark in here.items())
        ring = shape_of(small[vacancy], 0.5 * SIDE, square=square, look=RING)
        drawn.append(
            f'<g transform="translate({x * scale:.0f} {y * scale:.0f})"><title>hole {vacancy} empty</title>'
            f'<use href="#b"/>{places}{ring}</g>'
        )
    right = max(x for x, _ in points) * scale + left + width
    bottom = max(y for _, y in points) * scale + top + height
    text = "Each board starts with one empty hole, ringed. A number is how many moves leave the last peg there."
    return document((left - GAP, top - GAP, right, bottom), drawn, text, shade)


def _small_board(points: Sequence[Point]) -> tuple[list[Point], list[str], tuple[float, float, float, float]]:
    """Where a small board has its places, what defines its outline, and its left, top, width and height with a gap."""
    small = [(x / UNIT * SIDE, y / UNIT * SIDE) for x, y in points]
    line = outline(small, 0.75 * SIDE)
    left, top = (min(point[axis] for point in line) for axis in (0, 1))
    width, height = (max(point[axis] for point in line) - least + GAP for axis, least in ((0, left), (1, top)))
    edge = " ".join(f"{x:.0f},{y:.0f}" for x, y in line)
    defined = [f'<defs><polygon id="b" points="{edge}" fill="{WOOD}" stroke="{EDGE}"/></defs>']
    return small, defined, (left, top, width, height)


def _scale(points: Sequence[Point], width: float, height: float) -> float:
    """Factor by which points must move apart so that rectangles on them do not overlap."""
    scale = 0.0
    for index, (x, y) in enumerate(points):
        for u, v in points[:index]:
            across = width / abs(x - u) if x != u else math.inf
            down = height / abs(y - v) if y != v else math.inf
            scale = max(scale, min(across, down))
    return scale


def _by_starts(starts: Sequence[str], goals: Sequence[str], table: Sequence[Sequence[Mark]], shade: Shades) -> str:
    """A picture of each start with its numbers of moves; above them the goals, if there are several."""
    drawn: list[str] = []
    top = 0.0
    cell = SIDE * 1.6
    width = max(PICTURE, cell * len(goals)) + GAP
    columns = max(1, min(len(starts), int(MIN_COLUMNS_WIDTH / width)))
    right = max(columns * width, len(goals) * (PICTURE + GAP) if len(goals) > 1 else 0.0)
    several = len(goals) > 1
    in_row = max(1, int(right / (PICTURE + GAP)))
    drawn.append(words_at(0, top + 14, f"Goal{'s' if several else ''}", "start"))
    for index, goal in enumerate(goals):
        x, y = index % in_row * (PICTURE + GAP), top + 24 + index // in_row * (PICTURE + 2 * GAP)
        drawn.append(_nested(goal, x, y))
        if several:
            drawn.append(words_at(x + PICTURE / 2, y + PICTURE + 14, str(index + 1), "middle"))
    top += 24 + math.ceil(len(goals) / in_row) * (PICTURE + 2 * GAP) + GAP
    about = "Starts, with the number of moves" + (" to each goal" if several else "")
    drawn.append(words_at(0, top + 14, about, "start"))
    top += 24
    high = PICTURE + cell + 1.5 * GAP
    for index, (start, row) in enumerate(zip(starts, table, strict=True)):
        x, y = index % columns * width, top + index // columns * high
        drawn.append(_nested(start, x, y))
        left = x + PICTURE / 2 - cell * (len(row) - 1) / 2 if len(row) * cell <= PICTURE else x + cell / 2
        drawn += (
            place_of((left + place * cell, y + PICTURE + 0.7 * cell), mark, shade, square=True, side=cell)
            for place, mark in enumerate(row)
        )
    bottom = top + math.ceil(len(starts) / columns) * high
    return document((-GAP, -GAP, right, bottom), drawn, "", shade)


def _of_blocks(
    board: Scene,
    starts: Sequence[BlockPuzzle],
    goals: Sequence[BlockPuzzle],
    table: Sequence[Sequence[Mark]],
    shade: Shades,
) -> str:
    """A survey of sliding blocks; the puzzles have its starts and its goals."""

    def picture(puzzle: BlockPuzzle, cells: Mapping[int, int], title: str) -> str:
        content = [puzzle.name_of(cells[cell]) if cells.get(cell) else EMPTY for cell in range(puzzle.board.cells)]
        return position_picture(still(board, content), 0, SMALL, title)

    pictures = [picture(puzzle, dict(enumerate(puzzle.start)), "A start.") for puzzle in starts]
    if all(len(puzzle.goal) == 1 for puzzle in goals):
        return _by_blocks(board.points, starts, pictures, goals, table, shade)
    ends = [{cell: piece for piece, cells in puzzle.goal for cell in cells} for puzzle in goals]
    wanted = [picture(puzzle, end, "A goal.") for puzzle, end in zip(goals, ends, strict=True)]
    return _by_starts(pictures, wanted, table, shade)


def _by_blocks(
    points: Sequence[Point],
    starts: Sequence[BlockPuzzle],
    pictures: Sequence[str],
    goals: Sequence[BlockPuzzle],
    table: Sequence[Sequence[Mark]],
    shade: Shades,
) -> str:
    """A picture of each start, beside it a small board for each block that has a goal."""
    small, drawn, (left, top, width, height) = _small_board(points)
    places: dict[str, list[tuple[int, int]]] = {}
    for column, puzzle in enumerate(goals):
        ((piece, cells),) = puzzle.goal
        places.setdefault(puzzle.name_of(piece), []).append((column, min(cells)))
    in_row = max(1, int(MIN_COLUMNS_WIDTH / width))
    columns = min(in_row, len(places))
    x, y = PICTURE + 2 * GAP, 0.0
    for start, picture, row in zip(starts, pictures, table, strict=True):
        drawn.append(_nested(picture, 0, y))
        names = {start.name_of(piece): start.cells_of(piece) for piece in range(1, start.pieces + 1)}
        for index, (name, columns_of) in enumerate(places.items()):
            across, down = x + index % columns * width - left, y + index // columns * (height + GAP) + GAP - top
            own = "".join(shape_of(small[cell], 0.5 * SIDE, square=True, look=f'fill="{EDGE}"') for cell in names[name])
            marked = "".join(place_of(small[cell], row[column], shade, square=True) for column, cell in columns_of)
            drawn.append(
                f'<g transform="translate({across:.0f} {down:.0f})"><title>block {escape(name)}</title>'
                f'<use href="#b"/>{own}{marked}</g>'
            )
            drawn.append(words_at(across + left + (width - GAP) / 2, down + top - 4, name, "middle"))
        y += max(PICTURE + GAP, math.ceil(len(places) / columns) * (height + GAP) + GAP)
    text = "A board for each block, whose cells are dark. A number is how many moves bring its first cell there."
    return document((-GAP, -GAP, x + columns * width, y), drawn, text, shade)


def _picture(board: Scene, content: JsonObject | list[int | None], title: str) -> str:
    """A start or a goal as a picture, or in words if it is not a position."""
    if isinstance(content, list) or "pegs" in content:
        return position_picture(
            still(board, content if isinstance(content, list) else content["pegs"]), 0, SMALL, title
        )
    words = f"{content['count']} left" if "count" in content else "one of several"
    return f'<svg viewBox="0 0 120 120">{words_at(60, 64, words, "middle")}</svg>'


def _nested(picture: str, x: float, y: float) -> str:
    """A picture within another one."""
    return picture.replace("<svg ", f'<svg x="{x:.0f}" y="{y:.0f}" width="{PICTURE:.0f}" height="{PICTURE:.0f}" ', 1)
