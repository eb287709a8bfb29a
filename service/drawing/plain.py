"""Plain pictures of a position: small ones in colour, as in lists, and ones in black on white, to be printed.

They are drawn from points and labels alone, in whole numbers, and take a fifth of the characters of the pictures in
``service/drawing/svg.py``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape

from service.drawing.goals import door_bars, goal_line
from service.drawing.outline import Point, outline
from service.drawing.svg import joined_cells, middle_cell, square_tiles

MARGIN = 30.0
"""From the outermost places to the edge of the board."""


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of a picture, the width of the line around a goal, and whether holes and cells are numbered.

    ``aim`` is the colour of blocks that have a goal, ``free`` that of cells without a block,
    ``bar`` that of names on doors.
    """

    board: str
    edge: str
    hole: str
    peg: str
    goal: str
    tile: str
    text: str
    well: str
    ring: int
    aim: str
    free: str
    bar: str
    numbered: bool = False


SMALL = Look(
    "#dca968",
    "#8a5a2a",
    "#fff8e6",
    "#1f55b5",
    "#ffe14d",
    "#f3e7cd",
    "#3b2712",
    "#412813",
    ring=7,
    aim="#e2836b",
    free="#412813",
    bar="#fff0cf",
)
PRINTED = Look(
    "#fff", "#000", "#fff", "#444", "#000", "#fff", "#000", "#fff", ring=2, aim="#ccc", free="#999", bar="#000"
)
NUMBERED = replace(PRINTED, numbered=True)


@dataclass(frozen=True, slots=True)
class DrawnPosition:
    """What is drawn.

    Attributes
    ----------
    kind
        Kind of the board.
    points
        Where holes or cells are, as ``spread`` places them.
    edges
        Adjacent cells; none for a jump board.
    labels
        For each hole with a peg an empty text, for each cell with a piece its number or, of a block, its name.
    goal
        Holes that are marked as the goal.
    aims
        The names of blocks that have a goal, each with the cells it shall cover.
    doors
        Cells that only some blocks may enter, each with their names.
    """

    kind: str
    points: Sequence[Point]
    edges: Collection[tuple[int, int]]
    labels: Mapping[int, str]
    goal: Collection[int] = ()
    aims: Mapping[str, Collection[int]] = field(default_factory=dict)
    doors: Mapping[int, str] = field(default_factory=dict)


def plain_picture(position: DrawnPosition, title: str, look: Look) -> str:
    """Draw a position; ``title`` says what it is."""
    edge = outline(position.points, MARGIN)
    left, top = min(x for x, _ in edge) - 2, min(y for _, y in edge) - 2
    width, height = max(x for x, _ in edge) + 2 - left, max(y for _, y in edge) + 2 - top
    corners = " ".join(f"{x:.0f},{y:.0f}" for x, y in edge)
    places = _holes(position, look) if position.kind == "jump" else _cells(position, look)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}" role="img" '
        f'font-family="Georgia,serif" text-anchor="middle"><title>{escape(title)}</title>'
        f'<polygon points="{corners}" fill="{look.board}" stroke="{look.edge}" stroke-width="2"/>{places}</svg>'
    )


def _holes(position: DrawnPosition, look: Look) -> str:
    """Holes and pegs; a goal has a ring around it, and numbers are in the holes and on the pegs."""
    points, labels = position.points, position.labels
    empty = "".join(_disc(point, 14) for hole, point in enumerate(points) if hole not in labels)
    pegs = "".join(_disc(points[hole], 14) for hole in labels)
    drawn = f'<g stroke="{look.edge}"><g fill="{look.hole}">{empty}</g><g fill="{look.peg}">{pegs}</g></g>'
    if position.goal:
        rings = "".join(_disc(points[hole], 17) for hole in position.goal)
        drawn += f'<g fill="none" stroke="{look.goal}" stroke-width="{look.ring}">{rings}</g>'
    if look.numbered:
        colours = {True: look.board, False: look.text}
        drawn += "".join(
            f'<text x="{x:.0f}" y="{y + 5:.0f}" font-size="14" fill="{colours[hole in labels]}">{hole}</text>'
            for hole, (x, y) in enumerate(points)
        )
    return drawn


