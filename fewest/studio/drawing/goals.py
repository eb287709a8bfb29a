"""What a board of sliding blocks has beside its pieces: lines around goals, bars of doors, and exits, as SVG paths.

They are as on the page (fewest/studio/static/board/blocks.js). Cells lie on a grid whose unit is 40.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fewest.studio.drawing.outline import Point

UNIT = 40
REACH = 18
"""Distance from the middle of a cell to the line around a goal."""

EXIT_BEGIN = 19
"""Distance from the middle of a cell to where the exit beside it begins."""

BARS = (-12, 0, 12)
"""Distance of the bars of a door from the middle of its cell."""

SIDES = ((1, 0), (0, 1), (-1, 0), (0, -1))


def goal_line(points: Sequence[Point], cells: Collection[int]) -> str:
    """A line around cells, inside their edge, with no line between adjacent cells."""
    places = {(round(points[cell][0]), round(points[cell][1])) for cell in cells}
    parts = []
    for x, y in sorted(places):
        for right, down in SIDES:
            if (x + right * UNIT, y + down * UNIT) in places:
                continue
            along = abs(down), abs(right)
            ends = []
            for way in (-1, 1):
                goes_on = (x + way * along[0] * UNIT, y + way * along[1] * UNIT) in places
                reach = way * (UNIT // 2 if goes_on else REACH)
                ends.append(f"{x + right * REACH + along[0] * reach} {y + down * REACH + along[1] * reach}")
            parts.append("M" + "L".join(ends))
    return "".join(parts)


def door_bars(points: Sequence[Point], cells: Collection[int]) -> str:
    """The bars of a door on each of its cells."""
    middles = [points[cell] for cell in cells]
    return "".join(f"M{x + shift:.0f} {y - UNIT / 2:.0f}v{UNIT}" for x, y in middles for shift in BARS)


def exits_of(
    points: Sequence[Point], cells: Collection[int], ways: Collection[tuple[int, int]]
) -> tuple[tuple[int, tuple[int, int]], ...]:
    """The cells of a goal beside which its piece leaves the board by one of these ways, each with that way.

    There are none if a cell of the board lies ahead of the goal.
    """
    places = {(round(x), round(y)) for x, y in points}
    own = {(round(points[cell][0]), round(points[cell][1])): cell for cell in cells}
    found: list[tuple[int, tuple[int, int]]] = []
    for right, down in ways:
        # Only the cells of the goal that are foremost on this way.
        front = [(x, y) for x, y in own if (x + right * UNIT, y + down * UNIT) not in own]
        ahead = (
            ((u - x) * right + (v - y) * down > 0 and (u - x) * down == (v - y) * right)
            for x, y in front
            for u, v in places
        )
        if not any(ahead):
            found += [(own[place], (right, down)) for place in front]
    return tuple(found)


def exit_lines(point: Point, way: tuple[int, int], margin: float) -> tuple[str, str]:
    """The gap in the rim beside a cell, as a line, and the arrow in it. The rim is at a margin around the cells."""
    (x, y), (right, down) = point, way

    def at(along: float, across: float) -> str:
        return f"{x + along * right + across * down:g} {y + along * down + across * right:g}"

    middle = (UNIT / 2 + margin) / 2
    arrow = f"M{at(middle - 3, -8)}L{at(middle + 3, 0)}L{at(middle - 3, 8)}"
    return f"M{at(EXIT_BEGIN, 0)}L{at(margin + 2, 0)}", arrow
