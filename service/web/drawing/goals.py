"""What a board of sliding blocks has beside its pieces: lines around goals, and bars of doors, as SVG paths.

They are as on the page (service/web/static/blockdraw.js). Cells lie on a grid whose unit is 40.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fewest.service.web.drawing.outline import Point

UNIT = 40
REACH = 18
"""Distance from the middle of a cell to the line around a goal."""

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