def _cells(position: DrawnPosition, look: Look) -> str:
    """Cells and pieces; numbers of cells are in their corners."""
    points = position.points
    square = square_tiles(points)
    ends = (f"M{points[a][0]:.0f} {points[a][1]:.0f}L{points[b][0]:.0f} {points[b][1]:.0f}" for a, b in position.edges)
    parts = [] if square else [f'<path d="{"".join(ends)}" stroke="{look.edge}" stroke-width="4"/>']
    cell = _tile if square else _disc
    wells = "".join(cell(point, 20 if square else 18) for point in points)
    well = look.free if position.kind == "block" else look.well
    parts.append(f'<g fill="{well}" stroke="{look.edge}">{wells}</g>')
    if position.kind == "block":
        parts += _doors(position, look)
        names = _blocks(position, look, parts)
    else:
        names = [(points[place], label) for place, label in position.labels.items()]
        tiles = "".join(cell(point, 18 if square else 16) for point, _ in names)
        parts.append(f'<g fill="{look.tile}" stroke="{look.edge}">{tiles}</g>')
    for (x, y), label in names:
        size = min(20, 44 // max(1, len(label)))
        parts.append(
            f'<text x="{x:.0f}" y="{y + 0.36 * size:.0f}" font-size="{size}" fill="{look.text}">{escape(label)}</text>'
        )
    if look.numbered:
        parts += [
            f'<text x="{x + 14:.0f}" y="{y + 17:.0f}" font-size="9" fill="{look.text}">{cell_number}</text>'
            for cell_number, (x, y) in enumerate(points)
        ]
    return "".join(parts + _goals(position, look))


def _doors(position: DrawnPosition, look: Look) -> list[str]:
    """Bars on the cells of doors, with the names of the blocks that may pass."""
    if not position.doors:
        return []
    bars = door_bars(position.points, position.doors)
    parts = [f'<path d="{bars}" stroke="{look.edge}" stroke-width="2"/>']
    for cell, names in position.doors.items():
        x, y = position.points[cell]
        parts.append(f'<text x="{x:.0f}" y="{y + 5:.0f}" font-size="14" fill="{look.bar}">{escape(names)}</text>')
    return parts


def _goals(position: DrawnPosition, look: Look) -> list[str]:
    """Dashed lines around the cells that blocks shall cover."""
    line = "".join(goal_line(position.points, cells) for cells in position.aims.values())
    if not line:
        return []
    return [f'<path d="{line}" fill="none" stroke="{look.goal}" stroke-width="4" stroke-dasharray="7 5"/>']


def _blocks(position: DrawnPosition, look: Look, parts: list[str]) -> list[tuple[Point, str]]:
    """Draw every block, its cells joined; return where their names are."""
    blocks: dict[str, list[Point]] = {}
    for place, label in position.labels.items():
        blocks.setdefault(label, []).append(position.points[place])
    others = [points for label, points in blocks.items() if label not in position.aims]
    aims = [points for label, points in blocks.items() if label in position.aims]
    for half, colour, drawn in (
        (18.0, look.edge, blocks.values()),
        (17.0, look.tile, others),
        (17.0, look.aim, aims),
    ):
        path = "".join(joined_cells(points, half) for points in drawn)
        if path:
            parts.append(f'<path d="{path}" fill="{colour}"/>')
    return [(middle_cell(points), label) for label, points in blocks.items()]


def _disc(point: Point, radius: int) -> str:
    return f'<circle cx="{point[0]:.0f}" cy="{point[1]:.0f}" r="{radius}"/>'


def _tile(point: Point, reach: int) -> str:
    x, y = point[0] - reach, point[1] - reach
    return f'<rect x="{x:.0f}" y="{y:.0f}" width="{2 * reach}" height="{2 * reach}" rx="3"/>'
