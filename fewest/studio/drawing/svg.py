"""Scenes as SVG: a position with the move that led to it, or the whole solution, animated.

Boards look as on the page (fewest/studio/static/board/draw.js): wood, marbles that hop, captured ones in the groove,
tiles. Small and printed pictures have the same shapes in plainer looks.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape
from itertools import pairwise

from fewest.studio.drawing.goals import door_bars, exit_lines, goal_line
from fewest.studio.drawing.looks import CASING, MOVED, ROUNDED, WOODEN, Look
from fewest.studio.drawing.outline import Point, along, outline
from fewest.studio.drawing.scene import UNIT, Scene, Token

EDGE_HALF, FACE_HALF = 19.0, 17.0
"""Half the width of a cell of a block, with its edge and without."""

GROOVE, OUTSIDE_GROOVE = 33.0, 50.0
"""From the outermost holes to the middle of the groove, and to the edge of a board that has one."""

CELL = 100
"""Width and height of a view of a picture that contains several."""

# As on the page: CAPTURED_SCALE and groovePlaces in static/board/draw.js.
CAPTURED = 0.72
CAPTURED_GAP = 21.0
STEP_SECONDS = 0.9
MOVING_SECONDS = 0.6
REST_SECONDS = 2.0


def position_picture(scene: Scene, move: int = 0, look: Look = WOODEN, title: str = "") -> str:
    """Draw the position after move ``move``, with that move marked. By default, the title names the position."""
    step = scene.ends[move - 1] if move else 0
    path = scene.moves[move - 1] if move else ()
    spots = _groove_spots(scene)
    drawn, captured = [], []
    for token in scene.tokens:
        place, shape = token.at(step), _token(scene, token, look)
        if place is None:
            captured.append(f'<g transform="{_to(spots[token])} scale({CAPTURED})">{shape}</g>')
        else:
            ring = _ring(scene, token) if path and place == path[-1] else ""
            drawn.append(f'<g transform="{_to(scene.points[place])}">{shape}{ring}</g>')
    parts = [_path(scene, path), _group("captured", captured), _group("position", drawn)]
    when = f"after move {move} of {len(scene.moves)}" if move else "at the start"
    return _document(
        scene, look, title or f"The position {when}.", [*parts, _goals(scene, look), _numbers(scene, look)]
    )


def pictures_in_one(scenes: Mapping[str, Scene], look: Look) -> str:
    """Draw the starts of several scenes in one picture, one below the other, each a view by its name."""
    views, drawn = [], []
    for number, (name, scene) in enumerate(scenes.items()):
        views.append(f'<view id="{escape(name)}" viewBox="0 {CELL * number} {CELL} {CELL}"/>')
        place = f'<svg y="{CELL * number}" width="{CELL}" height="{CELL}"'
        drawn.append(position_picture(scene, 0, look, name).replace("<svg", place, 1))
    box = f"0 0 {CELL} {CELL * len(scenes)}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{"".join(views + drawn)}</svg>'


def animated_picture(scene: Scene) -> str:
    """Draw the whole solution as a looping animation."""
    seconds = scene.steps * STEP_SECONDS + REST_SECONDS
    spots = _groove_spots(scene)
    drawn = [
        f'<g transform="{_to(scene.points[token.place])}">{_motion(scene, token, spots, seconds)}</g>'
        for token in scene.tokens
    ]
    parts = [_group("position", drawn), _goals(scene, WOODEN)]
    return _document(
        scene, WOODEN, f"The solution, {len(scene.moves)} move{'' if len(scene.moves) == 1 else 's'}.", parts
    )


def _motion(scene: Scene, token: Token, spots: dict[Token, Point], seconds: float) -> str:
    """A peg or piece with its animation: its place over time, its hops, and its way to the groove."""
    times = [0.0]
    points = [scene.points[token.place]]
    heights = [(0.0, 0.0)]
    scales = ""
    for step, place in token.steps:
        begin = (step - 1) * STEP_SECONDS
        end = (step - 1) * STEP_SECONDS + MOVING_SECONDS
        if place is None:
            # As on the page (static/board/motion.js): a captured peg waits until the other is above it, and ends later.
            begin = begin + 0.45 * MOVING_SECONDS
            end = end + 0.25 * MOVING_SECONDS
            small = _n(end / seconds, 5)
            scales = _animation("scale", f"1;1;{CAPTURED};{CAPTURED}", f"0;{_n(begin / seconds, 5)};{small};1", seconds)
        elif scene.style.holes:
            heights += [(begin, 0.0), ((begin + end) / 2, -16.0), (end, 0.0)]
        times += [begin, end]
        points += [points[-1], spots[token] if place is None else scene.points[place]]
    drawn = _token(scene, token, WOODEN)
    if not token.steps:
        return drawn
    if len(heights) > 1:
        values = ";".join(f"0 {_n(height)}" for _, height in [*heights, (0.0, 0.0)])
        moments = ";".join(_n(time / seconds, 5) for time in [*(time for time, _ in heights), seconds])
        drawn = f"<g>{_animation('translate', values, moments, seconds)}{drawn}</g>"
    if scales:
        drawn = f"<g>{scales}{drawn}</g>"
    places = ";".join(f"{_n(x)} {_n(y)}" for x, y in [*points, points[-1]])
    moments = ";".join(_n(time / seconds, 5) for time in [*times, seconds])
    return _animation("translate", places, moments, seconds) + drawn


def _animation(kind: str, values: str, moments: str, seconds: float) -> str:
    return (
        f'<animateTransform attributeName="transform" type="{kind}" values="{values}" keyTimes="{moments}" '
        f'dur="{_n(seconds)}s" repeatCount="indefinite"/>'
    )


def _groove_spots(scene: Scene) -> dict[Token, Point]:
    """The place in the groove of each captured peg, in the order of the jumps."""
    taken = sorted((token.steps[-1][0], i) for i, token in enumerate(scene.tokens) if token.at(scene.steps) is None)
    spots = along(outline(scene.points, GROOVE), len(taken), CAPTURED_GAP) if taken else []
    return {scene.tokens[i]: spot for (_, i), spot in zip(taken, spots, strict=True)}


def _path(scene: Scene, path: Sequence[int]) -> str:
    """The path of a move, if any: an arc for every jump, a line for a slide."""
    if not path:
        return ""
    # As on the page (static/board/draw.js): hops rise, slides are straight.
    rise = 0.22 if scene.style.holes else 0.0
    arcs = "".join(_arc(scene.points[a], scene.points[b], rise) for a, b in pairwise(path))
    return (
        f'<path d="{arcs}" stroke="{CASING}" stroke-width="6" {ROUNDED}/>'
        f'<path d="{arcs}" stroke="{MOVED}" stroke-width="3.5" {ROUNDED}/>'
    )


def _arc(a: Point, b: Point, rise: float) -> str:
    """An arc that rises upwards, or to the side if the points are above each other."""
    dx = b[0] - a[0]
    dy = b[1] - a[1]
    side = 1 if dx > 0 or (dx == 0 and dy > 0) else -1
    x = (a[0] + b[0]) / 2 + rise * dy * side
    y = (a[1] + b[1]) / 2 - rise * dx * side
    return f"M{_at(a)}Q{_n(x)} {_n(y)} {_at(b)}"


def _board(scene: Scene, look: Look) -> list[str]:
    """The board with its holes or cells, rings around goals, doors, and exits."""
    points = scene.points
    parts = [_line(outline(points, _margin(scene, look)), look.board)]
    if scene.style.holes:
        parts += [_line(outline(points, GROOVE), look.groove)] if look.groove else []
        parts.append(_shapes(look.hole, (_disc(point, 14.5) for point in points)))
        rings = [_disc(points[hole], 18) for hole in scene.goal if look.ring]
        return [*parts, _shapes(look.ring, rings)] if rings else parts
    square = square_tiles(points)
    if not square:
        ends = "".join(f"M{_at(points[a])}L{_at(points[b])}" for a, b in scene.edges)
        parts.append(f'<path d="{ends}" {look.links}/>')
    wells = look.block_wells if scene.style.blocks else look.wells
    parts.append(_shapes(wells, (_square(point, 20) if square else _disc(point, 18) for point in points)))
    for cells, names in scene.doors:
        parts.append(f'<path d="{door_bars(points, cells)}" {look.bars}/>')
        parts += (text(points[cell], names, *look.door) for cell in cells)
    for cell, way in scene.exits:
        drawn = zip(exit_lines(points[cell], way, look.margin), look.exit, strict=True)
        parts += (f'<path d="{line}" {each}/>' for line, each in drawn)
    return parts


def _goals(scene: Scene, look: Look) -> str:
    """Lines around the cells that blocks must cover."""
    line = "".join(goal_line(scene.points, cells) for _, cells in scene.aims)
    return _group("goals", [f'<path d="{line}" {each}/>' for each in look.goals if line])


def _numbers(scene: Scene, look: Look) -> str:
    """The numbers of holes in their middle, those of cells in a corner."""
    if not look.numbered:
        return ""
    if not scene.style.holes:
        corners = (((x + 14, y + 14), str(cell)) for cell, (x, y) in enumerate(scene.points))
        return "".join(text(corner, cell, 9, look.text) for corner, cell in corners)
    pegs = {token.place for token in scene.tokens}
    return "".join(
        text(point, str(hole), 14, look.on_peg if hole in pegs else look.text)
        for hole, point in enumerate(scene.points)
    )


# Every token of a picture asks, and it compares all pairs of points.
@lru_cache(maxsize=64)
def square_tiles(points: tuple[Point, ...]) -> bool:
    """Whether square tiles on the points do not overlap; else they are round."""
    least = 0.95 * UNIT
    return all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) > least for i, a in enumerate(points) for b in points[:i])


def _token(scene: Scene, token: Token, look: Look) -> str:
    if token.cells:
        return _block(scene, token, look)
    if not token.label:
        return f'<circle r="14.5" {look.pegs[token.place % len(look.pegs)]}/>{look.glint}'
    shape = '<rect x="-18" y="-18" width="36" height="36" rx="5"' if square_tiles(scene.points) else '<circle r="16.5"'
    return f"{shape} {look.tile}/>{_label((0, 0), token.label, look)}"


def _block(scene: Scene, token: Token, look: Look) -> str:
    """A block: its cells and what lies between them, once for the edge and once, smaller, for the face."""
    offsets = _offsets(scene, token)
    edge, face = (f'<path d="{joined_cells(offsets, half)}"' for half in (EDGE_HALF, FACE_HALF))
    # From its name: a block has the same colour in every picture and on the page.
    tint, line = look.blocks[sum(map(ord, token.label)) % len(look.blocks)], look.block_edge
    if token.label in dict(scene.aims):
        tint, line = look.aim
    return f'{edge} fill="{line}"/>{face} fill="{tint}"/>{_label(middle_cell(offsets), token.label, look)}'


def middle_cell(points: Sequence[Point]) -> Point:
    """The cell of a block that is nearest to all others: its name is there."""
    return min(points, key=lambda point: sum(math.dist(point, other) for other in points))


def joined_cells(offsets: Sequence[Point], half: float) -> str:
    """The cells of a block as squares of twice this size, and the gaps between adjacent ones, as one path."""
    boxes = [(x - half, y - half, 2 * half, 2 * half) for x, y in offsets]
    for index, (x, y) in enumerate(offsets):
        for u, v in offsets[:index]:
            if math.dist((x, y), (u, v)) < 1.05 * UNIT:
                left, top = min(x, u) - half, min(y, v) - half
                boxes.append((left, top, abs(x - u) + 2 * half, abs(y - v) + 2 * half))
    # Four cells in a square have a gap in their middle.
    for x, y in offsets:
        if {(x + UNIT, y), (x, y + UNIT), (x + UNIT, y + UNIT)} <= set(offsets):
            boxes.append((x, y, UNIT, UNIT))
    return "".join(f"M{_n(x)} {_n(y)}h{_n(w)}v{_n(h)}h{_n(-w)}z" for x, y, w, h in boxes)


def _offsets(scene: Scene, token: Token) -> list[Point]:
    """The cells of a block, seen from its first one."""
    x, y = scene.points[token.place]
    return [(scene.points[cell][0] - x, scene.points[cell][1] - y) for cell in token.cells]


def _label(point: Point, words: str, look: Look) -> str:
    """What a piece is called."""
    # Longer names are smaller, so that they stay within their cell.
    return text(point, words, min(20.0, 46.0 / len(words)), look.text)


def text(point: Point, words: str, size: float, colour: str) -> str:
    """A text around a point."""
    # 0.36: half the height of a capital letter. Not all renderers know dominant-baseline.
    place = f'x="{point[0]:.4g}" y="{point[1] + 0.36 * size:.4g}"'
    return f'<text {place} font-size="{size:.3g}" fill="{colour}">{escape(words)}</text>'


def _ring(scene: Scene, token: Token) -> str:
    """The mark of the peg or piece that has moved."""
    if token.cells:
        return f'<path d="{joined_cells(_offsets(scene, token), 6.0)}" fill="{MOVED}" opacity=".55"/>'
    square = not scene.style.holes and square_tiles(scene.points)
    shape = '<rect x="-18" y="-18" width="36" height="36" rx="5"' if square else '<circle r="16"'
    return f'{shape} fill="none" stroke="{MOVED}" stroke-width="3"/>'


def _group(name: str, parts: Sequence[str]) -> str:
    return f'<g class="{name}">{"".join(parts)}</g>' if parts else ""


def _shapes(look: str, parts: Iterable[str]) -> str:
    return f"<g {look}>{''.join(parts)}</g>"


def _disc(point: Point, radius: float) -> str:
    return f'<circle cx="{_n(point[0])}" cy="{_n(point[1])}" r="{radius:g}"/>'


def _square(point: Point, reach: float) -> str:
    x, y = point[0] - reach, point[1] - reach
    return f'<rect x="{_n(x)}" y="{_n(y)}" width="{2 * reach:g}" height="{2 * reach:g}"/>'


def _margin(scene: Scene, look: Look) -> float:
    return OUTSIDE_GROOVE if look.groove and scene.style.holes else look.margin


def box_of(scene: Scene, look: Look = WOODEN) -> tuple[float, float, float, float]:
    """Left, top, width and height of a scene's pictures."""
    edge = outline(scene.points, _margin(scene, look) + 4)
    left = min(x for x, _ in edge)
    top = min(y for _, y in edge)
    return left, top, max(x for x, _ in edge) - left, max(y for _, y in edge) - top


def _document(scene: Scene, look: Look, title: str, parts: Sequence[str]) -> str:
    left, top, width, height = box_of(scene, look)
    box = f"{_n(left)} {_n(top)} {_n(width)} {_n(height)}"
    size = f'width="{_n(width)}" height="{_n(height)}" font-weight="bold" ' if look.detailed else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" {size}role="img" '
        f'font-family="Georgia,serif" text-anchor="middle">'
        f"<title>{escape(title)}</title>{f'<defs>{look.defs}</defs>' if look.defs else ''}"
        f"{_group('board', _board(scene, look))}{''.join(parts)}</svg>"
    )


def _line(points: Sequence[Point], look: str) -> str:
    """A closed line."""
    return f'<path d="M{"L".join(f"{_n(x, 1)} {_n(y, 1)}" for x, y in points)}Z" {look}/>'


def _at(point: Point) -> str:
    return f"{_n(point[0])} {_n(point[1])}"


def _to(point: Point) -> str:
    return f"translate({_at(point)})"


def _n(number: float, digits: int = 2) -> str:
    """A number in as few characters as possible."""
    return f"{number:.{digits}f}".rstrip("0").rstrip(".")
